"""A view holds what its seat may know, all of it and nothing else."""

from types import SimpleNamespace

import numpy as np
import pytest

from hadara_env.config import GameConfig
from hadara_env.engine import constants as c
from hadara_env.engine.layout import FIELDS, GAME, HIDDEN, OWNER, PUBLIC
from hadara_env.errors import HadaraError
from hadara_env.game import Game
from hadara_env.state import setup_of
from tests.engine.play import CARDS, Plan, in_draw, plain, states, whole_games
from tests.engine.seen import is_unrevealed, telling_states


def blanked(g: SimpleNamespace, seat: int, name: str) -> object:
    """What a field must look like to a seat, by who may see it; a KeyError is a field nobody has thought about."""
    value = getattr(g, name)
    seen_by = {field.name: field.seen_by for field in FIELDS}[name]
    if seen_by == PUBLIC:
        drawing = g.step == c.DRAFT or (g.step == c.TOKEN and g.phase == 0)
        if g.actor == seat or not (drawing or g.step == c.SIDE):
            return value
        first = g.first[g.epoch] if drawing else 0
        waited_for = first if first != seat else (first + 1) % g.num_players
        return {"actor": waited_for, "step": c.DRAFT if drawing else c.SIDE}.get(name, value)
    if seen_by == OWNER and name in ("pending_side", "pending", "pending_token", "hand"):
        nothing = [c.NONE, c.NONE] if name == "hand" else c.NONE
        return [value[row] if row == seat else nothing for row in range(c.MAX_PLAYERS)]
    secret = {card for card, place in enumerate(g.place) if place >= c.SOLD and (place - c.SOLD) % 5 != seat}
    own_way = {
        "place": lambda: [c.UNSEEN if card in secret else place for card, place in enumerate(value)],
        "kept": lambda: [[[c.NONE if card in secret else card for card in row] for row in rows] for rows in value],
        "seed": lambda: -1,
        "pile": lambda: [[[c.NONE] * 10] * 5] * 3,
        "colony_stack": lambda: [[tile_back(g, k, i) for i in range(5)] for k in range(5)],
    }
    return own_way[name]()


def tile_back(g: SimpleNamespace, colony: int, position: int) -> int:
    """C3, C5: only an allied tile shows its back."""
    open_ones = {g.colony_tile[s][colony] for s in range(g.num_players) if g.colony[s][colony] == c.ALLIED}
    return g.colony_stack[colony][position] if position in open_ones else c.NONE


def test_view_shows_too_much_or_too_little():
    for game in telling_states(every=4):
        whole = plain(game.record)
        for seat in range(game.players):
            view = plain(game.view(seat).record)
            for field in FIELDS:
                assert getattr(view, field.name) == blanked(whole, seat, field.name), (field.name, seat, game)


def test_nothing_is_ever_hidden_in_these_states():
    """The test above means something only if every kind of secret occurs in its states."""
    kinds = set()
    for game in telling_states(every=4):
        g, n = plain(game.record), game.players
        kinds |= {"pending"} if set(g.pending) != {c.NONE} else set()
        kinds |= {"pending_token"} if set(g.pending_token) != {c.NONE} else set()
        kinds |= {"pending_side"} if set(g.pending_side) != {c.NONE} else set()
        kinds |= {"sold"} if any(c.SOLD <= place < c.SOLD + n for place in g.place) else set()
        kinds |= {"token"} if game.step == "token" and in_draw(game) else set()
        kinds |= {"allied"} if any(c.ALLIED in row for row in g.colony) else set()
        kinds |= {"plundered"} if any(c.PLUNDERED in row for row in g.colony) else set()
    assert kinds == {"pending", "pending_token", "pending_side", "sold", "token", "allied", "plundered"}


def test_field_has_no_owner_or_a_wrong_one():
    assert {field.seen_by for field in FIELDS} == {PUBLIC, OWNER, HIDDEN}
    named = {field.name for field in FIELDS}
    assert named <= set(GAME.names or ())
    assert set(GAME.names or ()) - named <= {"filler"}


def test_choice_of_another_seat_can_be_seen_before_the_reveal():
    """A3: whatever the actor commits, the views of the others stay the same but for whose turn it is."""
    compared = 0
    for plan in whole_games:
        for game in states(plan):
            if not is_unrevealed(game):
                continue
            actor, looks = game.actor, set()
            for action in game.legal_actions():
                after = game.clone()
                after.apply(action.index)
                if after.actor != actor and same_choice(game, after):
                    looks.add(tuple(after.view(s).games.tobytes() for s in range(game.players) if s != actor))
                    compared += 1
            assert len(looks) <= 1
    assert compared > 5000


