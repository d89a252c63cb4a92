"""A player's panel: coins and points, the four tracks, colonies, busts, seals, free tokens and the display."""

from hadara_env.cards import COLOURS, TRACKS
from hadara_env.engine.constants import (
    CULTURE,
    FOOD,
    LOWER_REQUIREMENT,
    MILITARY,
    NONE,
    NOT_TAKEN,
    NUM_BUSTS,
    NUM_COLONIES,
    NUM_COLOURS,
    NUM_TRACKS,
    TOTAL,
)
from hadara_env.views.svg_abilities import track_piece
from hadara_env.views.svg_cards import strip
from hadara_env.views.svg_holdings import bust_slot, colony_slot, seals, tokens
from hadara_env.views.svg_parts import (
    COIN,
    DEEP,
    FAINT,
    FULL_COLOUR,
    INK,
    LINE,
    PANEL,
    SOFT,
    SYMBOL,
    circle,
    crest_mark,
    group,
    icon,
    rect,
    text,
    width_of,
)
from hadara_env.views.svg_scene import Scene

PANEL_W, PANEL_H = 430, 262
_BAR_X, _BAR_W, _BAR_TOP = 32, 144, 40  # a full bar is 40 steps; the figure beside it tells the rest
_STRIP, _STRIP_LEAST, _DISPLAY_ROOM = 17, 11.3, 102


def panel(scene: Scene, seat: int) -> str:
    """One player, 430 by 262."""
    active = seat == scene.g.actor
    parts = [
        rect(0, 0, PANEL_W, PANEL_H, PANEL, r=9, stroke=INK if active else LINE, line=2.5 if active else 1),
        _header(scene, seat, active),
        *(_track(scene, seat, track) for track in range(NUM_TRACKS)),
        group([colony_slot(scene, seat, colony) for colony in range(NUM_COLONIES)], 216, 40),
        group([bust_slot(scene, seat, bust) for bust in range(NUM_BUSTS)], 216, 73),
        group([seals(scene, seat), tokens(scene, seat)], 216, 106),
        *(_display(scene, seat, colour) for colour in range(NUM_COLOURS)),
    ]
    return "".join(parts)


def _header(scene: Scene, seat: int, active: bool) -> str:
    fill, ink = (INK, "#FFF8E7") if active else ("#E9E1D0", INK)
    parts = [
        f'<path d="M1 9a8 8 0 0 1 8-8h{PANEL_W - 18}a8 8 0 0 1 8 8v23H1z" fill="{fill}"/>',
        crest_mark(scene.crest(seat), 19, 16.5, 12.5),
        text(38, 21.5, f"Seat {seat}", 15, bold=True, fill=ink),
    ]
    x = 38 + width_of(f"Seat {seat}", 15) + 8
    parts.append(text(x, 21, scene.crest(seat).capitalize(), 11.5, fill=ink))
    x += width_of(scene.crest(seat).capitalize(), 11.5, bold=False) + 16
    if seat == scene.first_player:
        parts.append(group([icon("flag", x, 16, 14, ink)], title="first player of this epoch"))
        x += 18
    you = seat == scene.viewer
    label = ("you decide" if you else "decides") if active else ("you" if you else "")
    if label:
        w = width_of(label, 11) + 16
        parts.append(rect(x, 7, w, 19, "#FFF8E7" if active else INK, r=9.5))
        parts.append(text(x + w / 2, 20.5, label, 11, bold=True, anchor="middle", fill=INK if active else "#FFF8E7"))
    coins, points = scene.g.coins[seat], scene.scores[seat][TOTAL]
    parts.append(circle(342, 16.5, 8, COIN, "#8A6508", 1.5) + circle(342, 16.5, 4.6, "none", "#8A6508", 1))
    parts.append(text(355, 22, coins, 15, bold=True, fill=ink))
    parts.append(icon("points", PANEL_W - 23, 16.5, 27, "#FFF8E7" if active else INK))
    mark = INK if active else "#FFF8E7"
    parts.append(
        text(PANEL_W - 23, 21.5, points, 13.5 if points < 100 else 10.5, bold=True, anchor="middle", fill=mark)
    )
    return group(parts, title=f"{scene.name(seat)}: {coins} coins, {points} points if the game ended now")


