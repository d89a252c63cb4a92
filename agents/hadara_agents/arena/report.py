"""report.html: a tournament on one page that needs nothing but itself."""

from collections.abc import Mapping
from html import escape

from hadara_agents.arena import charts
from hadara_agents.arena.ratings import ADVICE
from hadara_agents.arena.summary import Summary

_STYLE = """
:root { --ink: #1f2430; --soft: #667085; --paper: #ffffff; --line: #e3e6ec; --bar: #3b6fb5; --good: #3b6fb5;
  --bad: #c9642f; --s0: #b5473c; --s1: #3f74b8; --s2: #9aa3b2; --s3: #d9a931; --s4: #5b8f5a; --s5: #7a5ea8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7eaf0; --soft: #98a2b3; --paper: #14171e; --line: #2c323d;
  --bar: #5f93d6; --good: #5f93d6; --bad: #e0834f; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 900px;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: .2rem; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .4rem; }
p { margin: .3rem 0 .8rem; color: var(--soft); } code { font-size: .85em; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 500; }
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; fill: var(--ink); }
.grid { stroke: var(--line); } .par { stroke: var(--bad); stroke-dasharray: 4 4; } .bar { fill: var(--bar); }
.whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; } .value, .legend { font-size: 12px; }
.label { text-anchor: end; } .tick, .small, .cell, .head { text-anchor: middle; font-size: 12px; }
.tick, .head, .place, .legend { fill: var(--soft); } .small { font-size: 11px; } .above { fill: var(--good); }
.below { fill: var(--bad); } .void { fill: var(--line); fill-opacity: .4; }
.seat1, .seat3 { fill-opacity: .75; } .seat2, .seat4 { fill-opacity: .55; }
.source0 { fill: var(--s0); } .source1 { fill: var(--s1); } .source2 { fill: var(--s2); }
.source3 { fill: var(--s3); } .source4 { fill: var(--s4); } .source5 { fill: var(--s5); }
"""
_LADDER = (
    "Share of the victories for every seat held, ties split: par is {par:.0%} (dashed). Intervals: 95 % by bootstrap "
    "over the sets."
)
_MATRIX = "How often the agent of the row came before that of the column, in percent; numbers are places on the ladder."


def page(summary: Summary, per_move: Mapping[str, float]) -> str:
    """The whole page; `per_move` holds milliseconds for a decision, of the agents that were timed."""
    players, par = summary["players"], 1 / summary["players"]
    facts = (
        f"{players} players, {summary['rules']} rules, {summary['sets']} sets, {summary['games']} games, "
        f"seed {summary['seeds']['tournament']}. A set is one deal with every rotation of a line-up over the seats."
    )
    sections = [
        ("Ladder", _LADDER.format(par=par), _table(summary, per_move) + charts.ladder(summary["agents"], par)),
        ("Head to head", _MATRIX, charts.matrix(summary["head_to_head"])),
        ("Points by source", "Mean points for every seat held.", charts.sources(summary["points_by_source"])),
        ("Points by seat", "Mean points at each seat, seat 0 first.", charts.seats(summary["points_by_seat"])),
    ]
    body = "\n".join(f"<section><h2>{title}</h2><p>{words}</p>\n{plot}</section>" for title, words, plot in sections)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Hadara arena</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body>\n<h1>Hadara arena</h1><p>{facts}</p>\n{_forfeits(summary)}{body}\n"
        f"<section><h2>Again</h2><p><code>{escape(summary['command'])}</code></p>\n"
        f"<p>Card set <code>{summary['digest']}</code>; {_versions(summary)}.</p></section>\n</body></html>\n"
    )


def _table(summary: Summary, per_move: Mapping[str, float]) -> str:
    timed = bool(per_move)
    head = ["agent", "games", "wins", "95 % interval", "mean rank", "points", "rating", *["ms/move"] * timed]
    rows = []
    for name, row in summary["agents"].items():
        low, high = row["win_share_ci"]
        rating = "-" if row["rating"] is None else f"{row['rating']:.1f}"
        speed = [f"{per_move[name]:.1f}" if name in per_move else "-"] * timed
        cells = [escape(name), row["games"], f"{row['win_share']:.1%}", f"{low:.1%} to {high:.1%}"]
        cells += [f"{row['mean_rank']:.2f}", f"{row['mean_points']:.1f}", rating, *speed]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    missing = f"<p>{escape(ADVICE)}</p>" if any(row["rating"] is None for row in summary["agents"].values()) else ""
    heads = "".join(f"<th>{text}</th>" for text in head)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>{missing}\n"


def _forfeits(summary: Summary) -> str:
    if not summary["forfeits"]:
        return ""
    items = "".join(
        f"<li>{escape(name)}: {row['games']} of {summary['agents'][name]['games']} games, for it "
        + escape("; ".join(f"{reason} ({count})" for reason, count in list(row["reasons"].items())[:3]))
        + "</li>"
        for name, row in summary["forfeits"].items()
    )
    return f"<section><h2>Forfeits</h2><p>Ranked last in the games named here.</p><ul>{items}</ul></section>\n"


def _versions(summary: Summary) -> str:
    return ", ".join(f"{name} {number}" for name, number in summary["versions"].items() if number)
