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


def periodic(options, inner=None, n=600):
    """A cell for each segment: potentials, energies, an update with other segments and cells, and
    derivatives in points, charges and cells, at separate targets too."""
    x, q, y, ids, at = problem(n, 208)
    inner = jaxfmm.Laplace() if inner is None else inner
    sides = np.float32(1 + 0.3 * np.random.default_rng(1).random((COUNT, 3)))
    cells = sides[:, :, None] * np.eye(3, dtype=np.float32)

    def sums(plan, other, x, q, ids, y, cells):
        def total(x, q, cells):
            kernel = jaxfmm.Periodic(inner, cells)
            return energies_in(plan, x, q, kernel)

        def at_targets(q):
            return jnp.sum(jnp.square(jaxfmm.potential(x, q, y, plan=other)))

        wider = jaxfmm.Periodic(inner, 1.02 * cells)
        moved = plan.update(1.02 * x, segments=jnp.where(ids == 3, 4, ids), kernel=wider)
        return (
            jaxfmm.potential_and_gradient(x, q, plan=plan),
            total(x, q, cells),
            jax.grad(lambda *a: jnp.sum(jnp.square(total(*a))), (0, 1, 2))(x, q, cells),
            jax.grad(at_targets)(q),
            jaxfmm.potential(1.02 * x, q, plan=moved),
        )

    found = []
    for given in (meshes.split(x, q, ids, y), tuple(map(jnp.asarray, (x, q, ids, y)))):
        kernel = jaxfmm.Periodic(inner, jnp.asarray(cells))
        plan = plan_of(given[0], given[2], kernel=kernel, **options)
        other = plan_of(given[0], given[2], given[3], at, kernel=kernel, **options)
        found.append(jax.jit(sums)(plan, other, *given, jnp.asarray(cells)))
    assert "each summed by one device" in str(
        plan_of(*meshes.split(x, ids), kernel=kernel, **options)
    )
    return [meshes.error(*found), 1e-5]


def energies_in(plan, x, q, kernel):
    return jaxfmm.energy(x, q, kernel=kernel, plan=plan)


def grids():
    """Cells of many points, whose waves are on grids."""
    rng, n, count = np.random.default_rng(0), 4000, 2
    x, q = np.float32(rng.random((n, 3))), np.float32(rng.normal(size=n))
    ids, found = np.repeat(np.arange(count, dtype=np.int32), n // count), []
    for given in (meshes.split(x, q), (x, q)):
        cells = np.float32([1.0, 1.1])[:, None, None] * np.eye(3, dtype=np.float32)
        kernel = jaxfmm.Periodic(jaxfmm.Laplace(), cells)
        options = {"kernel": kernel, "method": "ewald", "tol": 1e-3}
        plan = jaxfmm.plan(given[0], segments=ids, num_segments=count, **options)
        assert "grid" in str(plan)
        found.append(jaxfmm.potential_and_gradient(*given, plan=plan))
    return [meshes.error(*found), meshes.SAME]


def parameters(options):
    """A softening for each segment, and its derivative."""
    x, q, _, ids, _ = problem()
    lengths = np.float32(0.02 + 0.05 * np.random.default_rng(1).random(COUNT))

    def sums(plan, x, q, lengths):
        total = jax.grad(
            lambda *a: jnp.sum(jnp.square(energies_in(plan, *a[:2], jaxfmm.Laplace(a[2])))),
            (0, 1, 2),
        )
        moved = plan.update(0.9 * x)
        return (
            jaxfmm.potential_and_gradient(x, q, plan=plan),
            total(x, q, lengths),
            jaxfmm.potential(0.9 * x, q, plan=moved),
        )

    found = []
    for given in (meshes.split(x, q), tuple(map(jnp.asarray, (x, q)))):
        plan = plan_of(given[0], ids, kernel=jaxfmm.Laplace(jnp.asarray(lengths)), **options)
        found.append(jax.jit(sums)(plan, *given, jnp.asarray(lengths)))
    return [meshes.error(*found), 1e-5]


def own_numbers():
    """Kernels with a parameter for each point, by segment."""
    x, q, _, ids, _ = problem(in_order=False)
    rng, worst, x = np.random.default_rng(1), 0.0, meshes.atoms(len(x))
    own, species = np.float32(0.05 * rng.random(len(x))), rng.integers(0, 2, len(x))
    mixed = {"species": species.astype(np.int32), "mixing": "geometric"}
    for kernel in (
        jaxfmm.Laplace(own, profile="spline"),
        jaxfmm.LennardJones(np.float32([0.06, 0.08]), np.float32([1.0, 2.0]), 0.3, **mixed),
    ):
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
    return meshes.errors_of(
        {
            "points (capacity": lambda: plan.update(split[0], segments=one),
            "the segments are not the plan's": lambda: jaxfmm.potential(
                *split, segments=one, plan=plan
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
    "periodic by waves": functools.partial(periodic, {"method": "ewald", "tol": 1e-4}),
    "periodic of Yukawa": functools.partial(periodic, DIRECT, jaxfmm.Yukawa(8.0), 304),
    "grids": grids,
    "parameters": functools.partial(parameters, DIRECT),
    "own_numbers": own_numbers,
    "other_kernels": other_kernels,
    "batch_is_even": batch_is_even,
    "refused": refused,
    "one is better": one_is_better,
}


def results(names):
    """{name: [error, bound]}"""
    return {name: CHECKS[name]() for name in names}
