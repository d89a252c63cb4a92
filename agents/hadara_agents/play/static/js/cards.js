// Cards: the whole face, the narrow strip of one among many, the chip inside a sentence, and the back.

import { h, icon, scene } from "./dom.js";
import { card as find, COLOUR_OF, EPOCHS, SYMBOL, TRACKS } from "./box.js";
import { coin, points, steps, token, track } from "./pieces.js";

const i = (name, className = "") => icon(name, "", className);
const coloured = (name) => i(name, `ink ${COLOUR_OF[name] ?? ""}`);

// A short sign for each ability, the same everywhere. Numbers in comments are clauses of the rules.
const SIGNS = {
  sell_bonus: () => ["sell +1", i("coin", "gold")], // X1
  bonus_token: () => [i("token"), "+2"], // X2
  colony_coins: () => [i("colony"), "+4", i("coin", "gold")], // X3
  seal_discount: () => [i("seal"), "−", i("coin", "gold")], // X4
  yellow_step: () => [coloured("income"), "+1 /", i("card", "ink yellow")], // X0
  red_step: () => [coloured("military"), "+1 /", i("card", "ink red")],
  blue_step: () => [coloured("culture"), "+1 /", i("card", "ink blue")],
  green_step: () => [coloured("food"), "+1 /", i("card", "ink green")],
  pay_to_feed: () => ["2", i("coin", "gold"), "→", coloured("food")], // X5
  surplus_food: () => [coloured("food"), "→ 3", i("coin", "gold")], // X6
  balanced_income: () => [...["military", "culture", "food"].map(coloured), "+2", i("coin", "gold")], // X7
  bust_steps: () => [i("bust"), "+2"], // X8
  full_silver: () => [i("seal"), "½→1"], // X9
  set_points: () => [i("set"), "+4", i("points")], // X10
  set_joker: () => [i("set"), "+1", i("card", "gold")], // X11
  double_step: () => [i("colony"), i("bust"), "×2"], // X12
  lower_requirement: () => [i("colony"), i("bust"), "−4"], // X13
  buy_requirement: () => [i("colony"), i("bust"), "3", i("coin", "gold")], // X14
};

export const abilitySign = (ability) => (ability && SIGNS[ability] ? SIGNS[ability]() : null);

/** A card in words, as a screen reader says it. */
export function cardWords(id) {
  const facts = find(id);
  return facts?.text ?? id;
}

/** A whole card. `price` is what the viewer would pay, where it differs from what is printed. */
export function face(id, { price = null, className = "", tag = "div", props = {}, token: laid = null } = {}) {
  const facts = find(id);
  const cheaper = price !== null && price !== undefined && price !== facts.cost;
  const values = TRACKS.filter((name) => facts.values[name]);
  const label = cardWords(id) + (cheaper ? `, for you ${price}` : "");
  return h(
    tag,
    {
      class: `card ${facts.colour} epoch-${facts.epoch} ${className}`,
      title: label,
      ...labelled(tag, label),
      ...props,
    },
    h("span", { class: "card-art", "aria-hidden": "true" }, scene(facts.colour)),
    h(
      "span",
      { class: "card-band", "aria-hidden": "true" },
      coin(cheaper ? price : facts.cost, cheaper ? "cheaper" : ""),
      cheaper && h("s", { class: "printed" }, String(facts.cost)),
      i(SYMBOL[facts.colour], "card-symbol"),
      h("span", { class: "card-epoch" }, EPOCHS[facts.epoch]),
    ),
    h(
      "span",
      { class: `card-gives n${values.length}`, "aria-hidden": "true" },
      values.map((name) => track(name, facts.values[name])),
      laid ? h("span", { class: "sign" }, token(laid), "+2") : sign(facts),
    ),
    facts.points > 0 && points(facts.points, "card-points"),
    facts.star && i("star", "card-star"),
  );
}

const labelled = (tag, label) => (tag === "button" ? { "aria-label": label } : { role: "img", "aria-label": label });
const sign = (facts) => facts.ability && h("span", { class: "sign" }, abilitySign(facts.ability));

/** One line of a card: what it gives and its points. */
export function strip(id, { price = null, tag = "li", props = {}, className = "", token: laid = null } = {}) {
  const facts = find(id);
  const label = cardWords(id);
  const inside = [
    price !== null && coin(price, "tiny"),
    h(
      "span",
      { class: "strip-gives" },
      steps(facts.values),
      laid ? h("span", { class: "sign" }, token(laid), "+2") : sign(facts),
    ),
    facts.points > 0 && points(facts.points, "tiny"),
  ];
  return h(
    tag,
    { class: `strip ${facts.colour} ${className}`, title: label, ...props },
    h("span", { class: "unseen" }, label),
    h("span", { class: "strip-in", "aria-hidden": "true" }, inside),
  );
}

/** A card inside a sentence. */
export function chip(id) {
  const facts = find(id);
  if (!facts) return document.createTextNode(id);
  return h(
    "span",
    { class: `card-chip ${facts.colour}`, title: cardWords(id) },
    i(SYMBOL[facts.colour]),
    h("span", { class: "unseen" }, `${facts.colour} card `),
    h("span", { class: "chip-id" }, id),
  );
}

/** A card face down; its colour shows. */
export function back(colour, className = "", label = `${colour} card, face down`) {
  return h(
    "span",
    { class: `card back ${colour} ${className}`, role: "img", "aria-label": label },
    i(SYMBOL[colour] ?? "card"),
  );
}

/** Text with card numbers in it becomes text with cards in it. */
export function withCards(text) {
  return text.split(/\b([123][YRBGP]\d\d)\b/).map((part, at) => (at % 2 ? chip(part) : part));
}
