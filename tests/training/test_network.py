"""The network exists twice: in torch, for learning, and in plain loops, for playing. Both must say the same."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from hadara_agents.kernels.counted import COUNTED, NUM_RUNGS
from hadara_agents.policy.agent import PolicyAgent
from hadara_agents.policy.network import Network, Rungs, offered
from hadara_agents.policy.packed import packed
from hadara_agents.policy.spec import NetworkSpec
from hadara_env import Game, GameConfig
from hadara_env.cards import COLOURS, load
from hadara_env.engine.actions import NUM_ACTIONS, action_names
from hadara_env.engine.observation import OBS
from tests.edited_cards import card_set
from tests.training.helpers import SPECS, positions, random_tensors, write_checkpoint

NAMES = action_names(load().ids)
OFFERS = ["hand.low", "hand.high", *(f"top.{colour}" for colour in COLOURS)]
ACTIONS_OF = [
    *([f"draft:buy:{slot}", f"draft:sell:{slot}"] for slot in ("low", "high")),
    *([f"take:{colour}:buy", f"take:{colour}:sell"] for colour in COLOURS),
]


def torch_says(spec: NetworkSpec, tensors: dict[str, np.ndarray], obs: np.ndarray, cards=None):
    network = Network(spec, cards or load())
    network.load_state_dict({name: torch.from_numpy(tensor) for name, tensor in tensors.items()})
    with torch.no_grad():
        logits, values = network(torch.from_numpy(obs))
    return logits.numpy(), values.numpy()


def compared(obs: np.ndarray) -> np.ndarray:
    """Which logits both must agree on: all but those of cards that are not on offer, which nobody may take."""
    wanted = np.ones((len(obs), NUM_ACTIONS), bool)
    for offer, actions in zip(OFFERS, ACTIONS_OF, strict=True):
        missing = obs[:, OBS.slice(offer).start] == 0
        for action in actions:
            wanted[missing, NAMES.index(action)] = False
    return wanted


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", ["basic", "full"])
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: f"{spec.kind}{len(spec.widths)}+{spec.blocks}")
def test_compiled_network_says_something_else_than_torch(spec: NetworkSpec, rules: str, players: int):
    obs, mask = positions((players, players), rules, every=20)
    tensors = random_tensors(spec)
    logits, values = torch_says(spec, tensors, obs)
    ours, hopes = packed(tensors, spec, load()).evaluate(obs)
    wanted = compared(obs)
    assert wanted[mask == 1].all(), "a legal action is left out of the comparison"
    np.testing.assert_allclose(ours[wanted], logits[wanted], rtol=1e-4, atol=2e-5)
    np.testing.assert_allclose(hopes, values, rtol=1e-4, atol=2e-5)


def test_comparison_never_meets_a_card_on_offer_or_an_action_kind():
    """What is never in the positions is never compared."""
    obs, mask = positions()
    for offer in OFFERS:
        assert (obs[:, OBS.slice(offer).start] == 1).sum() > 20, offer
    assert (obs[:, OBS.slice("top.ability")].sum(1) > 0).sum() > 20
    met = {NAMES[index].split(":")[0] for index in np.flatnonzero(mask.any(0))}
    assert {"draft", "take", "discard", "bust", "colony"} <= met


def test_network_takes_a_card_on_offer_from_the_wrong_place():
    """Torch and the kernel could be wrong alike: here each card's numbers are found by their names."""
    obs, _ = positions(every=50)
    found = offered(torch.from_numpy(obs)).numpy()
    for k, offer in enumerate(OFFERS):
        piece = obs[:, OBS.slice(offer)]
        if offer == "top.purple":
            piece = np.concatenate((piece, obs[:, OBS.slice("top.ability")]), axis=1)
        assert (found[:, k, : piece.shape[1]] == piece).all(), offer
        assert not found[:, k, piece.shape[1] :].any(), offer


@pytest.mark.parametrize(("offer", "actions"), [*zip(OFFERS, ACTIONS_OF, strict=True)], ids=OFFERS)
def test_score_of_an_offer_goes_to_another_action(offer: str, actions: list[str]):
    spec = NetworkSpec("cards", (8,), 4)
    tensors = {name: np.zeros_like(tensor) for name, tensor in random_tensors(spec).items()}
    tensors["offer.weight"][:, 1] = 1.0  # the card's printed cost
    tensors["offer_score.weight"][:] = [[1.0] * 4, [2.0] * 4]
    obs, _ = positions(every=50)
    obs = obs[obs[:, OBS.slice(offer).start] == 1]
    logits, _ = packed(tensors, spec, load()).evaluate(obs)
    cost = obs[:, OBS.slice(f"{offer}.cost")][:, 0]
    for deed, action in enumerate(actions):
        np.testing.assert_allclose(logits[:, NAMES.index(action)], 4 * (deed + 1) * cost, rtol=1e-5)


def test_discards_are_scored_by_the_cards_of_another_set():
    cards, spec = card_set("famine")[0], SPECS[1]
    assert cards.digest != load().digest
    obs, _ = positions(every=50)
    tensors = random_tensors(spec)
    ours, _ = packed(tensors, spec, cards).evaluate(obs)
    theirs, _ = torch_says(spec, tensors, obs, cards)
    wanted = compared(obs)
    np.testing.assert_allclose(ours[wanted], theirs[wanted], rtol=1e-4, atol=2e-5)


