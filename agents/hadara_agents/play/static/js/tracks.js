// The four tracks of a player, with what they are good for marked along the way.

import { h, icon, unseen } from "./dom.js";
import { COLOUR_OF, plural, TRACKS } from "./box.js";

const REACH = 32;

function marks(name, seat, table) {
  if (name === "military") {
    return table.colonies.map(({ need }) => ({
      at: need,
      icon: "colony",
      done: seat.colonies.some((each) => each.need === need),
    }));
  }
  if (name === "culture") {
    return table.busts.map(({ need }) => ({
      at: need,
      icon: "bust",
      done: seat.busts.some((each) => each.need === need),
    }));
  }
  if (name === "food") return [{ at: seat.display.length, icon: "card", done: false, short: seat.hungry > 0 }];
  return [];
}

function note(name, seat) {
  if (name === "income") return `next income ${plural(seat.income, "coin")}`;
  if (name === "food") {
    return seat.hungry > 0
      ? `${plural(seat.hungry, "card")} more than food`
      : `feeds ${plural(seat.display.length, "card")}`;
  }
  return "";
}

/** One track as a bar; its end grows with those who go beyond it. */
function bar(name, seat, table) {
  const value = seat.tracks[name];
  const reach = Math.max(REACH, value);
  const share = (x) => `${(100 * Math.min(x, reach)) / reach}%`;
  const remark = note(name, seat);
  return h(
    "li",
    {
      class: `bar ${COLOUR_OF[name]} ${name === "food" && seat.hungry ? "short" : ""}`,
      title: `${name} ${value}${remark && `, ${remark}`}`,
    },
    unseen(`${name} ${value}${remark && `, ${remark}`}`),
    h("span", { class: "bar-icon", "aria-hidden": "true" }, icon(name)),
    h("span", { class: "bar-value", "aria-hidden": "true", "data-was": `${seat.seat}-${name}` }, String(value)),
    h(
      "span",
      { class: "bar-way", "aria-hidden": "true" },
      h("span", { class: "bar-fill", css: { "inline-size": share(value) } }),
      marks(name, seat, table).map((mark) =>
        h(
          "span",
          {
            class: `bar-mark ${mark.done ? "done" : ""} ${mark.at <= value ? "met" : ""} ${mark.short ? "short" : ""}`,
            css: { left: share(mark.at) },
          },
          icon(mark.icon),
        ),
      ),
    ),
  );
}

export const bars = (seat, table) =>
  h(
    "ul",
    { class: "bars" },
    TRACKS.map((name) => bar(name, seat, table)),
  );

/** The four numbers alone, for where there is little room. */
export const numbers = (seat) =>
  h(
    "ul",
    { class: "numbers" },
    TRACKS.map((name) =>
      h(
        "li",
        {
          class: `number ${COLOUR_OF[name]} ${name === "food" && seat.hungry ? "short" : ""}`,
          title: `${name} ${seat.tracks[name]}`,
        },
        icon(name, name),
        h("span", { "data-was": `${seat.seat}-${name}` }, String(seat.tracks[name])),
      ),
    ),
  );
