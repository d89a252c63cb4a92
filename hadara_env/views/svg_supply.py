"""What lies beside the board for everyone: colony stacks, busts and the price of seals."""

from hadara_env.engine.constants import CULTURE, MILITARY, NUM_BUSTS, NUM_COLONIES
from hadara_env.views.svg_abilities import track_piece
from hadara_env.views.svg_cards import empty
from hadara_env.views.svg_parts import (
    COIN_SIGN,
    FAINT,
    GOLD,
    INK,
    LINE,
    PANEL,
    SILVER,
    SOFT,
    coin_mark,
    group,
    icon,
    points_mark,
    rect,
    row,
    text,
)
from hadara_env.views.svg_scene import Scene

_SILVER_PRICE, _GOLD_PRICE = (4, 9, 20), (6, 12, 30)  # M1, by epoch
_GAP = 6
_BETWEEN = 10  # busts and seals are two sections in one line


def heading(label: str, w: float, note: str = "") -> str:
    """The title of a section."""
    line = f'<path d="M0 18.5H{w:g}" stroke="{LINE}"/>'
    aside = text(w, 13, note, 9.5, anchor="end", fill=SOFT) if note else ""
    return text(0, 13, label, 12, bold=True) + aside + line


def colonies(scene: Scene, w: float) -> str:
    """The five stacks: what they demand, what plundering pays, what an ally pays, the points in front."""
    box = scene.box
    tile_w, tile_h = (w - 4 * _GAP) / 5, 80
    parts = [heading("Colonies", w, "needs, plunder pays, ally costs, points")]
    for colony in range(NUM_COLONIES):
        x, y = colony * (tile_w + _GAP), 30
        need, left = box.colony_requirement[colony], scene.g.colony_left[colony]
        if left == 0:
            parts.append(empty(x, y, tile_w, tile_h))
            parts.append(icon("colony", x + tile_w / 2, y + tile_h / 2, 20, FAINT))
            continue
        marks = [
            rect(2 * i, -2 * i, tile_w - 4, tile_h, PANEL, r=5, stroke="#9C8F7A") for i in range(min(left, 3))[::-1]
        ]
        marks += [
            row(tile_w / 2 - 2, 13, [track_piece(MILITARY), " ", str(need)], 13.5, 50, anchor="middle"),
            row(6, 32, ["+", str(box.colony_plunder[colony]), ("coin", COIN_SIGN)], 11, 48),
            row(6, 47, ["−", str(box.colony_ally_cost[colony]), ("coin", COIN_SIGN)], 11, 48),
            text(7, 70, f"×{left}", 11, fill=SOFT),
            points_mark(tile_w - 19, 66, box.colony_front_points[colony], 22),
        ]
        title = (
            f"colonies of {need} military: {left} left; plunder {box.colony_plunder[colony]} coins, "
            f"ally for {box.colony_ally_cost[colony]}, {box.colony_front_points[colony]} points in front"
        )
        parts.append(group(marks, x, y, title))
    return "".join(parts)


def busts_and_seals(scene: Scene, w: float) -> str:
    """What each bust demands and gives, and what seals cost in this epoch."""
    box = scene.box
    tile_w, tile_h = (w - 5 * _GAP - _BETWEEN) / 6, 50
    parts = [heading("Busts", 4 * tile_w + 3 * _GAP, "needs, points, bonus")]
    for bust in range(NUM_BUSTS):
        need, points, bonus = box.bust_requirement[bust], box.bust_points[bust], box.bust_bonus[bust]
        marks = [
            rect(0, 0, tile_w, tile_h, PANEL, r=5, stroke="#9C8F7A"),
            row(tile_w / 2, 14, [track_piece(CULTURE), " ", str(need)], 12.5, tile_w - 8, anchor="middle"),
            points_mark(17, 35, points, 20),
            text(tile_w - 6, 39, f"+{bonus}", 11.5, bold=True, anchor="end"),
        ]
        title = f"bust of {need} culture: {points} points, and {bonus} steps or points by its token"
        parts.append(group(marks, bust * (tile_w + _GAP), 26, title))
    seals_x = 4 * (tile_w + _GAP) + _BETWEEN
    parts.append(group([heading("Seals", 2 * tile_w + _GAP, "price")], seals_x))
    for i, (metal, fill, prices) in enumerate((("silver", SILVER, _SILVER_PRICE), ("gold", GOLD, _GOLD_PRICE))):
        price = prices[scene.g.epoch]
        marks = [
            rect(0, 0, tile_w, tile_h, PANEL, r=5, stroke="#9C8F7A"),
            seal_mark(tile_w * 0.3, 25, 24, fill),
            coin_mark(tile_w * 0.72, 25, price, 20),
        ]
        parts.append(
            group(marks, seals_x + i * (tile_w + _GAP), 26, f"a {metal} seal costs {price} coins in this epoch")
        )
    return "".join(parts)


def seal_mark(x: float, y: float, size: float, fill: str) -> str:
    """A seal in its metal, with a dark edge."""
    return icon("seal", x, y, size + 2.4, INK) + icon("seal", x, y, size, fill)
