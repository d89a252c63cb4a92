"""Agents: they get views and nothing else, games repeat, and whoever breaks the contract is named."""

from typing import Any

import pytest

from hadara_agents.base import Agent, AgentError, agent_seed
from hadara_agents.buyer import BuyerAgent
from hadara_agents.match import play_game
from hadara_agents.random import RandomAgent
from hadara_agents.registry import AGENTS, make, make_all, split
from hadara_env import Game, GameConfig, HadaraError, View
from hadara_env.engine.random import game_seed
from hadara_env.replay import to_replay


class Scripted:
    """Does what it is told on its turn; keeps what it was given."""

    name = "scripted"

    def __init__(self, answer: Any = None) -> None:
        self.answer = answer
        self.views: list[View] = []
        self.seeds: list[int] = []

    def reset(self, seat: int, config: GameConfig, seed: int) -> None:
        self.seat, self.config = seat, config
        self.seeds.append(seed)

    def act(self, view: View) -> int:
        self.views.append(view)
        return int(view.legal[0]) if self.answer is None else self.answer


class Optioned:
    """An agent with an option of every kind."""

    name = "optioned"

    def __init__(self, iters: int = 1, weight: float = 0.5, style: str = "plain", deep: bool = False) -> None:
        self.given = (iters, weight, style, deep)

    def reset(self, seat: int, config: GameConfig, seed: int) -> None: ...

    def act(self, view: View) -> int:
        return int(view.legal[0])


@pytest.fixture
def optioned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "optioned", (Optioned.__module__, "Optioned"))


def test_agent_is_shown_more_than_its_own_view():
    spies = [Scripted(), Scripted(), Scripted()]
    play_game(spies, GameConfig(3), seed=9)
    for seat, spy in enumerate(spies):
        assert spy.views
        assert all(
            type(view) is View and view.seat == spy.seat == seat and view.record.seed == -1 for view in spy.views
        )


@pytest.mark.parametrize("seed", [0, 1, 7, 2**53 - 1])
def test_agents_chance_has_to_do_with_the_deal(seed: int):
    seeds = [agent_seed(seed, seat) for seat in range(5)]
    assert len({*seeds, seed, *(int(game_seed(seed, k)) for k in range(5))}) == 11
    assert all(0 <= value < 2**53 for value in seeds)
    spy = Scripted()
    played = play_game([spy, RandomAgent()], GameConfig(2), seed)
    assert spy.seeds == [seeds[0]]
    assert to_replay(played)["setup"] == to_replay(Game.new(2, seed=seed))["setup"]


def test_same_seed_plays_another_game():
    for spec in ("random", "buyer"):
        twice = [to_replay(play_game(make_all(spec, 3), GameConfig(3), seed=4)) for _ in range(2)]
        assert twice[0] == twice[1]
    reused = make_all("random", 3)
    assert play_game(reused, GameConfig(3), seed=4).log == play_game(reused, GameConfig(3), seed=4).log
    assert play_game(reused, GameConfig(3), seed=4).log != play_game(reused, GameConfig(3), seed=5).log


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (235, r"Action 235 \(pass\) is not legal"),
        (-1, "Action -1"),
        (3.5, "Action 3.5 is not legal"),
        ("side:A", "must return the index of an action, not the text 'side:A'"),
    ],
)
def test_illegal_action_does_not_name_the_agent_and_the_seat(answer: Any, words: str):
    with pytest.raises(AgentError, match=rf"Agent 'scripted' at seat 0, game 3: .*{words}"):
        play_game([Scripted(answer), RandomAgent()], GameConfig(2), seed=3)


def test_wrong_number_of_agents_or_one_at_two_seats_is_accepted():
    with pytest.raises(HadaraError, match="needs 3 agents, not 2"):
        play_game(make_all("random", 2), GameConfig(3), seed=1)
    lonely = RandomAgent()
    with pytest.raises(HadaraError, match="an agent of its own"):
        play_game([lonely, lonely], GameConfig(2), seed=1)


