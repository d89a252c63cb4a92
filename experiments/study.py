"""What wins at Hadara: many games of the strongest agents, taken apart. Writes docs/strategy.md with its pictures.

    python -m experiments.study --agents ppo:best,temperature=0.5 --games 20000

Games are kept in blocks (--work), so that the same command goes on where an earlier run was stopped; the figures go to
a result file (--out), and the page is written from that file and from nothing else (--page-only does only that).
"""

import json
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from experiments import study_cards, study_choices, study_figures
from experiments.study_conclusions import conclude, survivors
from experiments.study_games import PLAYERS, Chronicle, Library, StudyError
from experiments.study_page import render
from experiments.study_perturbed import ladder, perturbed, steady
from experiments.study_plots import draw_all
from hadara_agents.arena.summary import versions
from hadara_agents.kernels.weights import styles
from hadara_agents.registry import split
from hadara_env import CardSet, HadaraError
from hadara_env.cards import load
from hadara_env.engine.jit import announce_compilation
from hadara_env.engine.random import game_seed
from hadara_env.files import write_atomically

FORMAT = "hadara-study/1"
PAGE = "strategy.md"


@dataclass(frozen=True)
class Plan:
    """How much is played."""

    games: int
    sets: int  # perturbed card sets
    games_a_set: int
    ladder: tuple[str, ...]
    deals: int  # of every pair of the ladder, on every card set


def figures(chronicles: Sequence[Chronicle], box: CardSet) -> dict[str, Any]:
    """All that one card set's games say, cards by themselves left out."""
    return {
        "points": study_figures.points(chronicles),
        "winning_totals": study_choices.totals(chronicles),
        "seats": study_figures.seats(chronicles),
        "sides": study_figures.sides(chronicles),
        "colours": study_cards.colours(chronicles, box),
        "display": study_cards.display(chronicles),
        "seals": study_choices.seals(chronicles),
        "silver_tracks": study_choices.tracks_sealed(chronicles),
        "colony": study_choices.takings(chronicles, box, "colony"),
        "bust": study_choices.takings(chronicles, box, "bust"),
    }


