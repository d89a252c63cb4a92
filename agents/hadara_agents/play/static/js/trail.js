// Where the game stands: three epochs, two phases, and the steps of the phase being played.

import { h, icon, refill } from "./dom.js";
import { EPOCHS } from "./box.js";

const A = ["draft", "colony", "bust"];
const B = ["take", "colony", "bust", "feed", "seal"];
const ICONS = { draft: "card", take: "card", colony: "colony", bust: "bust", feed: "food", seal: "seal" };
const WORDS = { draft: "draws", take: "open cards", colony: "colonies", bust: "busts", feed: "feeding", seal: "seals" };

function pips(table, kind) {
  const now = table.step === kind || (table.step === "token" && table.round !== null);
  if (kind !== "draft" && kind !== "take") return null;
  return h(
    "span",
    { class: "pips" },
    [1, 2, 3, 4, 5].map((n) =>
      h("i", { class: now && n < table.round ? "past" : now && n === table.round ? "now" : "" }),
    ),
  );
}

/** The steps of both phases as a row of marks. */
export function makeTrail() {
  const root = h("div", { class: "trail" });
  return {
    root,
    update(table) {
      const early = table.step === "side" || table.step === "wheel";
      const step = table.step === "token" ? (table.phase === "A" ? "draft" : "take") : table.step;
      const phase = (letter, kinds) =>
        h(
          "span",
          { class: `phase ${table.phase === letter && !table.over ? "now" : ""}` },
          h("b", {}, letter),
          kinds.map((kind) =>
            h(
              "span",
              { class: `mark ${!early && table.phase === letter && step === kind ? "now" : ""}`, title: WORDS[kind] },
              icon(ICONS[kind]),
              pips(table.phase === letter ? table : { step: "" }, kind),
            ),
          ),
        );
      refill(
        root,
        h(
          "span",
          { class: "epochs", "aria-hidden": "true" },
          [1, 2, 3].map((epoch) =>
            h(
              "span",
              { class: `epoch ${epoch === table.epoch ? "now" : epoch < table.epoch || table.over ? "past" : ""}` },
              EPOCHS[epoch],
            ),
          ),
        ),
        h("span", { class: "phases", "aria-hidden": "true" }, phase("A", A), phase("B", B)),
        h("p", { class: "headline" }, table.headline),
      );
    },
  };
}
