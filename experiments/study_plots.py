"""The pictures of docs/strategy.md, from the result file."""

import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from experiments.study_words import ENOUGH, STAGES, short
from hadara_env.cards import COLOURS
from hadara_env.engine.constants import SOURCES
from hadara_env.files import write_bytes_atomically

Results = Mapping[str, Any]
INK = {"yellow": "#d9a400", "red": "#c0392b", "blue": "#2e6fbf", "green": "#3d8b3d", "purple": "#7d3c98"}
SOURCE_INK = ("#b5651d", "#2e6fbf", "#9aa5b1", "#d9a400", "#7d3c98", "#6b8e23")
LABELLED = 9  # cards named at either end


def draw_all(results: Results, folder: Path) -> None:
    """Write every picture."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    for name, (size, draw) in PICTURES.items():
        figure, axes = plt.subplots(1, 3 if name == "timing" else 1, figsize=size, layout="constrained")
        draw(axes, results)
        for axis in figure.axes:
            axis.spines[["top", "right"]].set_visible(False)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=100, metadata={"Software": None})
        plt.close(figure)
        write_bytes_atomically(folder / f"strategy-{name}.png", buffer.getvalue())


def _sources(axis: Any, results: Results) -> None:
    rows = [(n, who) for n in results["points"] for who in ("winners", "others")]
    left = [0.0] * len(rows)
    at = [-1.2 * k - 0.25 * (k // 2) for k in range(len(rows))]
    for k, source in enumerate(name for name in SOURCES if name != "total"):
        widths = [results["points"][n][who][source] for n, who in rows]
        axis.barh(at, widths, left=left, color=SOURCE_INK[k], label=source)
        for y, x, width in zip(at, left, widths, strict=True):
            if width >= 7:
                axis.text(x + width / 2, y, f"{width:.0f}", ha="center", va="center", color="white", fontsize=9)
        left = [a + b for a, b in zip(left, widths, strict=True)]
    axis.set_yticks(at, [f"{n} players, {who}" for n, who in rows])
    axis.set(xlabel="points")
    axis.legend(ncols=6, loc="upper center", bbox_to_anchor=(0.5, 1.12), frameon=False, fontsize=9)


def _initiative(axis: Any, results: Results) -> None:
    at, x = [], 0.0
    for n, rows in results["seats"].items():
        for rank, row in enumerate(rows["by_initiative"]):
            par = 1 / int(n)
            low, high = 100 * (row["mean"] - row["low"]), 100 * (row["high"] - row["mean"])
            axis.bar(x, 100 * (row["mean"] - par), color=plt_shade(rank), width=0.85)
            axis.errorbar(x, 100 * (row["mean"] - par), yerr=[[low], [high]], color="black", capsize=3, lw=1)
            at.append((x, f"{rank + 1}"))
            x += 1
        axis.text(x - int(n) / 2 - 0.5, 1.02, f"{n} players", ha="center", transform=axis.get_xaxis_transform())
        x += 1
    axis.axhline(0, color="black", lw=0.8)
    axis.set_xticks([x for x, _ in at], [label for _, label in at])
    axis.set(xlabel="place in the order of initiative", ylabel="wins over an equal part, %")


def plt_shade(rank: int) -> str:
    """Lighter from place to place."""
    return ("#3b2a63", "#5b4a8a", "#7f6fae", "#a597cc", "#cbc1e6")[rank]


def _colours(axis: Any, results: Results) -> None:
    at = []
    for e in range(3):
        for k, colour in enumerate(COLOURS):
            row, x = results["colours"][f"{e + 1}{colour[0].upper()}"], 6 * e + k
            axis.bar(x, row["winners"], color=INK[colour], width=0.85)
            axis.plot([x - 0.42, x + 0.42], [row["others"]] * 2, color="black", lw=2)
        at.append((6 * e + 2, f"epoch {'I' * (e + 1)}"))
    axis.set_xticks([x for x, _ in at], [label for _, label in at])
    axis.set(ylabel="cards bought by a player", title="winners (bars) and others (lines)")
    axis.tick_params(axis="x", length=0)


def _cards(axis: Any, results: Results) -> None:
    rows = {card: row for card, row in results["cards"].items() if "shrunk" in row["paired"]["margin"]}
    for colour in COLOURS:
        mine = [row for card, row in rows.items() if card[1] == colour[0].upper()]
        x, y = [100 * row["bought"] for row in mine], [row["paired"]["margin"]["shrunk"] for row in mine]
        axis.scatter(x, y, color=INK[colour], s=26, alpha=0.85, label=colour)
    order = sorted(rows, key=lambda card: rows[card]["paired"]["margin"]["shrunk"])
    for card in [*order[:LABELLED], *order[-LABELLED:]]:
        place = (100 * rows[card]["bought"], rows[card]["paired"]["margin"]["shrunk"])
        axis.annotate(card, place, xytext=(-4, 3), textcoords="offset points", fontsize=7, ha="right")
    axis.axhline(0, color="black", lw=0.8)
    axis.set(xlabel="bought, % of the games it was dealt in", ylabel="what the purchase added, points")
    axis.legend(frameon=False, ncols=5, fontsize=8, loc="upper left")
    axis.grid(alpha=0.25)


def _timing(axes: Any, results: Results) -> None:
    for metal, ink in (("gold", "#d9a400"), ("silver", "#8b97a3")):
        rows = {f"epoch {'I' * int(e)}": row["paired"] for e, row in results["seals"][metal]["by_epoch"].items()}
        _gains(axes[0], rows, ink, metal)
    axes[0].legend(frameon=False)
    _gains(axes[1], {stage: results["colony"]["by_stage"][stage] for stage in STAGES}, INK["red"], "colony")
    _gains(axes[2], {stage: results["bust"]["by_stage"][stage] for stage in STAGES}, INK["blue"], "bust")
    for axis, title in zip(axes, ("seals", "colonies", "busts"), strict=True):
        axis.axhline(0, color="black", lw=0.8)
        axis.set(title=title)
    axes[0].set(ylabel="points ahead, over not taking it now")


def _gains(axis: Any, rows: Mapping[str, Any], ink: str, label: str) -> None:
    shown = {name: row["margin"] for name, row in rows.items() if row["margin"]["n"] >= ENOUGH}
    names = list(rows)
    at = [names.index(name) for name in shown]
    error = [
        [row["mean"] - row["low"] for row in shown.values()],
        [row["high"] - row["mean"] for row in shown.values()],
    ]
    if at:
        axis.errorbar(at, [r["mean"] for r in shown.values()], yerr=error, fmt="o-", color=ink, label=label, capsize=3)
    axis.set_xticks(range(len(names)), names)


def _ladder(axis: Any, results: Results) -> None:
    order = results["ladder"]["order"]
    for k, spec in enumerate(order):
        others = [row["shares"][spec]["mean"] for row in results["perturbed"]["ladders"]]
        shipped = results["ladder"]["shares"][spec]
        axis.barh(-k, 100 * shipped["mean"], color="#a597cc", height=0.7)
        axis.plot([100 * share for share in others], [-k] * len(others), "|", color="black", ms=14)
    axis.set_yticks([-k for k in range(len(order))], [short(spec) for spec in order])
    axis.set(xlabel="% of wins against all others, two players; bars: shipped cards, strokes: other purple cards")
    axis.set_xlim(0, 100)


PICTURES: dict[str, tuple[tuple[float, float], Callable[[Any, Results], None]]] = {
    "sources": ((8.5, 4.6), _sources),
    "initiative": ((8.5, 3.6), _initiative),
    "colours": ((8.5, 3.6), _colours),
    "cards": ((8.5, 5.2), _cards),
    "timing": ((9.5, 3.6), _timing),
    "ladder": ((8.5, 3.6), _ladder),
}
