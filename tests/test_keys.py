"""Points along the Morton curve by the CUDA kernel, on CPUs and on a GPU, as XLA sorts them."""

import functools
import shutil

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from emulated_cuda import emulated
from test_tree import deep_cluster

from jaxfmm.native import launch
from jaxfmm.tree import cuda
from jaxfmm.tree.keys import sort_by_key

LEAF = 16


def cube(rng, n, dim):
    return rng.random((n, dim))


def outliers(rng, n, dim):
    """Crowded by their first words, with long and short runs of them."""
    return rng.standard_cauchy((n, dim)) * np.exp(rng.normal(size=(n, 1)))


def lattice(rng, n, dim):
    """Many points in few places, of both signs of zero."""
    return np.round(rng.normal(size=(n, dim)) * 2) / 2


def clusters(rng, n, dim):
    """Clusters inside of cells of the first two words, one of them at the corner, and points
    outside of them."""
    x = rng.random((n, dim))
    x[::2] = deep_cluster(rng, len(x[::2]))[:, :dim]
    x[::3] *= 1e-12
    return x


def equal(rng, n, dim):
    return np.full((n, dim), 0.7)


def check(n, dim, dtype):
    words = set()  # how many
    for make in (cube, outliers, lattice, clusters, equal):
        x = jnp.asarray(make(np.random.default_rng(0), n, dim), dtype)
        for leaf_size in {LEAF, max(1, n - 1)}:
            expected, found = (
                jax.jit(functools.partial(sort, leaf_size=leaf_size))(x)
                for sort in (sort_by_key, cuda.sort_by_key)
            )
            for a, b in zip(found, expected, strict=True):
                np.testing.assert_array_equal(a, b, err_msg=f"{make.__name__} {leaf_size}")
            words.add(int(np.asarray(expected[1]).any(axis=0).sum()))
    assert n < 1000 or dim == 1 or words >= {1, 2, 4}


@pytest.mark.skipif(bool(launch.cpu_reason()), reason=str(launch.cpu_reason()))
@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
@pytest.mark.parametrize(("n", "dim"), [(1, 3), (40, 2), (1501, 1), (1501, 2), (1501, 3)])
def test_kernel_on_cpus(n, dim, dtype, monkeypatch):
    monkeypatch.setattr(cuda, "_MOST_BLOCKS", 1)  # emulated blocks cannot wait for each other
    with emulated():
        check(n, dim, dtype)


@pytest.mark.gpu
@pytest.mark.parametrize(
    ("n", "dim"), [(1, 3), (40, 2), (5000, 1), (100_003, 3), (1_000_000, 2), (1_000_000, 3)]
)
def test_kernel(n, dim, dtype):
    check(n, dim, dtype)
