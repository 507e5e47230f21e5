"""Scripts in processes of their own, with the package that this process uses."""

import json
import os
import pathlib
import subprocess
import sys
import textwrap

import pytest

TESTS = pathlib.Path(__file__).resolve().parent


def run(script, **environment):
    """The completed process; `environment` changes variables, None takes them away.

    It runs in the folder of the tests: in the checkout's, Python would take the package there for
    the installed one."""
    path = os.pathsep.join([str(TESTS), *(folder or os.getcwd() for folder in sys.path)])
    environment = {**os.environ, "PYTHONPATH": path, "JAX_PLATFORMS": "cpu", **environment}
    environment = {name: value for name, value in environment.items() if value is not None}
    command = [sys.executable, "-c", textwrap.dedent(script)]
    return subprocess.run(command, env=environment, cwd=TESTS, capture_output=True, text=True)


def checks(module, names, devices):
    """{name: [error, bound]} of checks of a module of the tests, in a process with so many forced
    devices of the CPU."""
    flags = f"--xla_backend_optimization_level=0 --xla_force_host_platform_device_count={devices}"
    script = f"import json, {module}; print(json.dumps({module}.results({names!r})))"
    done = run(script, XLA_FLAGS=flags)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert list(found) == names
    return found


def groups(fast, slow):
    """Rows (devices, names) for a test of `checks`: all fast ones of a number of devices together,
    for the sake of starting, and each slow one alone. fast, slow: {devices: names}."""
    rows = [
        pytest.param(devices, names, id=f"{devices} devices") for devices, names in fast.items()
    ]
    return rows + [
        pytest.param(devices, [name], id=f"{devices} devices: {name}", marks=pytest.mark.slow)
        for devices, names in slow.items()
        for name in names
    ]


def failed(found):
    """Those of the checks whose error is above the bound."""
    return {name: value for name, value in found.items() if not value[0] <= value[1]}
