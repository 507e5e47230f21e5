"""Pairs of points that a sum leaves out or scales, such as bonded atoms.

Their contribution is computed in plain JAX and subtracted from the full sum. The lists of a plan do
not change."""

import dataclasses
from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm import errors, foreign, inputs, pytrees
from jaxfmm.full_precision import einsum
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.near_images import combined
from jaxfmm.kernels.periodic import nearest_numbers, shortest_edges
from jaxfmm.pair_values import pair_values
from jaxfmm.passes.far_images import CellImages
from jaxfmm.plan import Plan
from jaxfmm.weighted_sum import Tensors, by_point


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Excluded:
    """Pairs of points whose contribution a sum leaves out, as a whole or in part.

    first, second: (p,) int32, indices of the points.
    removed: (p,), 1 - scale; zero for padding."""

    first: Array
    second: Array
    removed: Array

    def fields(
        self,
        kernel: Kernel,
        plan: Plan,
        points: Array,
        weights: Tensors,
        orders: Iterable[int],
        lattice: CellImages | None,
    ) -> Tensors:
        """{b: (n, k) + (d,) * b}: the contribution of the pairs at both of their points, times
        `removed`, of weights {a: (n, k) + (d,) * a}."""
        at = jnp.concatenate([self.first, self.second])
        of = jnp.concatenate([self.second, self.first])
        removed = jnp.concatenate([self.removed, self.removed])
        shifts = self._shifts(plan, points, lattice)
        shifts = jnp.concatenate([shifts, -shifts])
        wanted = tuple(sorted(orders))
        values = pair_values(kernel, plan, points, shifts, (at, of), weights, wanted)

        def at_points(value: Array) -> Array:
            zeros = jnp.zeros((len(points), *value.shape[1:]), value.dtype)
            return zeros.at[at].add(by_point(value, removed))

        return {b: at_points(value) for b, value in values.items()}

    def _shifts(self, plan: Plan, points: Array, lattice: CellImages | None) -> Array:
        """(p, d): the shift from the second point of each pair to its image that is nearest to the
        first point."""
        if lattice is None:
            return jnp.zeros((len(self.first), points.shape[1]), points.dtype)
        offsets = lax.stop_gradient(points[self.first] - points[self.second])
        if lattice.rows.ndim == 2:
            rows = shortest_edges(lattice.rows)
            return combined(nearest_numbers(offsets, rows), rows)
        segment = plan.kernel.segments.of_sources[self.first]
        cells = jax.vmap(shortest_edges)(lattice.rows).at[segment].get(mode="clip")
        return einsum("pc,pcd->pd", jax.vmap(nearest_numbers)(offsets, cells), cells)


def excluded(
    exclude: Any, scale: Any, kernel: Kernel, n: int, dtype: DTypeLike, plan: Plan, *, alone: bool
) -> Excluded | None:
    """The `Excluded` of the arguments `exclude` and `scale`, None if `exclude` is None. alone:
    whether the sources are the targets. Raises ValueError for bad arguments."""
    if exclude is None:
        if scale is not None:
            raise ValueError("scale needs exclude: it has one factor for each pair in exclude")
        return None
    _check(kernel, plan, alone)
    pairs = _pairs(exclude, n)
    removed = jnp.ones(len(pairs), dtype)
    if scale is not None:
        removed = removed - _factors(scale, len(pairs), dtype)
    if n < 2:  # no pair exists
        return None
    counts = ((pairs >= 0) & (pairs < n)).all(1) & (pairs[:, 0] != pairs[:, 1])
    # padding becomes the pair (0, 1), since the kernel may have parameters for existing points only
    first = jnp.where(counts, pairs[:, 0], 0)
    second = jnp.where(counts, pairs[:, 1], 1)
    if (segments := kernel.segments) is not None:
        numbers = segments.numbered(segments.of_sources)
        one, other = numbers[first], numbers[second]
        counts = counts & (one == other) & (one < segments.count)
    return Excluded(first, second, jnp.where(counts, removed, 0))


def _check(kernel: Kernel, plan: Plan, alone: bool) -> None:
    """Raises ValueError for sums that cannot leave out pairs."""
    if not alone:
        raise ValueError("exclude is for sums of points with themselves; leave targets out")
    if kernel.images.copies > 1:
        raise ValueError(
            f"exclude is not supported for kernel {kernel.name}, which has images of points; sum "
            "the pairs yourself and subtract them"
        )
    if kernel.traits.steep:
        raise ValueError(
            f"exclude is not supported for kernel {kernel.name}: the energy of two bonded atoms is "
            "so large that rounding leaves nothing of the others; sum the pairs that count yourself"
        )
    if plan.request.layout is not None:
        raise ValueError(
            "exclude is not supported for points that are split over several devices; sum the "
            "pairs yourself and subtract them"
        )


def _factors(scale: Any, count: int, dtype: DTypeLike) -> Array:
    """`scale` as (count,)."""
    numbers, bare = foreign.numbers("scale", scale)
    factors = inputs.floats("scale", numbers, dtype, bare=bare or not numbers.ndim)
    inputs.same_dtype("scale", factors, "sources", dtype)
    if factors.shape not in ((), (count,)):
        raise ValueError(
            f"scale must be a number or have shape (p,) = ({count},), a factor for each pair in "
            f"exclude, got shape {factors.shape}"
        )
    return jnp.broadcast_to(factors, (count,))


def _pairs(exclude: Any, n: int) -> Array:
    """`exclude` as (p, 2) int32, in which indices outside of 0 to n - 1 become -1 or n. Known pairs
    are checked."""
    pairs: Any = np.zeros((0, 2), int)
    if not isinstance(exclude, list | tuple) or exclude:
        pairs = exclude if isinstance(exclude, jax.Array) else np.asarray(exclude)
    if pairs.dtype == bool:
        raise ValueError(
            "exclude must be pairs of numbers, got an array of bools; of a mask (n, n) write "
            "np.argwhere(np.triu(mask, 1))"
        )
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        turned = pairs.ndim == 2 and pairs.shape[0] == 2 and pairs.dtype.kind in "iu"
        raise ValueError(
            "exclude must be integers of shape (p, 2), the indices of the two points of each pair, "
            f"got shape {pairs.shape} of {pairs.dtype}" + ("; write exclude.T" if turned else "")
        )
    if not errors.is_traced(pairs):
        pairs = np.asarray(pairs).astype(np.int64)  # uint64 above 2^63 - 1 becomes negative
        _check_known(np.sort(pairs[((pairs >= 0) & (pairs < n)).all(1)], axis=1), n)
        return jnp.asarray(np.clip(pairs, -1, n).astype(np.int32))
    return jnp.clip(pairs, None if pairs.dtype.kind == "u" else -1, n).astype(jnp.int32)


def _check_known(pairs: np.ndarray, n: int) -> None:
    """Raises ValueError for a pair that occurs twice, and for a point with itself."""
    if (own := pairs[:, 0] == pairs[:, 1]).any():
        raise ValueError(
            f"exclude has the pair {tuple(pairs[own][0].tolist())}: a point and itself; points do "
            "not act on themselves"
        )
    keys = pairs[:, 0] * n + pairs[:, 1]
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    if (twice := counts > 1).any():
        pair = tuple(pairs[first[twice][0]].tolist())
        raise ValueError(f"exclude has the pair {pair} twice; give each pair once, in any order")
