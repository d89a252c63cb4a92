"""A corrected card set is loaded, every fault in one is named where it is, and the command line tells both."""

import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from hadara_agents.commands.cards import app
from hadara_env import cards
from hadara_env.cards import SHIPPED, CardSetError, Fault

EPOCH_CARDS, COLONIES, BUSTS, START_CARDS = "epoch_cards.csv", "colonies.csv", "busts.csv", "start_cards.csv"
FILES = (BUSTS, COLONIES, EPOCH_CARDS, START_CARDS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        shutil.copyfile(SHIPPED / name, tmp_path / name)
    return tmp_path


def lines_of(folder: Path, name: str) -> list[str]:
    return (folder / name).read_text(encoding="utf-8").splitlines()


def write_lines(folder: Path, name: str, lines: list[str]) -> None:
    (folder / name).write_bytes("".join(line + "\n" for line in lines).encode())


def row_of(folder: Path, name: str, start: str) -> int:
    """The line number, counted from 1, of the first line that begins like this."""
    return next(number for number, line in enumerate(lines_of(folder, name), 1) if line.startswith(start))


def edit(folder: Path, name: str, row: int, **cells: str) -> None:
    lines = lines_of(folder, name)
    header = lines[0].split(",")
    values = lines[row - 1].split(",")
    for column, value in cells.items():
        values[header.index(column)] = value
    lines[row - 1] = ",".join(values)
    write_lines(folder, name, lines)


def places(faults: list[Fault]) -> list[tuple[str, int | None, str | None]]:
    return [(fault.file, fault.row, fault.column) for fault in faults]


# Corrected sets


def test_a_corrected_folder_is_loaded_with_its_own_digest_and_noticed_when_it_changes(folder: Path):
    same = cards.load(folder)
    assert same == cards.load()
    assert same.is_shipped
    assert same.source == str(folder)
    edit(folder, EPOCH_CARDS, row_of(folder, EPOCH_CARDS, "1P01"), cost="1", points="7", provenance="transcribed")
    mended = cards.load(str(folder))
    assert (mended.cost[mended.index("1P01")], mended.points[mended.index("1P01")]) == (1, 7)
    assert mended.reconstructed == 41
    assert mended != same
    assert not mended.is_shipped


def test_loading_twice_gives_the_same_object():
    assert cards.load() is cards.load()


@pytest.mark.parametrize("name", FILES)
def test_windows_line_ends_and_a_byte_order_mark_change_the_digest_and_nothing_else(folder: Path, name: str):
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    box = cards.load(folder)
    assert np.array_equal(box.values, cards.load().values)
    assert box.digest != cards.load().digest


# Faults

CELL_FAULTS = [
    (EPOCH_CARDS, "1Y05", {"cost": "21"}, "cost"),
    (EPOCH_CARDS, "1Y05", {"cost": "-1"}, "cost"),
    (EPOCH_CARDS, "1Y05", {"cost": ""}, "cost"),
    (EPOCH_CARDS, "1Y05", {"cost": "3.0"}, "cost"),
    (EPOCH_CARDS, "1Y05", {"cost": " 3"}, "cost"),
    (EPOCH_CARDS, "1Y05", {"cost": "03"}, "cost"),
    (EPOCH_CARDS, "1Y05", {"cost": "\u0663"}, "cost"),  # a digit to str.isdigit, not to the file format
    (EPOCH_CARDS, "1Y05", {"cost": "9" * 5000}, "cost"),
    (EPOCH_CARDS, "2G03", {"food": "10"}, "food"),
    (EPOCH_CARDS, "2G03", {"points": "31"}, "points"),
    (EPOCH_CARDS, "2G03", {"epoch": "4"}, "epoch"),
    (EPOCH_CARDS, "2G03", {"epoch": "1"}, "epoch"),
    (EPOCH_CARDS, "2G03", {"colour": "blue"}, "colour"),
    (EPOCH_CARDS, "2G03", {"colour": "Green"}, "colour"),
    (EPOCH_CARDS, "2G03", {"star": "1"}, "star"),
    (EPOCH_CARDS, "2G03", {"star": "yes"}, "star"),
    (EPOCH_CARDS, "2G03", {"ability": "seal_discount"}, "ability"),
    (EPOCH_CARDS, "2P01", {"ability": "colony_coin"}, "ability"),
    (EPOCH_CARDS, "2P01", {"ability": "sell_bonus"}, "ability"),
    (EPOCH_CARDS, "2P01", {"star": "1"}, "star"),
    (EPOCH_CARDS, "3P11", {"star": "0"}, "star"),
    (EPOCH_CARDS, "2P14", {"ability": "pay_to_feed"}, "ability"),
    (EPOCH_CARDS, "2P01", {"provenance": "guessed"}, "provenance"),
    (COLONIES, "15,", {"back_points": "7"}, "back_points"),
    (COLONIES, "15,", {"front_points": "7"}, "front_points"),
    (COLONIES, "15,", {"plunder": "6"}, "plunder"),
    (COLONIES, "15,", {"ally_cost": "3"}, "ally_cost"),
    (COLONIES, "15,", {"culture": "x"}, "culture"),
    (BUSTS, "12,", {"points": "51"}, "points"),
    (BUSTS, "12,", {"bonus": "21"}, "bonus"),
    (START_CARDS, "4,B", {"coins": "31"}, "coins"),
    (START_CARDS, "4,B", {"income": ""}, "income"),
    (START_CARDS, "4,B", {"side": "A"}, "side"),
    (START_CARDS, "4,B", {"side": "C"}, "side"),
    (START_CARDS, "4,B", {"initiative": "6"}, "initiative"),
]


@pytest.mark.parametrize(("name", "start", "cells", "column"), CELL_FAULTS)
def test_a_faulty_cell_is_named_with_file_row_and_column(
    folder: Path, name: str, start: str, cells: dict[str, str], column: str
):
    row = row_of(folder, name, start)
    edit(folder, name, row, **cells)
    faults = cards.check(folder)
    # Where a key is wrong its row is also missing; that fault has no row. Nothing else may be blamed.
    assert [place for place in places(faults) if place[1] is not None] == [(name, row, column)]
    with pytest.raises(CardSetError) as caught:
        cards.load(folder)
    assert caught.value.faults == faults
    assert f"{name}, row {row}, column {column}: " in str(caught.value)


@pytest.mark.parametrize(
    ("name", "start", "column", "value"),
    [(EPOCH_CARDS, "1Y05", "id", "1Y11"), (COLONIES, "15,", "requirement", "16"), (BUSTS, "12,", "requirement", "13")],
)
def test_a_changed_key_is_unknown_where_it_stands_and_its_row_is_missing(
    folder: Path, name: str, start: str, column: str, value: str
):
    row = row_of(folder, name, start)
    edit(folder, name, row, **{column: value})
    faults = cards.check(folder)
    assert places(faults) == [(name, None, column), (name, row, column)]
    assert "missing" in faults[0].message
    assert value in faults[1].message


def test_faults_in_several_files_are_all_listed_at_once(folder: Path):
    edit(folder, BUSTS, 3, points="x")
    edit(folder, COLONIES, 4, back_points="1")
    edit(folder, EPOCH_CARDS, 10, cost="99", provenance="unknown")
    edit(folder, EPOCH_CARDS, 11, cost="99")
    (folder / START_CARDS).unlink()
    assert places(cards.check(folder)) == [
        (START_CARDS, None, None),
        (BUSTS, 3, "points"),
        (COLONIES, 4, "back_points"),
        (EPOCH_CARDS, 10, "cost"),
        (EPOCH_CARDS, 10, "provenance"),
        (EPOCH_CARDS, 11, "cost"),
    ]
    with pytest.raises(CardSetError) as caught:
        cards.load(folder)
    assert str(caught.value).count("\n") == 6
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults


def test_a_card_moved_to_another_row_is_one_fault_that_says_where_it_belongs(folder: Path):
    lines = lines_of(folder, EPOCH_CARDS)
    lines.insert(100, lines.pop(20))
    write_lines(folder, EPOCH_CARDS, lines)
    (fault,) = cards.check(folder)
    assert (fault.row, fault.column) == (101, "id")
    assert "row 21" in fault.message


def test_tiles_of_another_requirement_in_between_are_out_of_place(folder: Path):
    lines = lines_of(folder, COLONIES)
    lines.insert(1, lines.pop(25))
    write_lines(folder, COLONIES, lines)
    assert places(cards.check(folder)) == [(COLONIES, 2, "requirement")]


@pytest.mark.parametrize(
    ("name", "row", "column"), [(EPOCH_CARDS, 30, "id"), (COLONIES, 9, "requirement"), (START_CARDS, 3, "side")]
)
def test_a_row_that_is_there_twice_is_named_and_so_is_one_that_is_gone(folder: Path, name: str, row: int, column: str):
    original = lines_of(folder, name)
    write_lines(folder, name, [*original[:row], original[row - 1], *original[row:]])
    twice = cards.check(folder)
    assert len(twice) == 1
    assert twice[0].column == column
    assert "already" in twice[0].message
    write_lines(folder, name, original[: row - 1] + original[row:])
    (gone,) = cards.check(folder)
    assert (gone.file, gone.column) == (name, column)
    assert "missing" in gone.message


def test_missing_cards_are_counted_by_epoch_and_colour(folder: Path):
    lines = [line for line in lines_of(folder, EPOCH_CARDS) if not line.startswith(("2R04", "2R09", "3P14"))]
    write_lines(folder, EPOCH_CARDS, lines)
    messages = [fault.message for fault in cards.check(folder)]
    assert messages == [
        "epoch 2 has 8 of 10 red cards; missing: 2R04, 2R09",
        "epoch 3 has 13 of 14 purple cards; missing: 3P14",
    ]


def test_a_starred_ability_that_no_card_has_is_a_fault(folder: Path):
    row = row_of(folder, EPOCH_CARDS, "3P11")
    edit(folder, EPOCH_CARDS, row, star="0", ability="set_points")
    (fault,) = cards.check(folder)
    assert (fault.row, fault.column) == (None, "ability")
    assert "set_joker" in fault.message


def test_wrong_columns_are_named(folder: Path):
    lines = lines_of(folder, BUSTS)
    write_lines(folder, BUSTS, [lines[0].replace("bonus", "bonos"), *lines[1:]])
    assert places(cards.check(folder)) == [(BUSTS, 1, "bonus"), (BUSTS, 1, "bonos")]
    write_lines(folder, BUSTS, [line + ",note" for line in lines])
    assert places(cards.check(folder)) == [(BUSTS, 1, "note")]
    write_lines(folder, BUSTS, [lines[0] + ",points", *(line + ",1" for line in lines[1:])])
    assert places(cards.check(folder)) == [(BUSTS, 1, "points")]
    write_lines(folder, BUSTS, [",".join(np.array(line.split(","))[[0, 2, 1, 3]]) for line in lines])
    assert places(cards.check(folder)) == [(BUSTS, 1, "bonus")]


@pytest.mark.parametrize(
    ("data", "row", "words"),
    [
        (b"", None, "empty"),
        (b"requirement,points,bonus,provenance\n", None, "no rows"),
        (b"6,4,2,transcribed\n12,8,3,printed\n", 1, "no header"),
        (b"requirement;points;bonus;provenance\n6;4;2;transcribed\n", 1, "';'"),
        (b"requirement,points,bonus,provenance\n6,4,2,\xff\n", 2, "UTF-8"),
        (b'requirement,points,bonus,provenance\n6,4,2,"transcribed\n', 2, "not CSV"),
        (b"x" * 300_000, None, "larger"),
    ],
)
def test_a_file_that_is_no_table_is_one_fault(folder: Path, data: bytes, row: int | None, words: str):
    (folder / BUSTS).write_bytes(data)
    (fault,) = cards.check(folder)
    assert (fault.file, fault.row) == (BUSTS, row)
    assert words in fault.message


def test_a_file_cut_in_the_middle_of_a_row_names_that_row_and_what_is_missing_after_it(folder: Path):
    data = (folder / EPOCH_CARDS).read_bytes()
    (folder / EPOCH_CARDS).write_bytes(data[: data.index(b"3P05") + len("3P05,3,pur")])
    faults = cards.check(folder)
    assert [(f.row, f.column) for f in faults] == [(None, "id"), (row_of(folder, EPOCH_CARDS, "3P05"), None)]
    assert "3P06" in faults[0].message
    assert "3P05" not in faults[0].message


def test_blank_lines_and_rows_too_long_are_named(folder: Path):
    lines = lines_of(folder, START_CARDS)
    write_lines(folder, START_CARDS, [*lines[:3], "", lines[3] + ",7", *lines[4:], ",,,,,,,"])
    assert places(cards.check(folder)) == [(START_CARDS, row, None) for row in (4, 5, 13)]


def test_a_folder_or_file_that_is_not_there_is_named(folder: Path):
    (missing,) = cards.check(folder / "nowhere")
    assert missing.file == str(folder / "nowhere")
    (no_folder,) = cards.check(folder / BUSTS)
    assert "not a folder" in no_folder.message
    (folder / BUSTS).unlink()
    (folder / BUSTS).mkdir()
    assert places(cards.check(folder)) == [(BUSTS, None, None)]
    with pytest.raises(CardSetError, match=r"busts\.csv: the file is missing"):
        cards.load(folder)


# The command line


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100", "NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_check_tells_the_digest_and_how_the_cards_are_known(folder: Path):
    status, output = run("check", str(folder))
    assert status == 0
    assert cards.load(folder).digest in output
    assert "1 printed, 118 transcribed, 1 inferred, 42 reconstructed" in output


def test_check_lists_every_fault_and_fails_without_a_traceback(folder: Path):
    edit(folder, BUSTS, 3, points="x")
    edit(folder, EPOCH_CARDS, 10, ability="[bold]")
    status, output = run("check", str(folder))
    assert status == 1
    assert "busts.csv, row 3, column points: 'x'" in output
    assert "epoch_cards.csv, row 10, column ability: '[bold]'" in output
    assert "Traceback" not in output
    assert run("show", "--cards", str(folder)) == (status, output)


def test_show_filters_and_says_plainly_which_cards_are_reconstructed():
    status, output = run("show", "--epoch", "2", "--colour", "purple")
    assert status == 0
    assert [card for card in cards.load().ids if card in output] == [f"2P{n:02}" for n in range(1, 15)]
    assert "reconstructed (14 of these 14 cards)" in output
    assert "not those of the box" in " ".join(output.split())
    assert "None of these cards is reconstructed" in run("show", "--colour", "red")[1]


@pytest.mark.parametrize("columns", ["80", "100"])
def test_show_fits_the_terminal_with_no_figure_cut_off(columns: str):
    output = CliRunner().invoke(app, ["show"], env={"COLUMNS": columns}).output
    assert "…" not in output
    assert all(card in output for card in cards.load().ids)
    assert max(len(line) for line in output.splitlines() if not line.startswith("Card set")) <= int(columns)


def test_show_names_a_corrected_folder(folder: Path):
    edit(folder, EPOCH_CARDS, row_of(folder, EPOCH_CARDS, "1P01"), provenance="printed")
    status, output = run("show", "--cards", str(folder))
    assert status == 0
    assert str(folder) in output
    assert "reconstructed (41 of these 162 cards)" in output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "--epoch", "4"), "there is no epoch '4'"),
        (("show", "--epoch", "two"), "there is no epoch 'two'"),
        (("show", "--colour", "pink"), "'pink' is not a colour"),
        (("check",), "Missing argument"),
    ],
)
def test_a_bad_option_is_a_sentence_and_status_2(arguments: tuple[str, ...], words: str):
    status, output = run(*arguments)
    assert status == 2
    assert words in output


@pytest.mark.parametrize("command", ["check", "show"])
def test_help_shows_an_example(command: str):
    assert f"Example: hadara cards {command} " in run(command, "--help")[1]
