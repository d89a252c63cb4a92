"""Nothing appears, vanishes or is counted twice, in any state of any game."""

from collections import Counter

import pytest
from hypothesis import given

from hadara_env.engine import constants as c
from hadara_env.game import Game
from tests.engine import recount
from tests.engine.checks import check_record
from tests.engine.play import PROPERTY, Plan, finished, plain, plans, states, whole_games


@PROPERTY
@given(plans)
def test_card_token_or_count_is_lost_or_doubled(plan: Plan):
    for game in states(plan):
        check_record(plain(game.record))


@PROPERTY
@given(plans)
def test_cards_lie_where_no_move_put_them(plan: Plan):
    for game in states(plan):
        g = plain(game.record)
        deeds = Counter(deed(move.name) for move in revealed(game))
        lying = {place: len(cards) for place, cards in recount.lying(g).items()}
        assert lying["display"] == deeds["draft:buy"] + deeds["take:buy"] - deeds["discard"]
        assert lying["sold"] == deeds["draft:sell"]
        assert lying["outer"] == deeds["draft:buy"] + deeds["draft:sell"] - deeds["take:buy"] - deeds["take:sell"]
        assert lying["gone"] == deeds["take:sell"] + deeds["discard"]


def revealed(game: Game) -> list:
    """The moves without the commitments of a draw that is not complete (A3)."""
    committed = int((game.record.pending[: game.players] != c.NONE).sum())
    end = len(game.log)
    while committed:
        end -= 1
        committed -= game.log[end].name.startswith("draft")
    return game.log[:end]


def deed(name: str) -> str:
    """A move without the card or colour it is about."""
    kind, *rest = name.split(":")
    if kind == "draft":
        return f"draft:{rest[0]}"
    return f"take:{rest[1]}" if kind == "take" else kind


def longest(players: int) -> int:
    """No game can have more moves: per seat a side, per epoch ten cards with a token each, two colonies and two
    busts twice, six payments, four seals and a pass; thirty cards to discard in all; three wheels."""
    return players * (1 + 3 * (20 + 8 + 6 + 5) + 30) + 3


@pytest.mark.parametrize("plan", whole_games, ids=str)
def test_game_is_longer_or_shorter_than_the_rules_allow(plan: Plan):
    game = finished(plan)
    kinds = Counter(move.name.split(":")[0] for move in game.log)
    assert len(game.log) <= longest(plan.players)
    assert kinds["draft"] == kinds["take"] == 15 * plan.players
    assert kinds["wheel"] == c.NUM_EPOCHS
    assert kinds["side"] == (plan.players if plan.rules == "full" else 0)
    assert game.record.outer_size.tolist() == [0] * c.NUM_COLOURS
    assert game.legal_actions() == []
