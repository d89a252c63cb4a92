"""The ladder of a tournament in the terminal."""

from collections.abc import Iterator

from rich.box import SIMPLE
from rich.table import Table
from rich.text import Text

from hadara_agents.arena.ratings import ADVICE
from hadara_agents.arena.summary import Summary
from hadara_env.views.words import plural


def ladder(summary: Summary) -> Table:
    """The same figures as on the page, in 80 columns."""
    players = summary["players"]
    counts = f"{plural(summary['sets'], 'set')}, {plural(summary['games'], 'game')}"
    title = f"{players} players, {summary['rules']} rules, {counts}; par is {100 / players:.0f} %"
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("agent", overflow="fold")
    for name in ("games", "wins %", "95 % interval", "rank", "points", "rating"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, row in summary["agents"].items():
        low, high = row["win_share_ci"]
        figures = (
            str(row["games"]),
            f"{100 * row['win_share']:.1f}",
            f"{100 * low:.1f} to {100 * high:.1f}",
            f"{row['mean_rank']:.2f}",
            f"{row['mean_points']:.1f}",
            "-" if row["rating"] is None else f"{row['rating']:.1f}",
        )
        table.add_row(Text(name), *figures)
    return table


def remarks(summary: Summary) -> Iterator[str]:
    """What the table alone does not tell: forfeits with their reasons, and why there are no ratings."""
    for name, row in summary["forfeits"].items():
        reasons = list(row["reasons"].items())
        shown = "; ".join(f"{reason} ({count})" for reason, count in reasons[:3])
        more = f"; and {len(reasons) - 3} other reasons" if len(reasons) > 3 else ""
        games = plural(summary["agents"][name]["games"], "game")
        yield f"{name} forfeited {row['games']} of {games}: it {shown}{more}."
    if any(row["rating"] is None for row in summary["agents"].values()):
        yield ADVICE
