"""Draws the pictures of docs/how-it-works.md and of the guides into docs/pictures.

python docs/scripts/drawings.py
"""

from typing import Any

import jax
import jax.numpy as jnp
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.patches import Circle, FancyArrowPatch, FancyBboxPatch, Rectangle  # noqa: E402
from small import save  # noqa: E402

import jaxfmm  # noqa: E402

BLUE, ORANGE, GREEN, PURPLE, GREY = "#0072b2", "#e69f00", "#009e73", "#cc79a7", "0.45"


def points(n: int = 1500) -> jax.Array:
    """A cluster and a ring in the plane (n, 2)."""
    keys = jax.random.split(jax.random.key(3), 4)
    cluster = 0.45 * jax.random.normal(keys[0], (n // 2, 2)) + jnp.array([0.6, 0.3])
    angle = 2 * jnp.pi * jax.random.uniform(keys[1], (n - n // 2,))
    radius = 2 + 0.1 * jax.random.normal(keys[2], (n - n // 2,))
    direction = jnp.stack([jnp.cos(angle), jnp.sin(angle)], axis=1)
    return jnp.concatenate([cluster, radius[:, None] * direction])


def tree() -> None:
    """Boxes around the points of each cell, level by level."""
    x = points()
    plan = jaxfmm.plan(x, method="fmm", order=6, theta=0.6, leaf_size=24)
    tree = plan.sources_tree
    sorted_points = np.asarray(x)[np.asarray(tree.order)]
    level_start = np.asarray(tree.level_start)
    figure, panels = plt.subplots(1, 4, figsize=(12, 3.3), layout="constrained")
    for axes, level in zip(panels, (1, 3, 5, 7)):
        axes.plot(*np.asarray(x).T, ".", color="0.6", markersize=1)
        for node in range(level_start[level], level_start[level + 1]):
            start, count = int(tree.start[node]), int(tree.count[node])
            inside = sorted_points[start : start + count]
            low, size = inside.min(axis=0), np.ptp(inside, axis=0)
            leaf = int(tree.child[node]) < 0
            colour = ORANGE if leaf else BLUE
            box = Rectangle(low, *size, fill=False, edgecolor=colour, linewidth=1.2)
            axes.add_patch(box)
        axes.set(title=f"level {level}", aspect="equal", xticks=[], yticks=[])
    label = "cells (blue) and leaves, which are not split again (orange)"
    figure.supxlabel(label, fontsize="medium")
    save(figure, "tree")


def show() -> None:
    x = points(3000)
    plan = jaxfmm.plan(x, method="fmm", order=8, theta=0.6, leaf_size=24)
    save(jaxfmm.show(plan, sources=x), "show")


def arrow(
    axes: Any,
    start: tuple[float, float],
    end: tuple[float, float],
    text: str,
    colour: str,
    offset: tuple[float, float] = (0, 0),
    size: int = 11,
    bend: float = 0,
) -> None:
    look: dict[str, Any] = {"arrowstyle": "-|>", "mutation_scale": 16, "color": colour}
    look |= {"linewidth": 2, "connectionstyle": f"arc3,rad={bend}"}
    axes.add_patch(FancyArrowPatch(start, end, shrinkA=2, shrinkB=2, **look))
    middle = np.add(start, end) / 2 + np.array(offset)
    axes.text(*middle, text, color=colour, ha="center", va="center", fontsize=size, weight="bold")


def passes() -> None:
    """The passes of a sum: up the tree of the sources, across, down the tree of the targets."""
    figure, axes = plt.subplots(figsize=(9, 4.4), layout="constrained")
    places = {"root": (0, 3.4), "cell": (0, 2.1), "leaf": (0, 0.9)}
    for side, middle, colour in (("sources", 1.7, BLUE), ("targets", 7.3, GREEN)):
        for name, (_, height) in places.items():
            radius = {"root": 0.62, "cell": 0.48, "leaf": 0.34}[name]
            look = {"facecolor": colour, "alpha": 0.18, "edgecolor": colour, "linewidth": 1.5}
            axes.add_patch(Circle((middle, height), radius, **look))
            axes.text(middle, height, name, ha="center", va="center", fontsize=9)
        generator = np.random.default_rng(len(side))
        spots = np.array([middle, -0.25]) + generator.uniform(-1, 1, (9, 2)) * [0.5, 0.17]
        axes.plot(*spots.T, "o" if side == "sources" else "s", color=colour, markersize=4)
        axes.text(middle, -0.75, side, ha="center", fontsize=11)
    left, right = 1.7, 7.3
    arrow(axes, (left, -0.05), (left, 0.56), "P2M", BLUE, offset=(-0.5, 0))
    arrow(axes, (left, 1.24), (left, 1.62), "M2M", BLUE, offset=(-0.55, 0))
    arrow(axes, (left, 2.58), (left, 2.78), "M2M", BLUE, offset=(-0.75, 0))
    for name, radius in (("cell", 0.48), ("leaf", 0.34)):
        height = places[name][1]
        start, end = (left + radius, height), (right - radius, height)
        arrow(axes, start, end, "M2L", PURPLE, offset=(0, 0.2))
    arrow(axes, (right, 2.78), (right, 2.58), "L2L", GREEN, offset=(0.75, 0))
    arrow(axes, (right, 1.62), (right, 1.24), "L2L", GREEN, offset=(0.55, 0))
    arrow(axes, (right, 0.56), (right, -0.05), "L2P", GREEN, offset=(0.5, 0))
    start, end = (left + 0.6, -0.25), (right - 0.6, -0.25)
    arrow(axes, start, end, "P2P, only for near pairs", ORANGE, offset=(0, 0.2))
    axes.text(0.15, 2.1, "up", rotation=90, va="center", color=BLUE, fontsize=12)
    axes.text(8.75, 2.1, "down", rotation=270, va="center", color=GREEN, fontsize=12)
    across = "across, for far pairs at each level"
    axes.text(4.5, 2.65, across, ha="center", color=PURPLE, fontsize=12)
    axes.set(xlim=(0, 9), ylim=(-1, 4.4), aspect="equal")
    axes.axis("off")
    save(figure, "passes")


def box(
    axes: Any,
    centre: tuple[float, float],
    text: str,
    colour: str,
    width: float = 2.9,
    height: float = 0.95,
) -> None:
    corner = np.array(centre) - [width / 2, height / 2]
    look = {"facecolor": colour, "alpha": 0.15, "edgecolor": colour, "linewidth": 1.5}
    axes.add_patch(FancyBboxPatch(corner, width, height, boxstyle="round,pad=0.06", **look))
    axes.text(*centre, text, ha="center", va="center", fontsize=10)


def derivatives() -> None:
    """The rules by which the sum is differentiated."""
    figure, axes = plt.subplots(figsize=(10, 4.6), layout="constrained")
    formula = "$\\sum_j w_j\\,\\partial_y^a\\partial_x^b K(x_i, y_j)$"
    text = f"the sum\ncharges $w$, orders $(a, b)$\n{formula}"
    box(axes, (5, 2.3), text, "black", 3.2, 1.25)
    rules = [  # the side, (right, up), of the box
        ((-1, 1), "sum of $\\dot w$, orders $(a, b)$", BLUE, "JVP in the charges"),
        ((1, 1), "orders $(a, b{+}1)$, times $\\dot x$", GREEN, "JVP in the targets"),
        ((-1, -1), "charges $w\\,\\dot y$, orders $(a{+}1, b)$", ORANGE, "JVP in the sources"),
        (
            (1, -1),
            "kernel $\\partial K/\\partial p$, times $\\dot p$",
            PURPLE,
            "JVP in a parameter",
        ),
    ]
    for (right, up), text, colour, name in rules:
        x, y = 5 + 3.4 * right, 2.3 + 1.7 * up
        box(axes, (x, y), text, colour)
        start, end = (5 + right, 2.3 + 0.72 * up), (x - right, y - 0.55 * up)
        arrow(axes, start, end, name, colour, offset=(-0.75 * right, 0.12 * up), size=9)
    look = {"arrowstyle": "-|>", "mutation_scale": 16, "color": GREY, "linewidth": 2}
    loop = "arc3,rad=-2.2"
    axes.add_patch(FancyArrowPatch((4.65, 2.98), (5.35, 2.98), connectionstyle=loop, **look))
    axes.text(
        5,
        4.25,
        "transpose: sources and targets\nchange places, and so do $a$ and $b$",
        ha="center",
        color=GREY,
        fontsize=9,
    )
    note = "each arrow ends at the primitive again: derivatives of every order"
    axes.text(5, -0.25, note, ha="center", fontsize=10)
    axes.set(xlim=(0, 10), ylim=(-0.45, 4.75))
    axes.axis("off")
    save(figure, "derivatives")


# The rooms of the package, the top floor first; each imports only rooms of lower floors.
FLOORS = [
    (GREY, [("jaxfmm", "public names")]),
    (PURPLE, [
        ("kde", "densities"), ("nbody", "bodies in motion"), ("vortex, matrix", "transport, ..."),
        ("tune", "measures times"), ("draw", ""),
    ]),
    (PURPLE, [("sum", "what users call"), ("energies", ""), ("weighted_sum", "the primitive")]),
    (GREEN, [
        ("planning", "search for a plan"), ("sharding", "methods over a mesh"),
        ("near_fields", "kept with a plan"),
    ]),
    (GREEN, [("methods", "one object for each method"), ("plan, request", "decisions and arrays")]),
    (BLUE, [
        ("passes", "up, across, down"), ("gaussian", "FGT, Fourier"), ("ewald", "Ewald sums"),
        ("nufft", "gridding"), ("logsumexp", "log densities"),
    ]),
    (BLUE, [
        ("backends", "hot loops: XLA, C++, CUDA"), ("expansions", "a folder a family"),
        ("cost_model", "errors and times"),
    ]),
    (ORANGE, [
        ("kernels", "K of one pair"), ("tree", "trees and lists"), ("codegen", "JAX to C++, CUDA"),
        ("native", "text to calls"),
    ]),
]  # fmt: skip


def bold(name):
    """A name in bold letters, for matplotlib."""
    return "$\\bf{" + name.replace("_", "\\_").replace(" ", "\\ ") + "}$"


def rooms():
    """The rooms of the package by floors."""
    figure, axes = plt.subplots(figsize=(10.5, 6.6), layout="constrained")
    for floor, (colour, names) in enumerate(reversed(FLOORS)):
        width = 10.0 / len(names)
        for place, (name, text) in enumerate(names):
            label = bold(name)
            centre = ((place + 0.5) * width, floor)
            box(axes, centre, f"{label}\n{text}" if text else label, colour, width - 0.3, 0.62)
    kinds = [(7, GREY, ""), (5.5, PURPLE, "interface"), (3.5, GREEN, "decisions")]
    for height, colour, text in [*kinds, (1.5, BLUE, "engines"), (0, ORANGE, "foundations")]:
        axes.text(10.25, height, text, color=colour, rotation=270, va="center", fontsize=11)
    axes.set(xlim=(-0.1, 10.6), ylim=(-0.55, 7.55))
    axes.axis("off")
    save(figure, "rooms")


STEPS = [
    (PURPLE, "sum", "checks sources, charges, targets", "points, charges"),
    (GREEN, "planning", "chooses the method and its parameters", "Request, Problem"),
    (GREEN, "methods", "prepares trees and lists", "Choice"),
    (PURPLE, "weighted_sum", "the primitive, with its derivatives", "Plan"),
    (GREEN, "methods", "computes the sum of its kind", "weights, orders"),
    (BLUE, "passes", "P2M, M2M, M2L, L2L, L2P, P2P", "trees, lists"),
    (BLUE, "backends", "run each hot loop: XLA, C++ or CUDA", "leaves, pairs"),
]


def journey():
    """A sum on its way: the room of each step, and what the step gets."""
    figure, axes = plt.subplots(figsize=(10.5, 5.2), layout="constrained")
    for step, (colour, room, does, gets) in enumerate(STEPS):
        height = len(STEPS) - step
        box(axes, (5.2, height), f"{bold(room)}: {does}", colour, 5.0, 0.5)
        start = (5.2, height + 0.75)
        arrow(axes, start, (5.2, height + 0.27), "", GREY)
        axes.text(5.4, height + 0.53, gets, color=GREY, va="center", fontsize=9)
    axes.text(
        5.2, len(STEPS) + 0.85, "jaxfmm.potential(sources, charges)", ha="center", fontsize=11
    )
    arrow(axes, (7.85, 1), (7.85, 7), "", PURPLE, bend=0.35)
    axes.text(9.0, 4, "results", color=PURPLE, rotation=270, va="center", fontsize=11)
    axes.set(xlim=(1.5, 9.4), ylim=(0.6, len(STEPS) + 1.1))
    axes.axis("off")
    save(figure, "journey")


if __name__ == "__main__":
    for draw in (tree, show, passes, derivatives, rooms, journey):
        draw()
