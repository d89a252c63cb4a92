"""The rules for the page: rules.md, a copy of docs/rules.md that travels with the package, as chapters and clauses."""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

_FILE: Final = Path(__file__).with_name("rules.md")
_CHAPTER = re.compile(r"## ([A-Z])\. (.+)")
_CLAUSE = re.compile(r"- \*\*([A-Z]\d+)\*\* (.+)")

# What somebody wants to read up who has to decide this.
_BY_STEP: Final = {
    "side": ("S7", "S10", "S11"),
    "wheel": ("E1", "E2", "S3"),
    "draft": ("A1", "A2", "A3", "A4", "P1", "P2", "P3"),
    "token": ("X2", "S8"),
    "colony": ("C1", "C2", "C3", "C4", "C5", "C6"),
    "bust": ("U1", "U2", "U3"),
    "take": ("B1", "B2", "B3", "P1", "P2", "P3"),
    "feed": ("F1", "F2", "F3", "F4"),
    "seal": ("M1", "M2", "M3", "Z3", "Z4"),
    "over": ("Z1", "Z2", "Z3", "Z4", "Z5", "Z6", "Z7"),
}


@cache
def rules() -> dict[str, Any]:
    """Chapters with their clauses, and the clauses that matter in each step."""
    chapters: list[dict[str, Any]] = []
    for block in _blocks(_FILE.read_text(encoding="utf-8")):
        if found := _CHAPTER.fullmatch(block):
            chapters.append({"letter": found[1], "title": found[2], "clauses": []})
        elif (found := _CLAUSE.fullmatch(block)) and chapters:
            chapters[-1]["clauses"].append({"id": found[1], "text": found[2]})
    return {"chapters": chapters, "by_step": {step: list(clauses) for step, clauses in _BY_STEP.items()}}


def _blocks(text: str) -> list[str]:
    """Headings, list items and paragraphs, each on one line."""
    blocks: list[str] = []
    fresh = True
    for line in text.splitlines():
        if line.startswith(("#", "- ")) or (fresh and line.strip()):
            blocks.append(line.strip())
        elif line.strip():
            blocks[-1] += " " + line.strip()
        fresh = not line.strip() or line.startswith("#")
    return blocks
