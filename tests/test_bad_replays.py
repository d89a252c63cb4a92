"""Bad replays: one clear sentence each, that names what and where; none is believed."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from hadara_env import Game, GameConfig, ReplayError, replay
from hadara_env.cards import load
from tests.complaints import complaint
from tests.engine.play import Plan, finished


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """A finished game with its states and a forced move."""
    game = finished(Plan(3, "full", 5, "hungry"))
    assert any(move.forced for move in game.log)
    return replay.to_replay(game, states=True)


def verified(changed: dict[str, Any]) -> str:
    before = copy.deepcopy(changed)
    sentence = complaint(lambda: replay.verify(changed), ReplayError)
    assert changed == before
    return sentence


def test_right_replay_is_refused(whole: dict[str, Any]):
    assert replay.verify(whole).is_over
    assert Game.from_json(json.dumps(whole)).scores() == whole["result"]["scores"]
    assert replay.verify({key: value for key, value in whole.items() if key != "states"}).is_over


@pytest.mark.parametrize("text", ["", "{", "not json", '{"format": "hadara-replay/1"', "\ufeff{}", "[" * 100_000])
def test_broken_text_is_read(text: str):
    assert complaint(lambda: Game.from_json(text), ReplayError).startswith(
        "not a replay: the JSON is broken or cut off"
    )


@pytest.mark.parametrize("text", ["[]", "7", "null", '"replay"'])
def test_other_json_than_an_object_is_read(text: str):
    assert "not a replay" in complaint(lambda: Game.from_json(text), ReplayError)


def test_number_too_long_to_read_is_a_crash(whole: dict[str, Any]):
    text = json.dumps(whole).replace('"seed": 5', '"seed": ' + "9" * 10_000)
    assert complaint(lambda: Game.from_json(text), ReplayError)


def test_replay_cut_in_half_is_read(whole: dict[str, Any], tmp_path: Path):
    text = json.dumps(whole)
    for part in (text[: len(text) // 2], text[:-1], text[:10]):
        assert "broken or cut off at line 1, column" in complaint(lambda part=part: Game.from_json(part), ReplayError)
        (tmp_path / "game.json").write_text(part)
        assert "broken or cut off" in complaint(lambda: list(replay.read(tmp_path / "game.json")), ReplayError)


@pytest.mark.parametrize("form", ["hadara-replay/2", "hadara-replay/1 ", "chess", None, 1])
def test_foreign_format_is_played(whole: dict[str, Any], form: Any):
    assert verified(whole | {"format": form}) == f"format is {form!r}; only 'hadara-replay/1' can be read."


@pytest.mark.parametrize("key", ["rules", "players", "seed", "cards", "setup", "moves", "result"])
def test_missing_key_is_guessed(whole: dict[str, Any], key: str):
    assert verified({name: value for name, value in whole.items() if name != key}) == f"the key {key} is missing."


def test_missing_keys_are_named_one_at_a_time(whole: dict[str, Any]):
    assert verified({"format": whole["format"], "rules": "full"}) == (
        "the keys players, seed, cards, setup, moves, result are missing."
    )


def test_other_card_set_is_taken_for_this_one(whole: dict[str, Any]):
    sentence = verified(whole | {"cards": "0" * 64})
    assert "0" * 64 in sentence
    assert load().digest in sentence
    assert "card set" in verified(whole | {"cards": None})


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("players", 11, "players: Hadara is for 2 to 5 players, not 11"),
        ("players", "3", "players: Hadara is for 2 to 5 players, not '3'"),
        ("players", 2, "setup.crests must be a list of 2"),
        ("rules", "expert", "rules is 'expert'; there are 'basic' and 'full'"),
        ("rules", "basic", "which is not one of"),
        ("rules", ["full"], "rules is ['full']"),
        ("seed", -1, "A seed is an integer from 0 to 2**53 - 1, not -1"),
        ("seed", "5", "A seed is an integer"),
        ("seed", 1.5, "A seed is an integer"),
        ("moves", {}, "moves must be a list"),
        ("moves", None, "moves must be a list"),
        ("states", {}, "states must be a list of one per move"),
        ("states", [], "states must be a list of one per move"),
        ("result", None, "the game is over, but result is null"),
        ("result", {}, "the result differs"),
    ],
)
def test_wrong_value_is_believed(whole: dict[str, Any], key: str, value: Any, words: str):
    assert words in verified(whole | {key: value})


def with_move(whole: dict[str, Any], k: int, move: Any) -> dict[str, Any]:
    moves = [*whole["moves"][:k], move, *whole["moves"][k + 1 :]]
    return whole | {"moves": moves}


@pytest.mark.parametrize("move", [None, 7, "pass", [], {}, {"seat": 1}, {"seat": 0, "action": 7}, {"action": None}])
def test_move_without_an_action_is_played(whole: dict[str, Any], move: Any):
    sentence = verified(with_move(whole, 20, move))
    assert "move 20" in sentence


def test_illegal_move_is_played(whole: dict[str, Any]):
    for action in ("wheel:9", "draft:buy:9Z99", "nonsense", "", "side:A", 3):
        sentence = verified(with_move(whole, 10, whole["moves"][10] | {"action": action}))
        assert sentence.startswith("move 10")
    with pytest.raises(ReplayError) as caught:
        replay.verify(with_move(whole, 10, whole["moves"][10] | {"action": "side:A"}))
    assert caught.value.move == 10


def test_move_of_another_seat_is_played(whole: dict[str, Any]):
    move = whole["moves"][10]
    for seat in ((move["seat"] + 1) % 3, -1, 7, None, str(move["seat"]), float(move["seat"]), bool(move["seat"])):
        sentence = verified(with_move(whole, 10, move | {"seat": seat}))
        assert "move 10" in sentence
        assert f"seat {seat!r}" in sentence


def test_changed_move_goes_unnoticed(whole: dict[str, Any]):
    """Another legal choice at a decision shows in the state, in a later move or in the result."""
    plain = {key: value for key, value in whole.items() if key != "states"}
    game, changed = Game.from_setup(whole["setup"], GameConfig(3, "full", ask_forced=True)), 0
    for k, move in enumerate(whole["moves"]):
        others = [action.name for action in game.legal_actions() if action.name != move["action"]]
        if others and k % 7 == 0:
            verified(with_move(whole, k, move | {"action": others[0]}))
            verified(with_move(plain, k, move | {"action": others[0]}))
            changed += 1
        game.apply(move["action"])
    assert changed > 10


def test_moves_are_dropped_or_added_unnoticed(whole: dict[str, Any]):
    moves, states = whole["moves"], whole["states"]
    half = len(moves) // 2
    assert "but there is a result" in verified(whole | {"moves": moves[:half], "states": states[:half]})
    more = {"moves": [*moves, {"seat": 0, "action": "pass"}], "states": [*states, states[-1]]}
    assert f"move {len(moves)}: The game is over: 'pass' cannot be played." in verified(whole | more)
    verified(whole | {"moves": moves[:5] + moves[6:], "states": states[:5] + states[6:]})
    unfinished = whole | {"moves": moves[:half], "states": states[:half], "result": None}
    assert not replay.verify(unfinished).is_over


def test_wrong_forced_flag_is_believed(whole: dict[str, Any]):
    forced = next(k for k, move in enumerate(whole["moves"]) if move.get("forced"))
    bare = {key: value for key, value in whole["moves"][forced].items() if key != "forced"}
    assert f"move {forced} ({bare['action']}) is forced" in verified(with_move(whole, forced, bare))
    assert f"move {forced} " in verified(with_move(whole, forced, bare | {"forced": False}))
    assert f"move {forced} " in verified(with_move(whole, forced, bare | {"forced": 1}))
    free = whole["moves"][3]
    for flag in (True, False, None):
        assert "move 3 (wheel:" in verified(with_move(whole, 3, free | {"forced": flag}))


def test_forced_move_is_replaced(whole: dict[str, Any]):
    """Also where forced moves play themselves."""
    forced = next(k for k, move in enumerate(whole["moves"]) if move.get("forced"))
    for move in ({"seat": 0, "action": "pass", "forced": True}, None, 5):
        changed = with_move(whole, forced, move)
        assert f"move {forced} " in verified(changed)
        assert f"move {forced} " in complaint(lambda changed=changed: Game.from_json(json.dumps(changed)), ReplayError)


@pytest.mark.parametrize("key", ["coins", "income", "cards", "colonies", "busts", "tokens", "card_tokens", "silver"])
def test_changed_state_goes_unnoticed(whole: dict[str, Any], key: str):
    changed = copy.deepcopy(whole)
    changed["states"][30]["players"][1][key] = {"3": "ally!"} if key in ("colonies", "busts") else 99
    sentence = verified(changed)
    assert sentence.startswith(f"the state after move 30 ({whole['moves'][30]['action']}) differs: ")
    assert f"players[1].{key}" in sentence


def test_state_of_another_type_goes_unnoticed(whole: dict[str, Any]):
    for wrong in (None, [], {"players": []}, {"players": whole["states"][30]["players"][:2]}):
        changed = whole | {"states": [*whole["states"][:30], wrong, *whole["states"][31:]]}
        assert "the state after move 30" in verified(changed)
    changed = copy.deepcopy(whole)
    changed["states"][30]["players"][0]["coins"] = float(changed["states"][30]["players"][0]["coins"])
    assert "players[0].coins" in verified(changed)
    changed = copy.deepcopy(whole)
    changed["states"][30]["players"][0]["gems"] = 1
    assert "the state after move 30" in verified(changed)


def test_changed_result_goes_unnoticed(whole: dict[str, Any]):
    for change, words in (
        (lambda result: result["scores"][1].update(total=1000), "scores[1].total should be"),
        (lambda result: result["scores"][0].update(gems=1), "scores[0]"),
        (lambda result: result.update(winners=[0, 1, 2]), "winners"),
        (lambda result: result.update(scores=[]), "scores"),
    ):
        changed = copy.deepcopy(whole)
        change(changed["result"])
        sentence = verified(changed)
        assert sentence.startswith("the result differs: ")
        assert words in sentence


# ---- files


def test_broken_line_is_not_named(whole: dict[str, Any], tmp_path: Path):
    path, line = tmp_path / "games.jsonl", json.dumps(whole)
    for number, lines in ((3, [line, line, line[:500], line]), (2, [line, "null", line]), (1, [line[:900], line])):
        path.write_text("\n".join(lines))
        assert re.search(rf"\bline {number}\b", complaint(lambda: list(replay.read(path)), ReplayError))
    path.write_text("\n\n" + line + "\r\n\n" + line + "\n\n")
    assert [game["seed"] for game in replay.read(path)] == [5, 5]


def test_line_separator_inside_a_text_ends_a_line(whole: dict[str, Any], tmp_path: Path):
    """JSON allows signs in a text that Python, but no JSON lines reader, takes for the end of a line."""
    path = tmp_path / "games.jsonl"
    line = json.dumps(whole | {"note": "a\u2028b\u0085c"}, ensure_ascii=False)
    path.write_text(f"{line}\n{line}\n", encoding="utf-8")
    assert len(list(replay.read(path))) == 2


def test_unreadable_file_is_a_crash(tmp_path: Path):
    path = tmp_path / "game.json"
    for content, words in (
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b"{\xff}", "byte 1 is not UTF-8"),
    ):
        path.write_bytes(content)
        assert words in complaint(lambda: list(replay.read(path)), ReplayError)
    assert "cannot be read" in complaint(lambda: list(replay.read(tmp_path / "nowhere.json")), ReplayError)
    assert "cannot be read" in complaint(lambda: list(replay.read(tmp_path)), ReplayError)


def test_failed_writing_destroys_the_old_file(whole: dict[str, Any], tmp_path: Path):
    path = tmp_path / "game.json"
    replay.write(path, [whole])
    before = path.read_bytes()
    assert "cannot be written" in complaint(lambda: replay.write(path / "below.json", [whole]))
    with pytest.raises(TypeError):
        replay.write(path, [whole, {"not": object()}])
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]
