"""The table as plain text, for a terminal: `table` now, `story` from the first move to the last.

>>> from hadara_env import Game
>>> print(Game.new(players=2, rules="basic", seed=1))  # doctest: +ELLIPSIS
Hadara: 2 players, basic rules, seed 1
Epoch I, phase A: seat ... turns the wheel.
...

A `Game` is shown with everything that lies hidden, a `View` as its seat may see it, with ? for what it may not.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from hadara_env.cards import ABILITIES, COLOURS, TRACKS, CardSet
from hadara_env.engine import batch
from hadara_env.engine.actions import BUST_REQUIREMENTS, COLONY_REQUIREMENTS, DRAFT_0
from hadara_env.engine.constants import (
    ALLIED,
    DRAFT,
    NONE,
    NOT_TAKEN,
    NUM_COLOURS,
    NUM_DRAWS,
    OVER,
    RULES,
    SIDE,
    SOLD,
    SOURCES,
    STEPS,
    TAKE,
    TOKEN,
    WHEEL,
)
from hadara_env.engine.layout import GAME
from hadara_env.engine.rules.display import price
from hadara_env.engine.tables import tables_of
from hadara_env.names import name_of
from hadara_env.views.story import story
from hadara_env.views.words import (
    ABILITY_WORDS,
    EPOCHS,
    PHASES,
    describe_card,
    plural,
    score_lines,
    steps,
    verdict,
    wrapped,
)

if TYPE_CHECKING:
    from hadara_env.game import Game
    from hadara_env.view import View

__all__ = ["describe_card", "story", "table"]

DEEDS = {
    "side": "chooses a side of the start card",
    "wheel": "turns the wheel",
    "draft": "buys or sells one of two cards and places the other",
    "token": "puts a bonus token on the card just bought",
    "colony": "may take a colony",
    "bust": "may carve a bust",
    "take": "takes an open card and buys or sells it",
    "feed": "has more cards than food",
    "seal": "may buy seals",
}


def table(source: "Game | View") -> str:
    """The whole table: where the game stands, ring, stacks, colonies and busts, and each player."""
    g, cards = source.record, source.config.cards
    viewer: int | None = getattr(source, "seat", None)
    scores, winners = _points(g, cards)
    blocks = [
        _headline(g, viewer),
        _ring(g, cards),
        _tops(g, cards, viewer),
        _tiles(g, cards),
        *(_player(g, seat, cards, viewer) for seat in range(int(g.num_players))),
        [*score_lines(scores, "Points"), *([verdict(winners, scores)] if g.step == OVER else [])],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _points(g: Any, cards: CardSet) -> tuple[list[dict[str, int]], list[int]]:
    games = np.empty(1, GAME)
    games[0] = g
    points = batch.score_buffer()
    batch.scores(games, 0, tables_of(cards), points)
    places = np.zeros((int(g.num_players), 2), np.int64)
    batch.standings(games, 0, points, places)
    rows = [dict(zip(SOURCES, row, strict=True)) for row in points[: int(g.num_players)].tolist()]
    return rows, np.flatnonzero(places[:, 0] == 0).tolist()


def in_draw(g: Any) -> bool:
    """Whether hands are held: somebody drafts, or names the token of a drafted card."""
    return g.step == DRAFT or (g.step == TOKEN and g.phase == 0)


def _headline(g: Any, viewer: int | None) -> list[str]:
    seen = f"as seat {viewer} sees it" if viewer is not None else f"seed {g.seed if g.seed >= 0 else 'none'}"
    title = f"Hadara: {g.num_players} players, {RULES[g.rules]} rules, {seen}"
    order = ", ".join(f"seat {seat} in {epoch}" for epoch, seat in zip(EPOCHS, g.first.tolist(), strict=True))
    first = f"First player: {order}."
    if g.step == OVER:
        return [title, "The game is over.", first]
    if g.step == SIDE:
        return [title, f"Setup: seat {g.actor} {DEEDS['side']}.", first]
    where = f"Epoch {EPOCHS[g.epoch]}, phase {PHASES[g.phase]}"
    if in_draw(g):
        where += f", draw {g.round + 1} of {NUM_DRAWS}"
    elif g.step in (TAKE, TOKEN):
        where += f", round {g.round + 1} of {NUM_DRAWS}"
    return [title, f"{where}: seat {g.actor} {DEEDS[STEPS[g.step]]}.", first]


def _columns(title: str, cells: list[Any], width: int = 12) -> str:
    return (f"{title:<18}" + "".join(f"{cell!s:<{width}}" for cell in cells)).rstrip()


def crest_owners(g: Any, turned: int) -> list[str]:
    """Whose crest points at each ring segment when the wheel stands at `turned`."""
    owners = ["-"] * NUM_COLOURS
    for seat in range(int(g.num_players)):
        owners[(int(g.crest[seat]) + turned) % NUM_COLOURS] = f"seat {seat}"
    return owners


def _ring(g: Any, cards: CardSet) -> list[str]:
    board = g.board.tolist()
    lines = [_columns("Ring, clockwise", [COLOURS[colour] for colour in board])]
    turned = int(g.wheel[g.epoch])
    drawing = [False] * NUM_COLOURS
    if g.step == WHEEL:
        lines.append(_columns("crests, wheel:0", crest_owners(g, 0)))
    elif in_draw(g):
        owners = crest_owners(g, turned + int(g.round))
        drawing = [owner != "-" for owner in owners]
        lines.append(_columns("crests", owners))
    left = [
        0 if g.step == OVER else 2 * (int(g.num_players) - int(g.visits[colour]) - drawn)
        for colour, drawn in zip(board, drawing, strict=True)
    ]
    lines.append(_columns("cards in pile", left))
    stacks = [[cards.ids[card] for card in outer_stack(g, colour)] for colour in board]
    lines.append(_columns("outer stack, top", [stack[-1] if stack else "-" for stack in stacks]))
    for depth in range(2, max(map(len, stacks)) + 1):
        under = [stack[-depth] if len(stack) >= depth else "" for stack in stacks]
        lines.append(_columns("  beneath" if depth == 2 else "", under))
    return lines


def outer_stack(g: Any, colour: int) -> list[int]:
    """The cards of an outer stack from the bottom up. B2"""
    return g.placed[g.epoch, colour, : g.outer_size[colour]].tolist()


def _tops(g: Any, cards: CardSet, viewer: int | None) -> list[str]:
    eye = viewer if viewer is not None else int(g.actor)
    tops = [stack[-1] for colour in g.board.tolist() if (stack := outer_stack(g, colour))]
    if not tops or eye < 0:
        return []
    return [f"Open cards, priced for seat {eye}:", *(f"  {_priced(g, eye, card, cards)}" for card in tops)]


def _priced(g: Any, seat: int, card: int, cards: CardSet) -> str:
    return f"{price(g, seat, card, tables_of(cards)[0]):>2} for {describe_card(cards, card)}"


def _tiles(g: Any, cards: CardSet) -> list[str]:
    colonies = _columns("Colony", COLONY_REQUIREMENTS, 8)
    coins = [f"+{p}/-{a}" for p, a in zip(cards.colony_plunder, cards.colony_ally_cost, strict=True)]
    return [
        f"{colonies:<58}  {_columns('Bust', BUST_REQUIREMENTS, 5)}",
        f"{_columns('  tiles left', g.colony_left.tolist(), 8):<58}  "
        + _columns("  points", cards.bust_points.tolist(), 5),
        f"{_columns('  plunder/ally', coins, 8):<58}  {_columns('  bonus', cards.bust_bonus.tolist(), 5)}",
        _columns("  points in front", cards.colony_front_points.tolist(), 8),
    ]


def _player(g: Any, seat: int, cards: CardSet, viewer: int | None) -> list[str]:
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
        colour = int(g.board[(g.crest[seat] + g.wheel[g.epoch] + g.round) % NUM_COLOURS])
        return _entry("hand", f"{unknown_card(int(g.epoch), colour)} {unknown_card(int(g.epoch), colour)}")
    lines = [f"  hand, priced for {'you' if seat == viewer else f'seat {seat}'}:"]
    lines += [f"    {_priced(g, seat, card, cards)}" for card in g.hand[seat].tolist()]
    if g.pending[seat] != NONE:
        chosen = name_of(g, DRAFT_0 + int(g.pending[seat]), cards, seat)
        token = f", token:{TRACKS[g.pending_token[seat]]}" if g.pending_token[seat] != NONE else ""
        lines += _entry("chosen", f"{chosen}{token}, not yet revealed")
    return lines
