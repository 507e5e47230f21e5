"""Charges of a protein's atoms from the potential on a surface around it, by gradient descent.

    python examples/charges_fit.py
    python examples/charges_fit.py --atoms 500 --rounds 50

The atoms of the actin dimer have known charges. Their potential at points around the dimer is the
measurement; the fit starts from no charges at all. It minimises the mean squared error of the
potential plus a small restraint of the charges to zero, since charges of buried atoms hardly show
outside (Bayly, Cieplak, Cornell & Kollman 1993). One round is a sum from the atoms to the surface
and, for the derivative, one from the surface to the atoms, with one plan. Needs optax. With
matplotlib installed it also draws the fit. It takes 20 to 35 s on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pictures

import jaxfmm

COULOMB = 332.0637  # kcal/mol times angstrom per squared elementary charge, in vacuum
DISTANCE = 1.4  # from the surfaces of the atoms to the surface of points, in angstrom
DIRECTIONS = 24  # points around each atom, before those inside other atoms are left out
RESTRAINT = 1e-3  # in (kcal/mol/e)^2 per squared elementary charge
LEARNING_RATE = 0.01


def read_atoms(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions (n, 3) and radii (n,) in angstrom, charges (n,), of the first `count` atoms."""
    file = pictures.DATA / "actin_dimer.csv.gz"
    table = np.loadtxt(file, delimiter=",", skiprows=1, dtype=np.float32)[:count]
    return table[:, :3], table[:, 4], table[:, 3]


def surface(atoms: np.ndarray, radii: np.ndarray, block: int = 1000) -> np.ndarray:
    """Points (m, 3) at DISTANCE from one atom and no closer to any other."""
    turn = np.pi * (1 + 5**0.5) * np.arange(DIRECTIONS)  # Fibonacci's spiral
    z = 1 - (2 * np.arange(DIRECTIONS) + 1) / DIRECTIONS
    ring = np.sqrt(1 - z**2)
    sphere = np.stack([ring * np.cos(turn), ring * np.sin(turn), z], axis=1).astype(np.float32)
    reach = radii + DISTANCE
    points = (atoms[:, None] + reach[:, None, None] * sphere).reshape(-1, 3)
    outside = []
    for first in range(0, len(points), block):
        part = points[first : first + block]
        squared = np.square(part).sum(1)[:, None] + np.square(atoms).sum(1) - 2 * part @ atoms.T
        outside.append((squared > np.square(0.999 * reach)).all(1))
    return points[np.concatenate(outside)]


def fit(
    atoms: jax.Array, points: jax.Array, measured: jax.Array, rounds: int
) -> tuple[jax.Array, jax.Array]:
    """Charges (n,) and the root mean square error of the potential in each round."""
    plan = jaxfmm.plan(atoms, points, gradient=False)
    print(plan)
    optimiser = optax.adam(optax.cosine_decay_schedule(LEARNING_RATE, rounds))

    def loss(charges, plan):
        error = COULOMB * jaxfmm.potential(atoms, charges, points, plan=plan) - measured
        mean_square = jnp.square(error).mean()
        return mean_square + RESTRAINT * jnp.square(charges).sum(), mean_square

    @jax.jit
    def descend(charges, memory, plan):
        def step(state, _):
            charges, memory = state
            slope, mean_square = jax.grad(loss, has_aux=True)(charges, plan)
            update, memory = optimiser.update(slope, memory)
            return (optax.apply_updates(charges, update), memory), jnp.sqrt(mean_square)

        (charges, _), path = jax.lax.scan(step, (charges, memory), length=rounds)
        return charges, path

    start = jnp.zeros(len(atoms), atoms.dtype)
    return descend(start, optimiser.init(start), plan)


def draw(
    path: Path, points: np.ndarray, measured: np.ndarray, fitted: np.ndarray, errors: np.ndarray
) -> None:
    """Saves the potential, the fit and the descent, if matplotlib is there."""
    figure = pictures.figure(13, 4)
    if figure is None:
        return
    view, agreement, descent = figure.subplots(1, 3)
    limit = np.percentile(abs(measured), 98)
    front_last = np.argsort(points[:, 1])
    dots = view.scatter(
        points[front_last, 0],
        points[front_last, 2],
        c=fitted[front_last],
        s=2,
        cmap="RdBu",
        vmin=-limit,
        vmax=limit,
    )
    figure.colorbar(dots, ax=view, label="potential, kcal/mol/e")
    view.set(
        title="potential of the fit on the surface",
        xlabel="x, angstrom",
        ylabel="z, angstrom",
        aspect="equal",
    )
    agreement.plot(measured, fitted, ".", markersize=1, color=pictures.COLOURS[0])
    agreement.axline((0, 0), slope=1, color="k", linewidth=0.5)
    agreement.set(
        title="potential on the surface", xlabel="measured, kcal/mol/e", ylabel="fitted, kcal/mol/e"
    )
    descent.semilogy(errors, color=pictures.COLOURS[0])
    descent.set(title="descent", xlabel="round", ylabel="root mean square error, kcal/mol/e")
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Fits the charges; returns the fitted charges, the true charges and the errors by round."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--atoms", type=int, default=11_754, help="how many (default: all, %(default)s)"
    )
    parser.add_argument(
        "--rounds", type=int, default=1000, help="of gradient descent (%(default)s)"
    )
    pictures.add_argument(parser, "charges_fit")
    options = parser.parse_args(argv)

    atoms, radii, charges = (jnp.asarray(column) for column in read_atoms(options.atoms))
    points = jnp.asarray(surface(np.asarray(atoms), np.asarray(radii)))
    measured = COULOMB * jaxfmm.potential(atoms, charges, points, tol=1e-5)
    start = time.perf_counter()
    fitted, errors = jax.block_until_ready(fit(atoms, points, measured, options.rounds))
    seconds = time.perf_counter() - start
    sizes = f"{len(atoms):,} charges, {len(points):,} points on the surface"
    print(f"{sizes}, {options.rounds} rounds: {seconds:.1f} s, compilation included")
    print(f"root mean square error of the potential {errors[0]:.2f} -> {errors[-1]:.3f} kcal/mol/e")
    print(f"total charge {fitted.sum():+.2f} e, true total charge {charges.sum():+.2f} e")
    potential = COULOMB * jaxfmm.potential(atoms, fitted, points)
    draw(options.picture, *map(np.asarray, (points, measured, potential, errors)))
    return fitted, charges, errors


if __name__ == "__main__":
    main()
