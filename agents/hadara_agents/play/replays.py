"""Games to look back on, every hand open: finished sessions, and replay files that were loaded."""

import hashlib
import json
from dataclasses import replace
from typing import Any

from hadara_agents.play.actions import label_of
from hadara_agents.play.errors import PlayError
from hadara_agents.play.log import ALL, Logs
from hadara_agents.play.plain import score_table
from hadara_agents.play.table import open_table
from hadara_env import Game, GameConfig, ReplayError
from hadara_env.cards import CardSet
from hadara_env.replay import FORMAT, parse, verify


class Film:
    """A replay that can be shown move by move."""

    def __init__(self, replay_id: str, replay: dict[str, Any], cards: CardSet, names: list[str] | None = None) -> None:
        """A `PlayError` says what is wrong with a replay that breaks the rules."""
        self.id, self.replay, self.names = replay_id, replay, names
        self.game = checked(replay, cards)
        self.config: GameConfig = self.game.config  # forced moves are asked for: each is a frame of its own

    def start(self) -> Game:
        """The game before its first move."""
        return Game.from_setup(self.replay["setup"], self.config, self.game.seed)

    def describe(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "rules": self.game.rules,
            "players": self.game.players,
            "seed": self.game.seed,
            "moves": len(self.game.log),
            "over": self.game.is_over,
            "names": self.names or [f"Seat {seat}" for seat in range(self.game.players)],
        }

    def frames(self, first: int, last: int) -> dict[str, Any]:
        """Frames from `first` up to, not including, `last`; frame 0 is the beginning."""
        game = self.start()
        logs = Logs(game.position(), self.config, [ALL])
        frames, told = [], 0
        for index in range(min(last, len(self.game.log) + 1)):
            move = None
            if index:
                made = self.game.log[index - 1]
                label = label_of(game.view(made.seat), made.index) if index >= first else ""
                game.apply(made.index)
                logs.follow([made])
                move = {
                    "seat": made.seat, "index": made.index, "name": made.name, "label": label, "forced": made.forced,
                }  # fmt: skip
            log, told = logs.of[ALL][told:], len(logs.of[ALL])
            if index >= first:
                table = {**open_table(game.position(), self.config), "log_size": told, "log": log}
                frames.append({"index": index, "move": move, "table": table})
        return {**self.describe(), "size": len(self.game.log) + 1, "frames": frames}

    def points(self) -> list[list[int]]:
        """Every seat's points as if the game had ended, in each frame."""
        game = self.start()
        found = [[row[-1] for row in score_table(game.position(), self.config.cards)]]
        for move in self.game.log:
            game.apply(move.index)
            found.append([row[-1] for row in score_table(game.position(), self.config.cards)])
        return found


def checked(replay: dict[str, Any], cards: CardSet) -> Game:
    """Play a replay through; refused with the reason where it breaks the rules or has another card set."""
    if replay.get("format") == FORMAT and "cards" in replay and replay["cards"] != cards.digest:
        raise PlayError(422, "This replay was played with another card set than the one this server uses.")
    try:
        game = verify(replay, cards)
    except ReplayError as error:
        raise PlayError(422, f"The replay does not follow the rules: {str(error)[:300]}") from error
    if not game.config.ask_forced:
        game.config = replace(game.config, ask_forced=True)
    return game


def upload(body: bytes) -> tuple[str, dict[str, Any]]:
    """A replay from the bytes of a file, and the id it gets: the same file, the same id."""
    try:
        replay = parse(body)
    except ReplayError as error:
        raise PlayError(422, f"This is no replay: {str(error).removeprefix('not a replay: ')}") from error
    canonical = json.dumps(replay, sort_keys=True).encode()
    return hashlib.sha256(canonical).hexdigest()[:24], replay
