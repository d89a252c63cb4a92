"""The reference: games run to their end, illegal moves and false replays are refused."""

import copy
import csv
import random
from pathlib import Path

import pytest

from tests.reference import ReferenceGame, ReplayMismatch, deal, load_cards, replay_game
from tests.reference.cards import COLOURS, PLAIN_ABILITIES, STARRED_ABILITIES

CARDS = load_cards()
DATA = Path(__file__).resolve().parents[1] / "hadara_env" / "data"
EVERY_GAME = [(players, rules) for players in (2, 3, 4, 5) for rules in ("basic", "full")]


def new_game(players=3, rules="full", seed=0):
    return ReferenceGame(deal(players, rules, random.Random(seed), CARDS), rules, players, CARDS)


def play_out(game, rng, greed=0.5):
    """Random moves that prefer buying and everything but passing by `greed`; the states after each move."""
    states = []
    while game.actor is not None:
        wanted = [name for name in game.legal() if "sell" not in name and name != "pass"]
        game.apply(rng.choice(wanted if wanted and rng.random() < greed else game.legal()))
        states.append(game.state())
    return states


def play_until(game, step):
    rng = random.Random(0)
    while game.step != step:
        game.apply(rng.choice(game.legal()))


def as_replay(game, setup, states=None):
    replay = {
        "format": "hadara-replay/1",
        "rules": game.rules,
        "players": len(game.players),
        "seed": None,
        "cards": CARDS.digest,
        "setup": setup,
        "moves": copy.deepcopy(game.moves),
        "result": copy.deepcopy(game.result()),
    }
    if states is not None:
        replay["states"] = copy.deepcopy(states)
    return replay


def finished_replay(players=3, seed=5):
    rng = random.Random(seed)
    setup = deal(players, "full", rng, CARDS)
    game = ReferenceGame(setup, "full", players, CARDS)
    return as_replay(game, setup, play_out(game, rng, 0.9))


# Whole games


@pytest.mark.parametrize(("players", "rules"), EVERY_GAME)
def test_a_random_game_does_not_reach_its_end(players, rules):
    for seed in range(5):
        game = new_game(players, rules, seed)
        play_out(game, random.Random(seed))
        assert (game.step, game.epoch, game.legal(), game.is_forced()) == ("over", 3, [], False)
        assert sum(move["action"].startswith("draft:") for move in game.moves) == 15 * players
        assert sum(move["action"].startswith("take:") for move in game.moves) == 15 * players
        outcome = game.result()
        assert outcome is not None
        totals = [points["total"] for points in outcome["scores"]]
        assert {totals[seat] for seat in outcome["winners"]} == {max(totals)}


def test_some_kind_of_move_or_ability_never_occurs():
    kinds, abilities = set(), set()
    for seed in range(60):
        game = new_game(2 + seed % 4, "full", seed)
        while game.actor is not None:
            rng = random.Random(f"{seed} {len(game.moves)}")
            wanted = [name for name in game.legal() if "sell" not in name and name != "pass"] or game.legal()
            name = rng.choice(wanted)
            kinds.add((name.split(":")[0], game.is_forced()))
            game.apply(name)
        abilities.update(card.ability for player in game.players for card in player.display)
    asked = {"side", "wheel", "draft", "token", "colony", "bust", "take", "discard", "feed", "seal"}
    assert {kind for kind, forced in kinds if not forced} >= asked
    assert {kind for kind, forced in kinds if forced} <= {"take", "token", "discard"}
    assert ("take", True) in kinds
    assert abilities >= PLAIN_ABILITIES | STARRED_ABILITIES


def edited_cards(folder, column, value):
    """The shipped card set with one column the same in every row that has it."""
    for source in DATA.glob("*.csv"):
        with source.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        with (folder / source.name).open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(row | ({column: value} if column in row else {}) for row in rows)
    return load_cards(folder)


def test_the_last_card_without_food_is_not_a_forced_discard(tmp_path):
    """F2, in a world without food: the shipped cards never come to that."""
    cards = edited_cards(tmp_path, "food", 0)
    game = ReferenceGame(deal(3, "basic", random.Random(0), cards), "basic", 3, cards)
    play_until(game, "feed")
    player, cards_before = game.players[game.actor or 0], len(game.moves)
    while player.display:
        assert game.is_forced() == (len(player.display) == 1)
        game.apply(game.legal()[0])
    assert [move.get("forced") for move in game.moves[cards_before:]].count(True) == 1


