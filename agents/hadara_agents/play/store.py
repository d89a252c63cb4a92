"""Saved games on disk: `games/ID.json` is a hadara-replay/1 file, `games/ID.session.json` says who sits where.

Files are exchanged whole, so a killed server leaves no half of one. They are not forced to the disk at every move: what
the system has taken over survives the server, and a move should not wait for a disk.
"""

import json
import os
import re
import secrets
import sys
import time
from pathlib import Path
from typing import Any

from hadara_agents.play.errors import DiskError, PlayError, not_found
from hadara_env import HadaraError

FORMAT = "hadara-session/1"
_ID = re.compile(r"[0-9a-f]{16,32}")
_DAY = 86_400.0


def default_folder() -> Path:
    """The user's data folder, `hadara_env` in it; `HADARA_DATA_DIR` overrides it."""
    if chosen := os.environ.get("HADARA_DATA_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "hadara_env"


class Store:
    """Reads and writes saved games under one folder."""

    def __init__(self, folder: Path, most: int = 1000, keep_days: float = 90.0) -> None:
        self.folder, self.most, self.keep_days = folder, most, keep_days
        self._games, self._replays = folder / "games", folder / "replays"
        self._written: dict[str, dict[str, Any]] = {}  # session files as they are on disk, of the games in memory
        try:
            self._games.mkdir(parents=True, exist_ok=True)
            self._replays.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise HadaraError(f"The data folder {folder} cannot be used: {error.strerror}.") from error

    def save(self, saved: dict[str, Any], replay: dict[str, Any]) -> None:
        """The replay at every move, the session file when something in it has changed."""
        session = saved["id"]
        _write(self._replay(session), replay)
        if self._written.get(session) != saved:
            _write(self._session(session), saved)
            self._written[session] = saved

    def _replay(self, session: str) -> Path:
        return self._games / f"{session}.json"

    def _session(self, session: str) -> Path:
        return self._games / f"{session}.session.json"

    def load(self, session: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """What was saved of a session, and when it was played last."""
        if not _ID.fullmatch(session):
            raise not_found("game")
        return self._about(session), _read(self._replay(session), "game")

    def _about(self, session: str) -> dict[str, Any]:
        saved = _read(self._session(session), "game")
        if saved.get("format") != FORMAT or saved.get("id") != session:
            raise PlayError(500, "The saved game cannot be read.")
        return {**saved, "updated": self._updated(session)}

    def _updated(self, session: str) -> float:
        path = self._replay(session)
        return (path if path.exists() else _aside(path)).stat().st_mtime

    def forget(self, session: str) -> None:
        """A game has left the memory."""
        self._written.pop(session, None)

    def delete(self, session: str) -> None:
        self.forget(session)
        if _ID.fullmatch(session):
            for path in (self._session(session), self._replay(session)):
                path.unlink(missing_ok=True)
                _aside(path).unlink(missing_ok=True)

    def sessions(self) -> list[dict[str, Any]]:
        """Every saved session, the one played last first; a file that is no session of ours is passed over."""
        found = []
        for session in self._ids():
            try:
                found.append(self._about(session))
            except (PlayError, OSError):
                continue
        return sorted(found, key=lambda saved: -saved["updated"])

    def _ids(self) -> set[str]:
        names = {path.name.partition(".")[0] for path in self._games.glob("*.session.json*")}
        return {name for name in names if _ID.fullmatch(name)}

    def check_room(self) -> None:
        """Refuse a new game when the folder is full."""
        if len(self._ids()) >= self.most:
            raise PlayError(503, f"There are {self.most} saved games already; delete some before starting another.")

    def remove_expired(self) -> list[str]:
        """Delete sessions nobody has touched for `keep_days`; returns their ids."""
        limit = time.time() - self.keep_days * _DAY
        old = [saved["id"] for saved in self.sessions() if saved["updated"] < limit]
        for session in old:
            self.delete(session)
        for path in self._replays.glob("*.json"):
            if path.stat().st_mtime < limit:
                path.unlink(missing_ok=True)
        return old

    def save_upload(self, replay_id: str, replay: dict[str, Any]) -> None:
        """A replay somebody loaded into the viewer, so that a link to it goes on working."""
        path = self._replays / f"{replay_id}.json"
        if not path.exists() and sum(1 for _ in self._replays.glob("*.json")) >= self.most:
            raise PlayError(503, f"There are {self.most} loaded replays already; no more are kept here.")
        _write(path, replay)

    def load_upload(self, replay_id: str) -> dict[str, Any]:
        if not _ID.fullmatch(replay_id):
            raise not_found("replay")
        return _read(self._replays / f"{replay_id}.json", "replay")


def _write(path: Path, content: dict[str, Any]) -> None:
    """Write beside the file, set the file aside, move the new one in its place: one of the two is always whole.

    Replacing a file in one step would be simpler, but common file systems then wait for the disk.
    """
    fresh, aside = path.with_name(f".{path.name}.{secrets.token_hex(4)}"), _aside(path)
    try:
        fresh.write_text(json.dumps(content), encoding="utf-8")
        if path.exists():
            aside.unlink(missing_ok=True)
            path.rename(aside)
        fresh.rename(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise DiskError(error.strerror) from error


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}~")


def _read(path: Path, what: str) -> dict[str, Any]:
    """A saved file, or the one before it, if the server was stopped while it exchanged them."""
    try:
        content = json.loads((path if path.exists() else _aside(path)).read_bytes())
    except FileNotFoundError:
        raise not_found(what) from None
    except (OSError, ValueError) as error:
        raise PlayError(500, f"The saved {what} cannot be read.") from error
    if not isinstance(content, dict):
        raise PlayError(500, f"The saved {what} cannot be read.")
    return content
