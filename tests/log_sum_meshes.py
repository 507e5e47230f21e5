"""Checks of log-sum-exp sums and transport over the devices of a mesh, beside one device, for a
process that has several (`test_log_sum_mesh`). Each is a function that gives an error and its
bound."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec
from meshes import error, errors_of, mesh_of, split

import jaxfmm
from jaxfmm import sinkhorn_loop, transport

N, M, K = 64, 48, 2
SAME = 1e-10  # in float64
TOL = 1e-11
KINDS = AxisType.Auto, AxisType.Explicit
BANDWIDTHS = {
    "1D": (1, 0.2),
    "2D": (2, 0.3),
    "3D": (3, 0.3),
    "by axis": (2, [0.1, 0.3]),
    "matrix": (2, [[0.04, 0.02], [0.02, 0.06]]),
    "by pairs": (70, 3.0),
}


def in_float64(check):
    @functools.wraps(check)
    def run(*args):
        with jax.enable_x64(True):
            return check(*args)

    return run


def problem(dim=2, n=N, m=M):
    """Sources, logarithms of weights that differ by hundreds, and targets near and far."""
    rng = np.random.default_rng(0)
    x = 3 * rng.random((m, dim)) - 1
    x[-3:] += 100
    return rng.random((n, dim)), 100 * rng.normal(size=n), x


def log_sum(y, w, x, h):
    return jaxfmm.log_sum_exp(y, w, x, bandwidth=h, tol=TOL)


def spread(*arrays, kind=AxisType.Auto):
    return split(*arrays, mesh=mesh_of(kind))


def is_split(array):
    assert len(array.sharding.device_set) == len(jax.devices()) and any(array.sharding.spec)
    assert array.addressable_shards[0].data.shape[0] == len(array) // len(jax.devices())
    return True


def ways(function, number, *arrays):
    """Results of function(number, *arrays) with arrays that are split: outside of `jit` and inside,
    over automatic axes and explicit ones."""
    for kind in KINDS:
        placed = spread(*arrays, kind=kind)
        for run in (function, jax.jit(function)):
            yield run(number, *placed)


@in_float64
def values(name):
    dim, h = BANDWIDTHS[name]
    y, w, x = problem(dim)
    both, h = np.stack([w, 0 * w], axis=1), jnp.asarray(h)
    arrays = tuple(map(jnp.asarray, (y, both, x)))

    def function(h, y, w, x):
        return log_sum(y, w, x, h), log_sum(y, w[:, 0], x, h), log_sum(y, w[:, 0], None, h)

    exact = function(h, *arrays)
    found = list(ways(function, h, *arrays))
    assert all(is_split(value) for each in found for value in each)
    return [max(error(each, exact) for each in found), SAME]


def loss(h, y, w, x):
    return jnp.sum(jnp.sin(0.1 * log_sum(y, w, x, h)) * jnp.arange(1.0, len(x) + 1))


DERIVATIVES = {
    "grad": jax.grad(loss, (0, 1, 2, 3)),
    "jvp": lambda *given: jax.jvp(
        lambda h, *a: log_sum(*a, h),
        given,
        tuple(jnp.cos(jnp.arange(1.0, 1 + a.size)).reshape(a.shape) for a in given),
    )[1],
}
DERIVATIVES["hvp"] = lambda *given: jax.jvp(
    DERIVATIVES["grad"], given, jax.tree.map(jnp.ones_like, given)
)[1]


@in_float64
def derivatives(name, dim=2):
    y, w, x = problem(dim)
    function, given = DERIVATIVES[name], tuple(map(jnp.asarray, (0.3, y, 0.1 * w, x)))
    exact = function(*given)
    assert all(jnp.any(a != 0) for a in jax.tree.leaves(exact))
    worst = 0.0
    for kind in KINDS:
        placed = (given[0], *spread(*given[1:], kind=kind))
        found = [jax.jit(function)(*placed)]
        found += [function(*placed)] if kind == AxisType.Auto else []
        worst = max(
            worst,
            *(
                error(*pair)
                for each in found
                for pair in zip(jax.tree.leaves(each), jax.tree.leaves(exact))
            ),
        )
    return [worst, SAME]


@in_float64
def uneven():
    """Numbers of points that the devices do not divide, fewer targets than devices, and none."""
    y, w, x = (jnp.asarray(a) for a in problem())
    every, worst = jnp.asarray(0.3), 0.0
    for n, m in ((N - 3, M - 5), (3, 1), (N, 0)):

        def cut(y, w, x, n=n, m=m):
            return jax.value_and_grad(loss, (1, 2, 3))(every, y[:n], w[:n], x[:m])

        exact = cut(y, w, x)
        found = (run(*spread(y, w, x)) for run in (cut, jax.jit(cut)))
        worst = max(worst, *(error(each, exact) for each in found))
    (split_y,) = spread(y)
    for at in (x[:-1], np.asarray(x)[:-1]):  # on one device
        found = log_sum(split_y, w, at, 0.3)
        assert len(found.sharding.device_set) == len(jax.devices())
        worst = max(worst, error(found, log_sum(y, w, x[:-1], 0.3)))
    return [worst, SAME]


@in_float64
def one_is_split():
    """Whichever of the arrays is split: results are split, also where others lie on one device."""
    arrays, worst = [jnp.asarray(a) for a in problem()], 0.0
    exact = log_sum(*arrays, 0.3)
    for place in range(3):
        given = [jax.device_put(a, jax.devices()[-1]) for a in arrays]
        given[place] = spread(arrays[place])[0]
        found = log_sum(*given, 0.3)
        assert is_split(found)
        slope = jax.grad(
            lambda a, given=given, place=place: log_sum(
                *given[:place], a, *given[place + 1 :], 0.3
            ).sum()
        )
        other = jax.grad(
            lambda a, place=place: log_sum(*arrays[:place], a, *arrays[place + 1 :], 0.3).sum()
        )
        worst = max(worst, error(found, exact), error(slope(given[place]), other(arrays[place])))
    return [worst, SAME]


@in_float64
def by_segments():
    y, w, x = (jnp.asarray(a) for a in problem())
    own_y, own_x = jnp.arange(N) % 3, jnp.arange(M) % 4 - 1  # some are padding

    def function(h, y, w, x, own_y, own_x):
        options = {"segments": own_y, "num_segments": 3, "target_segments": own_x}
        return jaxfmm.log_sum_exp(y, w, x, bandwidth=h, tol=TOL, **options)

    h = jnp.asarray([0.2, 0.3, 0.4])
    exact = function(h, y, w, x, own_y, own_x)
    found = list(ways(function, h, y, w, x, own_y, own_x))
    assert all(map(is_split, found))
    return [max(error(value, exact) for value in found), SAME]


@in_float64
def with_a_plan():
    """A plan over the mesh gives the sums with digits, the walk the others."""
    y, w, x = problem()
    w, kernel, found = 0.01 * w, jaxfmm.Gaussian(0.3), []

    def function(plan, y, w, x):
        return jaxfmm.log_sum_exp(y, w, x, bandwidth=0.3, tol=1e-5, plan=plan)

    for method, at in (("fourier", x), ("fourier", None), ("direct", x)):
        one = function(None, y, w, at)
        placed = [*spread(y, w), None if at is None else spread(at)[0]]
        plan = jaxfmm.plan(placed[0], placed[2], kernel=kernel, tol=1e-6, method=method)
        for run in (function, jax.jit(function)):
            value = run(plan, *placed)
            assert is_split(value)
            found.append(error(value, one))
    return [max(found), 1e-5]


@in_float64
def over_axes():
    """A mesh of two axes, with points split over one of them or over both."""
    devices = np.array(jax.devices()).reshape(2, -1)
    y, w, x = (jnp.asarray(a) for a in problem())
    exact, worst = log_sum(y, w, x, 0.3), 0.0
    for kind in KINDS:
        mesh = Mesh(devices, ("rows", "columns"), axis_types=(kind,) * 2)
        for axes in ("rows", ("rows", "columns")):
            given = jax.device_put((y, w, x), NamedSharding(mesh, PartitionSpec(axes)))
            eager = log_sum(*given, 0.3)
            assert eager.sharding.is_equivalent_to(given[1].sharding, 1), (
                eager.sharding,
                axes,
                kind,
            )
            worst = max(worst, error(eager, exact), error(jax.jit(log_sum)(*given, 0.3), exact))
    return [worst, SAME]


@in_float64
def closed_over():
    """Arrays that a function in `jit` closes over, and does not take."""
    sources, given = tuple(map(jnp.asarray, problem())), tuple(map(jnp.asarray, clouds()))
    placed, split_clouds = spread(*sources), spread(*given)
    found = [
        jax.jit(lambda x: log_sum(*placed[:2], x, 0.3))(placed[2]),
        jax.jit(lambda h: log_sum(*placed, h))(0.3),
        jax.jit(lambda x: log_sum(*map(np.asarray, sources[:2]), x, 0.3))(placed[2]),
    ]
    potential = jax.jit(lambda epsilon: sinkhorn(epsilon, *split_clouds).f)(0.05)
    assert all(map(is_split, (*found, potential)))
    exact = log_sum(*sources, 0.3)
    worst = max(error(value, exact) for value in found)
    return [max(worst, error(potential, sinkhorn(0.05, *given).f)), SAME]


def is_divided():
    """In `jit` each device has a part of the targets, over automatic axes too, where JAX does not
    say how they are split; a batch too. Within `shard_map` nothing is split again."""
    y, w, x = spread(*(np.float32(a) for a in problem()))

    def program(function, *given):
        return str(jax.make_jaxpr(function)(*given))

    def function(y, w, x):
        return jaxfmm.log_sum_exp(y, w, x, bandwidth=0.3)

    rows = f"f32[{M // len(jax.devices())},2]"
    assert rows in program(jax.jit(function), y, w, x)
    assert rows in program(function, y, w, x)
    batch = jax.vmap(function, (None, 0, None))
    both = jnp.stack([w, 0 * w])
    found, exact = jax.jit(batch)(y, both, x), batch(*map(np.asarray, (y, both, x)))
    spec = PartitionSpec("devices")
    inside = jax.shard_map(
        function,
        mesh=mesh_of(),
        in_specs=(PartitionSpec(),) * 2 + (spec,),
        out_specs=spec,
        check_vma=False,
    )
    by_hand = jax.jit(inside)(y, w, x)
    assert program(inside, y, w, x).count("shard_map") == 1
    return [max(error(found, exact), error(by_hand, exact[0])), 1e-6]


def refused():
    y, w, x = (np.float32(a) for a in problem(4))
    placed, mesh = spread(y, w, x), mesh_of()
    across = jax.device_put(x, NamedSharding(mesh, PartitionSpec(None, "devices")))
    explicit = jax.device_put(
        x, NamedSharding(mesh_of(AxisType.Explicit), PartitionSpec(None, "devices"))
    )
    plane = [a[:, :2] if a.ndim == 2 else a for a in placed]
    on_one = jaxfmm.plan(y[:, :2], x[:, :2], kernel=jaxfmm.Gaussian(0.3))

    def run(y, w, x, **options):
        return jaxfmm.log_sum_exp(y, w, x, bandwidth=0.3, **options)

    return errors_of(
        {
            "targets are split over": lambda: run(*placed[:2], across),
            "sources are split over": lambda: run(across, np.zeros(M, np.float32), placed[0]),
            "targets are split over, too": lambda: jax.jit(run)(y, w, explicit),
            "made for points on one": lambda: run(*plane, plan=on_one),
            "x are split over": lambda: transport.sinkhorn(across, y, epsilon=0.1),
            "y are split over": lambda: transport.sinkhorn(y, across, epsilon=0.1),
        }
    )


def clouds(n=N, m=M):
    rng = np.random.default_rng(1)
    x, y, a, b = (
        rng.random((n, 2)),
        0.5 * rng.random((m, 2)) + 1,
        1 + rng.random(n),
        1 + rng.random(m),
    )
    return x, y, a / a.sum(), b / b.sum()


def sinkhorn(epsilon, x, y, a, b, **options):
    return transport.sinkhorn(x, y, a, b, epsilon=epsilon, tol=1e-9, **options)


def divergence(epsilon, *clouds):
    return transport.sinkhorn_divergence(*clouds, epsilon=epsilon, tol=1e-9)


@in_float64
def transported(reach=None):
    """Costs, potentials, status and maps."""
    epsilon, given = jnp.asarray(0.05), tuple(map(jnp.asarray, clouds()))

    def function(epsilon, *clouds):
        return sinkhorn(epsilon, *clouds, reach=reach)

    exact = function(epsilon, *given)
    assert int(exact.status) == 0
    worst = 0.0
    for found in ways(function, epsilon, *given):
        assert is_split(found.f) and is_split(found.g) and int(found.status) == 0
        assert int(found.iterations) == int(exact.iterations)
        worst = max(
            worst,
            *(error(getattr(found, name), getattr(exact, name)) for name in "cost f g".split()),
        )
        with jax.set_mesh(found.x.sharding.mesh):
            moved = found.barycenters()
        assert is_split(moved) and error(moved, exact.barycenters()) <= 1e-6
    uniform, alone = (
        transport.sinkhorn(x, y, epsilon=0.05, tol=1e-9) for x, y in (spread(*given[:2]), given[:2])
    )
    assert is_split(uniform.f)
    return [max(worst, error(uniform.f, alone.f)), SAME]


@in_float64
def divergences():
    """Divergences with gradients, and a Hessian-vector product of a cost."""
    epsilon, given = jnp.asarray(0.1), tuple(map(jnp.asarray, clouds()))

    def slope(epsilon, *clouds):
        return jax.value_and_grad(divergence, (0, 1, 2, 3, 4))(epsilon, *clouds)

    def curved(epsilon, x, *rest):
        gradient = jax.grad(lambda x: sinkhorn(epsilon, x, *rest).cost)
        return jax.jvp(gradient, (x,), (jnp.cos(9 * x),))[1]

    worst = 0.0
    for function in (slope, curved):
        exact = function(epsilon, *given)
        for kind in KINDS:
            placed = spread(*given, kind=kind)
            found = [jax.jit(function)(epsilon, *placed)]
            found += [function(epsilon, *placed)] if kind == AxisType.Auto else []
            for each in found:
                assert any(
                    is_split(leaf)
                    for leaf in jax.tree.leaves(each)
                    if leaf.ndim and any(leaf.sharding.spec)
                )
                worst = max(
                    worst,
                    *(error(*pair) for pair in zip(jax.tree.leaves(each), jax.tree.leaves(exact))),
                )
    return [worst, 1e-8]


@in_float64
def without_convergence():
    """Status and NaN as on one device."""
    given = tuple(map(jnp.asarray, clouds()))
    found = sinkhorn(0.01, *spread(*given), max_iterations=2)
    assert int(found.status) == 1 and bool(jnp.isnan(found.cost))
    infinite = sinkhorn(0.01, *spread(given[0].at[5].set(jnp.nan), *given[1:]))
    assert int(infinite.status) == 2
    return errors_of({"did not converge": found.check, "hold NaN": infinite.check})


@in_float64
def more_points_than_clusters():
    """Annealing between clusters, which every device finds, of numbers of points that the devices
    do not divide."""
    usual = sinkhorn_loop.CLUSTERS, sinkhorn_loop.MORE
    given, worst = tuple(map(jnp.asarray, clouds(168, 120))), 0.0

    def function(epsilon, x, y, a, b):
        return sinkhorn(epsilon, x, y[:-1], a, b[:-1] / b[:-1].sum())

    try:
        sinkhorn_loop.CLUSTERS, sinkhorn_loop.MORE = 16, 4
        jax.clear_caches()
        exact = function(jnp.asarray(0.02), *given)
        for run in (function, jax.jit(function)):
            found = run(jnp.asarray(0.02), *spread(*given))
            assert int(found.status) == 0 and int(found.iterations) == int(exact.iterations)
            worst = max(
                worst, *(error(getattr(found, k), getattr(exact, k)) for k in ("cost", *"fg"))
            )
    finally:
        sinkhorn_loop.CLUSTERS, sinkhorn_loop.MORE = usual
        jax.clear_caches()
    return [worst, SAME]


CHECKS = {f"values {name}": functools.partial(values, name) for name in BANDWIDTHS}
CHECKS |= {name: functools.partial(derivatives, name) for name in DERIVATIVES}
CHECKS |= {f"{name} by pairs": functools.partial(derivatives, name, 70) for name in DERIVATIVES}
CHECKS |= {
    f.__name__: f
    for f in (
        uneven,
        one_is_split,
        by_segments,
        with_a_plan,
        over_axes,
        closed_over,
        is_divided,
        refused,
        transported,
        divergences,
        without_convergence,
        more_points_than_clusters,
    )
}
CHECKS |= {"unbalanced": lambda: transported(0.5)}


def results(names):
    """{name: [error, bound]}"""
    return {name: CHECKS[name]() for name in names}
