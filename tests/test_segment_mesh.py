"""Sums by segments over the devices of a mesh: `segment_meshes` in processes with several forced
devices of the CPU."""

import processes
import pytest
import segment_meshes

FAST = {4: ["by_itself", "refused", "one is better"]}
SLOW = {
    4: [name for name in segment_meshes.CHECKS if name not in FAST[4]],
    3: ["direct", "fmm in any order"],
    2: ["periodic by waves", "parameters", "own_numbers"],
    8: ["periodic by waves", "periodic of Yukawa", "grids", "parameters", "own_numbers"],
}


@pytest.mark.parametrize(("devices", "names"), processes.groups(FAST, SLOW))
def test_over_a_mesh(devices, names):
    assert not processes.failed(processes.checks("segment_meshes", names, devices))
