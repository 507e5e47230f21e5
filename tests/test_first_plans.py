"""What first plans of kernels with unknown errors spend: kernels that are compiled at the same
time, direct sums of one column after the other, and the choice that comes first."""

import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.native import at_once, cache
from jaxfmm.native.at_once import AtOnce
from jaxfmm.planning import make, sampled_sums
from jaxfmm.planning.choose import propose
from jaxfmm.planning.make import _check, _Options


@pytest.fixture
def compiler(monkeypatch, tmp_path):
    monkeypatch.setenv("JAXFMM_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "_memory", {})
    return AtOnce("cpu", "host", "a compiler")


def test_kernels_that_a_trace_asks_for_are_compiled_at_the_same_time(compiler):
    two, made = threading.Barrier(2, timeout=60), []

    def make(source):
        two.wait()
        made.append(source)
        return source.encode()

    def code(source):
        return compiler.code([source], lambda: make(source))

    def trace():
        assert at_once.asked_platform() == "cpu"
        assert code("a") == code("b") == b""

    compiler.begin(trace)
    assert at_once.asked_platform() is None
    assert (code("a"), code("b"), sorted(made)) == (b"a", b"b", ["a", "b"])


def test_kernels_are_not_asked_for_where_none_or_old_ones_are_needed(compiler, monkeypatch):
    """Before the first kernel where that is wished, and after one that was on disk."""

    def trace():
        raise AssertionError("it was traced")

    compiler.begin(trace, first=False)
    assert compiler.code(["a"], lambda: b"a") == b"a"
    with pytest.raises(AssertionError, match="traced"):
        compiler.begin(trace, first=False)
    assert at_once.asked_platform() is None
    monkeypatch.setattr(cache, "_memory", {})
    assert compiler.code(["a"], lambda: b"b") == b"a"
    compiler.begin(trace)


def test_columns_are_summed_directly_one_after_the_other_or_at_once(monkeypatch):
    rng = np.random.default_rng(0)
    x, q = (jnp.asarray(rng.normal(size=shape), jnp.float32) for shape in ((300, 3), (300, 3)))
    kernel, platform, found = jaxfmm.Laplace().simplified(3), sampled_sums.platform_of(x), []
    for few in (sampled_sums.FEW_PAIRS, 0):
        monkeypatch.setattr(sampled_sums, "FEW_PAIRS", few)
        found.append(sampled_sums._direct_sums(kernel, x[:20], x, q, 1, platform))
    assert found[0].shape == (3, 20, 1, 4)
    np.testing.assert_allclose(*found, rtol=1e-4, atol=1e-3)


def test_radial_kernels_have_smaller_errors_than_tables():
    """At this tolerance no Taylor series keeps the table's errors."""
    with jax.enable_x64(True):
        x = jnp.asarray(np.random.default_rng(0).random((100_000, 3)))
        asked = _check(x, None, jaxfmm.ThinPlate(3), _Options(1e-7, gradient=True))
        first, *others = propose(asked.request, asked.problem)
    assert (first.choice.method.name, first.choice.method.family) == ("fmm", "radial")
    direct = next(one for one in others if one.choice.method.exact)
    assert 1.1 * first.nanoseconds < direct.nanoseconds


def test_a_search_begins_though_its_start_is_slower_than_the_direct_sum(monkeypatch):
    """The start has parameters by tables of errors, which a search by predicted errors leaves: the
    FMM that it finds for these points takes a third of the time."""

    def uneven(x, y, rate):
        return jnp.exp(-rate * jnp.sum(jnp.square(x - y))) * (1 + 0.5 * x[0] * y[-1])

    begun = []
    monkeypatch.setattr(make.PredictionSearch, "run", lambda self: begun.append(1) or self.first)
    x = jnp.asarray(np.random.default_rng(0).random((50_000, 3)), jnp.float32)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Custom(uneven, 2.0), tol=1e-4)
    assert begun and plan.method == "fmm"
