// The page begins here: load the pictures and the facts, then show what the address asks for.

import { h, refill } from "./dom.js";
import { open } from "./box.js";
import { showGame } from "./game.js";
import { showReplay } from "./replay.js";
import { showSetup } from "./setup.js";

const app = document.getElementById("app");
let leave = null;

/** "#/game/ID", "#/replay/ID/move/N", anything else: the set-up. */
function route() {
  const [, place, id, number] = /^#\/(game|replay)\/([\w-]+)(?:\/move\/(\d+))?$/.exec(location.hash) ?? [];
  const here = `${place}/${id}`;
  // A replay changes its own address as it is scrubbed; only a different place is a new screen.
  if (place === "replay" && leave?.here === here) return leave.go(Number(number) || 0);
  leave?.close?.();
  leave = null;
  if (place === "game") leave = { here, ...showGame(app, id) };
  else if (place === "replay") leave = { here, ...showReplay(app, id, Number(number) || 0) };
  else leave = { here, ...showSetup(app) };
}

/** Drawings are put into the page once and used from there. */
async function pictures() {
  const texts = await Promise.all(
    ["symbols", "scenes"].map(async (name) => (await fetch(`/static/art/${name}.svg`)).text()),
  );
  for (const text of texts) {
    const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    document.getElementById("symbols").append(document.adoptNode(drawn));
  }
}

try {
  await Promise.all([pictures(), open()]);
  addEventListener("hashchange", route);
  route();
} catch (problem) {
  refill(app, h("p", { class: "loading" }, problem.message));
}
