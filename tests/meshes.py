"""Checks of sums over the devices of a mesh, for a process that has several: test_sharding.py runs
them with forced devices of the CPU. Each is a function that gives an error and its bound."""

import contextlib
import dataclasses
import functools
import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import table
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec

import jaxfmm
from jaxfmm.errors import Status
from jaxfmm.methods.helmholtz import WaveFMM
from jaxfmm.methods.table import methods_of
from jaxfmm.planning import choose
from jaxfmm.request import Request
from jaxfmm.sharding import domains
from jaxfmm.sharding.exchange import NOBODY
from jaxfmm.sharding.table import OVER_MESH

N, M = 1200, 408
TOL = 1e-4
FMM = {
    "method": "fmm",
    "leaf_size": 8,
    "order": 13,
    "theta": 0.5,
}  # right to rounding, whatever is far from what
ROUGH = FMM | {"order": 8}
SAME = 3e-6


def mesh_of(kind=AxisType.Auto):
    return Mesh(np.array(jax.devices()), ("devices",), axis_types=(kind,))


def split(*arrays, mesh=None):
    return jax.device_put(arrays, NamedSharding(mesh or mesh_of(), PartitionSpec("devices")))


def error(value, exact):
    value, exact = (
        np.concatenate([np.ravel(x) for x in jax.tree.leaves(jax.tree.map(np.asarray, t))])
        for t in (value, exact)
    )
    return float(np.linalg.norm(value - exact) / max(np.linalg.norm(exact), 1e-30))


def problem(n=N, m=M, dim=3, seed=0):
    rng = np.random.default_rng(seed)
    draw = [
        rng.random((n, dim)),
        rng.normal(size=n),
        rng.random((m, dim)),
        rng.normal(size=(n, dim)),
    ]
    return [np.asarray(x, np.float32) for x in draw]


def plummer(n, seed=0):
    rng = np.random.default_rng(seed)
    direction = rng.normal(size=(n, 3))
    radius = 1 / np.sqrt(rng.random(n) ** (-2 / 3) - 1)
    return np.float32(
        direction / np.linalg.norm(direction, axis=1, keepdims=True) * radius[:, None]
    )


def both(function, options, arrays, kernel=None, bound=SAME, kind=AxisType.Auto, targets=False):
    """[error, bound] of function(plan, *arrays) over the mesh beside one device."""
    kernel = kernel or jaxfmm.Laplace()

    def run(given):
        plan = jaxfmm.plan(given[0], given[2] if targets else None, kernel=kernel, **options)
        return jax.jit(function)(plan, *given)

    with_mesh = split(*arrays, mesh=mesh_of(kind))
    value = run(with_mesh)
    spread = [x for x in jax.tree.leaves(value) if x.ndim]
    assert all(len(x.sharding.device_set) == len(jax.devices()) for x in spread)
    assert all(any(x.sharding.spec) for x in spread)
    return [error(value, run([jnp.asarray(x) for x in arrays])), bound]


def energy(plan, x, q):
    return jaxfmm.energy(x, q, plan=plan)


def squares(plan, x, q, y):
    return jnp.sum(jnp.square(jaxfmm.potential(x, q, y, plan=plan)))


def steps(plan, x, q, y, d):
    """Displacements after steps by forces, in `scan`."""

    def step(carry, _):
        moved, plan = carry
        plan = plan.update(x + 1e-2 * moved)
        return (
            moved - 1e-5 * jaxfmm.potential_and_gradient(x + 1e-2 * moved, q, plan=plan)[1],
            plan,
        ), None

    return jax.lax.scan(step, (d, plan), None, length=2)[0][0]


SUMS = {
    "both": lambda plan, x, q, y, d: jaxfmm.potential_and_gradient(x, q, plan=plan),
    "energy": lambda plan, x, q, y, d: energy(plan, x, q),
    "columns": lambda plan, x, q, y, d: jaxfmm.potential(
        x, jnp.stack([q, q * q], axis=1), plan=plan
    ),
    "grad": lambda plan, x, q, y, d: jax.grad(energy, (1, 2))(plan, x, q),
    "jvp": lambda plan, x, q, y, d: jax.jvp(
        lambda x: jaxfmm.potential(x, q, plan=plan), (x,), (d,)
    )[1],
    "hvp": lambda plan, x, q, y, d: jax.jvp(lambda x: jax.grad(energy, 1)(plan, x, q), (x,), (d,))[
        1
    ],
    "vmap": lambda plan, x, q, y, d: jax.vmap(lambda q: jaxfmm.potential(x, q, plan=plan))(
        jnp.stack([q, q * q])
    ),
    "update": lambda plan, x, q, y, d: jaxfmm.potential(0.5 * x, q, plan=plan.update(0.5 * x)),
    "scan": steps,
}
TARGETS = {
    "targets": lambda plan, x, q, y, d: jaxfmm.potential_and_gradient(x, q, y, plan=plan),
    "targets grad": lambda plan, x, q, y, d: jax.grad(squares, (1, 2, 3))(plan, x, q, y),
}


def uneven_kernel(x, y):
    return jnp.exp(-jnp.sum(jnp.square(x - y))) * (1 + x[0])


