"""The study of what wins: its games are real games, its figures add up, its page is what its command writes."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from experiments import study, study_cards, study_figures
from experiments.study_choices import seals, takings
from experiments.study_conclusions import CONCLUSIONS, survivors
from experiments.study_games import Chronicle, Library, StudyError, any_cards, seated
from experiments.study_page import render
from experiments.study_perturbed import COPIES, PRICES, ladder, perturbed, steady
from hadara_agents.kernels import heuristic
from hadara_agents.kernels.choices import KINDS
from hadara_agents.kernels.chronicle import MAX_MOVES, play_games
from hadara_agents.kernels.notes import REFUSAL, blank
from hadara_agents.kernels.weights import load_weights
from hadara_agents.policy import checkpoint
from hadara_agents.policy.packed import shapes
from hadara_agents.policy.spec import NetworkSpec
from hadara_env import Game
from hadara_env.cards import COLOURS, load
from hadara_env.engine.constants import NONE, SOURCES
from hadara_env.engine.random import game_seed
from hadara_env.engine.tables import tables_of

ROOT = Path(__file__).resolve().parent.parent
RESULTS, PAGE = ROOT / "experiments" / "results" / "study.json", ROOT / "docs" / "strategy.md"
APP = typer.Typer()
APP.command()(study.main)
LOTS = ["heuristic", "heuristic:style=military", "greedy", "random"]


def played(players: int, games: int, again: float = 0.0, specs: list[str] = LOTS) -> tuple[Any, Any, Any]:
    """Notes, refusals and moves of games with the shipped cards."""
    numbers, brains = seated(specs, load())
    seeds = np.array([game_seed(9, k) for k in range(games)], np.int64)
    notes, refusals, moves = blank(games), np.zeros(games * 300, REFUSAL), np.zeros((games, MAX_MOVES), np.int16)
    count = play_games(seeds, 0, players, 1, numbers, tables_of(load()), brains, again, notes, refusals, moves)
    return notes, refusals[:count], moves


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    found = Library(tmp_path_factory.mktemp("study"), LOTS, seed=4, again=0.1)
    found.open()
    return found


@pytest.fixture(scope="module")
def chronicles(library: Library) -> list[Chronicle]:
    return [library.chronicle(load(), players, 150) for players in (2, 3, 4, 5)]


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A learned agent that has learned nothing: random weights."""
    spec = NetworkSpec("cards", (16,), 8)
    rng = np.random.default_rng(3)
    tensors = {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes(spec).items()}
    folder = tmp_path_factory.mktemp("policy") / "tiny"
    checkpoint.write(folder, tensors, checkpoint.describe(spec, load(), {"decisions": 0}), {})
    return f"ppo:{folder}"


def counted(game: Game) -> dict[str, Any]:
    """What happened in a game, told by the names of its moves alone, replayed one by one."""
    again = Game.new(game.players, game.rules, game.seed, ask_forced=True)
    found: dict[str, Any] = {"bought": {}, "colony": {}, "bust": {}, "silver": [], "gold": [], "discarded": {}}
    for move in game.log:
        epoch, stage = again.epoch - 1, 2 * (again.epoch - 1) + int(again.record.phase)
        before = set(again.view(move.seat).record.display[move.seat].tolist())
        words = move.name.split(":")
        again.apply(move.index)
        if words[:2] == ["draft", "buy"]:
            found["bought"][words[2]] = (move.seat, 0)
        elif words[0] == "take" and words[2] == "buy":
            (card,) = set(again.record.display[move.seat].tolist()) - before
            found["bought"][again.cards.ids[card]] = (move.seat, 1)
        elif words[0] in ("colony", "bust"):
            found[words[0]][move.seat, int(words[1])] = (stage, words[-1])
        elif words[0] == "seal":
            found[words[1]].append((move.seat, epoch, *words[2:]))
        elif words[0] == "discard":
            found["discarded"][words[1]] = epoch
    return found


