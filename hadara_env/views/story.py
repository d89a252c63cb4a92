"""A replay as a story: who did what, at what price and what it gave, step by step to the final scores.

Prices come from the engine's own rules and steps on tracks from the records before and after a move, so that the story
cannot tell another game than the one that was played.
"""

from collections.abc import Iterator
from typing import Any, Final

from hadara_env.cards import COLOURS, TRACKS, CardSet
from hadara_env.engine.constants import (
    BUST,
    COLONY,
    DRAFT,
    FEED,
    NONE,
    OVER,
    RULES,
    SEAL,
    SIDE,
    TAKE,
    TOKEN,
    WHEEL,
)
from hadara_env.engine.rules.income import income_of
from hadara_env.game import Game, Move
from hadara_env.replay import play
from hadara_env.views.deeds import Deed, deeds_of
from hadara_env.views.words import EPOCHS, plural, round_of, score_lines, verdict, wrapped

# The steps of an epoch in order. A, B: the two phases; only income takes no decision.
_CHAPTERS: Final = (
    (WHEEL, ""),
    (DRAFT, "Phase A: two hidden cards"),
    (None, "Income"),
    (COLONY, "Colonies"),
    (BUST, "Busts"),
    (TAKE, "Phase B: open cards"),
    (None, "Income"),
    (COLONY, "Colonies"),
    (BUST, "Busts"),
    (FEED, "Feeding"),
    (SEAL, "Seals"),
)
_IDLE: Final = {
    COLONY: "Nobody can take one.",
    BUST: "Nobody can carve one.",
    FEED: "Everybody has enough food.",
    SEAL: "Nobody can buy one.",
}
_PHASE_B: Final = 5
_FEEDING: Final = 9


def story(replay: dict[str, Any], cards: Any = None) -> Iterator[str]:
    """The lines of the story. A replay that breaks the rules raises a `ReplayError` before the first one."""
    end = play(replay, cards=cards)
    return _tell(Game.from_setup(replay["setup"], end.config, end.seed), end.log)


def _tell(game: Game, moves: list[Move]) -> Iterator[str]:
    g, cards = game.record, game.cards
    seed = "set up by hand" if game.seed is None else f"seed {game.seed}"
    yield f"Hadara: {game.players} players, {RULES[g.rules]} rules, {seed}"
    yield f"Ring, clockwise: {', '.join(COLOURS[colour] for colour in g.board.tolist())}"
    yield ""
    if g.step != SIDE:
        yield from _beginning(g, cards)
        yield from _heading(g)
    for move in moves:
        before = game.record.copy()
        game.apply(move.index)
        after = game.record
        deeds = deeds_of(before, after, move, cards)
        yield from _lines(deeds, move.forced)
        yield from _what_follows(before, after, deeds, cards)
    if game.is_over:
        yield from score_lines(game.scores(), "Final scores")
        yield verdict(game.winners(), game.scores())
    else:
        yield ""
        yield from _standstill(game)


