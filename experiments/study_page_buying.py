"""The parts of docs/strategy.md about buying cards."""

from collections.abc import Mapping
from typing import Any

from experiments.study_words import ENOUGH, EPOCHS, face, number, over, percent, points, table
from hadara_env.cards import COLOURS, load

Results = Mapping[str, Any]
SHOWN = 12

_THREE = """What a card adds to the chance of winning has three answers here, from the weakest to the strongest. *With
it*: the wins over par of those who bought it. That is correlation: a card bought by whoever can afford it looks good.
*Adjusted*: a regression over all cards at once, within each game, beside an average card; a card no longer gets the
credit of its company, but it is still correlation. *Paired*: the same game without the purchase, the coins spent
otherwise. Only the last says what the purchase caused."""


def buying(results: Results) -> list[str]:
    """Colours and epochs, then the cards at either end."""
    return [*_colours(results), "### The cards that matter", _THREE, *_cards(results)]


def _colours(results: Results) -> list[str]:
    rows, gaps = [], {}
    for e, epoch in enumerate(EPOCHS):
        for colour in COLOURS:
            row = results["colours"][f"{e + 1}{colour[0].upper()}"]
            gaps[f"{colour} in epoch {epoch}"] = row["gap"]
            figures = (number(row["winners"], 2), number(row["others"], 2), f"{row['gap']['mean']:+.2f}")
            parts = (percent(row["bought"]), percent(row["in_a"]), number(row["price"]))
            rows.append((epoch, colour, *figures, *parts))
    clear = {name: gap for name, gap in gaps.items() if gap["low"] > 0 or gap["high"] < 0}
    up = sorted((name for name in clear if clear[name]["mean"] > 0), key=lambda name: -clear[name]["mean"])[:3]
    down = [name for name in sorted(clear, key=lambda name: clear[name]["mean"]) if clear[name]["mean"] < 0][:3]
    words = []
    if up:
        words.append(f"Winners have more than others above all of {_and(up, clear)}.")
    if down:
        words.append(f"They have less of {_and(down, clear)}.")
    rates = {name: results["colours"][name]["bought"] for name in results["colours"]}
    low, high = min(rates, key=lambda name: rates[name]), max(rates, key=lambda name: rates[name])
    words.append(
        f"Of the cards dealt, {_name(high)} is bought most often ({percent(rates[high])}), {_name(low)} least "
        f"({percent(rates[low])})."
    )
    picture = "![Cards bought by colour and epoch](pictures/strategy-colours.png)"
    head = ("epoch", "colour", "winners", "others", "gap", "bought of those dealt", "of these in phase A", "mean price")
    return [" ".join(words), picture, table(head, rows, 2)]


def _and(names: list[str], gaps: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} ({gaps[name]['mean']:+.2f} cards)" for name in names)


def _name(group: str) -> str:
    colour = next(colour for colour in COLOURS if colour[0].upper() == group[1])
    return f"{colour} in epoch {EPOCHS[int(group[0]) - 1]}"


def _cards(results: Results) -> list[str]:
    box = load()
    rows = {card: row for card, row in results["cards"].items() if row["paired"]["margin"]["n"] >= ENOUGH}
    order = sorted(rows, key=lambda card: -rows[card]["paired"]["margin"]["shrunk"])
    clear = [card for card in order if rows[card]["paired"]["margin"]["low"] > 0]
    worse = [card for card in order if rows[card]["paired"]["margin"]["high"] < 0]
    words = (
        f"Of {len(rows)} cards with enough purchases to judge, {len(clear)} clearly add points and {len(worse)} "
        f"clearly cost some; by chance alone about {0.025 * len(rows):.0f} would seem to do either. The tables are in "
        "the order of a careful estimate, drawn towards the mean of all cards the less is known about a card."
    )
    if rows:
        middle = sorted(row["paired"]["margin"]["shrunk"] for row in rows.values())[len(rows) // 2]
        words += f" The card in the middle adds {middle:.1f} points over what else its coins would have done."
    picture = "![What each card adds, and how often it is bought](pictures/strategy-cards.png)"
    if len(order) < 2 * SHOWN:
        return [words, picture]
    top, low = order[:SHOWN], order[-SHOWN:][::-1]
    by_letter = {colour: sum(card[1] == colour[0].upper() for card in top) for colour in COLOURS}
    colour = max(by_letter, key=lambda name: by_letter[name])
    epochs = [sum(card[0] == e for card in top) for e in "123"]
    says = (
        f"Among the {SHOWN} that add most, {by_letter[colour]} are {colour}; {epochs[0]} are of epoch I, {epochs[1]} "
        f"of epoch II and {epochs[2]} of epoch III."
    )
    head = ("card", "printed", "bought", "paired, points", "paired, wins", "with it, over par", "adjusted")
    best, least = (table(head, [_row(box, card, rows[card]) for card in group], 2) for group in (top, low))
    return [words, says, picture, "Those that add most:", best, "Those that add least where they are bought:", least]


def _row(box: Any, card: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    paired = row["paired"]
    figures = (points(paired["margin"]), over(paired["win"]), over(row["with"]), over(row["adjusted"]))
    return (card, face(box, card), percent(row["bought"]), *figures)


def all_cards(results: Results) -> list[str]:
    """Every card in one table."""
    words = (
        "*Bought*: of the games it was dealt in. *In A*: of the purchases, those in phase A, out of the hand; the "
        "others from the outer stacks. *Lost*: discarded in feeding. Then wins over par of those who bought it and of "
        "those who did not though it was in the game, and the paired comparison in points with its number of cases."
    )
    rows = []
    for card, row in results["cards"].items():
        margin = row["paired"]["margin"]
        rows.append(
            (
                card,
                percent(row["bought"]),
                percent(row["in_a"]),
                number(row["price"]),
                percent(row["discarded"]),
                f"{100 * row['with']['mean']:+.1f}" if row["with"]["n"] else "",
                f"{100 * row['without']['mean']:+.1f}",
                over(row["adjusted"]),
                points(margin),
                str(margin["n"]),
            )
        )
    head = ("card", "bought", "in A", "price", "lost", "with", "without", "adjusted", "paired, points", "cases")
    return [words, table(head, rows)]
