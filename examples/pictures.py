"""Files and colours of the pictures, for all examples."""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

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


def triangles(
    axes: Any, corners: np.ndarray, values: np.ndarray, limits: tuple[float, float], label: str
) -> None:
    """Draws triangles (n, 3, 3) on axes in 3D, coloured by values (n,), with a colour bar."""
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    scale = ScalarMappable(Normalize(*limits), colormaps["viridis"])
    colours = scale.to_rgba(values)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    colours[:, :3] *= 0.7 + 0.3 * np.clip(normals @ [0.4, -0.6, 0.7], -1, 1)[:, None]
    axes.add_collection3d(Poly3DCollection(corners, facecolors=colours))
    low, high = corners.min((0, 1)), corners.max((0, 1))
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
    axes.set_box_aspect(high - low, zoom=1.1)
    axes.set_axis_off()
    axes.figure.colorbar(scale, ax=axes, label=label, shrink=0.7)


def save(drawn: Any, path: Path) -> None:
    """Saves a figure and prints its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn.savefig(path, dpi=120)
    print(f"Picture: {path}")