def test_forced_moves_are_not_asked_when_they_should_be():
    agents = [Scripted(), Scripted()]
    game = play_game(agents, GameConfig(2, ask_forced=True), seed=1)
    assert sum(len(agent.views) for agent in agents) == len(game.log)
    assert any(move.forced for move in game.log)


def buyer_turns(seed: int) -> list[tuple[View, str]]:
    """Every decision of a buyer between random players, with what it chose."""

    class Watched(BuyerAgent):
        def act(self, view: View) -> int:
            index = super().act(view)
            turns.append((view, view.names[view.legal.tolist().index(index)]))
            return index

    turns: list[tuple[View, str]] = []
    play_game([Watched(), *make_all("random", 3)], GameConfig(4), seed)
    return turns


def test_buyer_sells_passes_or_plunders_where_it_could_have_bought():
    seen = set()
    for seed in range(12):
        for view, name in buyer_turns(seed):
            seen.add(view.step)
            names = view.names
            if view.step in ("draft", "take") and any(":buy" in other for other in names):
                assert ":buy" in name
            if view.step in ("colony", "bust", "seal"):
                assert name != "pass"
            if view.step == "draft" and ":buy:" in name:
                cost = {card: view.config.cards.cost[view.config.cards.index(card)] for card in _buyable(names)}
                assert cost[name.split(":")[2]] == max(cost.values())
            if view.step == "colony" and name.endswith("plunder"):
                assert name.replace("plunder", "ally") not in names
    assert seen == {"side", "wheel", "draft", "token", "take", "colony", "bust", "feed", "seal"}


def _buyable(names: list[str]) -> list[str]:
    return [name.split(":")[2] for name in names if ":buy:" in name]


def test_buyer_does_not_beat_random():
    won = 0
    for seed in range(60):
        line_up = make_all("buyer,random", 2)[:: 1 if seed % 2 else -1]
        game = play_game(line_up, GameConfig(2), seed // 2)
        won += [line_up[seat].name for seat in game.winners()] == ["buyer"]
    assert won > 51


def test_agent_is_made_without_its_options(optioned: None):
    assert vars(make("optioned:iters=20,weight=1.5,style=bold,deep=yes"))["given"] == (20, 1.5, "bold", True)
    assert vars(make("optioned"))["given"] == (1, 0.5, "plain", False)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "There is no agent ''; agents are: random, buyer"),
        ("randon", "Did you mean 'random'"),
        ("random:iters=3", "'random:iters=3' has no option 'iters'; it has no options"),
        ("buyer:x=1", "it has no options"),
        ("optioned:iter=3", "options are: iters, weight, style, deep. Did you mean 'iters'"),
        ("optioned:iters", "needs a value: iters=VALUE"),
        ("optioned:iters=many", "is a whole number, not 'many'"),
        ("optioned:weight=x", "is a number, not 'x'"),
        ("optioned:deep=perhaps", "is true or false, not 'perhaps'"),
    ],
)
def test_bad_spec_is_not_explained(optioned: None, spec: str, words: str):
    with pytest.raises(AgentError) as failure:
        make(spec)
    assert words in str(failure.value)


def test_specs_are_split_in_the_middle_of_options():
    assert split("random") == ["random"]
    assert split("a:x=1,y=2,b,c:z=3, d") == ["a:x=1,y=2", "b", "c:z=3", "d"]
    assert [agent.name for agent in make_all("random,buyer", 2)] == ["random", "buyer"]
    with pytest.raises(AgentError, match=r"2 agents \(random, buyer\) do not fit 3 seats; name 1 or 3"):
        make_all("random,buyer", 3)


@pytest.mark.parametrize("name", ["random", "buyer"])
def test_simple_agent_breaks_the_protocol(name: str):
    agent = make(name)
    assert isinstance(agent, Agent)
    assert agent.name == name
    for players in (2, 5):
        for rules in ("basic", "full"):
            assert play_game(make_all(name, players), GameConfig(players, rules), seed=players).is_over
