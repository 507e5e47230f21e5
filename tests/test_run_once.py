"""Programs that are compiled fast because they run once (`jaxfmm.run_once`)."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxfmm import run_once

with_options = pytest.mark.skipif(not run_once.has_options(), reason="XLA lacks the options")


def square(x, power=2):
    return x**power


def called(function):
    """Which programs of a `RunOnce` were compiled: (fast, as JAX does)."""
    return function._once._cache_size(), function.repeated._cache_size()


@with_options
def test_a_call_alone_is_compiled_fast_and_one_within_a_program_or_a_derivative_as_jax_does():
    function, x = run_once.run_once(square, static_argnames="power"), jnp.arange(3.0)
    assert function(x, power=3).tolist() == [0, 1, 8]
    assert called(function) == (1, 0)
    assert jax.jit(function)(x).tolist() == [0, 1, 4]
    assert jax.grad(lambda x: function(x).sum())(x).tolist() == [0, 2, 4]
    assert called(function)[0] == 1
    assert function.trace(x, power=3).lower().compile()(x).tolist() == [0, 1, 8]
    assert function.eval_shape(x).shape == (3,)


@with_options
def test_known_numbers_within_a_derivative():
    function, x = run_once.run_once(lambda x: x * x), jnp.arange(3.0)
    assert jax.grad(lambda y: y * function(x).sum())(1.0) == 5
    assert called(function) == (1, 0)


@with_options
def test_long_loops_are_compiled_as_jax_does(monkeypatch):
    x = jnp.arange(3.0)
    for unless, most, fast in (
        (None, 3, 1),
        (None, 2, 0),
        (lambda x: True, 3, 0),
        (lambda x: False, 3, 1),
    ):
        monkeypatch.setattr(run_once, "MOST", most)
        function = run_once.run_once(lambda x: x + 1, unless=unless)
        np.testing.assert_array_equal(function(x), [1, 2, 3])
        assert called(function) == (fast, 1 - fast)


@pytest.fixture
def unknown_option(monkeypatch):
    monkeypatch.setattr(run_once, "OPTIONS", {"xla_of_another_version": 1})
    run_once.has_options.cache_clear()
    yield
    monkeypatch.undo()
    run_once.has_options.cache_clear()


def test_a_version_of_xla_without_the_options(unknown_option):
    """Also where programs are compiled before they are called."""
    function, x = run_once.run_once(lambda x: x + 2), jnp.arange(3.0)
    assert function(x).tolist() == [2, 3, 4] and called(function) == (0, 1)
    assert function.trace(x).lower().compile()(x).tolist() == [2, 3, 4]
    assert not run_once.has_options()


def test_other_errors_are_raised():
    def fails(x):
        raise ValueError("no number")

    with pytest.raises(ValueError, match="no number"):
        run_once.run_once(fails)(jnp.ones(1))
