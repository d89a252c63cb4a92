"""`ppo:best`, `ppo:FOLDER`: a learned policy, one look at its network a move."""

import numpy as np

from hadara_agents.base import AgentError
from hadara_agents.kernels import guided as kernels
from hadara_agents.policy import checkpoint
from hadara_agents.policy.packed import Packed, packed
from hadara_agents.policy.spec import VALUES
from hadara_agents.search.report import Alternative
from hadara_env import GameConfig, View
from hadara_env.engine.random import below, new_rng
from hadara_env.engine.tables import tables_of

DEALS = 16  # that an explanation looks at, of those that fit the view


class PolicyAgent:
    """A network trained by self-play (experiments/train_ppo.py); takes the action it thinks likeliest to be best."""

    first_option = "checkpoint"  # `ppo:best` is `ppo:checkpoint=best`
    compiled = "policy"  # arena.compiled plays it in batches, by its network
    unit = "points"  # of the values in an explanation
    about = (
        "Percentages are how likely this agent holds an action to be best; values are the points it expects to be "
        "ahead of the others at the end, looking on to its next decision."
    )

    def __init__(self, checkpoint: str = "best", temperature: float = 0.0, any_cards: bool = False) -> None:
        """`temperature` draws actions by their probability; `any_cards` plays card sets it was not trained with."""
        if temperature < 0:
            raise AgentError(f"temperature is 0 or more, not {temperature}.")
        self.checkpoint = _loaded(checkpoint)
        self.temperature, self._any_cards = temperature, any_cards
        self.name = f"ppo:{checkpoint}" + (f",temperature={temperature:g}" if temperature else "")
        if temperature:
            self.compiled = ""  # type: ignore[misc]

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self.network = self.network_for(config)
        self._rng = new_rng(seed)

    def network_for(self, config: GameConfig) -> Packed:
        """The network, ready for games with this card set."""
        if config.cards.digest != self.checkpoint.digest and not self._any_cards:
            raise AgentError(
                f"{self.name} was trained with the card set {self.checkpoint.digest[:12]}, this game has "
                f"{config.cards.digest[:12]}; with any_cards=true it plays all the same."
            )
        return packed(self.checkpoint.tensors, self.checkpoint.network, config.cards)

    def act(self, view: View) -> int:
        logits, _ = self.network.evaluate(view.observation)
        return self._choose(logits[0], view.legal)

    def act_batch(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The same for many views at once, by their observations (B, D) and masks (B, 236)."""
        logits, _ = self.network.evaluate(observations)
        return np.array([self._choose(row, np.flatnonzero(mask)) for row, mask in zip(logits, masks, strict=True)])

    def _choose(self, logits: np.ndarray, legal: np.ndarray) -> int:
        chances = logits[legal]
        if self.temperature == 0:
            return int(legal[int(np.argmax(chances))])
        weights = np.exp((chances - chances.max()) / self.temperature).astype(np.float64)
        drawn = (below(self._rng, 1 << 30) + 0.5) / (1 << 30) * weights.sum()
        return int(legal[min(int(np.searchsorted(np.cumsum(weights), drawn)), len(legal) - 1)])

    def explain(self, view: View) -> list[Alternative]:
        """Every legal action with its probability and the margin expected after it, the likeliest first."""
        logits, _ = self.network.evaluate(view.observation)
        chances = logits[0][view.legal]
        weights = np.exp(chances - chances.max())
        weights /= weights.sum()
        margins = np.zeros(len(view.legal))
        kernels.prospects(
            view.games, view.seat, tables_of(view.config.cards), self.network.numbers, self.network.sizes,
            new_rng(0), view.legal, DEALS, margins,
        )  # fmt: skip
        found = [
            Alternative(int(index), name, DEALS, float(margin) / DEALS, float(weight))
            for index, name, margin, weight in zip(view.legal, view.names, margins, weights, strict=True)
        ]
        return sorted(found, key=lambda alternative: -(alternative.probability or 0.0))

    def value(self, view: View) -> dict[str, float]:
        """What this seat may expect: `win` and `margin`, as the rewards of these names."""
        _, values = self.network.evaluate(view.observation)
        return dict(zip(VALUES, values[0].tolist(), strict=True))


def _loaded(name: str) -> checkpoint.Checkpoint:
    return checkpoint.load(name)
