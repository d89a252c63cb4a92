"""All sessions of a server: found by id, limited in number, saved as they go, with their agents kept thinking.

Sessions change only on the event loop, one decision at a time; what takes long (an agent's thought, a write to disk)
happens in threads. The kernels of the agents run without the interpreter lock, so a search stops nobody.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from hadara_agents.play.advice import hint
from hadara_agents.play.errors import DiskError, PlayError
from hadara_agents.play.jobs import Jobs
from hadara_agents.play.offers import Offers
from hadara_agents.play.replays import Film
from hadara_agents.play.session import Player, Session
from hadara_agents.play.settings import Settings
from hadara_agents.play.store import Store
from hadara_agents.play.stream import Stream
from hadara_agents.registry import make
from hadara_env import GameConfig, HadaraError

Result = TypeVar("Result")
_log = logging.getLogger("hadara.play")


class Lounge:
    """The sessions in memory; those that rest lie on disk until somebody asks for them."""

    def __init__(self, settings: Settings, offers: Offers, store: Store) -> None:
        self.settings, self.offers, self.store = settings, offers, store
        self.cards = settings.cards
        self._sessions: dict[str, Session] = {}
        self._touched: dict[str, float] = {}
        self._streams: dict[str, list[Stream]] = {}
        self._runners: dict[str, asyncio.Task[None]] = {}
        self._hinting: set[str] = set()
        self._locks: dict[str, asyncio.Lock] = {}
        self._loading: dict[str, asyncio.Task[Session]] = {}
        self._disk = ThreadPoolExecutor(1, "disk")  # one thread, and nothing long in it: saves stay in order
        self._quick = ThreadPoolExecutor(4, "quick")
        # A slow agent must not keep others waiting, so there is a thread for every session that may have one.
        self._slow = ThreadPoolExecutor(settings.max_sessions, "slow")
        self._advice = ThreadPoolExecutor(2, "advice")
        self._back = ThreadPoolExecutor(2, "back")
        self.jobs = Jobs(self._advice)

    # Sessions

    async def create(self, players: list[Player], rules: str, seed: int | None) -> Session:
        """Deal a new game and let it begin."""
        await self._in(self._back, self.store.check_room)
        self._make_room()
        config = GameConfig(len(players), rules, self.cards)
        session = Session.new(players, config, seed, self.offers)
        self._sessions[session.id] = session
        await self.save(session)
        self.wake(session)
        return session

    def _make_room(self) -> None:
        """Sessions nobody looks at go to disk; where all are in use, a new one is refused."""
        now = time.monotonic()
        for since in (now - self.settings.idle_seconds, now - self.settings.busy_seconds):
            if len(self._sessions) >= self.settings.max_sessions:
                self.let_rest(since, now)
        if len(self._sessions) >= self.settings.max_sessions:
            raise PlayError(503, f"All {self.settings.max_sessions} tables are taken; try again later.")

    def let_rest(self, since: float, over_since: float) -> None:
        """Take sessions out of memory that nobody has touched or watched since then; they are saved already.

        Those that are over have a time of their own.
        """
        for session_id, session in list(self._sessions.items()):
            limit = over_since if session.game.is_over else since
            idle = self._touched.get(session_id, 0.0) < limit
            if idle and not self._streams.get(session_id) and session_id not in self._runners:
                self._forget(session_id)

    def _forget(self, session_id: str) -> None:
        session = self._sessions.pop(session_id, None)
        self._touched.pop(session_id, None)
        self._locks.pop(session_id, None)
        if session is not None:
            session.close()
            self.store.forget(session_id)

    async def get(self, session_id: str) -> Session:
        """A session by its id, from memory or from disk."""
        if session_id not in self._sessions:
            task = self._loading.get(session_id)
            if task is None:
                task = asyncio.ensure_future(self._load(session_id))
                self._loading[session_id] = task
                task.add_done_callback(lambda _: self._loading.pop(session_id, None))
            await asyncio.shield(task)
        session = self._sessions[session_id]
        self._touched[session_id] = time.monotonic()
        return session

    async def _load(self, session_id: str) -> Session:
        saved, replay = await self._in(self._disk, self.store.load, session_id)
        if replay.get("cards") != self.cards.digest:
            raise PlayError(409, "This game was begun with another card set than the one this server uses.")
        self._make_room()
        config = GameConfig(2, "full", self.cards)
        try:
            session = await self._in(self._quick, Session.load, saved, replay, config, self.offers)
        except HadaraError as error:
            _log.warning("A saved game cannot be read: %s", error)
            raise PlayError(500, "The saved game cannot be read.") from error
        self._sessions[session_id] = session
        self._touched[session_id] = time.monotonic()
        self.wake(session)
        return session

    async def delete(self, session_id: str) -> None:
        """End a session and remove what was saved of it."""
        await self.get(session_id)
        if runner := self._runners.pop(session_id, None):
            runner.cancel()
        for stream in self._streams.pop(session_id, []):
            stream.end()
        self._forget(session_id)
        await self._in(self._disk, self.store.delete, session_id)

    async def list_sessions(self) -> list[dict[str, Any]]:
        """Every saved session with its players, the one played last first."""
        if not self.settings.lists_sessions:
            return []
        saved = await self._in(self._back, self.store.sessions)
        return [
            {key: one.get(key) for key in ("id", "rules", "players", "epoch", "created", "updated", "over")}
            for one in saved
        ]

    # Moves

    async def play(self, session: Session, seat: int, action: int | str, version: str | None) -> None:
        """A person's move: played, saved, shown; then the agents go on."""
        async with self._lock(session):
            session.play(seat, action, version)
            try:
                await self._show(session)
            finally:  # a full disk is told, but does not stop the game
                self.wake(session)

    def _lock(self, session: Session) -> asyncio.Lock:
        """One move at a time is played, saved and shown, so that every stream gets each as a table of its own."""
        return self._locks.setdefault(session.id, asyncio.Lock())

    async def _show(self, session: Session) -> None:
        session.thinking = session.agent_to_act is not None
        try:
            await self.save(session)
        finally:
            self.publish(session)

    async def save(self, session: Session) -> None:
        self._touched[session.id] = time.monotonic()
        await self._in(self._disk, self.store.save, session.saved(), session.replay())

    def wake(self, session: Session) -> None:
        """Let the agents play until a person is asked or the game is over."""
        if session.agent_to_act is not None and session.id not in self._runners and session.problem is None:
            session.thinking = True
            self._runners[session.id] = asyncio.ensure_future(self._run(session))

    async def _run(self, session: Session) -> None:
        try:
            while session.problem is None and (seat := session.agent_to_act) is not None:
                await self._agent_move(session, seat)
        finally:
            session.thinking = False
            self._runners.pop(session.id, None)
            if session.id in self._sessions:
                self.publish(session)

    async def _agent_move(self, session: Session, seat: int) -> None:
        spec = session.players[seat].agent or ""
        workers = self._quick if self.offers.is_instant(spec) else self._slow
        try:
            action = await self._in(workers, session.act, seat)
            async with self._lock(session):
                session.advance(action)
                await self._show(session)
        except DiskError as error:
            session.problem = str(error)
        except Exception:  # noqa: BLE001 - whatever an agent does, its session says so and all others go on
            _log.exception("The agent %s failed", spec)
            label = self.offers.label(spec)
            session.problem = f"The agent {label} at seat {seat} could not decide; the game waits."

    def resume(self, session: Session) -> None:
        """Try again after an agent failed, with a fresh agent."""
        if session.problem is None:
            return
        session.problem = None
        session.close()
        self.wake(session)
        self.publish(session)

    # Streams

    def open_stream(self, session: Session, seat: int | None, log_from: int) -> Stream:
        streams = self._streams.setdefault(session.id, [])
        if len(streams) >= self.settings.max_streams:
            raise PlayError(429, f"This game is being watched {len(streams)} times already.")
        stream = Stream(session, seat, log_from)
        streams.append(stream)
        return stream

    def close_stream(self, session: Session, stream: Stream) -> None:
        self._touched[session.id] = time.monotonic()
        streams = self._streams.get(session.id, [])
        if stream in streams:
            streams.remove(stream)
        if not streams:
            self._streams.pop(session.id, None)

    def publish(self, session: Session) -> None:
        tables: dict[int | None, dict[str, Any]] = {}
        for stream in self._streams.get(session.id, []):
            stream.notice(session, tables)

    # Advice and looking back

    async def hint(self, session: Session, seat: int, spec: str | None) -> dict[str, Any]:
        """What an adviser thinks of a person's decision; one question at a time for each session."""
        session.advise(seat)
        if session.id in self._hinting:
            raise PlayError(429, "A hint is being worked out already.")
        chosen = self.offers.adviser(spec)
        view, label = session.view(seat), self.offers.label(chosen)
        self._hinting.add(session.id)
        try:
            return await self._in(self._slow, lambda: hint(make(chosen), view, label))
        finally:
            self._hinting.discard(session.id)

    async def film(self, replay_id: str) -> Film:
        """A finished session or a loaded replay."""
        try:
            replay, names = await self._in(self._disk, self.store.load_upload, replay_id), None
        except PlayError as error:
            if error.status != 404:
                raise
            session = await self.get(replay_id)
            if not session.game.is_over:
                raise PlayError(409, "This game is not over yet; its hands are shown only afterwards.") from None
            replay, names = session.replay(), [player.name for player in session.players]
        return await self._in(self._back, Film, replay_id, replay, self.cards, names)

    async def look_back(self, work: Callable[..., Result], *args: Any) -> Result:
        """Something that takes a moment: not on the event loop, and not behind somebody's long review."""
        return await self._in(self._back, work, *args)

    async def keep_upload(self, replay_id: str, replay: dict[str, Any]) -> None:
        await self._in(self._disk, self.store.save_upload, replay_id, replay)

    # The house

    async def _in(self, workers: ThreadPoolExecutor, work: Callable[..., Result], *args: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(workers, work, *args)

    async def tidy(self) -> None:
        """Once in a while: idle sessions leave the memory, expired ones the disk."""
        while True:
            for session_id in await self._in(self._back, self.store.remove_expired):
                self._forget(session_id)
            await asyncio.sleep(self.settings.tidy_seconds)
            now = time.monotonic()
            self.let_rest(now - self.settings.idle_seconds, now - self.settings.busy_seconds)

    def end_streams(self) -> None:
        """Pages try to come back by themselves; the server can stop without waiting for them."""
        for streams in self._streams.values():
            for stream in streams:
                stream.end()

    async def close(self) -> None:
        """Stop thinking and end all streams; everything is saved already."""
        self.jobs.stop()
        for runner in list(self._runners.values()):
            runner.cancel()
        self.end_streams()
        for workers in (self._disk, self._quick, self._slow, self._advice, self._back):
            workers.shutdown(wait=False, cancel_futures=True)
        for session in self._sessions.values():
            session.close()
