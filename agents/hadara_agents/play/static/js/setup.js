// Before the game: who sits where, which rules, which seed; and games and replays to go back to.

import { h, icon, notice, refill } from "./dom.js";
import { box, COLOURS, EPOCHS, SYMBOL } from "./box.js";
import * as api from "./api.js";
import { showRules } from "./bar.js";

const NAMES = ["Ada", "Bela", "Caro", "Dario", "Elin"];
const MOST = 5;
const FEWEST = 2;
const PACE_WORDS = { instant: "plays at once", quick: "thinks for a moment", slow: "thinks for a while" };

const kept = () => {
  try {
    return JSON.parse(localStorage.getItem("hadara.setup")) ?? {};
  } catch {
    return {};
  }
};

/** Begin a game, and go to its table. */
export async function begin(wish) {
  try {
    const session = await api.post("/api/sessions", wish);
    localStorage.setItem("hadara.setup", JSON.stringify({ players: wish.players, rules: wish.rules }));
    location.hash = `#/game/${session.id}`;
  } catch (problem) {
    notice(problem.message);
  }
}

/** The same players once more, with other cards. */
export const again = (session) =>
  begin({
    players: session.players.map(({ kind, name, agent }) =>
      kind === "person" ? { kind, name } : { kind, agent, name },
    ),
    rules: session.rules,
    seed: null,
  });

function firstSeats() {
  const before = kept().players;
  const offered = new Set((box.options.agents ?? []).map((agent) => agent.spec));
  if (
    Array.isArray(before) &&
    before.length >= FEWEST &&
    before.every((one) => one.kind === "person" || offered.has(one.agent))
  )
    return before.map((one) => ({ ...one }));
  const agent = box.options.default_agent;
  return [
    { kind: "person", name: NAMES[0] },
    { kind: "agent", agent, name: NAMES[1] },
    { kind: "agent", agent, name: NAMES[2] },
  ];
}

function seatRow(seats, at, redraw) {
  const seat = seats[at];
  const agents = box.options.agents ?? [];
  const who = h(
    "select",
    { id: `who-${at}`, "data-key": `who-${at}` },
    h("option", { value: "", selected: seat.kind === "person" }, "a person"),
    h(
      "optgroup",
      { label: "agents" },
      agents.map((agent) =>
        h("option", { value: agent.spec, selected: seat.agent === agent.spec }, agent.label ?? agent.spec),
      ),
    ),
  );
  who.addEventListener("change", () => {
    Object.assign(seat, who.value ? { kind: "agent", agent: who.value } : { kind: "person", agent: undefined });
    redraw();
  });
  const name = h("input", {
    type: "text",
    id: `name-${at}`,
    maxlength: "30",
    autocomplete: "off",
    value: seat.name ?? "",
    "data-key": `name-${at}`,
  });
  name.addEventListener("input", () => (seat.name = name.value));
  const about = agents.find((agent) => agent.spec === seat.agent);
  return h(
    "li",
    { class: `seat-row paper seat-${at}` },
    h("span", { class: `crest seat-${at}`, "aria-hidden": "true" }, icon(seat.kind === "person" ? "person" : "agent")),
    h("label", { for: `name-${at}`, class: "field" }, h("span", {}, `Seat ${at + 1}: name`), name),
    h("label", { for: `who-${at}`, class: "field" }, h("span", {}, "played by"), who),
    seats.length > FEWEST
      ? h(
          "button",
          {
            type: "button",
            class: "plain",
            "aria-label": `take seat ${at + 1} away`,
            "data-key": `gone-${at}`,
            on: { click: () => (seats.splice(at, 1), redraw()) },
          },
          icon("close"),
        )
      : h("span", {}),
    h(
      "p",
      { class: "about" },
      about
        ? [about.about, about.pace && ` ${PACE_WORDS[about.pace] ? `It ${PACE_WORDS[about.pace]}.` : ""}`]
        : "Clicks on this page.",
    ),
  );
}

function rulesChoice(rules, change) {
  const words = {
    basic: ["Basic rules", "side A of the start cards, no starred cards: for a first game"],
    full: ["Full rules", "a side to choose, and the starred cards with their stronger abilities"],
  };
  return h(
    "fieldset",
    { class: "rules-choice" },
    h("legend", { class: "overline" }, "Rules"),
    Object.entries(words).map(([value, [title, text]]) => {
      const input = h("input", {
        type: "radio",
        name: "rules",
        value,
        checked: value === rules,
        "data-key": `rules-${value}`,
      });
      input.addEventListener("change", () => change(value));
      return h("label", { class: "rule-card paper" }, input, h("span", {}, h("b", {}, title), h("small", {}, text)));
    }),
  );
}

function sessionLine(session) {
  const names = session.players.map((player) => player.name).join(", ");
  const state = session.over ? "finished" : `epoch ${EPOCHS[session.epoch] ?? ""}`;
  const line = h(
    "li",
    { class: "session paper" },
    h(
      "a",
      { href: `#/game/${session.id}` },
      h("b", {}, names),
      h("small", {}, `${session.players.length} players, ${session.rules} rules, ${state}`),
    ),
    h(
      "button",
      { type: "button", class: "plain", "aria-label": `throw away the game of ${names}`, on: { click: throwAway } },
      icon("close"),
    ),
  );
  async function throwAway() {
    try {
      await api.remove(`/api/sessions/${session.id}`);
      line.remove();
    } catch (problem) {
      notice(problem.message);
    }
  }
  return line;
}

