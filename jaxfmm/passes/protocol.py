"""The passes of the FMM and the treecode, once for every expansion and every backend.

Flow of data (Yokota & Barba 2011, section 2): charges -> P2M -> M2M -> M2L -> L2L -> L2P for the
far field, P2P for the near field; the treecode evaluates multipoles at the particles (M2P) instead
of M2L, L2L, L2P, and its transpose makes local expansions from particles (P2L) instead of P2M, M2M,
M2L."""

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp
from jax import Array

from jaxfmm.backends.protocol import Pairs, Particles
from jaxfmm.backends.registry import Operations
from jaxfmm.tree.build import Tree


class Summands(NamedTuple):
    """What a sum takes and gives: targets (m, d), sources (n, d), weights (n, components, k). Its
    result has the shape (m, components, k). The components belong to the derivative orders at the
    sources and at the targets."""

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
    """The targets or the sources of a sum. cells: the tree as the expansion sees it."""

    tree: Tree
    cells: Any


@dataclasses.dataclass(frozen=True)
class Sum:
    """A sum over two trees by the operations of a backend. expansion: an `Expansion`, None where
    there are no far pairs; weights (n, components, k) in the order of the sources' tree."""

    expansion: Any
    order: int
    ops: Operations
    targets: Side
    sources: Side
    weights: Array
    far: FarLists

    def upward(self) -> Array:
        """The multipoles (nodes, rows, row) of all source nodes; see `Expansion`."""
        return self.expansion.upward(self)

    def interact(
        self, multipoles: Any, at_root: Callable[[Array], Array] | None = None
    ) -> Array | None:
        """The local expansions (nodes, rows, row) of all target nodes, without those of the nodes
        above them; None where nothing goes through them. `at_root`: see `fmm.tree_sum`."""
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

    def downward(self, multipoles: Any, local: Array | None) -> Array:
        """What far sources give at the particles, (m, components, k) in the order of the targets'
        tree."""
        values = None if local is None else self.expansion.downward(self, local)
        if self.far.m2p is not None:
            values = _plus(values, self.expansion.m2p(self, multipoles, self.far.m2p))
        if values is None:
            points = self.targets.points
            values = jnp.zeros(
                (len(points), len(self.targets.components), self.weights.shape[2]), points.dtype
            )
        return values


def _plus(total: jax.Array | None, value: jax.Array) -> jax.Array:
    return value if total is None else total + value


class Gathered(Protocol):
    """Sources that are gathered from elsewhere: a tree and particles of which a part is made
    here."""

    def cells(self, expansion: "Expansion", order: int, points: Array) -> Any:
        """What `Expansion.cells` is of the gathered tree, for its points (n, d)."""
        ...

    def upward(self, given: Sum) -> Array:
        """The multipoles of its nodes, for a sum whose sources it is."""
        ...


class Expansion(Protocol):
    """How cells act on each other and on particles from afar, in the passes of a `Sum`.
    Coefficients are (nodes, rows, row): a row or more for each right-hand side, whose first
    `size(order)` numbers are meant."""

    at_particles: bool  # whether it is `AtParticles`
    by_nodes: (
        bool  # whether cells interact by sums over places of theirs, which must be numbers apart
    )

    @property
    def family(self) -> str:
        """Whose errors and costs it has, in `accuracy.FAMILIES`."""
        ...

    def size(self, order: int) -> int:
        """How many coefficients there are in a row."""
        ...

    def cells(self, order: int, tree: Tree, points: Array) -> Any:
        """The tree, with what else there is to know of its nodes, from points (n, d) in its
        order."""
        ...

    def moved(self, cells: Any, tree: Tree, move: Callable[[Array], Array]) -> Any:
        """What `cells` are of a tree whose nodes are those of another tree, of which these are the
        cells. `move` takes an array of the other's nodes, (nodes, ...), to the same of this
        tree's."""
        ...

    def upward(self, given: Sum) -> Array:
        """P2M, M2M: the multipoles of all source nodes."""
        ...

    def m2l(self, given: Sum, multipoles: Array, pairs: Pairs) -> Array:
        """The local expansions of all target nodes by the listed pairs."""
        ...

    def downward(self, given: Sum, local: Array) -> Array:
        """L2L, L2P: what local expansions give at the particles, (m, components, k)."""
        ...


class AtParticles(Expansion, Protocol):
    """An expansion that treecodes and lists of exchanged roles can use."""

    def m2p(self, given: Sum, multipoles: Array, pairs: Pairs) -> Array:
        """What the multipoles of the listed pairs give at the particles, (m, components, k)."""
        ...

    def p2l(self, given: Sum, pairs: Pairs) -> Array:
        """The local expansions of all target nodes by the particles of the listed pairs."""
        ...
