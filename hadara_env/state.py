"""A record as the plain objects of the replay format: its setup, and the state of every player."""

from typing import Any

from hadara_env.cards import COLOURS, TRACKS, CardSet
from hadara_env.engine.actions import BUST_REQUIREMENTS, COLONY_REQUIREMENTS
from hadara_env.engine.constants import ALLIED, NONE, NOT_TAKEN, NUM_EPOCHS
from hadara_env.errors import HadaraError


def setup_of(record: Any, cards: CardSet) -> dict[str, Any]:
    """The whole deal: board, crests, start cards, piles and colonies."""
    players = int(record.num_players)
    return {
        "board": [COLOURS[colour] for colour in record.board],
        "crests": [int(slot) for slot in record.crest[:players]],
        "start_cards": [int(card) + 1 for card in record.start_card[:players]],
        "piles": {
            str(epoch + 1): {
                name: [cards.ids[card] for card in record.pile[epoch, colour, : 2 * players]]
                for colour, name in enumerate(COLOURS)
            }
            for epoch in range(NUM_EPOCHS)
        },
        "colonies": {
            str(need): [int(tile) for tile in record.colony_stack[colony, :players]]
            for colony, need in enumerate(COLONY_REQUIREMENTS)
        },
    }


def state_of(record: Any, cards: CardSet) -> dict[str, Any]:
    """What lies before each player."""
    return {"players": [_player(record, seat, cards) for seat in range(int(record.num_players))]}


def _player(g: Any, seat: int, cards: CardSet) -> dict[str, Any]:
    display = g.display[seat, : g.display_size[seat]].tolist()
    return {
        "coins": int(g.coins[seat]),
        **dict(zip(TRACKS, g.tracks[seat].tolist(), strict=True)),
        "cards": [cards.ids[card] for card in display],
        "colonies": {
            str(need): "ally" if state == ALLIED else "plunder"
            for need, state in zip(COLONY_REQUIREMENTS, g.colony[seat].tolist(), strict=True)
            if state != NOT_TAKEN
        },
        "busts": {
            str(need): f"{TRACKS[token]}:{'back' if back else 'front'}"
            for need, token, back in zip(
                BUST_REQUIREMENTS, g.bust_token[seat].tolist(), g.bust_back[seat].tolist(), strict=True
            )
            if token != NONE
        },
        "tokens": dict(zip(TRACKS, g.tokens[seat].tolist(), strict=True)),
        "card_tokens": {cards.ids[card]: TRACKS[g.card_token[card]] for card in display if g.card_token[card] != NONE},
        "silver": [TRACKS[track] for track in g.silver[seat, : g.silver_count[seat]].tolist()],
        "gold": int(g.gold[seat]),
    }


def lay_out(record: Any, setup: Any, cards: CardSet) -> None:
    """Fill a cleared record from a replay's setup; a HadaraError names the part that is wrong."""
    players = int(record.num_players)
    if not isinstance(setup, dict):
        raise HadaraError("setup must be an object with board, crests, start_cards, piles and colonies.")
    _keys(setup, ("board", "crests", "start_cards", "piles", "colonies"), "setup")
    board = _distinct(setup["board"], COLOURS, 5, "setup.board")
    record.board[:] = [COLOURS.index(colour) for colour in board]
    record.crest[:players] = _distinct(setup["crests"], range(5), players, "setup.crests")
    start = _distinct(setup["start_cards"], range(1, 6), players, "setup.start_cards")
    record.start_card[:players] = [initiative - 1 for initiative in start]
    _keys(setup["piles"], ("1", "2", "3"), "setup.piles")
    for epoch in range(NUM_EPOCHS):
        piles = setup["piles"][str(epoch + 1)]
        _keys(piles, COLOURS, f"setup.piles.{epoch + 1}")
        for colour, name in enumerate(COLOURS):
            deck = [
                cards.ids[card]
                for card in range(len(cards.ids))
                if cards.epoch[card] == epoch + 1
                and cards.colour[card] == colour
                and (record.rules == 1 or not cards.star[card])
            ]
            pile = _distinct(piles[name], deck, 2 * players, f"setup.piles.{epoch + 1}.{name}")
            record.pile[epoch, colour, : 2 * players] = [cards.index(card) for card in pile]
    _keys(setup["colonies"], tuple(map(str, COLONY_REQUIREMENTS)), "setup.colonies")
    for colony, need in enumerate(COLONY_REQUIREMENTS):
        tiles = _distinct(setup["colonies"][str(need)], range(5), players, f"setup.colonies.{need}")
        record.colony_stack[colony, :players] = tiles


def _keys(part: Any, expected: tuple[str, ...], where: str) -> None:
    if not isinstance(part, dict) or set(part) != set(expected):
        found = ", ".join(map(str, part)) if isinstance(part, dict) else type(part).__name__
        raise HadaraError(f"{where} must have exactly the keys {', '.join(expected)}; found {found or 'none'}.")


def _distinct(part: Any, allowed: Any, size: int, where: str) -> list[Any]:
    if not isinstance(part, list) or len(part) != size:
        raise HadaraError(f"{where} must be a list of {size}.")
    for i, item in enumerate(part):
        if isinstance(item, bool) or not isinstance(item, (str, int)) or item not in allowed:
            raise HadaraError(f"{where}[{i}] is {item!r}, which is not one of {', '.join(map(str, allowed))}.")
        if item in part[:i]:
            raise HadaraError(f"{where}[{i}] is {item!r} for the second time.")
    return part
