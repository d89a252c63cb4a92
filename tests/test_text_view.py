"""The text views: nothing hidden leaks into them, nothing is left out, and the story adds up to the game."""

import random
import re
from collections import Counter
from functools import cache

import pytest

from hadara_agents.match import play_game
from hadara_agents.registry import make_all
from hadara_env import Game, GameConfig, ReplayError, cards
from hadara_env.cards import ABILITIES, COLOURS, TRACKS
from hadara_env.engine.constants import HAND, NONE, OUTER, SOLD, UNSEEN
from hadara_env.replay import to_replay
from hadara_env.views.text import describe_card, story, table
from hadara_env.views.words import ABILITY_WORDS, WIDTH, listed

CASES = [(players, rules) for players in (2, 3, 4, 5) for rules in ("basic", "full")]
EAGER = ("buy", "ally", "bust", "seal", "feed:pay")


def eager_game(players: int, rules: str, seed: int) -> Game:
    """A game whose players mostly buy, ally, carve and pay when they can, so that every ability gets its turn."""
    chance = random.Random(seed)
    game = Game.new(players, rules, seed)
    while not game.is_over:
        step(game, chance)
    return game


def step(game: Game, chance: random.Random) -> None:
    actions = game.legal_actions()
    eager = [action for action in actions if any(word in action.name for word in EAGER)]
    game.apply(chance.choice(eager if eager and chance.random() < 0.85 else actions).index)


@cache
def told(players: int, rules: str, seed: int) -> tuple[Game, tuple[str, ...]]:
    game = eager_game(players, rules, seed)
    return game, tuple(story(to_replay(game)))


@pytest.mark.parametrize(("players", "rules"), CASES)
def test_table_is_too_wide_or_shows_a_seat_what_it_may_not_see(players: int, rules: str):
    chance = random.Random(players)
    game = Game.new(players, rules, seed=players)
    ids = game.cards.ids
    while not game.is_over:
        assert max(map(len, table(game).splitlines())) <= WIDTH
        seat = chance.randrange(players)
        text = table(game.view(seat))
        assert max(map(len, text.splitlines())) <= WIDTH
        secret = [
            ids[card]
            for card, place in enumerate(game.record.place.tolist())
            if place == UNSEEN or (place >= SOLD and place not in (SOLD + seat, HAND + seat))
        ]
        assert [card for card in secret if card in text] == []
        assert "seed" not in text
        step(game, chance)


def test_table_of_a_view_tells_a_commitment_of_somebody_else():
    game = Game.new(players=3, rules="basic", seed=5)
    game.apply("wheel:2")
    watcher = (game.record.actor + 2) % 3
    before = table(game.view(watcher)).replace("<- to decide", "")
    first = game.actor
    assert first is not None
    game.apply(game.legal_actions()[0].name)
    after = table(game.view(watcher)).replace("<- to decide", "")
    turn = re.compile(r"seat \d buys or sells one of two cards and places the other")
    assert [line.rstrip() for line in turn.sub("", before).splitlines()] == [
        line.rstrip() for line in turn.sub("", after).splitlines()
    ]
    assert "not yet revealed" in table(game)
    assert "not yet revealed" in table(game.view(first))


def test_table_points_a_crest_at_the_wrong_colour():
    game = Game.new(players=4, rules="basic", seed=11)
    game.apply("wheel:3")
    lines = {line[:18].strip(): line[18:] for line in table(game).splitlines()}
    board = lines["Ring, clockwise"].split()
    owners = [lines["crests"][at : at + 12].strip() for at in range(0, 60, 12)]
    assert board == [COLOURS[colour] for colour in game.record.board]
    for seat in range(4):
        assert owners[(int(game.record.crest[seat]) + 3) % 5] == f"seat {seat}"


