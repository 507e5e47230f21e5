"""Sums over the devices of a mesh: `meshes` in processes with several forced devices of the CPU."""

import concurrent.futures
import itertools
import socket

import jax.numpy as jnp
import meshes
import numpy as np
import processes
import pytest
import table

import jaxfmm
from jaxfmm.methods.table import methods_of
from jaxfmm.sharding import partners
from jaxfmm.sharding.evenness import counts_by_work, unevenness
from jaxfmm.sharding.slots import Slots
from jaxfmm.sharding.table import OVER_MESH

# A process computes several checks, for the sake of starting; those that take long are slow tests.
FAST = {4: ["both", "refused", "all_pairs", "printed"]}
TWENTY = [name for name in meshes.CHECKS if name.startswith("rounds of 20")]
SLOW = {
    8: ["balanced", "by_work", "by_body fmm", "by_species truncated"],
    20: TWENTY,
    4: [name for name in meshes.CHECKS if name not in [*FAST[4], *TWENTY, "by_work"]],
    3: ["both", "targets grad", "direct grad", "few", "complete Plummer", "explicit both"],
    2: [
        "grad",
        "complete cube",
        "eager",
        "distributed",
        "migrants",
        "at_rest",
        "equal_coordinates",
        "by_grid",
        "simulated",
        "by_body fmm",
        "by_species truncated",
    ],
}


@pytest.mark.parametrize(("devices", "names"), processes.groups(FAST, SLOW))
def test_over_a_mesh(devices, names):
    assert not processes.failed(processes.checks("meshes", names, devices))


def test_every_row_of_the_table_has_a_sum_over_a_mesh():
    """No kernel and method needs points on one device."""
    missing = set()
    for name, row in table.KERNELS.items():
        kernel = row.make(*row.parameters.values()).simplified(row.dim)
        for method in itertools.chain(*methods_of(kernel).values()):
            if method.fits(kernel.summed(), row.dim) and type(method) not in OVER_MESH:
                missing.add((name, method.name))
    assert not missing


def test_counts_by_work():
    """A device that took long gets fewer points, and no point is lost."""
    counts = counts_by_work(np.full(4, 1001), np.array([1.0, 2.0, 1.0, 1e-3]))
    assert counts.sum() == 4004 and counts[1] < counts[0] == counts[2] < counts[3] <= 1502
    same = counts_by_work(np.array([7, 9, 8]), np.ones(3))
    assert same.tolist() == [7, 9, 8] and unevenness(np.array([1.0, 3.0])) == 1.5


def test_rounds_need_devices():
    with pytest.raises(ValueError, match="exchange='rounds' is for points that are split"):
        jaxfmm.plan(np.random.default_rng(0).random((100, 3)), exchange="rounds")


def test_rounds():
    """Each pair that needs something is in one round, which has room for it; a device sends to at
    most one other in a round, and receives from at most one. Large needs come first."""
    rng = np.random.default_rng(0)
    points = rng.integers(0, 1000, (24, 24)) * (rng.random((24, 24)) < 0.2)
    multipoles = (points > 0) * 10 + rng.integers(0, 2, (24, 24))
    needs = np.stack([1 + 2 * multipoles, multipoles, points])
    np.einsum("kii->ki", needs)[:] = [[1], [0], [0]]
    rounds = partners.rounds_of(needs, 16, lambda kind, most: most + 1)
    found = np.zeros((24, 24), int)
    for one in rounds:
        receivers = [receiver for _, receiver in one.pairs]
        assert len(set(receivers)) == len(receivers) > 0
        for pair in one.pairs:
            found[pair] += 1
            assert needs[0][pair] < one.nodes and needs[1][pair] < one.multipoles
            assert needs[2][pair] < one.points or not needs[2][pair]
    assert (found == (needs[0] > 1)).all()
    assert rounds[0].points == needs[2].max() + 1 and rounds[0].points >= rounds[-1].points
    degree = max(found.sum(axis=0).max(), found.sum(axis=1).max())
    assert degree <= len(rounds) <= 1.5 * degree


@pytest.mark.parametrize("sizes", [(3, 3), (2, 0, 0, 4, 1, 0)])
def test_slots(sizes):
    """Parts behind one another, of which some are empty."""
    slots = Slots(sizes)
    part = np.repeat(np.arange(len(sizes)), sizes)
    assert slots.part.tolist() == part.tolist()
    assert slots.place.tolist() == [i for size in sizes for i in range(size)]
    counts = np.arange(slots.total, dtype=np.int32) % 4
    rows = [counts[part == i] for i in range(len(sizes))]
    assert slots.totals(jnp.asarray(counts)).tolist() == [row.sum() for row in rows]
    before = np.concatenate([np.cumsum(row) - row for row in rows])
    assert slots.before(jnp.asarray(counts)).tolist() == before.tolist()
    padded = jnp.stack([jnp.pad(jnp.asarray(row), (0, 4 - len(row))) for row in rows])
    assert slots.packed(padded).tolist() == counts.tolist()
    for given, row in zip(slots.parts_of(jnp.asarray(counts)), rows):
        assert given.tolist() == row.tolist()


