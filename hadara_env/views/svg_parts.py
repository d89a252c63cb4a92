"""The few marks every part of the picture is made of, and its colours."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from hadara_env.cards import COLOURS, TRACKS

# Kept far enough apart for the common kinds of colour blindness, and each with its symbol besides.
FULL_COLOUR = ("#E6AC1E", "#B8321F", "#1A5596", "#2E9B7E", "#B277B8")  # yellow, red, blue, green, purple
TINT = ("#FBF0CF", "#F6DAD3", "#D6E4F2", "#D5EEE5", "#EDDFF0")
DEEP = ("#7A5600", "#8A2213", "#123F72", "#155F4A", "#6A3A70")  # readable as text on the tint
SYMBOL = (*TRACKS, COLOURS[4])  # tracks and colours belong together; purple has no track

INK, SOFT, FAINT = "#2B2733", "#6F6779", "#B9B0A2"
PAPER, PANEL, LINE = "#F3EEE3", "#FFFDF8", "#DACFBC"
COIN, SILVER, GOLD = "#F2C94C", "#C9CED6", "#E3B23C"

FONT = "DejaVu Sans, Verdana, Geneva, sans-serif"  # of nearly the same width, so that the layout holds

_ADVANCE = {" ": 0.35, ".": 0.38, ",": 0.38, "/": 0.37, "I": 0.37, "·": 0.38, "i": 0.34, "l": 0.34, "1": 0.7, "-": 0.42}
_WIDE = dict.fromkeys("+−×→=≥½", 0.84)

Piece = str | tuple[str, str]  # a text, or (symbol, fill)


def n(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def text(
    x: float, y: float, content: object, size: float = 11, *, bold: bool = False, anchor: str = "", fill: str = ""
) -> str:
    """`y` is the base line; `anchor` is middle or end."""
    style = (' font-weight="bold"' if bold else "") + (f' text-anchor="{anchor}"' if anchor else "")
    ink = f' fill="{fill}"' if fill else ""
    return f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{style}{ink}>{escape(str(content))}</text>'


def rect(
    x: float, y: float, w: float, h: float, fill: str, *, r: float = 0, stroke: str = "", line: float = 1, dash: str = ""
) -> str:
    edge = f' stroke="{stroke}" stroke-width="{n(line)}"' if stroke else ""
    edge += f' stroke-dasharray="{dash}"' if dash else ""
    corner = f' rx="{n(r)}"' if r else ""
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"{corner} fill="{fill}"{edge}/>'


def circle(x: float, y: float, r: float, fill: str, stroke: str = "", line: float = 1) -> str:
    edge = f' stroke="{stroke}" stroke-width="{n(line)}"' if stroke else ""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{edge}/>'


def icon(name: str, x: float, y: float, size: float, fill: str) -> str:
    """A symbol by its middle."""
    corner = f'x="{n(x - size / 2)}" y="{n(y - size / 2)}"'
    return f'<use href="#hd-{name}" {corner} width="{n(size)}" height="{n(size)}" fill="{fill}"/>'


def group(parts: Iterable[str], x: float = 0, y: float = 0, title: str = "") -> str:
    """Parts drawn from an origin of their own; the title shows where a mouse rests on them."""
    move = f' transform="translate({n(x)} {n(y)})"' if x or y else ""
    note = f"<title>{escape(title)}</title>" if title else ""
    return f"<g{move}>{note}{''.join(parts)}</g>"


def points_mark(x: float, y: float, points: int, size: float = 18, fill: str = INK) -> str:
    """Points stand in a hexagon."""
    digits = 0.56 if points < 10 else 0.5
    return icon("points", x, y, size, fill) + text(
        x, y + size * 0.19, points, size * digits, bold=True, anchor="middle", fill="#FFF"
    )


def coin_mark(x: float, y: float, coins: int, size: float = 18) -> str:
    """An amount of coins stands in a coin."""
    r = size / 2
    return circle(x, y, r - 0.5, COIN, "#8A6508", 1) + text(
        x, y + size * 0.2, coins, size * (0.58 if coins < 10 else 0.5), bold=True, anchor="middle", fill=INK
    )


def crest_mark(name: str, x: float, y: float, r: float, *, owned: bool = True) -> str:
    """A crest on its medallion; nobody's crest is only an outline."""
    if not owned:
        return circle(x, y, r, "none", "#8D8598", 1) + icon(name, x, y, r * 1.3, "#8D8598")
    return circle(x, y, r, INK, "#E9DFC8", 1.6) + icon(name, x, y, r * 1.35, "#FFF8E7")


def width_of(piece: Piece, size: float) -> float:
    if isinstance(piece, tuple):
        return size * 1.12
    return sum(_ADVANCE.get(c, _WIDE.get(c, 0.7)) for c in piece) * size


def row(x: float, y: float, pieces: list[Piece], size: float, room: float, fill: str = INK, anchor: str = "") -> str:
    """Texts and symbols side by side around the middle line `y`, made smaller until they fit the room."""
    total = sum(width_of(piece, size) for piece in pieces)
    size *= min(1, room / total) if total else 1
    total = sum(width_of(piece, size) for piece in pieces)
    x -= total / 2 if anchor == "middle" else total if anchor == "end" else 0
    out = []
    for piece in pieces:
        width = width_of(piece, size)
        if isinstance(piece, tuple):
            out.append(icon(piece[0], x + width / 2, y, size, piece[1]))
        else:
            out.append(text(x, y + size * 0.36, piece, size, bold=True, fill=fill))
        x += width
    return "".join(out)
