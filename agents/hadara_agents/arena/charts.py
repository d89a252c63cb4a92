"""The four plots of a report as plain SVG text: no library, the same bytes for the same figures.

Colours come from classes, so that the page decides on them, by daylight and in the dark.
"""

from collections.abc import Mapping, Sequence
from html import escape

from hadara_env.engine.constants import SOURCES

WIDTH, LABEL, ROW = 860, 230, 30
_PLOT = WIDTH - LABEL - 70


def ladder(agents: Mapping[str, Mapping[str, object]], par: float) -> str:
    """Win shares from the best down, with their intervals and a line at par."""
    shares: list[tuple[str, float, float, float]] = []
    for name, row in agents.items():
        low, high = row["win_share_ci"]  # type: ignore[misc]
        shares.append((name, float(row["win_share"]), low, high))  # type: ignore[arg-type]
    parts = _scale([0, 0.25, 0.5, 0.75, 1], len(shares), lambda tick: f"{tick:.0%}", 1.0)
    at = _x(par)
    parts.append(f'<line class="par" x1="{at}" x2="{at}" y1="6" y2="{ROW * len(shares) + 10}"/>')
    for i, (name, share, low, high) in enumerate(shares):
        y = _middle(i)
        parts.append(_label(name, i))
        parts.append(f'<rect class="bar" x="{LABEL}" y="{y - 8}" width="{_px(_PLOT * share)}" height="16" rx="2"/>')
        ends = f"M{_x(low)} {y - 5}v10M{_x(high)} {y - 5}v10"
        parts.append(f'<path class="whisker" d="M{_x(low)} {y}H{_x(high)}{ends}"/>')
        parts.append(f'<text class="value" x="{_x(max(high, share)) + 6}" y="{y + 4}">{share:.1%}</text>')
    return _svg(parts, ROW * len(shares) + 34, "Win share of every agent with its interval")


def matrix(rows: Mapping[str, Mapping[str, float | None]]) -> str:
    """How often the agent of a row came before that of a column."""
    names = list(rows)
    cell = min(90, (WIDTH - LABEL) // max(1, len(names)))
    parts = []
    for i, name in enumerate(names):
        parts.append(_label(name, i, 26))
        centre = LABEL + cell * i + cell // 2
        parts.append(f'<text class="head" x="{centre}" y="16">{i + 1}<title>{escape(name)}</title></text>')
        for j, other in enumerate(names):
            value = rows[name].get(other)
            x, y = LABEL + cell * j, 26 + ROW * i
            if value is None:
                parts.append(f'<rect class="void" x="{x + 1}" y="{y + 1}" width="{cell - 2}" height="{ROW - 2}"/>')
                continue
            kind, depth = ("above" if value >= 0.5 else "below"), round(abs(value - 0.5) * 1.7 + 0.05, 3)
            parts.append(
                f'<rect class="{kind}" fill-opacity="{depth}" x="{x + 1}" y="{y + 1}" width="{cell - 2}" '
                f'height="{ROW - 2}"><title>{escape(name)} before {escape(other)}: {value:.1%}</title></rect>'
                f'<text class="cell" x="{x + cell // 2}" y="{y + 20}">{100 * value:.0f}</text>'
            )
    return _svg(parts, ROW * len(names) + 34, "Head to head, in percent")


def sources(rows: Mapping[str, Mapping[str, float]]) -> str:
    """Mean points of every agent, stacked by where they came from."""
    shown = [source for source in SOURCES if source != "total"]
    most = max(1.0, *(sum(max(0.0, row[source]) for source in shown) for row in rows.values()))
    ticks = [tick for tick in range(0, 500, 20 if most > 60 else 10) if tick <= most]
    parts = _scale(ticks, len(rows), str, most)
    for i, (name, row) in enumerate(rows.items()):
        parts.append(_label(name, i))
        x = float(LABEL)
        for k, source in enumerate(shown):
            width = _PLOT * max(0.0, row[source]) / most
            words = f"{escape(name)}: {row[source]:.1f} points from {source}"
            parts.append(
                f'<rect class="source{k}" x="{_px(x)}" y="{_middle(i) - 9}" width="{_px(width)}" height="18">'
                f"<title>{words}</title></rect>"
            )
            x += width
        parts.append(f'<text class="value" x="{_px(x + 6)}" y="{_middle(i) + 4}">{row["total"]:.1f}</text>')
    bottom = ROW * len(rows) + 34
    for k, source in enumerate(shown):
        x = LABEL + 100 * k
        parts.append(f'<rect class="source{k}" x="{x}" y="{bottom}" width="12" height="12" rx="2"/>')
        parts.append(f'<text class="legend" x="{x + 18}" y="{bottom + 11}">{source}</text>')
    return _svg(parts, bottom + 22, "Points by source")


def seats(rows: Mapping[str, Sequence[float]]) -> str:
    """Mean points of every agent at each seat."""
    most = max(1.0, *(max(row) for row in rows.values()))
    players, height = len(next(iter(rows.values()))), 180
    group = min(230.0, (WIDTH - 20) / len(rows))
    bar = min(42.0, (group - 14) / players)
    parts = []
    for i, (name, row) in enumerate(rows.items()):
        left = 10 + group * i
        for seat, value in enumerate(row):
            tall = max(0.0, height * value / most)
            x, y = left + bar * seat, 24 + height - tall
            parts.append(
                f'<rect class="bar seat{seat}" x="{_px(x + 1)}" y="{_px(y)}" width="{_px(bar - 2)}" '
                f'height="{_px(tall)}" rx="2"><title>{escape(name)} at seat {seat}: {value:.1f} points</title></rect>'
            )
            if bar >= 36:
                parts.append(f'<text class="small" x="{_px(x + bar / 2)}" y="{_px(y - 4)}">{value:.1f}</text>')
            parts.append(f'<text class="small" x="{_px(x + bar / 2)}" y="{40 + height}">{seat}</text>')
        middle, room = left + bar * players / 2, max(3, int(group / 7))
        parts.append(
            f'<text class="small name" x="{_px(middle)}" y="{58 + height}">{escape(_short(name, room))}'
            f"<title>{escape(name)}</title></text>"
        )
    return _svg(parts, height + 68, "Points by seat")


def _scale(ticks: Sequence[float], rows: int, text: object, most: float) -> list[str]:
    bottom = ROW * rows + 10
    parts = []
    for tick in ticks:
        x = _px(LABEL + _PLOT * tick / most)
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="6" y2="{bottom}"/>')
        parts.append(f'<text class="tick" x="{x}" y="{bottom + 16}">{text(tick)}</text>')  # type: ignore[operator]
    return parts


def _label(name: str, row: int, top: int = 6) -> str:
    shown = escape(_short(name, 28))
    y = top + ROW * row + ROW // 2 + 5
    number, title = f'<tspan class="place">{row + 1}</tspan>', f"<title>{escape(name)}</title>"
    return f'<text class="label" x="{LABEL - 10}" y="{y}">{shown} {number}{title}</text>'


def _short(name: str, room: int) -> str:
    return name if len(name) <= room else f"{name[: room - 1]}…"


def _middle(row: int) -> int:
    return 6 + ROW * row + ROW // 2


def _x(share: float) -> float:
    return _px(LABEL + _PLOT * share)


def _px(value: float) -> float:
    return round(value, 1)


def _svg(parts: Sequence[str], height: int, title: str) -> str:
    inner = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{title}">\n'
        f"{inner}\n</svg>"
    )
