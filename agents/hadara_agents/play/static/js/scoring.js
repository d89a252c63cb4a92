// The end: points counted out source by source, who won, and where to go from here.

import { h, icon, unseen, wait } from "./dom.js";
import { plural, SOURCE_ICON, SOURCE_WORDS, SOURCES } from "./box.js";
import { chip } from "./cards.js";
import { crest, points } from "./pieces.js";
import { reviewSection } from "./review.js";
import { again } from "./setup.js";

/** The verdict with names in place of seats. */
function verdict(scoring, names) {
  const best = scoring.scores[scoring.winners[0]].total;
  if (scoring.winners.length > 1)
    return `${scoring.winners.map((seat) => names[seat]).join(" and ")} share the victory with ${best} points.`;
  const tied = scoring.scores.filter((row) => row.total === best).length > 1;
  return `${names[scoring.winners[0]]} wins with ${best} points${tied ? ", by the coins left over" : ""}.`;
}

function goldWords({ seals, sets, joker, extra }) {
  if (!seals && !extra) return "";
  const from = extra ? `, ${extra} from cards` : "";
  return `${plural(seals, "seal")}, ${plural(sets, "set")}${joker ? " with a joker" : ""}${from}`;
}

/** How each source came about, in words. */
function details(each) {
  return {
    colonies: each.colonies
      .map((one) => `${one.need} ${one.state === "ally" ? "allied" : "plundered"}: ${one.points}`)
      .join(" · "),
    busts: each.busts.map((one) => `${one.need}${one.side === "back" ? " and token" : ""}: ${one.points}`).join(" · "),
    silver: each.silver.map((one) => `${one.track} ${one.value}: ${one.points}`).join(" · "),
    gold: goldWords(each.gold),
    cards: plural(each.cards.length, "card"),
    coins: `${plural(each.coins.coins, "coin")}, ${each.coins.left} left over`,
  };
}

function bars(table, names, order) {
  const scoring = table.scoring;
  const most = Math.max(...scoring.scores.map((row) => row.total), 1);
  return h(
    "ol",
    { class: "score-bars" },
    order.map((seat) => {
      const row = scoring.scores[seat];
      return h(
        "li",
        { class: `score-bar seat-${seat} ${scoring.winners.includes(seat) ? "won" : ""}` },
        h("span", { class: "place" }, `${scoring.places[seat]}.`),
        crest(table.wheel.crests[seat], seat),
        h("span", { class: "score-name" }, names[seat], scoring.winners.includes(seat) && icon("crown", "winner")),
        h(
          "span",
          { class: "score-way", "aria-hidden": "true" },
          SOURCES.map((source) =>
            h(
              "i",
              {
                class: `source ${source}`,
                data: { source, share: (100 * row[source]) / most },
                css: { "inline-size": `${(100 * row[source]) / most}%` },
                title: `${SOURCE_WORDS[source]} ${row[source]}`,
              },
              row[source] / most > 0.06 ? String(row[source]) : "",
            ),
          ),
        ),
        h("span", { class: "score-total" }, unseen("total "), h("b", { data: { total: seat } }, String(row.total))),
      );
    }),
  );
}

function sheet(table, names, order) {
  const scoring = table.scoring;
  const words = order.map((seat) => details(scoring.details[seat]));
  return h(
    "div",
    { class: "score-scroll", tabindex: "0", role: "region", "aria-label": "points by source" },
    h(
      "table",
      { class: "score-table" },
      h("caption", { class: "unseen" }, "Points by source for every player"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          order.map((seat) =>
            h("th", { scope: "col" }, crest(table.wheel.crests[seat], seat), h("span", {}, names[seat])),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        SOURCES.map((source) =>
          h(
            "tr",
            { data: { source } },
            h(
              "th",
              { scope: "row" },
              h("span", { class: `swatch ${source}` }, icon(SOURCE_ICON[source])),
              SOURCE_WORDS[source],
            ),
            order.map((seat, at) =>
              h(
                "td",
                {},
                h("b", {}, String(scoring.scores[seat][source])),
                words[at][source] && h("small", {}, words[at][source]),
              ),
            ),
          ),
        ),
      ),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row" }, "Total"),
          order.map((seat) => h("td", {}, points(scoring.scores[seat].total))),
        ),
      ),
    ),
  );
}

