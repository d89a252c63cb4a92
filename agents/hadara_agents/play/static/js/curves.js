// How the game stood at every move: points so far, and what an agent with a sense of value expects.

import { h, notice, refill, wait } from "./dom.js";
import { box } from "./box.js";
import * as api from "./api.js";
import { lineChart } from "./chart.js";

const POINTS = "Points if the game ended there";
const percent = (value) => `${Math.round(value * 100)} %`;
const expected = ({ label, unit }) =>
  unit === "win" ? `Chance to win, as ${label} sees it` : `Expected result, as ${label} sees it`;

/** A chart with a choice of what it shows. `choose(frame)` is called when somebody clicks on a moment. */
export function makeCurves({ id, size, names, crests, choose }) {
  const root = h("div", { class: "replay-chart" });
  const select = h("select", { "aria-label": "what the chart shows" });
  const curves = [];
  let epochs = [];
  let chart = null;
  let shown = 0;
  let at = 0;

  function draw() {
    if (!curves.length) return;
    const { series, label, write } = curves[shown];
    const width = root.clientWidth;
    chart = lineChart({ series, size, names, crests, epochs, label, choose, width, write });
    const options = curves.map((curve, k) => h("option", { value: String(k), selected: k === shown }, curve.label));
    refill(select, options);
    refill(root, curves.length > 1 ? select : h("h2", { class: "overline" }, label), chart.root);
    chart.point(at);
  }

  function add(rows, label, write) {
    curves.push({ series: names.map((_, seat) => rows.map((row) => row?.[seat] ?? null)), label, write });
    shown = curves.length - 1;
    draw();
  }

  /** Points come at once; what an agent expects takes it a while. */
  async function load(isClosed) {
    try {
      add((await api.get(`/api/replays/${id}/points`)).points, POINTS);
      const spec = box.options.values[0];
      if (!spec) return;
      let answer = await api.values(id, spec);
      while (answer.state !== "done" && !isClosed()) {
        await wait(600);
        answer = await api.values(id, spec);
      }
      if (!isClosed()) add(answer.values, expected(answer), percent);
    } catch (problem) {
      if (!isClosed()) notice(problem.message);
    }
  }

  select.addEventListener("change", () => {
    shown = Number(select.value);
    draw();
  });

  return {
    root,
    draw,
    load,
    mark(found) {
      epochs = found;
      draw();
    },
    point(frame) {
      at = frame;
      chart?.point(frame);
    },
  };
}
