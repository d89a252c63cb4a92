// The ring: five segments around the wheel, inner piles, outer stacks, and where each crest points.

import { calm, dialog, h, icon, refill, s } from "./dom.js";
import { EPOCHS, plural, SYMBOL } from "./box.js";
import { back, cardWords, face } from "./cards.js";
import { crestName } from "./pieces.js";

const PLACES = 5;
const RIM = 49.4;
const RIM_IN = 45.4;
const HUB = 14.2;
// Middles in hundredths of the board, so that piles and stacks never cover each other or the wheel.
const STACK_AT = [
  [50, 16.4],
  [81.6, 39.4],
  [70.4, 77.2],
  [29.6, 77.2],
  [18.4, 39.4],
];
const PILE_AT = [
  [50, 29.8],
  [68.7, 45.2],
  [61.6, 66],
  [38.4, 66],
  [31.3, 45.2],
];

const at = (place, radius) => {
  const angle = (2 * Math.PI * place) / PLACES;
  return [50 + radius * Math.sin(angle), 50 - radius * Math.cos(angle)];
};
const point = (place, radius) =>
  at(place, radius)
    .map((x) => x.toFixed(2))
    .join(" ");

function wedge(place, inner, outer, className) {
  const gap = 0.485;
  return s("path", {
    class: className,
    d:
      `M${point(place - gap, outer)}A${outer} ${outer} 0 0 1 ${point(place + gap, outer)}` +
      `L${point(place + gap, inner)}A${inner} ${inner} 0 0 0 ${point(place - gap, inner)}z`,
  });
}

function symbolAt(name, place, radius, size, className) {
  const [x, y] = at(place, radius);
  return s("use", {
    href: `#hd-${name}`,
    x: x - size / 2,
    y: y - size / 2,
    width: size,
    height: size,
    class: className,
  });
}

/** The board; `update` redraws what lies on it and turns the wheel. */
export function makeBoard() {
  const ground = s("svg", { viewBox: "0 0 100 100", class: "ring", "aria-hidden": "true" });
  const wheel = h("div", { class: "wheel" });
  const spots = h("div", { class: "spots" });
  const root = h(
    "section",
    { class: "board", "aria-label": "board" },
    h("div", { class: "board-in" }, ground, wheel, spots),
  );
  let turn = null;
  let shape = "";
  let owners = [];

  function drawGround(table) {
    const order = table.ring.map((segment) => segment.colour);
    refill(
      ground,
      s("circle", { cx: 50, cy: 50, r: 49.9, class: "ring-edge" }),
      order.map((colour, place) =>
        s(
          "g",
          { class: colour },
          wedge(place, HUB + 0.8, RIM_IN, "segment"),
          wedge(place, RIM_IN + 0.4, RIM, "rim"),
          [-0.33, 0.33].map((side) => symbolAt(SYMBOL[colour], place + side, 40, 5, "segment-symbol")),
        ),
      ),
      s("circle", { cx: 50, cy: 50, r: HUB, class: "hub" }),
    );
  }

  function drawWheel(table) {
    owners = [];
    table.wheel.crests.forEach((slot, seat) => (owners[slot] = seat));
    refill(
      wheel,
      Array.from({ length: PLACES }, (_, slot) => {
        const seat = owners[slot];
        const mine = seat !== undefined && seat === table.seat;
        return h(
          "div",
          {
            class: `spoke ${seat === undefined ? "nobody" : `seat-${seat}`} ${mine ? "mine" : ""}`,
            css: { "--slot": slot },
          },
          h("span", { class: "pointer" }),
          h("span", { class: "medal" }, icon(crestName(slot))),
        );
      }),
    );
  }

  /** Turn so that crest 0 points at this place; always clockwise, as a hand would. */
  function rotate(place) {
    turn = turn === null ? place : turn + ((((place - turn) % PLACES) + PLACES) % PLACES);
    wheel.style.setProperty("--turn", `${turn * 72}deg`);
  }

  /** Before the wheel is set its crests point between the segments. */
  function placeOf(table) {
    if (table.wheel.position === null) return null;
    const place = table.ring.findIndex((segment) => segment.crest !== null && segment.crest !== undefined);
    if (place < 0) return null;
    return (place - table.ring[place].crest + PLACES) % PLACES;
  }

  return {
    root,
    /** Show how the wheel would stand: seat draws first from this colour. */
    preview(table, seat, colour) {
      const place = table.ring.findIndex((segment) => segment.colour === colour);
      root.classList.add("previewing");
      rotate((place - table.wheel.crests[seat] + PLACES) % PLACES);
    },
    update(table, { targets, pick, names }) {
      const now = JSON.stringify([table.ring.map((segment) => segment.colour), table.wheel.crests, table.seat]);
      if (now !== shape) {
        shape = now;
        drawGround(table);
        drawWheel(table);
      }
      root.classList.remove("previewing");
      const place = placeOf(table);
      const set = table.wheel.position !== null;
      wheel.classList.toggle("resting", place === null);
      if (place !== null) rotate(place);
      else if (!set || turn === null) rotate(set ? table.wheel.position : Math.floor(turn ?? 0) + 0.5);
      refill(
        spots,
        table.ring.map((segment, at) => [
          pile(segment, at),
          stack(table, segment, at, targets?.get(`outer:${segment.colour}`), pick),
          place !== null &&
            segment.crest_seat !== null &&
            h("p", { class: "unseen" }, `The crest of ${names[segment.crest_seat]} points at ${segment.colour}.`),
        ]),
        h("p", { class: "board-epoch", "aria-hidden": "true" }, EPOCHS[table.epoch]),
      );
    },
  };
}

