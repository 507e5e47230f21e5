"""Taylor coefficients of functions that users write, against derivative by derivative."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from jaxfmm.kernels import taylor_arithmetic

FUNCTIONS = {
    "exponential": lambda s: jnp.exp(-3 * s) / s**1.5,
    "roots": lambda s: jnp.sqrt(1 + 2 * s * s) + lax.rsqrt(s) * jnp.cbrt(s),
    "powers": lambda s: (1 + s) ** 2.5 + s**3 - s**-2,
    "logarithms": lambda s: jnp.log(1 + s * s) * jnp.log1p(s),
    "hyperbolic": lambda s: jnp.tanh(s * s) + jnp.sinh(s) * jnp.cosh(1 - s),
    "logistic": lambda s: jax.nn.sigmoid(s) * jnp.expm1(s) + jnp.exp2(s),
    "error functions": lambda s: jax.scipy.special.erf(s) * jax.scipy.special.erfc(jnp.sqrt(s)),
    "waves": lambda s: jnp.sin(s) * jnp.cos(jnp.sqrt(s)),
    "bounds": lambda s: jnp.abs(s - 3) * jnp.maximum(s, 0.1) + jnp.minimum(s, 5.0),
    "guarded": lambda s: jnp.where(s > 0, jnp.exp(-jnp.where(s > 0, s, 1)), 0),
    "jitted": jax.jit(jax.nn.softplus),
    "constant": lambda s: 2 * jnp.ones_like(s),
    "quotients": lambda s: 1 / (1 + s) + s / (2 + s * s),
}
ORDER = 5


def slope(f, s):
    return jax.jvp(f, (s,), (jnp.ones_like(s),))[1]


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_derivatives(name, dtype):
    """Of arrays and of numbers."""
    f, s = FUNCTIONS[name], jnp.asarray([0.7, 1.3], dtype)
    found = jax.jit(lambda s: taylor_arithmetic.derivatives(f, s, ORDER))(s)
    alone = jax.jit(lambda s: taylor_arithmetic.derivatives(f, s, ORDER))(s[0])
    every = [f]
    for _ in range(ORDER):
        every.append(functools.partial(slope, every[-1]))
    exact = jax.jit(lambda s: [g(s) for g in every])(s)
    for a, number, b in zip(found, alone, exact, strict=True):
        assert a.shape == s.shape and a.dtype == number.dtype == dtype and number.shape == ()
        np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-13)
        np.testing.assert_allclose(number, a[0], rtol=1e-13)


def test_unknown_functions():
    with pytest.raises(taylor_arithmetic.Unknown, match="lgamma"):
        taylor_arithmetic.derivatives(lax.lgamma, jnp.float32(1.5), 2)


def test_few_operations():
    """Of 1 / sqrt(s) one product for each order, of an exponential the convolutions."""

    def count(f, order):
        traced = jax.make_jaxpr(lambda s: taylor_arithmetic.derivatives(f, s, order))
        return len(traced(jnp.float32(1)).eqns)

    assert count(lax.rsqrt, 10) <= 40
    assert count(lambda s: jnp.exp(-jnp.sqrt(s)), 10) <= 200
