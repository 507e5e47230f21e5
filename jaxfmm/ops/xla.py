"""The passes of the FMM and the treecode in plain XLA: what runs everywhere, and the reference of compiled operations.

The same functions as in `cpu`, with the same arguments, by the loops over blocks of `cells` and `p2p`. `expansion` is
asked for its operators (expansions/base.py).
"""

import dataclasses
import functools

import jax.numpy as jnp

from jaxfmm.ops import cells as passes
from jaxfmm.ops.blocks import from_blocks, leaf_counts, position_blocks, weight_blocks
from jaxfmm.ops.p2p import p2p as p2p_of_blocks

WIDTH = 64  # points in the leaves that `Sizes.pairs` counts


def _orders(components):
    """The tensor orders of multi-indices."""
    return tuple(dict.fromkeys(map(sum, components)))


@dataclasses.dataclass(frozen=True)
class Xla:
    """The operations for a platform, whose `backends.Sizes` these are."""

    sizes: object

    def _sources(self, cells, points, weights):
        step = self.sizes.sources
        return position_blocks(cells, points, step), weight_blocks(cells, weights, step)

    def upward(self, expansion, order, cells, points, weights, components):
        """P2M and M2M: the multipoles of all nodes."""
        multipoles = passes.p2m(
            expansion, order, *self._sources(cells, points, weights), cells.leaves, cells.n_leaves, cells.center,
            cells.radius, _orders(components), self.sizes,
        )  # fmt: skip
        walk = functools.partial(cells.walk, upward=True)
        return passes.m2m(expansion, order, multipoles, cells.child, cells.center, cells.radius, walk, self.sizes)

    def m2l(self, expansion, order, multipoles, targets, sources, far):
        """The local expansions of the target cells by the pairs of the list."""
        target, source = (targets.center, targets.radius), (sources.center, sources.radius)
        return passes.m2l(expansion, order, multipoles, *target, *source, far.triple, self.sizes)

    def downward(self, expansion, order, cells, local, points, components):
        """L2L and L2P: what the local expansions give at the particles."""
        walk = functools.partial(cells.walk, upward=False)
        local = passes.l2l(expansion, order, local, cells.parent, cells.center, cells.radius, walk, self.sizes)
        x = position_blocks(cells, points)
        result = passes.l2p(
            expansion, local, x, cells.leaves, cells.n_leaves, cells.center, cells.radius, _orders(components),
            _nothing(x, components, local.shape[1]), self.sizes,
        )  # fmt: skip
        return from_blocks(cells, result)

    def m2p(self, expansion, order, multipoles, targets, sources, points, far, components):
        """What the multipoles of the listed cells give at the particles of the target leaves."""
        x = position_blocks(targets, points)
        result = passes.m2p(
            expansion, multipoles, x, sources.center, sources.radius, far.triple, _orders(components),
            _nothing(x, components, multipoles.shape[1]), self.sizes,
        )  # fmt: skip
        return from_blocks(targets, result)

    def p2l(self, expansion, order, targets, sources, points, weights, far, components):
        """The local expansions of the target cells by the particles of the listed source leaves."""
        return passes.p2l(
            expansion, order, *self._sources(sources, points, weights), targets.center, targets.radius, far.triple,
            _orders(components), self.sizes,
        )  # fmt: skip

    def p2p(
        self, kernel, targets, sources, points, source_points, weights, near, far, source_components, target_components
    ):  # fmt: skip
        """Adds the sums over the listed leaf pairs to `far`; the result is in the order of the points as given."""
        x, (y, w) = position_blocks(targets, points), self._sources(sources, source_points, weights)
        sizes = dataclasses.replace(self.sizes, pairs=max(1, self.sizes.pairs * WIDTH // max(WIDTH, x.shape[2])))
        result = p2p_of_blocks(
            kernel, x, y, w, leaf_counts(sources), near.triple, _nothing(x, target_components, weights.shape[2]),
            _orders(source_components), _orders(target_components), sizes,
        )  # fmt: skip
        result = from_blocks(targets, result) + far
        return jnp.zeros_like(result).at[targets.order].set(result, unique_indices=True)


def _nothing(blocks, components, rhs):
    return jnp.zeros((blocks.shape[0], len(components), rhs, blocks.shape[2]), blocks.dtype)
