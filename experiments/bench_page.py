"""docs/performance.md, written from the result files of the two benchmarks and from nothing else."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from experiments.bench_common import number
from hadara_env.config import RULE_SETS
from hadara_env.errors import HadaraError
from hadara_env.files import write_atomically

_HEAD = """# Performance

Written by `python -m experiments.bench` and `python -m experiments.bench_peers` from the files they leave in
experiments/results; `python -m experiments.bench --page-only` writes it once more. Do not edit it by hand.

Every figure is the median of runs taken in turns, so that whatever else the machine did falls on all of them alike;
in brackets the middle half of the runs. All players choose uniformly among their legal actions."""

_DIFFERENCE = (
    "By difference: a decision of a playout with mask and observation less one without, as training meets them: every "
    "position is new. Alone: the same positions over and over, of games at all stages."
)
_THREADS = (
    "Threads are an option for large batches on an idle machine. As soon as something else wants a core they wait for "
    "each other and fall behind the serial kernel, which is the default; two processes with a batch each do not."
)
_PEERS = (
    "Ours and theirs in one run, in turns. They are other games with other observations (ours: {size} numbers and a "
    "mask of {actions}), so the figures say what a step costs in a library, not how quickly it would play Hadara."
)


def write_page(page: Path, bench: Path, peers: Path) -> None:
    """Write the page from those of the two files that exist."""
    write_atomically(page, render(_read(bench), _read(peers)))


def _read(path: Path) -> dict[str, Any] | None:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise HadaraError(f"{path} is not a result of a benchmark.") from error


def render(bench: dict[str, Any] | None, peers: dict[str, Any] | None) -> str:
    """The page."""
    parts = [_HEAD]
    if bench:
        rates, costs = bench["rates"], bench["observation_costs"]
        parts += ["## Engine", _engine(bench, rates)]
        parts += ["## What mask and observation cost", _DIFFERENCE, _costs(costs)]
        parts += ["## HadaraVec", _batches(rates), _includes(rates, "HadaraVec 1024"), _THREADS]
        parts += ["## One game at a time", _rates(rates, _single(rates))]
        parts += ["## Starting", _times(bench["times"])]
        if bench["memory"]:
            parts += ["## Memory", _memory(bench)]
    if peers:
        names = [name for name in peers["rates"] if name != "yardstick"]
        text = _PEERS.format(size=peers["observation_size"], actions=peers["actions"])
        parts += ["## Beside other libraries", text, _ratios(peers["ratios"]), _rates(peers["rates"], names)]
    for title, result in (("How it was measured", bench), ("How the others were measured", peers)):
        if result:
            parts += [f"## {title}", _measured(result)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A table whose first columns hold words and the others numbers."""
    line = ["---" if i < words else "---:" for i in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, line, *rows))


def _spread(rate: dict[str, Any]) -> str:
    return f"{number(rate['median'])} ({number(rate['lower_quartile'])} to {number(rate['upper_quartile'])})"


def _engine(bench: dict[str, Any], rates: dict[str, Any]) -> str:
    rows = [
        (f"{n}", rules, _spread(rates[f"playout {n} {rules}"]), _spread(rates[f"playout {n} {rules}, observed"]))
        for n in range(2, 6)
        for rules in RULE_SETS
    ]
    head = ("players", "rules", "decisions a second", "with mask and observation")
    words = (
        f"Random games inside the compiled engine on one core, dealing included. A game is a record of "
        f"{bench['record_bytes']} bytes, an observation {bench['observation_size']} float32."
    )
    return f"{words}\n\n{_table(head, rows, 2)}"


def _costs(costs: dict[str, Any]) -> str:
    rows = []
    for n in range(2, 6):
        named = (
            *(f"{n} {rules}, by difference" for rules in RULE_SETS),
            *(f"{n} full, {part} alone" for part in _PARTS),
        )
        rows.append((f"{n}", *(f"{costs[name]['median']:.0f}" for name in named)))
    head = (
        "players",
        *(f"{rules}, by difference, ns" for rules in RULE_SETS),
        "observation alone, ns",
        "mask alone, ns",
    )
    return _table(head, rows)