def _standstill(game: Game) -> Iterator[str]:
    g = game.record
    for seat in range(game.players):
        if g.step == SIDE and g.pending_side[seat] != NONE:
            yield f"Seat {seat} has chosen side {'AB'[g.pending_side[seat]]}, which is not revealed yet."
        if g.pending[seat] != NONE:
            deed = ("buy", "sell")[g.pending[seat] % 2]
            card = game.cards.ids[g.hand[seat, g.pending[seat] // 2]]
            yield f"Seat {seat} has chosen to {deed} {card}, which is not revealed yet."
    yield f"The moves end here: seat {game.actor} is to decide ({game.step})."


def _lines(deeds: list[Deed], forced: bool) -> Iterator[str]:
    for deed in deeds:
        yield from wrapped(f"Seat {deed.seat} {deed.text}{' (no other choice)' if forced else ''}.", 4)


def _place(g: Any) -> int:
    """Where in the game a record stands: chapters counted from the first epoch's wheel."""
    if g.step == OVER:
        return 3 * len(_CHAPTERS)
    step = g.step if g.step != TOKEN else (DRAFT if g.phase == 0 else TAKE)
    chapter = next(i for i in range(_PHASE_B * int(g.phase), len(_CHAPTERS)) if _CHAPTERS[i][0] == step)
    return len(_CHAPTERS) * int(g.epoch) + chapter


def _what_follows(before: Any, after: Any, deeds: list[Deed], cards: CardSet) -> Iterator[str]:
    """Everything after a move that nobody decides: reveals, income, steps in which nobody has a choice, headings."""
    if before.step == SIDE:
        if after.step != SIDE:
            yield from _beginning(after, cards)
            yield from _heading(after)
        return
    start, end = _place(before), _place(after)
    income = [0] * int(after.num_players)
    for place in range(start + 1, end):
        if _CHAPTERS[place % len(_CHAPTERS)][0] is None:
            income = [int(income_of(after, seat)) for seat in range(int(after.num_players))]
    surplus = _unexplained(before, after, deeds, income)
    if start == end:
        if after.step in (DRAFT, TAKE) and round_of(after) != round_of(before):
            yield from _heading(after)
        yield from surplus
        return
    if start % len(_CHAPTERS) == _FEEDING:
        yield from surplus
    for place in range(start + 1, end):
        step, title = _CHAPTERS[place % len(_CHAPTERS)]
        if step is None:
            yield f"  {title}"
            yield from wrapped(_income(after, income), 4)
        elif step == FEED and surplus:
            yield f"  {title}"
            yield from surplus
        else:
            yield f"  {title}: {_IDLE[step][0].lower()}{_IDLE[step][1:]}"
    if after.step == OVER:
        yield ""
        return
    yield from _heading(after)
    if after.step == FEED:
        yield from surplus


def _unexplained(before: Any, after: Any, deeds: list[Deed], income: list[int]) -> list[str]:
    """Coins that came by themselves besides income: those of X6, at the seat's turn in the feeding step."""
    lines = []
    for seat in range(int(after.num_players)):
        own = sum(deed.coins for deed in deeds if deed.seat == seat)
        coins = int(after.coins[seat]) - int(before.coins[seat]) - own - income[seat]
        if coins:
            lines += wrapped(f"Seat {seat} takes {plural(coins, 'coin')} for more food than cards.", 4)
    return lines


def _income(g: Any, income: list[int]) -> str:
    order = [(int(g.first[g.epoch]) + turn) % int(g.num_players) for turn in range(int(g.num_players))]
    return "; ".join(f"seat {seat} takes {plural(income[seat], 'coin')}" for seat in order).capitalize() + "."


def _beginning(g: Any, cards: CardSet) -> Iterator[str]:
    """S7, S10, S11."""
    yield "Start cards"
    for seat in range(int(g.num_players)):
        card, side = int(g.start_card[seat]), int(g.side[seat])
        extra = int(g.coins[seat]) - int(cards.start_coins[card, side])
        more = f" and {extra} more for being first player less often" if extra else ""
        tracks = ", ".join(f"{track} {value}" for track, value in zip(TRACKS, g.tracks[seat].tolist(), strict=True))
        coins = plural(int(cards.start_coins[card, side]), "coin")
        yield from wrapped(f"Seat {seat} has card {card + 1}, side {'AB'[side]}: {coins}{more}, {tracks}.", 4)


def _heading(g: Any) -> Iterator[str]:
    if g.step == WHEEL:
        title = f"Epoch {EPOCHS[g.epoch]}, first player: seat {g.first[g.epoch]}"
        yield from ("", title, "-" * len(title))
        yield from _standing(g) if g.epoch else ()
        return
    title = _CHAPTERS[_place(g) % len(_CHAPTERS)][1]
    if g.step in (DRAFT, TAKE):
        if round_of(g) == 0:
            yield f"  {title}"
        yield f"  {'Draw' if g.step == DRAFT else 'Round'} {round_of(g) + 1}"
    else:
        yield f"  {title}"


def _standing(g: Any) -> Iterator[str]:
    for seat in range(int(g.num_players)):
        tracks = ", ".join(f"{track} {value}" for track, value in zip(TRACKS, g.tracks[seat].tolist(), strict=True))
        coins, size = plural(int(g.coins[seat]), "coin"), plural(int(g.display_size[seat]), "card")
        yield f"    Seat {seat} begins it with {coins}, {tracks}, {size}."
