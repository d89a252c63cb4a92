"""The contents of the box as JSON: facts that never change during a game, so that a page fetches them once."""

from typing import Any, Final

from hadara_env.cards import ABILITIES, COLOURS, TRACKS, CardSet
from hadara_env.engine.actions import BUST_REQUIREMENTS, COLONY_REQUIREMENTS
from hadara_env.engine.constants import SOURCES
from hadara_env.views.words import ABILITY_WORDS, describe_card

CRESTS: Final = ("monkey", "dragon", "lion", "pegasus", "scarab")  # S3, by slot on the wheel

# What the seat that is asked has to do, by step.
TODO: Final = {
    "side": "Choose side A or side B of your start card; everybody does, in secret.",
    "wheel": "Turn the wheel: it decides which colour everybody draws from first.",
    "draft": "Buy or sell one of your two cards; the other goes face up on the outer stack.",
    "token": "Choose the bonus token for the card you buy: its track moves two steps.",
    "colony": "Take a colony, plundering it or as an ally, or pass.",
    "bust": "Carve a bust with one of your bonus tokens, or pass.",
    "take": "Take the top card of an outer stack, and buy or sell it.",
    "feed": "You have more cards than food: discard one.",
    "seal": "Buy seals, or pass.",
    "over": "The game is over.",
}


def tracks_of(values: Any) -> dict[str, int]:
    """Four numbers by track, in plain integers."""
    return {track: int(value) for track, value in zip(TRACKS, values, strict=True)}


def moved_tracks(values: Any) -> dict[str, int]:
    """The same, only the tracks that move."""
    return {track: int(value) for track, value in zip(TRACKS, values, strict=True) if value}


def box(cards: CardSet) -> dict[str, Any]:
    """Cards, start cards, colonies, busts and seals, with the words of the game."""
    return {
        "colours": list(COLOURS),
        "tracks": list(TRACKS),
        "crests": list(CRESTS),
        "sources": list(SOURCES),
        "todo": TODO,
        "digest": cards.digest,
        "cards": {cards.ids[card]: _card(cards, card) for card in range(len(cards.ids))},
        "start_cards": [_start_card(cards, row) for row in range(len(cards.start_initiative))],
        "colonies": [_colony(cards, row) for row in range(len(COLONY_REQUIREMENTS))],
        "busts": [_bust(cards, row) for row in range(len(BUST_REQUIREMENTS))],
        "seals": {"most": 2, "silver": [4, 9, 20], "gold": [6, 12, 30], "silver_cheaper": [4, 4, 15],
                  "gold_cheaper": [6, 6, 22], "gold_points_a_set": 7},
    }  # fmt: skip


def _card(cards: CardSet, card: int) -> dict[str, Any]:
    ability = ABILITIES[cards.ability[card]]
    return {
        "id": cards.ids[card],
        "epoch": int(cards.epoch[card]),
        "colour": COLOURS[cards.colour[card]],
        "star": bool(cards.star[card]),
        "cost": int(cards.cost[card]),
        "points": int(cards.points[card]),
        "values": tracks_of(cards.values[card]),
        "ability": ability or None,
        "ability_words": ABILITY_WORDS[ability] or None,
        "provenance": cards.provenance[card],
        "text": describe_card(cards, card),
    }


def _start_card(cards: CardSet, row: int) -> dict[str, Any]:
    sides = {
        name: {"coins": int(cards.start_coins[row, side]), "tracks": tracks_of(cards.start_values[row, side])}
        for side, name in enumerate("AB")
    }
    return {"card": row + 1, "initiative": int(cards.start_initiative[row]), "sides": sides}


def _colony(cards: CardSet, row: int) -> dict[str, Any]:
    return {
        "need": COLONY_REQUIREMENTS[row],
        "points": int(cards.colony_front_points[row]),
        "plunder": int(cards.colony_plunder[row]),
        "ally_cost": int(cards.colony_ally_cost[row]),
        "backs": [back_of(cards, row, tile) for tile in range(5)],
    }


def back_of(cards: CardSet, colony: int, tile: int) -> dict[str, Any]:
    """The back of a colony's tile. C3"""
    return {
        "values": moved_tracks(cards.colony_values[colony, tile]),
        "points": int(cards.colony_back_points[colony, tile]),
    }


def _bust(cards: CardSet, row: int) -> dict[str, Any]:
    return {
        "need": BUST_REQUIREMENTS[row],
        "points": int(cards.bust_points[row]),
        "bonus": int(cards.bust_bonus[row]),
    }
