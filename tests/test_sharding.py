"""Sums over the devices of a mesh: `meshes` in processes with several forced devices of the CPU."""

import json

import meshes
import processes
import pytest

# A process computes several checks, for the sake of starting; those that take long are slow tests.
FAST = {4: ["both", "refused", "printed"]}
SLOW = {
    4: [name for name in meshes.CHECKS if name not in FAST[4]],
    3: ["both", "targets grad", "direct grad", "few", "complete Plummer", "explicit both"],
    2: ["grad", "complete cube", "eager"],
}
GROUPS = [pytest.param(devices, names, id=f"{devices} devices") for devices, names in FAST.items()]
GROUPS += [
    pytest.param(devices, [name], id=f"{devices} devices: {name}", marks=pytest.mark.slow)
    for devices, names in SLOW.items()
    for name in names
]


@pytest.mark.parametrize(("devices", "names"), GROUPS)
def test_over_a_mesh(devices, names):
    flags = f"--xla_backend_optimization_level=0 --xla_force_host_platform_device_count={devices}"
    script = f"import json, meshes; print(json.dumps(meshes.results({names!r})))"
    done = processes.run(script, XLA_FLAGS=flags)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    wrong = {name: value for name, value in found.items() if not value[0] <= value[1]}
    assert list(found) == names and not wrong
