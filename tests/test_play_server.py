"""Whole games over HTTP against a server in a process of its own."""

import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hadara_agents.play.models import SessionList
from hadara_agents.play.models_replays import Frames, Hint, PointsCurve, ReplayInfo, Review
from hadara_env import replay
from hadara_env.game import Game
from tests.play_server import PERSON, Server, agent, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("play") / "data", "--agents", "ismcts:ms=2500") as found:
        yield found


def events(server: Server, session: str, seat: int | None, seconds: float, found: list[tuple[str, Any]]) -> None:
    """Listen to a stream until the game is over or the time is up."""
    query = {} if seat is None else {"seat": seat}
    end, name = time.monotonic() + seconds, ""
    with (
        httpx.Client(base_url=server.address, timeout=seconds) as client,
        client.stream("GET", f"/api/sessions/{session}/stream", params=query) as answer,
    ):
        assert answer.headers["content-type"].startswith("text/event-stream")
        for line in answer.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                found.append((name, json.loads(line.removeprefix("data: "))))
            over = bool(found) and found[-1][0] == "session" and found[-1][1]["over"]
            if over or time.monotonic() > end:
                return


def test_game_cannot_be_played_to_its_end(server: Server):
    session = server.begin(PERSON, agent("heuristic"), agent("greedy"), seed=7)
    end = server.finish(session)
    found = server.client.get(f"/api/sessions/{session}/replay").json()
    game = replay.verify(found)
    assert game.is_over
    assert end["scoring"]["scores"] == game.scores()
    assert found["seed"] == 7
    assert server.client.get(f"/api/sessions/{session}").json()["seed"] == 7


def test_stream_misses_a_table_or_sends_one_out_of_order(server: Server):
    session = server.begin(PERSON, agent("heuristic"), agent("random"))
    found: list[tuple[str, Any]] = []
    listener = threading.Thread(target=events, args=(server, session, 0, 50, found))
    listener.start()
    end = server.finish(session, 3)
    listener.join()
    tables = [data for name, data in found if name == "table"]
    log = [entry["id"] for table in tables for entry in table["log"]]
    assert log == list(range(end["log_size"]))
    assert len({table["version"] for table in tables}) == len(tables)
    assert tables[-1]["over"]
    assert {table["seat"] for table in tables} == {0}
    moves = sum(entry["kind"] == "buy" and entry["phase"] == "B" for table in tables for entry in table["log"])
    assert moves > 5
    for table in tables[1:]:  # one move at a time, and the forced ones after it
        chosen = [e for e in table["log"] if e["kind"] in ("buy", "sell") and e["phase"] == "B" and not e["forced"]]
        assert len(chosen) <= 1, chosen


def test_games_at_once_disturb_each_other(server: Server):
    """The same deal and the same choices, alone and beside another game, come out the same."""
    sessions = [server.begin(PERSON, agent("heuristic"), seed=21, rules="basic") for _ in range(2)]
    other = server.begin(PERSON, agent("random"), agent("buyer"), seed=22)
    chances = {session: random.Random(5) for session in [*sessions, other]}
    going = [*sessions, other]
    while going:
        for session in list(going):
            table = server.turn(session)
            if table["over"]:
                going.remove(session)
            else:
                server.move(session, table, chances[session])
    first, second = (server.client.get(f"/api/sessions/{session}/replay").json() for session in sessions)
    assert first == second


