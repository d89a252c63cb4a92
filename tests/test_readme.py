"""Every page that people read keeps its word: programs and commands run, links lead somewhere, names exist.

Pages are README.md, CONTRIBUTING.md, all of docs/ and the cards beside data and models. Blocks of a page run from top
to bottom in one folder, so that a later one may use a file that an earlier one wrote:

- `python`: run by itself; with `>>>` prompts as a doctest. A `text` block right below it is what it must print. A block
  that begins with a comment such as `# bot.py` is a file: it is written, for later commands to use, and not run.
- `sh`, `bash` and `console`: each line (in `console` after `$ `) runs and must succeed. In `console`, the lines below a
  command, if any, are what it must print; a line of three dots stands for anything. tests/support/shell_tables.py lists
  what is shortened, what runs in the slow test only, and what cannot run and is checked instead.
- `json` and `toml` must be readable. Any other block fails.

Commands within sentences may hold placeholders: of them programs, commands, options, files and targets must exist.
"""

import re
import shutil
from pathlib import Path

import pytest

from hadara_env.engine.actions import NUM_ACTIONS
from hadara_env.engine.observation import OBS
from tests.support.named import fault_of
from tests.support.pages import FENCE, LINK, PAGES, ROOT, blocks, inline_commands, name_of, shell_lines
from tests.support.running import fits, run_page, shortened
from tests.support.shell_tables import NOT_RUN, RUN, SHORTENED, SLOW, TYPED


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


SHOWN = [page for page in PAGES if list(blocks(read(page)))]
IN_SHELL = [page for page in PAGES if any(not fits(NOT_RUN, line) for line in shell_lines(read(page)))]
LINES = [line for page in PAGES for line in shell_lines(read(page))]


