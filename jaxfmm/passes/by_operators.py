"""Expansions whose passes are those of a backend (`backends.protocol`): harmonics, and Taylor's of
radial kernels."""

import dataclasses
from typing import Any

import jax

from jaxfmm.backends.compiled import highest
from jaxfmm.backends.protocol import Operators
from jaxfmm.backends.registry import Operations
from jaxfmm.backends.xla import Xla
from jaxfmm.passes.protocol import Sum
from jaxfmm.tree.build import Tree
from jaxfmm.tree.traverse import PairList


@dataclasses.dataclass(frozen=True)
class ByOperators:
    """A `passes.Expansion`; its operators: a module of `jaxfmm.expansions`, or an object like
    one."""

    operators: Operators
    family: str

    at_particles = True
    by_nodes = False

    def size(self, order: int) -> Any:
        return self.operators.size(order)

    def cells(self, order: int, tree: Tree, points: jax.Array) -> Tree:
        return tree

    def moved(self, cells, tree, move):
        return tree

    def _ops(self, given: Any) -> Operations | Xla:
        """The backend's, or XLA's for operators and orders that nothing is compiled of."""
        dtype = given.weights.dtype
        if self.operators.NAME is None or given.ops.order_reason(
            self.operators, given.order, dtype
        ):
            return given.ops.plain
        return given.ops

    def _between(
        self, given: Any, components: tuple[tuple[int, ...], ...] = ((),)
    ) -> Operations | Xla:
        """The same for M2L, M2P and P2L, of which there is nothing compiled for some kernels."""
        ops = self._ops(given)
        order = given.order + highest(components)
        return ops.plain if ops.between_reason(self.operators, order, given.weights.dtype) else ops

    def upward(self, given: Any) -> jax.Array:
        return self._ops(given).upward(self.operators, given.order, given.sources, given.weights)

    def m2l(self, given: Any, multipoles: Any, pairs: Any) -> jax.Array:
        trees = given.targets.tree, given.sources.tree
        return self._between(given).m2l(self.operators, given.order, multipoles, *trees, pairs)

    def downward(self, given: Any, local: Any) -> jax.Array:
        return self._ops(given).downward(self.operators, given.order, local, given.targets)

    def m2p(self, given: Sum, multipoles: jax.Array, pairs: PairList) -> jax.Array:
        ops, sides = (
            self._between(given, given.targets.components),
            (given.targets, given.sources.tree),
        )
        return ops.m2p(self.operators, given.order, multipoles, *sides, pairs)

    def p2l(self, given: Sum, pairs: PairList) -> jax.Array:
        ops, sides = (
            self._between(given, given.sources.components),
            (given.targets.tree, given.sources),
        )
        return ops.p2l(self.operators, given.order, *sides, given.weights, pairs)


@dataclasses.dataclass(frozen=True)
class BetweenCells(ByOperators):
    """One whose cells act on cells alone, without M2P and P2L."""

    at_particles = False
