"""Lennard-Jones by species, against all pairs."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_lennard_jones import CELL, atoms

import jaxfmm

CUTOFF, SWITCH = 0.3, 0.22
RULE = "lorentz-berthelot"
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
KINDS = {"cut": {}, "shifted": {"shifted": True}, "switched": {"switch": SWITCH}}


def species(n):
    return jnp.asarray(np.random.default_rng(5).integers(0, 3, n))


def of_species(dtype=None):
    """sigma and epsilon of three species, of which one has no well."""
    return tuple(jnp.asarray(x, dtype) for x in ([0.04, 0.05, 0.055], [1.0, 2.0, 0.25]))


def table(dtype=None):
    """Tables that follow no rule."""
    sigma = [[0.04, 0.05, 0.045], [0.05, 0.05, 0.06], [0.045, 0.06, 0.055]]
    epsilon = [[1.0, 0.3, 2.0], [0.3, 2.0, 0.0], [2.0, 0.0, 0.5]]
    return jnp.asarray(sigma, dtype), jnp.asarray(epsilon, dtype)


def mixed(sigma, epsilon, rule):
    (s, s_), (e, e_) = ((x[:, None], x[None]) for x in (sigma, epsilon))
    return 0.5 * (s + s_) if rule == RULE else jnp.sqrt(s * s_), jnp.sqrt(e * e_)


def values(x, y, of_targets, of_sources, sigma, epsilon, kind="cut", cell=None):
    """K of all pairs, (m, n), of tables by species."""
    offset = x[:, None] - y[None]
    offset = offset if cell is None else jaxfmm.minimum_image(offset, cell)
    square = jnp.sum(jnp.square(offset), axis=2)
    inside = (square > 0) & (square < CUTOFF**2)
    r2 = jnp.where(inside, square, 1)
    s, e = (x[of_targets][:, of_sources] for x in (sigma, epsilon))

    def plain(r2):
        six = (s * s / r2) ** 3
        return 4 * e * (six * six - six)

    value = plain(r2)
    if kind == "shifted":
        value = value - plain(CUTOFF**2)
    if kind == "switched":
        c2, s2 = CUTOFF**2, SWITCH**2
        factor = (c2 - r2) ** 2 * (c2 + 2 * r2 - 3 * s2) / (c2 - s2) ** 3
        value = value * jnp.where(r2 > s2, factor, 1)
    return jnp.where(inside, value, 0)


def check(found, expected, tolerance=1e-11):
    found, expected = np.asarray(found), np.asarray(expected)
    np.testing.assert_allclose(found, expected, atol=tolerance * np.abs(expected).max())


@pytest.mark.parametrize("method", ["direct", "truncated"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rule", [None, RULE, "geometric"])
def test_values(rule, kind, method, dtype):
    n = 200
    x, ids = jnp.asarray(atoms(n), dtype), species(n)
    parameters = of_species(dtype) if rule else table(dtype)
    kernel = jaxfmm.LennardJones(*parameters, CUTOFF, species=ids, mixing=rule, **KINDS[kind])
    plan = jaxfmm.plan(x, kernel=kernel, method=method)
    phi = jaxfmm.potential(x, jnp.ones(n, dtype), plan=plan)
    pairs = mixed(*parameters, rule) if rule else parameters
    expected = values(x, x, ids, ids, *pairs, kind).sum(1)
    check(phi, expected, 100 * float(np.finfo(dtype).eps))


@FLOAT64
@pytest.mark.parametrize("kind", ["cut", "switched"])
@pytest.mark.parametrize("rule", [None, RULE])
@pytest.mark.parametrize("method", ["direct", "truncated"])
def test_derivatives(rule, kind, method, dtype):
    """Of the energy, and of a loss of forces, which is of second order."""
    n = 60
    x, ids = 0.6 * jnp.asarray(atoms(n)), species(n)
    parameters = of_species() if rule else table()
    plan = jaxfmm.plan(
        x,
        kernel=jaxfmm.LennardJones(*parameters, CUTOFF, species=ids, mixing=rule, **KINDS[kind]),
        method=method,
    )

    def energy(x, sigma, epsilon):
        kernel = jaxfmm.LennardJones(
            sigma, epsilon, CUTOFF, species=ids, mixing=rule, **KINDS[kind]
        )
        return jaxfmm.energy(x, jnp.ones(n), kernel=kernel, plan=plan)

    def of_all(x, sigma, epsilon):
        pairs = mixed(sigma, epsilon, rule) if rule else (sigma, epsilon)
        return 0.5 * values(x, x, ids, ids, *pairs, kind).sum()

    def loss(energy):
        return lambda *given: jnp.sum(jnp.square(jax.grad(energy)(*given)))

    for function in (lambda f: f, loss) if kind == "cut" else (lambda f: f,):
        found, expected = (
            jax.jit(jax.grad(function(f), (0, 1, 2)))(x, *parameters) for f in (energy, of_all)
        )
        if rule is None:  # as symmetric tables change
            found, expected = (
                [a if a.shape == x.shape else a + a.T for a in grads] for grads in (found, expected)
            )
        for one, other in zip(found, expected):
            check(one, other)


@FLOAT64
@pytest.mark.parametrize("rule", [None, RULE])
def test_derivative_in_the_cutoff(rule, dtype):
    x, ids = jnp.asarray(atoms(60)), species(60)
    parameters = of_species() if rule else table()

    def energy(cutoff, switch=None):
        kernel = jaxfmm.LennardJones(
            *parameters, cutoff, switch is None, switch, species=ids, mixing=rule
        )
        return jaxfmm.energy(x, jnp.ones(60), kernel=kernel)

    for given in ((CUTOFF,), (CUTOFF, SWITCH)):
        given = tuple(map(jnp.asarray, given))
        slopes = jax.grad(energy, tuple(range(len(given))))(*given)
        for place, slope in enumerate(slopes):
            step = 1e-6 * np.eye(len(given))[place]
            ends = [float(energy(*(np.array(given) + sign * step))) for sign in (1, -1)]
            np.testing.assert_allclose(slope, (ends[0] - ends[1]) / 2e-6, rtol=1e-6)


@FLOAT64
def test_periodic_cells(dtype):
    n = 120
    cell = jnp.asarray(CELL, float)
    x, ids = jnp.asarray(atoms(n)) @ cell, species(n)

    def energy(cell, sigma, kernel_of):
        kernel = jaxfmm.Periodic(kernel_of(sigma), cell)
        return jaxfmm.energy(x, jnp.ones(n), kernel=kernel, plan=plan)

    def of_species(sigma):
        return jaxfmm.LennardJones(sigma, table()[1], CUTOFF, species=ids, shifted=True)

    plan = jaxfmm.plan(x, kernel=jaxfmm.Periodic(of_species(table()[0]), cell))
    found = jax.value_and_grad(energy, (0, 1))(cell, table()[0], of_species)

    def of_all(cell, sigma):
        return 0.5 * values(x, x, ids, ids, sigma, table()[1], "shifted", cell).sum()

    expected = jax.value_and_grad(of_all, (0, 1))(cell, table()[0])
    jax.tree.map(check, found, expected)


@FLOAT64
def test_targets_and_segments(dtype):
    n, m = 80, 30
    x, y, ids = jnp.asarray(atoms(n)), jnp.asarray(atoms(m, 1)), species(n)
    sides = ids, species(m)
    kernel = jaxfmm.LennardJones(*table(), CUTOFF, species=sides)
    phi = jaxfmm.potential(x, jnp.ones(n), y, kernel=kernel)
    check(phi, values(y, x, *sides[::-1], *table()).sum(1))
    slope = jax.grad(lambda q: jaxfmm.potential(x, q, y, kernel=kernel).sum())(jnp.ones(n))
    check(slope, values(y, x, *sides[::-1], *table()).sum(0))

    kernel = jaxfmm.LennardJones(*of_species(), CUTOFF, species=ids, mixing=RULE)
    segments = jnp.arange(n) % 3  # as many as species
    both = {"segments": segments, "num_segments": 3}
    energies = jaxfmm.energy(x, jnp.ones(n), kernel=kernel, **both)
    pairs = values(x, x, ids, ids, *mixed(*of_species(), RULE))
    pairs = jnp.where(segments[:, None] == segments[None], pairs, 0).sum(1)
    check(energies, 0.5 * jax.ops.segment_sum(pairs, segments, 3))


@FLOAT64
def test_numbers_of_each_atom_and_updates(dtype):
    """Equal to species; atoms move inside `jit`."""
    n, ids = 150, species(150)
    x = jnp.asarray(atoms(n))
    sigma, epsilon = of_species()
    by_atom = jaxfmm.LennardJones(sigma[ids], epsilon[ids], CUTOFF, mixing="geometric")
    plan = jaxfmm.plan(x, kernel=by_atom, method="truncated")

    @jax.jit
    def moved(x, plan):
        return jaxfmm.energy(x, jnp.ones(n), plan=plan.update(x))

    for y in (x, 0.99 * x):
        pairs = values(y, y, ids, ids, *mixed(sigma, epsilon, "geometric"))
        check(moved(y, plan), 0.5 * pairs.sum())
    bare = epsilon.at[2].set(0.0)  # hydrogens of water have no well
    slope = jax.grad(
        lambda e: jaxfmm.energy(
            x, jnp.ones(n), kernel=jaxfmm.LennardJones(sigma, e, CUTOFF, species=ids, mixing=RULE)
        )
    )(bare)
    assert jnp.isfinite(slope).all()


def test_unknown_species_give_nan_inside_jit():
    x, ids = jnp.asarray(atoms(30), jnp.float32), species(30)

    @jax.jit
    def energy(ids):
        kernel = jaxfmm.LennardJones(*table(), CUTOFF, species=ids)
        return jaxfmm.potential(x, jnp.ones(30), kernel=kernel)

    assert jnp.isfinite(energy(ids)).all() and jnp.isnan(energy(ids.at[3].set(7))).any()


def test_bad_arguments():
    x, q, ids = jnp.asarray(atoms(9), jnp.float32), jnp.ones(9), species(9)
    sigma, epsilon = table()
    one, well = of_species()
    skew = sigma.at[0, 1].set(0.1)
    for arguments, message in [
        ({"species": ids, "mixing": "kong"}, "mixing must be one of None, 'lorentz-berthelot'"),
        ({"sigma": one, "species": ids}, r"sigma must have shape \(s, s\), a table.*give mixing="),
        ({"species": ids, "mixing": RULE}, r"sigma must have shape \(s,\)"),
        ({"mixing": RULE}, r"sigma must have shape \(n,\)"),
        ({"epsilon": epsilon[:2, :2], "species": ids}, "sigma and epsilon must have the same"),
        ({"sigma": skew, "species": ids}, r"sigma must be a symmetric table, got 0.1 .* \(0, 1\)"),
        ({"sigma": -sigma, "species": ids}, "sigma must be numbers that are positive"),
        ({"sigma": one, "epsilon": -well, "species": ids, "mixing": RULE}, "positive or zero"),
        ({"species": ids + 1}, "species must be numbers from 0 to 2, .* got 1 to 3"),
        ({"species": jnp.asarray(ids, float) + 0.5}, "species must be integers"),
        ({"species": ids[:, None]}, r"species must have shape \(n,\)"),
        ({"species": ids[1:]}, r"species of shape \(8,\) came for 9 points"),
        ({"species": (ids, ids)}, r"species of shape \(9,\) and \(9,\) came for 9 points"),
        ({"species": (ids,)}, "species must be an array or two"),
        ({"species": ids, "sigma": jnp.ones((17, 17))}, "at most 16 species|the same shape"),
        ({}, "sigma must be a number"),
    ]:
        given = {"sigma": sigma, "epsilon": epsilon, "cutoff": CUTOFF} | arguments
        with pytest.raises(ValueError, match=message):
            jaxfmm.energy(x, q, kernel=jaxfmm.LennardJones(**given))
    with pytest.raises(ValueError, match=r"species of shape \(9,\) came for 9 sources and 9 targ"):
        jaxfmm.potential(x, q, x, kernel=jaxfmm.LennardJones(sigma, epsilon, 0.3, species=ids))