@pytest.mark.parametrize("page", SHOWN, ids=name_of)
def test_page_shows_something_that_does_not_work(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert run_page(page, tmp_path, monkeypatch) > 0


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize("page", IN_SHELL, ids=name_of)
def test_page_shows_a_command_that_fails_in_a_shell(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert run_page(page, tmp_path, monkeypatch, in_shell=True) > 0


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_page_names_a_command_or_option_that_is_not_there(page: Path):
    faults = {line: fault_of(line) for line in inline_commands(read(page))}
    assert {line: fault for line, fault in faults.items() if fault} == {}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_page_links_to_a_file_that_is_not_there(page: Path):
    local = [link for link in LINK.findall(FENCE.sub("", read(page))) if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


def test_help_shows_an_example_that_is_refused():
    sources = sorted((ROOT / "agents" / "hadara_agents" / "commands").glob("*.py"))
    examples = [line for path in sources for line in re.findall(r"Example: (hadara .*)", read(path))]
    assert len(examples) > 15
    assert {line: fault for line in examples if (fault := fault_of(line))} == {}


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=name_of)
def test_page_links_to_a_heading_that_is_not_there(page: Path):
    """As the pages are shown beside the code; in the site test_docs_site follows the links."""
    for path, heading in re.findall(r"\]\(([\w/.-]+\.md)#([^)]+)\)", read(page)):
        headings = re.findall(r"^#+ (.*)$", FENCE.sub("", read(page.parent / path)), re.MULTILINE)
        assert heading in [re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings]


def test_table_of_commands_has_a_row_that_no_page_needs():
    """A row nobody needs any more could swallow a line that should run."""
    used: set[str] = set()
    for line in LINES:
        now = re.sub(r"\s+# .*$", "", line).strip()
        used |= {row[0] for row in (*NOT_RUN, *RUN, *TYPED) if re.search(row[0], now)}
        for pattern, replacement, _ in SHORTENED:
            used |= {pattern} if re.search(pattern, now) else set()
            now = re.sub(pattern, replacement, now)
        used |= {row[0] for row in SLOW if re.search(row[0], now)}
    assert [row[0] for row in (*SHORTENED, *SLOW, *NOT_RUN, *RUN, *TYPED) if row[0] not in used] == []


def test_shortened_line_is_still_long():
    ready = [shortened(line) for line in LINES if not fits(NOT_RUN, line)]
    assert [line for line in ready if re.search(r"minutes [1-9]|10\.0\.0|s3:|iters=\d{3}.*--sets \d\d", line)] == []


def test_readme_leaves_out_what_a_newcomer_must_know():
    text = " ".join(read(ROOT / "README.md").split())
    for words in ("make demo", "make test", "unofficial", "no artwork and no text", "42 purple cards", "reconstructed"):
        assert words in text


def test_readme_is_no_longer_short():
    """Tables and pictures aside: what does not fit belongs to a page of docs/."""
    text = re.sub(r"<!-- (\w+), by .*?<!-- end of \1 -->", "", read(ROOT / "README.md"), flags=re.DOTALL)
    assert len(text.splitlines()) < 180


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("```python\nprint(1)\n```\n\n```text\n2\n```\n", "prints"),
        ("```python\n>>> 1 + 1\n3\n```\n", "Expected"),
        ("```bash\nhadara nonsense\n```\n", "no command 'nonsense'"),
        ("```sh\nhadara arena --agent random\n```\n", "no option --agent"),
        ("```sh\nhadara arena --agents nobody,random --out x\n```\n", "status 2"),
        ("```sh\nhadara arena --agents ismcts,random --out x\n```\n", "either iters or ms"),
        ("```console\n$ hadara --version\nhadara-env 9\n```\n", "prints"),
        ("```bash\nrm -rf x\n```\n", "does not know"),
        ("```sh\nhadara agents && rm x\n```\n", "does not know"),
        ("```sh\nmake nothing\n```\n", "no target nothing"),
        ("```sh\npip install -e '.[nothing]'\n```\n", "no nothing"),
        ("```sh\npip install hadara-env\n```\n", "not the checkout"),
        ("```sh\nray start --nothing\n```\n", "no option --nothing"),
        ("```sh\npython experiments/nothing.py\n```\n", "no experiments/nothing.py"),
        ("```sh\npython experiments/train_ppo.py --hours 2\n```\n", "no option --hours"),
        ("```sh\npython experiments/train_ppo.py --resume nowhere\n```\n", "status 1"),
        ("```sh\nsource venv/activate\n```\n", "sets up no"),
        ("    hadara nonsense\n", "no command 'nonsense'"),
        ("```text\nalone\n```\n", "nothing here checks"),
        ("```\nhadara agents\n```\n", "nothing here checks"),
        ("```rust\nmain()\n```\n", "nothing here checks"),
        ("- item\n\n  ```sh\n  hadara nonsense\n  ```\n", "not seen"),
    ],
)
def test_check_lets_a_wrong_page_pass(page: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "page.md"
    path.write_text(page, encoding="utf-8")
    (tmp_path / "run").mkdir()
    with pytest.raises(AssertionError, match=complaint):
        run_page(path, tmp_path / "run", monkeypatch)


@pytest.mark.parametrize("language", ["json", "toml"])
def test_check_lets_a_file_pass_that_cannot_be_read(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "page.md"
    path.write_text(f"```{language}\na = [1,\n```\n", encoding="utf-8")
    (tmp_path / "run").mkdir()
    with pytest.raises(ValueError, match=r"line 1|value"):
        run_page(path, tmp_path / "run", monkeypatch)


def test_check_refuses_a_right_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program = "```python\nprint('a\\nb')\n```\n\n```text\na\n...\n```\n\n"
    page = program + '```console\n$ hadara --version  # ours\nhadara-env ...\n```\n\n```json\n{"a": 1}\n```\n'
    path = tmp_path / "page.md"
    path.write_text(page, encoding="utf-8")
    (tmp_path / "run").mkdir()
    assert run_page(path, tmp_path / "run", monkeypatch) == 4


def test_readme_tells_another_size_of_observation_or_action_space():
    text = " ".join(read(ROOT / "README.md").split())
    assert f"({OBS.size} numbers), [the {NUM_ACTIONS} actions]" in text
