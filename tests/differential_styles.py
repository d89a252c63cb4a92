"""Ways of playing that lead games into the corners of the rules; each picks one of the legal actions by name."""

import random
from collections.abc import Callable
from typing import NamedTuple


class Decision(NamedTuple):
    """What a style may look at."""

    seat: int
    epoch: int
    step: str
    names: list[str]  # the legal actions; pass is the last of them where it is one


Style = Callable[[Decision, random.Random], str]


def at_random(decision: Decision, rng: random.Random) -> str:
    """Any legal action."""
    return rng.choice(decision.names)


def buyer(decision: Decision, rng: random.Random) -> str:
    """Buys, allies, carves and seals whenever it can."""
    step, names = decision.step, decision.names
    if step in ("draft", "take"):
        return rng.choice(_bought(names) or names)
    if step == "colony":
        return rng.choice([name for name in names if name.endswith("ally")] or names)
    return rng.choice(_deeds(names))


def saver(decision: Decision, rng: random.Random) -> str:
    """Sells most cards but the purple ones; leaves most colonies and busts for epoch III with its X12 to X14."""
    _, epoch, step, names = decision
    if step in ("draft", "take"):
        purple = [name for name in _bought(names) if _is(name, "purple")]
        if purple and rng.random() < 0.8:
            return rng.choice(purple)
        if rng.random() < 0.7:
            return rng.choice([name for name in names if "sell" in name])
    if step in ("colony", "bust") and epoch < 3 and rng.random() < 0.8:
        return "pass"
    return rng.choice(_deeds(names))


def hungry(decision: Decision, rng: random.Random) -> str:
    """Buys everything but green cards; feeds now with coins, now with cards."""
    step, names = decision.step, decision.names
    if step in ("draft", "take"):
        return rng.choice([name for name in _bought(names) if not _is(name, "green")] or names)
    if step == "feed" and "feed:pay" in names and rng.random() < 0.6:
        return "feed:pay"
    if step == "seal" and rng.random() < 0.7:
        return "pass"
    return rng.choice(names)


def hoarder(decision: Decision, rng: random.Random) -> str:
    """Seat 0 gathers the purple cards the others leave, uses tokens up track by track and reaches for the most."""
    seat, _, step, names = decision
    if step in ("draft", "take"):
        own = [name for name in names if _is(name, "purple") == (seat == 0)]
        left = [name for name in names if "sell" in name]
        return rng.choice(_bought(own) or own or left)
    if seat == 0 and step == "token":
        return names[0]
    if seat == 0 and step == "bust":
        track = names[0].split(":")[2]
        return [name for name in names if track in name][rng.choice((-2, -1))]
    if seat == 0 and step == "colony":
        return names[-2]
    return rng.choice(_deeds(names))


def _bought(names: list[str]) -> list[str]:
    return [name for name in names if "buy" in name]


def _deeds(names: list[str]) -> list[str]:
    """Everything but pass."""
    return names[:-1] if names[-1] == "pass" else names


def _is(name: str, colour: str) -> bool:
    """Whether a draft or take is about a card of this colour; a draft names the card, as in 1P03."""
    return name[-3] == colour[0].upper() if name.startswith("draft") else colour in name


STYLES: dict[str, Style] = {
    "random": at_random,
    "buyer": buyer,
    "saver": saver,
    "hungry": hungry,
    "hoarder": hoarder,
}
