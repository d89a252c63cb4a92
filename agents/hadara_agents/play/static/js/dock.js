// The dock: what is to be decided now, or who is being waited for, and what was just revealed.

import { h, refill } from "./dom.js";
import { back, face, withCards } from "./cards.js";
import { choices } from "./choices.js";
import { crest } from "./pieces.js";

/** "draft:buy:1Y03" in words. */
function chosenWords({ name, token }) {
  const [kind, first, second] = name.split(":");
  if (kind === "side") return `side ${first}`;
  return `${first} ${second}${token ? ` with the ${token} token` : ""}`;
}

function waiting(table, context) {
  const names = context.names;
  if (table.simultaneous) {
    const chosen = context.own !== null ? table.seats[context.own].chosen : null;
    return h(
      "div",
      { class: "waiting" },
      h(
        "p",
        {},
        chosen && ["You chose: ", withCards(chosenWords(chosen)), ". "],
        "Everybody chooses at the same time; the cards are shown together.",
      ),
      h(
        "div",
        { class: "together" },
        table.choosing.map((seat) =>
          h(
            "span",
            { class: `chooser seat-${seat}` },
            crest(table.wheel.crests[seat], seat),
            h("span", {}, names[seat]),
            h(
              "span",
              { class: "two-backs", "aria-hidden": "true" },
              table.seats[seat].hand.map(() => back(table.seats[seat].hand_colour ?? "purple")),
            ),
          ),
        ),
      ),
    );
  }
  if (table.over) return null;
  if (table.turn === null) return h("p", { class: "waiting" }, "The game goes on.");
  return h(
    "div",
    { class: "waiting" },
    h(
      "span",
      { class: `chooser seat-${table.turn}` },
      crest(table.wheel.crests[table.turn], table.turn),
      h("span", {}, `${names[table.turn]} ${context.kinds[table.turn] === "agent" ? "is thinking" : "is to play"}`),
      h("i", { class: "dots", "aria-hidden": "true" }),
    ),
  );
}

/** Cards that were shown together: what each kept, what each placed. */
export function reveal(entries, table, context) {
  return h(
    "div",
    { class: "reveal" },
    h("p", { class: "todo" }, "Everybody shows what they chose."),
    h(
      "div",
      { class: "reveal-row" },
      entries.map((entry, at) => {
        const placed = entry.placed ? context.box.cards[entry.placed] : null;
        const colour = placed?.colour ?? "purple";
        const seat = table.seats[entry.seat];
        return h(
          "div",
          { class: `reveal-seat seat-${entry.seat}`, css: { "--at": at } },
          h(
            "p",
            { class: "reveal-who" },
            crest(table.wheel.crests[entry.seat], entry.seat),
            h("span", {}, entry.seat === context.own ? "You" : context.names[entry.seat]),
          ),
          h(
            "div",
            { class: "reveal-cards" },
            h(
              "figure",
              { class: `flip ${entry.kind}` },
              entry.card && entry.kind === "buy"
                ? face(entry.card, { token: seat.card_tokens?.[entry.card] ?? null })
                : entry.card
                  ? face(entry.card)
                  : back(colour),
              h("figcaption", {}, entry.kind === "buy" ? "bought" : "sold"),
            ),
            entry.placed && h("figure", { class: "flip placed" }, face(entry.placed), h("figcaption", {}, "placed")),
          ),
        );
      }),
    ),
  );
}

function title(table, context) {
  if (table.over) return "The game is over";
  if (table.your_turn && context.interactive) return "Your decision";
  return table.simultaneous ? "Everybody chooses" : "At the table";
}

export function makeDock() {
  const root = h("section", { class: "dock paper", "aria-label": "decision", tabindex: "-1" });
  const advice = h("div", { class: "advice-place" });
  return {
    root,
    advice,
    update(table, context, shown = null) {
      const mine = table.your_turn && context.interactive && !shown;
      root.classList.toggle("yours", mine);
      refill(
        root,
        h(
          "header",
          { class: "dock-head" },
          h("h2", {}, shown ? "The draw" : title(table, context)),
          mine && context.tools,
        ),
        shown ?? [
          mine && h("p", { class: "todo" }, table.todo),
          mine ? choices(table, context) : [context.aside ?? waiting(table, context), context.beside],
        ],
      );
      refill(advice, mine ? context.adviceBox : null);
    },
  };
}
