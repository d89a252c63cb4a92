// The review: every decision of a person, beside what an agent would have done.

import { h, icon, refill, wait } from "./dom.js";
import { EPOCHS, signed } from "./box.js";
import { withCards } from "./cards.js";
import * as api from "./api.js";
import { adviser, adviserChoice, alternatives, shortName, valueText } from "./hint.js";

const STEP = {
  side: "start card",
  wheel: "the wheel",
  colony: "colonies",
  bust: "busts",
  feed: "feeding",
  seal: "seals",
};

function where(move) {
  const lap = `${move.phase === "A" ? "draw" : "round"} ${move.round}`;
  return `Epoch ${EPOCHS[move.epoch]}, phase ${move.phase}, ${STEP[move.step] ?? lap}`;
}

function line(move, id, unit) {
  const dear = move.behind !== null && move.behind !== undefined && move.behind > 0;
  return h(
    "li",
    { class: `review-move ${move.agrees ? "agrees" : dear ? "dear" : "differs"}` },
    h(
      "p",
      { class: "review-where" },
      h("span", {}, where(move)),
      dear &&
        h(
          "span",
          { class: "lost-value" },
          unit === "points" ? `${signed(-Math.round(move.behind * 10) / 10)} points` : valueText(-move.behind, unit),
        ),
    ),
    h("p", { class: "review-sentence" }, icon(move.agrees ? "check" : "bulb"), h("span", {}, withCards(move.sentence))),
    h(
      "div",
      { class: "review-more" },
      h(
        "details",
        {},
        h("summary", {}, "what it weighed"),
        alternatives({ unit, favourite: move.best.index, alternatives: move.alternatives }),
      ),
      h("a", { class: "button small", href: `#/replay/${id}/move/${move.frame}` }, icon("eye"), "at the table"),
    ),
  );
}

/** Starts the review and shows it as it grows. */
export function reviewSection(session, seat) {
  const list = h("ol", { class: "review-list" });
  const summary = h("p", { class: "review-summary", role: "status" }, "Looking at your decisions…");
  const progress = h("progress", { max: 1, "aria-label": "review" });
  const only = h("input", { type: "checkbox", id: "only-other", checked: true });
  let spec = adviser();
  let turn = 0;
  let answer = null;

  function show() {
    const moves = answer.moves.filter((move) => !only.checked || !move.agrees);
    refill(
      list,
      moves.map((move) => line(move, session.id, answer.unit)),
    );
    const name = shortName(answer.label);
    if (answer.state !== "done") summary.textContent = `Looking at your decisions: ${answer.done} of ${answer.of}…`;
    else {
      const agreed = answer.agreed ?? answer.moves.filter((move) => move.agrees).length;
      const behind = answer.behind_total;
      summary.textContent =
        `${name} would have played the same in ${agreed} of ${answer.moves.length} decisions` +
        (behind > 0 && answer.unit === "points"
          ? `; the others cost ${Math.round(behind * 10) / 10} points in its eyes.`
          : ".");
    }
    progress.hidden = answer.state === "done";
    progress.value = answer.of ? answer.done / answer.of : 0;
  }

  async function run() {
    const mine = ++turn;
    progress.hidden = false;
    try {
      do {
        answer = await api.review(session.id, seat, spec);
        if (mine !== turn || (turn > 1 && !root.isConnected)) return;
        show();
        if (answer.state !== "done") await wait(500);
      } while (answer.state !== "done");
    } catch (problem) {
      summary.textContent = problem.message;
      progress.hidden = true;
    }
  }

  only.addEventListener("change", () => answer && show());
  const root = h(
    "section",
    { class: "review", "aria-label": "review" },
    h(
      "header",
      {},
      h("h3", {}, "Your game in review"),
      h(
        "div",
        { class: "review-tools" },
        adviserChoice("who reviews", { onchange: (next) => ((spec = next), run()) }),
        h("label", { for: "only-other", class: "small" }, only, " only where it would have done otherwise"),
      ),
    ),
    summary,
    progress,
    list,
  );
  run();
  return root;
}
