"""The whole table as one SVG picture: for notebooks, the web and, through `raster`, as pixels.

>>> from hadara_env import Game
>>> from hadara_env.views.svg import svg
>>> svg(Game.new(players=2, rules="basic", seed=1)).startswith("<svg")
True

The same state gives the same bytes, and the number of players alone decides the height. Nothing is loaded from
elsewhere, and nothing runs.
"""

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from hadara_env.engine.constants import RULES, STEPS, TOTAL
from hadara_env.errors import HadaraError
from hadara_env.view import View
from hadara_env.views.svg_board import RADIUS, board
from hadara_env.views.svg_icons import definitions
from hadara_env.views.svg_legend import tall_legend, wide_legend, wide_legend_height
from hadara_env.views.svg_parts import FONT, INK, PAPER, SOFT, group, marks_in, n, rect, strip_grounds, text
from hadara_env.views.svg_player import PANEL_H, PANEL_W, panel
from hadara_env.views.svg_scene import Scene, scene_of
from hadara_env.views.svg_stage import score_table, stage
from hadara_env.views.svg_supply import busts_and_seals, colonies
from hadara_env.views.words import EPOCHS, listed

if TYPE_CHECKING:
    from hadara_env.game import Game

WIDTH = 900
_MARGIN, _GAP = 14, 12
_HEADER_H = 50
_BOARD_TOP = _HEADER_H + 16
_PANELS_TOP = _BOARD_TOP + 2 * RADIUS + 22
_SIDE_X = _MARGIN + 2 * RADIUS + 26
_SIDE_W = WIDTH - _MARGIN - _SIDE_X

_DOING = {
    "side": "chooses a side of the start card",
    "wheel": "turns the wheel",
    "draft": "places one card, buys or sells the other",
    "token": "places a bonus token",
    "colony": "may take a colony",
    "bust": "may carve a bust",
    "take": "takes a top card",
    "feed": "cannot feed all cards",
    "seal": "may buy seals",
}


def svg(game: "Game | View", width: int = WIDTH, *, seat: int | None = None, reveal: bool = False) -> str:
    """The table as an SVG document.

    Of a `View`, what its seat may see. Of a `Game`, what everybody may see; with `seat`, what that seat may see; with
    `reveal`, all hands.
    """
    if isinstance(width, bool) or not isinstance(width, int) or not 1 <= width <= 10_000:
        raise HadaraError(f"A picture is 1 to 10000 wide, not {width!r}.")
    scene = _scene(game, seat, reveal)
    height = table_height(scene)
    picture = (
        rect(0, 0, WIDTH, height, PAPER)
        + _header(scene)
        + group([board(scene)], _MARGIN + RADIUS + 4, _BOARD_TOP + RADIUS + 4)
        + group([colonies(scene, _SIDE_W)], _SIDE_X, _BOARD_TOP)
        + group([busts_and_seals(scene, _SIDE_W)], _SIDE_X, _BOARD_TOP + 120)
        + group([stage(scene, _SIDE_W)], _SIDE_X, _BOARD_TOP + 210)
        + group([score_table(scene, _SIDE_W)], _SIDE_X, _BOARD_TOP + 346)
        + _panels(scene)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {n(height)}" width="{width}" '
        f'height="{n(width * height / WIDTH)}" role="img" font-family="{FONT}" font-weight="bold" fill="{INK}">'
        f"<title>{escape(_headline(scene))}</title><desc>{escape(_description(scene))}</desc>"
        f"<defs>{definitions()}{strip_grounds()}{marks_in(picture)}</defs>{picture}</svg>"
    )


def _scene(game: "Game | View", seat: int | None, reveal: bool) -> Scene:
    if isinstance(game, View):
        if reveal or seat not in (None, game.seat):
            raise HadaraError(f"A view of seat {game.seat} shows what that seat may see, and nothing else.")
        return scene_of(game.record, game.config, game.seat, False)
    seen = game if seat is None else game.view(seat)
    return scene_of((game if reveal else seen).record, game.config, seat, reveal)


