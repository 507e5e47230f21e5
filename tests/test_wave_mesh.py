"""Helmholtz sums by the FMM over the devices of a mesh: `wave_meshes` in processes with several
forced devices of the CPU."""

import processes
import pytest
import wave_meshes

FAST = {4: ["both 2D"]}
SLOW = {
    2: list(wave_meshes.CHECKS),
    8: list(wave_meshes.CHECKS),
}


@pytest.mark.parametrize(("devices", "names"), processes.groups(FAST, SLOW))
def test_over_a_mesh(devices, names):
    assert not processes.failed(processes.checks("wave_meshes", names, devices))
