// A replay: every hand open, forward and back, with a chart of how it stood.

import { h, icon, notice, refill, wait } from "./dom.js";
import { box, EPOCHS } from "./box.js";
import * as api from "./api.js";
import { barButton, showRules, topBar } from "./bar.js";
import { face, withCards } from "./cards.js";
import { makeCurves } from "./curves.js";
import { crest } from "./pieces.js";
import { scoringSection, standing } from "./scoring.js";
import { makeTable } from "./tableview.js";

const CHUNK = 40;
const SPEEDS = { slow: 1800, normal: 900, fast: 320 };

/** Frames arrive in pieces; the one asked for comes first. */
function frameStore(id) {
  const frames = new Map();
  const asked = new Map();
  const load = (from) => {
    if (!asked.has(from)) {
      asked.set(
        from,
        api
          .frames(id, from, from + CHUNK)
          .then((answer) => {
            for (const frame of answer.frames) frames.set(frame.index, frame);
            return answer;
          })
          .catch((problem) => {
            asked.delete(from);
            throw problem;
          }),
      );
    }
    return asked.get(from);
  };
  return {
    frames,
    async get(index) {
      if (!frames.has(index)) await load(Math.floor(index / CHUNK) * CHUNK);
      return frames.get(index);
    },
  };
}

/** All hands, and what the next move is. */
function openHands(table, next, names) {
  const held = table.seats.filter((seat) => seat.hand?.some(Boolean));
  return h(
    "div",
    { class: "replay-now" },
    next &&
      h(
        "p",
        { class: "next-move" },
        next.seat !== null && crest(table.wheel.crests[next.seat], next.seat),
        h("span", {}, h("b", {}, `Next: ${names[next.seat] ?? ""} `), withCards(next.label)),
      ),
    held.length > 0 &&
      h(
        "div",
        { class: "reveal-row" },
        held.map((seat) =>
          h(
            "div",
            { class: `reveal-seat seat-${seat.seat}` },
            h(
              "p",
              { class: "reveal-who" },
              crest(table.wheel.crests[seat.seat], seat.seat),
              h("span", {}, names[seat.seat]),
            ),
            h(
              "div",
              { class: "reveal-cards" },
              seat.hand.map((id) => id && face(id)),
            ),
          ),
        ),
      ),
  );
}

