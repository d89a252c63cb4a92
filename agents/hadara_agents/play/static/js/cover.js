// Pass and play: between two persons the table lies covered, so that nobody sees a hand that is not theirs.

import { h, icon, refill } from "./dom.js";
import { crest } from "./pieces.js";

/** A curtain over everything until the person named takes the seat. */
export function cover(root, seat, name, slot) {
  return new Promise((taken) => {
    const button = h(
      "button",
      { type: "button", class: "button primary", on: { click: taken } },
      icon("eye"),
      `I am ${name}: show my hand`,
    );
    refill(
      root,
      h(
        "main",
        { class: "curtain" },
        h(
          "div",
          { class: "curtain-in paper" },
          slot === undefined ? null : crest(slot, seat),
          h("h1", {}, `${name} is next`),
          h("p", {}, "Hand over the screen. Nobody else should look."),
          button,
        ),
      ),
    );
    button.focus();
  });
}
