// A hint: what an agent would do here, and what it expects of each action.

import { h, icon, notice } from "./dom.js";
import { box, signed } from "./box.js";
import { withCards } from "./cards.js";
import * as api from "./api.js";

const advisers = () => box.options.advisers;

/** The name before the colon; what follows says what its numbers mean. */
export const shortName = (label) => label.split(":")[0];

/** Who advises, as last chosen; an adviser that is gone gives way to the usual one. */
export function adviser() {
  const kept = localStorage.getItem("hadara.adviser");
  return advisers().some((each) => each.spec === kept) ? kept : box.options.default_adviser;
}

export function adviserChoice(label, { short = false, onchange } = {}) {
  const select = h(
    "select",
    { "aria-label": label, class: "adviser", "data-key": "adviser" },
    advisers().map((each) =>
      h(
        "option",
        { value: each.spec, selected: each.spec === adviser(), title: each.label },
        short ? shortName(each.label) : each.label,
      ),
    ),
  );
  select.addEventListener("change", () => {
    localStorage.setItem("hadara.adviser", select.value);
    onchange?.(select.value);
  });
  return select;
}

/** A value in its unit: points, a share of victory, or a probability. */
export function valueText(value, unit) {
  if (value === null || value === undefined) return "";
  if (unit === "points") return `${signed(Math.round(value * 10) / 10)} points`;
  if (unit === "probability" || unit === "win") return `${Math.round(value * 100)} %${unit === "win" ? " to win" : ""}`;
  if (unit === "result") return `result ${value.toFixed(2)}`;
  return signed(Math.round(value * 100) / 100);
}

function share(each, answer) {
  if (each.probability !== null && each.probability !== undefined) return each.probability;
  const visits = answer.alternatives.reduce((sum, one) => sum + (one.visits ?? 0), 0);
  if (visits > 0) return each.visits / visits;
  const worst = Math.max(...answer.alternatives.map((one) => one.behind ?? 0), 1e-9);
  return each.behind === null || each.behind === undefined ? 0 : 1 - (0.9 * each.behind) / worst;
}

/** The alternatives an agent weighed, best first. */
export function alternatives(answer, most = 6) {
  return h(
    "ol",
    { class: "alternatives" },
    answer.alternatives.slice(0, most).map((each) => {
      const told = [
        each.visits
          ? `${each.visits} visits`
          : answer.unit === "probability"
            ? valueText(each.probability, "probability")
            : "",
        answer.unit === "probability" ? "" : valueText(each.value, answer.unit),
      ]
        .filter(Boolean)
        .join(", ");
      return h(
        "li",
        { class: each.index === answer.favourite ? "favourite" : "" },
        h(
          "span",
          { class: "alt-bar", "aria-hidden": "true" },
          h("i", { css: { "inline-size": `${Math.round(100 * share(each, answer))}%` } }),
        ),
        h(
          "span",
          { class: "alt-label" },
          each.index === answer.favourite && icon("bulb", "favourite"),
          withCards(each.label),
        ),
        h("span", { class: "alt-value" }, told),
      );
    }),
  );
}

/** The hint button and its answer, for the dock. */
export function makeAdvice(id, where, amend) {
  let answer = null;
  let asking = false;

  async function ask() {
    const { seat, table } = where();
    if (asking || seat === null || !table?.your_turn) return;
    asking = true;
    amend(parts());
    try {
      const heard = await api.hint(id, seat, adviser());
      if (where().table?.version === table.version) answer = heard;
    } catch (problem) {
      notice(problem.message);
    }
    asking = false;
    amend(parts());
  }

  function parts() {
    const button = h(
      "button",
      { type: "button", class: "button small", "data-key": "hint", disabled: asking, on: { click: ask } },
      icon("bulb"),
      asking ? "Thinking…" : "Hint",
    );
    return {
      advised: answer?.favourite ?? null,
      tools: h(
        "div",
        { class: "dock-tools" },
        advisers().length > 1 && adviserChoice("who gives the hint", { short: true }),
        button,
      ),
      adviceBox:
        answer &&
        h(
          "div",
          { class: "hint", role: "status" },
          h("h3", { class: "overline" }, icon("bulb"), ` ${shortName(answer.label)} would`),
          alternatives(answer),
          answer.about && h("p", { class: "small" }, answer.about),
        ),
    };
  }

  return { parts, clear: () => (answer = null) };
}
