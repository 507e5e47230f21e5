"""The operators of the Gaussian's Hermite and Taylor series: errors within the bound, every
derivative."""

import itertools
import math

import jax.numpy as jnp
import numpy as np
import pytest

from jaxfmm.gaussian import hermite_series
from jaxfmm.kernels.pairs import components


def products(basis, u, p, derivative):
    """The derivative (a multi-index) of the products of basis functions at u (..., d) -> (...,
    p^d)."""
    value, *rows = (
        jnp.stack(basis(u[..., axis], p, order), axis=-1) for axis, order in enumerate(derivative)
    )
    for row in rows:
        value = (value[..., :, None] * row[..., None, :]).reshape(*u.shape[:-1], -1)
    return value


FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


def gaussian(u, derivative):
    """The derivative (a multi-index) of exp(-|u|^2 / 2) at u (..., d) in numpy."""
    value = np.exp(-0.5 * np.sum(u * u, axis=-1))
    for axis, order in enumerate(derivative):
        value = (
            value
            * (-1) ** order
            * np.polynomial.hermite_e.hermeval(u[..., axis], [0] * order + [1])
        )
    return value


def corners(dim, radius):
    """Places in a box where errors are largest, and some others."""
    return np.array(list(itertools.product([-radius, -0.3 * radius, radius], repeat=dim)))


def series(way, p, radius, offset, source_derivative, target_derivative):
    """G(x - y) of targets and sources in two boxes at `offset`, by a series and exactly: (targets,
    sources)."""
    dim = len(offset)
    s = t = corners(dim, radius)
    distance = 2 * radius * np.array(offset)
    exact = (-1) ** sum(source_derivative) * gaussian(
        distance + t[:, None] - s[None],
        [a + b for a, b in zip(source_derivative, target_derivative)],
    )

    def rows(basis, points, derivative):
        return products(basis, jnp.asarray(points), p, derivative)

    if way == "M2P":
        left = rows(hermite_series.hermite_functions, t + distance, target_derivative)
        right = rows(hermite_series.monomials, s, source_derivative)
    elif way == "P2L":
        left = rows(hermite_series.monomials, t, target_derivative)
        right = rows(hermite_series.hermite_functions, s - distance, source_derivative)
    else:
        left = rows(hermite_series.monomials, t, target_derivative)
        matrices = [jnp.asarray(hermite_series.translation(d, p)) for d in distance]
        right = hermite_series.translate(
            rows(hermite_series.monomials, s, source_derivative), matrices
        )
    return np.asarray(left @ right.T), exact


@pytest.mark.parametrize("way", ["M2P", "P2L", "M2L"])
@pytest.mark.parametrize(
    ("dim", "radius"),
    [
        (1, 0.5),
        *(
            pytest.param(*given, marks=pytest.mark.slow)
            for given in ((1, 1.0), (2, 0.5), (2, 1.0), (3, 0.5), (3, 1.0))
        ),
    ],
)
@FLOAT64
def test_error_is_within_the_bound(dtype, way, dim, radius):
    for p in (5, 8, 11) if dim == 3 else (6, 11, 16, 21):
        worst = 0
        for offset in ([0] * dim, [1] + [0] * (dim - 1), [-1] * dim, [2] * dim):
            value, exact = series(way, p, radius, offset, (0,) * dim, (0,) * dim)
            worst = max(worst, np.abs(value - exact).max())
        assert worst <= hermite_series.error_bound(p, radius, dim) + 1e-14


@pytest.mark.parametrize("way", ["M2P", "P2L", "M2L"])
@pytest.mark.parametrize(
    "radius", [*(pytest.param(r, marks=pytest.mark.slow) for r in (0.5, 0.75)), 1.0]
)
@FLOAT64
def test_error_of_derivatives_is_within_the_bound(dtype, way, radius):
    for p, (a, b) in itertools.product((9, 12, 17), ((0, 1), (1, 0), (1, 1), (0, 2), (2, 0))):
        for offset in ([0, 0], [-1, 1]):
            value, exact = series(way, p, radius, offset, (a, 0), (b, 0))
            assert np.abs(value - exact).max() <= hermite_series.error_bound(p, radius, 2, a + b)


@pytest.mark.parametrize("p", [6, 9, 12, 16])
@FLOAT64
def test_bound_is_not_far_above_the_error(dtype, p):
    """With the targets anywhere: less than five times."""
    for radius in (0.5, 1.0):
        s, t = np.array([-radius, radius]), np.linspace(-8, 8, 2001)
        left = products(hermite_series.hermite_functions, jnp.asarray(t)[:, None], p, (0,))
        value = left @ products(hermite_series.monomials, jnp.asarray(s)[:, None], p, (0,)).T
        worst = np.abs(value - np.exp(-0.5 * (t[:, None] - s[None]) ** 2)).max()
        assert worst <= hermite_series.error_bound(p, radius, 1) <= 5 * worst


def test_published_bound_is_wrong():
    """r = 0.5, p = 8, d = 3: Greengard & Strain's (K^d / p!^(d/2)) (r^p / (1 - r))^d is 8 digits
    too small."""
    p, radius = 8, 0.5
    first = (hermite_series.CRAMER / math.sqrt(math.factorial(p)) * radius**p / (1 - radius)) ** 3
    assert first < 1e-7 * hermite_series.error_bound(p, radius, 3)
    for radius, orders in ((0.5, (7, 11, 14)), (1.0, (11, 16, 21))):
        for tol, order in zip((1e-3, 1e-6, 1e-9), orders):
            assert (
                next(p for p in range(40) if hermite_series.error_bound(p, radius, 3) < tol)
                == order
            )


@pytest.mark.parametrize("way", ["M2P", "P2L", "M2L"])
def test_every_derivative(dtype, way):
    tolerance = 2e-4 if dtype == jnp.float32 else 1e-11
    p = 12 if dtype == jnp.float32 else 22
    for a, b in itertools.product(components(range(3), 2), repeat=2):
        value, exact = series(way, p, 0.5, [1, -1], a, b)
        assert value.dtype == dtype
        np.testing.assert_allclose(value, exact, atol=tolerance)


@pytest.mark.parametrize("dtype", ["float32"], indirect=True)
def test_high_orders_in_float32(dtype):
    value, exact = series("M2L", 21, 1.0, [1, 0, 0], (0, 0, 0), (0, 0, 0))
    assert np.isfinite(value).all()
    np.testing.assert_allclose(value, exact, atol=2e-5)
