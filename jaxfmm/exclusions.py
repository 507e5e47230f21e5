"""Pairs of points that a sum leaves out or counts in part, as those of bonded atoms.

The pairs are summed apart, in plain JAX, and subtracted. So every method keeps its lists, and every
derivative follows."""

import dataclasses
from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm import errors, foreign, inputs, pytrees
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.periodic import nearest_image, shortest_edges
from jaxfmm.methods.images import over_points
from jaxfmm.pair_values import pair_values
from jaxfmm.passes.far_images import CellImages
from jaxfmm.plan import Plan
from jaxfmm.weighted_sum import Tensors, by_point


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Excluded:
    """Pairs of points, and the share of each that a sum leaves out.

    first, second: (p,) int32, numbers of points; equal for padding.
    share: (p,), zero for padding."""

    first: Array
    second: Array
    share: Array

    def fields(
        self,
        kernel: Kernel,
        plan: Plan,
        points: Array,
        weights: Tensors,
        orders: Iterable[int],
        lattice: CellImages | None,
    ) -> Tensors:
        """{b: (n, k) + (d,) * b}: what the pairs give to both of their points, times their
        shares."""
        at, of, share = (
            jnp.concatenate(pair)
            for pair in (
                (self.first, self.second),
                (self.second, self.first),
                (self.share, self.share),
            )
        )
        offsets = self._offsets(plan, points, lattice)
        offsets = jnp.concatenate([offsets, -offsets])
        orders = tuple(sorted(orders))
        values = pair_values(kernel, plan, points, points, weights, orders, (at, of), offsets)

        def at_points(value: Array) -> Array:
            zeros = jnp.zeros((len(points), *value.shape[1:]), value.dtype)
            return zeros.at[at].add(by_point(value, share))

        return {b: at_points(value) for b, value in values.items()}

    def energy(
        self,
        kernel: Kernel,
        plan: Plan,
        points: Array,
        weights: Tensors,
        lattice: CellImages | None,
    ) -> Array:
        """(k,), or (segments, k): the energies of the pairs, times their shares."""
        at, of = self.first, self.second
        offsets, orders = self._offsets(plan, points, lattice), tuple(sorted(weights))
        values = pair_values(kernel, plan, points, points, weights, orders, (at, of), offsets)
        terms = [jnp.sum(weights[a][at] * values[a], axis=tuple(range(2, 2 + a))) for a in orders]
        each = by_point(sum(terms[1:], terms[0]), self.share)
        if (segments := plan.kernel.segments) is None:
            return each.sum(0)
        zeros = jnp.zeros((len(points), each.shape[1]), each.dtype)
        return over_points(zeros.at[at].add(each), segments)

    def _offsets(self, plan: Plan, points: Array, lattice: CellImages | None) -> Array:
        """The offsets of the first points from the nearest images of the second, (p, d); some
        length for padding."""
        offsets = points[self.first] - points[self.second]
        if lattice is not None:
            edges = shortest_edges
            if lattice.rows.ndim == 3:  # of each segment
                segment = plan.kernel.segments.of_sources[self.first]
                rows = jax.vmap(edges)(lattice.rows).at[segment].get(mode="clip")
                offsets = jax.vmap(nearest_image)(offsets, rows)
            else:
                offsets = nearest_image(offsets, edges(lattice.rows))
        return jnp.where((self.first == self.second)[:, None], plan.unit, offsets)


def excluded(
    exclude: Any, scale: Any, kernel: Kernel, n: int, dtype: DTypeLike, plan: Plan, *, alone: bool
) -> Excluded | None:
    """The `Excluded` of the arguments `exclude` and `scale`, None without. alone: whether the
    points are their own targets. Raises ValueError for bad arguments."""
    if exclude is None:
        if scale is not None:
            raise ValueError("scale needs exclude, the pairs of points that it is of")
        return None
    if not alone:
        raise ValueError("exclude is for sums of points with themselves; leave targets out")
    if kernel.images.copies > 1:
        raise ValueError(
            f"exclude is not known for kernel {kernel.name}, which has images of points; sum the "
            "pairs yourself and subtract them"
        )
    if plan.request.layout is not None:
        raise ValueError(
            "exclude is not known for points that are split over several devices; sum the pairs "
            "yourself and subtract them"
        )
    pairs = _pairs(exclude, n)
    share = jnp.ones(len(pairs), dtype)
    if scale is not None:
        kept = inputs.charges("scale", scale, len(pairs), dtype, "points")
        if kept.ndim != 1 or kept.dtype != dtype:
            raise ValueError(
                f"scale must be real numbers of shape (p,), one for each of the {len(pairs)} pairs "
                f"in exclude, got shape {kept.shape} of {kept.dtype}"
            )
        share = share - kept
    inside = ((pairs >= 0) & (pairs < n)).all(1) & (pairs[:, 0] != pairs[:, 1])
    first, second = (jnp.where(inside, column, 0) for column in pairs.T)
    if (segments := kernel.segments) is not None:
        numbers = segments.numbered(segments.of_sources)
        one, other = numbers[first], numbers[second]
        inside = inside & (one == other) & (one < segments.count)
    return Excluded(first, second, jnp.where(inside, share, 0))


def _pairs(exclude: Any, n: int) -> Array:
    """`exclude` as (p, 2) int32. Known pairs are checked."""
    pairs, _ = foreign.numbers("exclude", exclude)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(
            "exclude must be integers of shape (p, 2), the numbers of the two points of each pair, "
            f"got shape {pairs.shape} of {pairs.dtype}"
        )
    if not errors.is_traced(pairs):
        known = np.sort(np.asarray(pairs).astype(np.int64), axis=1)
        known = known[((known >= 0) & (known < n)).all(1)]
        if (own := known[:, 0] == known[:, 1]).any():
            raise ValueError(
                f"exclude has the pair {tuple(known[own][0].tolist())}: a point and itself; points "
                "do not act on themselves"
            )
        _, first, counts = np.unique(
            known[:, 0] * n + known[:, 1], return_index=True, return_counts=True
        )
        if (twice := counts > 1).any():
            pair = tuple(known[first[twice][0]].tolist())
            raise ValueError(
                f"exclude has the pair {pair} twice; give each pair once, in any order"
            )
    return jnp.asarray(pairs).astype(jnp.int32)
