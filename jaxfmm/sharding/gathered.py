"""The sources of a sum on one device of a mesh, as the passes see them: what the device makes, and
what the others send."""

import dataclasses
from typing import Any

import jax.numpy as jnp
from jax import Array

from jaxfmm.passes.protocol import Expansion, Side, Sum
from jaxfmm.sharding.received import Essential


@dataclasses.dataclass(frozen=True)
class FromOthers:
    """A `passes.protocol.Gathered`: the multipoles of the device's own tree, and of what the others
    send. with_root: whether the root of the whole tree has a multipole too, on which images act."""

    essential: Essential
    with_root: bool

    def cells(self, expansion: Expansion, order: int, points: Array) -> Any:
        own = self._own_cells(expansion, order, points)
        return expansion.moved(own, self.essential.tree, self.essential.rows_of_nodes)

    def upward(self, whole: Sum) -> Array:
        tree, sources, expansion = self.essential.own, whole.sources, whole.expansion
        n = tree.order.shape[0]
        cells = self._own_cells(expansion, whole.order, sources.points)
        own = Side(tree, sources.points[:n], sources.components, cells)
        made_here = dataclasses.replace(whole, sources=own, weights=whole.weights[:n]).upward()
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

    def _own_cells(self, expansion: Expansion, order: int, points: Array) -> Any:
        tree = self.essential.own
        return expansion.cells(order, tree, points[: tree.order.shape[0]])
