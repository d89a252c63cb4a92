"""Whole games as lists of actions, so that every door can play the very same game; some of them end in a tie."""

from functools import cache
from typing import NamedTuple

import numpy as np

from hadara_env.envs.vector import HadaraVec
from hadara_env.game import Game
from tests.envs.results import tied_places

EVERY_GAME = [(players, rules) for players in (2, 3, 4, 5) for rules in ("basic", "full")]


class Script(NamedTuple):
    """A deal and all decisions made in it."""

    players: int
    rules: str
    seed: int
    actions: tuple[int, ...]

    def game(self) -> Game:
        """The game at its end."""
        game = Game.new(self.players, self.rules, self.seed)
        for action in self.actions:
            game.apply(action)
        assert game.is_over
        return game


@cache
def scripts(players: int, rules: str = "full") -> tuple[Script, ...]:
    """A plain game, one with a shared victory, and from 3 players on one with a tie behind the winner."""
    wanted = [set(), {1}] + ([{2}] if players > 2 else [])
    found: list[Script] = []
    vec = HadaraVec(128, players, rules, seed=players, observe=False)
    played: list[list[int]] = [[] for _ in range(vec.num_envs)]
    seeds = [int(seed) for seed in vec.games["seed"]]
    while wanted:
        actions = vec.random_actions()
        for moves, action in zip(played, actions.tolist(), strict=True):
            moves.append(action)
        vec.step(actions)
        for b in np.flatnonzero(vec.done):
            script = Script(players, rules, seeds[b], tuple(played[b]))
            seeds[b], played[b] = int(vec.games[b]["seed"]), []
            level = len(set(vec.final_scores[b, :players].tolist())) < players
            if (level or set() in wanted) and (tied := tied_places(script.game())) in wanted:
                wanted.remove(tied)
                found.append(script)
    return tuple(found)