def test_table_leaves_out_something_that_lies_before_a_player():
    game = eager_game(3, "full", seed=4)
    text = table(game)
    for seat in range(3):
        block = text.partition(f"\nSeat {seat}")[2].partition("\n\n")[0]
        record = game.record
        assert all(game.cards.ids[card] in block for card in record.display[seat, : record.display_size[seat]])
        assert f"{record.coins[seat]} coin" in block
        for track, value in zip(TRACKS, record.tracks[seat], strict=True):
            assert f"{track} {value}" in block
        assert block.count("allied") + block.count("plundered") == (record.colony[seat] > 0).sum()
        assert block.count("token front up") + block.count("token back up") == (record.bust_token[seat] != NONE).sum()
        assert block.count("silver on") == record.silver_count[seat]
    assert f"Seat {game.winners()[0]} wins" in text


def test_table_hides_what_lies_under_an_outer_stack():
    game = Game.new(players=5, rules="full", seed=2)
    chance = random.Random(2)
    while game.step != "take":
        step(game, chance)
    text = table(game.view(0))
    outer = [game.cards.ids[card] for card, place in enumerate(game.record.place.tolist()) if place == OUTER]
    assert len(outer) == 25
    assert [card for card in outer if card not in text] == []


def test_game_prints_as_something_else_than_its_table():
    game = Game.new(players=2, seed=1)
    assert str(game) == table(game)


COINS = (  # what a line of the story says about coins, and which way they go
    (re.compile(r" buys \S+ for (\d+)"), -1),
    (re.compile(r" sells \S+ for (\d+)"), 1),
    (re.compile(r" allies colony \d+ for (\d+)"), -1),
    (re.compile(r" plunders colony \d+ for (\d+)"), 1),
    (re.compile(r", taking (\d+) coins with it"), 1),
    (re.compile(r" after paying (\d+) coin"), -1),
    (re.compile(r" pays (\d+) coins to feed"), -1),
    (re.compile(r" takes (\d+) coins? for more food"), 1),
    (re.compile(r" buys a (?:silver|gold) seal .*?for (\d+)"), -1),
)
INCOME = re.compile(r"[Ss]eat (\d) takes (\d+) coins?[;.]")
STEPS = re.compile(r"(income|military|culture|food) ([+-]\d+)(?! for each)")
START = re.compile(r"Seat (\d) has card \d, side [AB]: (\d+) coins?(?: and (\d+) more.*?)?, (income.*)\.")


def sentences(lines: tuple[str, ...]) -> list[str]:
    """The lines with wrapped ones put together again."""
    text = re.sub(r"\n {6}(?=\S)", " ", "\n".join(lines))
    return text.splitlines()


@pytest.mark.parametrize(("players", "rules"), CASES)
@pytest.mark.parametrize("seed", range(6))
def test_story_does_not_add_up_to_the_game(players: int, rules: str, seed: int):
    game, lines = told(players, rules, seed)
    coins, tracks = Counter(), [Counter() for _ in range(players)]
    for line in sentences(lines):
        if start := START.search(line):
            seat = int(start[1])
            coins[seat] = int(start[2]) + int(start[3] or 0)
            tracks[seat].update({name: int(value) for name, value in re.findall(r"(\w+) (\d+)", start[4])})
        elif " begins it with " not in line and (actor := re.match(r" +Seat (\d) ", line)):
            seat = int(actor[1])
            coins[seat] += sum(sign * int(number) for form, sign in COINS for number in form.findall(line))
            gains = line.partition("in all ")[2] if "in all " in line else line
            tracks[seat].update({name: int(value) for name, value in STEPS.findall(gains)})
            for other, amount in INCOME.findall(line):
                coins[int(other)] += int(amount)
    for seat in range(players):
        assert coins[seat] == game.record.coins[seat]
        assert [tracks[seat][name] for name in TRACKS] == game.record.tracks[seat].tolist()


@pytest.mark.parametrize(("players", "rules"), CASES)
@pytest.mark.parametrize("seed", range(6))
def test_story_explains_coins_by_food_that_came_from_elsewhere(players: int, rules: str, seed: int):
    buyer = None
    for line in sentences(told(players, rules, seed)[1]):
        if bought := re.search(r"Seat (\d) buys 2P12", line):  # X6, the only copy
            buyer = bought[1]
        if surplus := re.search(r"Seat (\d) takes (\S+) coins? for more food", line):
            assert surplus[1] == buyer
            assert surplus[2] in ("3", "6", "9", "12")


