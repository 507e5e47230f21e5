"""What the examples share: where their pictures go, and how they look."""

from pathlib import Path

FOLDER = Path(__file__).parent / "pictures"
DATA = Path(__file__).parent / "data"

# Colours that people with colour-blindness can tell apart (Okabe & Ito 2008).
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#000000")


def add_argument(parser, name, what="file to draw to", ending="png"):
    """The option for the file of a picture: examples/pictures/NAME.png unless it is given."""
    option = "--picture" if ending == "png" else "--film"
    parser.add_argument(
        option, type=Path, default=FOLDER / f"{name}.{ending}", help=f"{what} (%(default)s)"
    )


def figure(width, height):
    """A figure of matplotlib of this size in inches; None where matplotlib is not installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        print("No picture: matplotlib is not installed")
        return None
    return Figure(figsize=(width, height), layout="constrained")


def save(drawn, path):
    """Saves a figure and says where."""
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn.savefig(path, dpi=120)
    print(f"Picture: {path}")
