"""Helmholtz sums by the FMM over the devices of a mesh: `wave_meshes` in processes with several
forced devices of the CPU."""

import jax.numpy as jnp
import numpy as np
import processes
import pytest
import wave_meshes

from jaxfmm.expansions.helmholtz import bessel
from jaxfmm.passes.levels import Facts, Levels
from jaxfmm.tree.limits import MAX_LEVELS

FAST = {4: ["both 2D"]}
USUAL = list(wave_meshes.CHECKS)
SLOW = {2: USUAL, 8: USUAL}


@pytest.mark.parametrize(("devices", "names"), processes.groups(FAST, SLOW))
def test_over_a_mesh(devices, names):
    assert not processes.failed(processes.checks("wave_meshes", names, devices))


def test_levels_that_are_largest_on_different_devices():
    """Their counts together can be more than any tree has."""
    counts = np.zeros(MAX_LEVELS, np.int32)
    counts[:5] = 1, 2, 4, 8, 8
    radii = np.where(counts > 0, np.float32(0.1), np.float32(0))
    facts = Facts(*map(jnp.asarray, (radii, counts, np.int32(counts > 0), np.int32(MAX_LEVELS))))
    levels = Levels.of(bessel.terms, facts, 15, 1.0, 10, 1 / 3, 1.25)
    assert levels.capacities == (15,) and counts.sum() > 15
    assert levels.suit(facts, jnp.float32(1.0))
