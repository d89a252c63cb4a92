"""Run what pages show: quickly, in this process, and slowly, line by line in a real shell."""

import contextlib
import doctest
import io
import json
import os
import re
import runpy
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Iterable
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from hadara_agents.cli import main
from tests.play_server import free_port
from tests.support.named import fault_of
from tests.support.pages import ANY_FENCE, FENCE, ROOT, SHELL, Block, blocks, commands, name_of
from tests.support.shell_tables import NOT_RUN, RUN, SHORTENED, SLOW, TYPED

SERVER = SLOW[0][0]
OPERATORS = {"&", "&&", "|", "||", ";", ">", ">>", "<"}  # a line is one command, and all of it is looked at
INTERRUPTED = 130  # what `hadara` says after Ctrl+C
FILE = re.compile(r"# (\w+\.py)\n")
LINKED = ("hadara_env", "agents", "docs", "experiments", "README.md", "constraints.txt", "pyproject.toml", "Makefile")


def fits(table: Iterable[tuple[str, ...]], line: str) -> bool:
    return any(re.search(row[0], line) for row in table)


def shortened(line: str) -> str:
    for pattern, replacement, _ in SHORTENED:
        line = re.sub(pattern, replacement, line)
    return line


def matches(expected: str, printed: str) -> bool:
    return doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)


def check_block(block: Block, place: str) -> None:
    """What is neither a program nor a command: it can be read, or it is the output of the block above."""
    if block.language == "json":
        json.loads(block.text)
    elif block.language == "toml":
        tomllib.loads(block.text)
    else:
        assert block.is_output, f"{place}: a block in {block.language or 'no language'} that nothing here checks"


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


def checked(line: str, place: str) -> str | None:
    """The line as it is to be run, None if it is one of those that are not; all it names must exist."""
    line = re.sub(r"\s+# .*$", "", line).strip()
    fault = fault_of(line)
    assert fault is None, f"{place}: {line}: {fault}"
    if fits(NOT_RUN, line):
        return None
    known = fits(RUN, line) and not OPERATORS & set(shlex.shlex(line, punctuation_chars=True))
    assert known, f"{place}: this test does not know how to run {line!r}"
    return shortened(line)


def run_here(line: str, expected: str | None, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, which has loaded most of what a command would load anew."""
    words = shlex.split(line)
    if words[0] == "cp":
        shutil.copytree(words[2], words[3])
        return
    printed, status = io.StringIO(), None
    with monkeypatch.context() as patch, redirect_stdout(printed):
        patch.setattr(sys, "argv", words if words[0] == "hadara" else words[1:])
        patch.setattr(sys, "path", [*sys.path])
        patch.setattr(sys, "stdin", io.StringIO(_typed(line)))
        try:
            main() if words[0] == "hadara" else runpy.run_path(words[1], run_name="__main__")
        except SystemExit as stopped:
            status = stopped.code
    assert status in (0, None), f"{place}: {line} ends with status {status}\n{printed.getvalue()}"
    assert expected is None or matches(expected, printed.getvalue()), f"{place}: {line} prints\n{printed.getvalue()}"


def run_in_shell(line: str, expected: str | None, place: str, folder: Path) -> None:
    """As somebody types it, with the environment's programs on the path."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": programs, "HADARA_NOTEBOOK_BUDGET": "0.01"}
    if fits([(SERVER,)], line):
        port = free_port()
        _serve(line.replace("PORT", str(port)), port, folder, environment)
        return
    words = ["bash", "-c", line]
    done = subprocess.run(
        words, input=_typed(line), cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{place}: {line} ends with status {done.returncode}\n{done.stdout}{done.stderr}"
    assert expected is None or matches(expected, done.stdout), f"{place}: {line} prints\n{done.stdout}"


def _serve(line: str, port: int, folder: Path, environment: dict[str, str]) -> None:
    """Start it, wait for its page, stop it as Ctrl+C does."""
    with subprocess.Popen(["bash", "-c", f"exec {line}"], cwd=folder, env=environment) as server:
        try:
            end = time.monotonic() + 180  # the first start on a machine compiles
            while not _answers(port):
                assert server.poll() is None, f"{line} ends with status {server.returncode}"
                assert time.monotonic() < end, f"{line} does not answer"
                time.sleep(0.2)
            server.send_signal(signal.SIGINT)
            assert server.wait(60) == INTERRUPTED, f"{line} ends with status {server.returncode}"
        finally:
            server.kill()


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as answer:
        return b"<html" in answer.read()
    return False


def _typed(line: str) -> str:
    return "".join(text for pattern, text in TYPED if re.search(pattern, line))


def prepare(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that looks like the checkout, where what is written harms nobody."""
    for entry in LINKED:
        (folder / entry).symlink_to(ROOT / entry)
    shutil.copytree(ROOT / "notebooks", folder / "notebooks")
    monkeypatch.setenv("HADARA_DATA_DIR", str(folder / "data"))
    monkeypatch.chdir(folder)


def run_page(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, *, in_shell: bool = False) -> int:
    """Run a page from top to bottom; returns how many blocks and commands were run or checked.

    Here Python runs too, and what is slow is only checked; in a shell Python only writes files, and every command runs.
    """
    prepare(folder, monkeypatch)
    text = page.read_text(encoding="utf-8")
    assert len(ANY_FENCE.findall(text)) == 2 * len(FENCE.findall(text)), f"{name_of(page)}: a fence that is not seen"
    done = 0
    for block in blocks(text):
        place = f"{name_of(page)}, line {block.line}"
        if block.language == "python":
            if not in_shell or FILE.match(block.text):
                run_python(block, place)
            done += 1
        elif block.language in SHELL:
            for line, expected in commands(block):
                ready = checked(line, place)
                if ready and in_shell:
                    run_in_shell(ready, expected, place, folder)
                elif ready and not fits(SLOW, ready):
                    run_here(ready, expected, place, monkeypatch)
                done += 1
        else:
            check_block(block, place)
            done += 1
    return done
