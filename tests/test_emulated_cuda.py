"""CUDA kernels for several right-hand sides and near matrices, on CPUs (`emulated_cuda`): against
other sums."""

import shutil

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from emulated_cuda import emulated

import jaxfmm
from jaxfmm.native import launch
from jaxfmm.near_fields.matrix import NearMatrix

pytestmark = [
    pytest.mark.skipif(bool(launch.cpu_reason()), reason=str(launch.cpu_reason())),
    pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++"),
]
N, M = 150, 80
WIDE = {"order": 3, "theta": 0.7, "leaf_size": 16}


def sums(x, q, t, plan):
    return jaxfmm.potential_and_gradient(x, q, t, plan=plan)


def slopes(x, q, t, plan):
    """Derivatives in the sources, by dipoles."""

    def loss(x, q, t):
        return jnp.sum(jnp.sin(jaxfmm.potential(x, q, t, plan=plan)))

    return jax.grad(loss, (0, 1, 2))(x, q, t)


@pytest.mark.parametrize(
    ("dtype", "columns", "dim", "kernel", "function", "options"),
    [
        ("float32", 8, 3, jaxfmm.Laplace(), sums, WIDE),
        ("float64", 6, 3, jaxfmm.Laplace(), sums, WIDE),
        ("float32", 20, 3, jaxfmm.Yukawa(2.0), sums, WIDE | {"theta": 0.6}),
        ("float64", 5, 2, jaxfmm.Laplace(), slopes, WIDE),
        ("float32", 5, 3, jaxfmm.Periodic(jaxfmm.Laplace(), 1.0), sums, WIDE),
        # lists that several blocks take, and leaves that several tiles take
        ("float32", 6, 3, jaxfmm.Laplace(), sums, WIDE | {"theta": 0.02, "leaf_size": 1}),
        ("float32", 9, 3, jaxfmm.Laplace(0.1), sums, WIDE | {"leaf_size": 100}),
    ],
    indirect=["dtype"],
    ids=["eight", "double", "runs", "dipoles", "cell", "pieces", "tiles"],
)
def test_several_right_hand_sides(dtype, columns, dim, kernel, function, options):
    rng = np.random.default_rng(0)
    x, t = (jnp.asarray(rng.random((n, dim)), dtype) for n in (N, M))
    q = jnp.asarray(rng.normal(size=(N, columns)), dtype)
    plan = jaxfmm.plan(x, t, kernel=kernel, method="fmm", **options)
    expected = function(x, q, t, plan)
    with emulated():
        found = jax.tree.map(np.asarray, jax.jit(lambda *a: function(*a))(x, q, t, plan))
    for a, b in zip(found, map(np.asarray, expected), strict=True):
        assert np.abs(a - b).max() <= 100 * np.finfo(dtype).eps * np.abs(b).max()


@pytest.mark.parametrize("width", [8, 16])
def test_near_matrices(width, dtype):
    """Targets without lines, with a few, and with more than a warp has; unused lines."""
    rng, m, lines = np.random.default_rng(0), 60, 300
    target = np.sort(np.concatenate([rng.integers(0, m // 2, 150), np.full(80, 40)]))
    target = np.append(target, np.full(lines - len(target), m))
    matrix = NearMatrix(
        column=jnp.asarray(rng.integers(0, N, (width, lines)), jnp.int32),
        values=jnp.asarray(rng.normal(size=(width, lines, 4)) * (target < m)[:, None], dtype),
        target=jnp.asarray(target, jnp.int32),
    )
    q = jnp.asarray(rng.normal(size=(N, 1)), dtype)
    expected = np.asarray(matrix.product(q, m))
    with emulated():
        found = np.asarray(matrix.product(q, m, "cuda"))
    assert np.abs(found - expected).max() <= 50 * np.finfo(dtype).eps * np.abs(expected).max()
