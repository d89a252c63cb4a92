"""The notebooks: each runs from top to bottom, is kept without outputs, and tells nothing of the machine it came from.

They run in folders of their own with HADARA_NOTEBOOK_BUDGET, a part of their full work.
"""

import re
import socket
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from notebooks.clear import cleared
from tests.test_readme import LINK

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
# The one that trains loads torch and TensorBoard, which alone takes many seconds on a busy machine.
RUN = [pytest.param(path, id=path.stem) for path in NOTEBOOKS]
BUDGET = "0.01"
TIMEOUT = 600  # seconds a cell: the first run of kernels compiles them
# Where people and machines keep files, on all systems; and addresses of machines.
MACHINE = re.compile(
    r"(?<![\w.])/(?:home|Users|root|work|tmp|var|opt|usr|mnt|private)/|[A-Za-z]:\\\\|\\\\Users"
    r"|file://|\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3})\b|/site-packages/"
)


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def execute(book: nbformat.NotebookNode, folder: Path, monkeypatch: pytest.MonkeyPatch) -> nbformat.NotebookNode:
    """Run all cells in a folder; files the notebook makes, and those Jupyter makes, stay below it."""
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "TMPDIR"):
        (folder / name.lower()).mkdir()
        monkeypatch.setenv(name, str(folder / name.lower()))
    monkeypatch.setenv("HADARA_NOTEBOOK_BUDGET", BUDGET)
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    monkeypatch.delenv("MPLBACKEND", raising=False)  # the kernel's own puts pictures into the notebook
    client = NotebookClient(book, timeout=TIMEOUT, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    client.execute()
    return book


def shown(book: nbformat.NotebookNode, kind: str) -> list[str]:
    """All outputs of a MIME type."""
    outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    return [output.data[kind] for output in outputs if kind in output.get("data", {})]


def printed(book: nbformat.NotebookNode, stream: str) -> str:
    outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    return "".join(output.text for output in outputs if output.output_type == "stream" and output.name == stream)


def faults_of(path: Path) -> list[str]:
    """What does not belong under version control."""
    text = path.read_text(encoding="utf-8")
    book = read(path)
    nbformat.validate(book)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    faults = [f"{cell.id} has outputs" for cell in cells if cell.outputs or cell.execution_count is not None]
    faults += [f"it names {found}" for found in MACHINE.findall(text)]
    faults += [f"it names {name}" for name in (socket.gethostname(), str(ROOT), str(Path.home())) if _in(name, text)]
    return faults + (["it is not clear: run python notebooks/clear.py"] if text != cleared(book) else [])


def _in(name: str, text: str) -> bool:
    """Names too short to mean anything are passed over."""
    return len(name) > 3 and name in text


def test_notebook_is_missing():
    assert [path.stem[:2] for path in NOTEBOOKS] == ["1_", "2_", "3_", "4_", "5_"]


@pytest.mark.parametrize("path", RUN)
def test_notebook_does_not_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    before = set(path.parent.iterdir())
    book = execute(read(path), tmp_path, monkeypatch)
    errors = printed(book, "stderr")
    assert "Warning" not in errors, errors
    # The table is an SVG, a plot a PNG: each notebook shows what it is there for.
    plots, tables = len(shown(book, "image/png")), len(shown(book, "image/svg+xml"))
    wanted = {"1": (1, 6), "2": (2, 1), "3": (6, 0), "4": (1, 1), "5": (1, 1)}[path.stem[0]]
    assert (plots, tables) == wanted
    assert set(path.parent.iterdir()) == before


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_carries_outputs_or_names_of_a_machine(path: Path):
    assert faults_of(path) == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_hides_that_purple_cards_are_reconstructed(path: Path):
    words = " ".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown").lower()
    assert "reconstructed" in words
    assert "purple" in words


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_links_to_a_file_that_is_not_there(path: Path):
    text = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    local = [link for link in LINK.findall(text) if "://" not in link]
    assert [link for link in local if not (path.parent / link).exists()] == []


def test_page_of_notebooks_leaves_one_out():
    page = (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8")
    assert [path.name for path in NOTEBOOKS if f"`notebooks/{path.name}`" not in page] == []


def test_check_lets_a_failing_notebook_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("import sys\nprint(sys.prefix)\nprint(1 / 0)")])
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        execute(book, tmp_path, monkeypatch)
    assert printed(book, "stdout").strip() == sys.prefix  # and it was this environment that ran it


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"source": "open('/home/ann/cards.csv')"}, "names"),
        ({"source": "open(r'C:\\Users\\ann\\cards.csv')"}, "names"),
        ({"source": "get('http://192.168.0.7/')"}, "names"),
        ({"source": f"open({str(ROOT / 'README.md')!r})"}, "names"),
        ({"execution_count": 3}, "outputs"),
        ({"outputs": [nbformat.v4.new_output("stream", text="1\n")]}, "outputs"),
        ({"metadata": {"scrolled": True}}, "not clear"),
    ],
)
def test_check_lets_an_unclean_notebook_pass(change: dict[str, object], complaint: str, tmp_path: Path):
    book = read(NOTEBOOKS[0])
    next(cell for cell in book.cells if cell.cell_type == "code").update(change)
    nbformat.write(book, tmp_path / "book.ipynb")
    found = faults_of(tmp_path / "book.ipynb")
    assert any(complaint in fault for fault in found), found


def test_clearing_leaves_traces_of_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    written = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1"), nbformat.v4.new_markdown_cell("two")])
    before = cleared(written)
    book = execute(nbformat.from_dict(written), tmp_path, monkeypatch)
    assert shown(book, "text/plain") == ["2"]
    assert cleared(book) == before
