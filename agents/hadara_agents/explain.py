"""Why an agent plays what it plays: one way to ask any of them what it thinks of a decision.

`explain(agent, view)` asks the agent itself where it has an `explain(view)` of its own (and then, if it has them, its
`unit` says what its values are and `about` explains them); agents here that search or value actions are asked through
their kernels; of all others only the move they would make can be told.
"""

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from hadara_agents.base import Agent
from hadara_agents.greedy import GreedyAgent
from hadara_agents.heuristic import HeuristicAgent
from hadara_agents.kernels import greedy, heuristic, search
from hadara_agents.kernels.jit import kernel
from hadara_agents.search.flatmc import FlatMCAgent
from hadara_agents.search.ismcts import ISMCTSAgent
from hadara_agents.search.report import Alternative
from hadara_env import View
from hadara_env.engine.layout import GAME
from hadara_env.engine.tables import tables_of

POINTS: Final = "points"
WIN: Final = "win"
RESULT: Final = "result"
PROBABILITY: Final = "probability"
NONE: Final = "none"

# What the numbers mean, for the reader of an explanation.
ABOUT: Final = {
    POINTS: "Values are points as this agent counts them. It always plays the best; the percentages only show how "
    "close the others are (a softmax of the values with temperature {temperature:g}).",
    WIN: "Values are the chance to win, as the search met it; visits say how often it tried an action.",
    RESULT: "Values are the expected result from 0 (lost by far) to 1 (won by far); visits say how often the search "
    "tried an action.",
    PROBABILITY: "Percentages are how likely this agent is to play an action.",
    NONE: "This agent cannot say why: only the move it would make is known.",
}
TEMPERATURE: Final = 1.0  # points; a choice of display, no part of any agent


@dataclass(frozen=True)
class Explanation:
    """Alternatives, the favourite first, and what their numbers mean."""

    alternatives: list[Alternative]
    unit: str
    about: str

    @property
    def favourite(self) -> Alternative:
        return self.alternatives[0]


def explain(agent: Agent, view: View) -> Explanation:
    """What the agent thinks of the view's decision. `reset` it first, as before a game."""
    own: Any = getattr(agent, "explain", None)
    if own is not None:
        return _explanation(list(own(view)), unit_of(agent), about_of(agent))
    if isinstance(agent, HeuristicAgent):
        return _explanation(_softly(view, heuristic_values(agent, view)), POINTS)
    if isinstance(agent, GreedyAgent):
        return _explanation(_softly(view, greedy_values(view)), POINTS)
    return _asked_to_act(agent, view)


def _asked_to_act(agent: Any, view: View) -> Explanation:
    """Searches leave what they found in `alternatives`; of everybody else the move is all there is."""
    if hasattr(agent, "alternatives"):
        agent.alternatives = []  # those of an earlier decision are no answer: one legal action is not searched
    chosen = int(agent.act(view))
    found: list[Alternative] = getattr(agent, "alternatives", [])
    if found:
        return _explanation(_shares(found), unit_of(agent))
    name = view.names[view.legal.tolist().index(chosen)]
    return _explanation([Alternative(chosen, name)], NONE)


def unit_of(agent: Agent) -> str:
    """What the values of an explanation by this agent will be."""
    if hasattr(agent, "explain"):
        return getattr(agent, "unit", PROBABILITY)
    if isinstance(agent, HeuristicAgent | GreedyAgent):
        return POINTS
    if isinstance(agent, ISMCTSAgent | FlatMCAgent) and agent._settings[search.WIN_PART] == 1.0:
        return WIN
    return RESULT if hasattr(agent, "alternatives") else NONE


def about_of(agent: Agent) -> str:
    """What its numbers mean, in the agent's own words where it has some."""
    return getattr(agent, "about", "") or ABOUT[unit_of(agent)].format(temperature=TEMPERATURE)


def heuristic_values(agent: HeuristicAgent, view: View) -> np.ndarray:
    """The heuristic's value of every legal action, in points."""
    _, values, scratch = heuristic.buffers()
    tables = tables_of(view.config.cards)
    heuristic.choose_in(view.games, view.legal, tables, agent.weights, values, scratch)
    return values[: len(view.legal)].copy()


def greedy_values(view: View) -> np.ndarray:
    """The sum that greedy maximises, after every legal action, in points."""
    values = np.zeros(len(view.legal))
    _greedy_values(view.games, view.legal, tables_of(view.config.cards), np.zeros(1, GAME), values)
    return values


@kernel
def _greedy_values(games, legal, tables, copy, values):
    for i in range(len(legal)):
        copy[0] = games[0]
        values[i] = greedy._value_after(copy[0], legal[i], tables[0])


def _softly(view: View, values: np.ndarray) -> list[Alternative]:
    """Values as alternatives, best first; ties to the lower index, as the agents break them."""
    shares = np.exp((values - values.max()) / TEMPERATURE)
    shares /= shares.sum()
    found = [
        Alternative(int(index), name, value=float(value), probability=float(share))
        for index, name, value, share in zip(view.legal, view.names, values, shares, strict=True)
    ]
    return sorted(found, key=lambda a: (-round(a.value, 9), a.index))


def _shares(alternatives: list[Alternative]) -> list[Alternative]:
    """The part of all visits that went to each action of a tree; where all were tried alike, it says nothing."""
    visits = sum(a.visits for a in alternatives)
    if len({a.visits for a in alternatives}) == 1:
        return alternatives
    return [Alternative(a.index, a.name, a.visits, a.value, a.visits / visits) for a in alternatives]


def _explanation(alternatives: list[Alternative], unit: str, about: str = "") -> Explanation:
    if any(not math.isfinite(a.value) for a in alternatives):
        unit, about = PROBABILITY, ""
    return Explanation(alternatives, unit, about or ABOUT[unit].format(temperature=TEMPERATURE))
