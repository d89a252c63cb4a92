"""Games outlive the server, the page and the memory."""

import json
import os
import random
import time
from pathlib import Path

import pytest

from hadara_agents.play.errors import PlayError
from hadara_agents.play.session import Session
from hadara_agents.play.store import Store
from hadara_env import GameConfig, replay
from tests.play_games import OFFERS, played, session_of
from tests.play_server import PERSON, agent, serving


def test_killed_server_loses_a_move(tmp_path: Path):
    """Killed in the middle of games, without warning, three times over."""
    data, chance = tmp_path / "data", random.Random(1)
    tables: dict[str, dict] = {}
    for start in range(4):
        with serving(data) as server:
            if start == 0:
                tables = {server.begin(PERSON, agent("heuristic"), agent("greedy"), seed=k): {} for k in range(3)}
            for session, before in tables.items():
                table = server.turn(session)
                if before:
                    assert table == before
                for _ in range(4):
                    if not table["over"]:
                        server.move(session, table, chance)
                        table = server.turn(session)
                tables[session] = table
            if start < 3:
                server.kill()
            else:
                (first, *_) = tables
                server.finish(first, 2)
                assert replay.verify(server.client.get(f"/api/sessions/{first}/replay").json()).is_over


def test_every_moment_of_a_game_can_be_taken_up_again(tmp_path: Path):
    store = Store(tmp_path)
    for kinds, rules in (("ppa", "full"), ("pp", "basic")):
        for number, now in enumerate(played(session_of(kinds, rules, 6), random.Random(6))):
            if number % 7 and not now.game.is_over:
                continue
            store.save(now.saved(), now.replay())
            again = Session.load(*store.load(now.id), GameConfig(2), OFFERS)
            for seat in (*now.persons, None):
                assert again.table(seat) == now.table(seat)
            assert {**again.describe(), "updated": 0} == {**now.describe(), "updated": 0}
            assert abs(again.updated - time.time()) < 60
            assert replay.verify(json.loads((tmp_path / "games" / f"{now.id}.json").read_bytes())) is not None


def test_server_stopped_between_two_files_loses_the_game(tmp_path: Path):
    """Saving sets the old file aside before the new one takes its place; at that moment only the old one is there."""
    store, session = Store(tmp_path), session_of("pp", "basic", 2)
    store.save(session.saved(), session.replay())
    before = session.table(0)
    session.play(session.asks or 0, "wheel:1")
    store.save(session.saved(), session.replay())
    (tmp_path / "games" / f"{session.id}.json").unlink()
    for name in (f"{session.id}.session.json",):
        path = tmp_path / "games" / name
        path.rename(path.with_name(f"{name}~"))
    fresh = Store(tmp_path)
    assert [saved["id"] for saved in fresh.sessions()] == [session.id]
    assert Session.load(*fresh.load(session.id), GameConfig(2), OFFERS).table(0) == before


def test_expired_games_stay_and_others_go(tmp_path: Path):
    store = Store(tmp_path, keep_days=10)
    old, fresh = session_of("pp"), session_of("pp")
    for session in (old, fresh):
        store.save(session.saved(), session.replay())
    store.save_upload("0" * 24, old.replay())
    long_ago = time.time() - 11 * 86_400
    for path in (tmp_path / "replays" / f"{'0' * 24}.json", tmp_path / "games" / f"{old.id}.json"):
        os.utime(path, (long_ago, long_ago))
    assert store.remove_expired() == [old.id]
    assert [saved["id"] for saved in store.sessions()] == [fresh.id]
    for gone in (lambda: store.load(old.id), lambda: store.load_upload("0" * 24)):
        with pytest.raises(PlayError, match="expired"):
            gone()


def test_disk_fills_with_games(tmp_path: Path):
    store = Store(tmp_path, most=2)
    for _ in range(2):
        store.check_room()
        session = session_of("pp")
        store.save(session.saved(), session.replay())
    with pytest.raises(PlayError, match="saved games already"):
        store.check_room()


@pytest.mark.parametrize("content", ["", "[]", "{", '{"id": 3}', "\x00", '{"id": "x", "updated": "y"}'])
def test_broken_file_hides_the_other_games(tmp_path: Path, content: str):
    store, session = Store(tmp_path), session_of("pp")
    store.save(session.saved(), session.replay())
    (tmp_path / "games" / f"{'a' * 20}.session.json").write_text(content, encoding="utf-8")
    (tmp_path / "games" / f"{'a' * 20}.json").write_text(content, encoding="utf-8")
    assert [saved["id"] for saved in store.sessions()] == [session.id]


def test_disk_that_refuses_stops_the_server(tmp_path: Path):
    """The folder is gone: that is told, without its name; once it is back, the game goes on and is saved."""
    with serving(tmp_path / "data") as server:
        session = server.begin(PERSON, {"kind": "person"}, rules="basic", seed=1)
        asked = server.client.get(f"/api/sessions/{session}").json()["asks"]
        table = server.table(session, asked)
        games = tmp_path / "data" / "games"
        games.rename(tmp_path / "gone")
        body = {"seat": asked, "action": table["actions"][0]["index"]}
        answer = server.client.post(f"/api/sessions/{session}/moves", json=body)
        assert answer.status_code == 507
        assert answer.json() == {"error": "The game cannot be saved: no such file or directory."}
        (tmp_path / "gone").rename(games)
        asked = server.client.get(f"/api/sessions/{session}").json()["asks"]
        table = server.table(session, asked)
        assert table["step"] == "draft"
        server.move(session, table, random.Random(1))
        before = server.table(session, asked)
        server.kill()
    with serving(tmp_path / "data") as server:
        assert server.table(session, asked) == before


def test_tables_are_not_given_back(tmp_path: Path):
    """With two tables, a third game is begun only when one of the others rests; that one is still there."""
    with serving(tmp_path / "data", "--max-sessions", "2") as server:
        first, second = (server.begin(PERSON, agent("heuristic"), seed=k) for k in range(2))
        before = server.turn(first)
        refused = server.client.post("/api/sessions", json={"players": [PERSON, agent("random")]})
        assert refused.status_code == 503
        assert "tables are taken" in refused.json()["error"]
        server.client.delete(f"/api/sessions/{second}")
        server.begin(PERSON, agent("random"))
        assert server.table(first) == before
