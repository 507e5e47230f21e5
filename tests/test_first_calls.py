"""Rows of the table of `first_calls`: by default those that failed once, among the longer tests
rows in which every option comes equally often. The fuzzer draws others."""

import first_calls
import jax
import numpy as np
import pytest
from first_calls import Row

# Sums of charges of both signs at 5,000 points and more look at their points for a plan, which
# tracers do not show.
FIRST = [
    Row("energy", "3D", "none", False, "grad", 5_000, "both", "float32"),
    Row("energy", "3D", "inside", False, "value_and_grad", 5_000, "both", "float32"),
    Row("potential", "3D", "none", False, "linearize", 5_000, "both", "float32"),
    Row("potential", "softened", "inside", False, "jvp", 10, "both", "float32"),
    Row("vortex_velocity", "2D", "none", False, "vjp", 5_000, "both", "float32"),
    Row("KernelMatrix", "3D", "none", False, "jvp", 5_000, "both", "float32"),
    Row("energy", "triclinic", "inside", True, "value", 10, "both", "float32"),
]
MORE = first_calls.draw(80, np.random.default_rng(0))


def check(row):
    with jax.enable_x64(row.dtype == "float64"):
        first_calls.check(row, np.random.default_rng(0))


@pytest.mark.parametrize("row", FIRST, ids=str)
def test_a_first_call(row):
    check(row)


@pytest.mark.longer
@pytest.mark.parametrize("row", MORE, ids=str)
def test_more_first_calls(row):
    check(row)
