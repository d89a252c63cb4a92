// What is in the box: facts that never change during a game, fetched once.

import { get } from "./api.js";

export const COLOURS = ["yellow", "red", "blue", "green", "purple"];
export const TRACKS = ["income", "military", "culture", "food"];
export const SYMBOL = { yellow: "income", red: "military", blue: "culture", green: "food", purple: "purple" };
export const COLOUR_OF = { income: "yellow", military: "red", culture: "blue", food: "green" };
export const EPOCHS = ["", "I", "II", "III"];
export const SOURCES = ["colonies", "busts", "silver", "gold", "cards", "coins"];
export const SOURCE_WORDS = {
  colonies: "Colonies",
  busts: "Busts",
  silver: "Silver seals",
  gold: "Gold seals",
  cards: "Cards",
  coins: "Coins",
};
export const SOURCE_ICON = {
  colonies: "colony",
  busts: "bust",
  silver: "seal",
  gold: "seal",
  cards: "card",
  coins: "coin",
};

export const box = { cards: {}, crests: [], rules: null, options: null };

/** Everything the page needs to know before it can show a table. */
export async function open() {
  const [facts, options] = await Promise.all([get("/api/box"), get("/api/options")]);
  Object.assign(box, facts, { options });
  if (Array.isArray(facts.cards)) box.cards = Object.fromEntries(facts.cards.map((card) => [card.id, card]));
}

let rules;

/** The rules in clauses, fetched when somebody asks. */
export function rulebook() {
  rules ??= get("/api/rules").catch((problem) => {
    rules = undefined;
    throw problem;
  });
  return rules;
}

export const card = (id) => box.cards[id];
export const plural = (count, word) => `${count} ${word}${Math.abs(count) === 1 ? "" : "s"}`;
export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** "a", "a and b", "a, b and c". */
export function listed(parts) {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
