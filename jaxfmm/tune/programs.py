"""The sums whose times are measured: their sizes, and their programs as functions of lists."""

import dataclasses
import functools
from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm.kernels import Laplace
from jaxfmm.kernels.base import Kernel
from jaxfmm.passes.all_pairs import direct
from jaxfmm.passes.protocol import Summands
from jaxfmm.passes.tree_sum import Scheme, TreePair, tree_sum
from jaxfmm.plan import Plan
from jaxfmm.planning.make import plan as make_plan
from jaxfmm.sum import potential_and_gradient
from jaxfmm.tree.traverse import Lists, PairList

LEAST, THETA = 2, 0.7  # order and opening parameter where they do not matter
# Trees of these two leaf sizes tell the time of the passes per leaf from their time per point.
SMALL, LARGE = 32, 128
# Leaves hold this share of the leaf size: far from both 1/2 and 1, where few more points would
# change the tree.
FILLED = 0.72
SOFTENING = 0.02  # Sums by other expansions are softened by this share of the box.


@dataclasses.dataclass(frozen=True)
class Workload:
    """points: of a sum by trees.  direct: points of a direct sum.  small: points of a small sum.
    leaves: leaf sizes.  orders: by dimension.  others: orders of other expansions, none for those
    of OTHERS."""

    points: int
    direct: int
    small: int
    leaves: tuple[int, ...]
    orders: Mapping[int, tuple[int, ...]]
    others: tuple[int, ...] = ()


LEAVES = (16, SMALL, 48, 64, 96, LARGE, 192, 512)
ORDERS = {3: (2, 4, 6, 8, 10, 12, 16, 20, 25, 30), 2: (2, 4, 8, 12, 17, 24, 32, 45, 60)}
FEW = {3: (2, 5, 9, 15), 2: (2, 8, 16, 32)}
COMPILED = {
    "cpu": Workload(100_000, 16_384, 4096, LEAVES, ORDERS),
    "gpu": Workload(8_000_000, 131_072, 16_384, LEAVES, ORDERS),
}
XLA = {
    "cpu": Workload(50_000, 8192, 4096, (SMALL, 64, LARGE), FEW),
    "gpu": Workload(500_000, 32_768, 8192, (SMALL, LARGE), FEW),
}


@dataclasses.dataclass(frozen=True)
class Setting:
    """Sums of a backend in a dimension and a precision, to be compiled and timed."""

    backend: str
    dim: int
    dtype: str
    sizes: Workload

    @property
    def where(self) -> dict[str, Any]:
        return {"backend": self.backend, "platform": jax.export.default_export_platform()}

    @property
    def kernel(self) -> Kernel:
        """In the unit of plans for points of a unit box."""
        return Laplace().simplified(self.dim).in_unit(jnp.ones((), self.dtype))

    def points(self, n: int) -> Array:
        return jnp.asarray(np.random.default_rng(0).random((n, self.dim)), self.dtype)

    def problem(self, leaf_size: int) -> tuple[Array, Plan]:
        """(points, a plan with trees of a leaf size)"""
        x = self.points(filling(self.sizes.points, leaf_size))
        return x, make_plan(x, method="fmm", order=LEAST, theta=THETA, leaf_size=leaf_size)

    def program(
        self, x: Array, plan: Plan, order: int, by: str, family: str | None = None
    ) -> Callable[[Lists], Array]:
        """A sum on a tree, compiled, as a function of lists; softened if a family of expansions is
        named."""
        softened = Laplace(jnp.full((), SOFTENING, self.dtype))
        scheme = Scheme(by=by, family=family, order=order, **self.where)

        def total(x, w, tree, lists):
            kernel = self.kernel if family is None else softened
            summands = Summands(x, x, w, (0,), (0, 1))
            return tree_sum(kernel, scheme, TreePair(tree, tree, lists), summands)

        w = jnp.ones((len(x), 1, 1), self.dtype)
        compiled = jax.jit(total).lower(x, w, plan.sources_tree, lists_of(plan, by)).compile()
        return functools.partial(compiled, x, w, plan.sources_tree)

    def small(self, method: str) -> tuple[Callable[[], Any], Plan]:
        """(a small sum with a plan, compiled; the plan)"""
        x, q = self.points(self.sizes.small), jnp.ones(self.sizes.small, self.dtype)
        how: dict[str, Any] = {"order": LEAST, "theta": THETA, "leaf_size": 64}
        plan = make_plan(x, method=method, backend=self.backend, **how)
        function = jax.jit(lambda x, q, plan: potential_and_gradient(x, q, plan=plan))
        return functools.partial(function.lower(x, q, plan).compile(), x, q, plan), plan

    def all_pairs(self, n: int) -> Callable[[], Array]:
        x, w, kernel = self.points(n), jnp.ones((n, 1, 1), self.dtype), self.kernel
        function = jax.jit(lambda x, w: direct(kernel, x, x, w, (0,), (0, 1), **self.where))
        return functools.partial(function.lower(x, w).compile(), x, w)


def filling(n: int, leaf_size: int) -> int:
    """About n points, FILLED of the leaf size in each of 2^k cells."""
    return int(FILLED * leaf_size * 2 ** max(3, round(np.log2(n / (FILLED * leaf_size)))))


def without(lists: Any, *names: str) -> Lists:
    """The same lists, in the same shapes, without near pairs, and with the first far pair of each
    target alone: targets without any are another case for M2L on GPUs."""
    if "near" in names:
        start = jnp.zeros_like(lists.near.start)
        near = dataclasses.replace(lists.near, count=jnp.zeros_like(lists.near.count), start=start)
        lists = lists._replace(near=near)
    return lists._replace(far=_first(lists.far)) if "far" in names else lists


def _first(pairs: PairList) -> PairList:
    """A list with the first pair of each target."""
    target, source, rows = (np.asarray(a) for a in (pairs.target, pairs.source, pairs.start))
    targets, first = np.unique(target[: int(pairs.count)], return_index=True)
    count = len(targets)
    target, source = np.full_like(target, np.iinfo(np.int32).max), source.copy()
    target[:count], source[:count] = targets, source[first]
    start = np.searchsorted(targets, np.arange(len(rows))).astype(np.int32)
    return dataclasses.replace(
        pairs,
        target=jnp.asarray(target),
        source=jnp.asarray(source),
        count=jnp.asarray(np.int32(count)),
        start=jnp.asarray(start),
    )


def lists_of(plan: Plan, by: str) -> Lists:
    """The lists of a plan; for a treecode its near list as the far one, with a leaf's multipole for
    its points."""
    if by == "m2l":
        return plan.lists
    nodes = plan.trees[1].leaves.at[plan.near.number].get(mode="clip")
    return plan.lists._replace(far=dataclasses.replace(plan.near, source=nodes))


def evaluations(plan: Plan, pairs: Any) -> int:
    """How many pairs of a point and a node a list of leaves and nodes holds."""
    return plan.trees[1].points_in(pairs.target[: int(pairs.count)])
