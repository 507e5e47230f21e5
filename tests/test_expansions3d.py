"""Every operator of `laplace3d` on two or three boxes against the direct sum in float64."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxfmm.expansions.laplace3d import operators as e3
from jaxfmm.expansions.laplace3d.axis_swap import swap_matrix

OUTPUTS = (0, 1, 2)
PATHS = ("m2p", "p2l", "m2l", "m2m", "l2l")
LONGEST = ("p2l", "m2m", "l2l")  # between them they use every operator
CELLS, PARTICLES = 4, 6
E3 = e3.SolidHarmonics()
AXES = np.array([[0.0, 0, 1], [0, 0, -1], [1, 0, 0], [0, 1, 0]])


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def kernel_derivatives(d):
    """Derivatives of `1 / |d|` with respect to `d` up to order 4, `{a: d.shape[:-1] + (3,) * a}`,
    in numpy."""
    r = np.linalg.norm(d, axis=-1)[(...,) + (None,) * 4]
    eye = np.eye(3)
    v = d
    dd = np.einsum("...i,...j->...ij", v, v)
    ddd = np.einsum("...i,...j,...k->...ijk", v, v, v)
    dddd = np.einsum("...ij,...kl->...ijkl", dd, dd)
    ed = np.einsum("ij,...k->...ijk", eye, v)
    ed = ed + np.moveaxis(ed, -1, -2) + np.moveaxis(ed, -1, -3)
    edd = sum(
        np.einsum(f"{a},...{b}->...ijkl", eye, dd)
        for a, b in (
            ("ij", "kl"),
            ("ik", "jl"),
            ("il", "jk"),
            ("jk", "il"),
            ("jl", "ik"),
            ("kl", "ij"),
        )
    )
    ee = sum(
        np.einsum(f"{a},{b}->ijkl", eye, eye) for a, b in (("ij", "kl"), ("ik", "jl"), ("il", "jk"))
    )
    r1, r2, r3, r4 = r[..., 0, 0, 0, 0], r[..., 0, 0, 0], r[..., 0, 0], r[..., 0]
    return {
        0: 1 / r1,
        1: -v / r2**3,
        2: 3 * dd / r3**5 - eye / r3**3,
        3: -15 * ddd / r4**7 + 3 * ed / r4**5,
        4: 105 * dddd / r**9 - 15 * edd / r**7 + 3 * ee / r**5,
    }


def direct(x, y, weights):
    """The sum itself, `x` of shape `(C, T, 3)` and `y` of shape `(C, S, 3)`, in float64."""
    kernel = kernel_derivatives(np.asarray(x, float)[:, :, None] - np.asarray(y, float)[:, None])
    fields = {}
    for b in OUTPUTS:
        source, target = "uvw", "ij"[:b]
        fields[b] = sum(
            (-1) ** a
            * np.einsum(f"cts{source[:a]}{target},csk{source[:a]}->ctk{target}", kernel[a + b], w)
            for a, w in weights.items()
        )
    return fields


def problem(rng, distance=9.0, directions=None, k=2, orders=(0, 1, 2)):
    """Two boxes of radius 1 a `distance` apart: source offsets, target offsets, shift, weights."""
    offsets = rng.uniform(-1, 1, (2, CELLS, PARTICLES, 3)) / np.sqrt(3)
    directions = rng.normal(size=(CELLS, 3)) if directions is None else directions
    shift = distance * directions / np.linalg.norm(directions, axis=-1, keepdims=True)
    weights = {a: rng.normal(size=(CELLS, PARTICLES, k) + (3,) * a) for a in orders}
    return offsets[0], offsets[1], shift, weights


def cast(dtype, *values):
    return jax.tree.map(lambda v: jnp.asarray(v, dtype), values)


@functools.cache
def operators(path, order):
    """The compiled path of operators from source weights to fields at the targets."""

    def run(u, v, d, up, down, child, parent, weights):
        wide = child[:, None, None]
        if path == "p2l":
            return E3.l2p(E3.p2l(u * wide - d[:, None], child, weights, order), v, child, OUTPUTS)
        multipole = E3.p2m(u, child, weights, order)
        if path == "m2p":
            return E3.m2p(multipole, v * wide + d[:, None], child, OUTPUTS)
        if path == "m2l":
            return E3.l2p(E3.m2l(multipole, d, child, child, order), v, child, OUTPUTS)
        multipole = E3.m2m(multipole, up, child, parent, order)
        if path == "m2m":
            return E3.m2p(multipole, v * wide + (d + up)[:, None], parent, OUTPUTS)
        local = E3.m2l(multipole, d + up - down, parent, parent, order)
        return E3.l2p(E3.l2l(local, down, parent, child, order), v, child, OUTPUTS)

    return jax.jit(run)


def chain(dtype, path, order, ys, ut, d, weights, scale=1.0):
    """Fields along a path. Boxes of radius 1 with centres 0 and `d`, their parents of radius 2 with
    centres `-up`, `d
    - down`."""
    up, down = np.random.default_rng(1).uniform(-0.5, 0.5, (2, CELLS, 3))
    lengths = np.array([d, up, down]) * scale
    radii = np.array([np.full(CELLS, 1), np.full(CELLS, 2)]) * scale
    weights = {a: w * scale**a for a, w in weights.items()}
    with jax.enable_x64(dtype == np.float64):
        fields = operators(path, order)(*cast(dtype, ys, ut, *lengths, *radii, weights))
        return jax.tree.map(lambda field: np.asarray(field, float), fields)


def error(fields, reference):
    """The worst relative error over the outputs, each in the maximum norm."""
    return max(np.abs(fields[b] - reference[b]).max() / np.abs(reference[b]).max() for b in OUTPUTS)


@pytest.mark.parametrize("order", [0, 1, 20])
def test_addition_theorem(dtype, rng, order):
    y, x = rng.normal(size=(2, 50, 3))
    harmonics = jax.jit(lambda y, x: (e3.regular(*y, order), e3.irregular(*x, order)))
    regular, irregular = (np.asarray(values, float) for values in harmonics(*cast(dtype, y.T, x.T)))
    assert regular.shape == irregular.shape == ((order + 1) ** 2, 50)
    ry, rx = np.linalg.norm(y, axis=1), np.linalg.norm(x, axis=1)
    cosine = (x * y).sum(1) / (rx * ry)
    for l in range(order + 1):
        sums = (regular * irregular)[l * l : (l + 1) ** 2].sum(0)
        legendre = np.polynomial.legendre.Legendre.basis(l)(cosine)
        np.testing.assert_allclose(
            sums * rx ** (l + 1) / ry**l, legendre, atol=100 * np.finfo(dtype).eps
        )


def test_irregular_at_extremes(dtype):
    points = cast(dtype, np.array([0.0, 1e-25, 1e25, 3.0]))[0]
    values = np.asarray(e3.irregular(points, jnp.zeros_like(points), points, 1))
    assert np.all(values[:, 0] == 0)
    np.testing.assert_allclose(values[0, 1:] * np.asarray(points)[1:], np.sqrt(0.5), rtol=1e-6)


def test_derivative_matrices(rng):
    order, step = 6, 1e-5
    with jax.enable_x64(True):
        u = rng.normal(size=3)
        regular = jax.jit(lambda v: e3.regular(*v, order))
        irregular = jax.jit(lambda v: e3.irregular(*v, order))
        for matrix, h in zip(e3.derivative_matrices(order), step * np.eye(3), strict=True):
            slope = (regular(u + h) - regular(u - h)) / (2 * step)
            np.testing.assert_allclose(slope, matrix @ regular(u), atol=1e-7 * np.abs(slope).max())
            slope = (irregular(u + h) - irregular(u - h)) / (2 * step)
            low = order**2
            np.testing.assert_allclose(
                slope[:low], -(matrix.T @ irregular(u))[:low], atol=1e-7 * np.abs(slope).max()
            )


def rotation_matrix(rotation, order):
    """The orthogonal `(n, n)` matrix `Q` with `R(rotation @ u) = Q @ R(u)`."""
    derivatives = e3.derivative_matrices(order)
    matrix = np.zeros(derivatives.shape[1:])
    matrix[0, 0] = 1
    for l in range(1, order + 1):
        # The chain rule gives Q_l D_k = sum_j rotation_jk D_j Q_{l-1}, and sum_k D_k D_k^T = l (2l
        # - 1) on degree l.
        here, below = slice(l * l, (l + 1) ** 2), slice((l - 1) ** 2, l * l)
        d = derivatives[:, here, below]
        turned = np.einsum("jk,jab->kab", rotation, d) @ matrix[below, below]
        matrix[here, here] = (turned @ d.transpose(0, 2, 1)).sum(0) / (l * (2 * l - 1))
    return matrix


def test_swap_is_a_rotation():
    swap = rotation_matrix(np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0]]), 9)
    for l in range(10):
        degree = slice(l * l, (l + 1) ** 2)
        np.testing.assert_allclose(swap_matrix(l), swap[degree, degree], atol=1e-14)


def test_rotation_matrix(rng):
    order = 20
    rotation = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    matrix = rotation_matrix(rotation, order)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(len(matrix)), atol=1e-13)
    with jax.enable_x64(True):
        u = rng.normal(size=3)
        u /= np.linalg.norm(u)
        regular = jax.jit(lambda u: e3.regular(*u, order))
        np.testing.assert_allclose(regular(rotation @ u), matrix @ regular(u), atol=1e-13)


@pytest.mark.parametrize("path", PATHS)
def test_converges(rng, path):
    # With |u| <= 1 and a distance of 9 one cell against a point converges like (1/8)^p, two cells
    # like (2/9)^p; the parents reach out to 1.9 times the radius of their child.
    rate = {"m2p": 1 / 8, "p2l": 1 / 8, "m2l": 2 / 9, "m2m": 1.9 / 7.1, "l2l": 3.8 / 7.2}[path]
    ys, ut, d, weights = problem(rng)
    reference = direct(ut + d[:, None], ys, weights)
    low, high = (
        error(chain(np.float64, path, order, ys, ut, d, weights), reference) for order in (6, 20)
    )
    assert low < 0.05
    # Two derivatives at the source and two at the target cost p^4.
    assert high < 10 * low * (20 / 6) ** 4 * rate**14 + 1e-13
    if path in ("m2p", "p2l", "m2l"):
        assert high < 1e-12


@pytest.mark.parametrize(
    "path", [pytest.param(p, marks=pytest.mark.slow) if p != "p2l" else p for p in LONGEST]
)
def test_float32_at_order_20(rng, path):
    ys, ut, d, weights = problem(rng, directions=AXES)
    fields = chain(np.float32, path, 20, ys, ut, d, weights)
    reference = direct(ut + d[:, None], ys, weights)
    for b in OUTPUTS:
        # 1e-6 of the charges; each derivative of degree l multiplies the rounding error of its
        # coefficient by l.
        assert np.abs(fields[b] - reference[b]).max() < 3e-6 * 4**b * np.abs(reference[b]).max()


@pytest.mark.parametrize("path", LONGEST)
@pytest.mark.parametrize("scale", [1e-11, 1e10])
def test_scales(rng, path, scale):
    """phi(scale x) = phi(x) / scale in float32, also where scale**-3 is as large as it can be."""
    ys, ut, d, weights = problem(rng)
    reference = direct(ut + d[:, None], ys, weights)
    fields = chain(np.float32, path, 20, ys, ut, d, weights, scale)
    assert error({b: field * scale ** (b + 1) for b, field in fields.items()}, reference) < 5e-5


@pytest.mark.parametrize("path", LONGEST)
def test_right_hand_sides(rng, path):
    ys, ut, d, weights = problem(rng)
    together = chain(np.float32, path, 20, ys, ut, d, weights)
    for k in range(2):
        alone = {a: w * np.reshape(np.arange(2) == k, (2,) + (1,) * a) for a, w in weights.items()}
        alone = chain(np.float32, path, 20, ys, ut, d, alone)
        for b in OUTPUTS:
            np.testing.assert_array_equal(alone[b][:, :, 1 - k], 0)
            np.testing.assert_allclose(
                together[b][:, :, k], alone[b][:, :, k], atol=1e-6 * np.abs(alone[b]).max()
            )


@pytest.mark.parametrize("path", PATHS)
def test_axis_aligned(rng, path):
    ys, ut, d, weights = problem(rng, directions=AXES)
    reference = direct(ut + d[:, None], ys, weights)
    assert error(chain(np.float64, path, 20, ys, ut, d, weights), reference) < (
        1e-12 if path in ("m2p", "p2l", "m2l") else 1e-5
    )


@pytest.mark.parametrize("order", range(3))
def test_low_orders_are_exact(rng, order):
    """The field of tensors at the centre has only their degrees."""
    ys, ut, d, weights = problem(rng, orders=tuple(range(order + 1)))
    reference = direct(ut + d[:, None], 0 * ys, weights)
    assert error(chain(np.float64, "m2p", order, 0 * ys, ut, d, weights), reference) < 1e-13


@functools.cache
def translations(order):
    def run(coefficients, d, r_s, r_t):
        return (
            E3.m2m(coefficients, d, r_s, r_t, order),
            E3.m2l(coefficients, d, r_s, r_t, order),
            E3.l2l(coefficients, d, r_s, r_t, order),
        )

    return jax.jit(run)


@pytest.mark.parametrize("order", [0, 1, 2, 3, 5, 8, 13])
def test_orders_are_nested(rng, order):
    """A lower order is the truncation of a higher one, which the other tests check."""
    n, full = (order + 1) ** 2, rng.normal(size=(CELLS, 2, 441))
    full[..., n:] = 0
    shift, radii = rng.normal(size=(CELLS, 3)), np.array([np.full(CELLS, 0.7), np.full(CELLS, 1.4)])
    with jax.enable_x64(True):
        low = translations(order)(*cast(np.float64, full[..., :n], shift, *radii))
        high = translations(20)(*cast(np.float64, full, shift, *radii))
    for got, expected in zip(low, high, strict=True):
        assert got.shape == (CELLS, 2, n)
        np.testing.assert_allclose(
            got, expected[..., :n], atol=1e-12 * np.abs(expected[..., :n]).max()
        )


def test_tiny_shifts(dtype, rng):
    """Shifts far below the radius, zero, or nearly along an axis change nothing, and M2L of a zero
    shift is zero."""
    shifts = np.array([[0, 0, 0], [1e-30, 0, 1e-37], [1e-37, 1e-37, 1e-20], [1e-20, 1e-30, -1e-20]])
    coefficients, shift, radius = cast(
        dtype, rng.normal(size=(CELLS, 2, 441)), shifts, np.ones(CELLS)
    )
    m2m, m2l, l2l = translations(20)(coefficients, shift, radius, radius)
    for moved in (m2m, l2l):
        np.testing.assert_allclose(moved, coefficients, atol=100 * np.finfo(dtype).eps)
    assert np.all(np.asarray(m2l)[0] == 0)


@pytest.mark.parametrize("tiny", [1e-12, 1e-22, 1e-30, 1e-37])
def test_near_axis(dtype, rng, tiny):
    """Directions nearly along an axis give what the axis gives."""
    coefficients, radius = cast(dtype, rng.normal(size=(CELLS, 2, 441)), np.ones(CELLS))
    exact, nearly = cast(dtype, 9 * AXES, 9 * AXES + np.where(AXES == 0, tiny, 0))
    run = translations(20)
    nearly, exact = (
        run(coefficients, nearly, radius, radius),
        run(coefficients, exact, radius, radius),
    )
    for got, expected in zip(nearly, exact, strict=True):
        tolerance = (1e-5 if dtype == np.float32 else 1e-10) * np.abs(expected).max()
        np.testing.assert_allclose(got, expected, atol=tolerance)


def test_rotation_invariance(rng):
    rotation = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    matrix = rotation_matrix(rotation, 20)
    coefficients, d, radii = (
        rng.normal(size=(CELLS, 2, 441)),
        3 * rng.normal(size=(CELLS, 3)),
        np.full((2, CELLS), 0.8),
    )
    with jax.enable_x64(True):
        straight = translations(20)(*cast(np.float64, coefficients, d, *radii))
        turned = translations(20)(
            *cast(np.float64, coefficients @ matrix.T, d @ rotation.T, *radii)
        )
    for got, expected in zip(turned, straight, strict=True):
        expected = np.asarray(expected) @ matrix.T
        np.testing.assert_allclose(got, expected, atol=1e-11 * np.abs(expected).max())


def test_transpose(rng):
    """`l2l` is the transpose of `m2m`, and `m2l` its own for the opposite shift."""
    a, b = rng.normal(size=(2, CELLS, 2, 441))
    d, small, large = 3 * rng.normal(size=(CELLS, 3)), np.full(CELLS, 0.8), np.ones(CELLS)
    with jax.enable_x64(True):
        m2m, m2l, _ = translations(20)(*cast(np.float64, a, d, small, large))
        _, _, l2l = translations(20)(*cast(np.float64, b, d, large, small))
        _, back, _ = translations(20)(*cast(np.float64, b, -d, large, small))
    np.testing.assert_allclose(np.vdot(m2m, b), np.vdot(a, l2l), rtol=1e-10)
    np.testing.assert_allclose(np.vdot(m2l, b), np.vdot(a, back), rtol=1e-10)


@pytest.mark.parametrize("operator", [E3.p2m, E3.p2l])
def test_padding(rng, operator):
    ys, _, d, weights = problem(rng, orders=(0,), k=1)
    # No source of P2L is inside the cell; padding may sit at its centre, where the kernel is
    # infinite.
    positions = ys - d[:, None] if operator == E3.p2l else ys
    positions, radius, charges = cast(np.float32, positions, np.ones(CELLS), weights[0])
    run = jax.jit(lambda positions, charges: operator(positions, radius, {0: charges}, 3))
    padded = (jnp.concatenate([v, jnp.zeros_like(v)], axis=1) for v in (positions, charges))
    np.testing.assert_allclose(run(*padded), run(positions, charges), atol=1e-6)


def test_vmap(rng):
    arguments = cast(
        np.float32, rng.normal(size=(CELLS, 1, 16)), problem(rng)[2], *np.ones((2, CELLS))
    )
    translate = functools.partial(E3.m2l, order=3)
    single = jax.vmap(lambda *one: translate(*(v[None] for v in one))[0])
    np.testing.assert_allclose(
        jax.jit(single)(*arguments), jax.jit(translate)(*arguments), atol=1e-6
    )


def test_refuses_a_wrong_number_of_coefficients():
    with pytest.raises(ValueError, match="order"):
        E3.l2p(jnp.zeros((1, 1, 10)), jnp.zeros((1, 1, 3)), jnp.ones(1), (0,))
