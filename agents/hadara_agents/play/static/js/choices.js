// The decision of the person at the table: one set of buttons for each kind of step.

import { h, icon } from "./dom.js";
import { box, plural, SYMBOL, TRACKS } from "./box.js";
import { face, strip, withCards } from "./cards.js";
import {
  bustHead,
  changeChips,
  changeWords,
  coin,
  crest,
  island,
  points,
  seal,
  steps,
  token,
  track,
} from "./pieces.js";

/** The button of one action. Its label tells price and changes, its face shows them. */
export function actionButton(action, context, inside, { className = "", chips = true } = {}) {
  const words = changeWords(action.changes);
  const label = `${action.label}${words ? `. Changes: ${words}` : ""}${action.note ? `. ${action.note}` : ""}`;
  const advised = context.advised === action.index;
  return h(
    "button",
    {
      type: "button",
      class: `act ${className} ${advised ? "advised" : ""}`,
      "aria-label": label,
      title: label,
      "data-key": `act-${action.index}`,
      "data-action": action.name,
      on: { click: () => context.act(action), ...context.hover?.(action) },
    },
    h("span", { class: "act-face", "aria-hidden": "true" }, inside),
    chips && h("span", { class: "act-chips", "aria-hidden": "true" }, changeChips(action.changes, action.price)),
    advised && h("span", { class: "advice", "aria-hidden": "true" }, icon("bulb")),
  );
}

const verb = (word, price) =>
  price === 0
    ? [h("b", {}, word), coin(0)]
    : price > 0
      ? [h("b", {}, word), coin(price)]
      : [h("b", {}, word), h("span", { class: "plus" }, "+"), coin(-price)];
const buySell = (action, context) =>
  actionButton(action, context, verb(action.target.do === "buy" ? "Buy" : "Sell", action.price), {
    className: action.target.do,
  });
const passButton = (action, context) =>
  action && actionButton(action, context, h("b", {}, "Pass"), { className: "pass" });
const passOf = (actions) => actions.find((action) => action.target.kind === "pass");

function draft(table, actions, context) {
  const hand = table.seats[table.seat].hand;
  return h(
    "div",
    { class: "options hand" },
    hand.map((id, slot) => {
      const mine = actions.filter((action) => action.target.slot === slot || action.target.card === id);
      const other = hand[1 - slot];
      return h(
        "div",
        { class: "option" },
        face(id, { price: table.prices[id] ?? null, className: "big" }),
        h(
          "div",
          { class: "option-acts" },
          mine.map((action) => buySell(action, context)),
          mine.every((action) => action.target.do !== "buy") && h("p", { class: "small" }, "Too dear to buy."),
          other && h("p", { class: "small" }, withCards(`and place ${other}`)),
        ),
      );
    }),
  );
}

function take(table, actions, context) {
  return h(
    "div",
    { class: "options stacks" },
    table.ring
      .filter((segment) => segment.outer.length)
      .map((segment) => {
        const mine = actions.filter((action) => action.target.colour === segment.colour);
        const top = segment.outer.at(-1);
        const beneath = segment.outer.slice(0, -1).reverse();
        return h(
          "div",
          { class: `option ${context.picked === `outer:${segment.colour}` ? "picked" : ""}` },
          face(top, { price: table.prices[top] ?? null }),
          h(
            "div",
            { class: "option-acts" },
            mine.map((action) => buySell(action, context)),
          ),
          beneath.length > 0 &&
            h(
              "details",
              { class: "beneath" },
              h("summary", {}, `${beneath.length} beneath`),
              h(
                "ul",
                {},
                beneath.map((id) => strip(id, { price: box.cards[id].cost })),
              ),
            ),
        );
      }),
  );
}

function wheel(table, actions, context) {
  return h(
    "div",
    { class: "options list" },
    actions.map((action) => {
      const rows = action.changes.crests;
      const mine = rows.find((row) => row.seat === table.seat) ?? rows[0];
      return actionButton(
        action,
        context,
        [
          h(
            "span",
            { class: "wheel-order" },
            mine.colours.map((colour, at) => [
              at > 0 && "›",
              h("span", { class: `wheel-stop ${colour}` }, icon(SYMBOL[colour])),
            ]),
          ),
          h(
            "span",
            { class: "wheel-others" },
            rows
              .filter((row) => row !== mine)
              .map((row) =>
                h(
                  "span",
                  { class: `wheel-first ${row.colours[0]}` },
                  crest(table.wheel.crests[row.seat], row.seat),
                  icon(SYMBOL[row.colours[0]]),
                ),
              ),
          ),
        ],
        { className: "wide", chips: false },
      );
    }),
  );
}

function side(table, actions, context) {
  const start = box.start_cards.find((each) => each.card === table.seats[table.seat].start.card);
  return h(
    "div",
    { class: "options list" },
    actions.map((action) => {
      const facts = start.sides[action.target.side];
      return actionButton(
        action,
        context,
        [
          h("b", { class: "side-letter" }, action.target.side),
          coin(facts.coins),
          h("span", { class: "row" }, steps(facts.tracks)),
        ],
        { className: "wide", chips: false },
      );
    }),
    h(
      "p",
      { class: "small" },
      `Initiative ${start.initiative}. Everybody chooses in secret; the sides are shown together.`,
    ),
  );
}

