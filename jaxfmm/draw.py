"""Pictures of plans: the tree, the lists of one leaf, and the estimated time by stage."""

from typing import Any, NamedTuple

import numpy as np
from jax.typing import ArrayLike

from jaxfmm import errors, inputs
from jaxfmm.entries import number_of
from jaxfmm.methods.describe import duration
from jaxfmm.plan import Plan
from jaxfmm.switches import library_code
from jaxfmm.tree.structure import Tree
from jaxfmm.tree.traverse import PairList

# Colours that people with colour-blindness can tell apart (Okabe & Ito 2008), and black for the
# leaf itself.
LEAF, NEAR, EXCHANGED = "black", "#e69f00", "#cc79a7"
# The colours of the far cells of the leaf, of its parent and so on.
FAR = ("#0072b2", "#2f86c1", "#56b4e9", "#8ccdf2", "#bfe4f9")
STAGES = {"P2P": NEAR, "M2L": FAR[0], "P2M, M2M, L2L, L2P": "#009e73"}
MOST_CELLS = 20_000  # Pictures show at most this many leaves of the tree.

# The points of the targets and of the sources in the coordinates of pictures, if they are known.
Points = tuple[np.ndarray | None, np.ndarray | None]


class Cells(NamedTuple):
    """Source nodes that one list names for one target leaf.

    kind: the text of the legend.
    colour: of matplotlib.
    nodes: (k,).
    shifts: (k, d), added to the centre of each node, in the plan's unit; zero without images."""

    kind: str
    colour: str
    nodes: np.ndarray
    shifts: np.ndarray


@library_code
def show(
    plan: Plan,
    *,
    leaf: int | None = None,
    sources: ArrayLike | None = None,
    targets: ArrayLike | None = None,
    figure: Any = None,
) -> Any:
    """Draws the tree of a plan, the lists of one leaf, and the estimated time of each stage.

    The cells of the tree are spheres around their points, drawn as circles. For one leaf of the
    targets the picture shows how it meets each source exactly once: pair by pair in the near
    leaves, and by expansions in far cells, which act on the leaf or on one of the cells that
    contain it. In 3D only the points of the cells are drawn.

    Args:
      plan: a plan with a tree (`plan.method` is "fmm", "treecode" or "truncated"), in one to three
        dimensions.
      leaf: the number of the target leaf, from left to right along the tree; None for the leaf
        nearest to the centre.
      sources, targets: the points of the plan. None takes the points that the plan was made for,
        if they still exist; otherwise cells are drawn without points.
      figure: of matplotlib; None for a new one of pyplot.

    Returns:
      The figure of matplotlib.

    Raises:
      ValueError: the plan has no tree, is traced or a batch, or its status is not 0; the leaf or
        the points are not of the plan.  ImportError: without matplotlib.

    Example:
      >>> import jax, jaxfmm
      >>> x = jax.random.normal(jax.random.key(0), (3000, 2))
      >>> figure = jaxfmm.show(jaxfmm.plan(x, method="fmm"))
      >>> len(figure.axes)
      2
    """
    check(plan)
    leaf = middle_leaf(plan) if leaf is None else leaf
    leaf = inputs.integer(
        "leaf", leaf, 0, int(plan.trees[0].n_leaves) - 1, "it is the number of a target leaf"
    )
    points = _points(plan, sources, targets)
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("show needs matplotlib: pip install matplotlib") from None
    dim, stages = plan.request.dim, plan.choice.method.stages(plan)
    figure = pyplot.figure(figsize=(9, 7.5), layout="constrained") if figure is None else figure
    grid = figure.add_gridspec(2, 1, height_ratios=[12, 1]) if stages else figure.add_gridspec(1, 1)
    axes = figure.add_subplot(grid[0], projection="3d" if dim == 3 else None)
    (_draw_in_space if dim == 3 else in_plane)(axes, plan, leaf, points)
    axes.set_title(_title(plan), loc="left", fontsize="medium")
    scale = {"markerscale": 3} if dim == 3 else {}
    handles = axes.get_legend_handles_labels()
    figure.legend(*handles, loc="outside right upper", fontsize="small", frameon=False, **scale)
    if stages:
        _draw_stages(figure.add_subplot(grid[1]), stages)
    return figure


def check(plan: Plan) -> None:
    """Raises ValueError unless the plan has a tree that can be drawn."""
    if not isinstance(plan, Plan):
        raise ValueError(f"plan must be made by jaxfmm.plan(...), got {type(plan).__name__}")
    if plan.request.layout is not None:
        raise ValueError(
            f"a plan over {plan.request.layout.size} devices has a tree on each of them, which are "
            "not drawn; print(plan) describes it, and a plan of points on one device can be drawn"
        )
    if plan.near is None:
        raise ValueError(
            f"a plan with method={plan.method!r} has no tree to draw; print(plan) describes it, "
            "and jaxfmm.plan(..., method='fmm') makes one with a tree where the kernel allows it"
        )
    if errors.is_traced(plan) or plan.status.ndim:
        raise ValueError(
            "show draws one plan outside of jit and vmap; got a traced plan or a batch of plans"
        )
    plan.check()
    if plan.request.dim > 3:
        raise ValueError(
            f"show draws trees in one to three dimensions, this one is in {plan.request.dim}"
        )


