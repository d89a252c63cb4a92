// The players: one's own area in full, the others in short with a closer look on demand.

import { dialog, h, icon, refill, unseen } from "./dom.js";
import { box, COLOURS, EPOCHS, plural, SYMBOL, TRACKS } from "./box.js";
import { strip } from "./cards.js";
import { bustHead, coin, crest, island, points, seal, steps, token, track } from "./pieces.js";
import { bars, numbers } from "./tracks.js";

/** The cards of a display in five columns. */
export function display(seat, { targets, pick } = {}) {
  return h(
    "div",
    { class: "display" },
    COLOURS.map((colour) => {
      const ids = seat.display.filter((id) => box.cards[id].colour === colour);
      return h(
        "div",
        { class: `column ${colour}` },
        h("h3", { class: "column-head" }, icon(SYMBOL[colour], colour), String(ids.length)),
        h(
          "ul",
          {},
          ids.map((id) => {
            const laid = seat.card_tokens?.[id] ?? null;
            const actions = targets?.get(`display:${id}`);
            if (!actions) return strip(id, { token: laid });
            return h(
              "li",
              {},
              strip(id, {
                token: laid,
                tag: "button",
                className: "can",
                props: { type: "button", "data-key": `display-${id}`, on: { click: () => pick(`display:${id}`) } },
              }),
            );
          }),
        ),
      );
    }),
  );
}

function colonyMark(each) {
  const how = each.state === "ally" ? "allied" : "plundered";
  const words = `colony of ${each.need}, ${how}, ${plural(each.points, "point")}`;
  return h(
    "li",
    { class: `holding ${each.state}`, title: words },
    unseen(words),
    h(
      "span",
      { class: "holding-in", "aria-hidden": "true" },
      island(each.need),
      each.state === "ally" && h("span", { class: "holding-steps" }, steps(each.values)),
      points(each.points, "tiny"),
    ),
  );
}

function bustMark(each) {
  const up = each.side === "front" ? `front up, ${plural(each.steps, "step")}` : "back up";
  const words = `bust of ${each.need}, ${each.token} token ${up}, ${plural(each.points, "point")}`;
  return h(
    "li",
    { class: "holding", title: words },
    unseen(words),
    h(
      "span",
      { class: "holding-in", "aria-hidden": "true" },
      bustHead(each.need),
      each.side === "front"
        ? track(each.token, `+${each.steps}`)
        : h("span", { class: "token-back" }, token(each.token, "back")),
      points(each.points, "tiny"),
    ),
  );
}

/** Colonies, busts, seals and tokens of one player. */
function holdings(seat) {
  const free = TRACKS.flatMap((name) =>
    Array.from({ length: 2 }, (_, k) => token(name, k < seat.tokens[name] ? "" : "used")),
  );
  const left = TRACKS.reduce((sum, name) => sum + seat.tokens[name], 0);
  return h(
    "div",
    { class: "holdings" },
    h(
      "div",
      {},
      h("h3", { class: "overline" }, "Colonies"),
      seat.colonies.length
        ? h("ul", { class: "held" }, seat.colonies.map(colonyMark))
        : h("p", { class: "none" }, "none yet"),
    ),
    h(
      "div",
      {},
      h("h3", { class: "overline" }, "Busts"),
      seat.busts.length ? h("ul", { class: "held" }, seat.busts.map(bustMark)) : h("p", { class: "none" }, "none yet"),
    ),
    h(
      "div",
      {},
      h("h3", { class: "overline" }, "Seals"),
      seat.silver.length + seat.gold
        ? h(
            "p",
            { class: "held" },
            seat.silver.map((name) => seal("silver", name)),
            Array.from({ length: seat.gold }, () => seal("gold")),
          )
        : h("p", { class: "none" }, "none yet"),
    ),
    h(
      "div",
      {},
      h("h3", { class: "overline" }, `Bonus tokens`),
      h(
        "p",
        { class: "held tokens" },
        unseen(`${left} free`),
        h("span", { class: "held", "aria-hidden": "true" }, free),
      ),
    ),
  );
}

const abilities = (seat) =>
  seat.abilities?.length > 0 &&
  h(
    "ul",
    { class: "abilities" },
    seat.abilities.map((each) =>
      h("li", {}, icon("purple"), `${each.words}${each.count > 1 ? ` ×${each.count}` : ""}`),
    ),
  );

