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

from hadara_env.cards import COLOURS, CardSet
from hadara_env.engine import batch
from hadara_env.engine.actions import BUST_REQUIREMENTS, COLONY_REQUIREMENTS
from hadara_env.engine.constants import (
    NUM_COLOURS,
    NUM_DRAWS,
    OVER,
    RULES,
    SIDE,
    SOURCES,
    STEPS,
    TAKE,
    TOKEN,
    WHEEL,
)
from hadara_env.engine.layout import GAME
from hadara_env.engine.tables import tables_of
from hadara_env.views.story import story
from hadara_env.views.text_seat import in_draw, priced, seat_lines
from hadara_env.views.words import (
    EPOCHS,
    PHASES,
    describe_card,
    round_of,
    score_lines,
    verdict,
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
        *(seat_lines(g, seat, cards, viewer) for seat in range(int(g.num_players))),
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
    rows: list[dict[str, int]] = [dict(zip(SOURCES, row, strict=True)) for row in points[: int(g.num_players)].tolist()]
    return rows, np.flatnonzero(places[:, 0] == 0).tolist()


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
        where += f", draw {round_of(g) + 1} of {NUM_DRAWS}"
    elif g.step in (TAKE, TOKEN):
        where += f", round {round_of(g) + 1} of {NUM_DRAWS}"
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
        owners = crest_owners(g, turned + round_of(g))
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
    return [f"Open cards, priced for seat {eye}:", *(f"  {priced(g, eye, card, cards)}" for card in tops)]


def _tiles(g: Any, cards: CardSet) -> list[str]:
    colonies = _columns("Colony, military", list(COLONY_REQUIREMENTS), 8)
    coins = [f"+{p}/-{a}" for p, a in zip(cards.colony_plunder, cards.colony_ally_cost, strict=True)]
    return [
        f"{colonies:<58}  {_columns('Bust, culture', list(BUST_REQUIREMENTS), 5)}",
        f"{_columns('  tiles left', g.colony_left.tolist(), 8):<58}  "
        + _columns("  points", cards.bust_points.tolist(), 5),
        f"{_columns('  plunder/ally', coins, 8):<58}  {_columns('  bonus', cards.bust_bonus.tolist(), 5)}",
        _columns("  points in front", cards.colony_front_points.tolist(), 8),
    ]
