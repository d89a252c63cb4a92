"""docs/strategy.md, written from the result file of a study and from nothing else (`study_page_*`: its longer parts)."""

from collections.abc import Mapping
from typing import Any

from experiments.study_page_buying import all_cards, buying
from experiments.study_page_purple import purple
from experiments.study_page_timing import timing, timing_in_short
from experiments.study_words import ENOUGH, ORDINALS, listed, number, over, pays, percent, points, share, table
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

_READING = """Ranges in brackets are 95 % intervals. *Over par* means wins above an equal part of one
over the number of players, in hundredths of all games: +5 with four players is 30 wins in a hundred games instead of
25.

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
    parts += ["## Seat and initiative", *_seats(results)]
    parts += ["## Start cards and their sides", *_sides(results)]
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
    lines = [
        f"It takes {totals[few]['mean']:.0f} points to win with {few} players and {totals[most]['mean']:.0f} with "
        f"{most}, on average."
    ]
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
    lines += [*_initiative_in_short(results), *timing_in_short(results)]
    gap = results["display"]["gap"]
    if gap["low"] > 0:
        lines.append(
            f"Winners buy {results['display']['winners']:.1f} of the 30 cards they could, others "
            f"{results['display']['others']:.1f}, and hardly any is lost for want of food "
            f"({percent(results['display']['discarded'], 1)})."
        )
    return "\n".join(f"- {line}" for line in lines)


def _initiative_in_short(results: Results) -> list[str]:
    clear = []
    for n, rows in results["seats"].items():
        par = 1 / int(n)
        for rank, row in enumerate(rows["by_initiative"]):
            if row["low"] > par or row["high"] < par:
                clear.append((abs(row["mean"] - par) / par, n, rank, row["mean"] - par))
    if not clear:
        return ["No place in the order of initiative wins measurably more or less than its part."]
    _, n, rank, by = max(clear)
    word = "best" if by > 0 else "worst"
    return [
        f"Initiative matters: the {word} place found is the {ORDINALS[rank]} of {n} players, {100 * by:+.1f} wins in a "
        "hundred beside an equal part."
    ]


def _sources(results: Results) -> list[str]:
    rows = []
    for n, found in results["points"].items():
        for who in ("winners", "others"):
            rows.append((n, who, *(number(found[who][source]) for source in SOURCES)))
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


def _seats(results: Results) -> list[str]:
    rows, notes = [], []
    for n, found in results["seats"].items():
        par = 1 / int(n)
        for rank, row in enumerate(found["by_initiative"]):
            figures = (share(row), f"{100 * (row['mean'] - par):+.1f}", number(found["points_by_initiative"][rank]))
            rows.append((n, ORDINALS[rank], *figures))
        better = [ORDINALS[r] for r, row in enumerate(found["by_initiative"]) if row["low"] > par]
        worse = [ORDINALS[r] for r, row in enumerate(found["by_initiative"]) if row["high"] < par]
        if better or worse:
            says = [f"{listed(better)} wins more than its part"] if better else []
            says += [f"{listed(worse)} less"] if worse else []
            notes.append(f"with {n} players {', '.join(says)}")
    seats = [
        f"seat {k} of {n}"
        for n, found in results["seats"].items()
        for k, row in enumerate(found["by_seat"])
        if row["low"] > 1 / int(n) or row["high"] < 1 / int(n)
    ]
    cells = sum(int(n) for n in results["seats"])
    words = (
        "Seats are numbered clockwise and say nothing by themselves; of the "
        f"{cells} seats, {len(seats)} stray from their part beyond the interval ({listed(seats)}), where chance alone "
        f"lets about {0.05 * cells:.0f} do so."
    )
    order = "; ".join(notes) if notes else "no place wins measurably more or less than its part"
    first = (
        "The start card decides the initiative: the lowest number is first player in epoch I, the next in epoch II, the "
        "third in epoch III; who never is gets a coin. So a place is an order of turns, a coin and a start card "
        f"together. Beyond doubt: {order}."
    )
    picture = "![Wins over par by initiative](pictures/strategy-initiative.png)"
    head = ("players", "place by initiative", "wins", "over par", "mean points")
    return [first, picture, table(head, rows, 2), words]


def _sides(results: Results) -> list[str]:
    rows, better = [], []
    for card, row in results["sides"].items():
        margin = row["a_over_b"]["margin"]
        paired = (over(row["a_over_b"]["win"]), points(margin))
        rows.append((card, percent(1 - row["b_chosen"]), over(row["card"]), over(row["a"]), over(row["b"]), *paired))
        if margin["n"] >= ENOUGH and (margin["low"] > 0 or margin["high"] < 0):
            side, chosen = "A" if margin["low"] > 0 else "B", "A" if row["b_chosen"] < 0.5 else "B"
            agree = "as the players choose" if side == chosen else f"though the players mostly choose {chosen}"
            better.append(f"side {side} of card {card} is better by {abs(margin['mean']):.0f} points, {agree}")
    words = (
        "A start card has two sides, and the choice is made before anything else is known. "
        "The last two columns turn the card over and play the same deal again, whichever side was chosen."
    )
    says = f"Beyond doubt: {'; '.join(better)}." if better else "No side is better than the other beyond doubt."
    names = (
        "card",
        "A chosen",
        "card over par",
        "A over par",
        "B over par",
        "A over B, wins (paired)",
        "points (paired)",
    )
    return [words, table(names, rows), says]


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