def cells_of(plan: Plan, leaf: int) -> list[Cells]:
    """The source nodes that a target leaf meets, by list; together they hold each image of each
    source once."""
    target, source = plan.trees
    leaves = np.asarray(source.leaves)
    every = np.arange(source.capacity)
    lineage = _lineage(np.asarray(target.parent), int(target.leaves[leaf]))
    lists = plan.lists
    shown: list[Cells] = []

    def add(
        kind: str, colour: str, pairs: PairList | None, targets: list[int], nodes: np.ndarray
    ) -> None:
        """The sources that a list has for these targets. nodes: the nodes that its numbers stand
        for."""
        if pairs is None:
            return
        start, source = np.asarray(pairs.start), np.asarray(pairs.source)
        source = np.concatenate([source[start[target] : start[target + 1]] for target in targets])
        shifts = np.asarray(pairs.images)[source >> pairs.bits]
        if len(source):
            shown.append(Cells(kind, colour, nodes[number_of(source, pairs.bits)], shifts))

    add("near: pair by pair (P2P)", NEAR, lists.near, [leaf], leaves)
    if plan.choice.method.leaf_targets:
        add("far: multipole at each point (M2P)", FAR[0], lists.far, [leaf], every)
    else:
        for level, node in enumerate(lineage):
            up = f"of the cell {level} level{'s' * (level > 1)} up" if level else "of the leaf"
            add(f"far {up} (M2L)", FAR[min(level, len(FAR) - 1)], lists.far, [node], every)
    if plan.choice.capacity.exchanged:
        add("exchanged roles (M2P)", EXCHANGED, lists.outward, [leaf], every)
        add("exchanged roles (P2L)", EXCHANGED, lists.inward, lineage, leaves)
    return shown


def _lineage(parent: np.ndarray, node: int) -> list[int]:
    """The node, its parent and so on up to the root."""
    lineage = [node]
    while (node := int(parent[node])) >= 0:
        lineage.append(node)
    return lineage


def middle_leaf(plan: Plan) -> int:
    """The number of the leaf of the targets that is nearest to the median centre of all leaves."""
    tree = plan.trees[0]
    centers = np.asarray(tree.center)[np.asarray(tree.leaves)[: int(tree.n_leaves)]]
    return int(np.linalg.norm(centers - np.median(centers, axis=0), axis=1).argmin())


def _points(plan: Plan, sources: Any, targets: Any) -> Points:
    if sources is None and targets is None:
        alive = [mark() for mark in plan.marks]
        if all(x is not None for x in alive):
            sources, targets = (alive + [None, None])[:2]
    if sources is None:
        return None, None
    sources = inputs.points("sources", sources, (plan.request.dim,))
    if targets is not None:
        targets = inputs.points("targets", targets, (plan.request.dim,), sources.dtype)
    plan.check_shapes(sources, targets)
    shown = [_shown(plan, plan.inside(x)) for x in (sources, targets) if x is not None]
    return shown[-1], shown[0]


def _shown(plan: Plan, inside: Any) -> np.ndarray:
    """The coordinates of pictures, which are the kernel's, in float64, of points in the plan's
    unit."""
    return np.asarray(inside, np.float64) * float(plan.unit) + np.asarray(plan.shift, np.float64)