def test_points_on_one_device_stay():
    x, q = jnp.arange(6.0).reshape(3, 2), jnp.ones(3)
    *same, numbers = jaxfmm.distribute(x, q)
    assert same[0] is x and same[1] is q and numbers.tolist() == [0, 1, 2]
    turned = jaxfmm.collect(jnp.array([2, 0, 1]), {"x": x})["x"]
    assert turned.tolist() == [[2, 3], [4, 5], [0, 1]]
    for wrong in (lambda: jaxfmm.collect(numbers, x[:2]), lambda: jaxfmm.distribute(x, q[:2])):
        with pytest.raises(ValueError, match="a row for each of the 3"):
            wrong()
    with pytest.raises(ValueError, match="numbers must be the last result of jaxfmm.distribute"):
        jaxfmm.collect(x, q)


PROCESS = """
import jax
jax.config.update("jax_cpu_collectives_implementation", "gloo")
jax.distributed.initialize("localhost:{port}", 2, {rank})
import jax.numpy as jnp, jaxfmm, meshes, numpy as np
from jax.sharding import NamedSharding, PartitionSpec

x, q, *_ = meshes.problem()
here, sharding = np.split(np.arange(len(x)), 2)[{rank}], NamedSharding(meshes.mesh_of(), PartitionSpec("devices"))
points, charges = (jax.make_array_from_process_local_data(sharding, a[here], a.shape) for a in (x, q))
assert len(jax.devices()) == 4 and len(jax.local_devices()) == 2
direct = jaxfmm.plan(x, method="direct")
exact = jaxfmm.potential(x, q, plan=direct), jax.grad(jaxfmm.energy)(jnp.asarray(x), q, plan=direct)
for options in (meshes.FMM, {{"method": "direct"}}):
    plan = jaxfmm.plan(points, **options)
    assert "over 4 devices" in str(plan)
    plan = jax.jit(lambda plan, x: plan.update(x))(plan, points)
    gradient = jax.jit(lambda x, q, plan: jax.grad(jaxfmm.energy)(x, q, plan=plan))(points, charges, plan)
    for value, right in zip((jaxfmm.potential(points, charges, plan=plan), gradient), exact):
        mine = np.concatenate([one.data for one in sorted(value.addressable_shards, key=lambda s: s.index[0].start)])
        assert meshes.error(mine, np.asarray(right)[here]) < meshes.SAME
kernel = jaxfmm.Gaussian(0.2)
for method, axes, tol in (("fourier", 3, 1e-5), ("fgt", 2, 1e-3)):
    plan = jaxfmm.plan(points[:, :axes], kernel=kernel, method=method, tol=tol)
    value = jaxfmm.potential(points[:, :axes], charges, plan=plan)
    right = jaxfmm.plan(x[:, :axes], kernel=kernel, method="direct")
    right = jaxfmm.potential(x[:, :axes], q, plan=right)
    mine = np.concatenate([one.data for one in sorted(value.addressable_shards, key=lambda s: s.index[0].start)])
    assert meshes.error(mine, np.asarray(right)[here]) < tol
measured = jaxfmm.plan(points, method="fmm", tol=1e-3, charges=charges)
assert "measured when the plan was made" in str(measured)
kernel = jaxfmm.Custom(lambda r2: 1 / (1 + r2), radial=True)
measured = jaxfmm.plan(points, kernel=kernel, method="fmm", tol=1e-3)
assert "measured when the plan was made" in str(measured)
near, masses, numbers = jaxfmm.distribute(points, charges)
plan = jaxfmm.plan(near, **meshes.FMM)
assert "points in place" in str(plan)
value = jaxfmm.collect(numbers, jaxfmm.potential(near, masses, plan=plan))
mine = np.concatenate([one.data for one in sorted(value.addressable_shards, key=lambda s: s.index[0].start)])
assert meshes.error(mine, np.asarray(exact[0])[here]) < meshes.SAME
densities = [jaxfmm.KernelDensity(0.3).fit(given).log_density(given) for given in (points, x)]
mine = np.concatenate([one.data for one in sorted(densities[0].addressable_shards, key=lambda s: s.index[0].start)])
assert meshes.error(mine, np.asarray(densities[1])[here]) < meshes.SAME
log_sums = [jaxfmm.log_sum_exp(*given, bandwidth=0.1) for given in ((points, charges), (x, q))]
found = [jaxfmm.transport.sinkhorn(given, 0.5 * given, epsilon=0.1).check().f for given in (points, jnp.asarray(x))]
for value, right in (log_sums, found):
    mine = np.concatenate([one.data for one in sorted(value.addressable_shards, key=lambda s: s.index[0].start)])
    assert meshes.error(mine, np.asarray(right)[here]) < meshes.SAME
"""


@pytest.mark.slow
def test_two_processes_of_two_devices():
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    flags = "--xla_backend_optimization_level=0 --xla_force_host_platform_device_count=2"
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        scripts = [PROCESS.format(port=port, rank=rank) for rank in range(2)]
        done = list(pool.map(lambda script: processes.run(script, XLA_FLAGS=flags), scripts))
    assert [one.returncode for one in done] == [0, 0], "".join(one.stderr[-3000:] for one in done)
