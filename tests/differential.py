"""One game in the engine and in the reference at once, compared decision by decision.

    table = Table("shipped")
    table.play(Match(players=3, rules="full", seed=7, style="buyer"))  # raises Difference where the two disagree

The engine runs on its kernels with buffers made once, and `state_of` reads plain views of the record instead of the
record itself, whose attributes are slow to look up: a game with three players takes some five milliseconds.
"""

import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from hadara_env.engine import batch
from hadara_env.engine.actions import DRAFT_0, NUM_ACTIONS, TOKEN_0, action_names
from hadara_env.engine.constants import RULES, SOURCES, STEPS
from hadara_env.engine.layout import GAME
from hadara_env.engine.tables import tables_of
from hadara_env.names import name_of
from hadara_env.replay import FORMAT
from hadara_env.replay import write as write_replays
from hadara_env.state import setup_of, state_of
from tests.differential_coverage import Watch
from tests.differential_styles import STYLES, Decision
from tests.edited_cards import card_set
from tests.reference import ReferenceGame
from tests.reference.replay import difference

HeadStart = Callable[[Any, ReferenceGame], None]


class Match(NamedTuple):
    """What a game follows from, besides the card set."""

    players: int
    rules: str
    seed: int
    style: str


class Difference(AssertionError):  # noqa: N818 - a difference is what it is
    """Engine and reference disagree. `replay` is the game up to there as the engine has it, with its states."""

    def __init__(self, match: Match, cards: str, where: str, what: str, replay: dict[str, Any]) -> None:
        self.match, self.cards, self.where, self.what, self.replay = match, cards, where, what, replay
        game = f"{match.players} players, {match.rules} rules, seed {match.seed}, style {match.style}, cards {cards}"
        super().__init__(f"{game}: {where}: {what}")

    def file_name(self) -> str:
        match = self.match
        return f"{self.cards}-{match.players}-{match.rules}-{match.style}-{match.seed}.json".replace(" ", "_")


