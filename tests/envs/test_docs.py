"""The pages about observations and actions say what the code does."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hadara_env.cards import load
from hadara_env.docs_tables import PAGES, main
from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.observation import OBS, SEAT_NAMES
from hadara_env.names import name_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", PAGES)
def test_page_and_code_disagree(name: str):
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == PAGES[name](), "run python -m hadara_env.docs_tables"


def rows(page: str) -> list[list[str]]:
    lines = [line.strip("|") for line in page.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.split(" | ")] for line in lines]


def test_observation_page_leaves_out_or_misplaces_a_number():
    """Read back from the page: the pieces in order cover every index once, blocks by what they are made of."""
    page = PAGES["observation.md"]()
    placed = [(int(row[0]), int(row[1]), row[2].strip("`")) for row in rows(page) if len(row) == 5 and row[0].isdigit()]
    covered = [index for first, last, _ in placed for index in range(first, last + 1)]
    assert covered == list(range(OBS.size))
    for first, last, name in placed:
        assert OBS.slice(name) == slice(first, last + 1)
    sections = dict(re.findall(r"^## (`.*)$\n((?:(?!^## ).*\n?)*)", page, re.MULTILINE))
    assert any(set(SEAT_NAMES) == set(re.findall(r"`(\w+)`", heading)) for heading in sections)
    for heading, text in sections.items():
        for block in re.findall(r"`([\w.]+)`", heading):
            for offset, part, size, _ in (row for row in rows(text) if row[0].isdigit()):
                start = OBS.slice(block).start + int(offset)
                assert OBS.slice(f"{block}.{part.strip('`')}") == slice(start, start + int(size))


def test_action_page_gives_an_index_another_name():
    page = PAGES["actions.md"]()
    listed = {int(row[0]): row[1].strip("`") for row in rows(page) if len(row) == 2 and row[0].isdigit()}
    assert list(listed) == list(range(NUM_ACTIONS))
    blank = np.zeros(1, np.dtype([("hand", "u1", (5, 2))]))
    for index, name in listed.items():
        if not name.startswith("draft"):
            assert name == name_of(blank[0], index, load(), 0)
    assert [listed[index] for index in range(7, 11)] == [
        "draft:buy:low", "draft:sell:low", "draft:buy:high", "draft:sell:high",
    ]  # fmt: skip


def test_guide_gives_wrong_sizes():
    for page, words in (
        (ROOT / "README.md", f"({OBS.size} numbers)"),
        (ROOT / "docs" / "howto" / "environments.md", f"the {OBS.size} numbers of"),
        (ROOT / "docs" / "howto" / "environments.md", f"the {NUM_ACTIONS} indices of"),
    ):
        assert words in page.read_text(encoding="utf-8")


def test_command_writes_other_pages_or_fails_without_a_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    main([str(tmp_path)])
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {
        name: page() for name, page in PAGES.items()
    }
    with pytest.raises(SystemExit):
        main([str(tmp_path / "nowhere")])
    assert "there is no folder" in capsys.readouterr().err
    done = subprocess.run([sys.executable, "-m", "hadara_env.docs_tables", "--help"], capture_output=True, check=False)
    assert done.returncode == 0
