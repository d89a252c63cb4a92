"""What the owner of a server decides: where it listens, how much it takes on, where games are kept."""

from dataclasses import dataclass, field
from pathlib import Path

from hadara_agents.play.store import default_folder
from hadara_env.cards import CardSet, load

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Settings:
    """The defaults suit one household on one machine."""

    host: str = "127.0.0.1"
    port: int = 8230
    data: Path = field(default_factory=default_folder)
    cards: CardSet = field(default_factory=load)
    agents: tuple[str, ...] = ()  # specs offered besides the usual ones
    max_sessions: int = 100  # in memory at once
    max_saved: int = 1000  # on disk
    keep_days: float = 90.0  # a game nobody has touched for so long is deleted
    idle_seconds: float = 3600.0  # after which a session leaves the memory; it is on disk
    busy_seconds: float = 300.0  # the same when the tables are full
    tidy_seconds: float = 600.0
    max_streams: int = 16  # open pages of one session
    max_body: int = 65_536  # bytes of a request
    max_replay: int = 4_194_304  # bytes of a replay that is loaded

    @property
    def address(self) -> str:
        """What to type into a browser on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOOPBACK

    @property
    def lists_sessions(self) -> bool:
        """Ids are the keys to games, so they are told only where everybody is at home."""
        return self.is_local
