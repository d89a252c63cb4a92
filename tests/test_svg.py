"""The SVG picture: well formed, complete, honest about what is hidden, and drawn with its own fonts."""

import random
import re
import sys
import time
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from hadara_env import Game, HadaraError, View
from hadara_env.engine import batch
from hadara_env.engine.constants import NUM_COLOURS
from hadara_env.engine.layout import GAME
from hadara_env.engine.random import new_rng
from hadara_env.engine.rules import seals
from hadara_env.engine.tables import tables_of
from hadara_env.views import svg_parts
from hadara_env.views.raster import FONT_FILES, pixels, rgb_array
from hadara_env.views.svg import svg
from hadara_env.views.svg_icons import definitions

NS = "{http://www.w3.org/2000/svg}"
SEATS_AND_RULES = list(product((2, 3, 4, 5), ("basic", "full")))
CARD_ID = re.compile(r"\b[123][YRBGP]\d\d\b")


def keen(rng: random.Random, game: Game) -> int:
    """A player who mostly buys, takes and carves, so that the table fills up."""
    actions = game.legal_actions()
    wanted = [a for a in actions if ":buy" in a.name or a.name.startswith(("colony", "bust", "seal"))]
    return rng.choice(wanted if wanted and rng.random() < 0.9 else actions).index


@cache
def states(players: int, rules: str, seed: int = 7) -> list[Game]:
    """Every ninth decision of a game, one of each step, and the end."""
    game, rng, out, steps = Game.new(players, rules, seed), random.Random(seed), [], set()
    moves = 0
    while not game.is_over:
        if moves % 9 == 0 or game.step not in steps:
            out.append(game.clone())
            steps.add(game.step)
        game.apply(keen(rng, game))
        moves += 1
    return [*out, game]


def in_step(step: str, players: int = 3, epoch: int = 1, seed: int = 3) -> Game:
    game, rng = Game.new(players, "full", seed), random.Random(seed)
    while not (game.step == step and game.epoch == epoch):
        game.apply(keen(rng, game))
    return game


