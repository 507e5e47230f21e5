"""The sources of a sum on one device of a mesh, as the passes see them: what is made here and what
others send."""

import dataclasses

import jax.numpy as jnp

from jaxfmm.passes.protocol import Side
from jaxfmm.sharding.received import Essential


@dataclasses.dataclass(frozen=True)
class FromOthers:
    """A `passes.Gathered`: the multipoles of a device's own tree, and those that it gets.
    with_root: whether the root above all of them has one too, on which images act."""

    essential: Essential
    with_root: bool

    def cells(self, expansion, order, points):
        own = self._own(expansion, order, points)
        return expansion.moved(own, self.essential.tree, self.essential.rows_of_nodes)

    def upward(self, given):
        tree, sources = self.essential.own, given.sources
        n = tree.order.shape[0]
        cells = self._own(given.expansion, given.order, sources.points)
        own = Side(tree, sources.points[:n], sources.components, cells)
        multipoles = dataclasses.replace(given, sources=own, weights=given.weights[:n]).upward()
        every = self.essential.rows_of_nodes(multipoles)
        return (
            self._with_root(given, every)
            if self.with_root and given.expansion.at_particles
            else every
        )

    def _with_root(self, given, multipoles):
        tree, devices, n = (
            self.essential.tree,
            self.essential.devices,
            given.expansion.size(given.order),
        )
        roots = slice(devices - 1, 2 * devices - 1)
        shift, size = (
            tree.center[roots] - tree.center[:1],
            jnp.broadcast_to(tree.radius[0], (devices,)),
        )
        m2m = given.expansion.operators.m2m
        moved = m2m(multipoles[roots, :, :n], shift, tree.radius[roots], size, given.order)
        return multipoles.at[0, :, :n].set(moved.sum(axis=0))

    def _own(self, expansion, order, points):
        tree = self.essential.own
        return expansion.cells(order, tree, points[: tree.order.shape[0]])
