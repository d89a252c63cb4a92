"""A whole game as text: every decision with what was legal, and what lay on the table after it.

The text can be read as documentation of how a game runs, and replayed: `replayed` takes the game and the moves from a
text and writes it anew, so that a test can compare the two line by line.
"""

import re
import textwrap
from collections.abc import Callable, Iterator

from hadara_env.cards import COLOURS
from hadara_env.engine.actions import COLONY_REQUIREMENTS
from hadara_env.engine.constants import SOURCES, STEPS
from hadara_env.game import Game
from hadara_env.state import setup_of, state_of
from hadara_env.views.words import round_of

Choice = Callable[[Game], str]

_WIDTH = 116
_HEADER = "Hadara, {players} players, {rules} rules, seed {seed}"
_LEGEND = """
Lines that begin with a number are decisions: the number of the move, the seat, its action and, after the bar, the
coins, the tracks (income, military, culture, food), the number of cards and the free tokens of that seat right after
it. A move marked "forced" was the only legal one; nobody was asked. Above a decision stands what was legal.
"""


def playthrough(game: Game, choose: Choice) -> str:
    """Play a fresh game to its end and write it down."""
    lines = [
        _HEADER.format(players=game.players, rules=game.rules, seed=game.seed),
        *textwrap.wrap(" ".join(_LEGEND.split()), _WIDTH),
        "",
        *_setup(game),
    ]
    heading, forced_before = "", len(game.log)
    while not game.is_over:
        if (now := _heading(game)) != heading:
            lines += ["", heading := now, *_table(game)]
        lines += _wrapped("legal: ", (action.name for action in game.legal_actions()))
        game.apply(choose(game))
        for k in range(forced_before, len(game.log)):
            lines.append(_move(game, k))
        forced_before = len(game.log)
    lines += ["", "The end", *_table(game), "", *_scores(game)]
    return "\n".join(lines) + "\n"


def replayed(text: str) -> str:
    """The text again, from its first line and its moves."""
    header = re.fullmatch(r"Hadara, (\d) players, (\w+) rules, seed (\d+)", text.splitlines()[0])
    assert header, "the first line names no game"
    players, rules, seed = header.groups()
    moves = iter(asked_moves(text))
    return playthrough(Game.new(int(players), rules, int(seed)), lambda game: next(moves))


def asked_moves(text: str) -> list[str]:
    """The actions of all decisions that were asked."""
    found = re.findall(r"^ *\d+  seat \d  (\S+) +\|.*?( forced)?$", text, flags=re.MULTILINE)
    return [name for name, forced in found if not forced]


def _setup(game: Game) -> Iterator[str]:
    setup = setup_of(game.record, game.cards)
    yield f"board, clockwise: {' '.join(setup['board'])}"
    for seat in range(game.players):
        yield f"seat {seat}: crest {setup['crests'][seat]}, start card {setup['start_cards'][seat]}"
    yield f"first players: {' '.join(f'seat {seat}' for seat in game.record.first.tolist())}"
    for epoch, piles in setup["piles"].items():
        for colour in COLOURS:
            yield f"pile {epoch} {colour:<6} {' '.join(piles[colour])}"
    for need in COLONY_REQUIREMENTS:
        yield f"colonies {need:>2}: tiles {' '.join(map(str, setup['colonies'][str(need)]))}"


def _heading(game: Game) -> str:
    epoch, phase, step = "I" * game.epoch, "AB"[int(game.record.phase)], game.step
    if step == "side":
        return "Setup: the sides of the start cards"
    if step == "wheel":
        return f"Epoch {epoch}: the wheel"
    if step in ("draft", "take") or (step == "token" and game.record.phase == 0):
        kind = "draw" if phase == "A" else "round"
        return f"Epoch {epoch}, phase {phase}, {kind} {round_of(game.record) + 1}"
    if step == "token":
        return f"Epoch {epoch}, phase {phase}, round {round_of(game.record) + 1}"
    return f"Epoch {epoch}, phase {phase}, {step} step"


def _table(game: Game) -> Iterator[str]:
    g, ids = game.record, game.cards.ids
    for seat, player in enumerate(state_of(g, game.cards)["players"]):
        cards = " ".join(f"{card}+{player['card_tokens'][card]}" if card in player["card_tokens"] else card
                         for card in player["cards"])  # fmt: skip
        yield from _wrapped(f"  seat {seat} | {_counts(game, seat)} | ", [cards or "no cards"])
        taken = [f"colony {need} {deed}" for need, deed in player["colonies"].items()]
        taken += [f"bust {need} {token}" for need, token in player["busts"].items()]
        taken += [f"silver {track}" for track in player["silver"]] + ["gold"] * player["gold"]
        if taken:
            yield from _wrapped("         | ", [", ".join(taken)])
        if g.hand[seat, 0] != 255:
            yield f"         | hand {ids[g.hand[seat, 0]]} {ids[g.hand[seat, 1]]}"
    stacks = [
        f"{colour} {' '.join(ids[card] for card in g.placed[g.epoch, k, : g.outer_size[k]])}"
        for k, colour in enumerate(COLOURS)
        if g.outer_size[k]
    ]
    if stacks:
        yield from _wrapped("  outer stacks, top last: ", ["; ".join(stacks)])


def _counts(game: Game, seat: int) -> str:
    g = game.record
    tracks, tokens = " ".join(f"{t:>2}" for t in g.tracks[seat].tolist()), "".join(map(str, g.tokens[seat].tolist()))
    return f"{int(g.coins[seat]):>3} coins, tracks {tracks}, {int(g.display_size[seat]):>2} cards, tokens {tokens}"


def _move(game: Game, k: int) -> str:
    """The state of the seat is that at the end of the decision: forced moves after it are played already."""
    move = game.log[k]
    forced = " forced" if move.forced else ""
    return f"{k:>4}  seat {move.seat}  {move.name:<26} | {_counts(game, move.seat)}{forced}"


def _wrapped(start: str, words: Iterator[str] | list[str]) -> list[str]:
    indent = " " * (len(start) if len(start) < 30 else 11)
    return textwrap.wrap(" ".join(words), _WIDTH, initial_indent=start, subsequent_indent=indent)


def _scores(game: Game) -> Iterator[str]:
    yield "points" + "".join(f"{source:>10}" for source in SOURCES)
    for seat, scores in enumerate(game.scores()):
        yield f"seat {seat}" + "".join(f"{points:>10}" for points in scores.values())
    yield f"winner{'s' * (len(game.winners()) > 1)}: {' '.join(f'seat {seat}' for seat in game.winners())}"


KINDS = set(STEPS) - {"over"}
