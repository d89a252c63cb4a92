"""A whole game as text: every decision with what was legal, and what lay on the table after it.

The text can be read as documentation of how a game runs, and replayed: `replayed` takes the game and the moves from a
text and writes it anew, so that a test can compare the two line by line.
"""

import re
import textwrap
from collections.abc import Callable, Iterator

from hadara_env.cards import COLOURS
from hadara_env.engine.actions import COLONY_REQUIREMENTS
from hadara_env.engine.constants import NONE, SOURCES
from hadara_env.game import Game
from hadara_env.state import setup_of, state_of
from hadara_env.views.words import round_of

Choice = Callable[[Game], str]

_WIDTH = 116
_HEADER = "Hadara, {players} players, {rules} rules, seed {seed}"
_LEGEND = """
Lines that begin with a number are moves: the number, the seat, its action and, after the bar, the coins, the tracks
(income, military, culture, food), the number of cards and the free tokens of that seat right after it. Choices of a
draw change nothing until the last is made. Above a move stands what was legal; "forced" marks the only legal one.
"""


def playthrough(game: Game, choose: Choice) -> str:
    """Play a fresh game that asks for forced moves too to its end, and write it down."""
    lines = [
        _HEADER.format(players=game.players, rules=game.rules, seed=game.seed),
        *textwrap.wrap(" ".join(_LEGEND.split()), _WIDTH),
        "",
        *_setup(game),
    ]
    heading = ""
    while not game.is_over:
        if (now := _heading(game)) != heading:
            lines += ["", heading := now, *(_in_short(game) if round_of(game.record) else _table(game))]
        legal = [action.name for action in game.legal_actions()]
        if len(legal) > 1:
            lines += _wrapped("legal: ", legal)
        game.apply(choose(game))
        lines.append(_last_move(game))
    lines += ["", "The end", *_table(game), "", *_scores(game)]
    return "\n".join(lines) + "\n"


def new_game(players: int, rules: str, seed: int) -> Game:
    return Game.new(players, rules, seed, ask_forced=True)


def replayed(text: str) -> str:
    """The text again, from its first line and its moves."""
    header = re.fullmatch(r"Hadara, (\d) players, (\w+) rules, seed (\d+)", text.splitlines()[0])
    assert header, "the first line names no game"
    players, rules, seed = header.groups()
    moves = iter(moves_of(text))
    return playthrough(new_game(int(players), rules, int(seed)), lambda game: next(moves))


def moves_of(text: str) -> list[str]:
    return re.findall(r"^ *\d+  seat \d  (\S+) +\|", text, flags=re.MULTILINE)


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
    if step in ("draft", "take", "token"):
        return f"Epoch {epoch}, phase {phase}, {'draw' if phase == 'A' else 'round'} {round_of(game.record) + 1}"
    return f"Epoch {epoch}, phase {phase}, {step} step"


def _table(game: Game) -> Iterator[str]:
    """Everything that lies before the players, then what `_in_short` tells."""
    for seat, player in enumerate(state_of(game.record, game.cards)["players"]):
        on_cards = player["card_tokens"]
        cards = [f"{card}+{on_cards[card]}" if card in on_cards else card for card in player["cards"]]
        yield from _wrapped(f"  seat {seat} | {_counts(game, seat)} | ", cards or ["no cards"])
        taken = [f"colony {need} {deed}" for need, deed in player["colonies"].items()]
        taken += [f"bust {need} {token}" for need, token in player["busts"].items()]
        taken += [f"silver {track}" for track in player["silver"]] + ["gold"] * player["gold"]
        if taken:
            yield from _wrapped("         | ", [", ".join(taken)])
    yield from _in_short(game)


def _in_short(game: Game) -> Iterator[str]:
    """Hands and outer stacks."""
    g, ids = game.record, game.cards.ids
    held = [(seat, hand) for seat, hand in enumerate(g.hand.tolist()) if hand[0] != NONE]
    hands = [f"seat {seat}: {ids[low]} {ids[high]}" for seat, (low, high) in held]
    if hands:
        yield f"  hands | {', '.join(hands)}"
    stacks = [
        f"{colour} {' '.join(ids[card] for card in g.placed[g.epoch, k, : g.outer_size[k]])}"
        for k, colour in enumerate(COLOURS)
        if g.outer_size[k]
    ]
    if stacks:
        yield from _wrapped("  outer stacks, top last | ", ["; ".join(stacks)])


def _counts(game: Game, seat: int) -> str:
    g = game.record
    tracks, tokens = " ".join(f"{t:>2}" for t in g.tracks[seat].tolist()), "".join(map(str, g.tokens[seat].tolist()))
    return f"{int(g.coins[seat]):>3} coins, tracks {tracks}, {int(g.display_size[seat]):>2} cards, tokens {tokens}"


def _last_move(game: Game) -> str:
    move = game.log[-1]
    line = f"{len(game.log) - 1:>4}  seat {move.seat}  {move.name:<26} | {_counts(game, move.seat)}"
    return f"{line}, forced" if move.forced else line


def _wrapped(start: str, words: Iterator[str] | list[str]) -> list[str]:
    indent = " " * (len(start) if len(start) < 30 else 11)
    return textwrap.wrap(" ".join(words), _WIDTH, initial_indent=start, subsequent_indent=indent)


def _scores(game: Game) -> Iterator[str]:
    yield "points" + "".join(f"{source:>10}" for source in SOURCES)
    for seat, scores in enumerate(game.scores()):
        yield f"seat {seat}" + "".join(f"{points:>10}" for points in scores.values())
    yield f"winner{'s' * (len(game.winners()) > 1)}: {' '.join(f'seat {seat}' for seat in game.winners())}"