def _spheres(
    plan: Plan, tree: Tree, nodes: Any, shifts: np.ndarray | float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """(centres (k, d), radii (k,)) of nodes in the coordinates of pictures; shifts: as in
    `Cells`."""
    centers, radii = np.asarray(tree.center)[nodes], np.asarray(tree.radius, np.float64)[nodes]
    return _shown(plan, centers + shifts), radii * float(plan.unit)


def in_plane(axes: Any, plan: Plan, leaf: int, points: Points) -> None:
    """Draws the cells of a leaf in one or two dimensions."""
    from matplotlib.collections import EllipseCollection

    target, source = plan.trees
    flat = plan.request.dim == 1

    def circles(tree: Tree, nodes: Any, shifts: Any = 0.0, **look: Any) -> None:
        centers, radii = _spheres(plan, tree, nodes, shifts)
        centers = np.pad(centers, ((0, 0), (0, 1))) if flat else centers
        place = {"offsets": centers, "offset_transform": axes.transData}
        ellipses = {"widths": 2 * radii, "heights": 2 * radii, "angles": np.zeros(len(radii))}
        axes.add_collection(EllipseCollection(**ellipses, units="xy", **place, **look))

    leaves = np.asarray(source.leaves)[: min(int(source.n_leaves), MOST_CELLS)]
    circles(source, leaves, facecolor="none", edgecolor="0.8", linewidth=0.4, zorder=1)
    shown = cells_of(plan, leaf)
    for cells in shown:
        place = source, cells.nodes, cells.shifts
        circles(*place, facecolor=cells.colour, alpha=0.35, edgecolor="none", zorder=2)
        circles(*place, facecolor="none", edgecolor=cells.colour, linewidth=1, zorder=3)
        label = f"{cells.kind}: {len(cells.nodes)}"
        axes.plot([], [], "o", color=cells.colour, alpha=0.6, label=label)
    own = target.leaves[leaf : leaf + 1]
    circles(target, own, facecolor="none", edgecolor=LEAF, linewidth=2, zorder=5)
    ring = {"color": "none", "markeredgecolor": LEAF, "markeredgewidth": 2}
    axes.plot([], [], "o", label=f"target leaf {leaf}", **ring)
    if points[1] is not None:
        x, y = (points[1].T[0], np.zeros(len(points[1]))) if flat else points[1].T
        axes.plot(x, y, ".", color="0.25", markersize=1 if len(x) > 2000 else 2, zorder=4)
    low, high = _box(plan, shown)
    pad = 0.04 * (high - low).max()
    axes.set(
        xlim=(low[0] - pad, high[0] + pad), aspect="equal", xlabel="x", ylabel="" if flat else "y"
    )
    axes.set_ylim(*((-pad * 5, pad * 5) if flat else (low[1] - pad, high[1] + pad)))


def _draw_in_space(axes: Any, plan: Plan, leaf: int, points: Points) -> None:
    target, source = plan.trees

    def held(tree: Tree, nodes: Any, shifts: np.ndarray) -> np.ndarray:
        """The points of the nodes, or their centres where the points are not known."""
        own = points[1] if tree is source else points[0]
        if own is None:
            return _spheres(plan, tree, nodes, shifts)[0]
        start, count = np.asarray(tree.start), np.asarray(tree.count)
        rows = np.concatenate([np.arange(start[node], start[node] + count[node]) for node in nodes])
        moved = np.repeat(shifts, count[nodes], axis=0) * float(plan.unit)
        return own[np.asarray(tree.order)[rows]] + moved

    axes.computed_zorder = False  # the leaf and its near cells lie in the middle, drawn in front
    shown = cells_of(plan, leaf)
    for number, cells in enumerate(shown):
        axes.scatter(
            *held(source, cells.nodes, cells.shifts).T,
            s=3,
            alpha=0.9 if cells.colour == NEAR else 0.6,
            color=cells.colour,
            linewidth=0,
            label=f"{cells.kind}: {len(cells.nodes)}",
            zorder=len(shown) - number,
        )
    own = held(target, [int(target.leaves[leaf])], np.zeros((1, 3)))
    look = {"s": 8, "color": LEAF, "linewidth": 0, "zorder": len(shown) + 1}
    axes.scatter(*own.T, label=f"target leaf {leaf}", **look)
    low, high = _box(plan, shown)
    axes.set(xlabel="x", ylabel="y", zlabel="z", box_aspect=high - low)


def _box(plan: Plan, shown: list[Cells]) -> tuple[np.ndarray, np.ndarray]:
    """The corners (d,) of the box of all leaves of both trees, and of these `Cells`."""
    spheres = [
        _spheres(plan, tree, np.asarray(tree.leaves)[: int(tree.n_leaves)]) for tree in plan.trees
    ]
    spheres += [
        _spheres(plan, plan.trees[1], cells.nodes, cells.shifts)
        for cells in shown
        if cells.shifts.any()
    ]
    ends = [centers + sign * radii[:, None] for centers, radii in spheres for sign in (-1, 1)]
    every = np.concatenate(ends)
    return every.min(0), every.max(0)


def _title(plan: Plan) -> str:
    request, choice = plan.request, plan.choice
    count = f"{request.n:,} sources, {request.m:,} targets"
    if request.symmetric:
        count = f"{request.n:,} points"
    tree = f"{request.tree} tree, leaves of up to {choice.leaf_size}"
    return f"{plan.method} of {plan.kernel.name}: {count},\n{tree}"


def _draw_stages(axes: Any, stages: dict[str, float]) -> None:
    """A bar of the estimated nanoseconds of each stage, without stages below a thousandth of the
    sum."""
    left, total = 0.0, sum(stages.values())
    for name, time in stages.items():
        if time > 1e-3 * total:
            look = {"color": STAGES.get(name, "0.6"), "label": f"{name}: {duration(time)}"}
            axes.barh(0, time / 1e6, left=left / 1e6, **look)
        left += time
    label = "estimated time of a sum with its gradient, milliseconds"
    axes.set(yticks=[], xlim=(0, total / 1e6), xlabel=label)
    place = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "ncols": len(stages)}
    axes.legend(**place, fontsize="small", frameon=False)
