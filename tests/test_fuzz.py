"""Some random problems of `python tests/fuzz.py`, always the same ones; and that it tells right
from wrong."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import reference
import table
from fuzz import run_case
from fuzzing import compare
from fuzzing.draw import Setting


def right(case, setting, seed=0):
    outcome = run_case(seed, case, setting)
    assert outcome.state != "FAILED", f"{outcome.kind}, {outcome.story}\n{outcome.message}"
    return outcome


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("row", table.KERNELS.values(), ids=table.KERNELS)
def test_references_agree(row, dtype):
    """The sums with their gradients by hand, in numpy, and those in JAX with gradients by JAX."""
    formula, p, rng = row.formula, row.parameters, np.random.default_rng(0)
    x, y, q = rng.random((7, row.dim)), rng.random((9, row.dim)), rng.normal(size=(9, 2))
    y[:2] = x[:2]
    by_hand = reference.sums(formula, p, x, y, q)
    with jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow"):
        dense = [
            reference.dense(formula, p, x, y, jnp.asarray(q), gradient=gradient)
            for gradient in (False, True)
        ]
    for value, other in zip(by_hand, dense):
        np.testing.assert_allclose(value, other, rtol=1e-10, atol=1e-12 * abs(value).max())


def test_compare_knows_wrong_from_right():
    exact, size = np.array([[1.0], [2.0], [-3.0]]), np.full((3, 1), 4.0)
    known = {"dtype": np.dtype("float32"), "rounding": 10}

    def state(found, tol, size=size):
        return compare.compare("x", np.asarray(found, "float32"), exact, size, tol, **known)

    assert state(exact * (1 + 0.9e-3), 1e-3) == "right"
    assert state(exact * (1 + 1.2e-3), 1e-3) == "loose"
    for wrong in (exact * 1.1, -exact, exact[:2], np.full((3, 1), np.nan)):
        with pytest.raises(compare.Wrong):
            state(wrong, 1e-3)
    beyond = np.where(exact > 1, 1e39, exact)  # where float32 ends, what comes does not matter
    assert (
        compare.compare("x", np.float32([[1], [np.inf], [-3]]), beyond, size, 1e-3, **known)
        == "right"
    )


# Of many numbers the quick ones. Plans and derivatives of all kinds are in the tests of their
# subjects.
QUICK = (
    7, 12, 15, 25, 27,
    *(pytest.param(case, marks=pytest.mark.slow) for case in range(30) if case not in (3, 7, 12, 15, 25, 27)),
)  # fmt: skip


@pytest.mark.parametrize("case", QUICK)
def test_small(case):
    assert right(case, Setting(most=100)).state == "right"


@pytest.mark.slow
@pytest.mark.parametrize("case", range(200, 300))
def test_larger(case):
    right(case, Setting(most=3000))


@pytest.mark.gpu
@pytest.mark.parametrize("case", range(300, 400))
def test_on_gpus(case):
    right(case, Setting(most=10_000, backend="cuda"))
