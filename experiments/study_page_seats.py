"""The parts of docs/strategy.md about seats, initiative and start cards."""

from collections.abc import Mapping
from typing import Any

from experiments.study_words import ENOUGH, ORDINALS, listed, number, over, percent, points, share, table

Results = Mapping[str, Any]


def initiative_in_short(results: Results) -> list[str]:
    """One line on the place that strays most from its part."""
    clear: list[tuple[float, str, int, float]] = []
    for n, rows in results["seats"].items():
        par = 1 / int(n)
        clear += [
            (abs(row["mean"] - par) / par, n, rank, row["mean"] - par)
            for rank, row in enumerate(rows["by_initiative"])
            if row["low"] > par or row["high"] < par
        ]
    if not clear:
        return ["No place in the order of initiative wins measurably more or less than its part."]
    _, n, rank, by = max(clear)
    word = "best" if by > 0 else "worst"
    beside = f"{100 * by:+.1f} wins in a hundred beside an equal part"
    return [f"Initiative matters: the {word} place found is the {ORDINALS[rank]} of {n} players, {beside}."]


def seats(results: Results) -> list[str]:
    """By initiative, and that seats by themselves mean nothing."""
    rows, notes = [], []
    for n, found in results["seats"].items():
        par = 1 / int(n)
        for rank, row in enumerate(found["by_initiative"]):
            figures = (share(row), f"{100 * (row['mean'] - par):+.1f}", number(found["points_by_initiative"][rank]))
            rows.append((n, ORDINALS[rank], *figures))
        better = [ORDINALS[r] for r, row in enumerate(found["by_initiative"]) if row["low"] > par]
        worse = [ORDINALS[r] for r, row in enumerate(found["by_initiative"]) if row["high"] < par]
        if better or worse:
            says = [f"more than its part goes to the {listed(better)}"] if better else []
            says += [f"less to the {listed(worse)}"] if worse else []
            notes.append(f"with {n} players {', '.join(says)}")
    strays = [
        f"seat {k} of {n}"
        for n, found in results["seats"].items()
        for k, row in enumerate(found["by_seat"])
        if row["low"] > 1 / int(n) or row["high"] < 1 / int(n)
    ]
    cells = sum(int(n) for n in results["seats"])
    words = (
        "Seats are numbered clockwise and say nothing by themselves; of the "
        f"{cells} seats, those clear of their part are {len(strays)} ({listed(strays)}); by chance alone it would be "
        f"about {0.05 * cells:.0f}."
    )
    order = "; ".join(notes) if notes else "no place wins measurably more or less than its part"
    first = (
        "The start card decides the initiative: the lowest number is first player in epoch I, the next in epoch II, "
        "the third in epoch III; who never is gets a coin. So a place is an order of turns, a coin and a start card "
        f"together. Clear of an equal part: {order}."
    )
    picture = "![Wins over par by initiative](pictures/strategy-initiative.png)"
    head = ("players", "place by initiative", "wins", "over par", "mean points")
    return [first, picture, table(head, rows, 2), words]


def sides(results: Results) -> list[str]:
    """Every start card with both sides."""
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
    says = f"Clear: {'; '.join(better)}." if better else "No side is clearly better than the other."
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
