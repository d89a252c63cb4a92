"""The setup object of a replay: check one, or deal one at random."""

import random
from typing import Any

from .cards import COLOURS, EPOCHS, ReferenceCards

RULES = ("basic", "full")


def deal(players: int, rules: str, rng: random.Random, cards: ReferenceCards) -> dict[str, Any]:
    """A random legal setup (S2-S7)."""
    _check_game(players, rules)
    return {
        "board": rng.sample(COLOURS, 5),
        "crests": rng.sample(range(5), players),
        "start_cards": rng.sample(sorted(cards.start_sides), players),
        "piles": {
            str(epoch): {
                name: [card.id for card in rng.sample(cards.dealable(epoch, colour, rules), 2 * players)]
                for colour, name in enumerate(COLOURS)
            }
            for epoch in EPOCHS
        },
        "colonies": {
            str(requirement): rng.sample(range(len(tiles)), players) for requirement, tiles in cards.colonies.items()
        },
    }


def check_setup(setup: dict[str, Any], players: int, rules: str, cards: ReferenceCards) -> None:
    """Refuse what could not have been dealt from the box."""
    _check_game(players, rules)
    _check_keys("setup", setup, ("board", "crests", "start_cards", "piles", "colonies"))
    if sorted(setup["board"]) != sorted(COLOURS):
        raise ValueError(f"setup.board must hold each of the five colours once, not {setup['board']}")
    _check_choice("setup.crests", setup["crests"], players, range(5))
    _check_choice("setup.start_cards", setup["start_cards"], players, cards.start_sides)
    _check_keys("setup.piles", setup["piles"], [str(epoch) for epoch in EPOCHS])
    for epoch in EPOCHS:
        piles = setup["piles"][str(epoch)]
        _check_keys(f"setup.piles.{epoch}", piles, COLOURS)
        for colour, name in enumerate(COLOURS):
            dealable = {card.id for card in cards.dealable(epoch, colour, rules)}
            _check_choice(f"setup.piles.{epoch}.{name}", piles[name], 2 * players, dealable)
    _check_keys("setup.colonies", setup["colonies"], [str(requirement) for requirement in cards.colonies])
    for requirement, tiles in cards.colonies.items():
        name = f"setup.colonies.{requirement}"
        _check_choice(name, setup["colonies"][str(requirement)], players, range(len(tiles)))


def _check_game(players: int, rules: str) -> None:
    if players not in (2, 3, 4, 5):  # S1
        raise ValueError(f"a game has 2 to 5 players, not {players}")
    if rules not in RULES:
        raise ValueError(f"the rules are 'basic' or 'full', not {rules!r}")


def _check_keys(where: str, found: Any, expected: Any) -> None:
    if not isinstance(found, dict) or set(found) != set(expected):
        raise ValueError(f"{where} must have exactly the keys {', '.join(expected)}")


def _check_choice(where: str, found: Any, size: int, among: Any) -> None:
    if not isinstance(found, list) or len(found) != size or len(set(found)) != size:
        raise ValueError(f"{where} must list {size} different entries, not {found}")
    strange = [entry for entry in found if entry not in among]
    if strange:
        raise ValueError(f"{where} holds {strange[0]!r}, which cannot be dealt there")
