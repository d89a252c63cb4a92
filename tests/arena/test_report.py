"""The page of a tournament: whole, by itself, and safe with any name."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from hadara_agents.arena import Summary, charts, summarise
from hadara_agents.arena.report import page
from hadara_agents.arena.table import ladder, remarks
from tests.arena.helpers import plan_of, result_of

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def summary(tmp_path: Path) -> Summary:
    plan = plan_of("greedy", "random", "greedy", "buyer", players=3, sets=5)
    points = {"greedy": 70, "random": 20, "greedy#2": 60, "buyer": 40}
    results = []
    for k in range(len(plan.schedule)):
        fixture = plan.schedule[k]
        results.append(result_of(fixture, [points[name] + k % 7 for name in fixture.seats], [1] if k == 4 else ()))
    return summarise(plan, results, tmp_path)


def drawings(text: str) -> list[Any]:
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL)]


def test_page_needs_something_that_is_not_in_it(summary: Summary):
    text = page(summary, {})
    links = re.findall(r"""(?:src|href)=|url\(|@import|<script|https?://[^"<\s]+""", text)
    assert set(links) == {"http://www.w3.org/2000/svg"}  # a name, not an address


def test_page_lacks_a_plot_or_an_agent(summary: Summary):
    text = page(summary, {"greedy": 1.25})
    assert [svg.get("aria-label") for svg in drawings(text)] == [
        "Win share of every agent with its interval",
        "Head to head, in percent",
        "Points by source",
        "Points by seat",
    ]
    for svg in drawings(text):
        words = " ".join("".join(node.itertext()) for node in svg.iter(f"{SVG}text"))
        assert all(name in words for name in summary["agents"])
    assert "1.2" in text
    assert summary["command"] in text
    assert "Forfeits" in text


def test_bars_do_not_have_the_length_of_their_figures(summary: Summary):
    (svg,) = drawings(charts.sources(summary["points_by_source"]))
    widths = [float(rect.get("width")) for rect in svg.iter(f"{SVG}rect") if rect.get("class") == "source4"][:4]
    cards = [row["cards"] for row in summary["points_by_source"].values()]
    assert [round(width / widths[0], 2) for width in widths] == [round(value / cards[0], 2) for value in cards]


def test_name_breaks_the_page(summary: Summary):
    evil = '<script>alert("x")</script> & a very long command that would not fit into any column of any plot'
    renamed = {
        key: {evil if name == "buyer" else name: value for name, value in part.items()}
        if isinstance(part, dict)
        else part
        for key, part in summary.items()
    }
    renamed["head_to_head"] = {
        name: {evil if other == "buyer" else other: value for other, value in row.items()}
        for name, row in renamed["head_to_head"].items()
    }
    text = page(renamed, {})
    assert "<script>" not in text
    assert len(drawings(text)) == 4


def test_table_in_the_terminal_tells_something_else(summary: Summary):
    from rich.console import Console

    console = Console(width=80)
    with console.capture() as capture:
        console.print(ladder(summary))
    lines = [line.split() for line in capture.get().splitlines() if line.strip()]
    assert [line[0] for line in lines[-4:]] == list(summary["agents"])
    best = summary["agents"]["greedy"]
    assert lines[-4][1:3] == [str(best["games"]), f"{100 * best['win_share']:.1f}"]
    (remark,) = remarks(summary)
    assert remark.endswith("forfeited 1 of 45 games: it slept (1).")
