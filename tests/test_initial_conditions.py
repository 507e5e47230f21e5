"""Models in equilibrium: their profiles, virial ratios and velocities."""

import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import nbody

N = 4000


def energies(state, gravity=1.0):
    kinetic = 0.5 * np.sum(np.asarray(state.masses)[:, None] * np.square(state.velocities))
    return kinetic, -gravity * float(jaxfmm.energy(state.positions, state.masses))


def radii(state):
    return np.linalg.norm(np.asarray(state.positions, np.float64), axis=1)


def radial_share(state, inside):
    """Share of the kinetic energy in radial motion, 1/3 if velocities are isotropic."""
    x, v = (np.asarray(value, np.float64)[inside] for value in (state.positions, state.velocities))
    outward = (x * v).sum(1) / np.linalg.norm(x, axis=1)
    return (outward**2).sum() / (v**2).sum()


def test_hernquist(dtype):
    state = nbody.hernquist(jax.random.key(0), N, mass=2.0, scale=3.0, gravity=4.0, dtype=dtype)
    kinetic, potential = energies(state, 4.0)
    assert state.positions.dtype == dtype
    assert 2 * kinetic / -potential == pytest.approx(1, rel=0.06)
    r = radii(state) / 3
    for radius in (0.5, 1.0, 2.414, 10.0):
        expected = radius**2 / (1 + radius) ** 2
        assert (r < radius).mean() == pytest.approx(expected, abs=0.02)
    assert radial_share(state, (r > 0.3) & (r < 3)) == pytest.approx(1 / 3, rel=0.08)
    # the dispersion at r = a: 12 sigma_r^2 = G M / a (12 r (r + a)^3 / a^4 log((r + a) / r) - 52)
    shell = abs(r - 1) < 0.15
    v2 = np.square(np.asarray(state.velocities, np.float64)[shell]).sum(1).mean() / 3
    assert v2 == pytest.approx(
        4 * 2 / 3 * (96 * math.log(2) - 0.5 * (25 + 52 + 42 + 12)) / 12, rel=0.1
    )


@pytest.mark.parametrize(("depth", "edge"), [(3.0, 4.70), (6.0, 18.0), (9.0, 131.0)])
def test_king(depth, edge, dtype):
    """The ratios of tidal and King's radius are those of King (1966), table II."""
    state = nbody.king(jax.random.key(1), N, depth=depth, scale=0.5, mass=2.0, dtype=dtype)
    kinetic, potential = energies(state)
    assert 2 * kinetic / -potential == pytest.approx(1, rel=0.06)
    r = radii(state) / 0.5
    assert 0.7 * edge < r.max() < 1.03 * edge
    assert radial_share(state, r < np.median(r)) == pytest.approx(1 / 3, rel=0.08)


def test_models_stay_as_they_are():
    """The radii of a tenth, half and nine tenths of the mass after some crossing times."""
    for start in (
        nbody.hernquist(jax.random.key(0), 1500),
        nbody.king(jax.random.key(0), 1500, depth=5.0, scale=0.4),
    ):
        end, _ = nbody.simulate(start, until=4.0, dt=0.02, softening=0.03)
        before, after = (np.quantile(radii(state), [0.2, 0.5, 0.8]) for state in (start, end))
        np.testing.assert_allclose(after, before, rtol=0.12)


def test_binary(dtype):
    state = nbody.binary(
        masses=(1.0, 3.0), axis=2.0, eccentricity=0.6, anomaly=1.0, gravity=2.0, dtype=dtype
    )
    kinetic, potential = energies(state, 2.0)
    assert kinetic + potential == pytest.approx(-2 * 3 / 4, rel=1e-5)
    apart = state.positions[0] - state.positions[1]
    distance = 2 * (1 - 0.36) / (1 + 0.6 * math.cos(1.0))
    assert float(jnp.linalg.norm(apart)) == pytest.approx(distance, rel=1e-5)
    turning = jnp.cross(apart, state.velocities[0] - state.velocities[1])
    assert float(turning[2]) == pytest.approx(math.sqrt(2 * 4 * 2 * (1 - 0.36)), rel=1e-5)
    with pytest.raises(ValueError, match=r"eccentricity in \[0, 1\)"):
        nbody.binary(eccentricity=1.0)


def test_a_warm_disk_stays_a_disk():
    """Its radial profile stays for a turn, and so does the thickness."""
    how = {"mass": 0.3, "central_mass": 1.0, "thickness": 0.03, "toomre": 1.5}
    start = nbody.disk(jax.random.key(0), 3000, **how)
    kinetic, potential = energies(start)
    assert 2 * kinetic / -potential == pytest.approx(1, rel=0.1)
    end, _ = nbody.simulate(start, until=3.0, timestep="block", softening=0.03, method="direct")
    flat = [np.linalg.norm((s.positions - s.positions[:1])[1:, :2], axis=1) for s in (start, end)]
    np.testing.assert_allclose(*(np.quantile(x, [0.25, 0.5, 0.75]) for x in flat), rtol=0.1)
    ring = (flat[0] > 0.7) & (flat[0] < 3)
    heights = [np.median(abs(np.asarray(s.positions[1:, 2])[ring])) for s in (start, end)]
    assert heights[0] == pytest.approx(0.6745 * 0.03, rel=0.1)
    assert heights[1] == pytest.approx(heights[0], rel=0.4)