KERNELS = {
    "softened": (lambda: jaxfmm.Laplace(softening=0.05), FMM),
    "spline": (lambda: jaxfmm.Laplace(softening=0.05, profile="spline"), FMM),
    "Yukawa": (lambda: jaxfmm.Yukawa(3.0), ROUGH),
    "multiquadric": (lambda: jaxfmm.InverseMultiquadric(0.4), ROUGH),
    "custom": (lambda: jaxfmm.Custom(uneven_kernel), ROUGH),
    "Wendland": (lambda: jaxfmm.Wendland(0.4), {"method": "truncated"}),
    "Lennard-Jones": (lambda: jaxfmm.LennardJones(0.02, 1.3, 0.3), {"method": "truncated"}),
    "Gaussian": (lambda: jaxfmm.Gaussian(0.1), {"method": "truncated"}),
    "Gaussian direct": (lambda: jaxfmm.Gaussian(0.1), {"method": "direct"}),
    "plane": (lambda: jaxfmm.Laplace(), FMM),
    "vortices": (lambda: jaxfmm.VortexBlob(0.02), FMM),
    "Cauchy": (lambda: jaxfmm.Cauchy(), FMM),
    "mirror": (lambda: jaxfmm.Mirror(jaxfmm.Laplace(), axis=0, at=-0.02), FMM),
}
IN_PLANE = ("plane", "vortices", "Cauchy")


def of_kernel(name):
    make, options = KERNELS[name]
    arrays = problem(dim=2 if name in IN_PLANE else 3)
    bound = TOL if options is ROUGH else SAME  # far fields differ as far as their errors allow
    return both(SUMS["both"], options, arrays, make(), bound)


def slopes(plan, x, q, kernel):
    return jax.grad(lambda kernel: jaxfmm.energy(x, q, kernel=kernel, plan=plan))(kernel)


def of_parameters():
    x, q, *_ = problem()
    kernel, found = jaxfmm.Laplace(softening=0.05), []
    for given in (split(x, q), (jnp.asarray(x), jnp.asarray(q))):
        plan = jaxfmm.plan(given[0], kernel=kernel, **FMM)
        found.append(jax.tree.leaves(jax.jit(slopes)(plan, *given, kernel)))
    return [error(*found), 1e-4]


def uneven():
    """Counts that the devices do not divide: of targets beside split sources."""
    x, q, y, _ = problem(m=M + 1)
    worst = 0.0
    for options in (FMM, {"method": "direct"}):
        plan = jaxfmm.plan(*split(x), y, **options)
        value = jaxfmm.potential_and_gradient(*split(x, q), jnp.asarray(y), plan=plan)
        exact = jaxfmm.potential_and_gradient(x, q, y, plan=jaxfmm.plan(x, y, method="direct"))
        worst = max(worst, error(value, exact))
    return [worst, TOL]


SPLINES = {"profile": "spline"}


def softenings():
    """(N,) and (M,): most are small, a few larger than leaves."""
    rng = np.random.default_rng(1)
    sizes = [0.02 * rng.random(count) for count in (N, M)]
    for one in sizes:
        one[::100] = 0.2
    return [np.float32(one) for one in sizes]


def by_body(method):
    """A softening for each body, with derivatives in points, charges and softenings, an update and
    separate targets."""
    (x, q, y, _), (own, at) = problem(), softenings()

    def slopes(plan, x, q, own):
        def total(x, q, own):
            kernel = jaxfmm.Laplace(own, **SPLINES)
            return jaxfmm.energy(x, q, kernel=kernel, plan=plan)

        moved = jaxfmm.potential(0.9 * x, q, plan=plan.update(0.9 * x))
        return jax.grad(total, (0, 1, 2))(x, q, own), moved

    def at_targets(plan, x, q, y):
        return jaxfmm.potential_and_gradient(x, q, y, plan=plan), jax.grad(squares, 2)(
            plan, x, q, y
        )

    options, found = FMM | {"method": method}, []
    if method == "direct":
        options = {"method": method}
    for given in (split(x, q, own, y), tuple(map(jnp.asarray, (x, q, own, y)))):
        plan = jaxfmm.plan(given[0], kernel=jaxfmm.Laplace(given[2], **SPLINES), **options)
        both_sides = jaxfmm.Laplace((given[2], at), **SPLINES)
        other = jaxfmm.plan(given[0], given[3], kernel=both_sides, **options)
        found.append(
            (
                jax.jit(slopes)(plan, *given[:3]),
                jax.jit(at_targets)(other, given[0], given[1], given[3]),
            )
        )
    return [error(*found), 1e-5]


def atoms(n=N):
    """Points of a lattice, each moved a little, in any order: none are so close that their force
    outweighs all others."""
    rng, edge = np.random.default_rng(0), int(np.ceil(n ** (1 / 3)))
    places = rng.permutation(np.stack(np.meshgrid(*[np.arange(edge)] * 3), -1).reshape(-1, 3))[:n]
    return np.float32((places + 0.3 * rng.random((n, 3))) / edge)


def by_species(method):
    """Lennard-Jones of atoms of several species."""
    x, q = atoms(), problem()[1]
    species = np.random.default_rng(1).integers(0, 3, N).astype(np.int32)
    sigma, epsilon = np.float32([0.06, 0.07, 0.08]), np.float32([1.0, 1.2, 0.8])

    def kernel(sigma):
        return jaxfmm.LennardJones(sigma, epsilon, 0.3, species=species, mixing="lorentz-berthelot")

    def sums(plan, x, q):
        slope = jax.grad(lambda s: jaxfmm.energy(x, q, kernel=kernel(s), plan=plan))
        return slope(jnp.asarray(sigma)), jaxfmm.potential_and_gradient(x, q, plan=plan)

    found = []
    for given in (split(x, q), (jnp.asarray(x), jnp.asarray(q))):
        plan = jaxfmm.plan(given[0], kernel=kernel(sigma), method=method)
        found.append(jax.jit(sums)(plan, *given))
    return [max(error(*same) for same in zip(*found)), SAME]


