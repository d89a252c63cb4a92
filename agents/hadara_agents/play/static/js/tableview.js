// The whole table, put together from its parts; used for playing, watching and replays.

import { calm, h } from "./dom.js";
import { makeBoard } from "./board.js";
import { makeDock } from "./dock.js";
import { makeLog } from "./log.js";
import { makeSeats } from "./seats.js";
import { makeSupply } from "./supply.js";
import { makeTrail } from "./trail.js";
import { targetsOf } from "./choices.js";

/** Mark numbers that changed, so that the eye finds them. */
function marker(root) {
  let before = new Map();
  return () => {
    const now = new Map();
    for (const element of root.querySelectorAll("[data-was]")) {
      const key = element.dataset.was;
      const value = Number(element.textContent);
      if (before.has(key) && before.get(key) !== value && !calm())
        element.classList.add(value > before.get(key) ? "rose" : "fell");
      now.set(key, value);
    }
    before = now;
  };
}

export function makeTable() {
  const parts = {
    board: makeBoard(),
    supply: makeSupply(),
    seats: makeSeats(),
    dock: makeDock(),
    log: makeLog(),
    trail: makeTrail(),
  };
  const above = h("div", { class: "above" });
  const root = h(
    "div",
    { class: "table" },
    above,
    h(
      "div",
      { class: "table-left" },
      parts.dock.root,
      parts.dock.advice,
      parts.board.root,
      parts.supply.root,
      parts.seats.own,
    ),
    h("div", { class: "table-right" }, parts.seats.rivals, parts.log.root),
  );
  const mark = marker(root);
  let picked = null;
  let last = null;

  const view = {
    root,
    above,
    parts,
    /** Draw it. The context holds who sits where, what may be done, and what else the dock shows. */
    update(table, context, shown = null) {
      if (last?.table.version !== table.version) picked = null;
      last = { table, context, shown };
      const live = context.interactive && table.your_turn && !shown;
      const targets = live ? targetsOf(table.actions) : null;
      const pick = (key) => {
        picked = key;
        view.again();
        const first = targets.get(key)?.[0];
        const button = first && parts.dock.root.querySelector(`[data-key="act-${first.index}"]`);
        button?.focus();
        button?.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
      };
      const whole = {
        ...context,
        targets,
        pick,
        picked,
        hover: (action) =>
          action.target.kind === "wheel" && {
            pointerenter: () => preview(table, action),
            focus: () => preview(table, action),
          },
      };
      parts.trail.update(table);
      parts.board.update(table, whole);
      parts.supply.update(table, whole);
      parts.seats.update(table, whole);
      parts.dock.update(table, whole, shown);
      root.classList.toggle("my-turn", Boolean(live));
      root.classList.toggle("finished", table.over);
      root.dataset.version = table.version;
      mark();
    },
    again: () => last && view.update(last.table, last.context, last.shown),
    /** Draw again with something changed in the context. */
    amend(changes) {
      if (last) view.update(last.table, { ...last.context, ...changes }, last.shown);
    },
  };

  function preview(table, action) {
    const row = action.changes.crests.find((each) => each.seat === table.seat) ?? action.changes.crests[0];
    parts.board.preview(table, row.seat, row.colours[0]);
  }
  return view;
}
