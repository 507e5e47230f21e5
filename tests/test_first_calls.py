"""Rows of the table of `first_calls`, few of them by default; the fuzzer draws others."""

import first_calls
import jax
import numpy as np
import pytest

ROWS = first_calls.draw(130, np.random.default_rng(0))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_first_call(row):
    with jax.enable_x64(row.dtype == "float64"):
        first_calls.check(row, np.random.default_rng(0))