def few():
    """Fewer points than leaves, and all of them at one place, on a line, and apart by orders of
    magnitude."""
    devices, worst, rng = len(jax.devices()), 0.0, np.random.default_rng(0)
    sets = [
        rng.random((devices, 3)),
        np.ones((4 * devices, 3)),
        rng.random((8 * devices, 3)) * [1, 0, 0],
    ]
    sets.append(
        np.concatenate([rng.random((50 * devices, 3)), 100 + 1e-3 * rng.random((50 * devices, 3))])
    )
    sets.append(sets[-1][np.argsort(sets[-1][:, 0])])
    for x in map(np.float32, sets):
        q = np.float32(rng.random(len(x)))
        value = jaxfmm.potential(*split(x, q), plan=jaxfmm.plan(*split(x), **FMM))
        exact = jaxfmm.potential(x, q, plan=jaxfmm.plan(x, method="direct"))
        worst = max(worst, float(np.abs(value - exact).max() / max(np.abs(exact).max(), 1e-30)))
    return [worst, TOL]


def far_apart():
    """Clusters so far apart that each device needs the root alone of the others, whether the root
    has children or is a leaf."""
    devices, worst, rng = len(jax.devices()), 0.0, np.random.default_rng(0)
    for count in (100, 6):
        at = 40 * np.arange(devices)[:, None] * np.ones(3)
        x = np.float32((rng.random((count, devices, 3)) + at).reshape(-1, 3))
        q = np.float32(rng.random(len(x)))
        plan = jaxfmm.plan(*split(x), **FMM)
        assert plan.needs()["sent_nodes"] == 1
        value = jaxfmm.potential_and_gradient(*split(x, q), plan=plan)
        exact = jaxfmm.potential_and_gradient(x, q, plan=jaxfmm.plan(x, method="direct"))
        worst = max(worst, error(value, exact))
    return [worst, SAME]


def complete(make, n):
    """Every target gets from every source what all pairs give, for clustered points: whole
    numbers."""
    x = make(n)
    ones = np.ones(n, np.float32)
    kernel = jaxfmm.Custom(lambda r2, one: one + 0 * r2, jnp.float32(1.0), radial=True)
    options = {"method": "fmm", "order": 1, "theta": 0.7, "leaf_size": 8, "kernel": kernel}
    plan = jaxfmm.plan(*split(x), **options)
    counts = jaxfmm.potential(*split(x, ones), kernel=kernel, plan=plan)
    return [float(np.abs(counts - n).max()) / n, 1e-5]


def by_table(backend):
    """Every kernel of the table of tests by every method over a mesh, beside all pairs on one
    device."""
    errors_by = {}
    for name, row in table.KERNELS.items():
        x, q, y, _ = problem(800, 200, row.dim)
        kernel = row.make(*row.parameters.values())
        exact = jaxfmm.potential_and_gradient(
            x, q, y, plan=jaxfmm.plan(x, y, kernel=kernel, method="direct")
        )
        possible = {
            method
            for method, forms in methods_of(kernel).items()
            if any(type(one) in OVER_MESH and one.fits(kernel.summed(), row.dim) for one in forms)
        }
        for method in possible.difference(row.without):
            by_hand = method in ("fmm", "treecode")
            options = (ROUGH if by_hand else {}) | {"method": method}
            plan = jaxfmm.plan(*split(x, y), kernel=kernel, backend=backend, **options)
            value = jaxfmm.potential_and_gradient(*split(x, q, y), kernel=kernel, plan=plan)
            errors_by[name, method] = max(error(a, b) for a, b in zip(value, exact))
    wrong = {case: found for case, found in errors_by.items() if not found <= TOL}
    assert not wrong and len(errors_by) > 2 * len(table.KERNELS) - 2, (wrong, len(errors_by))
    return [max(errors_by.values()), TOL]


