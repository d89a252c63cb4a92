"""The shipped card set holds what the box is known to hold, in arrays nobody can change."""

import copy
import csv
import hashlib
import pickle
from collections import Counter

import numpy as np
import pytest

from hadara_env import cards
from hadara_env.cards import ABILITIES, COLOURS, SHIPPED, STARRED

FILES = ("busts.csv", "colonies.csv", "epoch_cards.csv", "start_cards.csv")


def test_the_digest_is_the_sha256_over_the_four_files_in_the_order_of_the_replay_format():
    data = [(SHIPPED / name).read_bytes() for name in FILES]
    box = cards.load()
    assert box.digest == hashlib.sha256(data[0] + data[1] + data[2] + data[3]).hexdigest()
    assert box.file_digests == {name: hashlib.sha256(d).hexdigest() for name, d in zip(FILES, data, strict=True)}


def test_s4_s5_an_epoch_has_ten_cards_a_colour_and_fourteen_purple_ones_four_of_them_starred():
    box = cards.load()
    counts = Counter(zip(box.epoch.tolist(), box.colour.tolist(), box.star.tolist(), strict=True))
    plain = {(epoch, colour, 0): 10 for epoch in (1, 2, 3) for colour in range(5)}
    assert counts == plain | {(epoch, COLOURS.index("purple"), 1): 4 for epoch in (1, 2, 3)}


def test_coloured_cards_keep_the_regularity_their_transcription_was_checked_with():
    box = cards.load()
    coloured = box.colour != COLOURS.index("purple")
    surplus = box.values.sum(axis=1) + box.points // 2 - box.cost
    due = np.select([box.epoch == 3, box.epoch == 2, box.colour == COLOURS.index("yellow")], [-2, -1, 0], 1)
    wrong = [card for card, bad in zip(box.ids, coloured & (surplus != due), strict=True) if bad]
    assert wrong == []


def test_arrays_hold_what_the_file_says_read_by_other_means():
    box = cards.load()
    with (SHIPPED / "epoch_cards.csv").open(newline="", encoding="utf-8") as handle:
        for index, row in enumerate(csv.DictReader(handle)):
            assert box.index(row["id"]) == index
            got = (box.ids[index], box.epoch[index], COLOURS[box.colour[index]], box.star[index], box.cost[index])
            assert got == (row["id"], int(row["epoch"]), row["colour"], int(row["star"]), int(row["cost"]))
            assert box.values[index].tolist() == [int(row[t]) for t in ("income", "military", "culture", "food")]
            got = (box.points[index], ABILITIES[box.ability[index]], box.provenance[index])
            assert got == (int(row["points"]), row["ability"], row["provenance"])


def test_start_cards_colonies_and_busts_are_indexed_by_card_side_requirement_and_tile():
    box = cards.load()
    assert box.start_initiative.tolist() == [1, 2, 3, 4, 5]
    assert box.start_coins[4].tolist() == [9, 11]
    assert box.start_values[2, 1].tolist() == [2, 3, 3, 2]
    assert box.colony_requirement.tolist() == [3, 9, 15, 21, 30]
    assert box.colony_front_points.tolist() == [2, 5, 8, 11, 16]  # S6
    assert box.colony_plunder.tolist() == [3, 4, 5, 7, 12]
    assert box.colony_ally_cost.tolist() == [1, 1, 2, 2, 4]
    assert box.colony_values[1, 2].tolist() == [0, 2, 1, 0]
    assert box.colony_back_points[4].tolist() == [24, 24, 20, 20, 22]
    assert box.bust_requirement.tolist() == [6, 12, 20, 30]
    assert box.bust_points.tolist() == [4, 8, 14, 22]
    assert box.bust_bonus.tolist() == [2, 3, 4, 6]


def test_all_and_only_the_42_purple_cards_are_called_reconstructed():
    box = cards.load()
    assert box.reconstructed == 42
    assert {c for c, word in zip(box.ids, box.provenance, strict=True) if word == "reconstructed"} == {
        c for c in box.ids if c[1] == "P"
    }


def test_starred_abilities_are_the_twelve_with_one_copy():
    box = cards.load()
    assert len(STARRED) == 12
    assert Counter(ABILITIES[a] for a in box.ability[box.star == 1]) == Counter(STARRED)


@pytest.mark.parametrize("name", [n for n, v in vars(cards.load()).items() if isinstance(v, np.ndarray)])
def test_no_array_of_a_card_set_can_be_written_to_even_after_a_copy(name: str):
    for box in (cards.load(), copy.deepcopy(cards.load()), pickle.loads(pickle.dumps(cards.load()))):
        array = getattr(box, name)
        assert array.dtype == np.int16
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.parametrize(("card", "hint"), [("1Y99", "1Y09"), ("1y03", "1Y03"), ("", "known are 1Y01"), (7, "'7'")])
def test_an_unknown_card_id_is_named_with_what_may_have_been_meant(card: str, hint: str):
    with pytest.raises(ValueError, match="Unknown card") as caught:
        cards.load().index(card)
    assert hint in str(caught.value)
