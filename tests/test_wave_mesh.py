"""Helmholtz sums by the FMM over the devices of a mesh: `wave_meshes` in processes with several
forced devices of the CPU."""

import processes
import pytest
import wave_meshes

FAST = {4: ["both 2D"]}
# "clusters" gives NaN on 8 devices: a level has cells of very different sizes there, and one degree
USUAL = [name for name in wave_meshes.CHECKS if name != "clusters"]
SLOW = {2: USUAL, 8: USUAL}


@pytest.mark.parametrize(("devices", "names"), processes.groups(FAST, SLOW))
def test_over_a_mesh(devices, names):
    assert not processes.failed(processes.checks("wave_meshes", names, devices))
