"""What a seat is told does not depend on what it may not know."""

import json
import random

import pytest

from hadara_agents.play.log import Logs
from hadara_agents.play.session import Session
from hadara_agents.play.table import open_table
from hadara_env import Game
from tests.play_games import is_secret, played, replayed, session_of, shuffled

GAMES = [(kinds, rules) for kinds in ("pp", "pap", "papa", "pappa") for rules in ("basic", "full")]


def seen(session: Session, seat: int | None) -> str:
    """Everything the server tells a seat about its session, the log included."""
    about = session.describe()
    assert about.pop("seed") is None or session.game.is_over
    asks = about.pop("asks")
    told = {"table": session.table(seat), "about": about, "mine": asks is not None and asks == seat}
    return json.dumps(told, sort_keys=True)


def with_game(session: Session, game: Game) -> Session:
    twin = Session(session.id, game, session.players, session.logs, session.offers, session.created, session.updated)
    twin.thinking = session.thinking
    return twin


@pytest.mark.parametrize(("kinds", "rules"), GAMES)
def test_table_tells_a_hidden_card(kinds: str, rules: str):
    """Some 4,000 positions over all parameters."""
    chance = random.Random(f"{kinds} {rules}")
    positions = different = 0
    while positions < 500:
        session = session_of(kinds, rules, chance.randrange(10**9))
        for now in played(session, chance):
            if now.game.is_over:
                continue
            seat = chance.choice([*now.persons, None])
            other = shuffled(now.game, seat, chance.randrange(10**9))
            assert seen(with_game(now, other), seat) == seen(now, seat), repr(now.game)
            positions += 1
            different += open_table(other.position(), other.config) != open_table(now.game.position(), now.game.config)
    assert different > positions / 3  # or nothing was hidden, and the test could not fail


@pytest.mark.parametrize(("kinds", "rules"), GAMES)
def test_log_tells_a_hidden_card(kinds: str, rules: str):
    """The same public history is played again from another deal, and its whole log read."""
    chance = random.Random(f"log {kinds} {rules}")
    compared = secret = different = 0
    while compared < 12 or secret < 3:
        session = session_of(kinds, rules, chance.randrange(10**9))
        for now in played(session, chance):
            if now.game.is_over or chance.random() > 0.06:
                continue
            seat = chance.choice([*now.persons, None])
            other = replayed(now.game, seat, chance.randrange(10**9))
            start = Game.from_setup(json.loads(other.to_json())["setup"], other.config)
            logs = Logs(start.position(), other.config, [seat])
            logs.follow(other.log)
            assert logs.of[seat] == now.logs.of[seat], repr(now.game)
            twin = with_game(now, Game(now.game.config, other.position()))
            assert seen(twin, seat) == seen(now, seat), repr(now.game)
            compared += 1
            secret += is_secret(now.game)
            different += [move.name for move in other.log] != [move.name for move in now.game.log]
    assert different > compared / 4


def test_table_of_an_agent_is_open_before_the_end():
    session = session_of("pa")
    for now in played(session, random.Random(4)):
        if now.game.is_over:
            assert now.table(1)["seats"][1]["seat"] == 1
        else:
            with pytest.raises(ValueError, match="belongs to an agent"):
                now.table(1)


def test_session_tells_the_seed_of_a_running_game():
    for now in played(session_of("pa", seed=77), random.Random(5)):
        assert ("77" in json.dumps(now.describe()["seed"])) is now.game.is_over
