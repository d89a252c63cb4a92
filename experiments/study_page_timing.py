"""The part of docs/strategy.md about seals, colonies and busts."""

from collections.abc import Mapping
from typing import Any

from experiments.study_words import ENOUGH, EPOCHS, STAGES, listed, number, over, pays, percent, points, table

Results = Mapping[str, Any]
_WAYS = {"colony": ("allied", "allying", "plundering"), "bust": ("back", "points (back up)", "steps (front up)")}
_NAMES = {"colony": "colonies", "bust": "busts"}


def timing(results: Results) -> list[str]:
    """When each pays."""
    picture = "![What seals, colonies and busts add, by time](pictures/strategy-timing.png)"
    words = (
        "Paired figures compare with not buying that seal in that epoch, or not taking that colony or bust in that "
        "step; later remains possible. So they say whether *now* was right, not what the thing is worth in all."
    )
    parts = [words, picture, "### Seals", *_seals(results)]
    for what in ("colony", "bust"):
        parts += [f"### {_NAMES[what].capitalize()}", *_takings(results, what)]
    return parts


def timing_in_short(results: Results) -> list[str]:
    """One line on seals, one on busts and colonies."""
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
        rows = results[what]["by_requirement"]
        known = {need: row for need, row in rows.items() if row["paired"]["margin"]["n"] >= ENOUGH}
        if known:
            best = max(known, key=lambda need: known[need]["paired"]["margin"]["mean"])
            lines.append(
                f"The {what} worth fighting for is that of requirement {best}: taking it when they can adds "
                f"{points(known[best]['paired']['margin'])} points, and {percent(rows[best]['per_player'])} of all "
                "players get it."
            )
    return lines


def _seals(results: Results) -> list[str]:
    rows, verdicts = [], []
    for metal in ("gold", "silver"):
        for epoch, row in results["seals"][metal]["by_epoch"].items():
            margin = row["paired"]["margin"]
            net = "" if row["price"] is None else f"{row['points'] - row['price'] / 5:+.1f}"
            bought = (number(row["per_player"], 2), number(row["price"]), number(row["points"]), net)
            paired = (over(row["paired"]["win"]), points(margin), str(margin["n"]))
            rows.append((metal, EPOCHS[int(epoch) - 1], *bought, *paired))
            verdicts.append(f"{metal} in epoch {EPOCHS[int(epoch) - 1]} {_verdict(margin)}")
    counts = []
    for metal in ("gold", "silver"):
        said = [f"{over(row)} with {k}" for k, row in results["seals"][metal]["by_count"].items() if row["n"] >= ENOUGH]
        counts.append(f"{metal} seals {listed(said)}")
    tracks = results["silver_tracks"]
    order = sorted(tracks, key=lambda track: -tracks[track])
    scored = ", ".join(f"{track} {percent(tracks[track])}" for track in order)
    head = ("seal", "epoch", "a player buys", "price", "scores", "less its coins", "wins (paired)", "points (paired)")
    return [
        f"Bought when the players buy them: {'; '.join(verdicts)}.",
        table((*head, "cases"), rows, 2),
        f"Silver seals score {scored}.",
        f"Wins over par by how many a player has at the end, which is correlation again: {'; '.join(counts)}.",
    ]


def _verdict(margin: Mapping[str, float]) -> str:
    return "is too rare to judge" if margin["n"] < ENOUGH else pays(margin)


def _takings(results: Results, what: str) -> list[str]:
    way, one, other = _WAYS[what]
    rows, verdicts = [], []
    for need, row in results[what]["by_requirement"].items():
        stages = row["stages"]
        usual = STAGES[max(range(len(stages)), key=lambda k: stages[k])] if row["per_player"] else ""
        turned = row[f"{way}_over_not"]["margin"]
        taken = (percent(row["per_player"]), usual, percent(row[way]))
        rows.append((need, *taken, over(row["paired"]["win"]), points(row["paired"]["margin"]), points(turned)))
        if turned["n"] >= ENOUGH and (turned["low"] > 0 or turned["high"] < 0):
            winner, loser = (one, other) if turned["low"] > 0 else (other, one)
            verdicts.append(f"at {need} {winner} beats {loser} by {abs(turned['mean']):.1f} points")
    by_stage = results[what]["by_stage"]
    clear = [f"{stage} {points(row['margin'])}" for stage, row in by_stage.items() if row["margin"]["n"] >= ENOUGH]
    head = (
        "requirement",
        "players who take it",
        "mostly in",
        way,
        "wins (paired)",
        "points (paired)",
        f"{one} over {other}",
    )
    said = (
        f"{one.capitalize()} or {other}: {'; '.join(verdicts)}."
        if verdicts
        else (f"{one.capitalize()} or {other} makes no difference beyond doubt.")
    )
    counts = [f"{over(row)} with {k}" for k, row in results[what]["by_count"].items() if row["n"] >= ENOUGH]
    return [
        f"What taking one adds, in points, by when it is taken: {listed(clear)}.",
        table(head, rows),
        said,
        f"Wins over par by how many a player has at the end (correlation): {listed(counts)}.",
    ]
