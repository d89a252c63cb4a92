"""What can be chosen when a policy is trained by self-play."""

from dataclasses import dataclass, field

from experiments.league import LeagueSpec
from experiments.training import Match
from hadara_agents.policy.spec import NetworkSpec
from hadara_env.engine.constants import NUM_EPOCHS


@dataclass(frozen=True)
class Tables:
    """Games of one kind that are played side by side. Each row makes one decision a step, so rows balance decisions."""

    players: int
    rules: str
    rows: int
    late: int = 0  # the epoch with whose open cards games begin, where others of the same kind came; 0: whole games

    @property
    def beginning(self) -> tuple[int, str, int]:
        """What tables have in common whose games begin alike."""
        return self.players, self.rules, self.late


@dataclass(frozen=True)
class PPOConfig:
    """A config file's settings; what it leaves out has these values."""

    tables: tuple[Tables, ...] = (Tables(2, "full", 512),)
    steps: int = 128  # decisions of every row in one update
    decisions: int = 100_000_000  # the length of the schedules, and where training ends
    epochs: int = 2
    minibatch: int = 4096
    sure: float = 0.99  # a probability; where the policy gives more to one action there is hardly anything to learn
    learn_sure: float = 1.0  # part of such decisions that is learned from
    learning_rate: tuple[float, float] = (6e-4, 5e-5)  # from, to
    entropy: tuple[float, float] = (0.02, 0.002)
    pull: tuple[float, float] = (0.0, 0.0)  # towards even chances of all legal actions, so that none is given up
    seal_pull: tuple[float, float] = (0.0, 0.0)  # the same, in addition, where seals are for sale
    win_part: tuple[float, float] = (0.3, 0.9)  # of the reward; the rest is the margin in points
    gae_lambda: float = 0.95
    clip: float = 0.2
    value_weight: float = 0.5
    gradient_norm: float = 0.5
    remember_every: int = 50  # updates between past selves
    invite_every: int = 10  # updates between changes of guests
    revive_every: int = 0  # updates between looks for units that have died; 0: never
    seed: int = 1
    half: bool = True  # bfloat16 where the processor is made for it
    matches: tuple[Match, ...] = (Match(),)  # what checkpoints are measured by
    evaluation_seed: int = 9001  # of sets that are used for nothing else
    evaluate_minutes: float = 3.0
    save_minutes: float = 2.0
    network: NetworkSpec = field(default_factory=NetworkSpec)
    league: LeagueSpec = field(default_factory=LeagueSpec)

    def __post_init__(self) -> None:
        if not self.tables:
            raise ValueError("There is no training without tables.")
        if any(not 0 <= kind.late <= NUM_EPOCHS for kind in self.tables):
            raise ValueError(f"late is an epoch, 1 to {NUM_EPOCHS}, or 0 for whole games.")
        whole = {(kind.players, kind.rules) for kind in self.tables if not kind.late}
        if any((kind.players, kind.rules) not in whole for kind in self.tables):
            raise ValueError("Late tables need others with as many players and the same rules.")
        counts = {name: getattr(self, name) for name in ("steps", "decisions", "epochs", "minibatch")}
        counts |= {name: getattr(self, name) for name in ("remember_every", "invite_every")}
        counts |= {"rows": min(kind.rows for kind in self.tables)}
        if few := [name for name, value in counts.items() if value < 1]:
            raise ValueError(f"{', '.join(few)} must be 1 or more.")
        if not 0 <= self.learn_sure <= 1:
            raise ValueError(f"learn_sure is a part of 1, not {self.learn_sure}.")

    @property
    def batch(self) -> int:
        """Decisions of one update."""
        return self.steps * sum(kind.rows for kind in self.tables)


def scheduled(ends: tuple[float, float], part: float) -> float:
    """A straight line over the run."""
    return ends[0] + (ends[1] - ends[0]) * min(1.0, part)
