"""One game between agents. They are shown views of their own seats; the game stays here.

>>> from hadara_env import GameConfig
>>> from hadara_agents.match import play_game
>>> from hadara_agents.registry import make
>>> game = play_game([make("buyer"), make("random")], GameConfig(players=2), seed=1)
>>> game.is_over
True
"""

from collections.abc import Sequence

from hadara_agents.base import Agent, AgentError, agent_seed
from hadara_env import Game, GameConfig, HadaraError, IllegalActionError


def play_game(agents: Sequence[Agent], config: GameConfig, seed: int) -> Game:
    """Deal a game from the seed and let the agents, one for each seat, play it to its end."""
    game = begin(agents, config, seed)
    while not game.is_over:
        play_turn(game, agents)
    return game


def begin(agents: Sequence[Agent], config: GameConfig, seed: int) -> Game:
    """Deal a game from the seed and tell the agents."""
    if len(agents) != config.players:
        raise HadaraError(f"A game of {config.players} players needs {config.players} agents, not {len(agents)}.")
    if len({id(agent) for agent in agents}) < len(agents):
        raise HadaraError("Every seat needs an agent of its own; one sits at two of them.")
    game = Game.new(config.players, config.rules, seed, config.cards, config.ask_forced)
    for seat, agent in enumerate(agents):
        agent.reset(seat, config, agent_seed(seed, seat))
    return game


def play_turn(game: Game, agents: Sequence[Agent]) -> None:
    """Let the agent whose turn it is decide once; an `AgentError` names one that breaks the contract."""
    seat = int(game.record.actor)
    agent = agents[seat]
    action = agent.act(game.view(seat))
    who = f"Agent {agent.name!r} at seat {seat}, game {game.seed}"
    if isinstance(action, str):
        raise AgentError(f"{who}: act must return the index of an action, not the text {action!r}.")
    try:
        game.apply(action)
    except IllegalActionError as error:
        raise AgentError(f"{who}: {error}") from error