const tokenChoice = (table, actions, context) =>
  h(
    "div",
    { class: "options" },
    actions.map((action) =>
      actionButton(action, context, [token(action.target.track), h("b", {}, action.target.track), h("b", {}, "+2")], {
        className: "wide",
        chips: false,
      }),
    ),
  );

function colony(table, actions, context) {
  const needs = [
    ...new Set(actions.filter((action) => action.target.kind === "colony").map((action) => action.target.need)),
  ];
  return h(
    "div",
    { class: "options" },
    needs.map((need) => {
      const mine = actions.filter((action) => action.target.need === need);
      const ally = mine.find((action) => action.target.do === "ally");
      const facts = table.colonies.find((each) => each.need === need);
      return h(
        "div",
        { class: `option colony-option ${context.picked === `colony:${need}` ? "picked" : ""}` },
        h("div", { class: "option-head" }, island(need), track("military", need), points(facts.points)),
        h(
          "div",
          { class: "option-acts" },
          mine.map((action) =>
            actionButton(action, context, verb(action.target.do === "ally" ? "Ally" : "Plunder", action.price), {
              className: action.target.do,
            }),
          ),
        ),
        ally?.changes.backs &&
          h(
            "details",
            { class: "beneath", open: true },
            h("summary", {}, "possible backs"),
            h(
              "ul",
              { class: "backs" },
              ally.changes.backs.map((back) => h("li", {}, steps(back.values, true), points(back.points, "tiny"))),
            ),
          ),
      );
    }),
    passButton(passOf(actions), context),
  );
}

function bust(table, actions, context) {
  const needs = [
    ...new Set(actions.filter((action) => action.target.kind === "bust").map((action) => action.target.need)),
  ];
  return h(
    "div",
    { class: "options" },
    needs.map((need) => {
      const facts = table.busts.find((each) => each.need === need);
      const find = (name, up) =>
        actions.find(
          (action) => action.target.need === need && action.target.token === name && action.target.do === up,
        );
      return h(
        "div",
        { class: `option bust-option ${context.picked === `bust:${need}` ? "picked" : ""}` },
        h("div", { class: "option-head" }, bustHead(need), track("culture", need), points(facts.points)),
        h(
          "div",
          { class: "bust-grid" },
          h("span", { class: "small" }, "steps now"),
          h("span", { class: "small" }, "points at the end"),
          TRACKS.map((name) => [find(name, "front"), find(name, "back")])
            .filter(([front, back]) => front || back)
            .map(([front, back]) => [
              front &&
                actionButton(
                  front,
                  context,
                  [token(front.target.token), h("b", {}, `+${front.changes.tracks?.[front.target.token] ?? 0}`)],
                  { chips: false },
                ),
              back &&
                actionButton(
                  back,
                  context,
                  [token(back.target.token, "back"), points((back.changes.sources?.busts ?? 0) - facts.points)],
                  { chips: false },
                ),
            ]),
        ),
      );
    }),
    passButton(passOf(actions), context),
  );
}

function feed(table, actions, context) {
  const seat = table.seats[table.seat];
  const pay = actions.find((action) => action.target.kind === "feed");
  return h(
    "div",
    { class: "options feed" },
    h(
      "p",
      { class: "small" },
      `${plural(seat.display.length, "card")}, ${seat.tracks.food} food. What a card gave goes with it.`,
    ),
    pay && actionButton(pay, context, [h("b", {}, "Pay"), coin(pay.price), icon("food")], { className: "wide" }),
    h(
      "div",
      { class: "discards" },
      actions
        .filter((action) => action.target.kind === "display")
        .map((action) => {
          const id = action.target.card;
          return actionButton(action, context, strip(id, { tag: "span", token: seat.card_tokens?.[id] ?? null }), {
            className: `discard ${box.cards[id].colour}`,
          });
        }),
    ),
  );
}

function seals(table, actions, context) {
  const seat = table.seats[table.seat];
  return h(
    "div",
    { class: "options" },
    actions
      .filter((action) => action.target.kind === "seal")
      .map((action) => {
        const name = action.target.track;
        const worth = name ? `${name} stands at ${seat.tracks[name]}` : plural(seat.sets, "set");
        return actionButton(
          action,
          context,
          [seal(action.target.do, name ?? null), coin(action.price), h("span", { class: "small" }, worth)],
          { className: "seal-act" },
        );
      }),
    passButton(passOf(actions), context),
  );
}

const BY_STEP = { draft, take, wheel, side, token: tokenChoice, colony, bust, feed, seal: seals };

/** Everything the person may do now. An action no picture was made for is still a button. */
export function choices(table, context) {
  const shown = BY_STEP[table.step]?.(table, table.actions, context);
  const missing = shown
    ? table.actions.filter((action) => !shown.querySelector(`[data-action="${CSS.escape(action.name)}"]`))
    : table.actions;
  return [
    shown,
    missing.length > 0 &&
      h(
        "div",
        { class: "options" },
        missing.map((action) => actionButton(action, context, h("b", {}, action.short))),
      ),
  ];
}

/** Which piece of the table an action belongs to, so that the piece can be clicked. */
export function targetsOf(actions) {
  const targets = new Map();
  for (const action of actions) {
    const { kind, colour, need, card } = action.target;
    const key = {
      outer: `outer:${colour}`,
      colony: `colony:${need}`,
      bust: `bust:${need}`,
      display: `display:${card}`,
      seal: `seal:${action.target.do}`,
    }[kind];
    if (key) targets.set(key, [...(targets.get(key) ?? []), action]);
  }
  return targets;
}
