"""The generated translations in two dimensions, on the host, against double sums with binomials;
CUDA compiles."""

from math import comb
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from lanes import Lane

from jaxfmm.backends import cuda
from jaxfmm.backends.protocol import Particles
from jaxfmm.expansions.laplace2d import compiled as compiled2d, cuda_code as generate2d
from jaxfmm.native import host, launch

needs_compiler = pytest.mark.skipif(bool(host.reason()), reason=str(host.reason()))
needs_nvrtc = pytest.mark.skipif(bool(launch.cuda_reason()), reason=str(launch.cuda_reason()))

ORDERS = (0, 1, 2, 5, 17, 30, 60)
OFFSET, RS, RT = 0.3, 0.6, 0.35
D = np.array([1.7, -1.1])


@pytest.fixture(scope="module")
def lanes(tmp_path_factory):
    """`run(name, order, dtype, a, d, *scalars)` calls a function of the generated struct, compiled
    once an order."""
    folder, loaded = tmp_path_factory.mktemp("lanes"), {}

    def run(name, order, dtype, *given):
        if (order, dtype) not in loaded:
            size = 2 * order + 1
            loaded[order, dtype] = Lane(
                generate2d.lane(order), "laplace2d", 2, size, dtype, folder, [OFFSET]
            )
        return loaded[order, dtype](name, *given)

    return run


def complex_of(a, sign):
    """Degree 0, then cosine + i sign sine without the root of the degree."""
    k = np.arange(1, len(a) // 2 + 1)
    return np.concatenate([a[:1] + 0j, (a[1::2] + 1j * sign * a[2::2]) / np.sqrt(k)])


def real_of(c, sign):
    """The inverse."""
    a = np.zeros(2 * len(c) - 1)
    root = np.sqrt(np.arange(1, len(c)))
    a[0], a[1::2], a[2::2] = c[0].real, root * c[1:].real, sign * root * c[1:].imag
    return a


def m2l(a, d, r_s, r_t):
    alpha, p, delta = complex_of(a, 1), len(a) // 2, complex(*d)
    b = np.zeros(p + 1, complex)
    for l in range(p + 1):
        terms = [
            comb(k + l - 1, l) * alpha[k] * (r_s / delta) ** k * (-r_t / delta) ** l
            for k in range(1, p + 1)
        ]
        b[l] = sum(terms) + (
            a[0] / l * (-r_t / delta) ** l if l else -a[0] * (np.log(abs(delta)) + OFFSET)
        )
    return real_of(b, -1)


def m2m(a, d, radius, before, after):
    alpha, p, tau = complex_of(a, 1), len(a) // 2, complex(*d) / radius
    b = alpha.copy()
    for l in range(1, p + 1):
        terms = [
            comb(l - 1, k - 1) * alpha[k] * before**k * tau ** (l - k) for k in range(1, l + 1)
        ]
        b[l] = after**l * (a[0] * tau**l / l + sum(terms))
    return real_of(b, 1)


def l2l(a, d, radius, before, after):
    c, p, tau = complex_of(a, -1), len(a) // 2, complex(*d) / radius
    b = [
        sum(comb(k, l) * c[k] * before**k * tau ** (k - l) for k in range(l, p + 1))
        for l in range(p + 1)
    ]
    return real_of(np.array(b) * after ** np.arange(p + 1.0), -1)


def coefficients(order):
    return np.random.default_rng(order).normal(size=2 * order + 1)


def close(value, reference, tolerance):
    assert np.abs(value - reference).max() <= tolerance * np.abs(reference).max()


@needs_compiler
@pytest.mark.parametrize("order", ORDERS)
def test_m2l(lanes, order):
    a = coefficients(order)
    for d in (D, -D[::-1], np.array([0, 1.9]), np.array([-2.1, 0])):
        close(lanes("m2l", order, "float64", a, d, RS, RT), m2l(a, d, RS, RT), 1e-13)


@needs_compiler
@pytest.mark.parametrize("scale", [1e-100, 1e-12, 1e100])
def test_m2l_at_any_scale(lanes, scale):
    a = coefficients(17)
    arguments = scale * D, scale * RS, scale * RT
    close(lanes("m2l", 17, "float64", a, *arguments), m2l(a, *arguments), 1e-13)


@needs_compiler
@pytest.mark.parametrize("scale", [1, 1e-12, 1e-20, 1e-36])
def test_m2l_float32(lanes, scale):
    a = coefficients(17)
    arguments = scale * D, scale * RS, scale * RT
    close(lanes("m2l", 17, "float32", a, *arguments), m2l(a, *arguments), 1e-5)


@needs_compiler
@pytest.mark.parametrize("order", [0, 5])
def test_m2l_of_padding_is_zero(lanes, order):
    for dtype in ("float32", "float64"):
        assert np.all(lanes("m2l", order, dtype, coefficients(order), np.zeros(2), RS, RT) == 0)


@needs_compiler
@pytest.mark.parametrize("shift", [(0.0, 0.0), (1e-200, 0.0), (0.2, -0.3), (-0.45, 0.1)])
@pytest.mark.parametrize("order", ORDERS)
def test_shifts(lanes, order, shift):
    a = coefficients(order)
    for arguments in ((1.3, 0.55, 1.0), (1.3, 1.0, 0.55), (0.9, 0.7, 0.8)):
        close(
            lanes("m2m", order, "float64", a, shift, *arguments), m2m(a, shift, *arguments), 1e-13
        )
        close(
            lanes("l2l", order, "float64", a, shift, *arguments), l2l(a, shift, *arguments), 1e-13
        )


def cells(dtype, nodes=7, leaves=4):
    def zeros(n):
        return jnp.zeros(n, jnp.int32)

    return SimpleNamespace(
        center=jnp.zeros((nodes, 2), dtype), radius=jnp.ones(nodes, dtype), child=zeros(nodes), parent=zeros(nodes),
        start=zeros(nodes), count=zeros(nodes), leaves=zeros(leaves), n_leaves=zeros(()), n_nodes=zeros(()),
        leaf_size=40,
    )  # fmt: skip


@needs_nvrtc
@pytest.mark.parametrize("order", [12, *(pytest.param(p, marks=pytest.mark.slow) for p in (0, 30))])
def test_cuda_kernels_compile(order, dtype, monkeypatch):
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    components, k = ((0, 0), (1, 0), (0, 1)), 2

    def run(offset, x, w):
        expansion = compiled2d.Compiled(offset)
        c = cells(dtype)
        none = jnp.zeros(8, jnp.int32)
        far = SimpleNamespace(
            start=none, source=none, target=none, images=jnp.zeros((1, 2), dtype), bits=31
        )
        particles = Particles(c, x, components)
        multipoles = cuda.upward(expansion, order, particles, w)
        local = cuda.m2l(expansion, order, multipoles, c, c, far)
        local = local + cuda.p2l(expansion, order, c, particles, w, far)
        result = cuda.m2p(expansion, order, multipoles, particles, c, far)
        return result + cuda.downward(expansion, order, local, particles)

    arguments = (jnp.zeros((), dtype), jnp.zeros((20, 2), dtype), jnp.zeros((20, 3, k), dtype))
    text = jax.jit(run).trace(*arguments).lower(lowering_platforms=("cuda",)).as_text()
    assert text.count("custom_call @jaxfmm_launch") == 8
