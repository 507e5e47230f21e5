"""Sums over images in the plane: logarithms, poles and vortices along one axis and two."""

import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import Cauchy, Laplace, Periodic, VortexBlob

SLOW = pytest.mark.slow
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
METHODS = pytest.mark.parametrize("method", [pytest.param("direct", marks=SLOW), "fmm"])
EDGE = np.array([[1.3, 0.4]])
CELL = np.array([[1.5, 0.2], [0.3, 1.8]])


def row(x, y, q, edge):
    """-log |2 sin(pi z / w)|, without pairs at distance zero but with their images; plain JAX."""
    with jax.numpy_rank_promotion("allow"), jax.numpy_dtype_promotion("standard"):
        w = edge[0, 0] + 1j * edge[0, 1]
        z = [p[:, 0] + 1j * p[:, 1] for p in (x, y)]
        offset = z[0][:, None] - z[1][None]
        itself = offset == 0
        apart = -jnp.log(jnp.abs(2 * jnp.sin(jnp.pi * jnp.where(itself, 0.3 * w, offset) / w)))
        return jnp.where(itself, -jnp.log(2 * jnp.pi / jnp.abs(w)), apart) @ q


def grid(x, y, q, cell):
    """The same for two axes, by Kronecker's second limit formula, with z / w_1 = s + u tau, tau =
    w_2 / w_1, 0 <= u < 1 and zeta = exp(2 pi i z / w_1), q = exp(2 pi i tau),

        pi Im(tau) (u^2 - u + 1/6) - log |1 - zeta|
            - sum_{m > 0} log |(1 - q^m zeta) (1 - q^m / zeta)|
    """
    with jax.numpy_rank_promotion("allow"), jax.numpy_dtype_promotion("standard"):
        w = cell[:, 0] + 1j * cell[:, 1]
        z = [p[:, 0] + 1j * p[:, 1] for p in (x, y)]
        tau, offset = w[1] / w[0], (z[0][:, None] - z[1][None]) / w[0]
        itself = offset == 0
        offset = offset - jnp.floor(jax.lax.stop_gradient(offset.imag / tau.imag)) * tau
        zeta = jnp.exp(2j * jnp.pi * jnp.where(itself, 0.3, offset))
        u = offset.imag / tau.imag
        powers = jnp.exp(2j * jnp.pi * tau * np.arange(1, 12))
        both = (1 - powers * zeta[..., None]) * (1 - powers / zeta[..., None])
        apart = -jnp.log(jnp.abs(1 - zeta)) - jnp.log(jnp.abs(both)).sum(-1)
        at_itself = -jnp.log(2 * jnp.pi / jnp.abs(w[0])) - 2 * jnp.log(jnp.abs(1 - powers)).sum()
        return (jnp.pi * tau.imag * (u * u - u + 1 / 6) + jnp.where(itself, at_itself, apart)) @ q


EXACT = {"one axis": (EDGE, (0,), row), "two axes": (CELL, None, grid)}


@METHODS
@pytest.mark.parametrize("name", ["one axis", pytest.param("two axes", marks=SLOW)])
@FLOAT64
def test_logarithms(name, method, dtype):
    """Values and derivatives in points, charges and the cell."""
    cell, axes, exact = EXACT[name]
    rng = np.random.default_rng(0)
    x, y = (jnp.asarray(rng.random((n, 2)) @ CELL) for n in (20, 8))
    q, cell, w = (
        jnp.asarray(rng.normal(size=20)),
        jnp.asarray(cell),
        jnp.asarray(rng.normal(size=8)),
    )
    tol = 1e-9
    plan = jaxfmm.plan(
        x, y, kernel=Periodic(Laplace(), cell, axes), method=method, tol=tol, leaf_size=8
    )
    found = jax.jit(
        lambda *a: jaxfmm.potential(*a[:2], y, plan=plan, kernel=Periodic(Laplace(), a[2], axes))
    )

    def slopes(sums):
        return jax.grad(lambda *a: w @ sums(*a), (0, 1, 2))(x, q, cell)

    theirs = jax.jit(lambda x, q, cell: exact(y, x, q, cell))
    for a, b in zip((found(x, q, cell), *slopes(found)), (theirs(x, q, cell), *slopes(theirs))):
        assert cases.error(a, b) <= 20 * tol
    own = jaxfmm.plan(
        x, kernel=Periodic(Laplace(), cell, axes), method=method, tol=tol, leaf_size=8
    )
    phi, gradient = jaxfmm.potential_and_gradient(x, q, plan=own)
    assert cases.error(phi, exact(x, x, q, cell)) <= tol
    assert abs(jaxfmm.energy(x, q, plan=own) - 0.5 * q @ phi) <= 1e-8 * abs(q @ phi)
    poles = jaxfmm.potential(x, q, kernel=Periodic(Cauchy(), cell, axes), tol=tol)
    assert cases.error(poles, jax.lax.complex(gradient[:, 0], -gradient[:, 1])) <= 10 * tol


def test_rows_of_vortices():
    """Karman: a row of point vortices moves nothing on its line; far away the velocity is half the
    circulation, over the edge. Cores change near pairs only."""
    x = jnp.asarray(np.random.default_rng(0).random((300, 2)) * [0.8, 0.02], jnp.float32)
    circulation = jnp.full(300, 1 / 300, jnp.float32)
    above = jnp.asarray([[0.3, 2.0], [0.8, -2.0]], jnp.float32)
    how = {"cell": 1.0, "axes": (0,), "tol": 1e-4}
    far = jaxfmm.vortex_velocity(x, circulation, above, **how)
    np.testing.assert_allclose(far, [[-0.5, 0], [0.5, 0]], atol=2e-4)
    one = jaxfmm.vortex_velocity(x[:1], circulation[:1], **how)
    np.testing.assert_allclose(one, 0, atol=1e-6)
    blobs = jaxfmm.vortex_velocity(x, circulation, core=0.01, **how)
    kernels = Laplace(), VortexBlob(0.01)
    open_ones = [
        jaxfmm.potential_and_gradient(x, circulation, kernel=kernel, tol=1e-5)[1]
        for kernel in kernels
    ]
    change = (open_ones[1] - open_ones[0]) / (2 * np.pi)
    points = jaxfmm.vortex_velocity(x, circulation, **how)
    assert (
        cases.error(blobs, np.asarray(points + jnp.stack([change[:, 1], -change[:, 0]], 1), float))
        <= 1e-3
    )
    with pytest.raises(ValueError, match="cell"):
        jaxfmm.plan(x * 100, kernel=Periodic(Laplace(), 0.2, (0,)))
    with pytest.raises(ValueError, match="no sum over images"):
        jaxfmm.vortex_velocity(x, circulation, core=0.01, profile="algebraic", **how)
