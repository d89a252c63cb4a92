"""Cards: the whole face, the narrow strip of one that lies under others, and the back."""

from hadara_env.engine.constants import BONUS_TOKEN, NO_ABILITY, NONE
from hadara_env.views.svg_abilities import SIGNS, track_piece
from hadara_env.views.svg_parts import (
    DEEP,
    FULL_COLOUR,
    INK,
    SYMBOL,
    Piece,
    coin_mark,
    group,
    icon,
    points_mark,
    rect,
    row,
    strip_mark,
    text,
)
from hadara_env.views.svg_scene import Scene
from hadara_env.views.words import EPOCHS

CARD_W, CARD_H = 66, 88


def gains(scene: Scene, card: int) -> list[Piece]:
    """What a card gives, short: its values, or the sign of its ability."""
    box = scene.box
    pieces: list[Piece] = []
    few = sum(value > 0 for value in box.values[card]) < 3
    for track, value in enumerate(box.values[card]):
        if value:
            pieces += [" "] if pieces and few else []
            pieces += [track_piece(track), str(value)]
    token = scene.g.card_token[card]
    if box.ability[card] == BONUS_TOKEN and token != NONE:
        return [("token", INK), "+2", track_piece(token)]  # X2
    if box.ability[card] != NO_ABILITY:
        pieces += SIGNS[box.ability[card]]
    return pieces


def face(scene: Scene, card: int, x: float, y: float) -> str:
    """A whole card: cost and colour above, what it gives in the middle, points below."""
    box = scene.box
    colour, ability = box.colour[card], box.ability[card]
    band = "#FFF" if colour != 0 else INK
    parts = [
        rect(0, 0, CARD_W, CARD_H, "#FFFEFB", r=6, stroke=DEEP[colour], line=1.2),
        f'<path d="M0 6a6 6 0 0 1 6-6h{CARD_W - 12}a6 6 0 0 1 6 6v17H0z" fill="{FULL_COLOUR[colour]}"/>',
        coin_mark(13, 12, box.cost[card], 18),
        icon(SYMBOL[colour], CARD_W / 2 + 2, 11.5, 13, band),
        text(CARD_W - 6, 15.5, EPOCHS[box.epoch[card] - 1], 9.5, bold=True, anchor="end", fill=band),
    ]
    values = [(track, value) for track, value in enumerate(box.values[card]) if value]
    if ability != NO_ABILITY:
        parts.append(row(CARD_W / 2, 45, gains(scene, card), 14, CARD_W - 10, anchor="middle"))
    for i, (track, value) in enumerate(values):
        middle, height, size = _place(i, len(values))
        height += 0 if box.points[card] else 8
        parts.append(row(middle, height, [track_piece(track), " ", str(value)], size, CARD_W, anchor="middle"))
    if box.star[card]:
        parts.append(icon("star", 13, CARD_H - 13, 12, DEEP[colour]))
    if box.points[card]:
        parts.append(points_mark(CARD_W / 2, CARD_H - 13, box.points[card], 20))
    return group(parts, x, y, scene.box.words[card])


def _place(i: int, count: int) -> tuple[float, float, float]:
    """Middle, height and size of the i-th of some values: one alone, two in a column, more in two columns."""
    if count == 1:
        return CARD_W / 2, 46, 18
    if count == 2:
        return CARD_W / 2, 35 + 17.5 * i, 14.5
    return CARD_W * (0.27 + 0.46 * (i % 2)), 36 + 18 * (i // 2), 12


def strip(
    scene: Scene, card: int, x: float, y: float, w: float, h: float, *, with_cost: bool = False, paper: str = ""
) -> str:
    """One line of a card: what it gives and its points; with its cost where it may still be bought.

    A `paper` of its own stands where the colour is plain from the place, as on the board.
    """
    box = scene.box
    colour = box.colour[card]
    parts = [rect(0, 0, w, h, paper, r=2.5) if paper else strip_mark(colour, w, h)]
    left = 2.0 if paper else 6.0
    if with_cost:
        parts.append(coin_mark(left + 5, h / 2, box.cost[card], min(12, h)))
        left += 12
    right = w - 3
    if box.points[card]:
        parts.append(points_mark(w - 8.5, h / 2, box.points[card], min(15, h)))
        right = w - 18
    parts.append(row(left, h / 2, gains(scene, card), min(11, h - 2), right - left))
    return group(parts, x, y, scene.box.words[card])


def back(colour: int, x: float, y: float, w: float, h: float) -> str:
    """A card face down; its colour shows on the back."""
    return (
        rect(x, y, w, h, FULL_COLOUR[colour], r=w / 9, stroke="#FFFDF8", line=1.2)
        + rect(x + w * 0.1, y + w * 0.1, w * 0.8, h - w * 0.2, "none", r=w / 14, stroke="#FFFDF8", line=0.8)
        + icon(SYMBOL[colour], x + w / 2, y + h / 2, w * 0.5, "#FFF" if colour else INK)
    )


def empty(x: float, y: float, w: float, h: float, r: float = 6) -> str:
    """A place where nothing lies."""
    return rect(x, y, w, h, "#F6F1E7", r=r, stroke="#E3DACA")
