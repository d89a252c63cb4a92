"""Whatever is sent to the server: a clear refusal, nothing given away, no game harmed."""

import asyncio
import json
import random
import socket
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from hadara_agents.play.guard import POLICY, Guard
from hadara_agents.play.settings import Settings
from tests.play_server import PERSON, ROOT, Server, agent, serving

JSON = {"content-type": "application/json"}
AGENTS = ",".join(f"tests.play_agents:{name}" for name in ("Failing", "Cheating", "Busy"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("secure") / "data", "--agents", AGENTS) as found:
        yield found


@pytest.fixture(scope="module")
def session(server: Server) -> str:
    found = server.begin({"kind": "person", "name": "<script>alert(1)</script>"}, agent("heuristic"), PERSON, seed=3)
    server.turn(found)
    return found


def refusal(answer: httpx.Response, status: int | tuple[int, ...]) -> str:
    """The sentence of a refusal, checked for everything it must not hold."""
    assert answer.status_code in ((status,) if isinstance(status, int) else status), answer.text
    assert list(answer.json()) == ["error"]
    sentence = answer.json()["error"]
    assert sentence.endswith("."), sentence
    assert "\n" not in sentence
    for leak in ("Traceback", str(ROOT), "site-packages", ".py", "/home", "/tmp", "pydantic"):
        assert leak not in answer.text
    assert_guarded(answer)
    return sentence


def assert_guarded(answer: httpx.Response) -> None:
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "server" not in answer.headers


BAD_MOVES: list[tuple[Any, int | tuple[int, ...]]] = [
    ({"seat": 0, "action": 9999}, 422),
    ({"seat": 0, "action": -1}, 422),
    ({"seat": 0, "action": 235}, 422),
    ({"seat": 0, "action": "draft:buy:9Z99"}, 422),
    ({"seat": 0, "action": "../../etc/passwd"}, 422),
    ({"seat": 0, "action": True}, 422),
    ({"seat": 0, "action": 1.5}, 422),
    ({"seat": 0, "action": None}, 422),
    ({"seat": 0, "action": [0]}, 422),
    ({"seat": 0, "action": 10**30}, 422),
    ({"seat": 0, "action": "x" * 5000}, 422),
    ({"seat": 0}, 422),
    ({"seat": 0, "action": 0, "more": 1}, 422),
    ({"seat": 1, "action": 0}, 403),
    ({"seat": 2, "action": 0}, 409),
    ({"seat": 7, "action": 0}, 422),
    ({"seat": -1, "action": 0}, 422),
    ({"seat": "0", "action": 0}, 422),
    ({"seat": 0, "action": 0, "version": "0123456789abcdef"}, 409),
    ([], 422),
    ("move", 422),
    (None, 422),
    (7, 422),
]


@pytest.mark.parametrize(("body", "status"), BAD_MOVES, ids=lambda part: str(part)[:40])
def test_bad_move_is_played_or_gives_something_away(server: Server, session: str, body: Any, status: Any):
    before = server.table(session)
    assert before["your_turn"]
    refusal(server.client.post(f"/api/sessions/{session}/moves", json=body), status)
    assert server.table(session) == before


@pytest.mark.parametrize("text", ["", "{", "{'seat': 0}", "\x00", "[" * 50_000, '{"seat": NaN, "action": 1}', "é" * 9])
def test_broken_json_is_not_refused(server: Server, session: str, text: str):
    before = server.table(session)
    for path in (f"/api/sessions/{session}/moves", "/api/sessions", f"/api/sessions/{session}/hint"):
        refusal(server.client.post(path, content=text, headers=JSON), (400, 422))
    refusal(server.client.post("/api/replays", content=text, headers=JSON), 422)
    assert server.table(session) == before


def test_json_that_is_not_text_is_not_refused(server: Server):
    refusal(server.client.post("/api/sessions", content=b"\xff\xfe{}", headers=JSON), (400, 422))


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": []},
        {"players": [PERSON]},
        {"players": [PERSON] * 6},
        {"players": [PERSON, {"kind": "ghost"}]},
        {"players": [PERSON, agent("nobody")]},
        {"players": [PERSON, agent("exec:touch hacked")]},
        {"players": [PERSON, agent("os:getcwd")]},
        {"players": [PERSON, agent("tests.play_agents:Failing:x=1")]},
        {"players": [PERSON, agent("ppo:/etc")]},
        {"players": [PERSON, agent("ismcts:ms=100000")]},
        {"players": [PERSON, {"kind": "person", "name": "x" * 41}]},
        {"players": [PERSON, {"kind": "person", "agent": "random"}]},
        {"players": [PERSON, PERSON], "rules": "house"},
        {"players": [PERSON, PERSON], "seed": -1},
        {"players": [PERSON, PERSON], "seed": 2**53},
        {"players": [PERSON, PERSON], "seed": "7"},
        {"players": [PERSON, PERSON], "cards": "/etc"},
    ],
    ids=lambda part: json.dumps(part)[:60],
)
def test_bad_game_is_begun(server: Server, wrong: dict[str, Any]):
    games = len(server.client.get("/api/sessions").json()["sessions"])
    refusal(server.client.post("/api/sessions", json=wrong), 422)
    assert len(server.client.get("/api/sessions").json()["sessions"]) == games
    assert not (ROOT / "hacked").exists()


