"""Many sources for few targets, and the other way round: the side with fewer points has smaller
leaves, which are then as wide as the others."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm

FEW, MANY = 500, 24_000
SIDES = {"few targets": (MANY, FEW), "few sources": (FEW, MANY)}


def points(n, m):
    rng = np.random.default_rng(n)
    return (jnp.asarray(rng.random(shape), "float32") for shape in ((n, 3), (m, 3), (n,)))


@pytest.mark.parametrize("sides", SIDES)
def test_leaves_are_as_wide_on_both_sides(sides):
    """Lists then have fewer near pairs, and sums as small errors."""
    n, m = (4 * side for side in SIDES[sides])
    y, x, q = points(n, m)
    plan = jaxfmm.plan(y, x, method="fmm", order=6, theta=0.7)
    few, many = plan.trees if m < n else plan.trees[::-1]
    assert many.leaf_size == plan.choice.leaf_size > few.leaf_size
    assert few.leaf_size == max(16, many.leaf_size // 8)
    assert f"(of {sides.split()[1]} {few.leaf_size})" in str(plan)
    alike = {"order": 6, "theta": 0.7, "leaf_size": plan.choice.leaf_size}
    alike = jaxfmm.plan(y, x, method="fmm", **alike)
    assert alike.trees[0].leaf_size == alike.trees[1].leaf_size
    assert plan.pair_work() < 0.6 * alike.pair_work()
    sums = jaxfmm.potential_and_gradient(y, q, x, plan=plan)
    exact = jaxfmm.potential_and_gradient(y, q, x, plan=jaxfmm.plan(y, x, method="direct"))
    for one, other in zip(sums, exact):
        assert np.linalg.norm(one - other) < 1e-3 * np.linalg.norm(other)


@pytest.mark.skipif(jax.default_backend() != "cpu", reason="a GPU sums so many pairs as fast")
def test_automatic_plans_are_not_direct():
    """All pairs of these points take five times as long. They were thought to be faster, when an
    FMM was expected to have as many pairs as for equal numbers of points."""
    x = jnp.asarray(np.random.default_rng(0).random((200_000, 3)), "float32")
    assert jaxfmm.plan(x, x[::100], tol=1e-3, order=5, theta=0.7).method == "fmm"


@pytest.mark.parametrize("sides", SIDES)
def test_updates_and_derivatives(sides):
    """Transposed sums exchange the trees."""
    n, m = SIDES[sides]
    y, x, q = points(n, m)
    plan = jaxfmm.plan(y, x, tol=1e-3, method="fmm", order=6, theta=0.6)
    assert plan.choice.smaller == 8
    moved = jax.jit(lambda plan, y, x: plan.update(y + 0.1, x + 0.1))(plan, y, x)
    assert int(moved.status) == 0

    def loss(q, plan, y=y, x=x):
        return jnp.sum(jnp.square(jaxfmm.potential(y, q, x, plan=plan) / n))

    exact = jaxfmm.plan(y, x, method="direct")
    for one, other in (
        (jax.grad(loss)(q, plan), jax.grad(loss)(q, exact)),
        (jax.grad(loss)(q, moved, y + 0.1, x + 0.1), jax.grad(loss)(q, exact)),
    ):
        assert np.linalg.norm(one - other) < 1e-3 * np.linalg.norm(other)


def test_a_tenth_and_a_half():
    """The number of times is a power of two, one for equal numbers of points."""
    y, x, _ = points(3000, 3000)
    for m, smaller in ((3000, 1), (1600, 1), (1500, 2), (300, 8)):
        plan = jaxfmm.plan(y, x[:m], method="fmm", order=3, theta=0.7)
        assert plan.choice.smaller == smaller
    assert jaxfmm.plan(y, x[:300], method="fmm", tree="balanced").choice.smaller == 1
