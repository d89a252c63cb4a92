"""The final scoring counted out by source, item by item. Z"""

from typing import Any

from hadara_agents.play.table_seat import busts_of, colonies_of
from hadara_env.cards import TRACKS, CardSet
from hadara_env.engine.constants import FULL_SILVER, SET_JOKER, SET_POINTS, SOURCES
from hadara_env.views.words import verdict


def scoring(g: Any, cards: CardSet, points: list[list[int]], order: list[int]) -> dict[str, Any]:
    """Scores, places, winners, and what each source consists of."""
    scores: list[dict[str, int]] = [dict(zip(SOURCES, row, strict=True)) for row in points]
    winners = [seat for seat, place in enumerate(order) if place == 1]
    return {
        "scores": scores,
        "winners": winners,
        "places": order,
        "left_over": [g.coins[seat] % 5 for seat in range(g.num_players)],
        "verdict": verdict(winners, scores),
        "details": [_details(g, seat, cards) for seat in range(g.num_players)],
    }


def _details(g: Any, seat: int, cards: CardSet) -> dict[str, Any]:
    colonies = [{key: item[key] for key in ("need", "state", "points")} for item in colonies_of(g, seat, cards)]
    busts = [{key: item[key] for key in ("need", "side", "points")} for item in busts_of(g, seat, cards)]
    display = g.display[seat][: g.display_size[seat]]
    return {
        "colonies": colonies,
        "busts": busts,
        "silver": _silver(g, seat),
        "gold": _gold(g, seat),
        "cards": [{"id": cards.ids[card], "points": int(cards.points[card])} for card in display],
        "coins": {"coins": g.coins[seat], "points": g.coins[seat] // 5, "left": g.coins[seat] % 5},
    }


def _silver(g: Any, seat: int) -> list[dict[str, Any]]:
    """Z3; X9 gives the whole track to the seals that gain most, one for each copy."""
    seals = [(track, g.tracks[seat][track]) for track in g.silver[seat][: g.silver_count[seat]]]
    whole = sorted(range(len(seals)), key=lambda i: -(seals[i][1] // 2))[: g.ability[seat][FULL_SILVER]]
    return [
        {"track": TRACKS[track], "value": value, "points": value if i in whole else (value + 1) // 2}
        for i, (track, value) in enumerate(seals)
    ]


def _gold(g: Any, seat: int) -> dict[str, Any]:
    """Z4, X11 for the seals; X10 beside them."""
    sets = min(g.colours[seat])
    joker = g.ability[seat][SET_JOKER] > 0 and g.colours[seat].count(sets) == 1
    extra = 4 * g.ability[seat][SET_POINTS] * sets
    counted = sets + int(joker)
    return {
        "seals": g.gold[seat],
        "sets": counted,
        "joker": joker,
        "extra": extra,
        "points": 7 * g.gold[seat] * counted + extra,
    }