@pytest.mark.parametrize(
    "foreign", ["0" * 20, "f" * 32, "x", "..", "%2e%2e%2fetc%2fpasswd", "a" * 5000, "%00", "..%5c..", "null", "*"]
)
def test_foreign_id_is_answered(server: Server, foreign: str):
    for path in (
        f"/api/sessions/{foreign}/table?seat=0",
        f"/api/sessions/{foreign}/stream?seat=0",
        f"/api/sessions/{foreign}/replay",
        f"/api/replays/{foreign}/frames",
        f"/api/replays/{foreign}/review?seat=0",
    ):
        refusal(server.client.get(path), 404)
    refusal(server.client.post(f"/api/sessions/{foreign}/moves", json={"seat": 0, "action": 0}), 404)


def test_agents_hand_or_unfinished_replay_is_shown(server: Server, session: str):
    refusal(server.client.get(f"/api/sessions/{session}/table", params={"seat": 1}), 403)
    refusal(server.client.get(f"/api/sessions/{session}/stream", params={"seat": 1}), 403)
    for path in ("sessions/{}/replay", "replays/{}/frames", "replays/{}/file", "replays/{}/points", "replays/{}"):
        refusal(server.client.get(f"/api/{path.format(session)}"), 409)
    refusal(server.client.get(f"/api/replays/{session}/review", params={"seat": 0}), 409)
    refusal(server.client.post(f"/api/sessions/{session}/hint", json={"seat": 2}), 409)
    refusal(server.client.get(f"/api/sessions/{session}/table", params={"seat": 4}), 422)


def test_large_body_is_read(server: Server, session: str):
    for path, limit in ((f"/api/sessions/{session}/moves", 65_536), ("/api/replays", 4_194_304)):
        assert str(limit) in refusal(server.client.post(path, content=b" " * (limit + 1), headers=JSON), 413)


def test_large_body_in_pieces_is_read(server: Server, session: str):
    """Without a length to look at, the bytes are counted as they come."""
    head = f"POST /api/sessions/{session}/moves HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    head += "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    piece = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(head.encode())
        answer = b""
        for _ in range(20):
            try:
                line.sendall(piece)
            except OSError:
                break  # it has heard enough
        answer = line.recv(4096)
    assert b" 413 " in answer.partition(b"\r\n")[0]
    assert server.table(session)["your_turn"]


