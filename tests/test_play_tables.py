"""What a table says about prices, changes and points is what the engine then does."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hadara_agents.play.box import box
from hadara_agents.play.log import ALL, logs_of
from hadara_agents.play.models import SessionInfo
from hadara_agents.play.models_table import Table
from hadara_agents.play.rules import rules
from hadara_agents.play.session import Session
from hadara_env import Game, GameConfig
from hadara_env.cards import TRACKS
from hadara_env.engine.constants import STEPS
from hadara_env.engine.rules.income import income_of
from tests.play_games import played, session_of

ROOT = Path(__file__).resolve().parent.parent
SEEDS = range(2)
BY_THEMSELVES = ("income", "surplus", "side", "wheel")
KINDS = ("pp", "ppp", "pppp", "ppppp")


def sessions() -> list[Session]:
    return [session_of(kinds, rules, seed) for kinds in KINDS for rules in ("basic", "full") for seed in SEEDS]


def tracks_in(entry: dict[str, Any]) -> dict[str, int]:
    return {track: entry["tracks"].get(track, 0) for track in TRACKS}


def test_action_changes_something_else_than_it_says():
    """Every action that was played: its promise against the log entry of the move."""
    kinds: Counter[str] = Counter()
    for session in sessions():
        promised: dict[int, dict[str, Any]] = {}
        told, chance = 0, random.Random(session.game.seed)
        while not session.game.is_over:
            seat = session.game.actor or 0
            promised[seat] = chance.choice(session.table(seat)["actions"])
            session.play(seat, promised[seat]["index"])
            log = session.logs.of[None]
            for entry in log[told:]:
                if entry["kind"] not in BY_THEMSELVES and entry["seat"] in promised and not entry["forced"]:
                    check_promise(promised.pop(entry["seat"]), entry)
                    kinds[entry["kind"]] += 1
            told = len(log)
    assert min(kinds[kind] for kind in ("buy", "sell", "token", "colony", "bust", "discard", "silver", "gold")) > 2


def check_promise(action: dict[str, Any], entry: dict[str, Any]) -> None:
    changes = action["changes"]
    where = f"{action['label']}: {entry['text']}"
    assert changes.get("coins", 0) == entry["coins"] == -action["price"], where
    if changes.get("unknown"):
        backs = [tracks_in({"tracks": back["values"]}) for back in changes["backs"]]
        assert tracks_in(entry) in backs, where
    else:
        assert tracks_in({"tracks": changes.get("tracks", {})}) == tracks_in(entry), where


def test_log_does_not_add_up():
    """Coins and tracks of every seat are the sum of what the log tells of it."""
    for session in sessions():
        chance = random.Random(session.game.seed)
        for now in played(session, chance):
            if not now.game.is_over and chance.random() > 0.05:
                continue
            if now.game.step == "side":
                continue
            for seat in range(now.game.players):
                entries = [entry for entry in now.logs.of[None] if entry["seat"] == seat]
                assert sum(entry["coins"] for entry in entries) == now.game.record.coins[seat]
                for track, name in enumerate(TRACKS):
                    steps = sum(entry["tracks"].get(name, 0) for entry in entries)
                    assert steps == now.game.record.tracks[seat, track], (now.game, seat, name)


def test_scoring_does_not_add_up():
    for session in sessions():
        *_, end = played(session, random.Random(session.game.seed))
        found = end.table(0)["scoring"]
        assert found["scores"] == end.game.scores()
        assert found["winners"] == end.game.winners()
        for scores, details in zip(found["scores"], found["details"], strict=True):
            for source in ("colonies", "busts", "silver", "cards"):
                assert sum(item["points"] for item in details[source]) == scores[source], source
            assert details["gold"]["points"] == scores["gold"]
            assert details["coins"]["points"] == scores["coins"]


def test_income_of_the_table_is_not_what_the_engine_pays():
    for session in sessions():
        for now in played(session, random.Random(session.game.seed)):
            for seat in now.table(None)["seats"]:
                assert seat["income"] == income_of(now.game.record, seat["seat"])


@pytest.mark.parametrize("kinds", KINDS)
def test_answers_do_not_have_the_documented_shape(kinds: str):
    steps = set()
    for now in played(session_of(kinds, "full", 5), random.Random(2)):
        seat = now.asks
        table = now.table(seat)
        Table.model_validate(table, strict=True)
        Table.model_validate(now.table(None), strict=True)
        SessionInfo.model_validate(now.describe(), strict=True)
        steps.add(table["step"])
    assert steps >= set(STEPS) - {"token", "feed"}


def test_two_tables_share_a_version():
    versions: dict[str, str] = {}
    for now in played(session_of("pp", seed=9), random.Random(9)):
        for seat in (0, 1, None):
            table = now.table(seat)
            log, version = table.pop("log"), table.pop("version")
            del table["log_size"], log
            assert versions.setdefault(version, str(table)) == str(table)


def test_draw_shows_who_has_chosen():
    """All are shown as choosing until the reveal, but for the own choice."""
    session = session_of("ppp", "basic", 3)
    session.play(session.game.actor or 0, "wheel:0")
    first = session.game.actor or 0
    session.play(first, session.game.legal_actions()[-1].index)
    assert session.game.step == "draft"
    for seat in range(3):
        table = session.table(seat)
        assert table["turn"] is None
        assert table["choosing"] == [other for other in range(3) if other != seat or seat != first]
    mine = session.table(first)["seats"][first]
    assert mine["chosen"]["name"].startswith("draft:")
    assert session.table((first + 1) % 3)["seats"][first]["chosen"] is None


def test_open_log_hides_a_sale():
    session = session_of("ppp", seed=8)
    start = Game.from_setup(session.replay()["setup"], session.game.config)
    *_, end = played(session, random.Random(8))
    sales = [entry for entry in logs_of(end.game, start.position(), [ALL]).of[ALL] if entry["kind"] == "sell"]
    assert sales
    assert all(entry["card"] for entry in sales)
    assert any(entry["card"] is None for entry in end.logs.of[None] if entry["kind"] == "sell")


def test_box_leaves_a_card_out_or_changes_it():
    cards = GameConfig(2).cards
    facts = box(cards)
    assert set(facts["cards"]) == set(cards.ids)
    assert facts["cards"]["1Y03"]["cost"] == cards.cost[cards.index("1Y03")]
    assert sum(card["values"]["food"] for card in facts["cards"].values()) == cards.values[:, 3].sum()
    assert [stack["need"] for stack in facts["colonies"]] == cards.colony_requirement.tolist()
    assert [bust["bonus"] for bust in facts["busts"]] == cards.bust_bonus.tolist()


def test_rules_of_the_page_are_not_those_of_the_docs():
    own = ROOT / "agents" / "hadara_agents" / "play" / "rules.md"
    assert own.read_bytes() == (ROOT / "docs" / "rules.md").read_bytes()


def test_step_has_no_rules_to_read():
    found = rules()
    clauses = {clause["id"]: clause["text"] for chapter in found["chapters"] for clause in chapter["clauses"]}
    assert len(clauses) > 60
    assert set(found["by_step"]) == set(STEPS)
    for wanted in found["by_step"].values():
        assert all(len(clauses[clause]) > 20 for clause in wanted)
