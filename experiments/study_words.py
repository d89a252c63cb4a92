"""Figures as words: numbers with their intervals, cards by what is printed on them, sentences that mind the doubt."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from experiments.study_choices import STAGES
from hadara_env import CardSet
from hadara_env.cards import ABILITIES, COLOURS, TRACKS

ENOUGH: Final = 30  # cases; what fewer of them say is shown, but nothing is concluded from it
EPOCHS: Final = ("I", "II", "III")
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
Figure = Mapping[str, float]

__all__ = ["ENOUGH", "EPOCHS", "ORDINALS", "STAGES"]


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A table whose first columns hold words and the others numbers."""
    line = ["---" if i < words else "---:" for i in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, line, *rows))


def percent(value: float | None, digits: int = 0) -> str:
    return "" if value is None else f"{100 * value:.{digits}f} %"


def number(value: float | None, digits: int = 1) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def share(figure: Figure) -> str:
    """A share of wins with its interval."""
    return f"{100 * figure['mean']:.1f} % ({100 * figure['low']:.1f} to {100 * figure['high']:.1f})"


def over(figure: Figure) -> str:
    """Wins above an equal part, or more than with something else, in hundredths of all games."""
    if figure.get("n") == 0:
        return ""
    return f"{100 * figure['mean']:+.1f} ({_bounds(100 * figure['low'], 100 * figure['high'])})"


def points(figure: Figure) -> str:
    """A difference in points with its interval."""
    if figure.get("n") == 0:
        return ""
    return f"{figure['mean']:+.1f} ({_bounds(figure['low'], figure['high'])})"


def _bounds(low: float, high: float) -> str:
    return "one case" if high - low > 1e6 else f"{low:+.1f} to {high:+.1f}"


def pays(figure: Figure) -> str:
    """A verdict on a difference in points, with words as strong as the games allow."""
    if figure["n"] < ENOUGH:
        return "too rare to judge"
    if figure["low"] > 0:
        return "pays well" if figure["mean"] >= 8 else "pays" if figure["mean"] >= 3 else "pays a little"
    if figure["high"] < 0:
        return "costs" if figure["mean"] <= -3 else "costs a little"
    return "makes no difference that these games show"


def listed(words: Sequence[str]) -> str:
    """a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "none"


def short(spec: str) -> str:
    """A spec without the folder and the options of a learned agent, for labels."""
    return "ppo" if spec.partition(":")[0] == "ppo" else spec.replace("heuristic:style=", "heuristic, ")


def face(box: CardSet, name: str) -> str:
    """What is printed on a card."""
    k = box.index(name)
    steps = [f"{box.values[k, i]} {track}" for i, track in enumerate(TRACKS) if box.values[k, i]]
    ability = ABILITIES[box.ability[k]].replace("_", " ")
    parts = [*([ability] if ability else []), *steps]
    parts += [f"{box.points[k]} point{'' if box.points[k] == 1 else 's'}"] if box.points[k] else []
    return f"{COLOURS[box.colour[k]]}, costs {box.cost[k]}: {', '.join(parts) or 'nothing else'}"
