"""The sources of a sum on one device of a mesh, as the passes see them: what the device makes, and
what the others send."""

import dataclasses
from typing import Any

import jax.numpy as jnp
from jax import Array

from jaxfmm.passes.levels import Levels
from jaxfmm.passes.protocol import Expansion, Side, Sum
from jaxfmm.sharding import by_class
from jaxfmm.sharding.received import Essential
from jaxfmm.tree.structure import Tree


@dataclasses.dataclass(frozen=True)
class FromOthers:
    """A `passes.protocol.Gathered`: the multipoles of the device's own tree, and of what the others
    send. with_root: whether the root of the whole tree has a multipole too, on which images act."""

    essential: Essential
    with_root: bool

    @property
    def own(self) -> Tree:
        return self.essential.own

    def rows_of_nodes(self, rows: Array) -> Array:
        return self.essential.rows_of_nodes(rows)

    def cells(self, expansion: Expansion, order: Any, points: Array) -> Any:
        own = self._own_cells(expansion, order, points)
        if isinstance(order, Levels):
            return by_class.numbers(self.essential, own, order)
        return expansion.moved(own, self.essential.tree, self.essential.rows_of_nodes)

    def upward(self, whole: Sum) -> Any:
        tree, sources, expansion = self.essential.own, whole.sources, whole.expansion
        n = tree.order.shape[0]
        cells = self._own_cells(expansion, whole.order, sources.points)
        own = Side(tree, sources.points[:n], sources.components, cells)
        made_here = dataclasses.replace(whole, sources=own, weights=whole.weights[:n]).upward()
        if isinstance(whole.order, Levels):
            return by_class.multipoles(self.essential, cells, whole.order, made_here)
        multipoles = self.essential.rows_of_nodes(made_here)
        if self.with_root and expansion.at_particles:
            return self._add_root(whole, multipoles)
        return multipoles

    def _add_root(self, whole: Sum, multipoles: Array) -> Array:
        """The multipoles with the root's, which M2M makes of the roots of all devices."""
        tree, devices = self.essential.tree, self.essential.devices
        n = whole.expansion.size(whole.order)
        roots = slice(devices - 1, 2 * devices - 1)
        shift = tree.center[roots] - tree.center[:1]
        size = jnp.broadcast_to(tree.radius[0], (devices,))
        m2m = whole.expansion.operators.m2m
        moved = m2m(multipoles[roots, :, :n], shift, tree.radius[roots], size, whole.order)
        return multipoles.at[0, :, :n].set(moved.sum(axis=0))

    def _own_cells(self, expansion: Expansion, order: Any, points: Array) -> Any:
        tree = self.essential.own
        return expansion.cells(order, tree, points[: tree.order.shape[0]])
