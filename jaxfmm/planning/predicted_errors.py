"""Predicts the errors of FMMs by interpolation from a few far pairs of cells: the kernel between
points of both cells, less its interpolation over one and over the other. `planning.measured_errors`
defines errors."""

import functools
from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.expansions.chebyshev import operators as chebyshev
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.pairs import components
from jaxfmm.passes.interpolated import rounded
from jaxfmm.planning.measured_errors import largest, largest_numbers, squares_of
from jaxfmm.planning.probe_charges import random_charges
from jaxfmm.planning.sampled_sums import entries_of, exact_at, orders_of
from jaxfmm.run_once import run_once
from jaxfmm.tree.build import Tree

SAMPLES = 128  # Sums are computed at this many targets to know their size.
MOST_PAIRS = 4096  # A traversal goes on with at most this many pairs of cells.
PAIRS = 32  # The kernel is compared between this many pairs of cells,
POINTS = 4, 8  # at this many points of the target's and of the source's cell.
CHUNK = 2**16  # The kernel is computed for this many pairs of points at a time.


@np.errstate(all="ignore")  # what is not finite comes out as infinity
def predict_errors(
    kernel: Kernel,
    trees: tuple[Tree, Tree],
    targets: Array,
    sources: Array,
    derivatives: int,
    wanted: dict[float, tuple[float, list[int]]],
) -> dict[tuple[float, int], float]:
    """{(theta, order): error} of FMMs with these trees, but for any theta with which they have no
    far pairs.

    Args:
      trees: (target tree, source tree).  targets (m, d), sources (n, d): concrete.
      derivatives: 0, or 1 for the gradient too.
      wanted: {theta: (the number k of the rule of `tree.traverse`, orders)}.
    """
    rng = np.random.default_rng(0)
    some = rng.integers(len(targets), size=SAMPLES)
    charges = random_charges(len(sources), sources.dtype)
    exact = exact_at(kernel, some, targets, sources, charges, derivatives)
    scale = largest_numbers(exact)
    size = squares_of(exact / scale).mean(1)  # (charges, entries, quantities)
    if not (np.isfinite(size).all() and size.all()):
        return {(theta, p): np.inf for theta, (_, orders) in wanted.items() for p in orders}
    cells = _Cells(_rounded(trees[0]), targets), _Cells(_rounded(trees[1]), sources)
    errors = {}
    for theta, (rate, orders) in wanted.items():
        a, b, weight = _far_pairs(*cells, rate, rng)
        if not len(a):
            continue
        taken, odds = _some_pairs(cells, a, b, weight, rng)
        n_a, n_b = (cell.count[at].astype(float) for cell, at in zip(cells, (a, b)))
        share = (weight / odds * n_a)[taken] / (PAIRS * POINTS[0] * len(targets))
        pairs = a[taken], b[taken]
        for p, wrong in _interpolation_errors(kernel, cells, pairs, orders, derivatives, rng):
            squares = _squared_errors(wrong, n_b[taken], scale)
            each = [np.einsum("p,ps...->...", share, part) for part in squares]
            errors[theta, p] = largest(np.stack(each) / size)
    return errors


