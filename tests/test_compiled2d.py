"""The CPU passes for `laplace2d` on real trees against direct sums of -log r - offset and its
derivatives in numpy."""

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.backends import cpu
from jaxfmm.backends.protocol import Particles
from jaxfmm.expansions.laplace2d.compiled import Compiled
from jaxfmm.kernels.pairs import components
from jaxfmm.tree.build import build
from jaxfmm.tree.traversal_arguments import Traversal
from jaxfmm.tree.traverse import PairList, traverse

state = jaxfmm.backends()["cpu"]
pytestmark = pytest.mark.skipif(state != "available", reason=f"backend cpu: {state}")

N, THETA, OFFSET, RHS = 500, 0.5, 0.7, 3
SOURCES, TARGETS = components((0, 1), 2), components((0, 1, 2), 2)
ORDERS = [
    pytest.param(p, marks=[pytest.mark.slow] * (p not in (17, 60)))
    for p in (0, 1, 2, 5, 8, 17, 30, 60)
]


def derivative(d, powers):
    """d_x^a d_y^b (-log |d| - OFFSET) = -Re(i^b log(z)^(a + b)) at places d (..., 2)."""
    z, m = d[..., 0] + 1j * d[..., 1], sum(powers)
    if m == 0:
        return -np.log(np.abs(z)) - OFFSET
    return ((1j ** powers[1]) * (-1.0) ** m * math.factorial(m - 1) / z**m).real


def direct(x, y, weights, pairs, sources=SOURCES, targets=TARGETS):
    """Sums (m, targets, k) of weights (n, sources, k) over the pairs (m, n) that count."""
    d = np.where(pairs[..., None], x[:, None] - y, 1.0)

    def matrix(s, t):
        return (-1) ** sum(s) * np.where(pairs, derivative(d, tuple(np.add(s, t))), 0)

    return np.stack(
        [sum(matrix(s, t) @ weights[:, i] for i, s in enumerate(sources)) for t in targets], axis=1
    )


