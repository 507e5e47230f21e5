"""The sources of a sum on one device of a mesh, as the passes see them: what is made here and what others send."""

import dataclasses

from jaxfmm.methods.passes import Side
from jaxfmm.sharding.essential import Essential


@dataclasses.dataclass(frozen=True)
class FromOthers:
    """A `passes.Gathered`: the multipoles of a device's own tree, and those that it gets."""

    essential: Essential

    def cells(self, expansion, order, points):
        own = self._own(expansion, order, points)
        return expansion.moved(own, self.essential.tree, self.essential.rows_of_nodes)

    def upward(self, given):
        tree, sources = self.essential.own, given.sources
        n = tree.order.shape[0]
        cells = self._own(given.expansion, given.order, sources.points)
        own = Side(tree, sources.points[:n], sources.components, cells)
        multipoles = dataclasses.replace(given, sources=own, weights=given.weights[:n]).upward()
        return self.essential.rows_of_nodes(multipoles)

    def _own(self, expansion, order, points):
        tree = self.essential.own
        return expansion.cells(order, tree, points[: tree.order.shape[0]])
