"""The part of docs/strategy.md on what holds with other purple cards."""

from collections.abc import Mapping
from typing import Any

from experiments.study_conclusions import OPEN
from experiments.study_words import listed, percent, share, short, table

Results = Mapping[str, Any]

_WORDS = """What the printed purple cards cost and give is not known here. So all of this was played again with
{sets} other sets of purple cards, drawn at random from what is known: the abilities with their epochs and stars, the
lowest and highest price of an epoch, and that some card is worth 12 points. Prices, steps, points and the number of
copies of abilities without a star are different in each. The players were not told: the learned one plays cards it has
never seen. Each set is named by its seed in the result file."""


def purple(results: Results) -> list[str]:
    """The ladder, then the conclusions."""
    found = results["perturbed"]
    if not found["seeds"]:
        return ["This run played no other card sets."]
    return [_WORDS.format(sets=len(found["seeds"])), "### The ladder", *_ladder(results), *_conclusions(results)]


def _ladder(results: Results) -> list[str]:
    shipped, others = results["ladder"], results["perturbed"]["ladders"]
    rows = []
    for k, spec in enumerate(shipped["order"]):
        means = [row["shares"][spec]["mean"] for row in others]
        places = sorted(row["order"].index(spec) + 1 for row in others)
        spread = f"{percent(min(means), 1)} to {percent(max(means), 1)}"
        where = f"{places[0]}" if places[0] == places[-1] else f"{places[0]} to {places[-1]}"
        rows.append((str(k + 1), short(spec), share(shipped["shares"][spec]), spread, where))
    top = shipped["order"][0]
    first = sum(row["order"][0] == top for row in others)
    pairs = results["perturbed"]["pairs"]
    firm = [pair for pair in pairs if pair["same"] == len(others)]
    turned = [pair for pair in pairs if pair["turned"]]
    words = (
        f"Two players, everybody against everybody, {shipped['sets']} deals a pair with both seats. {short(top)} comes "
        f"first with the shipped cards and with {first} of the {len(others)} other sets. Of the {len(pairs)} pairs "
        f"that the shipped cards put in a clear order, {len(firm)} are clearly in the same order with every "
        f"other set, and {len(turned)} in the opposite order with at least one."
    )
    more = ""
    if turned:
        said = [f"{short(p['above'])} above {short(p['below'])} (turned in {p['turned']})" for p in turned]
        more = f"Not to be relied on: {listed(said)}."
    picture = "![The ladder with the shipped and with other purple cards](pictures/strategy-ladder.png)"
    head = ("place", "agent", "wins, shipped cards", "with other cards", "places there")
    return [words, *([more] if more else []), picture, table(head, rows, 2)]


def _conclusions(results: Results) -> list[str]:
    rows = results["perturbed"]["conclusions"]
    sets = len(results["perturbed"]["seeds"])
    decided = [row for row in rows if row["said"] != OPEN]
    firm = [row for row in decided if row["same"] == sets]
    fair = [row for row in decided if row["same"] < sets and row["other"] == 0]
    loose = [row for row in decided if row["other"] > 0]
    games = results["perturbed"]["games_a_set"]
    words = (
        f"The conclusions of this page, each with {games:,} games on every other set. {len(firm)} of the "
        f"{len(decided)} that the shipped cards decide hold with all {sets} sets; {len(fair)} more are never "
        f"contradicted, but left open by some; {len(loose)} change with some set and may be wrong for the printed game."
    )
    table_rows = [
        (row["conclusion"], row["said"], _verdict(row, sets), *(str(row[key]) for key in ("same", "open", "other")))
        for row in rows
    ]
    head = ("conclusion", "shipped cards", "verdict", "same", "open", "other")
    return ["### Which conclusions survive", words, table(head, table_rows, 3)]


def _verdict(row: Mapping[str, Any], sets: int) -> str:
    if row["said"] == OPEN:
        return "undecided"
    if row["same"] == sets:
        return "survives"
    if row["other"] == 0:
        return "survives, less surely" if row["same"] >= 0.5 * sets else "not confirmed"
    return "mostly survives" if row["same"] >= 0.75 * sets else "depends on the purple cards"
