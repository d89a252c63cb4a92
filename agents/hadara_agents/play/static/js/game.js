// A game being played: hears of every change, shows it at a pace one can follow, and sends the person's moves.

import { announce, calm, h, icon, notice, refill, wait } from "./dom.js";
import { box } from "./box.js";
import * as api from "./api.js";
import { barButton, pace, paceChoice, showRules, topBar } from "./bar.js";
import { cover } from "./cover.js";
import { reveal } from "./dock.js";
import { makeAdvice } from "./hint.js";
import { sentence } from "./log.js";
import { makeTable } from "./tableview.js";
import { scoringSection, standing } from "./scoring.js";

const DRAWN = new Set(["buy", "sell"]);

export function contextOf(session) {
  return {
    box,
    names: session.players.map((player) => player.name),
    kinds: session.players.map((player) => player.kind),
    labels: session.players.map((player) => (player.kind === "agent" ? (player.label ?? player.agent) : "")),
  };
}

export function showGame(root, id) {
  let closed = false;
  let stop = () => {};
  let session = null;
  let seat = null;
  let queue = [];
  let showing = false;
  let skip = () => {};
  let busy = false;
  let shown = null;
  let cards = null;
  let scored = false;
  let acted = false;
  let covered = false;
  const known = new Map(); // the last line of the log each seat has seen
  const view = makeTable();
  const lost = h("p", { class: "lost", role: "status" });
  const problem = h("div", { class: "problem" });
  const advice = makeAdvice(
    id,
    () => ({ seat, table: shown }),
    (changes) => view.amend(changes),
  );

  const bar = topBar(
    view.parts.trail.root,
    paceChoice(),
    barButton("book", "Rules", () => showRules(shown?.step, shown?.your_turn ? shown.todo : "")),
  );
  const frame = () =>
    refill(root, bar, lost, problem, h("main", {}, h("h1", { class: "unseen" }, "Game of Hadara"), view.root));

  async function start() {
    refill(root, h("p", { class: "loading" }, "Laying out the table…"));
    try {
      session = await api.session(id);
    } catch (fault) {
      refill(
        root,
        h(
          "main",
          { class: "loading" },
          h("p", {}, fault.message),
          h("a", { class: "button", href: "#/" }, icon("home"), "Back to the start"),
        ),
      );
      return;
    }
    if (closed) return;
    await sit(session.persons.length > 1 ? session.asks : (session.persons[0] ?? null));
  }

  /** Take a seat: behind the curtain where several persons play. */
  async function sit(next) {
    stop();
    queue = [];
    seat = session.over ? (session.persons[0] ?? null) : next;
    if (session.persons.length > 1 && seat !== null && !session.over) {
      covered = true;
      await cover(root, seat, session.players[seat].name, shown?.wheel.crests[seat]);
      covered = false;
      if (closed) return;
    }
    shown = null;
    cards = null;
    view.parts.log.clear();
    advice.clear();
    frame();
    stop = api.listen(id, seat, 0, {
      table: (table) => enqueue(table),
      session: (now) => heardSession(now),
      lost: (isLost) => refill(lost, isLost ? [icon("agent"), "The connection is gone; trying again…"] : null),
    });
  }

  function heardSession(now) {
    session = now;
    if (session.over && shown?.over) stop();
    const hand = session.persons.length > 1 && !session.over && session.asks !== null && session.asks !== seat;
    if (hand && !covered) enqueue({ handover: session.asks });
    refill(
      problem,
      session.problem
        ? h(
            "div",
            { class: "notice" },
            h("span", {}, session.problem),
            h(
              "button",
              {
                type: "button",
                class: "button small",
                on: { click: () => api.resume(id).catch((fault) => notice(fault.message)) },
              },
              "Go on",
            ),
          )
        : null,
    );
    if (shown) draw(shown);
  }

  function enqueue(item) {
    queue.push(item);
    if (!showing) next();
  }

  async function next() {
    showing = true;
    while (queue.length && !closed) {
      const item = queue.shift();
      if (item.handover !== undefined) {
        // What this person did may still be on its way to the eye; then the curtain falls.
        if (
          session.asks === item.handover &&
          seat !== item.handover &&
          !queue.some((each) => each.handover === undefined)
        ) {
          showing = false;
          await pause(600);
          return sit(item.handover);
        }
        continue;
      }
      await showTable(item);
    }
    showing = false;
  }

  /** A wait that a click on the table or a key can cut short. */
  async function pause(ms) {
    const long = ms * pace() * (queue.length > 12 ? 0.3 : 1);
    if (long < 5) return;
    await Promise.race([wait(long), new Promise((done) => (skip = done))]);
  }

  async function showTable(table) {
    const first = shown === null;
    const context = contextOf(session);
    const added = view.parts.log.add(table.log, table, context.names);
    // Whoever comes back to the seat sees what was revealed meanwhile; a fresh page shows the table as it is.
    const fresh = first ? added.filter((entry) => entry.id > (known.get(seat) ?? Infinity)) : added;
    if (added.length) known.set(seat, added.at(-1).id);
    const same = shown && shown.version === table.version;
    shown = table;
    if (same && !added.length) return;
    if (!same) advice.clear();
    busy = false;
    const deeds = fresh.filter((entry) => entry.step === "draft" && DRAWN.has(entry.kind) && entry.seat !== null);
    if (deeds.length > 1 && pace() > 0) {
      cards = reveal(deeds, table, { ...context, own: seat });
      draw(table);
      announce(`Shown together: ${deeds.map((entry) => sentence(entry, context.names)).join("; ")}`);
      await pause(2800);
      cards = null;
      draw(table);
    } else {
      draw(table);
      const others = fresh.some((entry) => entry.seat !== null && entry.seat !== seat);
      if (!first && others && !table.your_turn) await pause(650);
    }
    // Who decides from the keyboard goes on from where the next decision is.
    if (table.your_turn && acted && document.activeElement === document.body)
      view.parts.dock.root.focus({ preventScroll: true });
    if (table.your_turn && !first) announce(`Your decision. ${table.headline}. ${table.todo}`);
    if (table.over && session.over) stop();
    if (table.over && !scored) {
      scored = true;
      refill(view.above, scoringSection(table, session, seat, { animate: !first && !calm() && pace() > 0 }));
      announce(table.scoring.verdict);
      if (!first) view.above.scrollIntoView({ behavior: calm() ? "auto" : "smooth", block: "start" });
    }
  }

  function draw(table) {
    const context = contextOf(session);
    const beside = seat === null && !table.over ? standing(table, context.names) : null;
    const interactive = seat !== null && !busy;
    view.update(table, { ...context, own: seat, interactive, act, beside, ...advice.parts() }, cards);
    document.title = table.over ? "Hadara: the game is over" : table.your_turn ? "Hadara: your decision" : "Hadara";
  }

  async function act(action) {
    if (busy) return;
    busy = true;
    acted = true;
    view.amend({ interactive: false, aside: h("p", { class: "waiting" }, `${action.label}…`) });
    try {
      await api.move(id, { seat, action: action.index, version: shown.version });
    } catch (fault) {
      notice(fault.message);
      busy = false;
      if (fault.status === 409) enqueue(await api.table(id, seat, 0));
      if (shown) draw(shown);
    }
  }

  function keys(event) {
    if (event.target.closest?.("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.key === "?") showRules(shown?.step, shown?.your_turn ? shown.todo : "");
    else if (/^[1-9]$/.test(event.key)) view.parts.dock.root.querySelectorAll(".act")[Number(event.key) - 1]?.focus();
    else if (event.key === "Escape") skip();
  }
  const hurry = (event) => event.target.closest(".reveal") && skip();
  addEventListener("keydown", keys);
  root.addEventListener("click", hurry);
  start();

  return {
    close() {
      closed = true;
      stop();
      skip();
      removeEventListener("keydown", keys);
      root.removeEventListener("click", hurry);
      document.title = "Hadara";
    },
  };
}