function placed(spot) {
  return { left: `${spot[0]}%`, top: `${spot[1]}%` };
}

function pile(segment, at) {
  if (!segment.pile) return null;
  return h(
    "div",
    { class: `pile deep-${Math.min(4, Math.ceil(segment.pile / 2))}`, css: placed(PILE_AT[at]) },
    back(segment.colour, "", `${plural(segment.pile, "card")} face down on the inner pile ${segment.colour}`),
    h("span", { class: "count", "aria-hidden": "true" }, String(segment.pile)),
  );
}

function stack(table, segment, at, actions, pick) {
  const size = segment.outer.length;
  const css = placed(STACK_AT[at]);
  if (!size) {
    return h(
      "div",
      {
        class: `stack empty ${segment.colour}`,
        css,
        role: "img",
        "aria-label": `outer stack ${segment.colour}, empty`,
      },
      icon(SYMBOL[segment.colour]),
    );
  }
  const top = segment.outer[size - 1];
  const price = table.prices?.[top] ?? null;
  const words =
    `outer stack ${segment.colour}, ${plural(size, "card")}, on top ${cardWords(top)}` +
    (price === null ? "" : `, price for you ${price}`) +
    (actions ? ". Choose this card" : ". Look through the stack");
  const card = face(top, {
    price,
    tag: "button",
    className: actions ? "can" : "",
    props: {
      type: "button",
      "aria-label": words,
      "data-key": `outer-${segment.colour}`,
      on: { click: () => (actions ? pick(`outer:${segment.colour}`) : showStack(segment, table)) },
    },
  });
  return h(
    "div",
    { class: `stack ${segment.colour} deep-${Math.min(4, size)} ${calm() ? "" : "lively"}`, css },
    card,
    size > 1 &&
      h(
        "button",
        {
          type: "button",
          class: "count",
          "data-key": `count-${segment.colour}`,
          "aria-label": `look through the outer stack ${segment.colour}, ${plural(size, "card")}`,
          on: { click: () => showStack(segment, table) },
        },
        String(size),
      ),
  );
}

/** What lies in an outer stack; everybody saw it being placed. */
export function showStack(segment, table) {
  const cards = [...segment.outer].reverse();
  dialog(
    `Outer stack ${segment.colour}`,
    h(
      "div",
      {},
      h("p", {}, `${plural(cards.length, "card")}, the top card first. Only the top card can be taken.`),
      h(
        "div",
        { class: "card-row" },
        cards.map((id) => face(id, { price: table.prices?.[id] ?? null })),
      ),
    ),
  );
}