def test_tokens_that_run_out_stop_a_purchase_or_go_below_zero(tmp_path):
    """X2, where every card takes a token: the last ones leave no choice, after that none is asked for."""
    cards = edited_cards(tmp_path, "ability", "bonus_token")
    rng = random.Random(0)
    game = ReferenceGame(deal(2, "basic", rng, cards), "basic", 2, cards)
    forced = set()
    while game.actor is not None and game.epoch < 3:
        game.apply(rng.choice([name for name in game.legal() if ":buy" in name] or game.legal()))
        if "forced" in game.moves[-1]:
            forced.add(game.moves[-1]["action"].split(":")[0])
        assert all(min(player.count().tokens) >= 0 for player in game.players)
    assert "token" in forced
    assert any(len(player.display) > len(player.card_tokens) for player in game.players)


@pytest.mark.parametrize(("players", "rules"), EVERY_GAME)
def test_a_deal_is_not_what_the_box_holds(players, rules):
    setup = deal(players, rules, random.Random(1), CARDS)
    assert sorted(setup["board"]) == sorted(COLOURS)
    assert len(set(setup["crests"])) == len(set(setup["start_cards"])) == players
    assert set(setup["piles"]) == {"1", "2", "3"}
    for epoch, piles in setup["piles"].items():
        assert set(piles) == set(COLOURS)
        for name, pile in piles.items():
            assert len(set(pile)) == 2 * players  # four players: piles of 8
            for card in map(CARDS.by_id.__getitem__, pile):
                assert (str(card.epoch), COLOURS[card.colour]) == (epoch, name)
                assert rules == "full" or not card.star
    assert {req: len(set(tiles)) for req, tiles in setup["colonies"].items()} == dict.fromkeys(
        ("3", "9", "15", "21", "30"), players
    )


def test_an_illegal_move_is_accepted_or_changes_something():
    game = new_game()
    play_until(game, "draft")
    before = (game.state(), game.legal(), game.actor, list(game.moves))
    for action in ("pass", "draft:buy:9X99", "take:red:sell", ""):
        with pytest.raises(ValueError, match="is not legal for seat"):
            game.apply(action)
    assert (game.state(), game.legal(), game.actor, game.moves) == before
    play_out(game, random.Random(1))
    with pytest.raises(ValueError, match="over"):
        game.apply("pass")


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("board", ["red"] * 5),
        ("crests", [0, 0, 1]),
        ("start_cards", [1, 2, 6]),
        ("colonies", {}),
        ("piles", {"1": {}, "2": {}, "3": {}}),
    ],
)
def test_a_setup_that_cannot_be_dealt_is_accepted(where, value):
    setup = deal(3, "full", random.Random(0), CARDS)
    setup[where] = value
    with pytest.raises(ValueError, match=f"setup.{where}"):
        ReferenceGame(setup, "full", 3, CARDS)


# Simultaneous choices, first player


def test_a_start_side_shows_before_the_last_is_chosen():
    game = new_game(3)
    for seat in range(3):
        assert game.actor == seat
        assert {(p["coins"], p["income"], p["food"]) for p in game.state()["players"]} == {(0, 0, 0)}
        game.apply("side:B")
    assert all(player["coins"] >= 8 and player["food"] > 0 for player in game.state()["players"])


@pytest.mark.parametrize(("players", "extra"), [(2, [0, 1]), (3, [0, 0, 0]), (4, [0, 0, 0, 1]), (5, [0, 0, 0, 1, 1])])
def test_the_wrong_player_is_first_or_gets_the_coin(players, extra):
    """S10 and S11: with the start cards dealt in order of initiative, side A."""
    setup = deal(players, "basic", random.Random(3), CARDS)
    setup["start_cards"] = list(range(1, players + 1))
    game = ReferenceGame(setup, "basic", players, CARDS)
    coins = [player["coins"] for player in game.state()["players"]]
    assert [have - CARDS.start_sides[i + 1]["A"].coins for i, have in enumerate(coins)] == extra
    play_out(game, random.Random(3))
    wheel_seats = [move["seat"] for move in game.moves if move["action"].startswith("wheel:")]
    assert wheel_seats == ([0, 1, 0] if players == 2 else [0, 1, 2])


def test_a_draw_shows_before_its_last_player_has_chosen():
    game = new_game(4, "basic", 2)
    game.apply("wheel:0")
    before = game.state()
    for _ in range(3):
        game.apply(next(name for name in game.legal() if name.startswith("draft:sell")))
        assert game.state() == before
    game.apply(next(name for name in game.legal() if name.startswith("draft:sell")))
    gains = [now["coins"] - then["coins"] for now, then in zip(game.state()["players"], before["players"], strict=True)]
    assert gains == [2, 2, 2, 2]


def test_the_wheel_leads_to_another_pile():
    """With wheel position w, slot s points at ring index (s + w) mod 5, one further each draw."""
    game = new_game(2, "basic", 4)
    setup = game._setup
    first = game.actor
    game.apply("wheel:3")
    for draw in range(5):
        colour = setup["board"][(setup["crests"][first] + 3 + draw) % 5]
        offered = {name.split(":")[2] for name in game.legal()}
        assert offered <= set(setup["piles"]["1"][colour])
        assert len(offered) == 2
        for _ in range(2):
            game.apply(next(name for name in game.legal() if name.startswith("draft:sell")))


