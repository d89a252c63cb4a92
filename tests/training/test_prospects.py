"""What a network is told of the epoch's end, against what the engine makes of it."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from hadara_agents.kernels import prospects
from hadara_agents.registry import make
from hadara_env import Game, GameConfig
from hadara_env.cards import COLOURS, TRACKS, load
from hadara_env.engine.constants import SEAL, TAKE
from tests.laws.table import Seat, position

BOX = prospects.box_figures(load())


def reckoned(game: Game, seat: int) -> np.ndarray:
    """What the seat's network is told."""
    told = np.zeros((1, prospects.SIZE), np.float32)
    prospects.reckon_rows(game.view(seat).observation[None], BOX, told)
    return told[0]


def total(told: np.ndarray) -> float:
    return round(100 * float(told[0]), 2)


def played(step: int, players: int, games: int) -> Iterator[Game]:
    """Games of buyers and chance, at every decision of one step."""
    for seed in range(games):
        game = Game.new(players=players, seed=seed)
        agents = [make("buyer" if seat == seed % players else "heuristic") for seat in range(players)]
        for seat, agent in enumerate(agents):
            agent.reset(seat, GameConfig(players), seed)
        while not game.is_over:
            seat = int(game.record.actor)
            if game.record.step == step:
                yield game.clone()
            game.apply(agents[seat].act(game.view(seat)))


def best_seals(game: Game, seat: int) -> int:
    """The most points the seat can have in the end, trying every way to buy seals."""
    if game.is_over or game.record.actor != seat or game.record.step != SEAL:
        return game.scores()[seat]["total"]
    found = []
    for action in game.legal_actions():
        after = game.clone()
        after.apply(action.name)
        found.append(best_seals(after, seat))
    return max(found)


@pytest.mark.parametrize(
    "owned", ["", "2P03", "3P01", "3P01 3P02", "3P03 3P04", "3P11"], ids=lambda cards: cards or "no purple"
)
def test_another_purchase_of_seals_is_better_than_the_reckoned_one(owned: str):
    chance, bought = np.random.default_rng(3), set()
    for _ in range(60):
        cards = [f"1{letter}{number:02}" for letter in "YRBG" for number in range(1, 2 + chance.integers(4))]
        cards += [f"1P{number:02}" for number in range(1, 1 + chance.integers(4))]
        heights = dict(zip(TRACKS, (int(height) for height in chance.integers(5, 36, 4)), strict=True))
        silver = " ".join(chance.choice(TRACKS, chance.integers(3)))
        seat = Seat(int(chance.integers(120)), cards=" ".join([*cards, owned]), silver=silver,
                    gold=int(chance.integers(3)), **heights)  # fmt: skip
        game = position("seal", seat, Seat(), epoch=3)
        if game.record.actor != 0 or game.record.step != SEAL:  # nothing can be bought
            continue
        told = reckoned(game, 0)
        assert total(told) == best_seals(game, 0)
        bought.add((round(2 * told[4]), round(2 * told[5])))
    assert len(bought) > 3


@pytest.mark.parametrize("players", [2, 3])
def test_card_on_offer_changes_the_end_otherwise_than_reckoned(players: int):
    """Taking the card must lead to the total that was told before it was taken."""
    met = set()
    for game in played(TAKE, players, 12):
        g, seat = game.record, int(game.record.actor)
        if g.lap == 4 and g.turn == players - 1:  # income follows by itself
            continue
        told = reckoned(game, seat)
        for (k, colour), deed in product(enumerate(COLOURS), ("buy", "sell")):
            name = f"take:{colour}:{deed}"
            if name not in [action.name for action in game.legal_actions()]:
                continue
            after = game.clone()
            after.apply(name)
            if after.record.step != TAKE:
                continue
            at = prospects.OFFERS + prospects.OFFER * (2 + k) + 2 * (deed == "sell")
            assert total(reckoned(after, seat)) == pytest.approx(total(told) + 10 * told[at], abs=0.02), name
            if deed == "buy":
                assert reckoned(after, seat)[1] - told[1] == pytest.approx(told[at + 1], abs=1e-5)
            met.add(name)
    assert len(met) == 2 * len(COLOURS)


def test_next_seat_is_told_of_otherwise_than_it_would_be_itself():
    """With two players each sees the other as the other sees itself, while both have all steps before them."""
    for game in played(TAKE, 2, 6):
        seat = int(game.record.actor)
        told, theirs = reckoned(game, seat), reckoned(game, 1 - seat)
        np.testing.assert_allclose(told[prospects.SEAT : 2 * prospects.SEAT], theirs[: prospects.SEAT], atol=1e-6)
        assert told[prospects.LEAD] == pytest.approx(4 * (told[0] - theirs[0]), abs=1e-5)
        assert told[prospects.TRACK : prospects.TRACK + len(TRACKS)].sum() == 1


def test_half_the_precision_tells_something_else():
    """Training keeps observations in bfloat16."""
    torch = pytest.importorskip("torch")
    rows = np.array([game.view(int(game.record.actor)).observation for game in played(TAKE, 3, 4)])
    halves = torch.from_numpy(rows).bfloat16().float().numpy()
    told, again = (np.zeros((len(rows), prospects.SIZE), np.float32) for _ in range(2))
    prospects.reckon_rows(rows, BOX, told)
    prospects.reckon_rows(halves, BOX, again)
    np.testing.assert_array_equal(told, again)
    assert np.unique(told[:, 0]).size > 20
