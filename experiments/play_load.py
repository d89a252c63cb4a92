"""Many people at once: scripted clients play over HTTP on this machine, one move a second each.

    python -m experiments.play_load --games 50 --seconds 300

Every client keeps a game of three going against two agents without search, listens to its stream as a page does, and
begins another when it ends. Written down: how long a move's request took, what went wrong, and the server's memory.
"""

import asyncio
import json
import os
import platform
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer

from hadara_env.files import write_atomically
from tests.play_server import Server, serving

OUT = Path(__file__).parent / "results" / "play_load.json"
PLAYERS = [{"kind": "person"}, {"kind": "agent", "agent": "heuristic"}, {"kind": "agent", "agent": "greedy"}]
WARM = 0.25  # part of the time after which memory is first looked at: by then the tables are full


@dataclass
class Load:
    """What the clients met."""

    waits: list[float] = field(default_factory=list)  # seconds, one for each move
    errors: list[str] = field(default_factory=list)
    begun: int = 0
    finished: int = 0
    memory: list[tuple[float, float]] = field(default_factory=list)  # seconds, MB


async def client(address: str, number: int, seconds: float, pause: float, load: Load) -> None:
    """One person's games until the time is up."""
    end = time.monotonic() + seconds
    chance = random.Random(number)
    await asyncio.sleep(pause * chance.random())  # people do not click together
    async with httpx.AsyncClient(base_url=address, timeout=30) as http:
        while time.monotonic() < end:
            answer = await http.post("/api/sessions", json={"players": PLAYERS})
            if answer.status_code != 201:
                load.errors.append(f"a game cannot be begun: {answer.status_code} {answer.text}")
                return
            load.begun += 1
            await play(http, answer.json()["id"], end, pause, chance, load)


async def play(
    http: httpx.AsyncClient, session: str, end: float, pause: float, chance: random.Random, load: Load
) -> None:
    """Listen to the stream and answer whenever it is the person's turn."""
    next_move = time.monotonic() + pause
    async with http.stream("GET", f"/api/sessions/{session}/stream", params={"seat": 0}) as stream:
        event, version = "", ""
        async for line in stream.aiter_lines():
            if line.startswith("event: "):
                event = line.removeprefix("event: ")
            if not line.startswith("data: ") or event != "table":
                continue
            if time.monotonic() > end:
                return
            if '"your_turn": true' not in line and '"over": true' not in line:
                continue  # on a machine of two cores, a client should not spend what it measures
            table = json.loads(line.removeprefix("data: "))
            if table["over"]:
                load.finished += 1
                return
            if table["your_turn"] and table["version"] != version:
                version = table["version"]
                await asyncio.sleep(max(0.0, next_move - time.monotonic()))
                next_move = time.monotonic() + pause
                await move(http, session, table, chance, load)


async def move(http: httpx.AsyncClient, session: str, table: dict[str, Any], chance: random.Random, load: Load) -> None:
    action = chance.choice(table["actions"])["index"]
    body = {"seat": 0, "action": action, "version": table["version"], "log_from": table["log_size"]}
    start = time.perf_counter()
    answer = await http.post(f"/api/sessions/{session}/moves", json=body)
    load.waits.append(time.perf_counter() - start)
    if answer.status_code != 200:
        load.errors.append(f"a move was refused: {answer.status_code} {answer.text}")


def resident(process: int) -> float:
    """Memory a process really uses, in MB; 0 where the system does not tell."""
    status = Path(f"/proc/{process}/statm")
    return int(status.read_text(encoding="utf-8").split()[1]) * 4096 / 2**20 if status.exists() else 0.0


async def watch_memory(server: Server, seconds: float, load: Load) -> None:
    start = time.monotonic()
    while (passed := time.monotonic() - start) < seconds:
        load.memory.append((passed, resident(server.process.pid)))
        await asyncio.sleep(min(5.0, seconds / 20))


def measure(games: int, seconds: float, pause: float = 1.0) -> dict[str, Any]:
    """Play, and sum up."""
    load = Load()

    async def everybody(server: Server) -> None:
        clients = [client(server.address, number, seconds, pause, load) for number in range(games)]
        await asyncio.gather(watch_memory(server, seconds, load), *clients)

    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", "--max-sessions", str(games + 10)) as server,
    ):
        asyncio.run(everybody(server))
        said = server.said()
    if "Traceback" in said:
        load.errors.append("the server wrote a traceback")
    return summary(load, games, seconds, pause)


def summary(load: Load, games: int, seconds: float, pause: float) -> dict[str, Any]:
    waits = sorted(load.waits)
    warm = [mb for passed, mb in load.memory if passed >= WARM * seconds]
    milliseconds = {
        name: round(1000 * waits[min(len(waits) - 1, int(part * len(waits)))], 1)
        for name, part in (("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999), ("worst", 1.0))
    }
    return {
        "games_at_once": games,
        "seconds": seconds,
        "pause": pause,
        "games_begun": load.begun,
        "games_finished": load.finished,
        "moves": len(waits),
        "moves_per_second": round(len(waits) / seconds, 1),
        "move_milliseconds": milliseconds,
        "errors": len(load.errors),
        "first_errors": load.errors[:5],
        "memory_mb": {"warm": round(warm[0], 1), "most": round(max(warm), 1), "end": round(warm[-1], 1)},
        "machine": {"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1), "python": platform.python_version()},
    }


def main(
    games: Annotated[int, typer.Option(help="Games at once.")] = 50,
    seconds: Annotated[float, typer.Option(help="How long to play.")] = 300.0,
    out: Annotated[Path, typer.Option(help="Where the figures go.")] = OUT,
) -> None:
    """Measure how the server of `hadara play` bears many games at once."""
    found = measure(games, seconds)
    write_atomically(out, json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    typer.run(main)
