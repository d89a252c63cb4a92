"""The agents a page may name: a fixed list, and what the server's owner adds.

A spec can name any class and any program, so nobody but the owner of the machine may write one: requests choose from
this list.
"""

from dataclasses import asdict, dataclass
from typing import Any, Final

from hadara_agents.base import Agent, AgentError
from hadara_agents.explain import unit_of
from hadara_agents.play.errors import PlayError
from hadara_agents.registry import make

INSTANT: Final = "instant"  # well under a millisecond a move
QUICK: Final = "quick"  # some tenths of a second
SLOW: Final = "slow"  # a second and more, or unknown


@dataclass(frozen=True)
class Offer:
    """One agent to choose: its spec, what people read, and what it can do."""

    spec: str
    label: str
    about: str
    pace: str
    explains: str = "none"
    values: bool = False


# Weakest first, as far as the arena tells.
_KNOWN: Final = (
    ("random", "Random", "Any legal action, each as likely as the others. For a first look at the game.", INSTANT),
    ("buyer", "Buyer", "Buys the dearest card it can pay and takes whatever is offered. No plan.", INSTANT),
    ("greedy", "Greedy", "Takes what is best at once. The yardstick of the arena.", INSTANT),
    ("heuristic", "Heuristic", "Knows what things are worth, by weights tuned in self-play. A fair opponent.", INSTANT),
    ("heuristic:style=military", "General", "The heuristic with a taste for military and colonies.", INSTANT),
    ("heuristic:style=culture", "Scholar", "The heuristic with a taste for culture and busts.", INSTANT),
    ("heuristic:style=income", "Merchant", "The heuristic with a taste for income.", INSTANT),
    ("heuristic:style=sets", "Collector", "The heuristic with a taste for sets of five colours.", INSTANT),
    ("flatmc:rollouts=400", "Gambler", "Tries every action on imagined deals and takes the best mean.", QUICK),
    ("ismcts:iters=1000", "Thinker", "Searches a tree of imagined games, about a thousand a move.", QUICK),
    ("ismcts:ms=1500", "Deep thinker", "The same search for a second and a half a move.", SLOW),
    ("ppo:best", "Learner", "A network that taught itself the game by playing against copies of itself.", INSTANT),
    ("ppo+search:iters=400", "Master", "The learned network, looking ahead over imagined deals.", SLOW),
)  # fmt: skip
_ADVISERS: Final = (
    ("heuristic", "Heuristic: what an action is worth in points"),
    ("greedy", "Greedy: what an action brings at once"),
    ("ismcts:iters=2000", "Search: expected result after two thousand imagined games"),
    ("flatmc:rollouts=2000,win=1", "Win chance: every action tried on the same imagined deals"),
    ("ppo:best", "Learner: how likely the trained network is to play it"),
    ("ppo+search:iters=400", "Master: expected result by the network's search"),
)


class Offers:
    """Everything that can be made here, found out once."""

    def __init__(self, more: tuple[str, ...] = ()) -> None:
        known = [offer for spec, *words in _KNOWN if (offer := _offer(spec, *words))]
        own = [_own_offer(spec) for spec in more]
        self.agents: dict[str, Offer] = {offer.spec: offer for offer in [*known, *own]}
        advisers = [offer for spec, label in _ADVISERS if (offer := _offer(spec, label, "", QUICK))]
        advisers += [offer for offer in own if offer.explains != "none"]
        self.advisers: dict[str, Offer] = {offer.spec: offer for offer in advisers}
        self.values: list[str] = [offer.spec for offer in self.agents.values() if offer.values]
        self.default_agent = "heuristic"
        self.default_adviser = "heuristic"

    def check(self, spec: str) -> None:
        """Refuse an agent that is not on the list."""
        if spec not in self.agents:
            raise PlayError(422, f"There is no agent {_short(spec)} here; choose {_listed(self.agents)}.")

    def agent(self, spec: str) -> Agent:
        """A fresh agent of the list."""
        self.check(spec)
        return make(spec)

    def adviser(self, spec: str | None) -> str:
        """The spec of an agent to ask: the one that was named, if it is on a list, or the default one."""
        chosen = spec or self.default_adviser
        if chosen not in self.advisers and chosen not in self.agents:
            raise PlayError(422, f"There is no adviser {_short(chosen)} here; choose {_listed(self.advisers)}.")
        return chosen

    def label(self, spec: str) -> str:
        """What people read for a spec."""
        found = self.agents.get(spec) or self.advisers.get(spec)
        return found.label if found else spec

    def is_instant(self, spec: str) -> bool:
        return spec in self.agents and self.agents[spec].pace == INSTANT

    def as_json(self) -> dict[str, Any]:
        return {
            "agents": [asdict(offer) for offer in self.agents.values()],
            "advisers": [asdict(offer) for offer in self.advisers.values()],
            "values": self.values,
            "default_agent": self.default_agent,
            "default_adviser": self.default_adviser,
        }


def _offer(spec: str, label: str, about: str, pace: str) -> Offer | None:
    """None where the agent cannot be made: a library or its trained weights are missing."""
    try:
        agent = make(spec)
    except AgentError:
        return None
    return Offer(spec, label, about, pace, unit_of(agent), hasattr(agent, "value"))


def _own_offer(spec: str) -> Offer:
    agent = make(spec)
    return Offer(
        spec, agent.name, "Added by whoever started this server.", SLOW, unit_of(agent), hasattr(agent, "value")
    )


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


def _listed(specs: dict[str, Offer]) -> str:
    return ", ".join(specs)
