"""summary.json: what a tournament found out, with all that is needed to repeat it."""

import platform
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from hadara_agents.arena.plan import Plan, code_digest
from hadara_agents.arena.ratings import rate
from hadara_agents.arena.results import Result
from hadara_agents.arena.tally import Tally
from hadara_env import __version__

Summary = dict[str, Any]


def summarise(plan: Plan, results: Sequence[Result], out: Path, codes: Sequence[str] = ()) -> Summary:
    """The summary of a finished tournament, agents from the best win share down; `codes` as in its plan.json."""
    schedule = plan.schedule
    tally = Tally(schedule.names, results)
    ratings = rate(schedule.names, results)
    ladder = sorted(schedule.names, key=lambda name: (-tally.win_share(name), schedule.names.index(name)))
    return {
        "agents": {
            name: {
                "games": tally.games(name),
                "win_share": tally.win_share(name),
                "win_share_ci": list(tally.interval(name)),
                "mean_rank": tally.mean_rank(name),
                "mean_points": tally.by_source(name)["total"],
                "rating": ratings[name].mu if ratings else None,
            }
            for name in ladder
        },
        "digest": plan.config.cards.digest,
        "command": plan.command(out),
        "players": plan.config.players,
        "rules": plan.config.rules,
        "sets": schedule.sets,
        "games": len(results),
        "seeds": {"tournament": schedule.seed, "deals": [schedule.deal(0), "...", schedule.deal(schedule.sets - 1)]},
        "forfeits": _forfeits(ladder, results),
        "rating_sigma": {name: ratings[name].sigma for name in ladder} if ratings else None,
        "points_by_source": {name: tally.by_source(name) for name in ladder},
        "points_by_seat": {name: tally.by_seat(name) for name in ladder},
        "head_to_head": {
            name: {other: tally.head_to_head(name, other) for other in ladder if other != name} for name in ladder
        },
        "versions": versions(codes or [code_digest()]),
    }


def _forfeits(ladder: Sequence[str], results: Sequence[Result]) -> dict[str, Any]:
    """Who forfeited in how many games, and why: every reason with how often, the most frequent first."""
    games: dict[str, set[int]] = {}
    reasons: dict[str, Counter[str]] = {}
    for result in results:
        for forfeit in result.forfeits:
            games.setdefault(forfeit.agent, set()).add(result.fixture.game)
            reasons.setdefault(forfeit.agent, Counter())[forfeit.reason] += 1
    return {
        name: {"games": len(games[name]), "reasons": dict(reasons[name].most_common())}
        for name in ladder
        if name in games
    }


def versions(codes: Sequence[str]) -> dict[str, str | None]:
    """Of everything that a result depends on."""
    found: dict[str, str | None] = {
        "hadara_env": __version__,
        "code": ", ".join(codes),
        "python": platform.python_version(),
    }
    for package in ("numpy", "numba", "openskill"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found
