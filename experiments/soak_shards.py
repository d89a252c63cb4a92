"""What a soak plays: a cycle of card sets, numbers of players, rule sets and styles, in shards of one full cycle."""

import hashlib
import itertools
import json
import multiprocessing
import os
import re
import signal
import threading
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from hadara_env.engine.random import game_seed
from hadara_env.files import write_atomically
from tests.differential import Difference, Match, Table, tokens_used_up
from tests.differential_coverage import Watch
from tests.differential_styles import STYLES
from tests.edited_cards import EDITS

ROOT = Path(__file__).resolve().parent.parent
HEAD_START = "tokens with a head start"

COMBINATIONS = list(itertools.product((2, 3, 4, 5), ("basic", "full"), STYLES))
CARD_SETS = [name for edited in (*EDITS, HEAD_START) for name in ("shipped", edited)]
SHARD = len(COMBINATIONS) * len(CARD_SETS)  # a full shard has every combination once with every entry of CARD_SETS
LISTED = 20  # differences a shard describes, and games it writes down; all are counted


@cache
def table(name: str) -> Table:
    """The tables of a process, each made once."""
    return Table("tokens", tokens_used_up) if name == HEAD_START else Table(name)


def game(seed: int, number: int) -> tuple[str, Match]:
    """Card set and match of a game of the cycle."""
    players, rules, style = COMBINATIONS[number % len(COMBINATIONS)]
    cards = CARD_SETS[number // len(COMBINATIONS) % len(CARD_SETS)]
    return cards, Match(players, rules, int(game_seed(seed, number)), style)


def play_shard(seed: int, first: int, last: int, replays: Path) -> dict[str, Any]:
    """Play the games from `first` up to, not including, `last`; returns what `add` adds up."""
    watch, counts, listed = Watch(), Counter[str](), []
    for number in range(first, last):
        cards, match = game(seed, number)
        try:
            counts["decisions"] += table(cards).play(match, watch)
        except Difference as error:
            counts["differences"] += 1
            if len(listed) < LISTED:
                name = f"game-{number}.json"
                write_atomically(replays / name, json.dumps(error.replay) + "\n")
                listed.append({"game": number, "cards": cards, **match._asdict(), "what": str(error), "replay": name})
        counts["games"] += 1
        for key, value in (
            ("players", match.players),
            ("rules", match.rules),
            ("style", match.style),
            ("cards", cards),
        ):
            counts[f"by {key}: {value}"] += 1
    return {"sources": SOURCES, "counts": counts, "coverage": watch.counts, "listed": listed}


def end_with_parent() -> None:
    """Workers leave interruptions to the main process, and go when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()


def rules_files() -> list[Path]:
    """The engine's files that decide how a game goes: five of them and what they import, but not what compiles them."""
    engine, found = ROOT / "hadara_env" / "engine", set[Path]()
    waiting = [engine / f"{name}.py" for name in ("flow", "legal", "scoring", "setup", "tables")]
    while waiting:
        path = waiting.pop()
        if path not in found and path.name != "jit.py":
            found.add(path)
            names = re.findall(
                r"^from hadara_env\.engine\.(\S+) import", path.read_text(encoding="utf-8"), re.MULTILINE
            )
            waiting += [engine.joinpath(*name.split(".")).with_suffix(".py") for name in names]
    return sorted(found)


def sources_hash(files: list[Path]) -> str:
    """Names sources as they are now."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


# Taken as soon as the sources are imported: a file changed later is not what this process plays with.
SOURCES = {
    "rules": sources_hash(rules_files()),
    "reference": sources_hash(sorted((ROOT / "tests" / "reference").rglob("*.py"))),
}
