"""docs/strategy.md, written from the result file of a study and from nothing else; `study_page_*` are its parts."""

from collections.abc import Mapping
from typing import Any

from experiments.study_page_buying import all_cards, buying
from experiments.study_page_purple import purple
from experiments.study_page_seats import initiative_in_short, seats, sides
from experiments.study_page_timing import timing, timing_in_short
from experiments.study_words import ENOUGH, listed, number, pays, percent, points, table
from hadara_env.engine.constants import SOURCES

Results = Mapping[str, Any]
_SHOWN = [source for source in SOURCES if source != "total"]
_FROM = {
    "colonies": "colonies",
    "busts": "busts",
    "silver": "silver seals",
    "gold": "gold seals",
    "cards": "the points printed on cards",
    "coins": "coins left over",
}

_READING = """Ranges in brackets are 95 % intervals; *clear* is what lies outside of them, which one figure in twenty
does by chance. *Over par* means wins above an equal part of one over the number of players, in hundredths of all
games: +5 with four players is 30 wins in a hundred games instead of 25.

*Paired* figures are the strong ones. Some of the choices in these games, drawn by lot, were taken back: the same deal
and the same moves up to there, then the game played on by the same players without it (the card never bought, the seal
not bought in that epoch, the colony not taken in that step). The difference is what the choice caused. It is what it
caused for *these* players: they know what to do after their usual move, and less well after one they never make.
Everything else on this page is a comparison of winners with others, and that is correlation: who is ahead can afford
more of everything.

The 42 purple cards are [reconstructed](cards.md), so what is said about them, or about anything that hangs on them, is
about this card set. The [last part](#would-other-purple-cards-change-this) says what is left with other ones."""


def render(results: Results) -> str:
    """The page."""
    parts = ["# What wins at Hadara", _head(results), "## In short", _in_short(results)]
    parts += ["## How to read this", _READING]
    parts += ["## Where the points come from", *_sources(results)]
    parts += ["## Seat and initiative", *seats(results)]
    parts += ["## Start cards and their sides", *sides(results)]
    parts += ["## What to buy, and when", *buying(results)]
    parts += ["## When seals, colonies and busts pay", *timing(results)]
    parts += ["## Would other purple cards change this?", *purple(results)]
    parts += ["## All cards", *all_cards(results)]
    parts += ["## How it was made", _made(results)]
    return "\n\n".join(parts) + "\n"


def _head(results: Results) -> str:
    about = results["about"]
    games = sum(about["games"].values())
    who = listed([f"`{agent['spec']}`" for agent in about["agents"]])
    return (
        "<!-- Written by `python -m experiments.study` from experiments/results/study.json; changes made here by hand "
        "are lost. -->\n\n"
        f"{games:,} games, {about['rules']} rules, a quarter each with two, three, four and five players, all seats "
        f"played by {who}; {about['refusals']:,} of their choices taken back and played again without. All of it can "
        "be repeated from its seed."
    )


def _lead(results: Results, n: str) -> list[str]:
    """Sources from the one that tells winners most from others."""
    gap = results["points"][n]["gap"]
    return sorted(_SHOWN, key=lambda source: -gap[source]["mean"])


def _in_short(results: Results) -> str:
    counts = list(results["points"])
    most, few = counts[-1], counts[0]
    totals = results["winning_totals"]
    need, more = totals[few]["mean"], totals[most]["mean"]
    lines = [f"It takes {need:.0f} points to win with {few} players and {more:.0f} with {most}, on average."]
    tops = {n: _lead(results, n)[0] for n in counts}
    if len(set(tops.values())) == 1:
        part = results["points"]["2"]["gap"][tops["2"]]["mean"] / results["points"]["2"]["gap"]["total"]["mean"]
        lines.append(
            f"With any number of players the winner's lead comes first of all from {_FROM[tops['2']]}: with two, "
            f"{percent(part)} of it."
        )
    else:
        each = [f"{_FROM[source]} with {n}" for n, source in tops.items()]
        lines.append(f"What the winner's lead comes from first of all: {listed(each)}.")
    lines += [*initiative_in_short(results), *timing_in_short(results)]
    gap = results["display"]["gap"]
    if gap["low"] > 0:
        lines.append(
            f"Winners buy {results['display']['winners']:.1f} of the 30 cards they could, others "
            f"{results['display']['others']:.1f}, and hardly any is lost for want of food "
            f"({percent(results['display']['discarded'], 1)})."
        )
    return "\n".join(f"- {line}" for line in lines)


def _sources(results: Results) -> list[str]:
    rows = []
    for n, found in results["points"].items():
        rows += [(n, who, *(number(found[who][source]) for source in SOURCES)) for who in ("winners", "others")]
        rows.append((n, "gap", *(f"**{found['gap'][source]['mean']:+.1f}**" for source in SOURCES)))
    sentences = []
    for n in results["points"]:
        gap, order = results["points"][n]["gap"], _lead(results, n)
        first, second, last = order[0], order[1], order[-1]
        sentences.append(
            f"With {n} players winners are {gap['total']['mean']:.0f} points ahead of the mean of the others: "
            f"{points(gap[first])} from {_FROM[first]}, {points(gap[second])} from {_FROM[second]}, and least from "
            f"{_FROM[last]}, {points(gap[last])}."
        )
    biggest = max(_SHOWN, key=lambda source: results["points"]["2"]["winners"][source])
    words = (
        f"Most points come from {_FROM[biggest]}, for winners and others alike; that does not make them what decides."
    )
    if biggest == _lead(results, "2")[0]:
        words = f"Most points come from {_FROM[biggest]}, and that is also where games are decided."
    picture = "![Points by source of winners and others](pictures/strategy-sources.png)"
    return [words, " ".join(sentences), picture, table(("players", "", *SOURCES), rows, 2)]


def _made(results: Results) -> str:
    about = results["about"]
    agents = []
    for agent in about["agents"]:
        more = (
            f" (network {agent['network']}, {agent['decisions']:,} decisions of training)" if "network" in agent else ""
        )
        agents.append(f"`{agent['spec']}`{more}")
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items() if version)
    games = ", ".join(f"{count:,} with {n}" for n, count in about["games"].items())
    few = pays({"mean": 0, "low": 0, "high": 0, "n": 0})
    lines = [
        f"Command: `{about['command']}`",
        f"Players: {listed(agents)}; a temperature draws actions by their probability, so that games vary.",
        f"Games: {games}. Seed {about['seed']}: {about['seeds']}.",
        f"Choices taken back: each with a chance of {percent(about['again'], 1)}, drawn when it was made.",
        f"Fewer than {ENOUGH} cases are shown, but called {few}.",
        f"Card set `{about['cards']}`, {about['reconstructed']} cards of it reconstructed.",
        f"{versions}.",
    ]
    return "\n".join(f"- {line}" for line in lines)
