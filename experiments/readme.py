"""The figures in README.md, written from the result files and from nothing else.

    python experiments/readme.py

Each block stands between two comments that name it; a test compares what is there with what this would write.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that the file runs by its name as well

from hadara_agents.policy import checkpoint
from hadara_env.errors import HadaraError
from hadara_env.files import write_atomically

README = Path(__file__).parent.parent / "README.md"
RESULTS = Path(__file__).parent / "results"
LADDER = RESULTS / "arena" / "ladder-2p"


def _read(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise HadaraError(f"{path.name} is not a result that can be read: {error}.") from error
    return found


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _interval(row: dict[str, Any]) -> str:
    return f"{100 * row['win_share_ci'][0]:.1f} to {100 * row['win_share_ci'][1]:.1f}"


def ladder() -> str:
    """Everybody against everybody, two players."""
    summary = _read(LADDER / "summary.json")
    rows = [
        f"| `{name}` | {_percent(row['win_share'])} | {_interval(row)} "
        f"| {row['mean_points']:.0f} | {row['rating']:.1f} |"
        for name, row in summary["agents"].items()
    ]
    games = f"{summary['games']:,} games over {summary['sets']} sets, seed {summary['seeds']['tournament']}"
    return "\n".join(
        [
            "| agent | wins | 95 % interval | points | rating |",
            "|---|---|---|---|---|",
            *rows,
            "",
            f"Two players, full rules, everybody against everybody: {games}; card set `{summary['digest'][:12]}`.",
            f"Again: `{summary['command']}`",
        ]
    )


def policy() -> str:
    """What the shipped policy was measured to do."""
    config, measured = (_read(checkpoint.SHIPPED / "best" / name) for name in (checkpoint.CONFIG, checkpoint.EVAL))
    rows = [
        f"| {m['players']} | {m['rules']} | `{m['opponent']}` | {_percent(m['win_share'])} | {_interval(m)} "
        f"| {100 / m['players']:.0f} % | {m['games']:,} |"
        for m in measured["matches"]
    ]
    training = config["training"]
    decisions = training["decisions"] + training.get("decisions_before", 0)
    end = f"After {decisions / 1e6:.0f} million decisions in all, over sets that training never saw."
    return "\n".join(
        [
            "| players | rules | one `ppo:best` against | wins | 95 % interval | par | games |",
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
            end,
        ]
    )


def speed() -> str:
    """The engine's and its environments' rates, and the ratios to others."""
    bench, peers = _read(RESULTS / "bench.json"), _read(RESULTS / "bench_peers.json")
    lines = ["| decisions a second, one core | |", "|---|---|"]
    for case, words in (
        ("playout 2 full", "random games inside the engine, 2 players"),
        ("playout 5 full", "the same with 5"),
        ("HadaraVec 1024", "`HadaraVec`, 1,024 games, observation and mask at every decision"),
        ("raw_env", "PettingZoo `raw_env`, one game"),
        ("env", "PettingZoo `env`, one game, all checks"),
    ):
        lines.append(f"| {words} | {bench['rates'][case]['median'] / 1000:,.0f} thousand |")
    lines += ["", "| beside others, in one run | times as fast |", "|---|---|"]
    for row in peers["ratios"].values():
        lines.append(f"| {row['of']} / {row['by']} | {row['median']:.1f} |")
    return "\n".join(lines)


BLOCKS: dict[str, Callable[[], str]] = {"ladder": ladder, "policy": policy, "speed": speed}


def written(text: str) -> str:
    """The README with every block as the results have it."""
    for name, block in BLOCKS.items():
        begin, end = f"<!-- {name}, by experiments/readme.py -->", f"<!-- end of {name} -->"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise HadaraError(f"README.md has no place for {name}: it lies between {begin} and {end}.")
        before, rest = text.split(begin)
        text = f"{before}{begin}\n\n{block()}\n\n{end}{rest.split(end)[1]}"
    return text


def main() -> None:
    try:
        write_atomically(README, written(README.read_text(encoding="utf-8")))
    except HadaraError as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
