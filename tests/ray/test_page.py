"""The page about clusters calculates with what was measured."""

import json
import re

from tests.training.helpers import ROOT

PAGE = ROOT / "docs" / "howto" / "cluster.md"
RESULTS = ROOT / "experiments" / "results"


def test_page_calculates_with_other_figures_than_those_measured():
    page = PAGE.read_text(encoding="utf-8")
    found = json.loads((RESULTS / "rllib.json").read_bytes())
    rates = {name: rate["median_a_core_second"] for name, rate in found["rates"].items()}
    numbers = [int(text.replace("_", "")) for text in re.findall(r"^(?:PLAYED|DECISION).*$", page, re.M) for text in
               re.findall(r"\b\d[\d_]+\b", text)]  # fmt: skip
    assert numbers == [rates["runner"], rates["learner"], found["bytes_a_decision"], found["weight_bytes"]]
    for figure in (rates["runner"], round(rates["RLlib's runner"], -1), round(rates["learner"], -2)):
        assert f"{figure:,.0f}" in page
    engine = json.loads((RESULTS / "bench.json").read_bytes())["rates"]["HadaraVec 256"]["median_a_core_second"]
    assert f"{engine / 1e6:.2f} million decisions" in page
