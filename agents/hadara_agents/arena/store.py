"""The folder of a tournament: its plan, the games played so far, and the lock of whoever is writing."""

import json
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from hadara_agents.arena.plan import Plan, code_digest
from hadara_agents.arena.results import Result, ResultsError, from_line
from hadara_env.files import write_atomically
from hadara_env.views.words import listed

PLAN, GAMES, SUMMARY, REPORT, SPEED = "plan.json", "games.jsonl", "summary.json", "report.html", "speed.json"


class Store:
    """Opens a folder for a plan, reads what is there, and appends game after game."""

    def __init__(self, folder: Path, plan: Plan, resume: bool = True) -> None:
        self.folder, self.plan, self.resume = folder, plan, resume
        self.games = folder / GAMES
        self.results: list[Result] = []
        self.notes: list[str] = []
        self.codes: list[str] = []  # hashes of the sources that played; more than one where they changed on the way

    def __enter__(self) -> "Store":
        self._prepare()
        try:
            self._file = self.games.open("a+b")
        except OSError as error:
            raise ResultsError(f"{self.games} cannot be written: {error.strerror}.") from error
        try:
            _lock(self._file, self.folder)
            self._read()
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def append(self, result: Result) -> None:
        """Write a game in one go, so that a kill leaves whole lines and at most one piece."""
        self.results.append(result)
        self._file.write(result.to_line().encode())
        self._file.flush()

    def _prepare(self) -> None:
        path = self.folder / PLAN
        identity, code = self.plan.identity(), code_digest()
        if path.exists():
            if not self.resume:
                raise ResultsError(f"{self.folder} holds a tournament already; choose another folder or go on with it.")
            found = plan_in(path)
            _check_same(self.folder, found, identity)
            self.codes = found["code"].split(", ")
            if code in self.codes:
                return
            self.notes.append(
                f"{self.folder}: the sources of engine and agents have changed since this tournament began; its games "
                "may not all be of the same players."
            )
        elif self.games.exists():
            raise ResultsError(f"{self.games} has no {PLAN} beside it, so nobody knows which tournament it belongs to.")
        self.codes = [*self.codes, code]
        write_atomically(path, json.dumps({**identity, "code": ", ".join(self.codes)}, indent=1) + "\n")

    def _read(self) -> None:
        """All games so far. Only the end of a line that was being written when a run was killed may be missing."""
        self._file.seek(0)
        whole, newline, rest = self._file.read().rpartition(b"\n")
        lines = whole.split(b"\n") if newline else []
        for number, line in enumerate(lines):
            try:
                self.results.append(from_line(line.decode(), self.plan.schedule[number]))
            except (ValueError, IndexError) as error:  # broken JSON and broken UTF-8 are ValueErrors too
                raise self._corrupt(number + 1, str(error)) from error
        if rest:
            where = f"{self.games}, line {len(lines) + 1}"
            self.notes.append(f"{where} was cut off in the middle; that game is played again.")
            self._file.truncate(len(whole) + len(newline))

    def _corrupt(self, line: int, reason: str) -> ResultsError:
        where = f"{self.games}, line {line}"
        return ResultsError(f"{where} is not what this tournament wrote: {reason}; nothing was changed.")


def plan_in(path: Path) -> dict[str, Any]:
    """What a plan file says."""
    try:
        plan = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise ResultsError(f"{path} cannot be read: {error}.") from error
    if not isinstance(plan, dict) or not isinstance(plan.get("code"), str):
        raise ResultsError(f"{path} is not the plan of a tournament.")
    return plan


def _check_same(folder: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    differences = [
        f"{key} {_words(found.get(key))} instead of {_words(wanted[key])}"
        for key in wanted
        if found.get(key) != wanted[key]
    ]
    if differences:
        raise ResultsError(
            f"{folder} holds another tournament, with {listed(differences)}; it was left as it is, choose another."
        )


def _words(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else json.dumps(value).strip('"')


def _lock(file: BinaryIO, folder: Path) -> None:
    """Two runs that write one file would spoil it. The lock goes away with the process, however that ends."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise ResultsError(f"{folder} is being written by another run.") from error
