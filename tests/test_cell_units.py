"""Periodic sums in cells of any unit of length: edges of 1e-15 and 1e15, whose volumes float32
cannot hold, give the same potentials as an edge of 1."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm import BiotSavart, Laplace, Periodic, RotnePrager, Stokeslet

LENGTHS = (1e-15, 1e15)
N = 200
SLAB, WIRE = (0, 1), (0,)


def points_and_charges():
    rng = np.random.default_rng(0)
    return rng.random((N, 3)).astype(np.float32), np.where(np.arange(N) % 2, 1, -1)


def scaled(found, length, power):
    """The result in the unit `length`, in float64."""
    return np.asarray(found, np.float64) * float(length) ** power


@pytest.mark.parametrize("method, softening", [("fmm", None), ("ewald", None), ("ewald", 0.01)])
def test_charges_and_dipoles(method, softening):
    places, signs = points_and_charges()
    q = signs.astype(np.float32)
    moments = np.random.default_rng(1).normal(size=(N, 3)).astype(np.float32)

    def found(length):
        soft = None if softening is None else np.float32(softening) * length
        kernel = Periodic(Laplace(softening=soft), length)
        x = jnp.asarray(places * length)
        plan = jaxfmm.plan(x, kernel=kernel, method=method, tol=1e-4)
        u, g = jaxfmm.potential_and_gradient(x, q, dipoles=moments * length, plan=plan)
        energy, force = jax.value_and_grad(jaxfmm.energy)(x, jnp.asarray(q), plan=plan)
        results = (u, 1), (g, 2), (energy, 1), (force, 2)
        return [scaled(value, length, power) for value, power in results]

    expected = found(np.float32(1))
    for length in map(np.float32, LENGTHS):
        for value, right in zip(found(length), expected, strict=True):
            assert np.linalg.norm(value - right) <= 1e-5 * np.linalg.norm(right)


@pytest.mark.parametrize(
    "kernel, power",
    [
        (lambda unit: Stokeslet(), 1),
        (lambda unit: RotnePrager(np.float32(0.01) * unit), 1),
        (lambda unit: BiotSavart(), 2),
    ],
    ids=["Stokeslet", "RotnePrager", "BiotSavart"],
)
def test_vectors(kernel, power):
    places, _ = points_and_charges()
    forces = np.random.default_rng(1).normal(size=(N, 3)).astype(np.float32)
    forces -= forces.mean(0)

    def found(length):
        periodic = Periodic(kernel(length), length)
        sums = jaxfmm.potential(places * length, forces, kernel=periodic, tol=1e-4)
        return scaled(sums, length, power)

    right = found(np.float32(1))
    for length in map(np.float32, LENGTHS):
        assert np.linalg.norm(found(length) - right) <= 1e-5 * np.linalg.norm(right)


@pytest.mark.parametrize("axes", [None, SLAB, WIRE], ids=["cube", "slab", "wire"])
def test_cells_of_segments(axes):
    places, signs = points_and_charges()
    segments, edges = np.arange(N) // (N // 2), np.array([1, 3], np.float32)
    q = signs.astype(np.float32)

    def found(length):
        cells = (length * edges)[:, None, None] * np.eye(3, dtype=np.float32)
        x = places * (length * edges)[segments, None]
        kernel = Periodic(Laplace(), cells, axes=axes)
        of = {"segments": segments, "num_segments": 2}
        return scaled(jaxfmm.potential(x, q, kernel=kernel, tol=1e-4, **of), length, 1)

    right = found(np.float32(1))
    for length in map(np.float32, LENGTHS):
        assert np.linalg.norm(found(length) - right) <= 1e-5 * np.linalg.norm(right)


def test_cells_that_are_flat_are_refused_in_any_unit():
    places, signs = points_and_charges()
    for length in map(np.float32, LENGTHS):
        flat = length * np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0]], np.float32)
        with pytest.raises(ValueError, match="span a volume"):
            jaxfmm.potential(
                places * length, signs.astype(np.float32), kernel=Periodic(Laplace(), flat)
            )