class Table:
    """A card set, ready for any number of games one after the other."""

    def __init__(self, cards: str = "shipped", head_start: HeadStart | None = None) -> None:
        self.name = cards if head_start is None else f"{cards} with a head start"
        self.cards, self.reference_cards = card_set(cards)
        self._head_start = head_start
        self._tables = tables_of(self.cards)
        self._names = action_names(self.cards.ids)
        self._games = np.zeros(1, GAME)
        self._legal = np.empty(NUM_ACTIONS, np.int16)
        self._scores = batch.score_buffer()
        self._standings = np.zeros((5, 2), np.int64)
        # Fields with a shape are views that follow the game; of the others `state_of` needs the number of players.
        shaped = {name: self._games[name][0] for name in GAME.names or () if self._games[name].ndim > 1}
        self._views = SimpleNamespace(**shaped, num_players=0)
        self._actor, self._step, self._epoch = (self._games[name] for name in ("actor", "step", "epoch"))
        self._log: list[int] = []

    def play(self, match: Match, watch: Watch | None = None, replays: Path | None = None) -> int:
        """Play a game to its end and return the number of decisions.

        `watch` counts what occurred; where the two sides differ, the game is written to the folder `replays`.
        """
        try:
            return self._play(match, watch)
        except Difference as error:
            if replays is not None:
                path = replays / error.file_name()
                write_replays(path, [error.replay])
                error.add_note(f"The game so far was written to {path}.")
            raise

    def _play(self, match: Match, watch: Watch | None) -> int:
        self._deal(match)
        game = ReferenceGame(setup_of(self._games[0], self.cards), match.rules, match.players, self.reference_cards)
        if self._head_start is not None:
            self._head_start(self._games[0], game)
        choose, rng = STYLES[match.style], random.Random(f"{match.style} {match.seed}")
        if watch is not None:
            watch.start()
        where = "at the start"
        while True:
            self._compare_states(match, game, where)
            names = self._compare_decisions(match, game, where)
            if not names:
                break
            seat = int(self._actor[0])
            action = choose(Decision(seat, game.epoch, game.step, names), rng)
            where = f"after move {len(self._log)} ({action} by seat {seat})"
            index = int(self._legal[names.index(action)])
            batch.apply(self._games, 0, index, self._tables)
            self._log.append(index)
            if watch is not None:
                watch.before(game, action)
            try:
                game.apply(action)
            except (ArithmeticError, AssertionError, LookupError, ValueError) as error:
                raise self._difference(match, where, f"the reference cannot play it: {error}") from error
            if watch is not None:
                watch.after(game)
        result = self._result(match.players)
        if result != game.result():
            fault = difference(result, game.result())
            raise self._difference(match, where, f"result (reference: should be): {fault}")
        return len(self._log)

    def _deal(self, match: Match) -> None:
        rules = RULES.index(match.rules)
        batch.deal(self._games, 0, match.seed, match.players, rules, 1, self._tables)
        self._views.num_players = match.players
        self._log.clear()

    def _compare_states(self, match: Match, game: ReferenceGame, where: str) -> None:
        state, expected = state_of(self._views, self.cards), game.state()
        if state != expected:
            fault = difference(state, expected)
            raise self._difference(match, where, f"state (reference: should be): {fault}")

    def _compare_decisions(self, match: Match, game: ReferenceGame, where: str) -> list[str]:
        """The names of the legal actions in the engine's order; none where the game is over."""
        count = int(batch.legal_actions(self._games, 0, self._tables, self._legal))
        seat = int(self._actor[0])
        actor = None if seat < 0 else seat
        step = STEPS[int(self._step[0])]
        names = [self._name(index, seat) for index in self._legal[:count].tolist()]
        found = {
            "actor": (actor, game.actor),
            "step": (step, game.step),
            "epoch": (int(self._epoch[0]) + 1, game.epoch),
            "legal actions": (sorted(names), sorted(game.legal())),
            "forced": (count == 1, game.is_forced()),
        }
        for what, (engine, reference) in found.items():
            if engine != reference:
                raise self._difference(match, where, f"{what}: engine {engine}, reference {reference}")
        return names

    def _name(self, index: int, seat: int) -> str:
        if DRAFT_0 <= index < TOKEN_0:
            return name_of(self._views, index, self.cards, seat)
        return self._names[index]

    def _result(self, players: int) -> dict[str, Any]:
        batch.scores(self._games, 0, self._tables, self._scores)
        batch.standings(self._games, 0, self._scores, self._standings)
        return {
            "scores": [dict(zip(SOURCES, row, strict=True)) for row in self._scores[:players].tolist()],
            "winners": [seat for seat in range(players) if self._standings[seat, 0] == 0],
        }

    def _difference(self, match: Match, where: str, what: str) -> Difference:
        return Difference(match, self.name, where, what, self._replay(match))

    def _replay(self, match: Match) -> dict[str, Any]:
        """The game again from the deal, with the engine's states; one with a head start only shows what happened."""
        log = list(self._log)
        self._deal(match)
        setup = setup_of(self._games[0], self.cards)
        if self._head_start is not None:
            game = ReferenceGame(setup, match.rules, match.players, self.reference_cards)
            self._head_start(self._games[0], game)
        moves, states = [], []
        for index in log:
            forced = batch.legal_actions(self._games, 0, self._tables, self._legal) == 1
            seat = int(self._actor[0])
            moves.append({"seat": seat, "action": self._name(index, seat), **({"forced": True} if forced else {})})
            batch.apply(self._games, 0, index, self._tables)
            states.append(state_of(self._views, self.cards))
        return {
            "format": FORMAT,
            "rules": match.rules,
            "players": match.players,
            "seed": match.seed,
            "cards": self.cards.digest,
            "setup": setup,
            "moves": moves,
            "states": states,
            "result": self._result(match.players) if self._actor[0] < 0 else None,
        }


def tokens_used_up(record: Any, game: ReferenceGame) -> None:
    """A head start: all busts carved, both silver seals bought, so that two food tokens are left to every player.

    Only epoch I has X2 cards, and whatever the card set, two tokens are left for the last of them: without a head start
    no X2 card is ever bought with no token free.
    """
    for seat, player in enumerate(game.players):
        for bust, carved in enumerate(game.cards.busts.values()):
            record.bust_token[seat, bust], record.bust_back[seat, bust] = bust // 2, 1
            player.add_bust(carved, bust // 2, "back")
        for seal in range(2):
            record.silver[seat, seal] = 2
            player.add_silver(2)
        record.silver_count[seat] = 2
        record.tokens[seat] = (0, 0, 0, 2)
