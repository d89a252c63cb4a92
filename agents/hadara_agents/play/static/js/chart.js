// Lines over the course of a game, one for each seat, told apart by colour, dashes and the crest at the end.

import { h, s } from "./dom.js";
import { crestName } from "./pieces.js";

const H = 180;
const APART = 19;
const LEFT = 48;
const RIGHT = 34;
const TOP = 10;
const BOTTOM = 22;
const DASHES = ["", "9 4", "3 3", "12 4 3 4", "6 3 2 3"];

function ticks(low, high) {
  const rough = (high - low) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const out = [];
  for (let at = Math.ceil(low / step) * step; at <= high + 1e-9; at += step) out.push(Math.round(at * 1000) / 1000);
  return out;
}

/** Heights for the crests at the ends of the lines, moved apart where they would cover each other. */
function spread(heights) {
  const order = [...heights.keys()].filter((seat) => heights[seat] !== null).sort((a, b) => heights[a] - heights[b]);
  const out = [...heights];
  order.forEach((seat, k) => k && (out[seat] = Math.max(out[seat], out[order[k - 1]] + APART)));
  let limit = H - BOTTOM;
  for (const seat of order.reverse()) {
    out[seat] = Math.min(out[seat], limit);
    limit = out[seat] - APART;
  }
  return out;
}

/** `series[seat][frame]` may hold nulls. `choose(frame)` is called on a click. `width` is that of the place. */
export function lineChart({ series, size, names, crests, epochs = [], label, choose, width, write = String }) {
  const W = Math.max(280, width);
  const flat = series.flat().filter((value) => value !== null && value !== undefined);
  const low = Math.min(0, ...flat);
  const high = Math.max(low + 1, ...flat);
  const x = (frame) => LEFT + ((W - LEFT - RIGHT) * frame) / Math.max(1, size - 1);
  const y = (value) => TOP + (H - TOP - BOTTOM) * (1 - (value - low) / (high - low));
  const cursor = s("line", { class: "chart-cursor", y1: TOP, y2: H - BOTTOM, x1: x(0), x2: x(0) });
  const ends = series.map((values) => values.findLastIndex((value) => value !== null && value !== undefined));
  const marks = spread(series.map((values, seat) => (ends[seat] < 0 ? null : y(values[ends[seat]]))));
  const lines = series.map((values, seat) => {
    let pen = "";
    let down = false;
    values.forEach((value, frame) => {
      if (value === null || value === undefined) return void (down = false);
      pen += `${down ? "L" : "M"}${x(frame).toFixed(1)} ${y(value).toFixed(1)}`;
      down = true;
    });
    const end = x(ends[seat]) + 12;
    return s(
      "g",
      { class: `chart-line seat-${seat}` },
      s("path", { d: pen || "M0 0", "stroke-dasharray": DASHES[seat] }),
      ends[seat] >= 0 && s("circle", { cx: end, cy: marks[seat], r: 9 }),
      ends[seat] >= 0 &&
        s("use", { href: `#hd-${crestName(crests[seat])}`, x: end - 6.5, y: marks[seat] - 6.5, width: 13, height: 13 }),
    );
  });
  const svg = s(
    "svg",
    { viewBox: `0 0 ${W} ${H}`, class: "chart", role: "img", "aria-label": label },
    ticks(low, high).map((value) =>
      s(
        "g",
        { class: "chart-tick" },
        s("line", { x1: LEFT, x2: W - RIGHT, y1: y(value), y2: y(value) }),
        s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, write(value)),
      ),
    ),
    epochs.map(({ frame, text }) =>
      s(
        "g",
        { class: "chart-epoch" },
        s("line", { x1: x(frame), x2: x(frame), y1: TOP, y2: H - BOTTOM }),
        s("text", { x: x(frame) + 4, y: H - 7 }, text),
      ),
    ),
    lines,
    cursor,
  );
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * W;
    choose?.(Math.max(0, Math.min(size - 1, Math.round(((at - LEFT) / (W - LEFT - RIGHT)) * (size - 1)))));
  });
  const key = h(
    "ul",
    { class: "chart-key" },
    names.map((name, seat) =>
      h(
        "li",
        { class: `seat-${seat}` },
        s(
          "svg",
          { viewBox: "0 0 28 6", "aria-hidden": "true" },
          s("path", { d: "M0 3H28", "stroke-dasharray": DASHES[seat] }),
        ),
        name,
      ),
    ),
  );
  return {
    root: h("figure", { class: "chart-box" }, svg, key),
    point(frame) {
      cursor.setAttribute("x1", x(frame));
      cursor.setAttribute("x2", x(frame));
    },
  };
}
