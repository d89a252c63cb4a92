"""The yardstick does what its formula says, reckoned again in plain Python on copies of the game."""

from collections import Counter
from dataclasses import replace

import numpy as np

from hadara_agents.match import begin
from hadara_agents.registry import make, make_all
from hadara_env import Game, GameConfig
from hadara_env.engine.constants import BALANCED_INCOME, INCOME

OPEN_STEPS = ("take", "bust", "seal")  # nothing hidden changes with these decisions


def value(game: Game, seat: int, incomes: int) -> float:
    """Points if the game ended now, coins / 5 without rounding, and what the income steps to come will bring / 5."""
    g, points = game.record, game.scores()[seat]
    tracks = g.tracks[seat].tolist()
    income = tracks[INCOME]
    if g.ability[seat, BALANCED_INCOME]:  # X7
        income += 2 * sum(track > income for track in tracks[1:])
    return points["total"] - points["coins"] + int(g.coins[seat]) / 5 + income * incomes / 5


def incomes_to_come(game: Game) -> int:
    """I1: one in each phase; that of the phase is still to come while cards are taken."""
    later = 2 * (3 - game.epoch) + (1 - int(game.record.phase))
    return later + (game.step == "take")


def alternatives(game: Game) -> dict[int, float] | None:
    """The value after every legal action; None where one of them ends the step, so that more happens than it does."""
    found = {}
    seat, where = int(game.record.actor), (game.epoch, int(game.record.phase), game.step)
    for action in game.legal_actions():
        after = Game(replace(game.config, ask_forced=True), np.array([game.record]))
        after.apply(action.index)
        if (after.epoch, int(after.record.phase), after.step) != where:
            return None
        found[action.index] = value(after, seat, incomes_to_come(game))
    return found


def test_greedy_takes_less_than_it_could_or_breaks_ties_upwards():
    compared: Counter[str] = Counter()
    ties = 0
    greedy = make("greedy")
    for seed in range(25):
        players = 2 + seed % 4
        agents = make_all("random" if seed % 2 else "greedy", players)
        game = begin(agents, GameConfig(players), seed)
        greedy.reset(0, game.config, 0)
        while not game.is_over:
            seat = int(game.record.actor)
            if game.step in OPEN_STEPS and (found := alternatives(game)) is not None:
                best = max(found.values())
                level = [index for index, worth in found.items() if worth > best - 1e-9]
                assert greedy.act(game.view(seat)) == min(level), (game, found)
                compared[game.step] += 1
                ties += len(level) > 1
            game.apply(agents[seat].act(game.view(seat)))
    assert all(compared[step] > 30 for step in OPEN_STEPS), compared
    assert ties > 20


def test_greedy_depends_on_anything_but_its_view():
    game = Game.new(3, seed=9)
    agents = [make("greedy"), make("greedy")]
    for number, agent in enumerate(agents):
        agent.reset(number, game.config, number)
    while not game.is_over:
        view = game.view(int(game.record.actor))
        chosen = {agent.act(view) for agent in agents}
        assert len(chosen) == 1
        game.apply(chosen.pop())