@pytest.mark.parametrize("players", [2, 5])
def test_notes_differ_from_the_game_that_was_played(players: int):
    box = load()
    notes, _, moves = played(players, 12)
    tracks = ("income", "military", "culture", "food")
    for k, note in enumerate(notes):
        game = Game.new(players, "full", int(note["seed"]), ask_forced=True)
        for action in moves[k, : note["moves"]]:
            game.apply(int(action))
        assert game.is_over
        assert [list(row.values()) for row in game.scores()] == note["points"][:players].tolist()
        assert [share > 0 for share in note["share"][:players]] == [seat in game.winners() for seat in range(players)]
        found = counted(game)
        bought = np.flatnonzero(note["buyer"] != NONE)
        assert {box.ids[c]: (note["buyer"][c], note["lap"][c] // 5) for c in bought} == found["bought"]
        lost = np.flatnonzero(note["discarded"] != NONE)
        assert {box.ids[c]: note["discarded"][c] for c in lost} == found["discarded"]
        for what, way, words, needs in (
            ("colony", "allied", ("plunder", "ally"), box.colony_requirement),
            ("bust", "back", ("front", "back"), box.bust_requirement),
        ):
            taken = np.argwhere(note[what][:players] != NONE)
            assert {(s, needs[i]): (note[what][s, i], words[note[way][s, i]]) for s, i in taken} == found[what]
        silver = [(s, note["silver"][s, i], tracks[note["silver_track"][s, i]]) for s, i in _held(note, "silver")]
        assert sorted(silver) == sorted(found["silver"])
        assert sorted((s, note["gold"][s, i]) for s, i in _held(note, "gold")) == sorted(found["gold"])
        assert note["dealt"].sum() == 3 * 5 * 2 * players


def _held(note: Any, metal: str) -> Any:
    return np.argwhere(note[metal] != NONE)


def test_refusal_is_not_the_same_game_up_to_the_choice():
    """Every refused choice is legal where it stands in the moves, and so is its opposite."""
    notes, refusals, moves = played(3, 30, again=0.3)
    assert set(refusals["kind"]) == set(range(len(KINDS)))
    for row in refusals[::7]:
        note = notes[row["game"]]
        game = Game.new(3, "full", int(note["seed"]), ask_forced=True)
        for action in moves[row["game"], : row["move"]]:
            game.apply(int(action))
        legal = [action.index for action in game.legal_actions()]
        assert game.actor == row["seat"]
        assert row["action"] == moves[row["game"], row["move"]]
        assert row["action"] in legal
        assert row["instead"] == -1 or row["instead"] in legal
        assert row["share"][0] == note["share"][row["seat"]]
        assert row["total"][0] == note["points"][row["seat"], SOURCES.index("total")]


def is_struck(game: Game, name: str, row: Any) -> bool:
    """Whether a refused choice takes this action away from its seat, told by names alone."""
    kind, words = KINDS[row["kind"]], name.split(":")
    if kind == "card":
        card = game.cards.ids[row["what"]]
        on_top = words[0] == "take" and card == _top(game, words[1])
        return name == f"draft:buy:{card}" or (on_top and words[2] == "buy")
    if row["stage"] != 2 * (game.epoch - 1) + int(game.record.phase):
        return False
    needs = {"colony": game.cards.colony_requirement, "bust": game.cards.bust_requirement}
    if kind in needs:
        return words[:2] == [kind, str(needs[kind][row["what"]])]
    return words[:2] == ["seal", kind]


def _top(game: Game, colour: str) -> str:
    size = int(game.record.outer_size[COLOURS.index(colour)])
    return game.cards.ids[game.record.placed[game.epoch - 1, COLOURS.index(colour), size - 1]] if size else ""


@pytest.mark.parametrize("players", [2, 4])
def test_game_without_a_choice_ends_as_nobody_would_play_it(players: int):
    """Played on by the plain agent over `Game`, with the refused actions struck from the list."""
    notes, refusals, moves = played(players, 8, again=0.2, specs=["heuristic"])
    _, values, scratch = heuristic.buffers()
    weights, tables = load_weights("heuristic"), tables_of(load())
    seen = set()
    for row in refusals[:: 1 + len(refusals) // 40]:
        seen.add(KINDS[row["kind"]])
        game = Game.new(players, "full", int(notes[row["game"]]["seed"]), ask_forced=True)
        for action in moves[row["game"], : row["move"]]:
            game.apply(int(action))
        if row["instead"] >= 0:
            game.apply(int(row["instead"]))
        while game.actor is not None:
            strikes = row["instead"] < 0 and game.actor == row["seat"]
            left = [a.index for a in game.legal_actions() if not (strikes and is_struck(game, a.name, row))]
            options = np.array(left, np.int16)
            best = heuristic.choose_in(game.position(), options, tables, weights, values, scratch)
            game.apply(int(options[best]))
        assert game.scores()[row["seat"]]["total"] == row["total"][1]
        assert (row["share"][1] > 0) == (row["seat"] in game.winners())
    assert {"card", "colony", "bust", "mode"} <= seen


def test_same_seed_gives_other_games(library: Library, chronicles: list[Chronicle]):
    again = library.play(load(), 3, range(40, 60), seated(LOTS, load()))
    assert (again[0] == chronicles[1].notes[40:60]).all()
    mine = chronicles[1].refusals
    assert (again[1] == mine[(mine["game"] >= 40) & (mine["game"] < 60)]).all()


def test_temperature_changes_nothing_or_breaks_the_seed(policy: str):
    cold, _, first = played(2, 5, specs=[policy])
    warm, _, second = played(2, 5, specs=[f"{policy},temperature=2"])
    again, _, third = played(2, 5, specs=[f"{policy},temperature=2"])
    assert (first != second).any()
    assert (second == third).all()
    assert (warm == again).all()
    assert (cold["seed"] == warm["seed"]).all()


def test_stopped_study_begins_anew_or_takes_up_another(tmp_path: Path):
    first = Library(tmp_path, LOTS, seed=1, again=0.05)
    first.open()
    whole = first.chronicle(load(), 2, 150)
    kept = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.npz")}
    broken = max(tmp_path.glob("*.npz"))
    broken.write_bytes(broken.read_bytes()[:500])
    second = Library(tmp_path, LOTS, seed=1, again=0.05)
    second.open()
    heard: list[int] = []
    assert (second.chronicle(load(), 2, 150, heard.append).notes == whole.notes).all()
    assert heard == [100, 50]
    changed = [p.name for p in tmp_path.glob("*.npz") if p.stat().st_mtime_ns != kept[p.name]]
    assert changed == [broken.name]
    with pytest.raises(StudyError, match="other seed; --restart"):
        Library(tmp_path, LOTS, seed=2, again=0.05).open()


def test_agent_that_is_not_compiled_is_taken():
    with pytest.raises(StudyError, match="'buyer' is not compiled"):
        seated(["buyer"], load())


def test_figures_do_not_add_up(chronicles: list[Chronicle]):
    points, seats = study_figures.points(chronicles), study_figures.seats(chronicles)
    for c in chronicles:
        n = str(c.players)
        for by in ("by_seat", "by_initiative"):
            assert sum(row["mean"] * row["n"] for row in seats[n][by]) == pytest.approx(len(c.notes), abs=0.01)
        for who in ("winners", "others"):
            parts = [points[n][who][source] for source in SOURCES if source != "total"]
            assert sum(parts) == pytest.approx(points[n][who]["total"], abs=0.01)
        assert points[n]["gap"]["total"]["low"] > 0
    sides = study_figures.sides(chronicles)
    assert sum(row["card"]["n"] for row in sides.values()) == sum(c.players * len(c.notes) for c in chronicles)


def test_card_counts_miss_a_purchase(chronicles: list[Chronicle]):
    box = load()
    found, colours = study_cards.cards(chronicles, box), study_cards.colours(chronicles, box)
    purchases = sum(int((c.notes["buyer"] != NONE).sum()) for c in chronicles)
    assert sum(sum(row["laps"]) for row in found.values()) == purchases
    assert sum(row["with"]["n"] for row in found.values()) == purchases
    assert sum(round(row["bought"] * row["dealt"]) for row in found.values()) == purchases
    assert sum(row["paired"]["win"]["n"] for row in found.values()) == sum(
        int((c.refusals["kind"] == KINDS.index("card")).sum()) for c in chronicles
    )
    shown = study_cards.display(chronicles)
    for who in ("winners", "others"):
        assert sum(row[who] for row in colours.values()) == pytest.approx(shown[who], abs=0.01)


def test_regression_does_not_find_a_card_that_wins(chronicles: list[Chronicle]):
    """Games in which whoever bought one card wins, whatever else happened."""
    card = load().index("1Y03")
    made = []
    for c in chronicles:
        notes = c.notes[c.notes["buyer"][:, card] != NONE].copy()
        notes["share"] = np.arange(5) == notes["buyer"][:, card][:, None]
        made.append(Chronicle(c.players, notes, c.refusals[:0]))
    slopes = study_cards.regression(made)
    assert slopes[card]["low"] > 0.5
    assert max(range(len(slopes)), key=lambda k: slopes[k]["mean"]) == card


def test_seals_or_colonies_are_counted_wrongly(chronicles: list[Chronicle]):
    box, rows = load(), sum(c.players * len(c.notes) for c in chronicles)
    found = seals(chronicles)
    for metal in ("silver", "gold"):
        held = sum(int((c.notes[metal][:, : c.players] != NONE).sum()) for c in chronicles)
        assert sum(e["per_player"] for e in found[metal]["by_epoch"].values()) == pytest.approx(held / rows, abs=1e-4)
        assert sum(row["n"] for row in found[metal]["by_count"].values()) == rows
    for what in ("colony", "bust"):
        taken = takings(chronicles, box, what)
        for row in taken["by_requirement"].values():
            assert sum(row["stages"]) == pytest.approx(row["per_player"], abs=1e-4)
        assert sum(row["n"] for row in taken["by_count"].values()) == rows


@pytest.mark.parametrize("seed", range(12))
def test_perturbed_set_changes_what_is_known(seed: int):
    """`load` has checked the set; beyond that only reconstructed purple cards differ, within the known bounds."""
    box, other = load(), perturbed(seed)
    assert other.digest != box.digest
    assert other == perturbed(seed)
    purple = box.colour == COLOURS.index("purple")
    same = (box.cost == other.cost) & (box.points == other.points) & (box.ability == other.ability)
    same &= (box.values == other.values).all(axis=1)
    assert same[~purple].all()
    assert (~same[purple]).sum() > 20
    assert all(box.provenance[k] == "reconstructed" for k in np.flatnonzero(~same))
    assert other.contents[:2] + other.contents[3:] == box.contents[:2] + box.contents[3:]
    assert (box.star == other.star).all()
    assert (box.ability[box.star == 1] == other.ability[box.star == 1]).all()
    assert other.points[purple].max() == 12
    for epoch, (low, high) in PRICES.items():
        group = purple & (box.epoch == epoch)
        assert low <= other.cost[group].min() <= other.cost[group].max() <= high
        copies = np.unique(other.ability[group & (box.star == 0) & (other.ability > 0)], return_counts=True)[1]
        assert len(copies) == 2
        assert COPIES[0] <= copies.min() <= copies.max() <= COPIES[1]


def test_ladder_puts_random_above_the_heuristic_or_refuses_a_policy(policy: str):
    assert any_cards("ppo") == "ppo:any_cards=true"
    shipped, other = (ladder(["random", policy, "heuristic"], cards, 5, 1) for cards in (load(), perturbed(1)))
    for found in (shipped, other):
        assert found["order"][0] == "heuristic"
        total = sum(row["mean"] * row["n"] for row in found["shares"].values())
        assert total == pytest.approx(0.5 * 5 * 3, abs=0.01)
    pairs = steady(shipped, [other, other])
    assert {"above": "heuristic", "below": "random", "share": 1.0, "same": 2, "open": 0, "turned": 0} in pairs


def test_conclusion_that_other_cards_turn_round_survives():
    said = [{"x": word} for word in ("yes", "open", "no", "yes")]
    assert survivors({"x": "yes"}, said) == [{"conclusion": "x", "said": "yes", "same": 2, "open": 1, "other": 1}]
    assert survivors({"x": "open"}, said)[0] == {"conclusion": "x", "said": "open", "same": 1, "open": 0, "other": 3}


def run(tmp_path: Path, *more: str):
    places = ["--out", str(tmp_path / "study.json"), "--docs", str(tmp_path / "docs"), "--work", str(tmp_path / "work")]
    few = ["--games", "200", "--again", "0.2", "--sets", "2", "--games-a-set", "40", "--deals", "4"]
    return CliRunner().invoke(APP, [*few, *places, *more])


def test_command_writes_another_page_the_second_time(tmp_path: Path):
    outcome = run(tmp_path, "--agents", "heuristic,greedy")
    assert outcome.exit_code == 0, outcome.output
    first, page = (
        (tmp_path / "study.json").read_bytes(),
        (tmp_path / "docs" / "strategy.md").read_text(encoding="utf-8"),
    )
    found = json.loads(first)
    assert found["about"]["games"] == dict.fromkeys("2345", 50)
    assert [row["conclusion"] for row in found["perturbed"]["conclusions"]] == list(CONCLUSIONS)
    assert str(tmp_path) not in page + first.decode()
    for name in ("sources", "initiative", "colours", "cards", "timing", "ladder"):
        picture = tmp_path / "docs" / "pictures" / f"strategy-{name}.png"
        assert f"(pictures/{picture.name})" in page
        assert 1_000 < picture.stat().st_size < 120_000
    assert run(tmp_path, "--agents", "heuristic,greedy", "--restart").exit_code == 0
    assert (tmp_path / "study.json").read_bytes() == first
    (tmp_path / "docs" / "strategy.md").unlink()
    assert run(tmp_path, "--page-only").exit_code == 0
    assert (tmp_path / "docs" / "strategy.md").read_text(encoding="utf-8") == page


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"about": {"format": "hadara-study/0"}}'])
def test_broken_result_file_ends_in_a_traceback(text: str, tmp_path: Path):
    (tmp_path / "study.json").write_text(text, encoding="utf-8")
    outcome = run(tmp_path, "--page-only")
    assert outcome.exit_code == 2
    assert outcome.output.count("\n") == 1
    assert "study.json" in outcome.output


def test_page_is_not_what_the_command_writes():
    results = study.read_results(RESULTS)
    assert PAGE.read_text(encoding="utf-8") == render(results), "run python -m experiments.study --page-only"
    assert results["about"]["cards"] == load().digest
    assert RESULTS.read_text(encoding="utf-8") == study.to_text(results)