def study(library: Library, plan: Plan, progress: Progress) -> dict[str, Any]:
    """Play everything and take it apart."""
    box = load()
    per_count = max(1, plan.games // len(PLAYERS))
    pairs = len(plan.ladder) * (len(plan.ladder) - 1)
    few = max(1, plan.games_a_set // len(PLAYERS))
    total = len(PLAYERS) * (per_count + plan.sets * few) + (plan.sets + 1) * pairs * plan.deals
    task = progress.add_task("games", total=total)

    def played(games: int) -> None:
        progress.advance(task, games)

    chronicles = [library.chronicle(box, n, per_count, played) for n in PLAYERS]
    found = figures(chronicles, box)
    found["cards"] = study_cards.cards(chronicles, box)
    said, ladders = [], [ladder(plan.ladder, box, plan.deals, library.seed, played)]
    seeds = [int(game_seed(library.seed, 1000 + k)) % 2**31 for k in range(plan.sets)]
    for seed in seeds:
        other = perturbed(seed, box)
        progress.update(task, description=f"games with other purple cards ({len(ladders)} of {plan.sets})")
        games = [library.chronicle(other, n, few, played) for n in PLAYERS]
        said.append(conclude(figures(games, other)))
        ladders.append(ladder(plan.ladder, other, plan.deals, library.seed, played))
    found["ladder"] = ladders[0]
    found["perturbed"] = {
        "seeds": seeds,
        "cards": [row["cards"] for row in ladders[1:]],
        "games_a_set": few * len(PLAYERS),
        "ladders": [{"order": row["order"], "shares": row["shares"]} for row in ladders[1:]],
        "pairs": steady(ladders[0], ladders[1:]),
        "conclusions": survivors(conclude(found), said),
    }
    identity = library.identity
    about = {
        "format": FORMAT,
        "agents": identity["agents"],
        "rules": library.rules,
        "cards": box.digest,
        "reconstructed": box.reconstructed,
        "games": {str(c.players): len(c.notes) for c in chronicles},
        "refusals": sum(len(c.refusals) for c in chronicles),
        "again": library.again,
        "seed": library.seed,
        "seeds": "game k with n players has the seed game_seed(game_seed(seed, n), k) of hadara_env.engine.random",
        "versions": versions([identity["code"]]),
    }
    return {"about": about, **found}


def to_text(results: dict[str, Any]) -> str:
    """The result file: one line a figure, one line a card."""
    lines = []
    for key, value in results.items():
        if key == "cards":
            rows = ",\n  ".join(f"{json.dumps(card)}: {json.dumps(row)}" for card, row in value.items())
            lines.append(f' "cards": {{\n  {rows}\n }}')
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_results(path: Path) -> dict[str, Any]:
    """A result file; a StudyError says what is wrong with it."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["about"]["format"] != FORMAT:
            raise StudyError(f"{path} is of the format {found['about']['format']!r}, not {FORMAT!r}.")
    except OSError as error:
        raise StudyError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, LookupError, TypeError) as error:
        raise StudyError(f"{path} is not the result of a study.") from error
    return found


def default_ladder(agents: Sequence[str]) -> list[str]:
    """The simple agents, every style of the heuristic, and the learned agents of the study at temperature 0."""
    named = [f"heuristic:style={style}" for style in styles() if style != "heuristic"]
    learned = [",".join(p for p in s.split(",") if not p.startswith("temperature")) for s in agents if s[:3] == "ppo"]
    return ["random", "greedy", "heuristic", *named, *dict.fromkeys(learned)]


def main(
    agents: Annotated[str, typer.Option(help="Specs joined by commas; every seat draws one of them in every game.")] = (
        "ppo:best,temperature=0.5"
    ),
    games: Annotated[int, typer.Option(min=4, help="In all; a quarter each with 2, 3, 4 and 5 players.")] = 20_000,
    again: Annotated[
        float, typer.Option(min=0, max=1, help="Chance of a choice to be played again without it: the paired figures.")
    ] = 0.06,
    sets: Annotated[int, typer.Option(min=0, help="Card sets with other purple cards.")] = 12,
    games_a_set: Annotated[int, typer.Option(min=4, help="Games with each of those.")] = 2_000,
    ladder_agents: Annotated[
        str, typer.Option("--ladder", help="Agents of the ladder; by default the simple ones, the styles and --agents.")
    ] = "",
    deals: Annotated[int, typer.Option(min=2, help="Deals of every pair of the ladder on every card set.")] = 200,
    seed: Annotated[int, typer.Option(min=0, max=2**53 - 1, help="All games follow from it.")] = 1,
    out: Annotated[Path, typer.Option(help="The result file.")] = Path("experiments/results/study.json"),
    docs: Annotated[Path, typer.Option(help="Folder of the page and of pictures/.")] = Path("docs"),
    work: Annotated[Path, typer.Option(help="Folder for the games played so far.")] = Path("runs/study"),
    restart: Annotated[bool, typer.Option("--restart", help="Forget the games played so far.")] = False,
    page_only: Annotated[bool, typer.Option("--page-only", help="Only write the page, from the result file.")] = False,
) -> None:
    """Play many games, find out what wins, and write docs/strategy.md.

    Example: python -m experiments.study --agents ppo:best,temperature=0.5 --games 20000 --seed 1
    """
    console = Console(stderr=True, highlight=False)
    announce_compilation()
    try:
        if not page_only:
            specs = split(agents)
            rungs = tuple(split(ladder_agents) if ladder_agents else default_ladder(specs))
            library = Library(work, specs, seed, again)
            library.open(restart)
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
                results = study(library, Plan(games, sets, games_a_set, rungs, deals), progress)
            words = ["--agents", agents, "--games", games, "--again", f"{again:g}", "--sets", sets]
            words += ["--games-a-set", games_a_set, "--deals", deals, "--seed", seed]
            words += ["--ladder", ladder_agents] if ladder_agents else []
            results["about"]["command"] = shlex.join(["python", "-m", "experiments.study", *map(str, words)])
            write_atomically(out, to_text(results))
        results = read_results(out)
        draw_all(results, docs / "pictures")
        write_atomically(docs / PAGE, render(results))
    except HadaraError as error:
        console.print(f"study: {error}", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    except KeyboardInterrupt:
        console.print("study: interrupted; the same command goes on from here.")
        raise typer.Exit(130) from None
    console.print(f"{sum(results['about']['games'].values())} games: {docs / PAGE}", markup=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(typer.run(main))