def two_clusters(n):
    """Of two sizes."""
    return np.concatenate([plummer(n // 2), 5 + np.float32(0.1) * plummer(n - n // 2, 1)])


def balanced():
    """The slowest device takes at most 1.3 times the mean, whether points are even or clustered,
    and devices get the points of near leaves alone."""
    worst = 0.0
    for x in (problem(16_000)[0], plummer(16_000), two_clusters(16_000)):
        plan = jaxfmm.plan(*split(x), method="fmm", order=5, theta=0.8, leaf_size=32)
        times = plan.choice.method.times(plan)
        worst = max(worst, max(times) / np.mean(times))
        walked, own = plan.prepared[0].walked, len(x) // len(jax.devices())
        for device in range(len(jax.devices())):
            whole, near = jax.tree.map(
                lambda a, i=device: a[i], (walked.essential.tree, walked.lists.near)
            )
            used = np.unique(whole.leaves[near.number[: int(near.count)]])
            others = used[np.asarray(whole.start[used]) >= own]
            assert plan.prepared[1].work[device, 2] == whole.count[others].sum()
    return [worst, 1.3]


def by_work():
    """Borders by work: the slowest device takes at most 1.1 times the mean, which it exceeds with
    equal numbers of points. Sums are those of all pairs, in place and in any order, also after an
    update where points cross borders."""
    make = np.random.default_rng(0)
    x, (q, d) = two_clusters(50_000), (make.normal(size=(50_000, k)) for k in (1, 3))
    q, at = np.float32(q[:, 0]), np.arange(0, 50_000, 250)
    shuffled, ratio, worst = make.permutation(50_000), 0.0, 0.0
    options = {"method": "fmm", "order": 8, "theta": 0.6, "leaf_size": 64}
    here = jaxfmm.distribute(*split(x, q))[:2]
    for points, charges in (here, split(x[shuffled], q[shuffled])):
        plan = jaxfmm.plan(points, **options)
        times = plan.choice.method.times(plan)
        ratio = max(ratio, max(times) / np.mean(times))
        counts = np.asarray(plan.borders[1].counts)
        assert counts.sum() == 50_000 and counts.max() > 1.05 * counts.min(), counts
        assert f"in addition to {counts.min()} to {counts.max()} of its own" in str(plan)
        for moved in (points, points + np.float32(1e-3 * d)):
            now = plan.update(moved)
            value = np.asarray(jaxfmm.potential(moved, charges, plan=now))
            exact = jaxfmm.potential(
                np.asarray(moved), np.asarray(charges), np.asarray(moved)[at] + np.float32(0),
                plan=jaxfmm.plan(np.asarray(moved), np.asarray(moved)[at], method="direct"),
            )  # fmt: skip
            worst = max(worst, error(value[at], exact))
    assert worst < TOL, worst
    return [ratio, 1.1]


@contextlib.contextmanager
def changed(module, **values):
    """Constants of a module have other values within."""
    usual = {name: getattr(module, name) for name in values}
    try:
        for name, value in values.items():
            setattr(module, name, value)
        yield
    finally:
        for name, value in usual.items():
            setattr(module, name, value)


def uneven_domains():
    """Everything that a plan over a mesh does, with borders by work whatever that gains."""
    # forces of close pairs in `scan` multiply the rounding of points: where no pair is closer than
    # 3e-3, sums of float32 by NumPy are 6e-6 from those of float64; with a pair of 6e-4, nearly
    # all of that is the error of this pair
    (_, q, y, d), x = problem(), atoms()
    x, d = np.float32(np.where(np.arange(N)[:, None] < 300, 0.05 * x, x)), np.float32(0.05) * d
    with changed(domains, UNEVEN=0.0, LEAST_EVENED=0, ROUNDS=1, WORTH=-9.0):
        assert jaxfmm.plan(*split(x), **FMM).choice.capacity.owned_points > N // len(jax.devices())
        names = "both", "grad", "hvp", "vmap", "scan"
        found = [both(SUMS[name], FMM, (x, q, y, d))[0] for name in names]
        found.append(both(SUMS["both"], FMM | {"method": "treecode"}, (x, q, y, d))[0])
        simulated()
    return [max(found), 3 * SAME]


def by_rounds(names, n=N, m=M, options=FMM):
    """Sums whose devices exchange in rounds."""
    arrays = problem(n, m)
    plan = jaxfmm.plan(*split(arrays[0]), **options, exchange="rounds")
    rounds = plan.choice.capacity.rounds
    assert f"exchanges in {len(rounds)} rounds" in str(plan) and rounds
    with changed(Request, in_rounds=True):
        found = [
            both((SUMS | TARGETS)[name], options, arrays, targets=name in TARGETS)[0]
            for name in names
        ]
    return [max(found), SAME]


def in_rounds(check):
    """A check whose plans exchange in rounds."""
    with changed(Request, in_rounds=True):
        return check()


def rounds_in_place():
    """Points in place, an update that moves some, and borders by work."""
    rng = np.random.default_rng(0)
    x, at = two_clusters(24_000), np.arange(0, 24_000, 250)
    q, d = np.float32(rng.normal(size=24_000)), np.float32(rng.normal(size=(24_000, 3)))
    options = {"method": "fmm", "order": 8, "theta": 0.6, "leaf_size": 64}
    points, charges, _ = jaxfmm.distribute(*split(x, q))
    worst = 0.0
    with (
        changed(Request, in_rounds=True),
        changed(domains, UNEVEN=0.0, ROUNDS=1, WORTH=-9.0),
    ):
        plan = jaxfmm.plan(points, **options)
        assert plan.choice.capacity.rounds and plan.choice.capacity.owned_points
        for moved in (points, points + np.float32(1e-3) * d):
            value = np.asarray(jaxfmm.potential(moved, charges, plan=plan.update(moved)))
            here = np.asarray(moved)
            plan_at = jaxfmm.plan(here, here[at], method="direct")
            exact = jaxfmm.potential(here, np.asarray(charges), here[at], plan=plan_at)
            worst = max(worst, error(value[at], exact))
    return [worst, TOL]


def rounds_overflow():
    """A round without capacity, or without a pair that needs points, is NaN inside jit, and an
    error outside. A pair that needs roots alone needs no round."""
    x, q, *_ = problem()
    x, q = split(x, q)
    plan = jaxfmm.plan(x, **FMM, exchange="rounds")
    first, *others = plan.choice.capacity.rounds
    sender, _ = first.pairs[0]
    alone = tuple(NOBODY if one == sender else to for one, to in enumerate(first.to))
    names, wrong = ("nodes", "multipoles", "points"), []
    for changes in (*({name: 1} for name in names), {"to": alone}):
        rounds = (first._replace(**changes), *others)
        small = dataclasses.replace(plan, choice=plan.choice.with_capacity(rounds=rounds))
        made = jax.jit(lambda plan, x: plan.update(x))(small, x)
        value = jax.jit(lambda plan: jaxfmm.potential(x, q, plan=plan))(made)
        if int(made.status) != Status.EXCHANGE or not bool(jnp.isnan(value).all()):
            wrong.append((changes, int(made.status)))
        errors_of({"headroom": functools.partial(small.update, x)})
    assert not wrong, wrong
    return [len(wrong), 0]


def same_bits():
    """From run to run, after a gradient, and in the caller's order."""
    x, q, *_ = problem()
    x, q = split(x, q)
    plan = jaxfmm.plan(x, **FMM)
    first = jaxfmm.potential(x, q, plan=plan)
    jax.grad(energy, 1)(plan, x, q)
    again = jaxfmm.potential(x, q, plan=jaxfmm.plan(x, **FMM))
    return [float(np.abs(np.asarray(first) - np.asarray(again)).max()), 0.0]


def overflow():
    """Too little room is NaN inside jit, and an error outside."""
    x, q, *_ = problem()
    x, q = split(x, q)
    plan = jaxfmm.plan(x, **FMM)
    wrong = 0
    for name in ("near", "far", "source_leaves", "routed", "sent_nodes", "sent_points"):
        small = dataclasses.replace(plan, choice=plan.choice.with_capacity(**{name: 16}))
        made = jax.jit(lambda plan, x: plan.update(x))(small, x)
        value = jax.jit(lambda plan: jaxfmm.potential(x, q, plan=plan))(made)
        wrong += int(made.status) == 0 or not bool(jnp.isnan(value).all())
        try:
            small.update(x)
            wrong += 1
        except ValueError as reason:
            wrong += "headroom" not in str(reason)
    return [wrong, 0]


def refused():
    """What would be silently wrong, or silently done by every device, is an error."""
    x, q, y, _ = problem()
    x, q = split(x, q)
    one = jaxfmm.plan(np.asarray(x), **FMM)
    explicit = (
        jaxfmm.plan(x, **FMM),
        *split(np.asarray(x), np.asarray(q), mesh=mesh_of(AxisType.Explicit)),
    )
    across = jax.device_put(
        np.ones((8, 4 * len(jax.devices()))),
        NamedSharding(mesh_of(), PartitionSpec(None, "devices")),
    )
    cases = {
        "made for points on one": lambda: jaxfmm.potential(x, q, plan=one),
        "made for points on one, too": lambda: one.update(x),
        "outside of jit, where it is known how they are split": lambda: jax.jit(jaxfmm.distribute)(
            x
        ),
        "on meshes with automatic axes": lambda: jaxfmm.distribute(explicit[1]),
        "a row for each of the 1200 points": lambda: jaxfmm.distribute(x, q[:4]),
        "each of 0 to 1199 once": lambda: jaxfmm.collect(split(np.zeros(N, np.int32))[0], q),
        "along their first axis": lambda: jaxfmm.plan(across, kernel=jaxfmm.Gaussian(1.0)),
        "inside jit no plan is made": lambda: jax.jit(jaxfmm.potential)(*explicit[1:]),
        "inside jit no plan is made, too": lambda: jax.jit(lambda x: jaxfmm.plan(x))(explicit[1]),
        "would compute the whole sum": lambda: jax.jit(
            lambda x, q: jaxfmm.potential(x, q, plan=one)
        )(*explicit[1:]),
        "have left the cells": lambda: jaxfmm.potential(x[::-1], q, plan=jaxfmm.plan(x, **FMM)),
        "has a tree on each of them": lambda: jaxfmm.show(explicit[0]),
        "NaN or infinite": lambda: jaxfmm.plan(x.at[3].set(jnp.nan), **FMM),
    }
    return errors_of(cases)


def errors_of(cases):
    """[0, 0] if each of {text: function} raises a ValueError that says the text."""
    wrong = []
    for text, run in cases.items():
        try:
            run()
            wrong.append(text)
        except ValueError as reason:
            if text.split(", too")[0] not in str(reason):
                wrong.append(f"{text}: {reason}")
    assert not wrong, wrong
    return [len(wrong), 0]


def all_pairs():
    """Where a method has no row in the table, kernels are summed over all pairs, and the plan says
    why; where these are too many, only if they are asked for."""
    (x,), size = split(problem()[0]), len(jax.devices())
    why, kernel = "'fmm' for Helmholtz runs on one device only", jaxfmm.Helmholtz(2.0)
    usual, row = choose.MOST_PAIRS, OVER_MESH.pop(WaveFMM)
    plan = jaxfmm.plan(x, kernel=kernel)
    assert plan.is_direct and why in str(plan)
    advice = f"{choose.ON_ONE}, or plan with method='direct' to sum all pairs nevertheless"
    too_many = {f"{why}; {advice}": lambda: jaxfmm.plan(x, kernel=kernel)}
    assert why in str(plan.update(0.5 * x))
    one = jaxfmm.plan(np.asarray(x), method="direct")
    over = jaxfmm.plan(x, method="direct")
    assert over.choice.method.time(over) == one.choice.method.time(one) / size
    assert "an FMM on one device would take about" in str(over) and "on one device" not in str(one)
    refused = {"not computed over several": lambda: jaxfmm.plan(x, kernel=kernel, method="fmm")}
    try:
        choose.MOST_PAIRS = N * N - 1
        errors_of(too_many | refused)
        assert jaxfmm.plan(x, kernel=kernel, method="direct").is_direct
        assert jaxfmm.plan(x).is_direct  # the fastest for so few points
    finally:
        choose.MOST_PAIRS, OVER_MESH[WaveFMM] = usual, row
    return [0, 0]


def eager():
    """Without jit, and without a plan."""
    x, q, *_ = problem()
    exact = jaxfmm.potential_and_gradient(x, q)
    value = jaxfmm.potential_and_gradient(*split(x, q))
    gradient = jax.grad(energy, 1)(jaxfmm.plan(*split(x), **FMM), *split(x, q))
    assert all(any(x.sharding.spec) for x in (*value, gradient))
    return [
        max(error(value, exact), error(gradient, jax.grad(jaxfmm.energy)(x, jnp.asarray(q)))),
        TOL,
    ]


def sums_in_cell(base, plan, other, x, q, y, cell):
    return (
        jaxfmm.potential_and_gradient(x, q, plan=plan),
        jax.grad(lambda cell: jaxfmm.energy(x, q, kernel=jaxfmm.Periodic(base, cell), plan=plan))(
            cell
        ),
        jax.grad(lambda x, q: squares(other, x, q, y), (0, 1))(x, q),
        jaxfmm.potential(0.9 * x, q, plan=plan.update(0.9 * x)),
    )


def in_cells(cases, n=N):
    """Periodic kernels: sums, gradients with separate targets, derivatives in the cell."""
    x, q, y, _ = problem(n)
    worst, q = 0.0, q - q.mean()
    cells = {"cube": 1.0, "triclinic": np.float32([[1, 0, 0], [0.2, 0.9, 0], [0, 0.1, 1.1]])}
    inner = {"Laplace": jaxfmm.Laplace(), "Yukawa": jaxfmm.Yukawa(8.0)}
    for name, cell, options in cases:
        base, cell = inner[name], jnp.asarray(cells[cell])
        kernel, found = jaxfmm.Periodic(base, cell), []
        for given in (split(x, q, y), tuple(map(jnp.asarray, (x, q, y)))):
            plan = jaxfmm.plan(given[0], kernel=kernel, **options)
            other = jaxfmm.plan(given[0], given[2], kernel=kernel, **options)
            found.append(jax.jit(functools.partial(sums_in_cell, base))(plan, other, *given, cell))
        worst = max(worst, *(error(a, b) for a, b in zip(*found)))
    return [worst, 1e-4]


def distributed():
    """Points in place give the results that they give in any order, which is restored, and a plan
    that sees where they are."""
    x, q, *_ = problem(4000)
    along = np.argsort(x[:, 0])
    worst, once = 0.0, split(x, q)
    exact = jaxfmm.potential(x, q, plan=jaxfmm.plan(x, method="direct"))
    plan = jaxfmm.plan(*split(x), **FMM)
    assert "sent to their domains in every sum" in str(plan)
    for order in (np.arange(4000), along, along[::-1]):
        given = split(x[order], q[order])
        points, charges, numbers = jaxfmm.distribute(*given)
        back = jaxfmm.collect(numbers, {"points": points, "charges": charges})
        assert all((a == b).all() for a, b in zip(given, (back["points"], back["charges"])))
        plan = jaxfmm.plan(points, **FMM)
        assert plan.choice.capacity.in_place and int(plan.prepared[1].migrants) < 40
        assert "points in place" in str(plan)
        value = jaxfmm.collect(numbers, jaxfmm.potential(points, charges, plan=plan))
        assert any(value.sharding.spec)
        worst = max(worst, error(value, exact[order]))
    if len(jax.devices()) > 2:  # two devices never send more than all of their points
        assert jaxfmm.plan(given[0], **FMM).choice.capacity.dealt
    worst = max(worst, error(jaxfmm.potential(*once, plan=jaxfmm.plan(once[0], **FMM)), exact))
    return [worst, SAME]


def migrants():
    """Points that cross borders in `jit`, that all move along, and that turn round, for which the
    plan has no capacity."""
    x, q, _, d = problem(4000)
    (x, d, q), worst = map(np.asarray, jaxfmm.distribute(*split(x, d, q))[:3]), 0.0
    plan = jaxfmm.plan(*split(x), **FMM)

    @jax.jit
    def moved(x, q, plan):
        plan = plan.update(x)
        return jaxfmm.potential(x, q, plan=plan), plan.prepared[1].migrants, plan

    for points, most in ((x + np.float32(0.004) * d, 200), (x + np.float32(0.3), 40)):
        value, count, now = moved(*split(points, q), plan)
        exact = jaxfmm.potential(points, q, plan=jaxfmm.plan(points, method="direct"))
        worst = max(worst, error(value, exact))
        assert 0 < int(count) < most or most == 40 and int(count) < most, int(count)
    again = moved(*split(points, q), now)[0]  # with the borders that were found on the way
    worst = max(worst, error(again, exact))
    value, _, turned = moved(*split(1 - x, q), plan)
    assert int(turned.status) & Status.EXCHANGE and bool(jnp.isnan(value).all())
    return [
        worst + errors_of({"jaxfmm.distribute puts": lambda: plan.update(*split(1 - x))})[0],
        SAME,
    ]


def equal_coordinates():
    """Many points share each coordinate, so that borders run through points of equal ones: points
    that are in place stay there nevertheless."""
    x = np.round(8 * problem(4000)[0]).astype(np.float32)
    points, numbers = jaxfmm.distribute(*split(x))
    again, same = jaxfmm.distribute(points)
    plan = jaxfmm.plan(points, **FMM)
    assert plan.choice.capacity.in_place and int(plan.prepared[1].migrants) == 0
    moved = np.abs(jaxfmm.collect(numbers, points) - x).max() + np.abs(again - points).max()
    return [float(moved) + float((same != np.arange(4000)).sum()), 0.0]


def at_rest():
    """Where all points stay, a sum exchanges border points and multipoles alone: points, charges
    and results have no exchange that always runs. The shown bytes say so."""
    x, q, _, d = problem(4000)
    x, q, d = map(np.asarray, jaxfmm.distribute(*split(x, q, d))[:3])
    plan = jaxfmm.plan(*split(x), **FMM)
    assert int(plan.prepared[1].migrants) == 0
    total = jax.jit(lambda x, q, plan: jaxfmm.potential(x, q, plan=plan))
    under_condition, always = total.lower(*split(x, q), plan).compile().as_text().split("ENTRY")
    counts = [text.count(" all-to-all(") for text in (under_condition, always)]
    assert counts == [3, 2], counts  # 3: of the points of the check too
    moved = plan.update(*split(x + np.float32(0.004) * d))
    assert int(moved.prepared[1].migrants) > 0
    some, none = (float(str(one).split("each sends ")[1].split(" MiB")[0]) for one in (moved, plan))
    most = 8 * (len(jax.devices()) - 1) * 4 * plan.choice.capacity.routed / 2**20
    assert abs(some - none - most) <= 0.1, (some, none, most)
    exact = jaxfmm.potential(x, q, plan=jaxfmm.plan(x, method="direct"))
    return [error(total(*split(x, q), plan), exact), SAME]


def by_grid():
    """Gaussians by a grid that the devices fill together, at the same targets and at others."""
    options, kernel = {"method": "fourier"}, jaxfmm.Gaussian(0.2)
    found = [both(SUMS[name], options, problem(), kernel) for name in ("both", "grad", "hvp")]
    found += [both(f, options, problem(), kernel, targets=True) for f in TARGETS.values()]
    return [max(one[0] for one in found), SAME]


def by_all_sources():
    """Gaussians by the fast Gauss transform and by exponentials, at the same targets and at others,
    beside one device."""
    worst = 0.0
    for method, dim in (("fgt", 2), ("exponentials", 1)):
        options, kernel, arrays = {"method": method}, jaxfmm.Gaussian(0.2), problem(dim=dim)
        names = ("both", "grad", "hvp", "vmap", "update")
        found = [both(SUMS[name], options, arrays, kernel) for name in names]
        found += [both(f, options, arrays, kernel, targets=True) for f in TARGETS.values()]
        worst = max(worst, *(one[0] for one in found))
    return [worst, TOL]  # translations differ between devices with other targets


def mirrors():
    """Two mirrors: derivatives in points, charges and places of mirrors, an update, and targets."""
    arrays = problem()

    def kernel(at):
        return jaxfmm.Mirror(jaxfmm.Mirror(jaxfmm.Laplace(), axis=0, at=at), axis=2, at=1.02)

    def slope(plan, x, q, *_):
        total = jax.grad(lambda at: jaxfmm.energy(x, q, kernel=kernel(at), plan=plan))
        return total(jnp.float32(-0.02)), jaxfmm.potential(x, q, plan=plan)

    options, made = FMM | {"order": 10}, kernel(-0.02)
    found = [both(SUMS[name], options, arrays, made)[0] for name in ("grad", "update")]
    found.append(both(slope, options, arrays, made)[0])
    found.append(both(TARGETS["targets grad"], options, arrays, made, targets=True)[0])
    plan = jaxfmm.plan(*split(arrays[0]), kernel=made, **options)
    assert "sent to their domains" in str(plan) and "jaxfmm.distribute" not in str(plan)
    return [max(found), 1e-5]


def by_treecode():
    options, arrays = FMM | {"method": "treecode"}, problem()
    found = [both(SUMS["grad"], options, arrays), both(SUMS["update"], options, arrays)]
    found += [both(f, options, arrays, targets=True) for f in TARGETS.values()]
    return [max(one[0] for one in found), SAME]


def measured():
    """Plans that measure their errors: a kernel of vectors, one of the user's, separate targets."""
    (x, q, y, d), worst, tol = problem(4000, 1600), 0.0, 1e-3
    radial = jaxfmm.Custom(lambda r2: 1 / (1 + r2), radial=True)
    for kernel, weights, at in ((jaxfmm.Stokeslet(), d, ()), (radial, q, ()), (radial, q, (y,))):
        plan = jaxfmm.plan(*split(x, *at), kernel=kernel, method="fmm", tol=tol)
        assert 0 < float(plan.measured) < tol / 2 and "measured when the plan" in str(plan)
        value = jaxfmm.potential(*split(x, weights, *at), plan=plan)
        direct = jaxfmm.plan(x, *at, kernel=kernel, method="direct")
        worst = max(worst, error(value, jaxfmm.potential(x, weights, *at, plan=direct)))
    return [worst, tol]


def simulated():
    """A cluster whose state is split, whose bodies move from device to device: positions on the
    way, the end, and a gradient through it."""
    start = jaxfmm.nbody.plummer(jax.random.key(0), N)
    options = {"softening": 0.05, "method": "fmm", "leaf_size": 8}
    names, worst = ("positions", "velocities", "masses"), 0.0
    alone = {name: getattr(start, name) for name in names}
    given = dict(zip(names, split(*alone.values())))

    def run(arrays, steps=20, **how):
        state = jaxfmm.nbody.State(**arrays)
        return jaxfmm.nbody.simulate(state, steps, 0.05, record_every=steps // 2, **options, **how)

    for scheme in ("leapfrog", "hermite"):
        (end, history), (end_alone, alone_history) = (
            run(arrays, scheme=scheme) for arrays in (given, alone)
        )
        assert all(any(x.sharding.spec) for x in (end.positions, history.positions))
        worst = max(worst, error(end.velocities, end_alone.velocities))
        worst = max(worst, error(history.positions, alone_history.positions))
        worst = max(worst, error(end.masses, alone["masses"]))

    for timestep in ("adaptive", "block"):  # on one device alone, and the error says so
        with pytest.raises(ValueError, match="or put the bodies on one device"):
            state = jaxfmm.nbody.State(**given)
            jaxfmm.nbody.simulate(state, until=0.1, timestep=timestep, softening=0.05)

    def spread(velocities, arrays):
        end, history = run(arrays | {"velocities": velocities}, 4)
        return jnp.sum(jnp.square(end.positions)) + jnp.sum(history.positions[1, :, 0])

    slopes = (jax.grad(spread)(arrays["velocities"], arrays) for arrays in (given, alone))
    return [max(worst, error(*slopes)), TOL]


def simulated_by_body():
    """Bodies with softenings of their own, which stay on their devices."""
    start, own = jaxfmm.nbody.plummer(jax.random.key(0), 400), softenings()[0][:400] + 0.05
    alone = {name: getattr(start, name) for name in ("positions", "velocities", "masses")}
    ends = []
    for given in (dict(zip(alone, split(*alone.values()))), alone):
        state, options = jaxfmm.nbody.State(**given), {"method": "fmm", "leaf_size": 8}
        end, _ = jaxfmm.nbody.simulate(state, 10, 0.05, softening=own, **SPLINES, **options)
        ends.append((end.positions, end.velocities))
    return [error(*ends), TOL]


def more_kinds():
    """Hessians, dipoles, kernels of vectors, matrices."""
    x, q, y, d = problem()
    spread, worst = split(x, q, d), 0.0
    fmm, direct = jaxfmm.plan(spread[0], **FMM), jaxfmm.plan(x, method="direct")
    cases = [
        lambda x, q, d, plan: jaxfmm.hessian(x, q, plan=plan),
        lambda x, q, d, plan: jaxfmm.potential(x, q, dipoles=d, plan=plan),
        lambda x, q, d, plan: jaxfmm.KernelMatrix(x, kernel=jaxfmm.Laplace(), plan=plan) @ q,
        lambda x, q, d, plan: jaxfmm.potential(x, d, kernel=jaxfmm.Stokeslet()),
    ]
    for case in cases:
        value = case(*spread, fmm)
        assert any(value.sharding.spec)
        worst = max(worst, error(value, case(*map(jnp.asarray, (x, q, d)), direct)))
    return [worst, TOL]


def warned():
    """Inside jit, where JAX does not say how points of automatic axes are split."""
    x, q, *_ = problem()
    x, q = split(
        x, q, mesh=jax.make_mesh((len(jax.devices()),), ("devices",), axis_types=(AxisType.Auto,))
    )
    density = jaxfmm.KernelDensity(0.4).fit(np.asarray(x))
    cases = {
        "make the plan outside of jit": lambda x: jaxfmm.potential(
            x, q, plan=jaxfmm.plan(x, method="direct")
        ),
        "fit outside of jit": lambda x: jaxfmm.KernelDensity(0.4).fit(x).points,
        "fit it outside of jit": lambda x: density.log_density(x),
    }
    missing = []
    for text, run in cases.items():
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            jax.eval_shape(jax.jit(run), x)
        missing += [text] * (not any(text in str(one.message) for one in found))
    assert not missing, missing
    return [0, 0]


def printed():
    x, *_ = problem()
    text = str(jaxfmm.plan(*split(x), **FMM))
    wanted = [
        f"over {len(jax.devices())} devices",
        "pairs of points by device",
        "points of others by device",
        "status 0",
    ]
    return [sum(one not in text for one in wanted), 0]


CHECKS = {
    name: functools.partial(both, function, FMM, problem()) for name, function in SUMS.items()
}
CHECKS |= {
    f"direct {name}": functools.partial(both, f, {"method": "direct"}, problem())
    for name, f in SUMS.items()
}
CHECKS |= {
    f"explicit {name}": functools.partial(both, f, FMM, problem(), kind=AxisType.Explicit)
    for name, f in SUMS.items()
}
CHECKS |= {
    name: functools.partial(both, f, FMM, problem(), targets=True) for name, f in TARGETS.items()
}
CHECKS |= {f"kernel {name}": functools.partial(of_kernel, name) for name in KERNELS}
CHECKS |= {
    f.__name__: f
    for f in (
        of_parameters,
        uneven,
        few,
        far_apart,
        balanced,
        by_work,
        uneven_domains,
        same_bits,
        rounds_in_place,
        rounds_overflow,
        overflow,
        refused,
        all_pairs,
        eager,
        distributed,
        migrants,
        equal_coordinates,
        at_rest,
        by_grid,
        by_all_sources,
        by_treecode,
        mirrors,
        measured,
        simulated,
        simulated_by_body,
        more_kinds,
        warned,
        printed,
    )
}
CHECKS |= {
    f"{f.__name__} {method}": functools.partial(f, method)
    for f, methods in ((by_body, ("fmm", "treecode", "direct")), (by_species, ("truncated",)))
    for method in methods
}
CHECKS |= {
    "table": lambda: by_table(None),
    "table by XLA": lambda: by_table("xla"),
    "cells by FMM": lambda: in_cells([("Laplace", "triclinic", FMM)]),
    "cells of Yukawa": lambda: in_cells([("Yukawa", "cube", ROUGH | {"theta": 0.4})], 400),
    "cells by Ewald": lambda: in_cells([("Laplace", "triclinic", {"method": "ewald"})]),
    "cells direct": lambda: in_cells([("Laplace", "cube", {"method": "direct"})]),
    "rounds": functools.partial(by_rounds, ["both"]),
    "rounds, derivatives": functools.partial(by_rounds, ["grad", "hvp", "vmap", "scan", "columns"]),
    "rounds, targets": functools.partial(by_rounds, TARGETS),
    # images, roots that move, and the root of all
    "rounds in cells": lambda: in_rounds(
        lambda: in_cells([("Laplace", "triclinic", FMM), ("Laplace", "cube", {"method": "ewald"})])
    ),
    "rounds, simulated": lambda: in_rounds(simulated),
    "rounds, by body": lambda: in_rounds(lambda: by_body("fmm")),
    "rounds, treecode": functools.partial(
        by_rounds, ["both", "update"], options=FMM | {"method": "treecode"}
    ),
    "rounds of 20 devices": functools.partial(by_rounds, ["vmap", "update"], 1200, 400),
    "rounds of 20 devices, gradients": functools.partial(
        by_rounds, ["grad", "targets grad"], 1200, 400
    ),
    "complete cube": functools.partial(complete, lambda n: problem(n)[0], 4008),
    "complete Plummer": functools.partial(complete, plummer, 4008),
}


def results(names):
    """{name: [error, bound]}"""
    return {name: CHECKS[name]() for name in names}
