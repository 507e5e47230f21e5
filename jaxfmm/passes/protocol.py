"""The passes of the FMM and the treecode, for all expansions and backends, and the protocol of an
expansion.

Flow of data (Yokota & Barba 2011, section 2): charges -> P2M -> M2M -> M2L -> L2L -> L2P for the
far field, P2P for the near field. The treecode evaluates multipoles at the particles (M2P) in place
of M2L, L2L, L2P. Its transpose makes local expansions from particles (P2L) in place of P2M, M2M,
M2L."""

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import jax.numpy as jnp
from jax import Array

from jaxfmm.backends.protocol import Pairs, Particles
from jaxfmm.backends.registry import Operations
from jaxfmm.tree.structure import Tree


class Summands(NamedTuple):
    """The arguments of a sum, whose result has the shape (m, components, k).

    targets, sources: (m, d) and (n, d).
    weights: (n, components, k).
    source_orders, target_orders: the derivative orders, whose multi-indices are the components of
      weights and of results."""

    targets: Array
    sources: Array
    weights: Array
    source_orders: tuple[int, ...]
    target_orders: tuple[int, ...]


class FarLists(NamedTuple):
    """The far pairs, by the operator that acts on them. m2l: pairs of nodes; m2p: pairs of a
    target leaf and a source node; p2l: pairs of a target node and a source leaf."""

    m2l: Pairs | None = None
    m2p: Pairs | None = None
    p2l: Pairs | None = None


@dataclasses.dataclass(frozen=True)
class Side(Particles):
    """The targets or the sources of a sum. cells: the tree with further data of the expansion
    (`Expansion.cells`)."""

    tree: Tree
    cells: Any


@dataclasses.dataclass(frozen=True)
class Sum:
    """A sum over two trees by the operations of a backend.

    expansion: an `Expansion`, None if far pairs do not occur.
    order: an int, or `passes.levels.Levels`.
    weights: (n, components, k), in the order of the sources' tree."""

    expansion: Any
    order: Any
    ops: Operations
    targets: Side
    sources: Side
    weights: Array
    far: FarLists

    def upward(self) -> Any:
        """The multipoles (nodes, rows, row) of all source nodes; see `Expansion`."""
        return self.expansion.upward(self)

    def interact(self, multipoles: Any, at_root: Callable[[Array], Array] | None = None) -> Any:
        """The local expansions (nodes, rows, row) of all target nodes, before L2L; None for sums
        without local expansions. at_root: see `passes.tree_sum.Between`."""
        local = None
        if self.far.m2l is not None:
            local = self.expansion.m2l(self, multipoles, self.far.m2l)
        if self.far.p2l is not None:
            local = _plus(local, self.expansion.p2l(self, self.far.p2l))
        if at_root is None:
            return local
        if local is None:
            local = jnp.zeros((self.targets.tree.capacity, *multipoles.shape[1:]), multipoles.dtype)
        n = self.expansion.size(self.order)
        return local.at[0, :, :n].add(at_root(multipoles[0, :, :n]))

    def downward(self, multipoles: Any, local: Any) -> Array:
        """The far field at the particles, (m, components, k) in the order of the targets' tree."""
        values = None if local is None else self.expansion.downward(self, local)
        if self.far.m2p is not None:
            values = _plus(values, self.expansion.m2p(self, multipoles, self.far.m2p))
        if values is None:
            points = self.targets.points
            shape = len(points), len(self.targets.components), self.weights.shape[2]
            values = jnp.zeros(shape, points.dtype)
        return values


def _plus(total: Array | None, value: Array) -> Array:
    return value if total is None else total + value


class Gathered(Protocol):
    """Sources of which only a part belongs to this device: their tree and particles are gathered
    from all devices."""

    @property
    def own(self) -> Tree:
        """The tree of the sources that belong to this device."""
        ...

    def rows_of_nodes(self, rows: Array) -> Array:
        """Rows of the nodes of the gathered tree, from rows (nodes, ...) of each device's own tree;
        zero for nodes that no sum needs."""
        ...

    def cells(self, expansion: "Expansion", order: Any, points: Array) -> Any:
        """`Expansion.cells` of the gathered tree, for its points (n, d)."""
        ...

    def upward(self, total: Sum, /) -> Any:
        """The multipoles of the nodes of the gathered tree, for a sum over these sources."""
        ...


class Expansion(Protocol):
    """An expansion of far fields: its operators, in the passes of a `Sum`.

    Coefficients are arrays (nodes, rows, row), with one row or more for each right-hand side; only
    the first `size(order)` numbers of a row are coefficients. Expansions of variable order have a
    tuple of such arrays.

    family: the family of its errors and costs, in `cost_model.families.FAMILIES`.
    at_particles: whether it is `AtParticles`.
    by_nodes: whether it interpolates between nodes in each cell. Cells must then be so large that
      rounding does not make two nodes equal."""

    at_particles: bool
    by_nodes: bool

    @property
    def family(self) -> str: ...

    def size(self, order: int) -> int:
        """The number of coefficients in a row."""
        ...

    def cells(self, order: Any, tree: Tree, points: Array) -> Any:
        """The tree with further data of its nodes that the passes need. points: (n, d), in the
        order of the tree."""
        ...

    def moved(self, cells: Any, tree: Tree, move: Callable[[Array], Array]) -> Any:
        """The `cells` of a tree whose nodes come from another tree with these cells. move: from an
        array (nodes, ...) of the other tree to the array of this tree."""
        ...

    def upward(self, total: Sum, /) -> Any:
        """P2M, M2M: the multipoles of all source nodes."""
        ...

    def m2l(self, total: Sum, multipoles: Any, pairs: Any, /) -> Any:
        """The local expansions of all target nodes by the listed pairs."""
        ...

    def downward(self, total: Sum, local: Any, /) -> Array:
        """L2L, L2P: the values of local expansions at the particles, (m, components, k)."""
        ...


class AtParticles(Expansion, Protocol):
    """An expansion with M2P and P2L, which treecodes and pairs with exchanged roles need."""

    def m2p(self, total: Sum, multipoles: Any, pairs: Pairs, /) -> Array:
        """The values of the multipoles of the listed pairs at the particles, (m, components, k)."""
        ...

    def p2l(self, total: Sum, pairs: Pairs, /) -> Array:
        """The local expansions of all target nodes by the particles of the listed pairs."""
        ...
