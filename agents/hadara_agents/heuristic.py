"""`heuristic`, `heuristic:style=military`: a player that knows what things are worth, by weights tuned in self-play."""

from hadara_agents.base import AgentError
from hadara_agents.kernels import heuristic as kernels
from hadara_agents.kernels.weights import load_weights, styles
from hadara_env import GameConfig, View
from hadara_env.engine.tables import tables_of


class HeuristicAgent:
    """Values every legal action and takes the best; experiments/tune_heuristic.py made the weights."""

    compiled = "heuristic"  # arena.compiled plays it in batches, by its weights

    def __init__(self, style: str = "heuristic") -> None:
        if style not in styles():
            raise AgentError(f"The heuristic has no style {style!r}; there are {', '.join(styles())}.")
        self.name = "heuristic" if style == "heuristic" else f"heuristic:style={style}"
        self.weights = load_weights(style)
        _, self._values, self._scratch = kernels.buffers()

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self._tables = tables_of(config.cards)

    def act(self, view: View) -> int:
        best = kernels.choose_in(view.games, view.legal, self._tables, self.weights, self._values, self._scratch)
        return int(view.legal[best])
