"""What an agent thinks of a decision, as JSON: a hint before it, a review of it afterwards."""

import math
from collections.abc import Iterator
from typing import Any

from hadara_agents.base import Agent, agent_seed
from hadara_agents.explain import POINTS, RESULT, WIN, Explanation, explain
from hadara_agents.play.actions import label_of
from hadara_agents.search.report import Alternative
from hadara_env import Game, GameConfig, View
from hadara_env.engine.constants import STEPS

_SHOWN = 4  # alternatives of a reviewed move


def hint(agent: Agent, view: View, label: str, seed: int = 0) -> dict[str, Any]:
    """The agent's favourites for the view's decision."""
    agent.reset(view.seat, view.config, agent_seed(seed, view.seat))
    found = explain(agent, view)
    return {
        "seat": view.seat,
        "agent": agent.name,
        "label": label,
        "unit": found.unit,
        "about": found.about,
        "favourite": found.favourite.index,
        "alternatives": [_alternative(a, found, view) for a in found.alternatives],
        "value": win_chance(agent, view),
    }


def win_chance(agent: Agent, view: View) -> float | None:
    """What an agent that has learned to value positions expects: its share of the victory, 0 to 1."""
    if not hasattr(agent, "value"):
        return None
    value: Any = agent.value(view)  # type: ignore[attr-defined]
    reward = float(value["win"]) if isinstance(value, dict) else float(value)
    players = view.config.players
    return min(1.0, max(0.0, (reward * (players - 1) + 1) / players))  # the reward `win`, solved for the share


def _has_values(found: Explanation) -> bool:
    return found.unit in (POINTS, WIN, RESULT)


def _alternative(a: Alternative, found: Explanation, view: View) -> dict[str, Any]:
    has_values = _has_values(found) and math.isfinite(a.value)
    best = max(other.value for other in found.alternatives) if has_values else 0.0
    return {
        "index": a.index,
        "name": a.name,
        "label": label_of(view, a.index),
        "value": round(a.value, 4) if has_values else None,
        "probability": round(a.probability, 4) if a.probability is not None else None,
        "visits": a.visits,
        "behind": round(best - a.value, 4) if has_values else None,
    }


def review(game: Game, start: Game, seat: int, agent: Agent, label: str) -> Iterator[dict[str, Any] | None]:
    """One seat's decisions in a finished game, each with what the agent would have thought of it.

    `start` is the game before its first move and is played through. Yields None for moves that were not decisions.
    """
    agent.reset(seat, game.config, agent_seed(0, seat))
    for number, move in enumerate(game.log):
        if move.seat != seat or move.forced:
            yield None
        else:
            yield _reviewed(start.view(seat), number, move.index, agent, label)
        start.apply(move.index)


def decisions_of(game: Game, seat: int) -> int:
    """How many decisions a seat had."""
    return sum(move.seat == seat and not move.forced for move in game.log)


def _reviewed(view: View, number: int, index: int, agent: Agent, label: str) -> dict[str, Any]:
    found = explain(agent, view)
    shown = [_alternative(a, found, view) for a in found.alternatives]
    best = shown[0]
    played = next((a for a in shown if a["index"] == index), None) or _unknown(view, index)
    g = view.record
    behind = None
    if best["value"] is not None and played["value"] is not None:
        behind = round(max(0.0, best["value"] - played["value"]), 4)
    return {
        "frame": number,
        "epoch": int(g.epoch) + 1,
        "phase": "AB"[int(g.phase)],
        "step": STEPS[int(g.step)],
        "round": int(g.lap) + 1,
        "played": played,
        "best": best,
        "agrees": best["index"] == index,
        "behind": behind,
        "sentence": _sentence(played, best, behind, found.unit, label),
        "alternatives": shown[:_SHOWN],
    }


def _unknown(view: View, index: int) -> dict[str, Any]:
    """A move the agent says nothing about."""
    name = view.names[view.legal.tolist().index(index)]
    blank = {"value": None, "probability": None, "visits": 0, "behind": None}
    return {"index": index, "name": name, "label": label_of(view, index), **blank}


def _sentence(played: dict[str, Any], best: dict[str, Any], behind: float | None, unit: str, label: str) -> str:
    """`You: sell 1R03. Heuristic saw 'Buy 1R05 for 3' at +2.1 points.`"""
    if best["index"] == played["index"]:
        return f"{label} would have done the same: {best['label']}."
    first = f"You chose “{played['label']}”; {label} preferred “{best['label']}”"
    if behind is None:
        if best["probability"] is None or played["probability"] is None:
            return f"{first}."
        return f"{first} ({best['probability']:.0%} against {played['probability']:.0%})."
    if unit == POINTS:
        return f"{first} by {behind:.1f} points."
    if unit == WIN:
        return f"{first} by {100 * behind:.0f} percentage points of win chance."
    return f"{first} by {100 * behind:.0f} hundredths of the result."


def values(game: Game, start: Game, agent: Agent, config: GameConfig) -> Iterator[list[float | None]]:
    """Each seat's expected share of the victory, before the first move and after each, from the seat's own view."""
    agent.reset(0, config, agent_seed(0, 0))
    for move in game.log:
        yield [win_chance(agent, start.view(seat)) for seat in range(config.players)]
        start.apply(move.index)
    if not start.is_over:
        yield [win_chance(agent, start.view(seat)) for seat in range(config.players)]
    else:
        winners = start.winners()
        yield [1 / len(winners) if seat in winners else 0.0 for seat in range(config.players)]
