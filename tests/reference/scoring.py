"""Points by source at the end (Z1-Z7)."""

from typing import Any

from .player import Player


def score(player: Player) -> dict[str, int]:
    points = {
        "colonies": _colonies(player),
        "busts": _busts(player),
        "silver": _silver(player),
        "gold": _gold(player),
        "cards": sum(card.points for card in player.display),  # Z5
        "coins": player.coins // 5,  # Z6
    }
    points["total"] = sum(points.values())
    return points


def result(players: list[Player]) -> dict[str, Any]:
    scores = [score(player) for player in players]
    # Z7
    ranks = [(points["total"], player.coins % 5) for points, player in zip(scores, players, strict=True)]
    best = max(ranks)
    return {"scores": scores, "winners": [seat for seat, rank in enumerate(ranks) if rank == best]}


def _colonies(player: Player) -> int:
    return sum(tile.back_points if use == "ally" else tile.front_points for tile, use in player.colonies.values())


def _busts(player: Player) -> int:
    extra = 2 if player.has("bust_steps") else 0  # X8
    return sum(bust.points + (bust.bonus + extra if face == "back" else 0) for bust, _, face in player.busts.values())


def _silver(player: Player) -> int:
    values = [player.tracks()[track] for track in player.silver]
    halves = [-(-value // 2) for value in values]  # Z3: each seal rounded up on its own
    gains = sorted((value - half for value, half in zip(values, halves, strict=True)), reverse=True)
    return sum(halves) + sum(gains[: player.copies("full_silver")])  # X9, P5


def _gold(player: Player) -> int:
    colours = player.count().colours
    plain_sets = min(colours)  # Z4
    seal_sets = plain_sets
    if player.has("set_joker"):
        # X11: one more card of whichever colour helps most
        seal_sets = max(min([*colours[:c], colours[c] + 1, *colours[c + 1 :]]) for c in range(5))
    return 7 * player.gold * seal_sets + 4 * player.copies("set_points") * plain_sets  # X10
