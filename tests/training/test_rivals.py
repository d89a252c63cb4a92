"""What a network is told of the next seat and of the cards beneath, against what these seats are told themselves."""

import numpy as np

from hadara_agents.kernels import prospects, rivals
from hadara_env import Game
from hadara_env.cards import load
from hadara_env.engine.constants import BUST_STEPS, DRAFT, NUM_COLOURS, OUTER, TAKE
from tests.training.test_prospects import BOX, played, reckoned

FACES = rivals.card_figures(load())
BOUGHT = 2  # numbers of a card on offer that `prospects` tells of buying it


def of_rivals(game: Game, seat: int) -> np.ndarray:
    """By card on offer."""
    observation, told = game.view(seat).observation[None], reckoned(game, seat)[None]
    found = np.zeros((1, rivals.SIZE), np.float32)
    rivals.reckon_rows(observation, told, BOX, FACES, found)
    return found.reshape(prospects.NUM_OFFERS, rivals.OFFER)


def of_tops(game: Game, seat: int) -> np.ndarray:
    """What the seat is told of buying each top card."""
    offers = reckoned(game, seat)[prospects.OFFERS :].reshape(prospects.NUM_OFFERS, prospects.OFFER)
    return offers[2:, :BOUGHT]


def with_bust_steps(game: Game) -> bool:
    """Whether X8, whose steps for busts carved before are not reckoned with, lies open in the middle."""
    cards = load()
    return BUST_STEPS in cards.ability[np.flatnonzero(game.record.place == OUTER)]


def uncovered(game: Game) -> Game:
    """The same without the top cards."""
    found = game.clone()
    found.record.outer_size[:] = np.maximum(0, found.record.outer_size - 1)
    return found


def test_seats_are_told_otherwise_than_by_themselves():
    met = 0
    for game in played(TAKE, 2, 8):
        if with_bust_steps(game):
            continue
        seat = int(game.record.actor)
        told = of_rivals(game, seat)[2:]
        np.testing.assert_allclose(told[:, :BOUGHT], of_tops(game, 1 - seat), atol=1e-4)
        below = uncovered(game)
        np.testing.assert_allclose(told[:, 2:4], of_tops(below, seat), atol=1e-4)
        np.testing.assert_allclose(told[:, 4:6], of_tops(below, 1 - seat), atol=1e-4)
        met += int((told != 0).any(0).all())
    assert met > 10


def test_card_in_hand_has_something_beneath():
    game = Game.new(players=2, seed=4)
    while game.record.step != DRAFT or game.record.epoch != 1:
        game.apply(game.legal_actions()[0].name)
    told = of_rivals(game, int(game.record.actor))
    assert not told[:2, 2:].any()
    assert len(told) == 2 + NUM_COLOURS
