"""`exec:COMMAND`: a program in any language as an agent, by JSON lines over its standard input and output.

docs/howto/bring-your-own-agent.md tells what goes over the wire. A program is told what its seat may see and no more.
"""

import contextlib
import json
import shlex
import shutil
import subprocess
import tempfile
from typing import Any

import numpy as np

from hadara_agents.base import AgentError
from hadara_env import GameConfig, View
from hadara_env.cards import COLOURS
from hadara_env.engine.actions import COLONY_REQUIREMENTS
from hadara_env.engine.constants import NONE, SOLD
from hadara_env.state import state_of

PROTOCOL = "hadara-agent/1"


class ExecAgent:
    """Starts the program with the first game and keeps it for the games after; its input is closed at the end."""

    _process: subprocess.Popen[str] | None = None

    def __init__(self, command: str) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise AgentError(f"The command of 'exec:{command}' cannot be read: {error}.") from None
        if not self._words:
            raise AgentError("An agent that is a program needs its command: exec:COMMAND.")
        if shutil.which(self._words[0]) is None:
            raise AgentError(f"The program {self._words[0]!r} of 'exec:{command}' cannot be found or run.")
        self.name = f"exec:{command}"

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        """Tell the program that a new game begins; it need not answer."""
        if self._process is None:
            self._start()
        self._tell({"type": "reset", "protocol": PROTOCOL, "seat": seat, **_config(config), "seed": seed})

    def act(self, view: View) -> int:
        """Show the program its turn and read the action it names, by index or by name."""
        self._tell({"type": "act", **what_is_seen(view)})
        line = self._listen()
        try:
            action = json.loads(line)["action"]
        except (ValueError, TypeError, KeyError):
            shown = line.strip()[:80]
            raise AgentError(f'{self.name} answered {shown!r} instead of {{"action": ...}}.') from None
        if isinstance(action, str):
            if action not in view.names:
                raise AgentError(f"{self.name} named {action!r}, which is not one of its legal actions.")
            return int(view.legal[view.names.index(action)])
        return action

    def close(self) -> None:
        """End the program: by the end of its input, and if that is not enough, at once."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(BrokenPipeError):  # it has gone already
                if pipe is not None:
                    pipe.close()
        try:
            process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._errors.close()

    __del__ = close

    def _start(self) -> None:
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - until close
        try:
            self._process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
                encoding="utf-8",
            )
        except OSError as error:
            raise AgentError(f"{self.name} cannot be started: {error.strerror}.") from error

    def _running(self) -> "subprocess.Popen[str]":
        if self._process is None:
            raise AgentError(f"{self.name} was asked before its first game.")
        return self._process

    def _tell(self, message: dict[str, Any]) -> None:
        pipe = self._running().stdin
        assert pipe is not None
        try:
            pipe.write(json.dumps(message) + "\n")
            pipe.flush()
        except (BrokenPipeError, ValueError):  # ValueError: the pipe was closed after an earlier failure
            raise self._gone() from None

    def _listen(self) -> str:
        pipe = self._running().stdout
        assert pipe is not None
        try:
            line = pipe.readline()
        except UnicodeDecodeError:
            raise AgentError(f"{self.name} answered with something that is not UTF-8.") from None
        if not line:
            raise self._gone()
        return line

    def _gone(self) -> AgentError:
        try:
            status = self._running().wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return AgentError(f"{self.name} closed its output.")
        self._errors.seek(0)
        last = self._errors.read().strip().rpartition("\n")[2]
        return AgentError(f"{self.name} ended with status {status}{': ' + last if last else ''}.")


def _config(config: GameConfig) -> dict[str, Any]:
    return {"players": config.players, "rules": config.rules, "cards": config.cards.digest}


def what_is_seen(view: View) -> dict[str, Any]:
    """A view as plain objects, the wheel and its ring included; made of the redacted record alone."""
    g, cards = view.record, view.config.cards
    players = int(g.num_players)
    hand = [int(card) for card in g.hand[view.seat] if card != NONE]
    return {
        "seat": view.seat,
        "step": view.step,
        "config": _config(view.config),
        "legal": [{"index": index, "name": name} for index, name in zip(view.legal.tolist(), view.names, strict=True)],
        "epoch": int(g.epoch) + 1,
        "phase": "AB"[int(g.phase)],
        "round": int(g.lap) + 1,
        "first": g.first.tolist(),
        "board": [COLOURS[colour] for colour in g.board],
        "crests": g.crest[:players].tolist(),
        "wheel": int(g.wheel[g.epoch]),
        "start_cards": (g.start_card[:players] + 1).tolist(),
        "players": state_of(g, cards)["players"],
        "hand": [cards.ids[card] for card in hand],
        "sold": [cards.ids[card] for card in np.flatnonzero(g.place == SOLD + view.seat)],
        "outer_stacks": {
            name: [cards.ids[card] for card in g.placed[g.epoch, colour, : g.outer_size[colour]]]
            for colour, name in enumerate(COLOURS)
        },
        "colonies_left": dict(zip(map(str, COLONY_REQUIREMENTS), g.colony_left.tolist(), strict=True)),
    }