async function openReplay(file) {
  try {
    const found = await api.post("/api/replays", await file.text());
    location.hash = `#/replay/${found.id}/move/0`;
  } catch (problem) {
    notice(problem.message);
  }
}

/** A place to drop a replay on, or to choose one with. */
function dropZone() {
  const input = h("input", { type: "file", id: "replay-file", accept: ".json,application/json", class: "unseen" });
  input.addEventListener("change", () => input.files[0] && openReplay(input.files[0]));
  const zone = h(
    "div",
    { class: "drop" },
    input,
    h(
      "label",
      { for: "replay-file" },
      icon("file"),
      h("span", {}, h("b", {}, "Open a replay"), h("small", {}, "choose a file, or drop it anywhere here")),
    ),
  );
  return zone;
}

function dropAnywhere(root) {
  const over = (event) => {
    if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
    event.preventDefault();
    root.classList.toggle("dropping", event.type === "dragover");
    if (event.type === "drop" && event.dataTransfer.files[0]) openReplay(event.dataTransfer.files[0]);
  };
  for (const type of ["dragover", "dragleave", "drop"]) document.addEventListener(type, over);
  return () => {
    for (const type of ["dragover", "dragleave", "drop"]) document.removeEventListener(type, over);
    root.classList.remove("dropping");
  };
}

const primer = () =>
  h(
    "section",
    { class: "primer" },
    h("h2", {}, "The game in a minute"),
    h(
      "ol",
      {},
      h(
        "li",
        {},
        h("b", {}, "Draw. "),
        "The wheel points you at a colour. Of two hidden cards you buy or sell one; the other goes face up onto the ",
        "outer stack, where everybody may take it later.",
      ),
      h(
        "li",
        {},
        h("b", {}, "Grow. "),
        "Cards move your four tracks: income pays you, military wins colonies, culture carves busts, food feeds your ",
        "cards. Each colour gets cheaper the more of it you own.",
      ),
      h(
        "li",
        {},
        h("b", {}, "Take. "),
        "In the second half of an epoch the open cards are taken in turn, from the tops of the stacks.",
      ),
      h(
        "li",
        {},
        h("b", {}, "Seal. "),
        "Seals turn a track or sets of five colours into points. After three epochs the most points win.",
      ),
    ),
    h(
      "button",
      { type: "button", class: "button", on: { click: () => showRules(null) } },
      icon("book"),
      "All the rules",
    ),
  );

export function showSetup(root) {
  const seats = firstSeats();
  let rules = kept().rules ?? "basic";
  const rows = h("ol", { class: "seat-rows" });
  const more = h("button", { type: "button", class: "button", "data-key": "more" }, icon("person"), "Add a seat");
  const seed = h("input", {
    type: "number",
    id: "seed",
    min: "0",
    step: "1",
    placeholder: "random",
    inputmode: "numeric",
  });
  const start = h("button", { type: "submit", class: "button primary start" }, icon("play"), "Begin the game");
  const redraw = () => {
    refill(
      rows,
      seats.map((_, at) => seatRow(seats, at, redraw)),
    );
    more.disabled = seats.length >= MOST;
  };
  more.addEventListener("click", () => {
    const agent = box.options.default_agent;
    seats.push({
      kind: "agent",
      agent,
      name: NAMES.find((name) => !seats.some((seat) => seat.name === name)) ?? "Faye",
    });
    redraw();
  });
  const form = h(
    "form",
    { class: "setup-form" },
    h("fieldset", { class: "seats-choice" }, h("legend", { class: "overline" }, "Who plays"), rows, more),
    rulesChoice(rules, (next) => (rules = next)),
    h(
      "div",
      { class: "start-row" },
      h("label", { class: "field seed", for: "seed" }, h("span", {}, "Seed of the cards (optional)"), seed),
      start,
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    start.disabled = true;
    const players = seats.map((seat, at) => {
      const name = (seat.name ?? "").trim() || NAMES[at];
      return seat.kind === "person" ? { kind: "person", name } : { kind: "agent", agent: seat.agent, name };
    });
    await begin({ players, rules, seed: seed.value === "" ? null : Number(seed.value) });
    start.disabled = false;
  });
  const games = h("div", { class: "games" });
  refill(
    root,
    h(
      "main",
      { class: "setup" },
      h(
        "header",
        { class: "hero" },

        h("h1", {}, "Hadara"),
        h(
          "div",
          { class: "hero-marks", "aria-hidden": "true" },
          COLOURS.map((colour) => h("span", { class: `hero-mark ${colour}` }, icon(SYMBOL[colour]))),
        ),
        h("p", {}, "Two hidden cards, five colours, three epochs."),
        h("p", { class: "fan" }, "A fan's table, not the publisher's. To know the game itself, get the box."),
      ),
      h("div", { class: "setup-cols" }, form, h("aside", { class: "setup-side" }, games, dropZone(), primer())),
    ),
  );
  redraw();
  const undrop = dropAnywhere(root);
  api
    .get("/api/sessions")
    .then(
      ({ sessions }) =>
        sessions.length &&
        refill(
          games,
          h("h2", { class: "side-title" }, "Games to go back to"),
          h("ul", { class: "sessions" }, sessions.slice(0, 6).map(sessionLine)),
        ),
    )
    .catch((problem) => notice(problem.message));
  return { close: undrop };
}
