"""The board: five segments around the wheel, inner piles, outer stacks, and where each crest points."""

from math import cos, pi, sin

from hadara_env.cards import COLOURS
from hadara_env.engine.constants import NUM_COLOURS
from hadara_env.views.svg_cards import CARD_H, CARD_W, back, face, strip
from hadara_env.views.svg_parts import (
    DEEP,
    FULL_COLOUR,
    INK,
    LINE,
    SYMBOL,
    TINT,
    circle,
    crest_mark,
    group,
    icon,
    n,
    rect,
    text,
)
from hadara_env.views.svg_scene import CREST_NAMES, Scene

RADIUS = 250
_RIM, _HUB = 238, 66  # where the coloured rim begins, and the wheel ends
_CRESTS = 43  # how far out they lie
# Middles of outer stacks and inner piles by segment, so that neither covers the other, the wheel or the rim.
_STACK_AT = ((0, -166), (144, -62), (95, 132), (-94, 131), (-144, -62))
_PILE_AT = ((0, -89), (88, 0), (51, 70), (-51, 70), (-88, 0))
_STRIP_W, _STRIP_H = 68, 15
_BLOCK_W = CARD_W + 3 + _STRIP_W


def board(scene: Scene) -> str:
    """The whole ring around its own middle."""
    parts = [circle(0, 0, RADIUS + 4, "#FFFDF8", LINE, 1)]
    parts += [_segment(place, scene.g.board[place]) for place in range(NUM_COLOURS)]
    for place in range(NUM_COLOURS):
        parts += [_outer_stack(scene, place), _inner_pile(scene, place)]
    parts.append(_wheel(scene))
    return "".join(parts)


def _at(place: float, radius: float) -> tuple[float, float]:
    """Segments lie clockwise, the first one at the top."""
    angle = 2 * pi * place / NUM_COLOURS
    return radius * sin(angle), -radius * cos(angle)


def _wedge(place: float, inner: float, outer: float, fill: str) -> str:
    (ax, ay), (bx, by) = _at(place - 0.49, outer), _at(place + 0.49, outer)
    (cx, cy), (dx, dy) = _at(place + 0.49, inner), _at(place - 0.49, inner)
    return (
        f'<path d="M{n(ax)} {n(ay)}A{outer} {outer} 0 0 1 {n(bx)} {n(by)}L{n(cx)} {n(cy)}'
        f'A{inner} {inner} 0 0 0 {n(dx)} {n(dy)}z" fill="{fill}"/>'
    )


def _segment(place: int, colour: int) -> str:
    parts = [_wedge(place, _HUB + 3, _RIM, TINT[colour]), _wedge(place, _RIM, RADIUS, FULL_COLOUR[colour])]
    for side in (-0.41, 0.41):  # the symbol in both corners, where no card ever lies
        x, y = _at(place + side, _RIM - 20)
        parts.append(icon(SYMBOL[colour], x, y, 20, FULL_COLOUR[colour]))
    return "".join(parts)


def _outer_stack(scene: Scene, place: int) -> str:
    colour = scene.g.board[place]
    x, y = _STACK_AT[place]
    cards = scene.outer_stack(colour)
    beneath = cards[1:]
    left, top = x - (_BLOCK_W if beneath else CARD_W) / 2, y - CARD_H / 2
    if not cards:
        outline = rect(left, top, CARD_W, CARD_H, "none", r=6, stroke=FULL_COLOUR[colour], line=1.2, dash="4 4")
        return outline + icon(SYMBOL[colour], x, y, 24, "#FFFDF8")
    parts = [face(scene, cards[0], left, top)]
    if beneath:
        label = f"{len(beneath)} beneath"
        parts.append(text(left + CARD_W + 5, top + 11, label, 9.5, fill=DEEP[colour]))
    for i, card in enumerate(beneath):
        y = top + 17 + i * (_STRIP_H + 2)
        parts.append(strip(scene, card, left + CARD_W + 3, y, _STRIP_W, _STRIP_H, with_cost=True, paper="#FFFEFB"))
    return group(parts, title=f"outer stack {COLOURS[colour]}")


def _inner_pile(scene: Scene, place: int) -> str:
    colour, size = scene.g.board[place], scene.pile_size(scene.g.board[place])
    x, y = _PILE_AT[place]
    if size == 0:
        return ""
    w, h = 24, 31
    parts = [back(colour, x - w / 2 + 1.5 * i, y - h / 2 - 1.5 * i, w, h) for i in range(min(3, (size + 1) // 2))]
    parts.append(circle(x + w / 2 + 3, y + h / 2 - 3, 9, INK, "#FFFDF8", 1))
    parts.append(text(x + w / 2 + 3, y + h / 2 + 0.5, size, 9.5, bold=True, anchor="middle", fill="#FFF"))
    return group(parts, title=f"{size} cards on the inner pile {COLOURS[colour]}")


def _wheel(scene: Scene) -> str:
    """The crests; before the wheel is turned they point between the segments."""
    owners = {scene.g.crest[seat]: seat for seat in scene.seats}
    parts = [circle(0, 0, _HUB, "#4A4356", "#FFFDF8", 2), circle(0, 0, _HUB - 5, "none", "#6B6378", 1)]
    for slot, name in enumerate(CREST_NAMES):
        place = scene.segment(slot) if scene.wheel_is_set else slot + 0.5
        x, y = _at(place, _CRESTS)
        owner = owners.get(slot)
        marks = []
        if owner is not None:
            tip, left, right = _at(place, _HUB + 7), _at(place - 0.12, _HUB - 3), _at(place + 0.12, _HUB - 3)
            corners = " ".join(f"{n(a)},{n(b)}" for a, b in (tip, left, right))
            marks.append(f'<polygon points="{corners}" fill="#4A4356"/>')
        marks.append(crest_mark(name, x, y, 17, owned=owner is not None))
        if owner is not None:
            sx, sy = _at(place, _CRESTS - 20)
            marks.append(circle(sx, sy, 7.5, "#FFF8E7") + text(sx, sy + 4, owner, 11, bold=True, anchor="middle"))
        parts.append(group(marks, title=f"crest {name}: {'nobody' if owner is None else f'seat {owner}'}"))
    if not scene.wheel_is_set:
        parts.append(circle(0, 0, 11, "#FFF8E7") + text(0, 5, "?", 14, bold=True, anchor="middle", fill=INK))
    return group(parts)
