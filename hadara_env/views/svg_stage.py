"""The stage: hands in a draw, otherwise whose turn it is, and the ranking at the end; below it the points of all."""

from hadara_env.engine.constants import SIDE, TOTAL
from hadara_env.views.svg_abilities import track_piece
from hadara_env.views.svg_cards import CARD_W, back, face, strip
from hadara_env.views.svg_parts import (
    COIN_SIGN,
    DEEP,
    FAINT,
    GOLD,
    INK,
    LINE,
    PANEL,
    SILVER,
    SOFT,
    Piece,
    crest_mark,
    icon,
    points_mark,
    rect,
    row,
    text,
)
from hadara_env.views.svg_scene import Scene
from hadara_env.views.svg_supply import heading, seal_mark

STAGE_H = 122


def stage(scene: Scene, w: float) -> str:
    """What happens now, in 122 of height."""
    if scene.is_over:
        return heading("Ranking", w) + _podium(scene, w)
    if scene.in_draw:
        return heading("Hands", w, "in order of play") + _hands(scene, w)
    if scene.g.step == SIDE:
        return heading("Start cards", w, "side A or side B") + _start_cards(scene, w)
    return heading("Order of play", w) + _order(scene, w)


def _seat_line(scene: Scene, seat: int, x: float, y: float) -> str:
    """A small crest with its seat's number, framed where that seat decides."""
    frame = rect(x - 4, y - 12, 42, 24, "none", r=12, stroke=INK, line=2) if seat == scene.g.actor else ""
    return frame + crest_mark(scene.crest(seat), x + 9, y, 9.5) + text(x + 22, y + 4.5, seat, 12, bold=True)


def _hands(scene: Scene, w: float) -> str:
    """An open hand as cards or, where all are open, as strips; a hidden one as two backs."""
    wide = 0 if scene.revealed else sum(scene.hand(seat) is not None for seat in scene.seats)
    room = (w - wide * (2 * CARD_W + 54)) / max(1, len(scene.seats) - wide)
    parts, x = [], 0.0
    for seat in scene.order:
        cards = scene.hand(seat)
        if cards is None:
            colour = scene.g.board[scene.segment(scene.g.crest[seat])]
            parts += [_seat_line(scene, seat, x + 2, 40)]
            parts += [back(colour, x + 2 + 14 * i, 60, 23, 32) for i in range(2)]
            x += room
        elif scene.revealed:
            parts.append(_seat_line(scene, seat, x + 4, 40))
            parts += [strip(scene, card, x, 60 + 18 * i, room - 4, 15, with_cost=True) for i, card in enumerate(cards)]
            x += room
        else:
            parts.append(_seat_line(scene, seat, x + 2, 40))
            parts += [face(scene, card, x + 44 + (CARD_W + 4) * i, 28) for i, card in enumerate(cards)]
            x += 2 * CARD_W + 54
    return "".join(parts)


def _start_cards(scene: Scene, w: float) -> str:
    """S7: both sides of everyone's start card; it is public who has which."""
    room = w / len(scene.seats)
    parts = []
    for i, seat in enumerate(scene.order):
        x, start = i * room, scene.g.start_card[seat]
        parts.append(_seat_line(scene, seat, x + 4, 40))
        for side in range(2):
            y = 58 + 32 * side
            coins: list[Piece] = ["AB"[side] + " ", ("coin", COIN_SIGN), str(scene.box.start_coins[start][side])]
            values: list[Piece] = []
            for track, value in enumerate(scene.box.start_values[start][side]):
                values += [track_piece(track), str(value)]
            parts += [
                rect(x, y, min(room - 5, 100), 29, PANEL, r=4, stroke=LINE),
                row(x + 4, y + 8, coins, 9.5, room - 12),
            ]
            parts.append(row(x + 4, y + 20, values, 10, min(room - 12, 92)))
    return "".join(parts)


def _order(scene: Scene, w: float) -> str:
    """E4: from the first player clockwise; who is through, who decides, who waits."""
    order, room = scene.order, w / len(scene.seats)
    at = order.index(scene.g.actor)
    parts = []
    for i, seat in enumerate(order):
        x = room * (i + 0.5)
        if i == at:
            parts.append(rect(x - 31, 27, 62, 90, PANEL, r=10, stroke=INK, line=2))
        parts.append(crest_mark(scene.crest(seat), x, 54, 20))
        parts.append(text(x, 90, f"Seat {seat}", 11, bold=i == at, anchor="middle", fill="" if i >= at else SOFT))
        state = "decides" if i == at else "done" if i < at else "waits"
        parts.append(text(x, 105, state, 10, bold=i == at, anchor="middle", fill="" if i == at else SOFT))
        if i:
            parts.append(
                f'<path d="M{x - room / 2 - 3:.1f} 48l6 6-6 6" fill="none" stroke="{FAINT}" stroke-width="2"/>'
            )
    return "".join(parts)


def _podium(scene: Scene, w: float) -> str:
    """Z7: best first; level seats share their rank."""
    room = w / len(scene.seats)
    parts = []
    for i, (rank, seat) in enumerate(scene.ranking):
        x = room * (i + 0.5)
        if rank == 1:
            parts += [rect(x - 33, 27, 66, 92, "#FBF0CF", r=10, stroke=GOLD, line=2), icon("crown", x, 35, 20, DEEP[0])]
        parts.append(crest_mark(scene.crest(seat), x, 62, 16))
        parts.append(text(x, 92, f"{rank}. Seat {seat}", 10.5, bold=rank == 1, anchor="middle"))
        parts.append(points_mark(x, 106, scene.scores[seat][TOTAL], 21) if rank else "")
    return "".join(parts)


def score_table(scene: Scene, w: float) -> str:
    """Points by source for every seat."""
    parts = [heading("Points", w, "final" if scene.is_over else "if the game ended now")]
    columns = [w - 32 - 38 * (6 - i) for i in range(7)]
    signs = ["colony", "bust", "", "", "card", "coin"]
    for x, name in zip(columns, signs, strict=False):
        parts.append(icon(name, x, 31, 14, SOFT) if name else "")
    parts += [seal_mark(columns[2], 31, 13, SILVER), seal_mark(columns[3], 31, 13, GOLD)]
    parts.append(icon("points", columns[6] + 4, 31, 15, INK))
    seats = [seat for _, seat in scene.ranking] if scene.is_over else list(scene.seats)
    pitch = min(28, 110 / len(seats))
    for i, seat in enumerate(seats):
        y = 42 + pitch * (i + 0.5)
        if i % 2 == 0:
            parts.append(rect(0, y - pitch / 2, w, pitch, "#EAE3D4", r=4))
        parts.append(crest_mark(scene.crest(seat), 14, y - 0.5, 9) + text(28, y + 4, f"Seat {seat}", 11, bold=True))
        for source, x in enumerate(columns):
            last = source == TOTAL
            points = scene.scores[seat][source]
            fill = "" if last or points else FAINT
            parts.append(text(x + 4 * last, y + 4, points, 12 if last else 11, bold=last, anchor="middle", fill=fill))
    return "".join(parts)
