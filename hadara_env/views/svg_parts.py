"""The few marks every part of the picture is made of, and its colours."""

import re
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
COIN_SIGN = "#A87708"  # a coin among words and figures

FONT = "DejaVu Sans, Verdana, Geneva, sans-serif"  # of nearly the same width, so that the layout holds

# Widths of letters in the font, as parts of its size; what is not listed is about as wide as a digit.
_ADVANCE = dict.fromkeys("ijl", 0.28) | dict.fromkeys(" .,/It", 0.37) | dict.fromkeys("fr-", 0.39)
_ADVANCE |= dict.fromkeys("csz", 0.54) | dict.fromkeys("m+−×→½", 0.85) | {"w": 0.82}
_BOLD = 1.1  # how much wider bold letters are

Piece = str | tuple[str, str]  # a text, or (symbol, fill)


def n(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def text(
    x: float, y: float, content: object, size: float = 11, *, bold: bool = False, anchor: str = "", fill: str = ""
) -> str:
    """`y` is the base line; `anchor` is middle or end. Bold is what most of the picture is, and so its default."""
    style = ("" if bold else ' font-weight="normal"') + (f' text-anchor="{anchor}"' if anchor else "")
    ink = f' fill="{fill}"' if fill else ""
    return f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{style}{ink}>{escape(str(content))}</text>'


def rect(
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str,
    *,
    r: float = 0,
    stroke: str = "",
    line: float = 1,
    dash: str = "",
) -> str:
    edge = f' stroke="{stroke}" stroke-width="{n(line)}"' if stroke else ""
    edge += f' stroke-dasharray="{dash}"' if dash else ""
    corner = f' rx="{n(r)}"' if r else ""
    place = (f' x="{n(x)}"' if x else "") + (f' y="{n(y)}"' if y else "")
    return f'<rect{place} width="{n(w)}" height="{n(h)}"{corner} fill="{fill}"{edge}/>'


def circle(x: float, y: float, r: float, fill: str, stroke: str = "", line: float = 1) -> str:
    edge = f' stroke="{stroke}" stroke-width="{n(line)}"' if stroke else ""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{edge}/>'


def icon(name: str, x: float, y: float, size: float, fill: str = "") -> str:
    """A symbol by its middle; without a fill, in the ink of what it stands in."""
    corner = f'x="{n(x - size / 2)}" y="{n(y - size / 2)}"'
    ink = f' fill="{fill}"' if fill else ""
    return f'<use href="#hd-{name}" {corner} width="{n(size)}" height="{n(size)}"{ink}/>'


def group(parts: Iterable[str], x: float = 0, y: float = 0, title: str = "") -> str:
    """Parts drawn from an origin of their own; the title shows where a mouse rests on them."""
    move = f' transform="translate({n(x)} {n(y)})"' if x or y else ""
    note = f"<title>{escape(title)}</title>" if title else ""
    return f"<g{move}>{note}{''.join(parts)}</g>"


def points_mark(x: float, y: float, points: int, size: float = 18) -> str:
    """Points stand in a hexagon."""
    return _mark(f"points-{points}", x, y, size)


def coin_mark(x: float, y: float, coins: int, size: float = 18) -> str:
    """An amount of coins stands in a coin."""
    return _mark(f"coins-{coins}", x, y, size)


def strip_mark(colour: int, w: float, h: float) -> str:
    """The ground of a card's strip: tinted, with a tab in the full colour."""
    return f'<use href="#hd-strip-{colour}" width="{n(w)}" height="{n(h)}"/>'


def strip_grounds() -> str:
    """What `strip_mark` draws, for the <defs>."""
    return "".join(
        f'<symbol id="hd-strip-{colour}" viewBox="0 0 80 15" preserveAspectRatio="none">'
        f"{rect(0, 0, 80, 15, tint, r=2.5)}{rect(0, 0, 3.5, 15, full, r=1.5)}</symbol>"
        for colour, (tint, full) in enumerate(zip(TINT, FULL_COLOUR, strict=True))
    )


def _mark(name: str, x: float, y: float, size: float) -> str:
    corner = f'x="{n(x - size / 2)}" y="{n(y - size / 2)}"'
    return f'<use href="#hd-{name}" {corner} width="{n(size)}" height="{n(size)}"/>'


def marks_in(picture: str) -> str:
    """The numbered marks a picture uses, as symbols for its <defs>: each is drawn many times and written once."""
    out = []
    for kind, number in sorted(
        set(re.findall(r'"#hd-(points|coins)-(\d+)"', picture)), key=lambda m: (m[0], int(m[1]))
    ):
        size = 13.5 if len(number) == 1 else 12 if len(number) == 2 else 9.5
        if kind == "points":
            shape, ink = icon("points", 12, 12, 24, INK), "#FFF"
        else:
            shape, ink = circle(12, 12, 11.2, COIN, "#8A6508", 1.4), INK
        number_mark = text(12, 12 + 0.36 * size, number, size, bold=True, anchor="middle", fill=ink)
        out.append(f'<symbol id="hd-{kind}-{number}" viewBox="0 0 24 24">{shape}{number_mark}</symbol>')
    return "".join(out)


def crest_mark(name: str, x: float, y: float, r: float, *, owned: bool = True) -> str:
    """A crest on its medallion; nobody's crest is only an outline."""
    if not owned:
        return circle(x, y, r, "none", "#8D8598", 1) + icon(name, x, y, r * 1.3, "#8D8598")
    return circle(x, y, r, INK, "#E9DFC8", 1.6) + icon(name, x, y, r * 1.35, "#FFF8E7")


def width_of(piece: Piece, size: float, bold: bool = True) -> float:
    """How much room a text or a symbol takes in a row."""
    if isinstance(piece, tuple):
        return size * 1.12
    return sum(_ADVANCE.get(c, 0.63) for c in piece) * size * (_BOLD if bold else 1)


def row(x: float, y: float, pieces: list[Piece], size: float, room: float, fill: str = "", anchor: str = "") -> str:
    """Texts and symbols side by side around the middle line `y`, made smaller until they fit the room."""
    total = sum(width_of(piece, size) for piece in pieces)
    size *= min(1, room / total) if total else 1
    total = sum(width_of(piece, size) for piece in pieces)
    x -= total / 2 if anchor == "middle" else total if anchor == "end" else 0
    ink = f' fill="{fill}"' if fill else ""
    out = [f'<g font-size="{n(size)}"{ink}>']
    for piece in pieces:
        width = width_of(piece, size)
        if isinstance(piece, tuple):
            out.append(icon(piece[0], x + width / 2, y, size, piece[1] if piece[1] != INK else ""))
        elif not piece.isspace():
            out.append(f'<text x="{n(x)}" y="{n(y + size * 0.36)}">{escape(piece)}</text>')
        x += width
    return "".join(out) + "</g>"
