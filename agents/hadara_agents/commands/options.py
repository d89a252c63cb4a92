"""Options that several commands share, each with a sentence for every value it does not take."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from hadara_env.config import MAX_SEED, RULE_SETS


def whole_number(least: int, most: int, refusal: str) -> Callable[[str], int]:
    """A parser for whole numbers of a range; `refusal` says what they are, and the value is added to it."""

    def parse(value: str) -> int:
        try:
            number = int(value)
        except ValueError:
            raise typer.BadParameter(f"{refusal}, not {value!r}.") from None
        if not least <= number <= most:
            raise typer.BadParameter(f"{refusal}, not {number}.")
        return number

    return parse


def seconds_or_none(value: str | float) -> float | None:
    """A number of seconds above 0, or `none`; typer sends the default through here too."""
    if str(value).lower() == "none":
        return None
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise typer.BadParameter(f"a limit is a number of seconds above 0, or none, not {value!r}.")
    return number


def _rules(value: str) -> str:
    if value not in RULE_SETS:
        raise typer.BadParameter(f"there are no {value!r} rules; choose {' or '.join(RULE_SETS)}.")
    return value


_PLAYERS = whole_number(2, 5, "Hadara is for 2 to 5 players")
_SEED = whole_number(0, MAX_SEED, f"a seed is a whole number from 0 to {MAX_SEED}")
_GAMES = whole_number(1, 10**9, "the number of games is a whole number from 1 on")

Players = Annotated[int, typer.Option(parser=_PLAYERS, metavar="N", help="How many play, 2 to 5.")]
Rules = Annotated[str, typer.Option(parser=_rules, metavar="RULES", help="basic, or full with the starred cards.")]
Seed = Annotated[int, typer.Option(parser=_SEED, metavar="S", help="Deals and agents repeat with the same seed.")]
Games = Annotated[int, typer.Option(parser=_GAMES, metavar="K", help="How many games.")]
Cards = Annotated[
    Path | None,
    typer.Option("--cards", metavar="FOLDER", help="Folder of a corrected card set.", show_default="the shipped set"),
]
