// What happened, line by line. New lines are spoken by screen readers.

import { h } from "./dom.js";
import { withCards } from "./cards.js";
import { crest } from "./pieces.js";

const HEADINGS = new Set(["epoch", "phase", "round", "step", "over"]);

/** "Ann buys 1Y03 for 2". */
export const sentence = (entry, names) => (entry.seat === null ? entry.text : `${names[entry.seat]} ${entry.text}`);

export function makeLog() {
  const list = h("ol");
  const place = h(
    "div",
    { class: "log-list", role: "log", "aria-live": "polite", "aria-label": "what happened", tabindex: "0" },
    list,
  );
  const root = h("section", { class: "log paper", "aria-label": "log" }, h("h2", { class: "overline" }, "Log"), place);
  let last = -1;
  return {
    root,
    /** Do not speak: something else does. */
    quiet: () => place.setAttribute("aria-live", "off"),
    clear() {
      last = -1;
      list.replaceChildren();
    },
    /** Add what is new; returns it. */
    add(entries, table, names) {
      const fresh = entries.filter((entry) => entry.id > last);
      if (!fresh.length) return fresh;
      const low = place.scrollHeight - place.scrollTop - place.clientHeight < 60;
      for (const entry of fresh) {
        last = entry.id;
        list.append(
          HEADINGS.has(entry.kind) || entry.seat === null
            ? h("li", { class: `log-head k-${entry.kind}` }, entry.text)
            : h(
                "li",
                { class: `log-line seat-${entry.seat} k-${entry.kind}` },
                crest(table.wheel.crests[entry.seat], entry.seat),
                h("span", {}, h("b", {}, names[entry.seat]), " ", withCards(entry.text)),
              ),
        );
      }
      if (low) place.scrollTop = place.scrollHeight;
      return fresh;
    },
  };
}
