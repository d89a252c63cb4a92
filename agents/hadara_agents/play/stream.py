"""One reader's stream of a session: tables as they change, in order, each only once."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from hadara_agents.play.session import Session

HEARTBEAT = 15.0  # seconds between signs of life, so that both sides notice a dead connection
_ROOM = 256  # messages that may wait for a slow reader


class Stream:
    """A queue between a session and one open page."""

    def __init__(self, session: Session, seat: int | None, log_from: int) -> None:
        self.seat = seat
        self._told = log_from
        self._version = ""
        self._about = ""
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.notice(session)

    def notice(self, session: Session, tables: dict[int | None, dict[str, Any]] | None = None) -> None:
        """Queue what is new; `tables` are shared by the streams of a session, since building one takes a moment."""
        shared = tables if tables is not None else {}
        if self.seat not in shared:
            shared[self.seat] = session.table(self.seat)
        table = shared[self.seat]
        if self._queue.qsize() >= _ROOM:  # a page that has fallen behind goes on with the newest table
            self._empty()
        if table["version"] != self._version or table["log_size"] != self._told:
            self._version = table["version"]
            news = table["log"][self._told :]
            self._told = table["log_size"]
            self._put("table", {**table, "log": news})
        about = session.describe()
        about_key = json.dumps({**about, "updated": None})
        if about_key != self._about:
            self._about = about_key
            self._put("session", about)

    def _put(self, event: str, data: dict[str, Any]) -> None:
        self._queue.put_nowait(f"event: {event}\ndata: {json.dumps(data)}\n\n")

    def _empty(self) -> None:
        while not self._queue.empty():
            self._queue.get_nowait()
        self._version, self._about, self._told = "", "", 0

    def end(self) -> None:
        """No more will come."""
        self._queue.put_nowait(None)

    async def messages(self) -> AsyncIterator[str]:
        """Server-sent events until the session goes."""
        while True:
            try:
                message = await asyncio.wait_for(self._queue.get(), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if message is None:
                return
            yield message
