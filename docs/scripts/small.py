"""Saves pictures small enough for git: at most 1,100 pixels wide, in 256 colours."""

from pathlib import Path
from typing import Any

from PIL import Image

PICTURES = Path(__file__).parents[1] / "pictures"
WIDEST = 1100
MOST_BYTES = 150_000


def shrink(path: Path, name: str) -> None:
    """Writes the picture at `path` as docs/pictures/NAME.png."""
    with Image.open(path) as picture:
        picture = picture.convert("RGB")
        if picture.width > WIDEST:
            size = WIDEST, round(picture.height * WIDEST / picture.width)
            picture = picture.resize(size, Image.Resampling.LANCZOS)
        PICTURES.mkdir(exist_ok=True)
        colours = 256
        while True:
            small = picture.quantize(colours, dither=Image.Dither.NONE)
            small.save(PICTURES / f"{name}.png", optimize=True)
            if (PICTURES / f"{name}.png").stat().st_size < MOST_BYTES or colours == 32:
                return
            colours //= 2


def save(figure: Any, name: str) -> None:
    """Saves a figure of matplotlib as docs/pictures/NAME.png."""
    path = PICTURES / f"{name}.png"
    PICTURES.mkdir(exist_ok=True)
    figure.savefig(path, dpi=110)
    shrink(path, name)