/** How it stands in the middle of a game: all of it is public. */
export function standing(table, names) {
  const scoring = {
    scores: table.seats.map((seat) => seat.points),
    places: table.seats.map((seat) => seat.place),
    winners: [],
  };
  const order = [...names.keys()].sort((a, b) => scoring.places[a] - scoring.places[b]);
  return h(
    "div",
    { class: "standing" },
    h("h3", { class: "overline" }, "If the game ended now"),
    bars({ ...table, scoring }, names, order),
  );
}

/** The bars grow source by source, as one would count them on the table. */
async function countOut(root, order, scoring) {
  const pieces = [...root.querySelectorAll(".source")];
  const sums = Object.fromEntries(order.map((seat) => [seat, 0]));
  for (const piece of pieces) piece.style.setProperty("inline-size", "0");
  for (const seat of order) root.querySelector(`[data-total="${seat}"]`).textContent = "0";
  await wait(350);
  for (const source of SOURCES) {
    root.querySelector(`tr[data-source="${source}"]`).classList.add("counting");
    for (const piece of pieces.filter((one) => one.dataset.source === source))
      piece.style.setProperty("inline-size", `${piece.dataset.share}%`);
    for (const seat of order) {
      sums[seat] += scoring.scores[seat][source];
      root.querySelector(`[data-total="${seat}"]`).textContent = String(sums[seat]);
    }
    await wait(700);
    root.querySelector(`tr[data-source="${source}"]`).classList.remove("counting");
  }
}

export function scoringSection(table, session, seat, { animate = false } = {}) {
  const names = session.players.map((player) => player.name);
  const order = [...names.keys()].sort((a, b) => table.scoring.places[a] - table.scoring.places[b]);
  const reviewing = h("div", { class: "review-place" });
  const showReview = () => reviewing.replaceChildren(reviewSection(session, seat ?? session.persons[0]));
  const best = table.scoring.details[table.scoring.winners[0]].cards
    .slice()
    .sort((a, b) => b.points - a.points)
    .slice(0, 3);
  const root = h(
    "section",
    { class: "scoring paper", "aria-label": "final scoring" },
    h(
      "header",
      { class: "scoring-head" },
      icon("laurel", "", "laurel"),
      h(
        "div",
        {},
        h("h2", {}, verdict(table.scoring, names)),
        h(
          "p",
          { class: "small" },
          "The winner's best cards: ",
          best.map((each) => [chip(each.id), ` ${each.points} `]),
        ),
      ),
    ),
    bars(table, names, order),
    h(
      "ul",
      { class: "source-key", "aria-hidden": "true" },
      SOURCES.map((source) =>
        h("li", {}, h("span", { class: `swatch ${source}` }, icon(SOURCE_ICON[source])), SOURCE_WORDS[source]),
      ),
    ),
    sheet(table, names, order),
    h(
      "div",
      { class: "scoring-tools" },
      seat !== null &&
        h(
          "button",
          { type: "button", class: "button primary", on: { click: showReview } },
          icon("bulb"),
          "Review my game",
        ),
      h("a", { class: "button", href: `#/replay/${session.id}/move/0` }, icon("play"), "Watch the replay"),
      h(
        "a",
        { class: "button", href: `/api/sessions/${session.id}/replay`, download: `hadara-${session.id}.json` },
        icon("download"),
        "Save the replay",
      ),
      h("button", { type: "button", class: "button", on: { click: () => again(session) } }, icon("dice"), "Play again"),
      h("a", { class: "button", href: "#/" }, icon("home"), "New set-up"),
    ),
    reviewing,
  );
  if (animate) countOut(root, order, table.scoring);
  return root;
}
