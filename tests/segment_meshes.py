"""Checks of sums by segments over the devices of a mesh, as in `meshes`; test_segment_mesh.py runs
them with forced devices of the CPU."""

import functools

import jax
import jax.numpy as jnp
import meshes
import numpy as np
from jax.sharding import AxisType

import jaxfmm
from jaxfmm.errors import Status

COUNT = 24
DIRECT = {"method": "direct"}


def problem(n=1200, m=404, seed=0, *, in_order=True):
    """(points, charges, targets, segments of points, segments of targets): segments of unequal
    sizes, one of which has a quarter of the points, and padding."""
    x, q, y, _ = meshes.problem(n, m, seed=seed)
    rng = np.random.default_rng(seed)
    ids, at = (rng.integers(-1, COUNT, size).astype(np.int32) for size in (n, m))
    ids[: n // 4] = 7
    return x, q, y, np.sort(ids) if in_order else ids, at


def plan_of(x, ids, targets=None, at=None, **options):
    return jaxfmm.plan(x, targets, segments=ids, num_segments=COUNT, target_segments=at, **options)


def energies(plan, x, q):
    return jaxfmm.energy(x, q, plan=plan)


def squares(plan, x, q, y):
    return jnp.sum(jnp.square(jaxfmm.potential(x, q, y, plan=plan)))


def all_sums(plan, x, q, ids):
    """Sums, derivatives, and sums with other points and segments, in one compiled function."""
    moved = plan.update(0.5 * x, segments=ids)
    slope = jax.grad(lambda x, q: energies(plan, x, q).sum(), (0, 1))
    return (
        jaxfmm.potential_and_gradient(x, q, plan=plan),
        energies(plan, x, q),
        slope(x, q),
        jax.jvp(lambda x: slope(x, q)[0], (x,), (x,))[1],
        jaxfmm.potential(0.5 * x, q, plan=moved),
    )


def agree(options, *, in_order=True):
    """The results of one device, and split as points are."""
    x, q, y, ids, at = problem(in_order=in_order)
    found = []
    for given in (meshes.split(x, q, ids), tuple(map(jnp.asarray, (x, q, ids)))):
        plan = plan_of(given[0], given[2], **options)
        others = jnp.where(given[2] < COUNT // 2, given[2] + 1, given[2])
        with_targets = plan_of(given[0], given[2], y, at, **options)
        found.append(
            (
                jax.jit(all_sums)(plan, *given[:2], others),
                jax.jit(jax.grad(squares, (1, 2, 3)))(with_targets, *given[:2], jnp.asarray(y)),
            )
        )
    assert any(found[0][0][0][0].sharding.spec)
    assert "each summed by one device" in str(plan_of(*meshes.split(x, ids), **options))
    return [meshes.error(*found), meshes.SAME]


def by_itself():
    """Without a plan, with the method that is chosen."""
    x, q, _, ids, _ = problem()
    given = {"segments": ids, "num_segments": COUNT}
    value = jaxfmm.potential(*meshes.split(x, q), **given)
    assert any(value.sharding.spec)
    return [meshes.error(value, jaxfmm.potential(x, q, **given)), meshes.SAME]


def other_kernels():
    """Within a reach, and a kernel of the user's."""
    x, q, _, ids, _ = problem(in_order=False)
    worst = 0.0
    for kernel in (jaxfmm.Wendland(0.4), jaxfmm.Custom(meshes.uneven_kernel)):
        value, exact = (
            jaxfmm.potential_and_gradient(*given, plan=plan_of(given[0], ids, kernel=kernel))
            for given in (meshes.split(x, q), (x, q))
        )
        worst = max(worst, meshes.error(value, exact))
    return [worst, meshes.SAME]


def batch_is_even():
    """Many small systems, and some larger ones, take every device about equally long, and points in
    order hardly travel."""
    rng = np.random.default_rng(0)
    for sizes in (np.full(512, 50), rng.integers(10, 200, 256), [4000] * 16):
        ids = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        n = len(ids) // len(jax.devices()) * len(jax.devices())
        x = meshes.problem(n)[0]
        plan = jaxfmm.plan(*meshes.split(x, ids[:n])[:1], segments=ids[:n], num_segments=len(sizes))
        times = plan.choice.method.times(plan)
        assert max(times) <= 1.1 * np.mean(times), (len(sizes), times)
        assert int(plan.prepared[1].migrants) <= n // len(jax.devices()) // 2
    return [0, 0]


def refused():
    """Too little capacity is NaN inside jit, and an error outside, and so is what is not split."""
    x, q, _, ids, _ = problem()
    split = meshes.split(x, q)
    plan = plan_of(split[0], ids, **DIRECT)
    # all points in one segment
    one = np.zeros_like(ids)
    made = jax.jit(lambda plan, x, ids: plan.update(x, segments=ids))(plan, split[0], one)
    assert int(made.status) & Status.SHARE
    sums = jax.jit(lambda plan: jaxfmm.potential(*split, plan=plan))(made)
    assert bool(jnp.isnan(sums).all())
    crystal = jaxfmm.Periodic(jaxfmm.Laplace(), 1.0)
    softening = jnp.full(COUNT, 0.1)
    return meshes.errors_of(
        {
            "points (capacity": lambda: plan.update(split[0], segments=one),
            "the segments are not the plan's": lambda: jaxfmm.potential(
                *split, segments=one, plan=plan
            ),
            "is not computed over several devices": lambda: plan_of(split[0], ids, kernel=crystal),
            "a parameter for each point": lambda: plan_of(
                split[0], ids, kernel=jaxfmm.Laplace(softening)
            ),
            "must not lie on a mesh with explicit axes": lambda: jaxfmm.potential(
                *split,
                segments=meshes.split(ids, mesh=meshes.mesh_of(AxisType.Explicit))[0],
                num_segments=COUNT,
            ),
        }
    )


def one_is_better():
    """`print` says so where exchanges take longer than the sum, and not of large sums."""
    found = []
    for n in (400, 2**15):
        x, q, *_ = meshes.problem(n, 4)
        ids = np.arange(n, dtype=np.int32) // (n // COUNT + 1)
        x, ids = meshes.split(x, ids)
        found.append("on one device" in str(plan_of(x, ids, **DIRECT)))
    return [float(found != [True, False]), 0]


CHECKS = {
    "direct": functools.partial(agree, DIRECT),
    "fmm": functools.partial(agree, meshes.FMM),
    "direct in any order": functools.partial(agree, DIRECT, in_order=False),
    "fmm in any order": functools.partial(agree, meshes.FMM, in_order=False),
    "by_itself": by_itself,
    "other_kernels": other_kernels,
    "batch_is_even": batch_is_even,
    "refused": refused,
    "one is better": one_is_better,
}


def results(names):
    """{name: [error, bound]}"""
    return {name: CHECKS[name]() for name in names}
