"""The part of docs/strategy.md about seals, colonies and busts."""

from collections.abc import Mapping
from typing import Any

from experiments.study_words import ENOUGH, EPOCHS, STAGES, listed, number, over, pays, percent, points, table

Results = Mapping[str, Any]
_WAYS = {"colony": ("allied", "allying", "plundering"), "bust": ("back", "the back", "the front")}
_NAMES = {"colony": "colonies", "bust": "busts"}
_BUSTS = "A token with its front up gives the bonus as steps at once, with its back up as points at the end."


def timing(results: Results) -> list[str]:
    """When each pays."""
    picture = "![What seals, colonies and busts add, by time](pictures/strategy-timing.png)"
    words = (
        "Paired figures compare what was done with not buying that seal in that epoch, or not taking that colony or "
        "bust in that step; later remains possible. So they say whether *now* was right, not what the thing is worth "
        "in all."
    )
    parts = [words, picture, "### Seals", *_seals(results)]
    for what in ("colony", "bust"):
        parts += [f"### {_NAMES[what].capitalize()}", *_takings(results, what)]
    return parts


def timing_in_short(results: Results) -> list[str]:
    """A line each on gold, silver, colonies and busts."""
    lines = []
    for metal in ("gold", "silver"):
        rows = results["seals"][metal]["by_epoch"]
        usual = max(rows, key=lambda epoch: rows[epoch]["per_player"])
        row = rows[usual]
        if row["price"] is None:
            continue
        margin = row["paired"]["margin"]
        told = f": {points(margin)} points over waiting" if margin["n"] >= ENOUGH else ""
        lines.append(
            f"{metal.capitalize()} seals are bought in epoch {EPOCHS[int(usual) - 1]} above all, for "
            f"{row['price']:.0f} coins, and score {row['points']:.0f} points each{told}."
        )
    for what in ("colony", "bust"):
        ways = _ways(results, what)
        lines += [f"{_NAMES[what].capitalize()}: {'; '.join(ways)}."] if ways else []
    return lines


def _ways(results: Results, what: str) -> list[str]:
    """Which way of taking is clearly better, by requirement."""
    way, one, other = _WAYS[what]
    found = []
    for need, row in results[what]["by_requirement"].items():
        turned = row[f"{way}_over_not"]["margin"]
        if _is_clear(turned):
            winner, loser = (one, other) if turned["low"] > 0 else (other, one)
            found.append(f"at requirement {need} {winner} beats {loser} by {abs(turned['mean']):.1f} points")
    return found


def _is_clear(margin: Mapping[str, float]) -> bool:
    return margin["n"] >= ENOUGH and (margin["low"] > 0 or margin["high"] < 0)


def _seals(results: Results) -> list[str]:
    rows, verdicts = [], []
    for metal in ("gold", "silver"):
        for epoch, row in results["seals"][metal]["by_epoch"].items():
            margin, passed = row["paired"]["margin"], row["passed"]["margin"]
            net = "" if row["price"] is None else f"{row['points'] - row['price'] / 5:+.1f}"
            bought = (number(row["per_player"], 2), number(row["price"]), number(row["points"]), net)
            paired = (points(margin), str(margin["n"]), points(passed), str(passed["n"]))
            rows.append((metal, EPOCHS[int(epoch) - 1], *bought, *paired))
            verdict = pays(margin) if margin["n"] >= ENOUGH else "is too rare to judge"
            verdicts.append(f"{metal} in epoch {EPOCHS[int(epoch) - 1]} {verdict}")
    counts = []
    for metal in ("gold", "silver"):
        said = [f"{over(row)} with {k}" for k, row in results["seals"][metal]["by_count"].items() if row["n"] >= ENOUGH]
        counts.append(f"{metal} seals {listed(said)}")
    tracks = results["silver_tracks"]
    scored = ", ".join(
        f"{track} {percent(tracks[track])}" for track in sorted(tracks, key=lambda track: -tracks[track])
    )
    head = ("seal", "epoch", "a player buys", "price", "scores", "less its coins", "bought (paired)", "cases")
    return [
        f"Where the players bought one: {'; '.join(verdicts)}.",
        _passed(results),
        table((*head, "not bought (paired)", "cases"), rows, 2),
        f"Tracks that silver seals score: {scored}.",
        f"Wins over par by how many a player has at the end, which is correlation again: {'; '.join(counts)}.",
    ]


def _passed(results: Results) -> str:
    """What buying would have done for those who could and did not."""
    said = []
    for metal in ("gold", "silver"):
        for epoch, row in results["seals"][metal]["by_epoch"].items():
            margin = row["passed"]["margin"]
            if _is_clear(margin):
                word = "would have added" if margin["low"] > 0 else "would have cost"
                said.append(f"{metal} in epoch {EPOCHS[int(epoch) - 1]} {word} {abs(margin['mean']):.1f} points")
    if not said:
        return "For those who could buy a seal and did not, buying it would have made no clear difference."
    return f"For those who could buy a seal and did not, on average: {'; '.join(said)}."


def _takings(results: Results, what: str) -> list[str]:
    way, one, other = _WAYS[what]
    rows = []
    for need, row in results[what]["by_requirement"].items():
        stages = row["stages"]
        usual = STAGES[max(range(len(stages)), key=lambda k: stages[k])] if row["per_player"] else ""
        taken = (percent(row["per_player"]), usual, percent(row[way]))
        paired = (over(row["paired"]["win"]), points(row["paired"]["margin"]))
        rows.append((need, *taken, *paired, points(row[f"{way}_over_not"]["margin"])))
    by_stage = results[what]["by_stage"]
    clear = [f"{stage} {points(row['margin'])}" for stage, row in by_stage.items() if row["margin"]["n"] >= ENOUGH]
    head = ("requirement", "players who take it", "mostly in", way, "wins (paired)", "points (paired)")
    ways = _ways(results, what)
    said = f"Clearly, {'; '.join(ways)}." if ways else f"Whether {one} or {other} makes no clear difference."
    counts = [f"{over(row)} with {k}" for k, row in results[what]["by_count"].items() if row["n"] >= ENOUGH]
    return [
        f"What taking one adds, in points, by when it is taken: {listed(clear)}.",
        table((*head, f"{one} over {other} (paired)"), rows),
        f"{_BUSTS} {said}" if what == "bust" else said,
        f"Wins over par by how many a player has at the end (correlation): {listed(counts)}.",
    ]
