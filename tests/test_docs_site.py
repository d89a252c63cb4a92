"""The pages of docs/ as a site: it builds, its links lead somewhere, nothing comes from elsewhere.

What they show is run by test_readme, the tables of observation and actions compared by tests/envs/test_docs.
"""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import hadara_env
from experiments.docs_pages import CLAUSE, PAGES, cards_page, clauses_page
from hadara_agents.registry import AGENTS
from hadara_env.cards import load
from tests.support.pages import ROOT

DOCS = ROOT / "docs"
FETCHED_BY_CSS = re.compile(r"(?:url\(|@import )[\"']?(https?:[^)\"']*)")


class Page(HTMLParser):
    """What a page can be addressed by, where it leads, and what a browser fetches to show it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value}
        self.ids |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and values.get("rel") not in ("canonical", "next", "prev"):
            self.fetched.append(values.get("href", ""))
        elif "src" in values:
            self.fetched.append(values["src"])


def faults_of(site: Path) -> list[str]:
    """Links and files that are missing, addresses within pages that do not exist, and whatever comes from elsewhere."""
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    faults = []
    for path, page in pages.items():
        if path.name == "404.html":  # its links begin at the root of a server
            continue
        for link in [*page.links, *page.fetched]:
            url = urlsplit(link)
            if url.scheme or url.netloc:
                faults += [f"{path.name} fetches {link}"] if link in page.fetched and url.scheme != "data" else []
                continue
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            if not target.exists():
                faults.append(f"{path.name} leads to {link}, which is not there")
            elif url.fragment and target in pages and unquote(url.fragment) not in pages[target].ids:
                faults.append(f"{path.name} leads to {link}, but there is no such place on that page")
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        faults += [f"{style.name} fetches {url}" for url in FETCHED_BY_CSS.findall(text)]
    return faults


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `make docs` builds it; a warning is an error."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_site_has_a_dead_link_or_fetches_something(site: Path):
    assert len(list(site.rglob("*.html"))) > 20
    assert faults_of(site) == []


def test_public_name_has_no_entry_in_the_api_pages(site: Path):
    shown = set().union(*(Page(path).ids for path in (site / "api").glob("*.html")))
    names = [name for name in hadara_env.__all__ if name != "__version__"]
    homes = {name: getattr(hadara_env, name) for name in names}
    assert [name for name, kind in homes.items() if f"{kind.__module__}.{kind.__qualname__}" not in shown] == []
    page = (site / "api" / "environments.html").read_text(encoding="utf-8")
    assert "A uniformly random legal action for every game." in page


def test_clause_cannot_be_linked_to(site: Path):
    clauses = [clause.lower() for clause in CLAUSE.findall((DOCS / "rules.md").read_text(encoding="utf-8"))]
    assert len(clauses) > 60
    for page in ("rules.html", "clauses.html"):
        assert set(clauses) <= Page(site / page).ids, page


@pytest.mark.parametrize("name", PAGES)
def test_generated_page_is_not_what_its_sources_say(name: str):
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run python -m experiments.docs_pages"


def test_card_page_hides_that_a_card_is_reconstructed():
    box, page = load(), cards_page()
    rows = {cells[0]: cells for line in page.splitlines() if (cells := line.strip("| ").split(" | "))}
    for card, how in zip(box.ids, box.provenance, strict=True):
        assert rows[card][-1].strip("*") == how
    assert rows["purple cards"][-1] == str(box.reconstructed) == "42"


def test_clause_page_leaves_a_law_test_out():
    page = clauses_page()
    for path in (ROOT / "tests" / "laws").glob("test_*.py"):
        for name in re.findall(r"^def (test_[a-z]\d+_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert f"| `{name}` | `{path.name}` |" in page


def test_agent_is_not_on_the_page_of_agents():
    specs = re.findall(r"^\| `([^:`]+)", (DOCS / "agents.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(set(AGENTS) - set(specs)) == []


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ('<a href="gone.html">x</a>', "not there"),
        ('<a href="index.html#gone">x</a>', "no such place"),
        ('<a href="#gone">x</a>', "no such place"),
        ('<img src="gone.png">', "not there"),
        ('<script src="https://example.org/x.js"></script>', "fetches"),
        ('<link rel="stylesheet" href="https://example.org/x.css">', "fetches"),
    ],
)
def test_check_lets_a_broken_site_pass(body: str, complaint: str, tmp_path: Path):
    (tmp_path / "index.html").write_text(f"<p id='here'>{body}</p>", encoding="utf-8")
    (fault,) = faults_of(tmp_path)
    assert complaint in fault


def test_check_complains_about_a_sound_site(tmp_path: Path):
    body = '<p id="a">x</p><a href="#a">a</a><a href="index.html#a">b</a><a href="https://example.org">c</a>'
    (tmp_path / "index.html").write_text(body, encoding="utf-8")
    (tmp_path / "style.css").write_text("p { background: url(data:image/png;base64,) }", encoding="utf-8")
    assert faults_of(tmp_path) == []
    (tmp_path / "style.css").write_text("@import 'https://example.org/x.css';", encoding="utf-8")
    assert len(faults_of(tmp_path)) == 1