def test_stories_above_never_tell_of_a_rare_deed():
    text = "\n".join(line for players, rules in CASES for seed in range(6) for line in told(players, rules, seed)[1])
    for words in (
        "plunders", "allies", "coins with it", "for what is missing", "to feed a card", "for more food than cards",
        "discards", "token free again", "puts a bonus token on it", "back up", "front up", "silver seal", "gold seal",
        "passes", "(no other choice)", "in all", "nobody can", "everybody has enough food", "more for being first",
    ):  # fmt: skip
        assert words in text, words


@pytest.mark.parametrize(("players", "rules"), CASES)
def test_story_misses_a_move_or_runs_too_wide(players: int, rules: str):
    game, lines = told(players, rules, 1)
    text = " ".join(" ".join(lines).split())
    assert max(map(len, lines)) <= WIDTH
    for deed, word in (("buy", "buys"), ("sell", "sells")):
        named = {move.name.split(":")[2] for move in game.log if move.name.startswith(f"draft:{deed}")}
        assert [card for card in named if f"{word} {card} for" not in text] == []
    counted = Counter(move.name.partition(":")[0] for move in game.log)
    assert len(re.findall("allies colony|plunders colony", text)) == counted["colony"]
    assert text.count("carves bust") == counted["bust"]
    assert len(re.findall("buys a (?:silver|gold) seal", text)) == counted["seal"]
    assert text.count("discards") == counted["discard"]
    assert text.count("passes") == counted["pass"]
    assert text.count("turns the wheel") == 3
    assert text.count(" Draw ") == text.count(" Round ") == 15
    for epoch in ("I", "II", "III"):
        assert f"Epoch {epoch}, first player: seat" in text
    assert f"eat{'' if len(game.winners()) == 1 else 's'} {listed([str(s) for s in game.winners()])} " in lines[-1]
    totals = [int(line.split()[-1]) for line in lines[-1 - players : -1]]
    assert totals == [row["total"] for row in game.scores()]


def test_story_reveals_a_draw_before_the_last_choice():
    game = Game.new(players=3, rules="basic", seed=5)
    game.apply("wheel:2")
    for _ in range(2):
        game.apply(game.legal_actions()[0].name)
    text = "\n".join(story(to_replay(game)))
    assert not re.search(r"Seat \d (buys|sells)", text)
    assert len(re.findall(r"Seat \d has chosen to (?:buy|sell) \S+, which is not revealed yet", text)) == 2
    assert text.endswith(f"The moves end here: seat {game.actor} is to decide (draft).")
    game.apply(game.legal_actions()[0].name)
    assert len(re.findall(r"Seat \d (?:buys|sells)", "\n".join(story(to_replay(game))))) == 3


def test_story_of_a_side_not_yet_revealed_is_silent_about_it():
    game = Game.new(players=2, rules="full", seed=5)
    game.apply("side:B")
    lines = list(story(to_replay(game)))
    assert "Seat 0 has chosen side B, which is not revealed yet." in lines
    assert not any("Start cards" in line for line in lines)


def test_story_of_a_broken_replay_begins_before_it_complains():
    replay = to_replay(play_game(make_all("random", 2), GameConfig(2), seed=3))
    replay["moves"][40]["action"] = "wheel:0"
    with pytest.raises(ReplayError, match="move 40"):
        story(replay)


def test_card_is_described_wrongly():
    box = cards.load()
    assert describe_card(box, "1B10") == "1B10 blue, epoch I, cost 3: culture +2, food +1, 2 points"
    assert describe_card(box, box.index("1Y01")) == "1Y01 yellow, epoch I, cost 1: income +1, 1 point"
    assert describe_card(box, "3P13").startswith("3P13 purple*, epoch III, cost ")
    with pytest.raises(ValueError, match="Unknown card"):
        describe_card(box, "9Z99")


def test_ability_has_no_words():
    assert tuple(ABILITY_WORDS) == ABILITIES
    assert len(set(ABILITY_WORDS.values())) == len(ABILITIES)
