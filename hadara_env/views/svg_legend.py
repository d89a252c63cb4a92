"""The key to the picture: every symbol and every ability sign that can turn up."""

from hadara_env.cards import ABILITIES, STARRED, TRACKS
from hadara_env.engine.constants import FULL, NUM_TRACKS, RED_STEP, YELLOW_STEP
from hadara_env.views.svg_abilities import SIGNS, track_piece
from hadara_env.views.svg_parts import COIN_SIGN, FULL_COLOUR, INK, SOFT, Piece, rect, row, text, width_of
from hadara_env.views.svg_scene import Scene
from hadara_env.views.svg_supply import heading
from hadara_env.views.words import ABILITY_WORDS

_LINE = 17
_SIGN_W = 62
_ALIKE = "a track +1 for each card of its colour"
_COLUMNS = 3  # of ability signs in the wide key

_SYMBOLS: list[tuple[Piece, str]] = [
    *((track_piece(track), TRACKS[track]) for track in range(NUM_TRACKS)),
    (("purple", FULL_COLOUR[4]), "purple"),
    (("coin", COIN_SIGN), "coins"),
    (("points", INK), "points"),
    (("token", INK), "bonus token"),
    (("set", INK), "set of five"),
    (("flag", INK), "first player"),
]


def _shown(scene: Scene) -> list[int]:
    """Abilities of the rule set; the four of X0 in one line."""
    starred = {ABILITIES.index(name) for name in STARRED} if scene.g.rules != FULL else set()
    alike = range(RED_STEP, YELLOW_STEP + NUM_TRACKS)
    return [ability for ability in SIGNS if ability not in starred and ability not in alike]


def wide_legend_height(scene: Scene) -> float:
    """How much room the wide key takes."""
    return 54 + _LINE * -(-len(_shown(scene)) // _COLUMNS)


def wide_legend(scene: Scene, w: float) -> str:
    """Symbols in a line, ability signs in three columns below."""
    parts = [heading("Key", w)]
    x = 0.0
    for piece, label in _SYMBOLS:
        parts.append(_symbol(x, 33, piece, label))
        x += 30 + width_of(label, 9.8, bold=False)
    parts.append(_bar_marks(x, 33, 95, 0))
    shown = _shown(scene)
    lines = -(-len(shown) // _COLUMNS)
    for i, ability in enumerate(shown):
        parts.append(_sign(ability, i // lines * (w / _COLUMNS + 6), 57 + _LINE * (i % lines)))
    return "".join(parts)


def tall_legend(scene: Scene, w: float) -> str:
    """Symbols in a column, ability signs in another: as high as a player's panel."""
    parts = [heading("Key", w)]
    for i, (piece, label) in enumerate(_SYMBOLS):
        parts.append(_symbol(0, 32 + 19 * i, piece, label))
    parts.append(_bar_marks(0, 32 + 19 * len(_SYMBOLS), 0, 19))
    shown = _shown(scene)
    pitch = min(19, 236 / len(shown))
    parts += [_sign(ability, 128, 32 + pitch * i) for i, ability in enumerate(shown)]
    return "".join(parts)


def _symbol(x: float, y: float, piece: Piece, label: str) -> str:
    return row(x, y, [piece], 12, 20) + text(x + 18, y + 3.5, label, 9.8, fill=SOFT)


def _sign(ability: int, x: float, y: float) -> str:
    words = _ALIKE if ability == YELLOW_STEP else ABILITY_WORDS[ABILITIES[ability]]
    return row(x, y, SIGNS[ability], 10.5, _SIGN_W - 4) + text(x + _SIGN_W, y + 3.5, words, 9.8)


def _bar_marks(x: float, y: float, across: float, down: float) -> str:
    """What the marks on the bars of the tracks mean."""
    return (
        rect(x + 5, y - 7, 2, 14, SOFT)
        + text(x + 18, y + 3.5, "open demand", 9.8, fill=SOFT)
        + f'<path d="M{x + across + 6:.1f} {y + down - 4:.1f}l4.5 7h-9z"/>'
        + text(x + across + 18, y + down + 3.5, "cards to feed", 9.8, fill=SOFT)
    )
