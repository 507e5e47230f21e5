"""Lennard-Jones potentials that are shifted or switched."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm

SIGMA, EPSILON, CUTOFF, SWITCH = 0.05, 1.3, 0.3, 0.22
KINDS = {"shifted": {"shifted": True}, "switched": {"switch": SWITCH}}
CELL = jnp.asarray([[1.0, 0, 0], [0.2, 1.1, 0], [0, -0.1, 0.9]], jnp.float32)


def atoms(n, seed=0):
    """Places that are not close, (n, 3), in the unit cube."""
    side = int(np.ceil(n ** (1 / 3)))
    grid = np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)[:n]
    return (grid + 0.3 * np.random.default_rng(seed).random((n, 3))) / side


def value(r, kind, sigma=SIGMA, cutoff=CUTOFF):
    def plain(r):
        return 4 * EPSILON * ((sigma / r) ** 12 - (sigma / r) ** 6)

    if kind == "shifted":
        return np.where(r < cutoff, plain(r) - plain(cutoff), 0)
    r2, s2, c2 = r * r, SWITCH**2, cutoff**2
    factor = (c2 - r2) ** 2 * (c2 + 2 * r2 - 3 * s2) / (c2 - s2) ** 3
    return np.where(r < cutoff, plain(r) * np.where(r < SWITCH, 1, factor), 0)


def sums(x, kind, shifts=((0, 0, 0),), **parameters):
    """Potentials of unit charges and the energy, in float64."""
    total = 0
    for shift in np.asarray(shifts, float):
        r = np.linalg.norm(x[:, None] - x + shift, axis=-1)
        total = total + np.where(r > 0, value(np.where(r > 0, r, 1), kind, **parameters), 0).sum(1)
    return total


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", ["direct", "truncated"])
def test_values_and_forces(kind, method, dtype):
    x = atoms(400).astype(dtype)
    kernel = jaxfmm.LennardJones(SIGMA, EPSILON, CUTOFF, **KINDS[kind])
    plan = jaxfmm.plan(x, kernel=kernel, method=method)
    phi, slope = jaxfmm.potential_and_gradient(x, jnp.ones(400, dtype), plan=plan)
    places = x.astype(np.float64)
    exact, eps = sums(places, kind), float(np.finfo(dtype).eps)
    np.testing.assert_allclose(phi, exact, atol=100 * eps * np.abs(exact).max())
    step = 1e-5
    for axis, i in ((0, 3), (2, 111)):
        energies = []
        for sign in (-1, 1):
            moved = places.copy()
            moved[i, axis] += sign * step
            energies.append(sums(moved, kind).sum() / 2)
        expected = (energies[1] - energies[0]) / (2 * step)
        scale = np.abs(slope).max()
        np.testing.assert_allclose(slope[i, axis], expected, atol=max(1e3 * eps, 1e-8) * scale)


@pytest.mark.parametrize("kind", KINDS)
def test_in_cells(kind):
    x = (atoms(64) @ np.asarray(CELL)).astype(np.float32)
    kernel = jaxfmm.Periodic(jaxfmm.LennardJones(SIGMA, EPSILON, CUTOFF, **KINDS[kind]), CELL)
    images = np.stack(np.meshgrid(*[[-1, 0, 1]] * 3), axis=-1).reshape(-1, 3) @ np.asarray(CELL)
    exact = sums(x.astype(np.float64), kind, images)
    got = jaxfmm.potential(x, jnp.ones(64), kernel=kernel)
    np.testing.assert_allclose(got, exact, atol=1e-4 * np.abs(exact).max())


@pytest.mark.parametrize("kind", KINDS)
def test_how_they_end(kind):
    """Values end at zero, and by a switch their slopes."""
    kernel = jaxfmm.LennardJones(SIGMA, EPSILON, CUTOFF, **KINDS[kind])
    r = jnp.asarray([SWITCH * (1 - 1e-6), SWITCH * (1 + 1e-6), CUTOFF * (1 - 1e-6), CUTOFF])
    values, slopes, _ = kernel.radial(r * r, 2)
    scale = np.abs(np.asarray(values)[:2]).max()
    np.testing.assert_allclose(values[0], values[1], rtol=1e-4)
    np.testing.assert_allclose(slopes[0], slopes[1], rtol=1e-4)
    np.testing.assert_allclose(values[2:], 0, atol=1e-4 * scale)
    if kind == "switched":
        np.testing.assert_allclose(slopes[2:], 0, atol=1e-4 * np.abs(slopes[0]))


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("kind", KINDS)
def test_derivatives(kind, dtype):
    """Of every order in s = r^2 / 2, and of an energy in sigma and the cut-off."""
    kernel = jaxfmm.LennardJones(SIGMA, EPSILON, CUTOFF, **KINDS[kind])
    s = jnp.asarray([0.01, 0.03, 0.04]) * 1.0
    function = lambda s: kernel.radial(2 * s, 0)[0]  # noqa: E731
    for got in kernel.radial(2 * s, 5):
        np.testing.assert_allclose(got, jax.vmap(function)(s), rtol=1e-9)
        function = jax.grad(function)
    x = jnp.asarray(atoms(27, 1) * 0.5, dtype)

    def energy(sigma, cutoff):
        kernel = jaxfmm.LennardJones(sigma, EPSILON, cutoff, **KINDS[kind])
        return jaxfmm.energy(x, jnp.ones(27, dtype), kernel=kernel)

    def exact(sigma, cutoff):
        return sums(np.asarray(x), kind, sigma=sigma, cutoff=cutoff).sum() / 2

    slopes, step = jax.grad(energy, (0, 1))(SIGMA, CUTOFF), 1e-6
    for got, i in zip(slopes, range(2), strict=True):
        ends = [np.array([SIGMA, CUTOFF]) + sign * step * np.eye(2)[i] for sign in (1, -1)]
        expected = (exact(*ends[0]) - exact(*ends[1])) / (2 * step)
        np.testing.assert_allclose(got, expected, rtol=1e-6)


def test_of_segments_and_under_vmap():
    x = jnp.asarray(np.stack([atoms(20, seed) for seed in range(2)]), jnp.float32)
    sigmas, switches = jnp.asarray([0.05, 0.06]), jnp.asarray([0.22, 0.25])

    def energy(x, sigma, switch):
        kernel = jaxfmm.LennardJones(sigma, EPSILON, CUTOFF, switch=switch)
        return jaxfmm.energy(x, jnp.ones(20), kernel=kernel)

    each = [energy(*row) for row in zip(x, sigmas, switches, strict=True)]
    np.testing.assert_allclose(jax.vmap(energy)(x, sigmas, switches), each, rtol=1e-5)
    together = jaxfmm.energy(
        x.reshape(-1, 3), jnp.ones(40), segments=jnp.repeat(jnp.arange(2), 20), num_segments=2,
        kernel=jaxfmm.LennardJones(sigmas, EPSILON, CUTOFF, switch=switches),
    )  # fmt: skip
    np.testing.assert_allclose(together, each, rtol=1e-5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"shifted": True, "switch": 0.2}, "shifted must be False with a switch"),
        ({"switch": 0.3}, "switch must be below the cutoff 0.3, got 0.3"),
        ({"switch": -1.0}, "switch must be"),
        ({"shifted": 2}, "shifted must be"),
    ],
)
def test_errors(options, message):
    kernel = jaxfmm.LennardJones(SIGMA, EPSILON, CUTOFF, **options)
    with pytest.raises(ValueError, match=message):
        jaxfmm.potential(np.eye(3, dtype=np.float32), np.ones(3, np.float32), kernel=kernel)
