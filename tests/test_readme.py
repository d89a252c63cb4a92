"""The pages a newcomer reads first: every Python block runs, every `hadara` command works, every link leads somewhere.

Blocks of a page run from top to bottom in one folder, so that a later one may use a file that an earlier one wrote:

- `python`: run by itself; with `>>>` prompts as a doctest. A `text` block right below it is what it must print. A block
  that begins with a comment such as `# bot.py` is a file: it is written, for later commands to use, and not run.
- `bash` and `console`: each `hadara ...` line (in `console` after `$ `) runs and must succeed. In `console`, the lines
  below a command, if any, are what it must print; a line of three dots stands for anything.
"""

import doctest
import io
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from hadara_agents.cli import main
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.observation import OBS

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("howto*.md")),
    *sorted((ROOT / "docs" / "howto").glob("*.md")),
]
NOT_RUN = {"make", "source", "git", "pip"}  # they change the machine or take minutes; `make` is what runs this
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (\w+\.py)\n")
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


@dataclass
class Block:
    """A fenced block: its language, its text, the line it begins at, and the output printed right below it."""

    language: str
    text: str
    line: int
    output: str | None


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page in order; a text block that shows an output belongs to the one above it."""
    found = list(FENCE.finditer(page))
    for this, after in zip(found, [*found[1:], None], strict=True):
        below = after is not None and after[1] == "text" and not page[this.end() : after.start()].strip()
        output = after[2] if below and after is not None else None
        yield Block(this[1], this[2], page.count("\n", 0, this.start()) + 1, output)


def commands(block: Block) -> Iterator[tuple[str, str | None]]:
    """Each command of a shell block with the output it must have, None where the page shows none."""
    lines = block.text.replace("\\\n", " ").splitlines()
    if block.language == "bash":
        yield from ((line, None) for line in lines if line.strip() and not line.startswith("#"))
        return
    starts = [i for i, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        shown = "\n".join(lines[start + 1 : end])
        yield lines[start][2:], shown + "\n" if shown.strip() else None


def matches(expected: str, printed: str) -> bool:
    return doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)


def run_python(block: Block, place: str) -> None:
    if file := FILE.match(block.text):
        Path(file[1]).write_text(block.text, encoding="utf-8")
        return
    if ">>>" in block.text:
        test = doctest.DocTestParser().get_doctest(block.text, {"__name__": "__main__"}, place, None, block.line)
        report = io.StringIO()
        failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.write).failed
        assert failed == 0, f"{place}\n{report.getvalue()}"
        return
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(block.text, place, "exec"), {"__name__": "__main__"})
    assert block.output is None or matches(block.output, printed.getvalue()), f"{place} prints\n{printed.getvalue()}"


def run_command(line: str, expected: str | None, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = shlex.split(line, comments=True)
    if words[0] == "cp":
        assert words[1] == "-r", place
        shutil.copytree(words[2], words[3])
        return
    if words[0] in NOT_RUN:
        return
    assert words[0] == "hadara", f"{place}: this test does not know how to run {words[0]!r}"
    monkeypatch.setattr(sys, "argv", words)
    printed = io.StringIO()
    with redirect_stdout(printed), pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code in (0, None), f"{place}: {line} ends with status {stopped.value.code}"
    assert expected is None or matches(expected, printed.getvalue()), f"{place}: {line} prints\n{printed.getvalue()}"


def run_page(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a page in a folder that looks like the checkout; returns how many commands and programs ran."""
    for entry in ("hadara_env", "agents", "docs", "README.md"):
        (folder / entry).symlink_to(ROOT / entry)
    monkeypatch.chdir(folder)
    ran = 0
    for block in blocks(page.read_text(encoding="utf-8")):
        place = f"{page.name}, line {block.line}"
        if block.language == "python":
            run_python(block, place)
            ran += 1
        elif block.language in ("bash", "console"):
            for line, expected in commands(block):
                run_command(line, expected, place, monkeypatch)
                ran += 1
    return ran


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_shows_something_that_does_not_work(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert run_page(page, tmp_path, monkeypatch) > 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_links_to_a_file_that_is_not_there(page: Path):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    local = [link for link in LINK.findall(text) if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


def test_readme_leaves_out_what_a_newcomer_must_know():
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for words in ("make demo", "make test", "unofficial", "no artwork and no text", "42 purple cards", "reconstructed"):
        assert words in text


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("```python\nprint(1)\n```\n\n```text\n2\n```\n", "prints"),
        ("```python\n>>> 1 + 1\n3\n```\n", "Expected"),
        ("```bash\nhadara nonsense\n```\n", "status 2"),
        ("```console\n$ hadara --version\nhadara-env 9\n```\n", "prints"),
        ("```bash\nrm -rf x\n```\n", "does not know"),
    ],
)
def test_check_lets_a_wrong_page_pass(page: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "page.md"
    path.write_text(page, encoding="utf-8")
    (tmp_path / "run").mkdir()
    with pytest.raises(AssertionError, match=complaint):
        run_page(path, tmp_path / "run", monkeypatch)


def test_check_refuses_a_right_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program = "```python\nprint('a\\nb')\n```\n\n```text\na\n...\n```\n\n"
    page = program + "```console\n$ hadara --version\nhadara-env ...\n```\n"
    path = tmp_path / "page.md"
    path.write_text(page, encoding="utf-8")
    (tmp_path / "run").mkdir()
    assert run_page(path, tmp_path / "run", monkeypatch) == 2


def test_readme_tells_another_size_of_observation_or_action_space():
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"({OBS.size} numbers), [the {NUM_ACTIONS} actions]" in text
