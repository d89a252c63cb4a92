"""One run from the command line: begun or gone on with, in one process or several, until its time is over.

Any trainer that can do what `Trainable` says runs like this: train_ppo.py's and train_expert.py's do.
"""

import time
from pathlib import Path
from typing import Annotated, Any, ClassVar, Protocol

import typer
from rich.console import Console
from torch import nn

from experiments.peers import Alone, Peers, call_peers
from experiments.training import Clock, Run, TrainingError, check_matches, read_config, sentence, settings
from hadara_env import HadaraError

ConfigFile = Annotated[Path | None, typer.Option(help="Settings, a TOML file; see experiments/configs.")]
NewFolder = Annotated[Path | None, typer.Option(help="Folder for a new run.")]
StartFrom = Annotated[str | None, typer.Option(help="Checkpoint or run whose weights a new run begins with.")]
OldFolder = Annotated[Path | None, typer.Option(help="Folder of a run to go on with.")]
Minutes = Annotated[float, typer.Option(help="Stop after so many minutes.")]
Decisions = Annotated[int | None, typer.Option(help="Stop at so many decisions (default: the config's).")]
Processes = Annotated[int, typer.Option(help="Processes that play and learn, each on a core of its own.")]


class Trainable(Protocol):
    """What a trainer is asked for; `Config` is the dataclass of its settings."""

    Config: ClassVar[type[Any]]
    config: Any
    run: Run
    peers: Alone
    decisions: int
    seconds: float

    @property
    def network(self) -> nn.Module: ...

    def __init__(self, config: Any, run: Run, peers: Alone | None = None) -> None: ...
    def one_update(self) -> dict[str, Any]: ...
    def save(self) -> None: ...
    def restore(self) -> bool: ...
    def start_from(self, name: str) -> None: ...
    def checkpoint(self) -> dict[str, Any]: ...


def work(
    kind: type[Trainable],
    config: Path | None,
    out: Path | None,
    start: str | None,
    resume: Path | None,
    minutes: float,
    decisions: int | None,
    processes: int,
) -> None:
    """Begin a run or go on with one; what goes wrong is told in a sentence."""
    console = Console()
    try:
        if (resume is None) == (out is None):
            raise TrainingError("Name a folder for a new run with --out, or one to go on with by --resume.")
        if resume is not None:
            if start is not None or config is not None:
                raise TrainingError("A resumed run has its weights and its settings; leave --start and --config away.")
            run = Run(resume)
            chosen = settings(run.config(), kind.Config, str(resume))
            trainer = kind(chosen, run, call_peers(processes, follow, kind, chosen, run, True))
            console.print("goes on" if trainer.restore() else "nothing was saved yet: begins anew", trainer.decisions)
        else:
            assert out is not None
            chosen = read_config(config, kind.Config) if config else kind.Config()
            check_matches(chosen.matches)
            run = Run(out)
            run.check_new()
            trainer = kind(chosen, run, call_peers(processes, follow, kind, chosen, run, False))
            if start is not None:
                trainer.start_from(start)
            run.create(chosen)
            if start is not None:
                trainer.save()  # a run that is killed early shall not go on from nothing
        train(trainer, minutes, decisions or trainer.config.decisions, console)
        trainer.peers.close()
    except (HadaraError, OSError) as error:
        console.print(sentence(error), style="red", markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(1) from error


def train(trainer: Trainable, minutes: float, decisions: int, console: Console) -> None:
    """Until the time or the decisions are over; saves on the way and at the end."""
    saving, judging = Clock(60 * trainer.config.save_minutes), Clock(60 * trainer.config.evaluate_minutes)
    deadline = time.monotonic() + 60 * minutes
    trainer.peers.share(trainer.network.parameters())
    with console.status("playing the first games") as status:
        while trainer.peers.go_on(trainer.decisions < decisions and time.monotonic() < deadline):
            row = trainer.one_update()
            trainer.run.log(row)
            status.update(progress_line(row))
            if saving.due():
                trainer.save()
            if judging.due():
                report(trainer.checkpoint(), trainer, console)
                trainer.save()
        trainer.save()
        report(trainer.checkpoint(), trainer, console)
        trainer.save()
        trainer.run.draw()


def follow(kind: type[Trainable], config: Any, run: Run, resumed: bool, rank: int, size: int, port: int) -> None:
    """What every process but the leader does."""
    try:
        peers = Peers(rank, size, port)
        trainer = kind(config, run, peers)
        if resumed:
            trainer.restore()
        peers.share(trainer.network.parameters())
        while peers.go_on(True):
            trainer.one_update()
    except TrainingError as error:
        Console(stderr=True).print(f"Process {rank}: {error}", style="red", markup=False, highlight=False)


def progress_line(row: dict[str, Any]) -> str:
    shares = ", ".join(f"{name[6:]} {100 * value:.0f} %" for name, value in row.items() if name.startswith("share/"))
    return (
        f"{row['decisions'] / 1e6:.1f} M decisions, {row['decisions_per_second']:,}/s; wins while learning: {shares}; "
        f"entropy {row['entropy']:.2f}, explained {row['explained_win']:.2f}"
    )


def report(found: dict[str, Any], trainer: Trainable, console: Console) -> None:
    wins = ", ".join(
        f"{m['players']}p {m['rules']} {m['opponent']} {100 * m['win_share']:.1f} % "
        f"({100 * m['win_share_ci'][0]:.1f} to {100 * m['win_share_ci'][1]:.1f})"
        for m in found["matches"]
    )
    console.print(f"{trainer.seconds / 60:.1f} min, {trainer.decisions / 1e6:.1f} M decisions: {wins}")