def test_page_of_another_site_can_play(server: Server, session: str):
    path, body = f"/api/sessions/{session}/moves", json.dumps({"seat": 0, "action": 0})
    before = server.table(session)
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        refusal(server.client.post(path, content=body, headers={**JSON, **headers}), 403)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        refusal(server.client.post(path, content=body, headers={"content-type": kind}), 415)
    refusal(server.client.get("/api/options", headers={"host": "evil.example"}), 421)
    assert server.client.get("/api/options", headers={"host": f"localhost:{server.port}"}).status_code == 200
    assert "access-control-allow-origin" not in server.client.get("/api/options").headers
    assert server.table(session) == before


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/api/nothing",
        "/static/nothing.js",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e%2f%2e%2e%2fregistry.py",
        "/static//etc/passwd",
        "/docs",
        "/redoc",
        "/openapi.json",
    ],
)
def test_file_outside_of_the_page_is_served(server: Server, path: str):
    refusal(server.client.get(path), (404, 405))


def test_answer_goes_without_its_headers(server: Server, session: str):
    for path in ("/", "/api/box", "/api/rules", "/api", "/api/openapi.json", f"/api/sessions/{session}"):
        answer = server.client.get(path)
        assert answer.status_code == 200, path
        assert_guarded(answer)
    assert server.client.get("/api/box").headers["cache-control"] == "no-store"
    refusal(server.client.put("/api/options"), 405)


def test_name_is_sent_as_anything_but_data(server: Server, session: str):
    """Names go out as they came in, inside JSON that no browser takes for a page; the page shows them as text."""
    answer = server.client.get(f"/api/sessions/{session}")
    assert answer.json()["players"][0]["name"] == "<script>alert(1)</script>"
    assert answer.headers["content-type"] == "application/json"
    assert "<script" not in server.client.get("/api").text


def test_name_turns_the_page_around(server: Server):
    """Control characters and marks that change the direction of writing are left out of names."""
    session = server.begin({"kind": "person", "name": " A\u202en\x00n \n B "}, agent("random"))
    names = [player["name"] for player in server.client.get(f"/api/sessions/{session}").json()["players"]]
    assert names == ["Ann B", "Random"]


def test_ids_are_told_to_other_machines():
    assert Settings().lists_sessions
    assert not Settings(host="0.0.0.0").lists_sessions


@pytest.mark.parametrize("kind", ["Failing", "Cheating"])
def test_failing_agent_takes_its_game_along(server: Server, kind: str):
    spec = f"tests.play_agents:{kind}"
    session = server.begin(PERSON, agent(spec), rules="basic", seed=1)
    chance, problem = random.Random(1), None
    for _ in range(200):
        about = server.client.get(f"/api/sessions/{session}").json()
        problem = about["problem"]
        if problem:
            break
        if about["asks"] is not None:
            server.move(session, server.table(session), chance)
        time.sleep(0.01)
    assert problem == f"The agent {kind.lower()} at seat 1 could not decide; the game waits."
    before = server.table(session)
    assert server.client.post(f"/api/sessions/{session}/resume").status_code == 204
    if kind == "Failing":  # a fresh agent plays on
        assert server.turn(session)["log_size"] > before["log_size"]


def test_agent_that_never_lets_go_stops_the_server(server: Server):
    """An agent in plain Python shares the interpreter; requests still come through."""
    session = server.begin(*[agent("tests.play_agents:Busy")] * 3, seed=1)
    waits = []
    for _ in range(20):
        start = time.monotonic()
        assert server.client.get(f"/api/sessions/{session}").status_code == 200
        waits.append(time.monotonic() - start)
    server.client.delete(f"/api/sessions/{session}")
    assert sorted(waits)[10] < 0.5


def test_fault_in_the_server_is_shown_to_the_world():
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError("/home/secret/file.py, line 3")

    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    scope = {"type": "http", "method": "GET", "path": "/api/box", "headers": [(b"host", b"127.0.0.1:1")]}
    asyncio.run(Guard(broken, Settings())(scope, receive, send))
    assert sent[0]["status"] == 500
    assert json.loads(sent[1]["body"]) == {"error": "Something went wrong on the server; your game is as it was."}
