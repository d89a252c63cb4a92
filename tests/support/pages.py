"""The pages people read, taken apart: fenced blocks with the output printed below them, commands, and links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "hadara_env" / "data" / "README.md",
    *sorted((ROOT / "agents" / "hadara_agents" / "checkpoints").glob("*/README.md")),
]
SHELL = ("bash", "sh", "console")
PROGRAMS = ("hadara", "python", "make", "pip", "ray", "jupyter")

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANY_FENCE = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
_INDENTED = re.compile(rf"^ {{4}}((?:{'|'.join(PROGRAMS)}) .*)$", re.MULTILINE)
_INLINE = re.compile(r"(?<!`)`([^`]+)`(?!`)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, the line it begins at, and the output printed right below it."""

    language: str
    text: str
    line: int
    output: str | None = None
    is_output: bool = False


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix() if page.is_relative_to(ROOT) else page.name


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page in order; a text block that shows an output belongs to the one above it.

    A command that is indented instead of fenced, as in a model card, is a block of its own.
    """
    found = list(FENCE.finditer(page))
    fenced = [
        (this.start(), this[1], this[2], _is_output(page, before, this), _output(page, this, after))
        for before, this, after in zip([None, *found], found, [*found[1:], None], strict=False)
    ]
    indented = [
        (this.start(), "sh", this[1] + "\n", False, None)
        for this in _INDENTED.finditer(page)
        if not any(block.start() < this.start() < block.end() for block in found)
    ]
    for start, language, text, is_output, output in sorted(fenced + indented):
        yield Block(language, text, page.count("\n", 0, start) + 1, output, is_output)


def _is_output(page: str, above: re.Match[str] | None, this: re.Match[str]) -> bool:
    return above is not None and this[1] == "text" and not page[above.end() : this.start()].strip()


def _output(page: str, this: re.Match[str], below: re.Match[str] | None) -> str | None:
    return below[2] if below is not None and _is_output(page, this, below) else None


def commands(block: Block) -> Iterator[tuple[str, str | None]]:
    """Each command of a shell block with the output it must have, None where the page shows none."""
    lines = re.sub(r"\\\n\s*", "", block.text).splitlines()
    if block.language != "console":
        yield from ((line, None) for line in lines if line.strip() and not line.startswith("#"))
        return
    starts = [i for i, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        shown = "\n".join(lines[start + 1 : end])
        yield lines[start][2:], shown + "\n" if shown.strip() else None


def shell_lines(page: str) -> list[str]:
    return [line for block in blocks(page) if block.language in SHELL for line, _ in commands(block)]


def inline_commands(page: str) -> list[str]:
    """Commands within sentences and tables, where words such as FOLDER stand for something."""
    code = (" ".join(text.split()) for text in _INLINE.findall(FENCE.sub("", page)))
    return [text for text in code if text.partition(" ")[0] in PROGRAMS and " " in text]
