// The bar at the top of a table, and what it opens.

import { dialog, h, icon } from "./dom.js";
import { rulebook } from "./box.js";

/** Text of a clause: **bold**, *italic* and `code` become elements. */
function marked(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    if (part.startsWith("*") && part.length > 2) return h("em", {}, part.slice(1, -1));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    return part;
  });
}

const clause = (each) => h("li", {}, h("b", { class: "clause" }, each.id), h("span", {}, marked(each.text)));

/** The rules; those of the present step first. */
export async function showRules(step, words = "") {
  const body = h("div", { class: "rules" }, h("p", {}, "One moment…"));
  dialog("The rules", body, { wide: true });
  try {
    const book = await rulebook();
    const all = new Map(book.chapters.flatMap((chapter) => chapter.clauses).map((each) => [each.id, each]));
    const now = (book.by_step[step] ?? []).map((id) => all.get(id)).filter(Boolean);
    body.replaceChildren(
      ...[
        now.length > 0 &&
          h(
            "section",
            { class: "rules-now" },
            h("h3", {}, "Now, at this step"),
            words && h("p", {}, h("em", {}, words)),
            h("ul", {}, now.map(clause)),
          ),
        ...book.chapters.map((chapter) =>
          h(
            "details",
            {},
            h("summary", {}, h("span", { class: "letter" }, chapter.letter), chapter.title),
            h("ul", {}, chapter.clauses.map(clause)),
          ),
        ),
      ].filter(Boolean),
    );
  } catch (problem) {
    body.replaceChildren(h("p", {}, problem.message));
  }
}

/** Pace of the table, kept from game to game. */
export const PACES = { calm: 1.7, normal: 1, quick: 0.35, instant: 0 };
export const pace = () => PACES[localStorage.getItem("hadara.pace")] ?? PACES.normal;

export function paceChoice() {
  const now = localStorage.getItem("hadara.pace") ?? "normal";
  const select = h(
    "select",
    { "aria-label": "pace of the table", title: "pace of the table", class: "wide-only" },
    Object.keys(PACES).map((name) => h("option", { value: name, selected: name === now }, name)),
  );
  select.addEventListener("change", () => localStorage.setItem("hadara.pace", select.value));
  return select;
}

export const barButton = (name, label, click) =>
  h(
    "button",
    { type: "button", class: "button dark", "aria-label": label, on: { click } },
    icon(name),
    h("span", { class: "wide-only" }, label),
  );

export function topBar(trail, ...tools) {
  return h(
    "header",
    { class: "bar-top" },
    h("a", { class: "brand", href: "#/" }, "HADARA"),
    trail,
    h("div", { class: "bar-tools" }, tools),
  );
}
