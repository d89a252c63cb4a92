"""What a finished game is worth to each seat, counted again in plain Python from its points and coins."""

from dataclasses import dataclass, field

from hadara_env.game import Game

KINDS = ("win", "rank", "margin")


def expected_rewards(game: Game, kind: str) -> list[float]:
    """Each seat's reward by the published formulas."""
    totals, n = [points["total"] for points in game.scores()], game.players
    if kind == "margin":
        return [(own - (sum(totals) - own) / (n - 1)) / 50 for own in totals]
    strength = strengths(game)
    if kind == "rank":
        ladder = sorted(strength, reverse=True)
        places = [[place for place, other in enumerate(ladder, 1) if other == own] for own in strength]
        return [(n + 1 - 2 * sum(held) / len(held)) / (n - 1) for held in places]
    winners = [seat for seat, own in enumerate(strength) if own == max(strength)]
    assert winners == game.winners()
    share = [1 / len(winners) if seat in winners else 0 for seat in range(n)]
    return [(n * s - 1) / (n - 1) for s in share]


def strengths(game: Game) -> list[tuple[int, int]]:
    """Points, then the coins left when every five have been exchanged for one. Z6, Z7"""
    totals = [points["total"] for points in game.scores()]
    return [(total, int(coins) % 5) for total, coins in zip(totals, game.record.coins[: game.players], strict=True)]


def tied_places(game: Game) -> set[int]:
    """The best place of each group of seats that end level."""
    strength = strengths(game)
    return {1 + sum(other > own for other in strength) for own in strength if strength.count(own) > 1}


@dataclass
class Episode:
    """A game as one door delivered it: every reward each seat was given, in order, and the game at its end."""

    final: Game
    given: dict[int, list[float]] = field(default_factory=dict)
