"""Files and colours of the pictures, for all examples."""

import argparse
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "pictures"
DATA = Path(__file__).parent / "data"

# Colours that people with colour-blindness can tell apart (Okabe & Ito 2008).
COLOURS = "#0072b2 #e69f00 #009e73 #cc79a7 #56b4e9 #d55e00 #f0e442 #000000".split()


def add_argument(
    parser: argparse.ArgumentParser, name: str, what: str = "file to draw to", ending: str = "png"
) -> None:
    """Adds the option for the file of a picture, by default examples/pictures/NAME.png."""
    option = "--picture" if ending == "png" else "--film"
    file = FOLDER / f"{name}.{ending}"
    parser.add_argument(option, type=Path, default=file, help=f"{what} (%(default)s)")


def figure(width: float, height: float) -> Any:
    """A figure of matplotlib of this size in inches; None if matplotlib is not installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        print("No picture: matplotlib is not installed")
        return None
    return Figure(figsize=(width, height), layout="constrained")


def save(drawn: Any, path: Path) -> None:
    """Saves a figure and prints its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn.savefig(path, dpi=120)
    print(f"Picture: {path}")
