"""The first mistakes of newcomers: each gets an error, or a warning, that says the fix."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.backends import registry as backends
from jaxfmm.native import nvrtc

pytestmark = pytest.mark.usefixtures("no_compiler")

X = np.random.default_rng(0).random((30, 3)).astype(np.float32)
Q = np.ones(30, np.float32)


def sums_with(plan, **given):
    return jaxfmm.potential(given.get("sources", X), given.get("charges", Q), plan=plan)


MISTAKES = {
    "rows of different lengths": (
        lambda: jaxfmm.potential([[0.0, 0.0, 0.0], [1.0, 0.0]], [1, 2]),
        "sources must be an array of numbers, got list .*give each row the same number of entries",
    ),
    "words": (lambda: jaxfmm.potential([["a", "b", "c"]], [1.0]), "sources must be numbers"),
    "float16": (
        lambda: jaxfmm.potential(X.astype(np.float16), Q),
        r"sources must be float32 or float64, got float16; convert: sources.astype\('float32'\)",
    ),
    "bfloat16 charges": (
        lambda: jaxfmm.potential(X, jnp.asarray(Q, jnp.bfloat16)),
        r"charges must be float32 or float64, got bfloat16; convert: charges.astype\('float32'\)",
    ),
    "columns for rows": (
        lambda: jaxfmm.potential(X.T, Q),
        r"got shape \(3, 30\).*write sources\.T",
    ),
    "one number for all charges": (
        lambda: jaxfmm.potential(X, 1.0),
        r"got shape \(\); .*jnp.full\(30, value\)",
    ),
    "one coordinate": (lambda: jaxfmm.KernelDensity().fit(X[:, 0]), r"write points\[:, None\]"),
    "a plan of more points": (
        lambda: sums_with(jaxfmm.plan(X), sources=X[:20], charges=Q[:20]),
        r"sources have 20 points and the plan was made for 30; make a new plan with "
        r"jaxfmm.plan\(sources",
    ),
    "a plan of other points": (
        lambda: sums_with(jaxfmm.plan(X, method="fmm", order=2, theta=0.7), sources=X + 5),
        r"points have left the cells.*call plan.update\(sources, targets\)",
    ),
    "a plan of another kernel": (
        lambda: jaxfmm.potential(X, Q, kernel=jaxfmm.Yukawa(1.0), plan=jaxfmm.plan(X)),
        "the plan was made for Laplace; make a plan for this kernel",
    ),
    "a plan for targets": (
        lambda: jaxfmm.potential(X, Q, jaxfmm.plan(X)),
        r"got Plan; .*\(plan=, kernel=\)",
    ),
    "a class for a kernel": (
        lambda: jaxfmm.plan(X, kernel=jaxfmm.Laplace),
        r"make one of it: Laplace\(\.\.\.\)",
    ),
    "a function for a kernel": (
        lambda: jaxfmm.plan(X, kernel=jnp.dot),
        r"write jaxfmm.Custom\(function\)",
    ),
    "a tol below float32": (
        lambda: jaxfmm.plan(X, tol=1e-9),
        "tol=1e-09 is below what float32 can reach.*; use a larger tol, float64 points "
        ".*jax_enable_x64.*direct",
    ),
    "a tol in per cent": (
        lambda: jaxfmm.plan(X, tol=5),
        "tol must lie between 0 and 1, got 5; .* such as 1e-4",
    ),
    "float64 without x64": (
        lambda: jaxfmm.plan(X.astype(float), tol=1e-10),
        "float64 points .*jax_enable_x64",
    ),
    "a platform for a backend": (
        lambda: jaxfmm.plan(X, backend="gpu"),
        r"backend='gpu' is not available; choose one of \('cuda', 'cpu', 'xla'\) or None",
    ),
    "check inside of jit": (
        lambda: jax.jit(lambda x: jaxfmm.plan(x, method="direct").check().status)(X),
        r"plan.check\(\) needs a known status.* check it outside",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_error_says_the_fix(mistake):
    call, message = MISTAKES[mistake]
    with pytest.raises(ValueError, match=message):
        call()


def test_lists_and_integers_are_taken():
    assert jaxfmm.potential([[0, 0, 0], [2, 0, 0]], [1, 3]).tolist() == [1.5, 0.5]


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_a_plan_of_another_precision(dtype):
    plan = jaxfmm.plan(X)
    with pytest.raises(
        ValueError,
        match=r"made for float32; make a new plan .* convert: sources.astype\('float32'\)",
    ):
        sums_with(plan, sources=X.astype(dtype), charges=Q.astype(dtype))


def test_a_gpu_without_the_extra(monkeypatch):
    monkeypatch.setattr(nvrtc, "_open", lambda: None)
    assert "pip install 'jaxfmm-fastsum[cuda]'" in nvrtc.reason()


@pytest.mark.skipif(jax.default_backend() != "cpu", reason="there is a GPU")
def test_a_gpu_that_jax_does_not_see():
    with pytest.raises(
        ValueError,
        match=r"JAX finds no GPU .*pip install 'jaxfmm-fastsum\[cuda\]', or leave backend",
    ):
        backends.choose("cuda", "cpu", jaxfmm.Laplace(), (0,), (0,), 1, 3, "float32")


@pytest.mark.parametrize(
    ("made", "given", "says"),
    [
        (
            jaxfmm.Gaussian(0.1),
            jaxfmm.Gaussian(0.2),
            r"the bandwidths of its span, .* span=\(low, high\)",
        ),
        (jaxfmm.VortexBlob(0.01), jaxfmm.VortexBlob(0.1), "softenings and cores up to its own"),
    ],
)
def test_parameters_beyond_those_of_the_plan(made, given, says):
    x = np.random.default_rng(0).random((500, 2)).astype(np.float32)
    plan = jaxfmm.plan(x, kernel=made, method="fgt" if made.traits.compact else "fmm")
    with pytest.raises(
        ValueError, match=f"was not made for this kernel's parameters; a plan works for {says}"
    ):
        jaxfmm.potential(x, np.ones(500, np.float32), kernel=given, plan=plan)
