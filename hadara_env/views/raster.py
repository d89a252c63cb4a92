"""The SVG picture as pixels, drawn with the fonts that lie beside this file so that it looks the same everywhere."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hadara_env.views.svg import svg

if TYPE_CHECKING:
    from hadara_env.game import Game
    from hadara_env.view import View

FONT_FILES = tuple(sorted((Path(__file__).parent / "fonts").glob("*.ttf")))
_FAMILY = "DejaVu Sans"


def rgb_array(game: "Game | View", width: int = 900, *, seat: int | None = None, reveal: bool = False) -> np.ndarray:
    """The table as an array (height, width, 3) of uint8; `seat` and `reveal` as for `svg`."""
    return pixels(svg(game, width, seat=seat, reveal=reveal), width)


def pixels(document: str, width: int) -> np.ndarray:
    """Any SVG document as an array (height, width, 3) of uint8."""
    document_as_png = png(document, width)
    from PIL import Image

    with Image.open(BytesIO(document_as_png)) as image:
        return np.array(image.convert("RGB"))


def png(document: str, width: int) -> bytes:
    """An SVG document as a PNG file."""
    return bytes(
        _renderer().svg_to_bytes(
            svg_string=document,
            width=width,
            skip_system_fonts=True,
            font_files=[str(path) for path in FONT_FILES],
            font_family=_FAMILY,
            sans_serif_family=_FAMILY,
        )
    )


def _renderer() -> Any:
    try:
        import PIL  # noqa: F401
        import resvg_py
    except ImportError as missing:
        raise ImportError(
            f"Pixels need the package {missing.name}, which is not installed: pip install 'hadara-env[render]'."
        ) from missing
    return resvg_py
