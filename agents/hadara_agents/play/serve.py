"""Running the server: compile what is needed first, then listen."""

import os
import socket
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn

from hadara_agents.play.advice import hint
from hadara_agents.play.app import create_app
from hadara_agents.play.offers import Offers
from hadara_agents.play.session import AGENT, PERSON, Player, Session
from hadara_agents.play.settings import Settings
from hadara_agents.registry import make
from hadara_env import GameConfig, HadaraError
from hadara_env.engine.jit import announce_compilation


def warm_up(settings: Settings) -> None:
    """Play a game through every function that a request may need, so that nobody waits for a compiler."""
    offers = Offers()
    players = [Player(AGENT, "", "heuristic"), Player(PERSON, ""), Player(AGENT, "", "greedy")]
    session = Session.new(players, GameConfig(3, "full", settings.cards), 1, offers)
    adviser = make("greedy")
    while not session.game.is_over:
        seat = session.agent_to_act
        if seat is None:
            table = session.table(1)
            hint(adviser, session.view(1), "")
            session.play(1, table["actions"][len(session.game.log) % len(table["actions"])]["index"])
        else:
            session.advance(session.act(seat))
    session.table(None)


def serve(settings: Settings, browser: bool, tell: Callable[[str], None]) -> None:
    """Listen until interrupted; with `browser`, open the page once the server answers."""
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,  # streams stay open as long as their pages
        limit_concurrency=2000,
    )
    with _listening(settings) as listening:
        announce_compilation("batch.deal-")
        warm_up(settings)
        tell(f"Hadara is at {settings.address} - stop it with Ctrl+C.")
        if browser:
            threading.Timer(0.5, webbrowser.open, [settings.address]).start()
        _Server(config).run([listening])


class _Server(uvicorn.Server):
    """Ends the streams as soon as it is told to stop; otherwise it would wait for pages that stay open."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        state = self.config.app.state  # type: ignore[union-attr]
        if hasattr(state, "loop"):
            state.loop.call_soon_threadsafe(state.lounge.end_streams)


def _listening(settings: Settings) -> socket.socket:
    """The socket, taken before anything else: a port in use should be told at once and in one sentence."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else "the address is not known"
        raise HadaraError(f"The server cannot listen at {settings.host}, port {settings.port}: {reason}.") from error
