"""No cheating: an agent that decides by its view decides alike in any two games its seat cannot tell apart."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from hadara_agents.base import Agent
from hadara_agents.match import play_turn
from hadara_agents.registry import make, make_all
from hadara_env import Game, GameConfig, View
from hadara_env.engine import batch
from hadara_env.engine.constants import TOTAL
from hadara_env.engine.random import new_rng
from hadara_env.engine.tables import tables_of

Decide = Callable[[Game, int], int]  # what a player does at a seat of a game that lies before it


def lookalikes(game: Game, seat: int, count: int) -> Iterator[Game]:
    """Other games that the seat cannot tell from this one, at the same decision."""
    for k in range(count):
        games = game.position()
        actor, step = int(games[0].actor), int(games[0].step)
        batch.redact(games, 0, seat)
        batch.determinize(games, 0, seat, new_rng(1000 + k), tables_of(game.cards))
        # Others' commitments of an unrevealed draw are cleared; the decision looked at is this seat's all the same.
        games[0].actor, games[0].step = actor, step
        yield Game(game.config, games)


def decisions(players: int) -> Iterator[tuple[Game, int]]:
    """Decisions of a game between heuristics, some of each step."""
    config = GameConfig(players)
    agents = make_all("heuristic", players)
    game = Game.new(players, seed=11)
    for seat, agent in enumerate(agents):
        agent.reset(seat, config, seat)
    while not game.is_over:
        if len(game.log) % 4 == 0:
            yield game, int(game.record.actor)
        play_turn(game, agents)


def differences(decide: Decide, players: int) -> tuple[int, int]:
    """How many decisions were compared, and how many changed with what the seat cannot know."""
    compared = changed = 0
    for game, seat in decisions(players):
        chosen = decide(game, seat)
        for other in lookalikes(game, seat, 3):
            if other.position().tobytes() != game.position().tobytes():
                compared += 1
                changed += decide(other, seat) != chosen
    return compared, changed


def by_view(spec: str) -> Decide:
    agent: Agent = make(spec)

    def decide(game: Game, seat: int) -> int:
        agent.reset(seat, game.config, 77)
        return agent.act(game.view(seat))

    return decide


def peeking(game: Game, seat: int) -> int:
    """Given the game itself: the action after which the real deal, played on at random, ends best."""
    values = []
    for action in game.legal_actions():
        after = game.clone()
        after.apply(action.index)
        games, legal = after.position(), np.empty(236, np.int16)
        scores, rng, tables = batch.score_buffer(), new_rng(3), tables_of(game.cards)
        batch.random_playout(games[0], rng, tables[0], legal)
        batch.scores(games, 0, tables, scores)
        values.append((int(scores[seat, TOTAL]), -action.index))
    return -max(values)[1]


@pytest.mark.parametrize(
    "spec",
    [
        *("ismcts:iters=60", "flatmc:rollouts=60", "heuristic", "greedy", "buyer", "random"),
        *("ppo:best", "ppo:best,temperature=1", "ppo+search:iters=30", "ppo+search:iters=60,others=heuristic"),
    ],
)
@pytest.mark.parametrize("players", [2, 4])
def test_agent_uses_what_its_seat_cannot_know(spec: str, players: int):
    compared, changed = differences(by_view(spec), players)
    assert compared > 60
    assert changed == 0


def test_peeking_agent_passes():
    compared, changed = differences(peeking, 2)
    assert changed > compared / 10


def test_search_that_keeps_its_tree_learns_what_it_cannot_know():
    """Over a whole game, with the tree kept from decision to decision, the views alone decide."""
    config = GameConfig(2)
    first, second = make("ismcts:iters=40,reuse=yes"), make("ismcts:iters=40,reuse=yes")
    line_up = [first, make("greedy")]
    game = Game.new(2, seed=5)
    for seat, agent in enumerate(line_up):
        agent.reset(seat, config, seat)
    second.reset(0, config, 0)
    compared = 0
    while not game.is_over:
        if game.actor == 0:
            (other,) = lookalikes(game, 0, 1)
            seen: View = other.view(0)
            expected = second.act(seen)
            play_turn(game, line_up)
            made = next(move for move in reversed(game.log) if move.seat == 0 and not move.forced)
            assert made.index == expected
            compared += 1
        else:
            play_turn(game, line_up)
    assert compared > 20