def table_height(scene: Scene) -> float:
    """The height of the picture where its width is 900."""
    players = len(scene.seats)
    height = _PANELS_TOP + (players + 1) // 2 * (PANEL_H + _GAP)
    return height + (0 if players % 2 else wide_legend_height(scene) + _GAP)


def _panels(scene: Scene) -> str:
    """Two in a line; the key takes the free place beside an odd one, or a line of its own."""
    parts = []
    for seat in scene.seats:
        x, y = _MARGIN + seat % 2 * (PANEL_W + _GAP), _PANELS_TOP + seat // 2 * (PANEL_H + _GAP)
        parts.append(group([panel(scene, seat)], x, y))
    after = len(scene.seats)
    y = _PANELS_TOP + after // 2 * (PANEL_H + _GAP)
    if after % 2:
        parts.append(group([tall_legend(scene, PANEL_W - 12)], _MARGIN + PANEL_W + _GAP + 6, y))
    else:
        parts.append(group([wide_legend(scene, WIDTH - 2 * _MARGIN)], _MARGIN, y))
    return "".join(parts)


def _header(scene: Scene) -> str:
    players = f"{len(scene.seats)} players, {RULES[scene.g.rules]} rules"
    if scene.revealed:
        eyes = "all hands open"
    else:
        eyes = "as everybody sees it" if scene.viewer is None else f"as seat {scene.viewer} sees it"
    parts = [
        rect(0, 0, WIDTH, _HEADER_H, INK),
        text(_MARGIN, 33, "HADARA", 23, bold=True, fill="#F2C94C"),
        *(_epoch_mark(scene, epoch) for epoch in range(3)),
        text(270, 21, _where(scene), 12, fill="#CFC7DA"),
        text(270, 40, _doing(scene), 15, bold=True, fill="#FFF8E7"),
        text(WIDTH - _MARGIN, 21, players, 10.5, anchor="end", fill="#CFC7DA"),
        text(WIDTH - _MARGIN, 39, eyes, 10.5, anchor="end", fill="#CFC7DA"),
    ]
    return "".join(parts)


def _epoch_mark(scene: Scene, epoch: int) -> str:
    now = epoch == scene.g.epoch
    x = 150 + 36 * epoch
    fill, ink = ("#F2C94C", INK) if now else ("#4A4356", "#CFC7DA" if epoch < scene.g.epoch else SOFT)
    return rect(x, 12, 31, 26, fill, r=6) + text(x + 15.5, 30, EPOCHS[epoch], 13, bold=True, anchor="middle", fill=ink)


def _where(scene: Scene) -> str:
    g = scene.g
    if scene.is_over:
        return "The game is over"
    if g.phase == 0:
        detail = f", draw {g.lap + 1} of 5" if scene.in_draw else ""
    else:
        detail = f", round {g.lap + 1} of 5" if _step(scene) == "take" else ""
    return f"Epoch {EPOCHS[g.epoch]}, phase {'AB'[g.phase]}{detail}"


def _step(scene: Scene) -> str:
    return STEPS[scene.g.step]


def _doing(scene: Scene) -> str:
    if not scene.is_over:
        return f"{scene.name(scene.g.actor)} {_DOING[_step(scene)]}"
    winners = [seat for rank, seat in scene.ranking if rank == 1]
    points = scene.scores[winners[0]][TOTAL]
    if len(winners) == 1:
        return f"{scene.name(winners[0])} wins with {points} points"
    return f"Seats {listed([str(seat) for seat in winners])} share the victory with {points} points"


def _headline(scene: Scene) -> str:
    return f"Hadara. {_where(scene)}: {_doing(scene)}"


def _description(scene: Scene) -> str:
    """The state of every player in words, for those who cannot see the picture."""
    sentences = []
    for seat in scene.seats:
        income, military, culture, food = scene.g.tracks[seat]
        sentences.append(
            f"{scene.name(seat)}: {scene.g.coins[seat]} coins, income {income}, military {military}, "
            f"culture {culture}, food {food}, {scene.g.display_size[seat]} cards, {scene.scores[seat][TOTAL]} points."
        )
    return " ".join(sentences)
