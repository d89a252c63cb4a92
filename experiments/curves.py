"""Curves of a training run, as a picture."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hadara_env.files import write_bytes_atomically

_PANELS = (
    ("entropy", "entropy"),
    ("explained_win", "explained variance (win)"),
    ("decisions_per_second", "decisions a second"),
)


def draw_curve(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Wins in the arena with their intervals, wins while learning, and what the learner says of itself."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    updates = [row for row in rows if "entropy" in row]
    figure, axes = plt.subplots(2, 2, figsize=(12, 8), layout="constrained")
    _strength(axes[0, 0], [row for row in rows if "evaluation" in row])
    for axis, (key, title) in zip(axes.flat[1:], _PANELS, strict=True):
        axis.plot([row["decisions"] / 1e6 for row in updates], [row[key] for row in updates], lw=0.8)
        axis.set(title=title, xlabel="million decisions")
        axis.grid(alpha=0.3)
    save_picture(figure, path)


def _strength(axis: Any, rows: Sequence[dict[str, Any]]) -> None:
    names = {(m["players"], m["rules"], m["opponent"]) for row in rows for m in row["evaluation"]["matches"]}
    for players, rules, opponent in sorted(names):
        points = [
            (row["decisions"] / 1e6, m)
            for row in rows
            for m in row["evaluation"]["matches"]
            if (m["players"], m["rules"], m["opponent"]) == (players, rules, opponent)
        ]
        at = [x for x, _ in points]
        line = axis.plot(
            at, [100 * m["win_share"] for _, m in points], marker=".", label=f"{players}p {rules} {opponent}"
        )
        low, high = ([100 * m["win_share_ci"][k] for _, m in points] for k in (0, 1))
        axis.fill_between(at, low, high, alpha=0.2, color=line[0].get_color())
        axis.axhline(100 / players, lw=0.5, ls="--", color=line[0].get_color())
    axis.set(title="wins in the arena, % (dashed: par)", xlabel="million decisions", ylim=(0, 100))
    axis.grid(alpha=0.3)
    if names:
        axis.legend(fontsize=8)


def save_picture(figure: Any, path: Path) -> None:
    """As a PNG that takes the place of the old one as a whole."""
    import matplotlib.pyplot as plt

    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    plt.close(figure)
    write_bytes_atomically(path, buffer.getvalue())
