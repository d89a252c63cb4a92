"""What a player holds besides cards: colonies, busts, seals and free bonus tokens."""

from hadara_env.cards import TRACKS
from hadara_env.engine.constants import ALLIED, NONE, NOT_TAKEN
from hadara_env.views.svg_abilities import track_piece
from hadara_env.views.svg_cards import empty
from hadara_env.views.svg_parts import (
    COIN_SIGN,
    DEEP,
    FAINT,
    GOLD,
    INK,
    SILVER,
    SYMBOL,
    TINT,
    Piece,
    group,
    icon,
    points_mark,
    rect,
    row,
)
from hadara_env.views.svg_scene import Scene
from hadara_env.views.svg_supply import seal_mark

_SLOT_W, _SLOT_H = 38, 29


def colony_slot(scene: Scene, seat: int, colony: int) -> str:
    """Plundered: the coin side lies up. Allied: turned over, with what its back gives. C3"""
    box, state = scene.box, scene.g.colony[seat][colony]
    need, x = box.colony_requirement[colony], colony * (_SLOT_W + 3)
    if state == NOT_TAKEN:
        parts = [
            empty(0, 0, _SLOT_W, _SLOT_H, 4),
            row(_SLOT_W / 2, 15, [("colony", FAINT), " ", str(need)], 10, 34, FAINT, "middle"),
        ]
        return group(parts, x, title=f"colony {need}: not taken")
    pieces: list[Piece] = []
    if state == ALLIED:
        tile = scene.colony_tile(seat, colony)
        points = box.colony_back_points[colony][tile]
        for track, value in enumerate(box.colony_values[colony][tile]):
            pieces += [track_piece(track), str(value)] if value else []
        fill, deed = "#FFFEFB", "allied"
    else:
        points = box.colony_front_points[colony]
        pieces = [("colony", INK), ("coin", COIN_SIGN)]
        fill, deed = "#F1E4C3", "plundered"
    parts = [
        rect(0, 0, _SLOT_W, _SLOT_H, fill, r=4, stroke="#9C8F7A"),
        row(_SLOT_W / 2, 8, pieces, 10, _SLOT_W - 4, anchor="middle"),
        points_mark(_SLOT_W / 2, 20.5, points, 15),
    ]
    return group(parts, x, title=f"colony {need}: {deed}, {points} points")


def bust_slot(scene: Scene, seat: int, bust: int) -> str:
    """Front: its bonus went to a track. Back: it is points. U2"""
    box, token = scene.box, scene.g.bust_token[seat][bust]
    need, x = box.bust_requirement[bust], bust * (_SLOT_W + 3)
    if token == NONE:
        parts = [
            empty(0, 0, _SLOT_W, _SLOT_H, 4),
            row(_SLOT_W / 2, 15, [("bust", FAINT), " ", str(need)], 10, 34, FAINT, "middle"),
        ]
        return group(parts, x, title=f"bust {need}: not carved")
    bonus, turned = box.bust_bonus[bust], bool(scene.g.bust_back[seat][bust])
    pieces: list[Piece] = [("bust", INK), f"+{bonus}", ("points", INK) if turned else track_piece(token)]
    parts = [
        rect(0, 0, _SLOT_W, _SLOT_H, "#E4E0EA" if turned else "#FFFEFB", r=4, stroke="#9C8F7A"),
        row(_SLOT_W / 2, 8, pieces, 10, _SLOT_W - 4, anchor="middle"),
        points_mark(_SLOT_W / 2, 20.5, box.bust_points[bust], 15),
    ]
    side = f"{bonus} points" if turned else f"{bonus} steps"
    return group(parts, x, title=f"bust {need}: {box.bust_points[bust]} points, {TRACKS[token]} token, {side}")


def seals(scene: Scene, seat: int) -> str:
    """Two places for silver, each with the track it names, and two for gold. M2"""
    parts = []
    for i in range(2):
        x = 11 + 23 * i
        if i < scene.g.silver_count[seat]:
            track = scene.g.silver[seat][i]
            parts += [seal_mark(x, 13, 22, SILVER), icon(SYMBOL[track], x, 10.6, 9, DEEP[track])]
        else:
            parts.append(icon("seal", x, 13, 20, "#E7E0D2"))
    for i in range(2):
        x = 61 + 23 * i
        parts.append(seal_mark(x, 13, 22, GOLD) if i < scene.g.gold[seat] else icon("seal", x, 13, 20, "#F1E6C8"))
    named = ", ".join(TRACKS[track] for track in scene.g.silver[seat][: scene.g.silver_count[seat]]) or "none"
    return group(parts, title=f"silver seals: {named}; gold seals: {scene.g.gold[seat]}")


def tokens(scene: Scene, seat: int) -> str:
    """Free bonus tokens by colour. S8"""
    parts = []
    for track, free in enumerate(scene.g.tokens[seat]):
        x = 108 + 26 * track
        for i in sorted(range(2), key=lambda i: (i < free, i)):  # a used one lies below
            fill, stroke = (TINT[track], DEEP[track]) if i < free else ("none", "#DDD5C5")
            parts.append(rect(x - 5 + 4 * i, 3 + 4 * i, 15, 15, fill, r=4, stroke=stroke))
        if free:
            at = 4 * (free - 1)
            parts.append(icon(SYMBOL[track], x + 2.5 + at, 10.5 + at, 9.5, track_piece(track)[1]))
    title = "free bonus tokens: " + ", ".join(
        f"{name} {k}" for name, k in zip(TRACKS, scene.g.tokens[seat], strict=True)
    )
    return group(parts, title=title)