def test_slow_agent_keeps_others_waiting(server: Server):
    slow = server.begin(agent("ismcts:ms=2500"), agent("ismcts:ms=2500"), agent("ismcts:ms=2500"), seed=1)
    assert server.client.get(f"/api/sessions/{slow}").json()["thinking"]
    quick = server.begin(PERSON, agent("heuristic"), seed=2)
    chance, waits, moves = random.Random(1), [], 0
    start = time.monotonic()
    while time.monotonic() - start < 4:
        table = server.turn(quick)
        if table["over"]:
            break
        before = time.monotonic()
        server.move(quick, table, chance)
        waits.append(time.monotonic() - before)
        moves += 1
    assert moves > 15
    assert sorted(waits)[len(waits) // 2] < 0.25, waits  # a thought takes ten times that
    server.client.delete(f"/api/sessions/{slow}")


def test_hand_is_shown_to_another_person(server: Server):
    """Pass and play: each person's table has the own hand only, and the table of all has none."""
    session = server.begin(PERSON, {"kind": "person", "name": "Ben"}, agent("random"), rules="basic", seed=4)
    chance = random.Random(0)
    seen = 0
    while not (about := server.client.get(f"/api/sessions/{session}").json())["over"] and seen < 6:
        if about["asks"] is None:
            continue
        table = server.turn(session, about["asks"])
        if table["step"] == "draft":
            seen += 1
            for seat in (0, 1, None):
                hands = [player["hand"] for player in server.table(session, seat)["seats"]]
                assert [None not in hand for hand in hands] == [other == seat for other in range(3)]
        server.move(session, table, chance)
    assert seen == 6


def test_hint_is_not_for_this_decision(server: Server):
    session = server.begin(PERSON, agent("heuristic"), seed=11)
    table = server.turn(session)
    for adviser in (None, "heuristic", "greedy", "ismcts:iters=2000", "flatmc:rollouts=2000,win=1"):
        answer = server.client.post(f"/api/sessions/{session}/hint", json={"seat": 0, "agent": adviser})
        found = Hint.model_validate(answer.json(), strict=True)
        assert {a.index for a in found.alternatives} == {action["index"] for action in table["actions"]}
        assert found.favourite == found.alternatives[0].index
        assert found.alternatives[0].behind is not None
    assert server.table(session)["version"] == table["version"]


def test_review_misses_a_decision(server: Server):
    session = server.begin(PERSON, agent("heuristic"), seed=12)
    server.finish(session, 4)
    own = [k for k, m in enumerate(server.client.get(f"/api/sessions/{session}/replay").json()["moves"])
           if m["seat"] == 0 and not m.get("forced")]  # fmt: skip
    for adviser in ("heuristic", "ismcts:iters=2000"):
        found = reviewed(server, session, 0, adviser)
        assert [move.frame for move in found.moves] == own
        assert found.behind_total is not None
        assert found.behind_total > 0
        for move in found.moves:
            assert move.agrees is (move.played.index == move.best.index)
            assert move.played.label in move.sentence
            assert move.best.label in move.sentence


def reviewed(server: Server, game: str, seat: int, adviser: str) -> Review:
    for _ in range(600):
        answer = server.client.get(f"/api/replays/{game}/review", params={"seat": seat, "agent": adviser})
        found = Review.model_validate(answer.json(), strict=True)
        if found.state != "working":
            assert found.state == "done"
            return found
        time.sleep(0.1)
    raise AssertionError("the review took longer than a minute")


def test_frames_are_not_the_game(server: Server):
    session = server.begin(PERSON, agent("heuristic"), agent("greedy"), seed=13)
    server.finish(session, 5)
    recorded = server.client.get(f"/api/sessions/{session}/replay").json()
    text = json.dumps(recorded)
    loaded = ReplayInfo.model_validate(
        server.client.post("/api/replays", content=text, headers={"content-type": "application/json"}).json()
    )
    found = server.client.get(f"/api/replays/{loaded.id}/frames").json()
    Frames.model_validate(found, strict=True)
    assert found["size"] == len(found["frames"]) == len(recorded["moves"]) + 1
    game = Game.from_setup(recorded["setup"], Game.from_json(text, ask_forced=True).config)
    for frame, move in zip(found["frames"], [None, *recorded["moves"]], strict=True):
        if move is not None:
            assert (frame["move"]["seat"], frame["move"]["name"]) == (move["seat"], move["action"])
            game.apply(move["action"])
        seats = frame["table"]["seats"]
        assert [seat["coins"] for seat in seats] == game.record.coins[:3].tolist()
        assert all(None not in seat["hand"] for seat in seats)
    part = server.client.get(f"/api/replays/{loaded.id}/frames", params={"from": 40, "to": 43}).json()["frames"]
    assert part == found["frames"][40:43]
    curve = PointsCurve.model_validate(server.client.get(f"/api/replays/{session}/points").json())
    assert curve.points[-1] == [score["total"] for score in recorded["result"]["scores"]]
    assert len(curve.points) == found["size"]


def test_saved_games_are_not_listed(server: Server):
    session = server.begin(PERSON, agent("random"))
    found = SessionList.model_validate(server.client.get("/api/sessions").json(), strict=True)
    assert session in [one.id for one in found.sessions]
    assert server.client.delete(f"/api/sessions/{session}").status_code == 204
    assert session not in server.client.get("/api/sessions").text
    assert server.client.get(f"/api/sessions/{session}").status_code == 404


def test_game_without_people_does_not_go_on(server: Server):
    session = server.begin(agent("random"), agent("buyer"))
    found: list[tuple[str, Any]] = []
    events(server, session, None, 50, found)
    assert found[-1][1]["over"]
    assert server.table(session, 1)["over"]


def test_interrupted_server_does_not_end(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        session = server.begin(PERSON, agent("ismcts:ms=1500"), agent("ismcts:ms=1500"))
        listener = threading.Thread(target=listen_until_closed, args=(server, session))
        listener.start()
        time.sleep(0.5)
        assert server.stop() in (0, 130, -2)
        listener.join(10)
        assert not listener.is_alive()
        assert "Traceback" not in server.said()


def listen_until_closed(server: Server, session: str) -> None:
    try:
        events(server, session, 0, 20, [])
    except httpx.TransportError:
        return  # the server went while we were listening, as it should