def _some_pairs(
    cells: "tuple[_Cells, _Cells]",
    a: np.ndarray,
    b: np.ndarray,
    weight: np.ndarray,
    rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:
    """(numbers of some pairs of cells a, b, the odds of all): half as pairs of points are spread,
    most of them over large cells, and half as pairs of cells are."""
    odds = weight * cells[0].count[a].astype(float) * cells[1].count[b].astype(float)
    odds = 0.5 * odds / odds.sum() + 0.5 * weight / weight.sum()
    return rng.choice(len(a), PAIRS, p=odds), odds


def _squared_errors(wrong: np.ndarray, n_b: np.ndarray, scale: np.ndarray) -> list[np.ndarray]:
    """The squared errors (pairs, points, entries, quantities) by n_b charges in each source cell,
    of one sign and for each draw of both: charges of one sign act together, errors of charges of
    both signs add up at random."""
    of_one_sign = n_b[:, None, None, None] * wrong.mean(axis=2)
    of_both = np.sqrt(n_b / POINTS[1])[:, None, None, None, None] * wrong
    both = (squares_of(of_both / draw).sum(2) for draw in scale[1:])
    return [squares_of(of_one_sign / scale[0]), *both]


_rounded = run_once(rounded)


class _Cells:
    """A tree on the host: arrays of its nodes, and its points (n, d) in the order of the tree."""

    center: np.ndarray
    half: np.ndarray
    radius: np.ndarray
    child: np.ndarray
    start: np.ndarray
    count: np.ndarray

    def __init__(self, tree: Tree, points: Array) -> None:
        for name in ("center", "half", "radius", "child", "start", "count"):
            setattr(self, name, np.asarray(getattr(tree, name)))
        self.points = np.asarray(points)[np.asarray(tree.order)]

    def widths(self, nodes: np.ndarray) -> np.ndarray:
        """Half the widths of the boxes of nodes, as the FMM has them: (nodes, d)."""
        return np.maximum(self.half[nodes], 1e-3 * self.radius[nodes, None])


def _far_pairs(
    targets: _Cells, sources: _Cells, rate: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Far pairs of cells as `tree.traverse` finds them: their targets, sources, and how many each
    of them stands for, since the traversal goes on with some pairs of cells where there are
    many."""
    a = b = np.zeros(1, int)
    weight, far_pairs = 1.0, []
    while len(a):
        r_a, r_b = targets.radius[a], sources.radius[b]
        distance = np.linalg.norm(targets.center[a] - sources.center[b], axis=1)
        far = np.maximum(r_a, r_b) + rate * np.minimum(r_a, r_b) <= rate * distance
        far_pairs.append((a[far], b[far], np.full(far.sum(), weight)))
        leaf_a, leaf_b = targets.child[a] < 0, sources.child[b] < 0
        split_a = ~leaf_a & (leaf_b | (r_a >= r_b))
        a, b, split_a = (part[~far & ~(leaf_a & leaf_b)] for part in (a, b, split_a))
        if len(a) > MOST_PAIRS:
            kept = rng.choice(len(a), MOST_PAIRS, replace=False)
            weight, a, b, split_a = weight * len(a) / MOST_PAIRS, a[kept], b[kept], split_a[kept]
        children = [
            (np.where(split_a, targets.child[a] + i, a), np.where(split_a, b, sources.child[b] + i))
            for i in (0, 1)
        ]
        a, b = (np.concatenate(side) for side in zip(*children))
    a, b, weights = (np.concatenate(part) for part in zip(*far_pairs))
    return a, b, weights


def _interpolation_errors(
    kernel: Kernel,
    cells: tuple[_Cells, _Cells],
    pairs: tuple[np.ndarray, np.ndarray],
    orders: list[int],
    derivatives: int,
    rng: np.random.Generator,
) -> Iterator[tuple[int, np.ndarray]]:
    """(order, errors (pairs, points, points, entries, 1 + d)) for each order: the errors of the
    kernel interpolated between nodes of the source cell, and of the target cell, added. Gradients
    are interpolated by components."""
    points, units, nodes = [], [], []
    for side, at, count in zip(cells, pairs, POINTS):
        half, center = side.widths(at)[:, None], side.center[at][:, None]
        some = side.start[at, None] + rng.integers(side.count[at, None], size=(len(at), count))
        points.append(side.points[some])
        units.append(np.clip((points[-1] - center) / half, -1, 1).astype(np.float64))
        nodes.append([center + half * _grid(p, half.shape[-1]).astype(half.dtype) for p in orders])
    x, y = points
    blocks = [(x, y)] + [block for t_x, t_y in zip(*nodes) for block in ((x, t_y), (t_x, y))]
    exact, *rest = _kernel_values(kernel, blocks, derivatives)
    for p, at_sources, at_targets in zip(orders, rest[::2], rest[1::2]):
        s_x, s_y = (_interpolants(u, p) for u in units)
        by_sources = np.einsum("xsk...,xtk->xst...", at_sources, s_y)
        by_targets = np.einsum("xkt...,xsk->xst...", at_targets, s_x)
        yield p, 2 * exact - by_sources - by_targets


def _grid(order: int, dim: int) -> np.ndarray:
    t = np.meshgrid(*[chebyshev.nodes(order)] * dim, indexing="ij")
    return np.stack(t, axis=-1).reshape(-1, dim)


def _interpolants(u: np.ndarray, order: int) -> np.ndarray:
    """The interpolants of all nodes at points (..., d) in [-1, 1]: (..., (order + 1)^d)."""
    j = np.arange(order + 1)
    scale = np.where(j[:, None], 2, 1) / (order + 1)
    series = scale * np.cos(j[:, None] * np.arccos(chebyshev.nodes(order)))
    axes = np.moveaxis(np.cos(j * np.arccos(u)[..., None]) @ series, -2, 0)
    return functools.reduce(
        lambda f, g: (f[..., :, None] * g[..., None, :]).reshape(*f.shape[:-1], -1), axes
    )


def _kernel_values(
    kernel: Kernel, blocks: list[tuple[np.ndarray, np.ndarray]], derivatives: int
) -> list[np.ndarray]:
    """The kernel between all points x (pairs, s, d) and all points y (pairs, t, d) of every block:
    (pairs, s, t, entries, 1 + d)."""
    shapes = [(len(x), x.shape[1], y.shape[1]) for x, y in blocks]

    def of_pairs(side):
        wide = (np.broadcast_to(p, (*shape, p.shape[-1])) for shape, p in zip(shapes, side))
        return np.concatenate([part.reshape(-1, part.shape[-1]) for part in wide])

    sides = [
        of_pairs([x[:, :, None] for x, _ in blocks]),
        of_pairs([y[:, None] for _, y in blocks]),
    ]
    total = len(sides[0])
    sides = [np.pad(side, ((0, -total % CHUNK), (0, 0)), mode="edge") for side in sides]
    chunks = [
        np.asarray(
            _pairs(kernel, *(side[first : first + CHUNK] for side in sides), derivatives),
            np.float64,
        )
        for first in range(0, total, CHUNK)
    ]
    ends = np.cumsum([np.prod(shape) for shape in shapes])
    values = np.split(np.concatenate(chunks)[:total], ends[:-1])
    return [value.reshape(*shape, *value.shape[1:]) for value, shape in zip(values, shapes)]


@functools.partial(jax.jit, static_argnames="derivatives")
def _pairs(kernel: Kernel, x: Array, y: Array, derivatives: int) -> Array:
    """x, y (pairs, d) -> (pairs, entries, 1 + d)."""
    dim = x.shape[1]
    one, outputs = {(0,) * dim: jnp.ones((), x.dtype)}, components(orders_of(derivatives), dim)
    sums = [entry.pair_sums(list(x.T), list(y.T), one, outputs) for entry in entries_of(kernel)]
    return jnp.stack([jnp.stack([each[b] for b in outputs], axis=-1) for each in sums], axis=1)