def test_turns_do_not_go_clockwise_or_the_top_of_an_outer_stack_lies_beneath():
    """E4, B1, B2: always keep the first card of a hand for sale, so the second is placed."""
    setup = deal(3, "basic", random.Random(6), CARDS)
    setup.update(board=list(COLOURS), crests=[0, 1, 2], start_cards=[2, 1, 3])
    game = ReferenceGame(setup, "basic", 3, CARDS)
    game.apply("wheel:0")
    while game.step == "draft":
        game.apply(next(name for name in game.legal() if name.startswith("draft:sell")))
    drafts = [move["seat"] for move in game.moves if move["action"].startswith("draft:")]
    assert drafts == [1, 2, 0] * 5
    # Each seat draws yellow once, two cards from the front of the pile.
    play_until(game, "take")
    assert [card.id for card in game._outer[0]] == setup["piles"]["1"]["yellow"][1::2]
    game.apply("take:yellow:sell")
    assert [card.id for card in game._outer[0]] == setup["piles"]["1"]["yellow"][1:4:2]


def test_a_token_of_an_unrevealed_draw_is_asked_late_or_shows():
    """X2 bought in phase A: the token follows that player's draft at once, and both show only when all have chosen."""
    setup = deal(2, "basic", random.Random(0), CARDS)
    setup.update(board=["purple", "red", "blue", "green", "yellow"], crests=[0, 1], start_cards=[1, 2])
    purple = ["1P03", "1P04"] + [f"1P{number:02}" for number in (5, 6)]
    setup["piles"]["1"]["purple"] = purple
    game = ReferenceGame(setup, "basic", 2, CARDS)
    game.apply("wheel:0")
    before = game.state()
    game.apply("draft:buy:1P03")
    assert (game.step, game.actor, len(game.legal())) == ("token", 0, 4)
    game.apply("token:food")
    assert game.state() == before
    assert (game.step, game.actor) == ("draft", 1)
    game.apply(game.legal()[0])
    player = game.state()["players"][0]
    assert (player["food"], player["tokens"]["food"], player["card_tokens"]) == (6, 1, {"1P03": "food"})


# Replays


def test_a_true_replay_is_refused():
    replay = finished_replay()
    game = replay_game(replay, CARDS)
    assert game.result() == replay["result"]
    del replay["states"]
    replay.update(moves=replay["moves"][:50], result=None)
    assert len(replay_game(replay, CARDS).moves) == 50


def _forced_index(replay):
    return next(index for index, move in enumerate(replay["moves"]) if "forced" in move)


def _cut(replay):
    replay["moves"].pop()
    replay["states"].pop()


def _lengthen(replay):
    replay["moves"].append({"seat": 0, "action": "pass"})
    replay["states"].append(replay["states"][-1])


@pytest.mark.parametrize(
    ("falsify", "sentence"),
    [
        (lambda r: r["moves"][7].update(seat=(r["moves"][7]["seat"] + 1) % 3), "move 7: seat"),
        (lambda r: r["moves"][7].update(action="pass"), "move 7: 'pass' is not legal"),
        (lambda r: r["moves"][_forced_index(r)].pop("forced"), "move {forced}: value has the keys"),
        (lambda r: r["moves"][7].update(forced=True), "move 7: value has the keys"),
        (
            lambda r: r["states"][40]["players"][1].update(coins=-1),
            r"move 40, state .*: players\[1\].coins is -1",
        ),
        (lambda r: r["states"][40]["players"][1].update(gold=False), r"players\[1\].gold is False, should be 0"),
        (lambda r: r["states"].pop(), "one state per move"),
        (lambda r: r["result"]["scores"][2].update(total=-1), r"the end\), result: scores\[2\].total is -1"),
        (_cut, "result: value is"),
        (_lengthen, "after the end of the game"),
        (lambda r: r.update(cards="0" * 64), "cards: played with"),
        (lambda r: r.update(format="hadara-replay/2"), "format: not a hadara-replay/1 object"),
        (lambda r: r.pop("setup"), r"keys: missing \['setup'\]"),
        (lambda r: r["setup"].update(crests=[0, 0, 1]), "setup: setup.crests"),
    ],
)
def test_a_false_replay_is_accepted(falsify, sentence):
    replay = finished_replay()
    sentence = sentence.replace("{forced}", str(_forced_index(replay)))
    falsify(replay)
    with pytest.raises(ReplayMismatch, match=sentence):
        replay_game(replay, CARDS)
