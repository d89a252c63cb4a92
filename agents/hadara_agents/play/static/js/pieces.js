// The small pieces every part of the table is made of: coins, points, tracks, crests, seals, tokens.

import { h, icon, s, scene } from "./dom.js";
import { box, COLOUR_OF, plural, signed, TRACKS } from "./box.js";

/** An amount of coins, in a coin. */
export const coin = (amount, className = "") =>
  h("span", { class: `coin ${className}`, role: "img", "aria-label": plural(amount, "coin") }, String(amount));

/** Points, in a hexagon. */
export const points = (amount, className = "") =>
  h(
    "span",
    { class: `points ${className}`, role: "img", "aria-label": plural(amount, "point") },
    h("span", { "aria-hidden": "true" }, String(amount)),
  );

/** The symbol of a track with a number. */
export const track = (name, value, className = "") =>
  h("span", { class: `track-value ${COLOUR_OF[name]} ${className}` }, icon(name, name), String(value));

/** What moves on the tracks: only what does. */
export const steps = (values, sign = false) =>
  TRACKS.filter((name) => values?.[name]).map((name) => track(name, sign ? signed(values[name]) : values[name]));

export const crestName = (slot) => {
  const crest = box.crests[slot];
  return typeof crest === "string" ? crest : crest?.name;
};

/** A player's crest on its medallion. */
export function crest(slot, seat, className = "") {
  const name = crestName(slot);
  return h(
    "span",
    { class: `crest seat-${seat} ${className}`, role: "img", "aria-label": `crest: ${name}` },
    icon(name),
  );
}

/** A seal; a silver one may carry the track it will score. */
export function seal(metal, trackName = null) {
  const label = trackName ? `silver seal on ${trackName}` : `${metal} seal`;
  return h(
    "span",
    { class: `seal-mark ${metal}`, role: "img", "aria-label": label, title: label },
    icon("seal"),
    trackName && h("span", { class: `seal-track ${COLOUR_OF[trackName]}` }, icon(trackName)),
  );
}

/** A bonus token, front up with its track, or back up. */
export const token = (trackName, className = "") =>
  h(
    "span",
    { class: `token ${COLOUR_OF[trackName]} ${className}`, role: "img", "aria-label": `${trackName} token` },
    icon(trackName),
  );

/** A marble head; its material shows what it takes to carve it. */
export function bustHead(need) {
  return h(
    "span",
    { class: `bust-head need-${need}`, "aria-hidden": "true" },
    s("svg", { viewBox: "0 0 60 70" }, s("use", { href: "#sc-bust" })),
  );
}

export const island = (need) => h("span", { class: `island need-${need}`, "aria-hidden": "true" }, scene("colony"));

/** What an action would change, as a row of chips; coins only where the price does not say them already. */
export function changeChips(changes, price = 0) {
  const chips = [];
  if (!changes) return chips;
  if (changes.coins && changes.coins !== -price)
    chips.push(h("span", { class: "chip" }, icon("coin", "coins"), signed(changes.coins)));
  for (const name of TRACKS) {
    const value = changes.tracks?.[name];
    if (value) chips.push(h("span", { class: `chip ${COLOUR_OF[name]}` }, icon(name, name), signed(value)));
  }
  if (changes.points) chips.push(h("span", { class: "chip pts" }, icon("points", "points"), signed(changes.points)));
  return chips;
}

/** The same in words, for labels. */
export function changeWords(changes) {
  const words = [];
  if (changes?.coins) words.push(`${signed(changes.coins)} coins`);
  for (const name of TRACKS) if (changes?.tracks?.[name]) words.push(`${name} ${signed(changes.tracks[name])}`);
  if (changes?.points) words.push(`${signed(changes.points)} points if the game ended now`);
  return words.join(", ");
}
