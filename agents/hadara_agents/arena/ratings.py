"""Ratings of a tournament's agents: Plackett-Luce by openskill, over the games in the order they were scheduled."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple

from hadara_agents.arena.results import Result

ADVICE = "Ratings need the package openskill: pip install 'hadara-env[arena]'."


class Rating(NamedTuple):
    """How strong an agent is, and how sure that is; everybody begins at 25 with 25/3."""

    mu: float
    sigma: float


def is_available() -> bool:
    return find_spec("openskill") is not None


def rate(names: Sequence[str], results: Sequence[Result]) -> dict[str, Rating] | None:
    """The ratings after all games; None without openskill. An agent at several seats moves by their mean."""
    if not is_available():
        return None
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {name: Rating(model.mu, model.sigma) for name in names}
    for result in results:
        seats = result.fixture.seats
        teams = [[model.rating(*ratings[name])] for name in seats]
        after = [team[0] for team in model.rate(teams, ranks=list(result.ranks))]
        for name in set(seats):
            mine = [rating for rating, seat in zip(after, seats, strict=True) if seat == name]
            ratings[name] = Rating(
                sum(rating.mu for rating in mine) / len(mine), sum(rating.sigma for rating in mine) / len(mine)
            )
    return ratings
