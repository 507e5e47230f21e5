"""Pairs of points that sums leave out."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm

N = 60
PAIRS = np.array([[0, 1], [2, 1], [5, 40], [7, 3], [59, 0], [12, 13]])
SHARES = np.array([0.0, 0.5, 0.25, 1.0, 0.0, -1.0])  # that count all the same
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
OBLIQUE = np.array([[1.0, 0.1, 0.0], [0.2, 1.1, 0.1], [-0.1, 0.3, 0.9]])


def points(dim=3, n=N):
    return jnp.asarray(np.random.default_rng(0).random((n, dim)))


def charges(*shape):
    q = np.random.default_rng(1).normal(size=shape)
    return jnp.asarray(q - q.mean(0))


def of_pairs(x, q, kernel, results, cell=None, dipoles=None):
    """What the pairs give, times what is left out, at their points, pair by pair."""
    totals = [np.zeros(r.shape, r.dtype) for r in results]
    for (i, j), share in zip(PAIRS, SHARES):
        for at, of in ((i, j), (j, i)):
            offset = x[at] - x[of]
            offset = offset if cell is None else jaxfmm.minimum_image(offset, cell)
            weights = {} if dipoles is None else {"dipoles": dipoles[of][None]}
            both = jaxfmm.potential_and_gradient(
                (x[at] - offset)[None], q[of][None], x[at][None], kernel=kernel, **weights
            )
            for total, value in zip(totals, both):
                total[at] += (1 - share) * np.asarray(value[0])
    return totals


def uneven(x, y):
    return jnp.exp(-jnp.square(x - y).sum()) * (1 + x[0] * y[1] + y[0])


SMALL = {"method": "fmm", "leaf_size": 8}
CASES = {
    "Laplace": (jaxfmm.Laplace(), 3, {}),
    "Laplace in the plane": (jaxfmm.Laplace(), 2, {}),
    "softened": (jaxfmm.Laplace(0.1), 3, {}),
    "Yukawa": (jaxfmm.Yukawa(3.0), 3, {}),
    "matrix": (jaxfmm.Gaussian(0.1 * OBLIQUE @ OBLIQUE.T), 3, {}),
    "Helmholtz": (jaxfmm.Helmholtz(4.0), 3, {}),
    "Cauchy": (jaxfmm.Cauchy(), 2, {}),
    "not symmetric": (jaxfmm.Custom(uneven), 2, {"method": "direct"}),
    "by expansions": (jaxfmm.Laplace(), 3, {"method": "fmm", "leaf_size": 8}),
    "vectors": (jaxfmm.Stokeslet(), 3, {"method": "direct"}),
    "vectors by expansions": (jaxfmm.Stokeslet(), 3, SMALL),
    "vectors in the plane": (jaxfmm.Stokeslet(), 2, SMALL),
    "vectors of spheres": (jaxfmm.RotnePrager(0.01), 3, SMALL),
    "curls": (jaxfmm.BiotSavart(), 3, SMALL),
}


def close(a, b, rtol=1e-9):
    np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol * max(1, np.abs(b).max()))


@FLOAT64
@pytest.mark.parametrize("name", CASES)
def test_sums(name, dtype):
    kernel, dim, how = CASES[name]
    x, q = points(dim), charges(N, dim) if kernel.traits.vector else charges(N)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-9, **how)
    whole = jaxfmm.potential_and_gradient(x, q, plan=plan)
    less = jaxfmm.potential_and_gradient(x, q, plan=plan, exclude=PAIRS, scale=SHARES)
    for a, b, left in zip(whole, less, of_pairs(x, q, kernel, whole)):
        close(a - b, left)


@FLOAT64
def test_dipoles_and_columns(dtype):
    x, q, p = points(), charges(N), charges(N, 3)
    whole = jaxfmm.potential_and_gradient(x, q, dipoles=p)
    less = jaxfmm.potential_and_gradient(x, q, dipoles=p, exclude=PAIRS, scale=SHARES)
    for a, b, left in zip(whole, less, of_pairs(x, q, jaxfmm.Laplace(), whole, dipoles=p)):
        close(a - b, left)
    columns = jnp.stack([q.astype(complex), 1j * q.astype(complex)], axis=1)
    both = jaxfmm.potential(x, columns, exclude=PAIRS)
    one = jaxfmm.potential(x, q, exclude=PAIRS)
    close(both, np.stack([one, 1j * np.asarray(one)], axis=1))


PERIODIC = {
    "crystal": (jaxfmm.Laplace(), OBLIQUE, None, "fmm"),
    "waves": (jaxfmm.Laplace(), OBLIQUE, None, "ewald"),
    "plane": (jaxfmm.Laplace(), 1.0, (0,), "fmm"),
    "slab": (jaxfmm.Laplace(), 1.0, (0, 1), "fmm"),
    "Yukawa": (jaxfmm.Yukawa(3.0), OBLIQUE, None, "fmm"),
}


@FLOAT64
@pytest.mark.parametrize("name", PERIODIC)
def test_the_nearest_image_is_left_out(name, dtype):
    inner, cell, axes, method = PERIODIC[name]
    kernel = jaxfmm.Periodic(inner, cell, axes)
    x, q = points(2 if name == "plane" else 3), charges(N)
    plan = jaxfmm.plan(x, kernel=kernel, tol=1e-7, method=method)
    whole = jaxfmm.potential_and_gradient(x, q, plan=plan)
    less = jaxfmm.potential_and_gradient(x, q, plan=plan, exclude=PAIRS, scale=SHARES)
    rows = np.broadcast_to(cell, (x.shape[1],)) if np.ndim(cell) == 0 else cell
    if axes is not None:  # open axes have no images near
        rows = np.where(np.isin(np.arange(x.shape[1]), axes), rows, 100.0)
    for a, b, left in zip(whole, less, of_pairs(x, q, inner, whole, rows)):
        close(a - b, left)


def dense(x, q, eps, shares, pairs=PAIRS):
    """The energy of softened charges, with these shares of the pairs."""
    square = jnp.square(x[:, None] - x[None]).sum(-1) + eps**2
    weight = 1 - jnp.eye(len(x))
    for order in (1, -1):
        weight = weight.at[tuple(pairs[:, ::order].T)].set(shares)
    return 0.5 * jnp.sum(weight * q[:, None] * q[None] / jnp.sqrt(square))


@FLOAT64
def test_energies_and_derivatives_of_two_orders(dtype):
    """In points, charges, shares and the softening, against sums over all pairs."""
    x, q, shares, eps = points(), charges(N), jnp.asarray(SHARES), jnp.asarray(0.1)

    def ours(x, q, eps, shares):
        how = {"kernel": jaxfmm.Laplace(eps), "plan": plan, "exclude": PAIRS, "scale": shares}
        return jaxfmm.energy(x, q, **how)

    plan = jaxfmm.plan(x, kernel=jaxfmm.Laplace(eps), method="direct")
    arguments = x, q, eps, shares
    slopes = [jax.jit(jax.value_and_grad(f, (0, 1, 2, 3))) for f in (ours, dense)]
    jax.tree.map(close, *(f(*arguments) for f in slopes))
    ways = x - 0.5, q + 1, eps, shares + 1
    curved = [jax.jvp(jax.grad(f, (0, 1, 2, 3)), arguments, ways)[1] for f in (ours, dense)]
    jax.tree.map(close, *curved)
    u, g = jaxfmm.potential_and_gradient(
        x, q, kernel=jaxfmm.Laplace(eps), exclude=PAIRS, scale=shares
    )
    close(jax.grad(dense, 1)(*arguments), u)
    close(jax.grad(dense, 0)(*arguments), q[:, None] * g)


@FLOAT64
def test_softenings_of_bodies(dtype):
    x, q, eps = points(), charges(N), jnp.linspace(0.05, 0.3, N)

    def spline(some):
        return jaxfmm.Laplace(eps[some], profile="spline")

    everything = np.arange(N)
    whole = jaxfmm.potential(x, q, kernel=spline(everything))
    less = jaxfmm.potential(x, q, kernel=spline(everything), exclude=PAIRS, scale=SHARES)
    left = np.zeros(N)
    for pair, share in zip(PAIRS, SHARES):
        left[pair] += (1 - share) * np.asarray(
            jaxfmm.potential(x[pair], q[pair], kernel=spline(pair))
        )
    close(whole - less, left)


@FLOAT64
@pytest.mark.parametrize("cell", [None, 1.0], ids=["open", "periodic"])
@pytest.mark.parametrize("name", ["one", "axes", "matern"])
def test_derivatives_of_a_pair_that_is_left_out(name, cell, dtype):
    """A pair alone gives nothing, and so do its derivatives, where it coincides too."""
    x = jnp.asarray([[0.1, 0.2, 0.3], [0.3, 0.1, 0.3], [0.9, 0.9, 0.9], [0.9, 0.9, 0.9]])
    q = jnp.asarray([1.0, 2.0, 1.5, -0.5])
    lengths = {"one": 0.2, "axes": np.array([0.2, 0.1, 0.3]), "matern": 0.1}[name]

    def energy(x, length, edge, **pairs):
        kernel = jaxfmm.Matern(length, 1.5) if name == "matern" else jaxfmm.Gaussian(length)
        kernel = kernel if cell is None else jaxfmm.Periodic(kernel, edge)
        return jaxfmm.energy(x, q, kernel=kernel, plan=plan, **pairs)

    plan = None
    if cell is not None:
        inner = jaxfmm.Matern(lengths, 1.5) if name == "matern" else jaxfmm.Gaussian(lengths)
        plan = jaxfmm.plan(x, kernel=jaxfmm.Periodic(inner, cell), method="direct", tol=1e-9)
    every = np.argwhere(np.triu(np.ones((4, 4)), 1))
    arguments = x, jnp.asarray(lengths), jnp.asarray(1.0)
    ways = tuple(jnp.cos(jnp.arange(a.size, dtype=a.dtype)).reshape(a.shape) for a in arguments)

    def left(x, length, edge):
        """The nearest images alone, by sums over pairs of points."""
        total = 0.0
        for i, j in every:
            offset = x[i] - x[j] if cell is None else jaxfmm.minimum_image(x[i] - x[j], edge)
            both = jnp.stack([offset, jnp.zeros(3)])
            kernel = jaxfmm.Matern(length, 1.5) if name == "matern" else jaxfmm.Gaussian(length)
            total = total + jaxfmm.energy(both, q[np.array([i, j])], kernel=kernel)
        return total

    def difference(*arguments):
        return energy(*arguments) - energy(*arguments, exclude=every)

    for function in (jax.value_and_grad(f, (0, 1, 2)) for f in (difference,)):
        jax.tree.map(close, function(*arguments), jax.value_and_grad(left, (0, 1, 2))(*arguments))
    curved = [jax.jvp(jax.grad(f, (0, 1, 2)), arguments, ways)[1] for f in (difference, left)]
    jax.tree.map(close, *curved)


@FLOAT64
def test_energies_of_kernels_that_are_not_symmetric(dtype):
    x, q = points(2), charges(N)
    how = {"kernel": jaxfmm.Custom(uneven), "exclude": PAIRS, "scale": SHARES}
    own = q * jax.vmap(lambda x: uneven(x, x))(x)
    close(jaxfmm.energy(x, q, **how), 0.5 * q @ (jaxfmm.potential(x, q, **how) - own))


@FLOAT64
def test_padding_calls_no_kernel_at_other_places(dtype):
    kernel = jaxfmm.Custom(lambda x, y: jnp.log(x[0] + y[0]))
    x, q = 0.1 + points(2), charges(N)
    got = jaxfmm.potential(x, q, kernel=kernel, exclude=np.array([[-1, -1], [3, N]]))
    close(got, jaxfmm.potential(x, q, kernel=kernel))


@FLOAT64
def test_stress_of_molecules(dtype):
    """The derivative in the cell, at fixed fractions of it."""
    x, q = points(), charges(N)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Periodic(jaxfmm.Laplace(), OBLIQUE), tol=1e-9)

    def energy(strain):
        moved = jnp.eye(3) + strain
        kernel = jaxfmm.Periodic(jaxfmm.Laplace(), OBLIQUE @ moved)
        return jaxfmm.energy(x @ moved, q, kernel=kernel, plan=plan, exclude=PAIRS)

    step = 1e-4 * jnp.asarray(OBLIQUE)
    slope = jnp.sum(jax.grad(energy)(jnp.zeros((3, 3))) * step)
    close(slope, 0.5 * (energy(step) - energy(-step)), 1e-6)


@FLOAT64
def test_segments(dtype):
    """Pairs within a segment are left out; others do not act on each other anyway. Cells by segment
    have images of their own."""
    x, q = points(), charges(N)
    segments = jnp.asarray(np.where(np.arange(N) < 30, 0, 1).astype(np.int32)).at[12].set(7)
    cells = np.stack([OBLIQUE, 1.3 * np.eye(3)])
    for kernels in (None, [jaxfmm.Periodic(jaxfmm.Yukawa(9.0), cell) for cell in cells]):
        kernel = jaxfmm.Periodic(jaxfmm.Yukawa(9.0), cells) if kernels else jaxfmm.Laplace()
        how = {"exclude": PAIRS, "scale": SHARES, "tol": 1e-9}
        by = {"kernel": kernel, "segments": segments, "num_segments": 2}
        got = jaxfmm.potential(x, q, **by, **how), jaxfmm.energy(x, q, **by, **how)
        for segment in range(2):
            own = np.flatnonzero(np.asarray(segments) == segment)
            numbers = np.full(N, -1)
            numbers[own] = np.arange(len(own))
            one = {"kernel": kernels[segment] if kernels else kernel}
            one |= how | {"exclude": numbers[PAIRS]}
            close(got[0][own], jaxfmm.potential(x[own], q[own], **one), 1e-7)
            close(got[1][segment], jaxfmm.energy(x[own], q[own], **one), 1e-7)


@FLOAT64
def test_transforms_and_padding(dtype):
    """Inside `jit` pairs may change; those outside of the points are padding, and one point with
    itself counts for nothing."""
    x, q = points(), charges(N)
    plan = jaxfmm.plan(x, tol=1e-9)
    far = np.array([[2**32 + 3, 2**32 + 4]])  # of which 32 bits are 3 and 4
    close(jaxfmm.potential(x, q, plan=plan, exclude=far), jaxfmm.potential(x, q, plan=plan))
    close(jaxfmm.potential(x, q, exclude=[]), jaxfmm.potential(x, q))
    close(
        jaxfmm.potential(x, q, exclude=PAIRS, scale=0.5),
        jaxfmm.potential(x, q, exclude=PAIRS, scale=np.full(6, 0.5)),
    )
    run = jax.jit(lambda x, q, pairs: jaxfmm.potential(x, q, plan=plan, exclude=pairs))
    expected = jaxfmm.potential(x, q, exclude=PAIRS)
    padding = np.array([[-1, 3], [2, N], [4, 4]])
    close(run(x, q, jnp.asarray(np.concatenate([PAIRS, padding]))), expected)
    close(jaxfmm.potential(x, q, exclude=np.concatenate([padding[:2], PAIRS])), expected)
    close(run(x, q, jnp.zeros((0, 2), jnp.int32)), jaxfmm.potential(x, q))
    moved = jnp.stack([x, 2 * x])
    close(
        jax.vmap(lambda x: jaxfmm.potential(x, q, exclude=PAIRS, tol=1e-9))(moved),
        jnp.stack([expected, 0.5 * expected]),
    )
    slope = jax.grad(lambda x: jnp.square(run(x, q, padding[2:])).sum())(x)
    close(slope, jax.grad(lambda x: jnp.square(jaxfmm.potential(x, q, plan=plan)).sum())(x))


def test_single_precision_keeps_tol(dtype):
    """Bonds are short, so the pairs that are left out have the largest fields."""
    x = points(n=500).astype(dtype)
    x = jnp.concatenate([x, x + jnp.asarray(1e-3, x.dtype)])
    q = charges(1000).astype(dtype)
    pairs = np.stack([np.arange(500), np.arange(500, 1000)], axis=1)
    got = jaxfmm.potential(x, q, exclude=pairs, tol=1e-3)
    wide, amounts = (np.asarray(a, float) for a in (x, q))
    distance = np.linalg.norm(wide[:, None] - wide[None], axis=-1)
    distance[np.arange(1000), np.arange(1000)] = np.inf
    distance[tuple(pairs.T)] = distance[tuple(pairs[:, ::-1].T)] = np.inf
    exact = (1 / distance) @ amounts
    assert np.linalg.norm(got - exact) <= 1e-3 * np.linalg.norm(exact)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"exclude": np.zeros(3, int)}, r"integers of shape \(p, 2\).*got shape \(3,\)"),
        ({"exclude": np.zeros((2, 2))}, "integers of shape .* of float64"),
        ({"exclude": [[3, 3]]}, r"the pair \(3, 3\): a point and itself"),
        ({"exclude": [[1, 2], [2, 1]]}, r"the pair \(1, 2\) twice"),
        ({"scale": 0.5 * np.ones(6)}, "scale needs exclude"),
        ({"exclude": PAIRS.T}, "write exclude.T"),
        ({"exclude": np.ones((N, N), bool)}, "np.argwhere"),
        ({"exclude": PAIRS, "scale": np.ones(5)}, r"\(p,\) = \(6,\).*got shape \(5,\)"),
        ({"exclude": PAIRS, "scale": np.ones((6, 2))}, r"got shape \(6, 2\)"),
        ({"exclude": PAIRS, "kernel": jaxfmm.LennardJones(0.3, 1.0, 0.9)}, "LennardJones"),
        ({"exclude": PAIRS, "targets": np.ones((4, 3))}, "leave targets out"),
        ({"exclude": PAIRS, "kernel": jaxfmm.Mirror(jaxfmm.Laplace(), axis=0)}, "images of points"),
    ],
)
@FLOAT64
def test_bad_arguments(changed, message, dtype):
    arguments = {"sources": points(), "charges": charges(N)} | changed
    with pytest.raises(ValueError, match=message):
        jaxfmm.potential(**arguments)
