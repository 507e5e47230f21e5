"""The order of points along the Hilbert curve."""

import jax.numpy as jnp
import numpy as np
import pytest

from jaxfmm.tree import hilbert, keys


def grid(dim, k):
    axes = [np.arange(2**k)] * dim
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, dim)


@pytest.mark.parametrize("dim", [1, 2, 3, 4])
def test_each_step_goes_to_a_neighbour(dim, dtype):
    cells = grid(dim, 3)
    order = np.asarray(hilbert.order(jnp.asarray(cells, dtype)))
    assert sorted(order.tolist()) == list(range(len(cells)))
    assert (np.abs(np.diff(cells[order], axis=0)).sum(1) == 1).all()


def test_consecutive_points_fill_smaller_boxes_than_by_morton_keys():
    rng = np.random.default_rng(0)
    x = jnp.asarray(rng.random((20_000, 3)), jnp.float32)

    def volume(order):
        rows = np.asarray(x)[np.asarray(order)][: len(x) // 32 * 32].reshape(-1, 32, 3)
        return np.ptp(rows, axis=1).prod(1).mean()

    assert volume(hilbert.order(x)) < 0.5 * volume(keys.sort_by_key(x, 32)[0])


def test_points_of_two_scales():
    """A cluster a million times smaller than the box is in order too."""
    rng = np.random.default_rng(0)
    cluster = 1e-6 * rng.random((1000, 2))
    x = jnp.asarray(np.concatenate([cluster, rng.random((1000, 2))]), jnp.float32)
    order = np.asarray(hilbert.order(x))
    place = np.flatnonzero(order < 1000)
    assert np.ptp(place) == 999
    steps = np.abs(np.diff(np.asarray(x)[order[place]], axis=0)).sum(1)
    assert np.median(steps) < 1e-7


def test_points_in_one_place():
    assert sorted(np.asarray(hilbert.order(jnp.ones((5, 3)))).tolist()) == list(range(5))