def tree(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def texts(element: ElementTree.Element) -> list[str]:
    return [t.text or "" for t in element.iter(f"{NS}text")]


def titled(root: ElementTree.Element, start: str) -> list[ElementTree.Element]:
    """The groups whose own title begins like this."""
    return [g for g in root.iter(f"{NS}g") if (g.findtext(f"{NS}title") or "").startswith(start)]


def panels(root: ElementTree.Element) -> list[ElementTree.Element]:
    """Each seat's panel: the group around the header that names the seat and its coins."""
    return [g for g in root.iter(f"{NS}g") for c in g if re.match(r"Seat \d \(", c.findtext(f"{NS}title") or "")]


@pytest.mark.parametrize(("players", "rules"), SEATS_AND_RULES)
def test_a_picture_is_not_well_formed_or_points_at_a_symbol_that_is_not_there(players: int, rules: str):
    for game in states(players, rules):
        for picture in (svg(game), svg(game, seat=players - 1), svg(game, reveal=True)):
            root = tree(picture)
            defined = [s.get("id") for s in root.iter(f"{NS}symbol")]
            used = {u.get("href", "#")[1:] for u in root.iter(f"{NS}use")}
            assert len(defined) == len(set(defined))
            assert used <= set(defined)
            assert root.findtext(f"{NS}title")
            assert root.findtext(f"{NS}desc")


@pytest.mark.parametrize(("players", "rules"), SEATS_AND_RULES)
def test_a_picture_needs_the_network_or_runs_something(players: int, rules: str):
    picture = svg(states(players, rules)[-1])
    assert re.findall(r"https?:", picture) == ["http:"]  # the name of the namespace
    assert not re.search(r"<(script|image|style|foreignObject|a)\b|\son\w+=|url\(|data:|@import", picture)
    assert all(href.startswith("#") for href in re.findall(r'href="([^"]*)', picture))


@pytest.mark.parametrize(("players", "rules"), SEATS_AND_RULES)
def test_the_frame_changes_its_size_within_a_game(players: int, rules: str):
    assert len({tree(svg(game)).get("height") for game in states(players, rules)}) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_something_reaches_over_the_edge_of_the_picture(players: int):
    for game in states(players, "full"):
        root = tree(svg(game, reveal=True))
        height = float(root.get("height", 0))
        for x, y, width in marks(root):
            assert x >= 0
            assert x + width <= 900
            assert 0 <= y <= height


def marks(element: ElementTree.Element, x: float = 0, y: float = 0, size: float = 0) -> Iterator[tuple[float, ...]]:
    """Left edge, height and width of every text, symbol and box, with all shifts added up."""
    shift = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    x, y = (x + float(shift[1]), y + float(shift[2])) if shift else (x, y)
    size = float(element.get("font-size", size))
    if element.tag == f"{NS}text":
        width = svg_parts.width_of(element.text or "", size, element.get("font-weight") != "normal")
        left = {"middle": width / 2, "end": width}.get(element.get("text-anchor", ""), 0)
        yield x + float(element.get("x", 0)) - left, y + float(element.get("y", 0)), width
    elif element.tag in (f"{NS}use", f"{NS}rect"):
        yield x + float(element.get("x", 0)), y + float(element.get("y", 0)), float(element.get("width", 0))
    for child in element:
        if element.tag != f"{NS}defs" and child.tag != f"{NS}defs":
            yield from marks(child, x, y, size)


@pytest.mark.parametrize(("players", "rules"), SEATS_AND_RULES)
def test_a_panel_lacks_coins_tracks_points_or_cards(players: int, rules: str):
    for game in states(players, rules):
        shown = panels(tree(svg(game)))
        assert len(shown) == players
        for seat, (panel, points) in enumerate(zip(shown, game.scores(), strict=True)):
            words, record = texts(panel), game.record
            assert f"Seat {seat}" in words
            for number in (record.coins[seat], points["total"], *record.tracks[seat]):
                assert str(number) in words
            cards = {game.cards.ids[card] for card in record.display[seat, : record.display_size[seat]]}
            assert set(CARD_ID.findall(ElementTree.tostring(panel, "unicode"))) == cards


def test_a_top_card_or_what_lies_beneath_it_is_missing_from_the_board():
    game = in_step("take", players=5, epoch=2)
    root, record, cards = tree(svg(game)), game.record, game.cards
    for colour, name in enumerate(("yellow", "red", "blue", "green", "purple")):
        [stack] = titled(root, f"outer stack {name}")
        lying = record.placed[1, colour, : record.outer_size[colour]][::-1]
        ids = [
            CARD_ID.findall(title.text or "")[0] for title in stack.iter(f"{NS}title") if "cost" in (title.text or "")
        ]
        assert ids == [cards.ids[card] for card in lying]
        assert f"{len(lying) - 1} beneath" in texts(stack)
        top = ElementTree.tostring(titled(stack, ids[0])[0], "unicode")
        assert f"#hd-coins-{cards.cost[lying[0]]}" in top


def test_colonies_that_are_left_are_miscounted():
    game = states(4, "full")[-1]
    root = tree(svg(game))
    for colony, need in enumerate((3, 9, 15, 21, 30)):
        left = int(game.record.colony_left[colony])
        shown = titled(root, f"colonies of {need} military")
        assert len(shown) == (left > 0)
        assert all(f"×{left}" in texts(stack) for stack in shown)


def test_seals_are_priced_otherwise_than_the_rules_say():
    for game in states(2, "full"):
        prices = {"silver": seals._SILVER[game.record.epoch], "gold": seals._GOLD[game.record.epoch]}
        for metal, price in prices.items():
            [tile] = titled(tree(svg(game)), f"a {metal} seal costs {price} coins")
            assert f"#hd-coins-{price}" in ElementTree.tostring(tile, "unicode")


def test_a_crest_points_at_another_segment_than_the_one_its_seat_draws_from():
    game = in_step("draft", players=4)
    root, record = tree(svg(game)), game.record
    for seat in range(4):
        [name] = {t for t in texts(panels(root)[seat]) if t in ("Monkey", "Dragon", "Lion", "Pegasus", "Scarab")}
        [crest] = titled(root, f"crest {name.lower()}: seat {seat}")
        tip = [float(c) for c in crest[1].get("points", "").split()[0].split(",")]
        colour = game.cards.colour[record.hand[seat, 0]]
        place = record.board.tolist().index(colour)
        angle = np.arctan2(tip[0], -tip[1]) % (2 * np.pi)
        assert angle == pytest.approx(place * 2 * np.pi / NUM_COLOURS, abs=0.02)


def test_inner_piles_are_miscounted_while_cards_are_in_hands():
    game = in_step("draft", players=3)
    game_piles = {t.text for t in tree(svg(game)).iter(f"{NS}title") if "inner pile" in (t.text or "")}
    counts = sorted(int((title or "0").split()[0]) for title in game_piles)
    assert counts == [4, 4, 4, 6, 6]


@pytest.mark.parametrize("players", [2, 5])
def test_it_is_not_clear_whose_turn_it_is(players: int):
    for game in states(players, "full")[:-1]:
        shown = [seat for seat, panel in enumerate(panels(tree(svg(game)))) if "decides" in texts(panel)]
        assert shown == [game.actor]


def test_the_ranking_at_the_end_is_wrong():
    for players in (2, 3, 4, 5):
        game = states(players, "full")[-1]
        words = texts(tree(svg(game)))
        for seat, (ahead, _) in enumerate(game.standings()):
            assert f"{ahead + 1}. Seat {seat}" in words
        assert any(
            re.search(rf"Seat {game.winners()[0]} .* wins with {game.scores()[game.winners()[0]]['total']}", w)
            for w in words
        )


def test_a_shared_victory_has_one_winner():
    game = states(3, "basic")[-1].clone()
    for name in GAME.names or ():
        if game.record[name].shape[:1] == (5,) and name not in (
            "crest",
            "colony_stack",
            "colony_left",
            "board",
            "visits",
            "outer_size",
        ):
            game.record[name][:] = game.record[name][0]
    words = texts(tree(svg(game)))
    assert any(w.startswith("Seats 0, 1 and 2 share the victory") for w in words)
    assert {"1. Seat 0", "1. Seat 1", "1. Seat 2"} <= set(words)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_picture_shows_cards_its_seat_may_not_see(players: int):
    for game in states(players, "full"):
        record, ids = game.record, game.cards.ids
        public = {ids[c] for seat in range(players) for c in record.display[seat, : record.display_size[seat]]}
        public |= {ids[c] for k in range(5) for c in record.placed[record.epoch, k, : record.outer_size[k]]}
        hands = [{ids[c] for c in record.hand[seat] if c != 255} for seat in range(players)]
        assert set(CARD_ID.findall(svg(game))) == public
        assert set(CARD_ID.findall(svg(game, reveal=True))) == public.union(*hands)
        for seat in range(players):
            assert set(CARD_ID.findall(svg(game.view(seat)))) == public | hands[seat]


@pytest.mark.parametrize("players", [2, 4])
def test_a_picture_changes_with_cards_that_are_hidden_from_its_seat(players: int):
    differing = 0
    for number, game in enumerate(states(players, "full")):
        for seat in range(players):
            twin = same_for(game, seat, number)
            differing += bool(np.any(twin.pile != game.record.pile))
            assert svg(View(np.array([twin], GAME), seat, game.config)) == svg(game, seat=seat)
    assert differing > 30


def same_for(game: Game, seat: int, seed: int) -> np.record:
    """Another deal that the seat cannot tell from this one. Whose turn it is, is public, and kept."""
    games = np.array([game.record], GAME)
    batch.redact(games, 0, seat)
    step, actor = int(games[0].step), int(games[0].actor)
    batch.determinize(games, 0, seat, new_rng(seed), tables_of(game.cards))
    games[0].step, games[0].actor = step, actor
    return games[0]


def test_everybody_sees_that_a_seat_places_a_token_before_the_reveal():
    game = in_step("draft")
    game.record.step = 3  # the actor has committed to an X2 card and names a token
    assert "places a bonus token" not in svg(game)
    assert "places a bonus token" in svg(game, seat=game.actor)


def test_the_same_state_gives_other_bytes_or_a_notebook_another_picture():
    game = states(3, "full")[20]
    assert svg(game) == svg(game.clone()) == game._repr_svg_()
    assert svg(game, seat=1) == svg(game.view(1)) == game.view(1)._repr_svg_()


def test_a_view_gives_more_than_its_seat_may_see_when_asked():
    view = in_step("draft").view(1)
    assert svg(view, seat=1) == svg(view)
    for seat, reveal in ((0, False), (None, True)):
        with pytest.raises(HadaraError, match="A view of seat 1 shows what that seat may see"):
            svg(view, seat=seat, reveal=reveal)


@pytest.mark.parametrize("width", [0, -5, 10_001, 900.5, "900", True])
def test_a_width_that_is_none_is_taken(width: object):
    with pytest.raises(HadaraError, match="wide, not"):
        svg(Game.new(2, "basic", 1), width)  # type: ignore[arg-type]


def test_a_seat_that_is_not_at_the_table_is_drawn():
    for reveal in (False, True):
        with pytest.raises(HadaraError, match="There is no seat 2 with 2 players"):
            svg(Game.new(2, "basic", 1), seat=2, reveal=reveal)


def test_text_breaks_out_of_its_element():
    assert "&lt;b&gt; &amp;" in svg_parts.text(0, 0, "<b> &")
    assert "&lt;b&gt; &amp;" in svg_parts.group([], title="<b> &")


def test_a_full_table_is_heavy_or_slow():
    game = states(5, "full")[-1].clone()
    record = game.record
    for seat in range(5):  # every card of a five-player game bought and none lost
        record.display[seat] = np.arange(seat, 150, 5)
        record.display_size[seat] = 30
        record.colony[seat], record.colony_tile[seat], record.bust_token[seat] = 2, seat, 1
    picture, seconds = svg(game), []
    for _ in range(20):
        start = time.perf_counter()
        svg(game)
        seconds.append(time.perf_counter() - start)
    assert len(picture.encode()) < 150_000
    assert min(seconds) < 0.02
    assert len(set(CARD_ID.findall(picture))) == 150  # what does not fit as a strip is named in its column's title


def test_colours_look_alike_to_the_colour_blind():
    """Distances in CIE Lab after the full-strength simulations of Machado, Oliveira and Fernandes (2009)."""
    sight = {
        "usual": np.eye(3),
        "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
        "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
        "tritan": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
    }
    for kind, matrix in sight.items():
        seen = [lab(np.array(matrix) @ linear(colour)) for colour in svg_parts.FULL_COLOUR]
        nearest = min(np.linalg.norm(a - b) for a, b in combinations(seen, 2))
        assert nearest > 18, kind


def linear(colour: str) -> np.ndarray:
    c = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(np.clip(to_xyz @ np.clip(rgb, 0, 1) / [0.9505, 1, 1.089], 0.008856, None))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_two_symbols_share_a_shape():
    paths = re.findall(r' d="([^"]+)"', definitions())
    assert len(paths) == len(set(paths)) == definitions().count("<symbol")


def test_a_sign_is_missing_from_the_shipped_fonts():
    pictures = (svg(game, reveal=True) for players, rules in SEATS_AND_RULES for game in states(players, rules))
    signs = {sign for picture in pictures for text in texts(tree(picture)) for sign in text} - {" "}
    assert len(FONT_FILES) == 2
    for path in FONT_FILES:
        missing = glyph(path, "\uffff")
        assert glyph(path, "\u265b") == missing  # a sign that the fonts indeed lack
        assert [sign for sign in sorted(signs) if glyph(path, sign) == missing] == []


def glyph(path: Path, sign: str) -> bytes:
    image = Image.new("L", (60, 60))
    ImageDraw.Draw(image).text((5, 5), sign, 255, font=ImageFont.truetype(str(path), 40))
    return image.tobytes()


@pytest.mark.parametrize("players", [2, 5])
def test_pixels_are_blank_or_of_another_shape(players: int):
    game = states(players, "full")[len(states(players, "full")) // 2]
    picture = rgb_array(game, 450)
    height = float(tree(svg(game, 450)).get("height", 0))
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (450, 3)
    assert abs(picture.shape[0] - height) <= 1
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 1000
    assert np.array_equal(rgb_array(game.view(0), 450), rgb_array(game, 450, seat=0))


@pytest.mark.parametrize("weight", ["bold", "normal"])
def test_text_is_left_out_of_the_pixels(weight: str):
    """The renderer skips text without a word where it finds no font."""
    picture = svg(Game.new(2, "basic", 1), 900)
    pattern = r"<text[^>]*>[^<]*</text>"
    kept = re.sub(pattern, lambda m: "" if ("normal" in m[0]) == (weight == "normal") else m[0], picture)
    changed = np.any(pixels(picture, 900) != pixels(kept, 900), axis=2).sum()
    assert changed > 1500


def test_a_missing_renderer_is_not_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"resvg_py.*hadara-env\[render\]"):
        rgb_array(Game.new(2, "basic", 1))
