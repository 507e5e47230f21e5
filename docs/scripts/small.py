"""Saves pictures small enough for git: at most 1,100 pixels wide, in 256 colours."""

from pathlib import Path

from PIL import Image

PICTURES = Path(__file__).parents[1] / "pictures"
WIDEST = 1100


def shrink(path, name):
    """Writes the picture at `path` as docs/pictures/NAME.png."""
    with Image.open(path) as picture:
        picture = picture.convert("RGB")
        if picture.width > WIDEST:
            picture = picture.resize(
                (WIDEST, round(picture.height * WIDEST / picture.width)), Image.Resampling.LANCZOS
            )
        PICTURES.mkdir(exist_ok=True)
        colours = 256
        while True:
            small = picture.quantize(colours, dither=Image.Dither.NONE)
            small.save(PICTURES / f"{name}.png", optimize=True)
            if (PICTURES / f"{name}.png").stat().st_size < 150_000 or colours == 32:
                return
            colours //= 2


def save(figure, name):
    """Saves a figure of matplotlib as docs/pictures/NAME.png."""
    path = PICTURES / f"{name}.png"
    PICTURES.mkdir(exist_ok=True)
    figure.savefig(path, dpi=110)
    shrink(path, name)
