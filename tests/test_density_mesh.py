"""Densities over the devices of a mesh: `density_meshes` in processes with several forced devices
of the CPU."""

import density_meshes
import processes
import pytest

SLOW = {4: list(density_meshes.CHECKS)}


@pytest.mark.parametrize(("devices", "names"), processes.groups({}, SLOW))
def test_over_a_mesh(devices, names):
    assert not processes.failed(processes.checks("density_meshes", names, devices))
