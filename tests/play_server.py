"""A real server in a process of its own, and a client that plays on it."""

import contextlib
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parent.parent
PERSON = {"kind": "person", "name": "Ann"}


def agent(spec: str) -> dict[str, str]:
    return {"kind": "agent", "agent": spec}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


class Server:
    """`hadara play` as somebody would start it."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data, self.port = data, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._errors = data.with_suffix(".log").open("w+", encoding="utf-8")
        command = [sys.executable, "-m", "hadara_agents.cli", "play", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(data), *options]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=self._errors, stderr=self._errors)
        self.client = httpx.Client(base_url=self.address, timeout=60)
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + 180  # the first start on a machine compiles
        while time.monotonic() < end:
            assert self.process.poll() is None, self.said()
            with contextlib.suppress(httpx.TransportError):
                if self.client.get("/api/options").status_code == 200:
                    return
            time.sleep(0.1)
        raise AssertionError("the server did not answer in time")

    def said(self) -> str:
        """Everything on its output and error stream."""
        return self.data.with_suffix(".log").read_text(encoding="utf-8")

    def kill(self) -> None:
        """At once, without a chance to save anything."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """As Ctrl+C does; returns the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=20)

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()
        self.client.close()
        self._errors.close()

    def begin(self, *players: dict[str, str], **more: Any) -> str:
        """Start a game; its session id."""
        answer = self.client.post("/api/sessions", json={"players": list(players), **more})
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def table(self, session: str, seat: int | None = 0) -> dict[str, Any]:
        query = {} if seat is None else {"seat": seat}
        answer = self.client.get(f"/api/sessions/{session}/table", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def turn(self, session: str, seat: int = 0) -> dict[str, Any]:
        """Wait until the seat is asked or the game is over."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            table = self.table(session, seat)
            if table["your_turn"] or table["over"]:
                return table
            time.sleep(0.01)
        raise AssertionError(f"seat {seat} was not asked within a minute: {self.said()}")

    def move(self, session: str, table: dict[str, Any], chance: random.Random) -> dict[str, Any]:
        """Play one of the table's actions."""
        action = chance.choice(table["actions"])
        body = {"seat": table["seat"], "action": action["index"], "version": table["version"]}
        answer = self.client.post(f"/api/sessions/{session}/moves", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def finish(self, session: str, seed: int = 0, seat: int = 0) -> dict[str, Any]:
        """Play a person's game to its end; the last table."""
        chance = random.Random(seed)
        table = self.turn(session, seat)
        while not table["over"]:
            self.move(session, table, chance)
            table = self.turn(session, seat)
        return table


@contextlib.contextmanager
def serving(data: Path, *options: str) -> Iterator[Server]:
    server = Server(data, *options)
    try:
        yield server
    finally:
        server.close()