def _track(scene: Scene, seat: int, track: int) -> str:
    """A bar with a notch at every requirement still open; on food, at the number of cards to feed (F1)."""
    value, y = scene.g.tracks[seat][track], 52 + 24 * track
    scale = _BAR_W / _BAR_TOP
    parts = [
        icon(SYMBOL[track], 19, y, 16, track_piece(track)[1]),
        rect(_BAR_X, y - 6, _BAR_W, 12, "#EDE6D8", r=3),
        rect(_BAR_X, y - 6, min(value, _BAR_TOP) * scale, 12, FULL_COLOUR[track], r=3) if value else "",
    ]
    for need in _notches(scene, seat, track):
        reached = value >= need
        x = _BAR_X + min(need, _BAR_TOP) * scale
        parts.append(rect(x - 2, y - 8, 4, 16, INK) if reached else "")
        parts.append(rect(x - 1, y - 7, 2, 14, "#FFF8E7" if reached else SOFT))
    if track == FOOD:
        cards = scene.g.display_size[seat]
        x = _BAR_X + min(cards, _BAR_TOP) * scale
        parts.append(f'<path d="M{x:.1f} {y + 2}l4.5 7h-9z" fill="{INK}"/>')
    parts.append(text(204, y + 5, value, 15, bold=True, anchor="end", fill=DEEP[track]))
    return group(parts, title=f"{TRACKS[track]} {value}")


def _notches(scene: Scene, seat: int, track: int) -> list[int]:
    lower = 4 if scene.g.ability[seat][LOWER_REQUIREMENT] else 0  # X13
    if track == MILITARY:
        states, needs = scene.g.colony[seat], scene.box.colony_requirement
        return [need - lower for state, need in zip(states, needs, strict=True) if state == NOT_TAKEN]
    if track == CULTURE:
        tokens, needs = scene.g.bust_token[seat], scene.box.bust_requirement
        return [need - lower for token, need in zip(tokens, needs, strict=True) if token == NONE]
    return []


def _display(scene: Scene, seat: int, colour: int) -> str:
    """A column of cards; a full line across the five columns is a set. Z4"""
    g, box = scene.g, scene.box
    cards = [card for card in g.display[seat][: g.display_size[seat]] if box.colour[card] == colour]
    w = (PANEL_W - 20 - 4 * 4) / NUM_COLOURS
    x = 10 + colour * (w + 4)
    parts = [
        icon(SYMBOL[colour], 7, 7.5, 11, FULL_COLOUR[colour]),
        text(16, 11.5, len(cards), 11, bold=True, fill=DEEP[colour] if cards else FAINT),
        f'<path d="M0 15.5H{w:.1f}" stroke="{FULL_COLOUR[colour]}" stroke-width="1.5"/>',
    ]
    pitch = min(_STRIP, max(_STRIP_LEAST, _DISPLAY_ROOM / max(1, len(cards))))
    room = int(_DISPLAY_ROOM / pitch + 1e-6)
    shown = cards if len(cards) <= room else cards[: room - 1]
    parts += [strip(scene, card, 0, 18 + i * pitch, w, pitch - 1.5) for i, card in enumerate(shown)]
    rest = cards[len(shown) :]
    if rest:
        points = sum(box.points[card] for card in rest)
        label = f"+{len(rest)} cards, {points} points"
        parts.append(text(4, 18 + len(shown) * pitch + 8, label, 8, fill=DEEP[colour]))
    return group(parts, x, 137, f"{COLOURS[colour]}: {' '.join(box.ids[card] for card in cards) or 'none'}")