def same_choice(before: Game, after: Game) -> bool:
    """Whether the seats are still at the same draw or at choosing sides."""
    visits = before.record.visits.tolist() == after.record.visits.tolist()
    return visits and before.step == after.step and before.record.epoch == after.record.epoch


def test_sub_step_of_another_seat_can_be_seen():
    """X2: while a seat names its token the others see the draw as it was before that seat chose."""
    compared = 0
    for game in telling_states():
        if game.step == "token" and in_draw(game):
            before = game.clone()
            before.undo()
            for seat in range(game.players):
                if seat != game.actor:
                    assert game.view(seat).games.tobytes() == before.view(seat).games.tobytes()
                    assert game.view(seat).step == "draft"
                    compared += 1
            assert game.view(game.actor or 0).step == "token"
    assert compared > 30


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_cards_still_to_come_can_be_seen(seat: int):
    """Two deals that differ only in what has not been drawn give the same views all through the first draw."""
    config = GameConfig(3, "full")
    games = []
    for seed in (1, 2):
        setup = setup_of(Game.new(3, "full", seed).record, CARDS)
        first = setup_of(Game.new(3, "full", 1).record, CARDS)
        setup |= {key: first[key] for key in ("board", "crests", "start_cards")}
        for colour, pile in setup["piles"]["1"].items():
            top = first["piles"]["1"][colour][:2]
            setup["piles"]["1"][colour] = top + [card for card in pile if card not in top][:4]
        games.append(Game.from_setup(setup, config))
    for action in ("side:A", "side:B", "side:B", "wheel:2"):
        for game in games:
            game.apply(action)
        assert games[0].view(seat).games.tobytes() == games[1].view(seat).games.tobytes()
    while int(games[0].record.visits.sum()) == 0:
        assert games[0].view(seat).games.tobytes() == games[1].view(seat).games.tobytes()
        for game in games:
            game.apply(game.legal_actions()[-1].name)
    assert games[0].record.tobytes() != games[1].record.tobytes()


def test_view_offers_another_seats_actions():
    for game in telling_states(every=7):
        for seat in range(game.players):
            view = game.view(seat)
            if seat == game.actor:
                assert view.legal.tolist() == [action.index for action in game.legal_actions()]
                assert view.names == [action.name for action in game.legal_actions()]
                assert view.mask.tolist() == game.legal_mask().tolist()
            else:
                assert (len(view.legal), view.names, view.mask.sum()) == (0, [], 0)
            assert view.mask.dtype == np.int8


def test_view_is_a_window_on_the_game():
    game = next(iter(states(Plan(3, "full", 5))))
    before = game.record.tobytes()
    view = game.view(1)
    seen = view.games.tobytes()
    view.games["coins"] += 7
    assert game.record.tobytes() == before
    again = game.view(1)
    game.apply(0)
    assert again.games.tobytes() == seen


def test_view_tells_the_seed():
    for game in telling_states(every=40):
        view = game.view(0)
        assert int(view.record.seed) == -1
        assert not hasattr(view, "seed")
        assert str(game.seed) not in repr(view)


@pytest.mark.parametrize("seat", [-1, 3, 4, 10**6])
def test_absent_seat_has_a_view(seat: int):
    with pytest.raises(HadaraError, match=f"no seat {seat} with 3 players; seats are 0 to 2"):
        Game.new(3, "full", 1).view(seat)


def test_view_of_a_waiting_seat_tells_how_far_the_others_are():
    """While one seat commits after another, a seat that is not asked sees the same table all the time."""
    seen: dict[tuple[int, int, int, int], set[bytes]] = {}
    for seed in range(60):
        game = Game.new(3, "full", seed)
        while not game.is_over and game.epoch == 1 and game.record.phase == 0:
            if is_unrevealed(game):
                for seat in range(3):
                    done = game.record.pending[seat] != c.NONE or game.record.pending_side[seat] != c.NONE
                    if game.actor != seat:
                        moment = (seed, game.record.lap + 10 * (game.step == "side"), seat, int(done))
                        seen.setdefault(moment, set()).add(game.view(seat).games.tobytes())
            buys = [action for action in game.legal_actions() if ":buy:" in action.name]
            game.apply((buys or game.legal_actions())[-1].index)
    assert max(map(len, seen.values())) == 1
