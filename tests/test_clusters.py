"""Clouds of points as fewer clusters."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxfmm.log_sum_exp import order_of_leaves
from jaxfmm.tree.clusters import clusters


@pytest.mark.parametrize(("n", "dim", "most"), [(500, 2, 64), (500, 3, 100), (77, 1, 20)])
def test_clusters_keep_mass_mean_and_squares(n, dim, most):
    rng = np.random.default_rng(0)
    points, mass = rng.normal(size=(n, dim)), rng.random(n) + 0.5
    points = points[np.asarray(order_of_leaves(jnp.asarray(points, jnp.float32)))]
    given = jnp.asarray(points, jnp.float32), jnp.asarray(mass, jnp.float32)
    centres, masses, squares = jax.jit(lambda *given: clusters(*given, most))(*given)
    assert most / 2 < len(centres) <= most
    np.testing.assert_allclose(masses.sum(), mass.sum(), rtol=1e-5)
    np.testing.assert_allclose(masses @ centres, mass @ points, rtol=1e-3, atol=1e-3)
    # what the clusters lack of the second moment is within them
    lacking = mass @ np.square(points).sum(1) - masses @ jnp.square(centres).sum(1)
    np.testing.assert_allclose(squares, lacking / mass.sum() / dim, rtol=1e-3)
    assert float(squares) < 0.2


def test_few_points_are_their_own_clusters():
    points, mass = jnp.arange(6.0).reshape(3, 2), jnp.ones(3)
    centres, masses, squares = clusters(points, mass, 3)
    assert centres is points and masses is mass and squares == 0
