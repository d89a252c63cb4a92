// What lies beside the board for everyone: colony stacks, busts and the price of seals.

import { h, icon, refill } from "./dom.js";
import { plural } from "./box.js";
import { bustHead, coin, island, points, seal, track } from "./pieces.js";

/** A tile that is a button where an action belongs to it. */
function tile(key, className, label, targets, pick, ...inside) {
  const actions = targets?.get(key);
  if (!actions)
    return h(
      "li",
      { class: `tile ${className}` },
      h("p", { class: "unseen" }, label),
      h("div", { class: "tile-in", "aria-hidden": "true" }, inside),
    );
  return h(
    "li",
    { class: `tile ${className}` },
    h(
      "button",
      {
        type: "button",
        class: "tile-in can",
        "data-key": key,
        "aria-label": `${label}. Choose`,
        on: { click: () => pick(key) },
      },
      h("span", { class: "tile-face", "aria-hidden": "true" }, inside),
    ),
  );
}

function colony(facts, owner, targets, pick) {
  const taken = owner?.colonies.some((each) => each.need === facts.need);
  const label =
    `colony of ${facts.need} military: ${plural(facts.left, "tile")} left, plunder ${plural(facts.plunder, "coin")}, ` +
    `ally for ${facts.ally_cost}, ${plural(facts.points, "point")} in front${taken ? ", you have one" : ""}`;
  const className = `colony ${facts.left ? "" : "gone"} ${taken ? "taken" : ""} deep-${Math.min(3, facts.left)}`;
  return tile(
    `colony:${facts.need}`,
    className,
    label,
    targets,
    pick,
    island(facts.need),
    h("span", { class: "tile-need" }, track("military", facts.need)),
    h("span", { class: "tile-left" }, taken ? icon("check") : `×${facts.left}`),
    h(
      "span",
      { class: "tile-foot" },
      h("span", { class: "gain" }, "+", coin(facts.plunder, "tiny")),
      h("span", { class: "cost" }, "−", coin(facts.ally_cost, "tiny")),
      points(facts.points, "tiny"),
    ),
  );
}

function bust(facts, owner, targets, pick) {
  const carved = owner?.busts.some((each) => each.need === facts.need);
  const label =
    `bust of ${facts.need} culture: ${plural(facts.points, "point")}, bonus ${facts.bonus} steps or points` +
    (carved ? ", you have carved it" : "");
  return tile(
    `bust:${facts.need}`,
    `bust ${carved ? "taken" : ""}`,
    label,
    targets,
    pick,
    bustHead(facts.need),
    h("span", { class: "tile-need" }, track("culture", facts.need)),
    carved && h("span", { class: "tile-left" }, icon("check")),
    h("span", { class: "tile-foot" }, points(facts.points, "tiny"), h("span", { class: "gain" }, `+${facts.bonus}`)),
  );
}

function sealTile(metal, price, targets, pick) {
  return tile(
    `seal:${metal}`,
    `seal-tile ${metal}`,
    `${metal} seal, price ${plural(price, "coin")}`,
    targets,
    pick,
    seal(metal),
    h("span", { class: "tile-foot" }, coin(price, "tiny")),
  );
}

/** Colonies, busts and seals. */
export function makeSupply() {
  const root = h("section", { class: "supply", "aria-label": "colonies, busts and seals" });
  return {
    root,
    update(table, { targets, pick }) {
      const owner = table.seat === null || table.seat === undefined ? null : table.seats[table.seat];
      const prices = owner ?? table.seats[0];
      refill(
        root,
        h(
          "div",
          { class: "supply-group colonies" },
          h("h2", { class: "overline" }, "Colonies"),
          h(
            "ul",
            { class: "tiles" },
            table.colonies.map((each) => colony(each, owner, targets, pick)),
          ),
        ),
        h(
          "div",
          { class: "supply-group busts" },
          h("h2", { class: "overline" }, "Busts"),
          h(
            "ul",
            { class: "tiles" },
            table.busts.map((each) => bust(each, owner, targets, pick)),
          ),
        ),
        h(
          "div",
          { class: "supply-group seals" },
          h("h2", { class: "overline" }, "Seals"),
          h(
            "ul",
            { class: "tiles" },
            sealTile("silver", prices.silver_price, targets, pick),
            sealTile("gold", prices.gold_price, targets, pick),
          ),
        ),
      );
    },
  };
}