export function showReplay(root, id, start) {
  let closed = false;
  let at = -1;
  let size = 1;
  let own = 0;
  let playing = false;
  let names = [];
  let curves = null;
  let toldTo = -1;
  const store = frameStore(id);
  const view = makeTable();
  const slider = h("input", {
    type: "range",
    min: "0",
    value: "0",
    class: "scrub",
    "aria-label": "move",
    "data-key": "scrub",
  });
  const told = h("p", { class: "replay-move", "aria-live": "polite" });
  const place = h("output", { class: "replay-at" });
  const charts = h("div");
  const speed = h(
    "select",
    { "aria-label": "speed" },
    Object.keys(SPEEDS).map((name) => h("option", { value: name, selected: name === "normal" }, name)),
  );
  const seen = h("select", { "aria-label": "seat shown in full" });
  const playButton = h("button", { type: "button", class: "button primary", on: { click: () => play(!playing) } });
  const step = (name, label, to) =>
    h(
      "button",
      {
        type: "button",
        class: "button",
        "aria-label": label,
        title: label,
        on: { click: () => (play(false), go(to())) },
      },
      icon(name),
    );

  const controls = h(
    "section",
    { class: "replay-bar paper", "aria-label": "replay" },
    h(
      "div",
      { class: "replay-buttons" },
      step("first", "to the start", () => 0),
      step("back", "one move back", () => at - 1),
      playButton,
      step("forward", "one move on", () => at + 1),
      step("last", "to the end", () => size - 1),
      place,
      h("label", { class: "seen" }, "speed ", speed),
      h("label", { class: "seen" }, "in full ", seen),
    ),
    slider,
    told,
    charts,
  );

  function showPlaying() {
    refill(playButton, icon(playing ? "pause" : "play"), playing ? "Pause" : "Play");
  }

  async function play(on) {
    playing = on;
    showPlaying();
    if (on && at >= size - 1) await go(0);
    while (playing && !closed && at < size - 1) {
      await wait(SPEEDS[speed.value]);
      if (playing && !closed) await go(at + 1);
    }
    playing = false;
    showPlaying();
  }

  async function go(wanted) {
    const index = Math.max(0, Math.min(size - 1, wanted));
    if (index === at) return;
    at = index;
    slider.value = String(index);
    place.textContent = `${index} / ${size - 1}`;
    history.replaceState(null, "", `#/replay/${id}/move/${index}`);
    curves?.point(index);
    try {
      const frame = await store.get(index);
      const after = index < size - 1 ? await store.get(index + 1) : null;
      if (at === index && !closed && frame) draw(frame, after);
    } catch (problem) {
      notice(problem.message);
    }
  }

  function draw(frame, after) {
    const table = frame.table;
    const move = frame.move;
    const count = table.num_players;
    const context = {
      box,
      names,
      own,
      open: true,
      interactive: false,
      labels: Array(count).fill(""),
      kinds: Array(count).fill("person"),
      aside: table.over
        ? h("p", { class: "waiting" }, "The game is over.")
        : [openHands(table, after?.move, names), standing(table, names)],
    };
    const session = { id, players: names.map((name) => ({ name })), persons: [] };
    refill(view.above, controls, table.over && table.scoring ? scoringSection(table, session, null) : null);
    view.update(table, context);
    tell(frame.index, table);
    refill(
      told,
      move
        ? [
            move.seat !== null && crest(table.wheel.crests[move.seat], move.seat),
            h(
              "span",
              {},
              h("b", {}, `${names[move.seat] ?? ""} `),
              withCards(move.label),
              move.forced ? " (no choice)" : "",
            ),
          ]
        : "Before the first move.",
    );
  }

  /** The log up to here; going on adds to it, going back writes it anew. */
  function tell(index, table) {
    if (index !== toldTo + 1) view.parts.log.clear();
    const from = index === toldTo + 1 ? index : 0;
    for (let k = from; k <= index; k++) view.parts.log.add(store.frames.get(k)?.table.log ?? [], table, names);
    toldTo = index;
  }

  /** The frames are fetched in the background, so that scrubbing never waits; then the log and the chart are whole. */
  async function fetchAll() {
    const all = [];
    for (let index = 0; index < size && !closed; index++) all.push(await store.get(index));
    if (closed) return;
    toldTo = -1;
    tell(at, all[at].table);
    curves.mark(
      all.flatMap((frame, index) =>
        index === 0 || frame.table.epoch !== all[index - 1].table.epoch
          ? [{ frame: index, text: `Epoch ${EPOCHS[frame.table.epoch]}` }]
          : [],
      ),
    );
  }

  function keys(event) {
    if (
      event.target.closest?.("input, select, textarea, dialog, button") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    if (event.key === "ArrowLeft") go(at - 1);
    else if (event.key === "ArrowRight") go(at + 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(size - 1);
    else if (event.key === " ") play(!playing);
    else return;
    event.preventDefault();
  }

  async function begin() {
    refill(root, h("p", { class: "loading" }, "Unrolling the replay…"));
    try {
      const facts = await api.get(`/api/replays/${id}`);
      const opening = await api.frames(id, 0, 1);
      size = opening.size ?? facts.moves + 1;
      const table = opening.frames[0].table;
      names = facts.names?.length
        ? facts.names.map((name, seat) => name || `Seat ${seat + 1}`)
        : table.seats.map((seat) => `Seat ${seat.seat + 1}`);
      if (closed) return;
      slider.max = String(size - 1);
      refill(
        seen,
        names.map((name, seat) => h("option", { value: String(seat) }, name)),
      );
      refill(
        root,
        topBar(
          view.parts.trail.root,
          barButton("book", "Rules", () => showRules(store.frames.get(at)?.table.step)),
          h(
            "a",
            { class: "button dark", href: `/api/replays/${id}/file`, download: `hadara-${id}.json` },
            icon("download"),
            h("span", { class: "wide-only" }, "Save"),
            h("span", { class: "unseen" }, "save the replay"),
          ),
        ),
        h("main", {}, h("h1", { class: "unseen" }, "Replay of a game of Hadara"), view.root),
      );
      curves = makeCurves({ id, size, names, crests: table.wheel.crests, choose: go });
      charts.append(curves.root);
      showPlaying();
      await go(start);
      curves.load(() => closed);
      await fetchAll();
    } catch (problem) {
      if (!closed)
        refill(
          root,
          h(
            "main",
            { class: "loading" },
            h("p", {}, problem.message),
            h("a", { class: "button", href: "#/" }, icon("home"), "Back to the start"),
          ),
        );
    }
  }

  slider.addEventListener("input", () => (play(false), go(Number(slider.value))));
  seen.addEventListener("change", async () => {
    own = Number(seen.value);
    const index = at;
    at = -1;
    await go(index);
  });
  const resized = () => curves?.draw();
  addEventListener("keydown", keys);
  addEventListener("resize", resized);
  view.parts.log.quiet();
  begin();
  return {
    go,
    close() {
      closed = true;
      playing = false;
      removeEventListener("keydown", keys);
      removeEventListener("resize", resized);
    },
  };
}
