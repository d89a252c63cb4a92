"""One player of the text table: coins, tracks, display, colonies, busts, seals, and the hand where it may be seen."""

from typing import Any

from hadara_env.cards import ABILITIES, COLOURS, TRACKS, CardSet
from hadara_env.engine.actions import BUST_REQUIREMENTS, COLONY_REQUIREMENTS, DRAFT_0
from hadara_env.engine.constants import (
    ALLIED,
    DRAFT,
    NONE,
    NOT_TAKEN,
    NUM_COLOURS,
    NUM_DRAWS,
    SIDE,
    SOLD,
    TOKEN,
)
from hadara_env.engine.rules.display import price
from hadara_env.engine.rules.draft import crest_colour
from hadara_env.engine.tables import tables_of
from hadara_env.names import name_of
from hadara_env.views.words import (
    ABILITY_WORDS,
    describe_card,
    plural,
    round_of,
    steps,
    wrapped,
)


def in_draw(g: Any) -> bool:
    """Whether hands are held: somebody drafts, or names the token of a drafted card."""
    return g.step == DRAFT or (g.step == TOKEN and g.phase == 0)


def priced(g: Any, seat: int, card: int, cards: CardSet) -> str:
    """A card with what the seat would pay for it. P1"""
    return f"{price(g, seat, card, tables_of(cards)[0]):>2} for {describe_card(cards, card)}"


def seat_lines(g: Any, seat: int, cards: CardSet, viewer: int | None) -> list[str]:
    tracks = "  ".join(f"{track} {value}" for track, value in zip(TRACKS, g.tracks[seat].tolist(), strict=True))
    marks = (" (you)" if seat == viewer else "") + (" <- to decide" if seat == g.actor else "")
    start = f"start card {int(g.start_card[seat]) + 1}{'AB'[g.side[seat]] if g.side[seat] != NONE else ''}"
    lines = [f"Seat {seat}{marks}", f"  {plural(int(g.coins[seat]), 'coin')}  {tracks}  ({start})"]
    tokens = "  ".join(f"{track} {count}" for track, count in zip(TRACKS, g.tokens[seat].tolist(), strict=True))
    lines += _entry("display", _display(g, seat, cards))
    lines += _entry("free tokens", tokens)
    lines += _entry("colonies", _colonies(g, seat, cards))
    lines += _entry("busts", _busts(g, seat))
    silver = ", ".join(f"silver on {TRACKS[track]}" for track in g.silver[seat, : g.silver_count[seat]].tolist())
    lines += _entry("seals", ", ".join(filter(None, (silver, f"{g.gold[seat]} gold" if g.gold[seat] else ""))))
    owned = [ABILITY_WORDS[name] + (f" (x{n})" if n > 1 else "") for name, n in _abilities(g, seat)]
    lines += _entry("abilities", "; ".join(owned))
    lines += _entry("sold face down", _sold(g, seat, cards))
    lines += _hand(g, seat, cards, viewer)
    return lines


def _entry(name: str, text: str) -> list[str]:
    """A named line of a player, left out where there is nothing to say."""
    return wrapped(f"{name + ':':<15} {text}", 2, 16) if text else []


def _display(g: Any, seat: int, cards: CardSet) -> str:
    groups = []
    for colour, name in enumerate(COLOURS):
        own = [card for card in g.display[seat, : g.display_size[seat]].tolist() if cards.colour[card] == colour]
        shown = [
            cards.ids[card] + (f"({TRACKS[g.card_token[card]]} token)" if g.card_token[card] != NONE else "")
            for card in own
        ]
        if own:
            groups.append(f"{name} {' '.join(shown)}")
    return f"{plural(int(g.display_size[seat]), 'card')}: {'; '.join(groups)}" if groups else "no cards"


def _abilities(g: Any, seat: int) -> list[tuple[str, int]]:
    return [(ABILITIES[i], int(n)) for i, n in enumerate(g.ability[seat].tolist()) if i and n]


def _colonies(g: Any, seat: int, cards: CardSet) -> str:
    shown = []
    for colony, need in enumerate(COLONY_REQUIREMENTS):
        if g.colony[seat, colony] == ALLIED:
            tile = int(g.colony_stack[colony, g.colony_tile[seat, colony]])
            points = plural(int(cards.colony_back_points[colony, tile]), "point")
            shown.append(f"{need} allied ({steps(cards.colony_values[colony, tile].tolist())}, {points})")
        elif g.colony[seat, colony] != NOT_TAKEN:
            shown.append(f"{need} plundered ({plural(int(cards.colony_front_points[colony]), 'point')})")
    return ", ".join(shown)


def _busts(g: Any, seat: int) -> str:
    tokens, backs = g.bust_token[seat].tolist(), g.bust_back[seat].tolist()
    return ", ".join(
        f"{need} with the {TRACKS[token]} token {'back' if back else 'front'} up"
        for need, token, back in zip(BUST_REQUIREMENTS, tokens, backs, strict=True)
        if token != NONE
    )


def _sold(g: Any, seat: int, cards: CardSet) -> str:
    """A4: what was sold in phase A. Epoch and colour are public, as everybody saw where the crest pointed."""
    shown = []
    for epoch in range(int(g.epoch) + 1):
        visits = [0] * NUM_COLOURS
        for draw in range(NUM_DRAWS if g.wheel[epoch] >= 0 else 0):
            for drawer in range(int(g.num_players)):
                colour = int(g.board[(g.crest[drawer] + g.wheel[epoch] + draw) % NUM_COLOURS])
                visit, visits[colour] = visits[colour], visits[colour] + 1
                if drawer == seat and g.placed[epoch, colour, visit] != NONE:
                    card = int(g.kept[epoch, colour, visit])
                    if card == NONE:
                        shown.append(unknown_card(epoch, colour))
                    elif g.place[card] == SOLD + seat:
                        shown.append(cards.ids[card])
    return " ".join(shown)


def unknown_card(epoch: int, colour: int) -> str:
    """The id of a card of which only the back was seen: `2R??`."""
    return f"{epoch + 1}{COLOURS[colour][0].upper()}??"


def _hand(g: Any, seat: int, cards: CardSet, viewer: int | None) -> list[str]:
    if g.step == SIDE and g.pending_side[seat] != NONE:
        return _entry("chosen", f"side {'AB'[g.pending_side[seat]]}, not yet revealed")
    if not in_draw(g):
        return []
    if g.hand[seat, 0] == NONE:
        colour = int(crest_colour(g, seat, round_of(g)))
        return _entry("hand", f"{unknown_card(int(g.epoch), colour)} {unknown_card(int(g.epoch), colour)}")
    lines = [f"  hand, priced for {'you' if seat == viewer else f'seat {seat}'}:"]
    lines += [f"    {priced(g, seat, card, cards)}" for card in g.hand[seat].tolist()]
    if g.pending[seat] != NONE:
        chosen = name_of(g, DRAFT_0 + int(g.pending[seat]), cards, seat)
        token = f", token:{TRACKS[g.pending_token[seat]]}" if g.pending_token[seat] != NONE else ""
        lines += _entry("chosen", f"{chosen}{token}, not yet revealed")
    return lines
