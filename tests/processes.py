"""Scripts in processes of their own, with the package that this process uses."""

import os
import pathlib
import subprocess
import sys
import textwrap

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
