"""The errors of FMMs by interpolation, for kernels of which none is known: foreseen, and measured.

What an FMM of some order and opening parameter would be wrong by is foreseen at small cost from a few far pairs of
cells: the kernel between points of both, against its interpolation over one and over the other. What an FMM is wrong by
is measured at some of its targets, against the direct sum; that costs a sum over all targets, and compiles it.

All errors are relative L2 errors over the targets: the largest of those of charges of one sign and of DRAWS of both, of
every entry of the kernel, of the potential and of the gradient. Each of these is compared with itself alone, since they
may differ by any factor. A sum of a smooth kernel is made of few fields, of which some draws have little while they are
wrong by as much as others: the error of a single draw was at times a tenth of another's. An error is infinite where
nothing can be compared: of values that are zero at all targets, or not finite.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np

from jaxfmm.expansions import chebyshev
from jaxfmm.kernels.base import components
from jaxfmm.methods.direct import direct
from jaxfmm.methods.fmm import tree_sum
from jaxfmm.methods.interpolated import rounded
from jaxfmm.ops import backends

SAMPLES = 128  # targets
DRAWS = 7  # of charges of both signs
MOST_PAIRS = 4096  # of cells, that a traversal goes on with
PAIRS, POINTS = 32, (4, 8)  # pairs of cells; points of the target's and of the source's cell
CHUNK = 2**16  # pairs of points at a time


@np.errstate(all="ignore")  # what is not finite comes out as infinity
def foreseen_errors(kernel, trees, targets, sources, derivatives, wanted):
    """{(theta, order): error} of FMMs with these trees, but for any theta with which they have no far pairs.

    Args:
      trees: (target tree, source tree).  targets (m, d), sources (n, d): concrete.
      derivatives: 0, or 1 for the gradient too.
      wanted: {theta: (the number k of the rule of `tree.traverse`, orders)}.
    """
    rng = np.random.default_rng(0)
    some = rng.integers(len(targets), size=SAMPLES)
    exact = _exact_at(kernel, some, targets, sources, _charges(sources), derivatives)
    scale = _scale(exact)
    size = _squares(exact / scale).mean(1)  # (charges, entries, quantities)
    if not (np.isfinite(size).all() and size.all()):
        return {(theta, p): np.inf for theta, (_, orders) in wanted.items() for p in orders}
    cells = [_Cells(_rounded(tree, x), x) for tree, x in zip(trees, (targets, sources))]
    errors = {}
    for theta, (rate, orders) in wanted.items():
        a, b, weight = _far_pairs(*cells, rate, rng)
        if not len(a):
            continue
        n_a, n_b = cells[0].count[a].astype(float), cells[1].count[b].astype(float)
        # half as pairs of points are spread, most of them over large cells, and half as pairs of cells are
        odds = weight * n_a * n_b
        odds = 0.5 * odds / odds.sum() + 0.5 * weight / weight.sum()
        taken = rng.choice(len(a), PAIRS, p=odds)
        n_b, share = n_b[taken], (weight / odds * n_a)[taken] / (PAIRS * POINTS[0] * len(targets))
        for p, wrong in _interpolation_errors(kernel, cells, (a[taken], b[taken]), orders, derivatives, rng).items():
            # charges of one sign act together, errors of those of both signs add up at random
            of_one_sign = n_b[:, None, None, None] * wrong.mean(axis=2)
            of_both = np.sqrt(n_b / POINTS[1])[:, None, None, None, None] * wrong
            parts = _squares(of_one_sign / scale[0]), *(_squares(of_both / draw).sum(2) for draw in scale[1:])
            squares = [np.einsum("p,ps...->...", share, part) for part in parts]
            errors[theta, p] = _largest(np.stack(squares) / size)
    return errors


@np.errstate(all="ignore")  # what is not finite comes out as infinity
def measured_error(kernel, order, family, trees, lists, targets, sources, derivatives, backend, charges=None):
    """The error of an FMM by a family of expansions, for charges (n, k), or for draws of them.

    Half of the targets where it is measured are taken where the sums are large, so that a field of a few targets alone
    is not missed; each counts as many times as it stands for others.

    Args:
      trees: (target tree, source tree).  lists: `tree.traverse.Lists`.  targets (m, d), sources (n, d): concrete.
      backend: whose operations, if they can run where the points are, None for the fastest.
    """
    rng = np.random.default_rng(0)
    here = _platform(sources)
    backend = backend if backend in (here, "xla") else None
    charges = _charges(sources) if charges is None else charges[:, None]
    sums = _fmm(kernel, trees, lists, targets, sources, charges, order, family, derivatives, backend, here)
    sums = np.asarray(sums, np.float64)
    if not np.isfinite(sums).all():
        return np.inf
    squares = _squares(sums / _scale(sums))  # (charges, targets, entries, quantities)
    shares = squares / np.maximum(squares.sum(1, keepdims=True), np.finfo(np.float64).tiny)
    odds = 0.5 / len(targets) + 0.5 * shares.mean((0, 2, 3))
    steps = np.cumsum(odds) / odds.sum()
    some = np.searchsorted(steps, (np.arange(SAMPLES) + rng.random(SAMPLES)) / SAMPLES)
    exact = _exact_at(kernel, some, targets, sources, charges, derivatives)
    scale = _scale(exact)
    wrong, size = (
        np.einsum("t,ct...->c...", 1 / odds[some], _squares(part / scale)) for part in (sums[:, some] - exact, exact)
    )
    return _largest(wrong / size) if np.isfinite(size).all() and size.all() else np.inf


def _largest(squares):
    """The largest error of their squares, infinite if one is not finite."""
    return float(np.sqrt(squares.max())) if np.isfinite(squares).all() else np.inf


def _scale(values):
    """The largest numbers of the potential and of the gradient of each entry, 1 for zero: of values (charges, targets,
    entries, 1 + d) -> (charges, 1, entries, 1 + d). Squares of numbers beside them neither vanish nor overflow."""
    largest = np.abs(values).max(axis=1, keepdims=True)
    largest[..., 1:] = largest[..., 1:].max(axis=-1, keepdims=True, initial=0)
    return np.where(largest > 0, largest, 1)


def _squares(values):
    """Those of potential and gradient: (..., 1 + d) -> (..., 1 or 2)."""
    squares = np.square(values)
    parts = squares[..., :1], squares[..., 1:].sum(-1, keepdims=True)
    return np.concatenate(parts[: min(2, values.shape[-1])], axis=-1)


@jax.jit
def _rounded(tree, points):
    return rounded(tree, points[tree.order])


def _platform(x):
    return {"cpu": "cpu", "gpu": "cuda"}.get(next(iter(x.devices())).platform, "other")


def _charges(sources):
    """(n, 1, 1 + DRAWS): of one sign and of both."""
    n = len(sources)
    charges = np.concatenate([np.ones((n, 1)), np.random.default_rng(1).normal(size=(n, DRAWS))], axis=1)
    return jnp.asarray(charges[:, None], sources.dtype)


def _entries(kernel):
    return kernel.entries() or [kernel]


def _orders(derivatives):
    return tuple(range(min(derivatives, 1) + 1))


@functools.partial(jax.jit, static_argnames=("order", "family", "derivatives", "backend", "platform"))
def _fmm(kernel, trees, lists, targets, sources, charges, order, family, derivatives, backend, platform):
    """(charges, targets, entries, 1 + d)"""
    orders, each = _orders(derivatives), []
    for entry in _entries(kernel):
        shape = charges.shape[2], targets.shape[1], targets.dtype
        name, _ = backends.choose(backend, platform, entry, (0,), orders, *shape)
        where = {"family": family, "backend": name, "platform": platform}
        each.append(tree_sum(entry, order, *trees, lists, targets, sources, charges, (0,), orders, by="m2l", **where))
    return jnp.moveaxis(jnp.stack(each, axis=1), -1, 0)


def _exact_at(kernel, some, targets, sources, charges, derivatives):
    """The direct sums at some targets: (charges, targets, entries, 1 + d)."""
    there = targets[jnp.asarray(some, jnp.int32)]
    return np.asarray(_exact(kernel, there, sources, charges, derivatives, _platform(sources)), np.float64)


@functools.partial(jax.jit, static_argnames=("derivatives", "platform"))
def _exact(kernel, targets, sources, charges, derivatives, platform):
    # by XLA, which compiles in less time than these few sums take it
    arguments = targets, sources, charges, (0,), _orders(derivatives)
    each = [direct(entry, *arguments, backend="xla", platform=platform) for entry in _entries(kernel)]
    return jnp.moveaxis(jnp.stack(each, axis=1), -1, 0)


class _Cells:
    """A tree on the host: arrays of its nodes, and its points (n, d) in the order of the tree."""

    def __init__(self, tree, points):
        for name in ("center", "radius", "child", "start", "count"):
            setattr(self, name, np.asarray(getattr(tree, name)))
        self.points = np.asarray(points)[np.asarray(tree.order)]

    def half(self, nodes):
        """Half the widths of their boxes, as the FMM has them: (nodes, d)."""
        widths = []
        for i in nodes:
            inside = self.points[self.start[i] : self.start[i] + self.count[i]]
            widths.append(np.maximum(np.abs(inside - self.center[i]).max(0), 1e-3 * self.radius[i]))
        return np.stack(widths)


def _far_pairs(targets, sources, rate, rng):
    """Far pairs of cells as `tree.traverse` finds them: their targets, sources, and how many each of them stands for,
    since it goes on with some pairs of cells where there are many."""
    a = b = np.zeros(1, int)
    weight, found = 1.0, []
    while len(a):
        r_a, r_b = targets.radius[a], sources.radius[b]
        distance = np.linalg.norm(targets.center[a] - sources.center[b], axis=1)
        far = np.maximum(r_a, r_b) + rate * np.minimum(r_a, r_b) <= rate * distance
        found.append((a[far], b[far], np.full(far.sum(), weight)))
        leaf_a, leaf_b = targets.child[a] < 0, sources.child[b] < 0
        split_a = ~leaf_a & (leaf_b | (r_a >= r_b))
        a, b, split_a = (part[~far & ~(leaf_a & leaf_b)] for part in (a, b, split_a))
        if len(a) > MOST_PAIRS:
            kept = rng.choice(len(a), MOST_PAIRS, replace=False)
            weight, a, b, split_a = weight * len(a) / MOST_PAIRS, a[kept], b[kept], split_a[kept]
        children = [
            (np.where(split_a, targets.child[a] + i, a), np.where(split_a, b, sources.child[b] + i)) for i in (0, 1)
        ]
        a, b = (np.concatenate(side) for side in zip(*children))
    return tuple(np.concatenate(part) for part in zip(*found))


def _interpolation_errors(kernel, cells, pairs, orders, derivatives, rng):
    """{order: the kernel less its interpolation}, (pairs, points, points, entries, 1 + d): the sum of what is wrong
    between nodes of the source cell and of the target cell. The interpolant of a gradient is that of its components."""
    points, units, nodes = [], [], []
    for side, at, count in zip(cells, pairs, POINTS):
        half, center = side.half(at)[:, None], side.center[at][:, None]
        some = side.start[at, None] + rng.integers(side.count[at, None], size=(len(at), count))
        points.append(side.points[some])
        units.append(np.clip((points[-1] - center) / half, -1, 1).astype(np.float64))
        nodes.append([center + half * _grid(p, half.shape[-1]).astype(half.dtype) for p in orders])
    x, y = points
    blocks = [(x, y)] + [block for t_x, t_y in zip(*nodes) for block in ((x, t_y), (t_x, y))]
    exact, *rest = _kernel_values(kernel, blocks, derivatives)
    wrong = {}
    for p, at_sources, at_targets in zip(orders, rest[::2], rest[1::2]):
        s_x, s_y = (_interpolants(u, p) for u in units)
        by_sources = np.einsum("xsk...,xtk->xst...", at_sources, s_y)
        by_targets = np.einsum("xkt...,xsk->xst...", at_targets, s_x)
        wrong[p] = 2 * exact - by_sources - by_targets
    return wrong


def _grid(order, dim):
    t = np.meshgrid(*[chebyshev.nodes(order)] * dim, indexing="ij")
    return np.stack(t, axis=-1).reshape(-1, dim)


def _interpolants(u, order):
    """Those of all nodes at points (..., d) in [-1, 1]: (..., (order + 1)^d)."""
    j = np.arange(order + 1)
    series = np.where(j[:, None], 2, 1) / (order + 1) * np.cos(j[:, None] * np.arccos(chebyshev.nodes(order)))
    axes = np.moveaxis(np.cos(j * np.arccos(u)[..., None]) @ series, -2, 0)
    return functools.reduce(lambda f, g: (f[..., :, None] * g[..., None, :]).reshape(*f.shape[:-1], -1), axes)


def _kernel_values(kernel, blocks, derivatives):
    """Of all points x (pairs, s, d) with all points y (pairs, t, d) of every block: (pairs, s, t, entries, 1 + d)."""
    shapes = [(len(x), x.shape[1], y.shape[1]) for x, y in blocks]

    def of_pairs(side):
        wide = (np.broadcast_to(part, (*shape, part.shape[-1])) for shape, part in zip(shapes, side))
        return np.concatenate([part.reshape(-1, part.shape[-1]) for part in wide])

    sides = [of_pairs([x[:, :, None] for x, _ in blocks]), of_pairs([y[:, None] for _, y in blocks])]
    total = len(sides[0])
    sides = [np.pad(side, ((0, -total % CHUNK), (0, 0)), mode="edge") for side in sides]
    chunks = [
        np.asarray(_pairs(kernel, *(side[first : first + CHUNK] for side in sides), derivatives), np.float64)
        for first in range(0, total, CHUNK)
    ]
    ends = np.cumsum([np.prod(shape) for shape in shapes])
    values = np.split(np.concatenate(chunks)[:total], ends[:-1])
    return [value.reshape(*shape, *value.shape[1:]) for value, shape in zip(values, shapes)]


@functools.partial(jax.jit, static_argnames="derivatives")
def _pairs(kernel, x, y, derivatives):
    """x, y (pairs, d) -> (pairs, entries, 1 + d)."""
    dim = x.shape[1]
    one, outputs = {(0,) * dim: jnp.ones((), x.dtype)}, components(_orders(derivatives), dim)
    sums = [entry.pair_sums(list(x.T), list(y.T), one, outputs) for entry in _entries(kernel)]
    return jnp.stack([jnp.stack([each[b] for b in outputs], axis=-1) for each in sums], axis=1)
