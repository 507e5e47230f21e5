"""Expansions whose passes are the passes of a backend (`backends.protocol`): harmonics, and Taylor
series of radial kernels."""

import dataclasses
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.backends.compiled import highest
from jaxfmm.backends.protocol import Components, Pairs
from jaxfmm.passes.protocol import Sum
from jaxfmm.tree.structure import Tree


@dataclasses.dataclass(frozen=True)
class ByOperators:
    """A `passes.protocol.Expansion`. operators: a module of `jaxfmm.expansions`, or an object with
    the members of `backends.protocol.Operators`."""

    operators: Any
    family: str

    at_particles = True
    by_nodes = False

    def size(self, order: int) -> int:
        return self.operators.size(order)

    def cells(self, order: int, tree: Tree, points: Array) -> Tree:
        return tree

    def moved(self, cells: Tree, tree: Tree, move: Callable[[Array], Array]) -> Tree:
        return tree

    def _ops(self, total: Sum) -> Any:
        """The operations of the backend, or of XLA where nothing is compiled for these operators
        and this order."""
        ops, operators = total.ops, self.operators
        compiled = operators.NAME is not None
        if not compiled or ops.order_reason(operators, total.order, total.weights.dtype):
            return ops.plain
        return ops

    def _between(self, total: Sum, components: Components = ((),)) -> Any:
        """The operations of M2L, M2P and P2L, which are not compiled for some kernels."""
        ops, order = self._ops(total), total.order + highest(components)
        return ops.plain if ops.between_reason(self.operators, order, total.weights.dtype) else ops

    def upward(self, total: Sum) -> Array:
        ops = self._ops(total)
        return ops.upward(self.operators, total.order, total.sources, total.weights)

    def m2l(self, total: Sum, multipoles: Array, pairs: Pairs) -> Array:
        trees = total.targets.tree, total.sources.tree
        return self._between(total).m2l(self.operators, total.order, multipoles, *trees, pairs)

    def downward(self, total: Sum, local: Array) -> Array:
        ops, targets, dtype = self._ops(total), total.targets, local.dtype
        by_itself = ops is total.ops and ops.is_accurate("downward")
        if total.ops.accurate and not by_itself and dtype == jnp.float32:
            wide = jnp.result_type(float)  # float64 if x64 is on
            arrays = local, targets.points, targets.tree
            local, points, tree = _converted(arrays, wide)
            targets = dataclasses.replace(targets, points=points, tree=tree)
        return ops.downward(self.operators, total.order, local, targets).astype(dtype)

    def m2p(self, total: Sum, multipoles: Array, pairs: Pairs) -> Array:
        x, y = total.targets, total.sources
        ops = self._between(total, x.components)
        return ops.m2p(self.operators, total.order, multipoles, x, y.tree, pairs)

    def p2l(self, total: Sum, pairs: Pairs) -> Array:
        x, y = total.targets, total.sources
        ops = self._between(total, y.components)
        return ops.p2l(self.operators, total.order, x.tree, y, total.weights, pairs)


def _converted(tree: Any, dtype: DTypeLike) -> Any:
    """The pytree with its real numbers in another precision."""
    return jax.tree.map(
        lambda leaf: leaf.astype(dtype) if jnp.issubdtype(leaf.dtype, jnp.floating) else leaf, tree
    )


@dataclasses.dataclass(frozen=True)
class BetweenCells(ByOperators):
    """Operators between cells alone, without M2P and P2L."""

    at_particles = False