@functools.cache
def problem(name):
    """Tree, far pairs, points and weights in the tree's order, and which points the far pairs
    hold."""
    dtype, leaf_targets = name
    rng = np.random.default_rng(0)
    x = jnp.asarray(
        np.concatenate([rng.random((N // 2, 2)), 0.3 + 0.01 * rng.normal(size=(N // 2, 2))]), dtype
    )
    tree = build(x, leaf_size=12, leaf_capacity=N, extent=jnp.ptp(x))
    traversal = Traversal(
        tree,
        tree,
        rate=THETA,
        near_length=0.0,
        far_capacity=1 << 14,
        near_capacity=1 << 14,
        leaf_targets=leaf_targets,
    )
    lists = traverse(traversal)
    far = lists[0]
    assert 0 < int(far.count) <= far.capacity
    pairs = np.zeros((N, N), bool)
    start, stop = np.asarray(tree.start), np.asarray(tree.start + tree.count)
    for t, s in zip(*(np.asarray(a[: int(far.count)]) for a in (far.target, far.source))):
        t = int(tree.leaves[t]) if leaf_targets else t
        pairs[start[t] : stop[t], start[s] : stop[s]] = True
    return (
        tree,
        far,
        x[tree.order],
        jnp.asarray(rng.normal(size=(N, len(SOURCES), RHS)), dtype),
        pairs,
    )


def fmm(order, tree, far, y, weights, offset):
    e = Compiled(offset)
    multipoles = cpu.upward(e, order, Particles(tree, y, SOURCES), weights)
    local = cpu.m2l(e, order, multipoles, tree, tree, far)
    return cpu.downward(e, order, local, Particles(tree, y, TARGETS))


def treecode(order, tree, far, y, weights, offset):
    e = Compiled(offset)
    multipoles = cpu.upward(e, order, Particles(tree, y, SOURCES), weights)
    return cpu.m2p(e, order, multipoles, Particles(tree, y, TARGETS), tree, far)


def reversed_treecode(order, tree, far, y, weights, offset):
    """Sums over the treecode's pairs with targets and sources exchanged."""
    e, back = Compiled(offset), far.transposed(tree.capacity)
    local = cpu.p2l(e, order, tree, Particles(tree, y, SOURCES), weights, back)
    return cpu.downward(e, order, local, Particles(tree, y, TARGETS))


@functools.cache
def reference(dtype, leaf_targets, transposed):
    _, _, y, weights, pairs = problem((dtype, leaf_targets))
    y, weights = np.asarray(y, np.float64), np.asarray(weights, np.float64)
    return direct(y, y, weights, pairs.T if transposed else pairs)


def errors(method, order, dtype):
    """The largest relative error, for each order of the derivatives at the targets."""
    leaf_targets = method is not fmm
    *arguments, _ = problem((dtype.name, leaf_targets))
    got = jax.jit(method, static_argnums=0)(order, *arguments, jnp.asarray(OFFSET, dtype))
    expected = reference(dtype.name, leaf_targets, method is reversed_treecode)
    assert got.dtype == dtype and got.shape == expected.shape
    of_order = [[i for i, t in enumerate(TARGETS) if sum(t) == b] for b in range(3)]
    return [
        np.abs(got - expected)[:, rows].max() / np.abs(expected[:, rows]).max() for rows in of_order
    ]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("method", [fmm, treecode, reversed_treecode])
def test_passes_converge(dtype, method, order):
    # Terms of degree k are at most theta^k; each derivative, one of them at the sources, multiplies
    # them by k.
    rounding = 1e-13 if dtype == jnp.float64 else 3e-6
    for b, error in enumerate(errors(method, order, dtype)):
        assert error < 4 * THETA ** (order + 1) * (order + 1) ** (b + 1) + rounding * 4**b


@pytest.mark.parametrize("order", ORDERS)
def test_multipoles_of_all_nodes(dtype, order):
    """P2M and M2M: sum_j q_j z_j^k / sqrt(k) of the points of a node."""
    tree, _, y, weights, _ = problem((dtype.name, False))
    charges = weights[:, :1]

    @jax.jit
    def upward(y, w, tree, offset):
        return cpu.upward(Compiled(offset), order, Particles(tree, y, ((0, 0),)), w)

    got = upward(y, charges, tree, OFFSET)
    nodes = int(tree.n_nodes)
    center, radius = (np.asarray(a[:nodes], np.float64) for a in (tree.center, tree.radius))
    z = (np.asarray(y, np.float64) - center[:, None]) / radius[:, None, None]
    z = (z[..., 0] + 1j * z[..., 1])[..., None] ** np.arange(order + 1) / np.sqrt(
        np.maximum(np.arange(order + 1), 1)
    )
    point = np.arange(N)
    first = np.asarray(tree.start[:nodes])[:, None]
    inside = (point >= first) & (point < first + np.asarray(tree.count[:nodes])[:, None])
    moments = np.einsum(
        "nj,njk,jr->nrk", inside, np.where(inside[..., None], z, 0), np.asarray(charges[:, 0])
    )
    expected = np.stack([moments.real, moments.imag], axis=-1).reshape(nodes, RHS, -1)
    expected = np.concatenate([expected[..., :1], expected[..., 2:]], axis=-1)
    # M2M grows rounding by (reach of the leaves' spheres / radius of the node)^k, what M2L and M2P
    # take back.
    leaves = np.asarray(tree.leaves[: int(tree.n_leaves)])
    distance = np.linalg.norm(center[:, None] - center[leaves], axis=-1) + radius[leaves]
    reach = np.where(inside[:, first[leaves, 0]], distance, 0).max(1) / radius
    growth = np.maximum(reach[:, None, None], 1) ** ((np.arange(2 * order + 1) + 1) // 2)
    scale = np.einsum("nj,jr->nr", inside, np.abs(charges[:, 0]))[..., None] * growth
    assert (np.abs(got[:nodes] - expected) <= 20 * np.finfo(dtype).eps * scale).all()


def test_right_hand_sides_do_not_mix(dtype):
    tree, far, y, weights, _ = problem((dtype.name, False))
    run = jax.jit(fmm, static_argnums=0)
    together = run(8, tree, far, y, weights, OFFSET)
    for r in range(RHS):
        np.testing.assert_array_equal(
            run(8, tree, far, y, weights[:, :, r : r + 1], OFFSET)[..., 0], together[..., r]
        )


@pytest.mark.parametrize("method", [fmm, treecode, reversed_treecode])
def test_bitwise_reproducible(dtype, method):
    *arguments, _ = problem((dtype.name, method is not fmm))
    run = jax.jit(method, static_argnums=0)
    np.testing.assert_array_equal(*(run(17, *arguments, OFFSET) for _ in range(2)))


def cells(center, radius, dtype):
    """What M2L needs of a tree."""
    fields = {"center": jnp.asarray(center, dtype), "radius": jnp.asarray(radius, dtype)}
    return type("Cells", (), fields | {"n_nodes": jnp.int32(len(center))})()


@pytest.mark.parametrize("order", ORDERS)
def test_m2l_by_binomials(dtype, order):
    """One pair of cells after the other, 37 of them at all distances, and one whose centres agree,
    which gives zero."""
    rng, pairs, n = np.random.default_rng(2), 37, 2 * order + 1
    radius = rng.uniform(0.1, 1, (2, pairs))
    z = radius.sum(0) / rng.uniform(0.001, 0.6, pairs) * np.exp(2j * np.pi * rng.random(pairs))
    z[5] = 0
    multipoles = rng.normal(size=(pairs, 1, n))
    radius, multipoles = (np.asarray(a, dtype) for a in (radius, multipoles))
    place = np.asarray(np.stack([z.real, z.imag], axis=1), dtype)
    sources, targets = cells(0 * place, radius[0], dtype), cells(place, radius[1], dtype)
    row = jnp.arange(pairs, dtype=jnp.int32)
    far = PairList(
        target=row,
        source=row,
        count=jnp.int32(pairs),
        start=jnp.arange(pairs + 1, dtype=jnp.int32),
        images=jnp.zeros((1, 2), dtype),
    )
    got = np.asarray(
        cpu.m2l(Compiled(OFFSET), order, jnp.asarray(multipoles), targets, sources, far)
    )[:, 0]
    place, radius, m = place.astype(float), radius.astype(float), multipoles[:, 0].astype(float)
    z, k = place[:, 0] + 1j * place[:, 1], np.arange(1, order + 1)
    z[5] = np.inf
    b = np.zeros((pairs, order + 1), complex)
    scaled = (m[:, 1::2] + 1j * m[:, 2::2]) / np.sqrt(k) * (radius[0] / z)[:, None] ** k
    for l in range(order + 1):
        y = scaled @ np.array([math.comb(i + l - 1, l) for i in k], float) + (
            m[:, 0] / l if l else 0
        )
        b[:, l] = y * (-radius[1] / z) ** l
    expected = np.zeros((pairs, n))
    expected[:, 0] = b[:, 0].real - m[:, 0] * (np.log(np.abs(z)) + OFFSET)
    expected[:, 1::2], expected[:, 2::2] = (
        np.sqrt(k) * part for part in (b[:, 1:].real, -b[:, 1:].imag)
    )
    expected[5] = 0
    scale = np.abs(expected).max(1, keepdims=True)
    assert (np.abs(got - expected) <= 50 * np.finfo(dtype).eps * scale).all()
