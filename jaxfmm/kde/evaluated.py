"""The evaluation of a fitted density at many queries: in blocks that fit the memory, on the devices
of a mesh, and by programs that are compiled for few sizes alone."""

import dataclasses
import functools
from typing import Self

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm import errors, few_sizes
from jaxfmm.kde import evaluate, gaussiansum, sharded
from jaxfmm.kde.blocks import fill_blocks, join_blocks, round_up
from jaxfmm.kde.bounds import number_of_images
from jaxfmm.kde.evaluate import Known
from jaxfmm.kde.fitted import FittedDensity, Sums
from jaxfmm.request import Choice
from jaxfmm.sharding import split_targets
from jaxfmm.sharding.layout import Layout

MOST_QUERIES = 2**20  # A program takes at most this many queries.
# Fast sums at more queries than the first number, and at most the second, share one program: a sum
# at some thousand queries takes little longer than at some hundred.
SHARED = 2**8, 2**12
USUAL_IMAGES = 16  # A query with more images than this counts as several queries.


class EvaluatedDensity(FittedDensity):
    """The part of `Density` that computes its logarithm."""

    def _log_density_by_blocks(self, queries: Array, own: Array | None) -> Array:
        """log f at queries (m, d), each without the point own_i if own (m,) is not None.

        Queries that are not traced are filled up to one of few sizes, so that other numbers of
        queries need no other programs. Each device of a mesh does so with its part."""
        if not errors.is_traced(self, jnp.zeros(())) and self._full is not self:
            return self._full._log_density_by_blocks(queries, own)
        if (layout := sharded.layout_for(self, queries)) is not None:
            copy = self._on_devices(layout)
            here = dataclasses.replace(copy._with_capacity_for(queries), layout=None)
            rows = (queries,) if own is None else (queries, own)
            return split_targets.split(layout, _on_device, (here, copy._known), *rows)
        if not (errors.is_traced(self, queries, jnp.zeros(())) or "_known" in self.__dict__):
            fill = functools.partial(fill_blocks, size=self._block_size(len(queries)))
            block = jax.eval_shape(fill, queries, own)[0]
            evaluate.compile_ahead(self._with_capacity_for(queries), *block)
        return self._on_one_device(queries, own, self._known)

    def _on_one_device(self, queries: Array, own: Array | None, known: Known | None) -> Array:
        """`_log_density_by_blocks` of arrays on one device. known: of `evaluate.log_density`."""
        m, traced = len(queries), errors.is_traced(self, queries)
        if traced and m <= self._most_queries:
            density = self._with_capacity_for(queries)
            return evaluate.log_density(density, queries, own, known=known)
        blocks = fill_blocks(queries, own, size=self._block_size(m))
        if traced:
            one = jax.checkpoint(lambda block: evaluate.log_density(self, *block, known))
            stacked = jax.tree.map(lambda *parts: jnp.stack(parts), *blocks)
            return lax.map(one, stacked).reshape(-1)[:m]
        values = [
            evaluate.log_density(self._with_capacity_for(block[0]), *block, known)
            for block in blocks
        ]
        return join_blocks(values, m=m)

    @property
    def _most_queries(self) -> int:
        """The largest number of queries that one program takes."""
        return max(1, MOST_QUERIES * USUAL_IMAGES // max(USUAL_IMAGES, number_of_images(self)))

    def _block_size(self, m: int) -> int:
        """The number of queries, filled up, that each program takes where there are m."""
        most, (few, shared) = self._most_queries, SHARED
        if m > most:
            return most
        is_fast = self.kernel == "gaussian" and self.sums and not gaussiansum.is_direct(self)
        return min(most, shared) if is_fast and few < m <= shared else round_up(m)

    def _with_capacity_for(self, queries: Array) -> Self:
        """This density, planned for these queries if they are known and its plans have lists of
        pairs. Where the capacity of a list is too small, no other sum takes its place; Gaussian
        sums fall back on sums of logarithms."""
        density, queries = lax.stop_gradient((self, queries))
        if self.kernel == "gaussian" or errors.is_traced(density, queries):
            return self
        if not any(choice.capacity.near for _, choice in self.sums):
            return self
        if self.layout is not None:
            queries = split_targets.replicate(self.layout, queries)
        queries = jnp.where(jnp.isfinite(queries).all(1)[:, None], queries, self.points[:1])
        sums = evaluate.sums_of(self.kernel).plan_sums(self, queries, (1.0, 1.0))
        return dataclasses.replace(self, sums=sums)

    @functools.cached_property
    def _known(self) -> Known | None:
        """The `evaluate.Known` of this density, computed once. It is not part of the pytree: copies
        with other arrays must not have it."""
        return evaluate.known(self)

    def _on_devices(self, layout: Layout) -> Self:
        """This density with a copy of its arrays on each device of a layout."""
        if self.layout is not None:
            return self
        if layout not in self._copies:
            copy = split_targets.replicate(layout, self)
            self._copies[layout] = dataclasses.replace(copy, layout=layout)
        return self._copies[layout]

    @functools.cached_property
    def _copies(self) -> dict[Layout, Self]:
        return {}

    def _with_fillers(self) -> Self:
        """This density, its points filled up to one of `few_sizes` by points without weight, and
        without their order. Returns itself if its arrays are traced or on several devices."""
        size = few_sizes.round_up(n := len(self.points))
        if errors.is_traced(self) or self.layout is not None or size == n:
            return self
        if not few_sizes.are_known(self.points, self.weights, self.log_weights, self.scales):
            return self
        rows = (self.points, self.scales), self.weights
        (points, scales), weights = few_sizes.fill(*rows, size=size)
        logs = self.log_weights
        if logs is not None:
            _, logs = few_sizes.fill(None, logs, size=size, nothing=-np.inf)
        arrays = {"points": points, "scales": scales, "weights": weights, "log_weights": logs}
        return dataclasses.replace(self, **arrays, order=None)

    @functools.cached_property
    def _full(self) -> Self:
        """`_with_fillers` with order and sums, so that densities of about as many points share
        compiled programs. It is not part of the pytree."""
        full = self._with_fillers()
        if full is self:
            return self
        order = None if self.order is None else gaussiansum.order(full)
        sums = of_points(self.sums, len(full.points))
        return dataclasses.replace(full, order=order, sums=sums)


def of_points(sums: Sums, n: int) -> Sums:
    """Fast sums for n points, from fast sums for more or fewer points in the same places."""

    def of_choice(choice: Choice) -> Choice:
        added = n - choice.request.n
        return choice.with_request(n=n, m=choice.request.m + added)

    return tuple((scales, of_choice(choice)) for scales, choice in sums)


def _on_device(
    shared: tuple[EvaluatedDensity, Known | None], queries: Array, own: Array | None = None
) -> Array:
    """log f at a device's part of the queries."""
    density, known = shared
    return density._on_one_device(queries, own, known)