function status(table, seat, context) {
  if (table.over) return null;
  if (table.simultaneous) {
    if (seat.chosen) return h("span", { class: "state done" }, icon("check"), "chosen");
    return table.choosing.includes(seat.seat)
      ? h("span", { class: "state now" }, "choosing", h("i", { class: "dots", "aria-hidden": "true" }))
      : h("span", { class: "state done" }, icon("check"), "ready");
  }
  if (table.turn !== seat.seat) return null;
  return h(
    "span",
    { class: "state now" },
    context.kinds[seat.seat] === "agent" ? "thinking" : "to play",
    h("i", { class: "dots", "aria-hidden": "true" }),
  );
}

const firstMark = (table, seat) =>
  table.first?.[table.epoch - 1] === seat.seat &&
  h("span", { class: "first", title: `first player of epoch ${EPOCHS[table.epoch]}` }, icon("flag", "first player"));

function head(table, seat, context) {
  return h(
    "header",
    { class: "seat-head" },
    crest(table.wheel.crests[seat.seat], seat.seat),
    h(
      "h2",
      { class: "seat-name" },
      h("span", { class: "name" }, context.names[seat.seat]),
      h(
        "small",
        {},
        seat.seat === context.own && context.interactive !== undefined && !context.open
          ? "you"
          : context.labels[seat.seat],
      ),
    ),
    firstMark(table, seat),
    status(table, seat, context),
    h("span", { class: "purse" }, coin(seat.coins), points(seat.points.total)),
  );
}

/** One's own area. */
export function ownArea(table, seat, context) {
  return h(
    "section",
    { class: `area own paper seat-${seat.seat}`, "aria-label": `area of ${context.names[seat.seat]}` },
    head(table, seat, context),
    h(
      "div",
      { class: "own-in" },
      h("div", { class: "own-left" }, bars(seat, table), abilities(seat)),
      display(seat, context),
      holdings(seat),
    ),
  );
}

/** Another player in short. */
export function rivalArea(table, seat, context) {
  const name = context.names[seat.seat];
  const look = () =>
    dialog(
      name,
      h(
        "div",
        { class: `area own in-dialog seat-${seat.seat}` },
        h(
          "div",
          { class: "own-in" },
          h("div", { class: "own-left" }, bars(seat, table), abilities(seat)),
          display(seat),
          holdings(seat),
        ),
      ),
      { wide: true },
    );
  const active = !table.over && (table.simultaneous ? table.choosing.includes(seat.seat) : table.turn === seat.seat);
  return h(
    "section",
    { class: `area rival paper seat-${seat.seat} ${active ? "active" : ""}`, "aria-label": `area of ${name}` },
    head(table, seat, context),
    numbers(seat),
    h(
      "div",
      { class: "rival-row" },
      h(
        "ul",
        { class: "counts" },
        COLOURS.map((colour) =>
          h(
            "li",
            { class: `count-card ${colour}`, title: `${plural(seat.colours[colour], `${colour} card`)}` },
            unseen(plural(seat.colours[colour], `${colour} card`)),
            h("span", { "aria-hidden": "true" }, icon(SYMBOL[colour]), String(seat.colours[colour])),
          ),
        ),
      ),
      h(
        "p",
        { class: "trophies" },
        seat.colonies.map((each) =>
          h(
            "span",
            { class: `trophy ${each.state}`, title: `colony of ${each.need}, ${each.state}` },
            icon("colony", `colony of ${each.need}`),
            String(each.need),
          ),
        ),
        seat.busts.map((each) =>
          h(
            "span",
            { class: "trophy bust", title: `bust of ${each.need}` },
            icon("bust", `bust of ${each.need}`),
            String(each.need),
          ),
        ),
        seat.silver.map((name) => seal("silver", name)),
        Array.from({ length: seat.gold }, () => seal("gold")),
      ),
      h(
        "button",
        {
          type: "button",
          class: "plain look",
          "data-key": `look-${seat.seat}`,
          "aria-label": `look at the cards of ${name}`,
          title: "all cards",
          on: { click: look },
        },
        icon("eye"),
      ),
    ),
  );
}

/** All players: the viewer's area apart, the others in order of play after the viewer. */
export function makeSeats() {
  const own = h("div", { class: "own-place" });
  const rivals = h("section", { class: "rivals", "aria-label": "other players" });
  return {
    own,
    rivals,
    update(table, context) {
      const me = context.own;
      const count = table.num_players;
      const others = Array.from({ length: count }, (_, k) => (k + (me === null ? 0 : me + 1)) % count).filter(
        (seat) => seat !== me,
      );
      refill(own, me === null ? null : ownArea(table, table.seats[me], context));
      refill(
        rivals,
        others.map((seat) => rivalArea(table, table.seats[seat], context)),
      );
    },
  };
}
