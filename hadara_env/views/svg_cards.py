"""Cards: the whole face, the narrow strip of one that lies under others, and the back."""

from hadara_env.cards import COLOURS, TRACKS
from hadara_env.engine.constants import BONUS_TOKEN, NO_ABILITY, NONE
from hadara_env.views.svg_abilities import SIGNS, track_piece
from hadara_env.views.svg_parts import (
    DEEP,
    FAINT,
    FULL_COLOUR,
    INK,
    SYMBOL,
    TINT,
    Piece,
    coin_mark,
    group,
    icon,
    points_mark,
    rect,
    row,
    text,
)
from hadara_env.views.svg_scene import ROMAN, Scene

CARD_W, CARD_H = 66, 88


def describe(scene: Scene, card: int) -> str:
    """A card in words, for the title that a mouse brings up."""
    box = scene.box
    parts = [f"{box.ids[card]}: {COLOURS[box.colour[card]]}, epoch {ROMAN[box.epoch[card] - 1]}, cost {box.cost[card]}"]
    parts += [f"{name} {value}" for name, value in zip(TRACKS, box.values[card], strict=True) if value]
    parts += [f"{box.points[card]} points"] if box.points[card] else []
    if box.ability[card] != NO_ABILITY:
        sign = SIGNS[box.ability[card]]
        parts.append(f"{sign.meaning} ({sign.law})")
    return ", ".join(parts)


def gains(scene: Scene, card: int) -> list[Piece]:
    """What a card gives, short: its values, or the sign of its ability."""
    box = scene.box
    pieces: list[Piece] = []
    for track, value in enumerate(box.values[card]):
        if value:
            pieces += [track_piece(track), str(value)]
    token = scene.g.card_token[card]
    if box.ability[card] == BONUS_TOKEN and token != NONE:
        return [("token", INK), "+2", track_piece(token)]  # X2
    if box.ability[card] != NO_ABILITY:
        pieces += SIGNS[box.ability[card]].pieces
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
        text(CARD_W - 6, 15.5, ROMAN[box.epoch[card] - 1], 9.5, bold=True, anchor="end", fill=band),
    ]
    values = [(track, value) for track, value in enumerate(box.values[card]) if value]
    if ability != NO_ABILITY:
        parts.append(row(CARD_W / 2, 45, gains(scene, card), 14, CARD_W - 10, anchor="middle"))
    columns = 1 if len(values) < 2 else 2
    for i, (track, value) in enumerate(values):
        across, down = i % columns, i // columns
        middle = CARD_W / 2 if columns == 1 or (i == len(values) - 1 and across == 0) else CARD_W * (0.27 + 0.46 * across)
        height = 46 if len(values) < 3 else 37 + 19 * down
        parts.append(row(middle, height, [track_piece(track), " ", str(value)], 15 if columns == 2 else 18, 60, anchor="middle"))
    if box.star[card]:
        parts.append(icon("star", 13, CARD_H - 13, 12, DEEP[colour]))
    if box.points[card]:
        parts.append(points_mark(CARD_W / 2, CARD_H - 14, box.points[card], 20))
    return group(parts, x, y, describe(scene, card))


def strip(scene: Scene, card: int, x: float, y: float, w: float, h: float = 13, *, with_cost: bool = False) -> str:
    """One line of a card: what it gives and its points; with its cost where it may still be bought."""
    box = scene.box
    colour = box.colour[card]
    parts = [rect(0, 0, w, h, TINT[colour], r=2.5), rect(0, 0, 3.5, h, FULL_COLOUR[colour], r=1.5)]
    left = 6.0
    if with_cost:
        parts.append(coin_mark(10.5, h / 2, box.cost[card], min(12, h)))
        left = 19
    right = w - 3
    if box.points[card]:
        parts.append(points_mark(w - 9, h / 2, box.points[card], min(13.5, h)))
        right = w - 17
    parts.append(row(left, h / 2, gains(scene, card), min(10, h - 2), right - left))
    return group(parts, x, y, describe(scene, card))


def back(colour: int, x: float, y: float, w: float, h: float) -> str:
    """A card face down; its colour shows on the back."""
    return (
        rect(x, y, w, h, FULL_COLOUR[colour], r=w / 9, stroke="#FFFDF8", line=1.2)
        + rect(x + w * 0.1, y + w * 0.1, w * 0.8, h - w * 0.2, "none", r=w / 14, stroke="#FFFFFF88", line=0.8)
        + icon(SYMBOL[colour], x + w / 2, y + h / 2, w * 0.5, "#FFF" if colour else INK)
    )


def empty(x: float, y: float, w: float, h: float, r: float = 6) -> str:
    """A place where nothing lies."""
    return rect(x, y, w, h, "#FFFFFF66", r=r, stroke=FAINT, dash="3 3")