def test_batch_decides_otherwise_than_one_by_one(tmp_path):
    obs, mask = positions(every=25)
    agent = PolicyAgent(str(write_checkpoint(tmp_path / "it")))
    agent.reset(0, GameConfig(2), 1)
    together = agent.act_batch(obs, mask)
    alone = [agent.act_batch(obs[b : b + 1], mask[b : b + 1])[0] for b in range(len(obs))]
    assert together.tolist() == alone
    logits, values = agent.network.evaluate(obs)
    for b in (0, len(obs) // 2, len(obs) - 1):
        one = agent.network.evaluate(obs[b])
        assert one[0].tobytes() == logits[b : b + 1].tobytes()
        assert one[1].tobytes() == values[b : b + 1].tobytes()
    assert mask[np.arange(len(obs)), together].all()
    assert len(set(together.tolist())) > 20


def test_agent_plays_a_view_otherwise_than_its_observation(tmp_path):
    agent = PolicyAgent(str(write_checkpoint(tmp_path / "it")))
    for players in (2, 5):
        game = Game.new(players=players, seed=3)
        agent.reset(0, GameConfig(players), 1)
        while not game.is_over:
            view = game.view(int(game.record["actor"]))
            mask = np.zeros((1, NUM_ACTIONS), np.int8)
            mask[0, view.legal] = 1
            action = agent.act(view)
            assert action == agent.act_batch(view.observation[None], mask)[0]
            assert agent.explain(view)[0].index == action
            game.apply(action)


def test_temperature_ignores_the_probabilities_or_the_seed(tmp_path):
    folder = str(write_checkpoint(tmp_path / "it"))
    obs, mask = positions(every=100)
    row, legal = np.repeat(obs[30:31], 3000, 0), np.repeat(mask[30:31], 3000, 0)
    agent = PolicyAgent(folder, temperature=1.0)
    drawn = []
    for _ in range(2):
        agent.reset(0, GameConfig(2), 9)
        drawn.append(agent.act_batch(row, legal))
    assert drawn[0].tolist() == drawn[1].tolist()
    logits = agent.network.evaluate(obs[30:31])[0][0].astype(float)
    chances = np.where(mask[30] == 1, np.exp(logits), 0)
    seen = np.bincount(drawn[0], minlength=NUM_ACTIONS) / 3000
    assert (mask[30] == 1).sum() > 1
    np.testing.assert_allclose(seen, chances / chances.sum(), atol=0.04)


def test_rungs_count_other_numbers_than_those_of_the_game():
    """Coins, coins with the coming income, and tracks, of the observer and of the next seat."""
    games = [Game.new(players=players, seed=players) for players in (2, 5) for _ in range(20)]
    chance = np.random.default_rng(3)
    for game in games:
        for _ in range(int(chance.integers(0, 80))):
            if not game.is_over:
                game.apply(int(chance.choice(np.flatnonzero(game.legal_mask()))))
    games = [game for game in games if not game.is_over]
    obs = np.array([game.view(game.actor or 0).observation for game in games])
    reached = Rungs(8).reached(torch.from_numpy(obs)).numpy()
    halves = Rungs(8).reached(torch.from_numpy(obs).bfloat16()).float().numpy()
    np.testing.assert_array_equal(reached, halves)
    first = 0
    for k, number in enumerate(COUNTED):
        seats = [(game.actor or 0) + (k >= len(COUNTED) // 2) for game in games]
        piece = k % (len(COUNTED) // 2)
        counts = []
        for game, seat in zip(games, seats, strict=True):
            g, seat = game.record, seat % game.players
            income = round(20 * float(game.view(seat).observation[OBS.slice("me.income").start]))
            counts.append(int(g.tracks[seat][piece - 2]) if piece > 1 else int(g.coins[seat]) + piece * income)
        told = reached[:, first : first + number.rungs]
        assert told.sum(1).tolist() == np.minimum(counts, number.rungs).tolist()
        assert (np.diff(told, axis=1) <= 0).all()
        first += number.rungs
    assert first == NUM_RUNGS


@pytest.mark.parametrize(
    "more", [{"blocks": 3}, {"rungs": True}, {"prospects": True}, {"prospects": True, "rivals": True}], ids=str
)
def test_what_is_added_changes_what_a_trained_network_says(more: dict):
    obs, _ = positions(every=60)
    spec = NetworkSpec("cards", (24, 16), 8)
    grown = replace(spec, **more)
    tensors = random_tensors(spec)
    network = Network(grown, load())
    network.load_state_dict({**network.state_dict(), **{n: torch.from_numpy(t) for n, t in tensors.items()}})
    now_there = {name: tensor.numpy() for name, tensor in network.state_dict().items()}
    for was, now in zip(torch_says(spec, tensors, obs), torch_says(grown, now_there, obs), strict=True):
        np.testing.assert_array_equal(was, now)
    assert grown.grown_from(spec)
    assert not spec.grown_from(grown)
    assert not replace(grown, widths=(24, 17)).grown_from(spec)