_PARTS = ("observation", "mask")


def _batches(rates: dict[str, Any]) -> str:
    kinds = ("", ", no observation", ", threads", ", threads, no observation")
    sizes = [name.split()[1] for name in rates if name.startswith("HadaraVec") and "," not in name]
    rows = [
        (size, *(_spread(rates[name]) if (name := f"HadaraVec {size}{kind}") in rates else "" for kind in kinds))
        for size in sizes
    ]
    mixed = [("1024, mixed", _spread(rates["HadaraVec 1024, mixed"]), "", "", "")]
    head = ("games", "decisions a second", "no observation", "with threads", "with threads, no observation")
    return _table(head, [*rows, *mixed])


def _single(rates: dict[str, Any]) -> list[str]:
    return [name for name in rates if not name.startswith(("yardstick", "playout", "observation", "mask", "HadaraVec"))]


def _includes(rates: dict[str, Any], name: str) -> str:
    return f"A decision includes: {rates[name]['includes']}."


def _rates(rates: dict[str, Any], names: Iterable[str]) -> str:
    """Rates of every unit, which the name of the column need not repeat."""
    rows = []
    for name in names:
        what = rates[name]["unit"].removesuffix("/s")
        rows.append((name, what, rates[name]["includes"], _spread(rates[name])))
    return _table(("", "what", "includes", "a second"), rows, 3)


def _times(times: dict[str, Any]) -> str:
    rows = [(name, time["includes"], f"{time['median']:.3g} s", f"{time['max']:.3g} s") for name, time in times.items()]
    return _table(("", "includes", "median", "longest"), rows, 2)


def _memory(bench: dict[str, Any]) -> str:
    used = bench["memory"]
    mega = {name: f"{used[name] / 1e6:.1f} MB" for name in ("buffers", "resident", "growth", "process")}
    return (
        f"A batch of {used['games']:,} games with all buffers: {mega['buffers']} of arrays, {mega['resident']} more in "
        f"the process once it has played. In {used['steps'] / 1e6:.1f} million steps the process grew by "
        f"{mega['growth']} (largest size {mega['process']}, libraries and kernels included)."
    )


def _ratios(ratios: dict[str, Any]) -> str:
    keys = ("median", "min", "max", "by_processor_time", "at_least")
    rows = [(r["of"], r["by"], *(f"{r[key]:.3g}" for key in keys)) for r in ratios.values()]
    head = ("ours", "by theirs", "median", "least", "most", "by processor time", "aim: at least")
    return _table(head, rows, 2) if rows else ""


def _measured(result: dict[str, Any]) -> str:
    machine, stick = result["machine"], result["rates"]["yardstick"]
    loads = [machine["load_before"], machine["load_after"]]
    load = " and ".join("unknown" if load is None else f"{load[0]:.2f}" for load in loads)
    versions = ", ".join(f"{name} {version}" for name, version in result["versions"].items())
    busy = min(rate["busy"] for name, rate in result["rates"].items() if "HadaraVec" not in name)
    run = f"{result['seconds']:.0f} s: {result['rounds']} rounds of {result['seconds_a_run']} s a case"
    cpu = f"{machine['cores']} cores of {machine['cpu']} ({machine['architecture']}, {machine['system']})"
    share = f"the least share of a core that a case got: {busy:.2f}"
    lines = [
        f"`{result['command']}` on {result['date']}, {run}.",
        f"{cpu}; load before and after: {load}; {share}.{_warning(busy)}",
        f"{versions}.",
        f"Card set {result['cards']}.",
        f"Yardstick, a loop of plain Python: {_spread(stick)} iterations a second; all rates are kept by it too.",
        *(f"Left out or doubtful: {line}" for line in result["skipped"]),
    ]
    return "\n".join(f"- {line}" for line in lines)


def _warning(busy: float) -> str:
    return " Other work took its part: an idle machine is faster, and threads gain more." if busy < 0.9 else ""
