"""Molten salt in a periodic box: ions with soft cores move, and their distances show a structure.

    python examples/molten_salt.py
    python examples/molten_salt.py --edge 12 --steps 1000

Charges of +1 and -1 act on each other and on all their images by 1/r, and repel each other by
(1/r)^8 within a cutoff. The unit of length makes neighbours about 1 apart. One compiled call makes
all steps, with a plan that follows the ions. It prints the drift of the energy. With matplotlib
installed it draws how often ions of equal and of opposite charge are found at a distance. It takes
15 s on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm
from jaxfmm import nbody

REPULSION, CUTOFF = 1 / 8, 2.5
STEP = 0.01


def repulsion(r2: jax.Array) -> jax.Array:
    """(1/r)^8 / 8, shifted so that it and its slope are zero at the cutoff."""
    end = 1 / CUTOFF**2
    inverse = jnp.where(r2 > 0, 1 / jnp.where(r2 > 0, r2, 1), 0)
    inside = (r2 > 0) & (r2 < CUTOFF**2)
    shifted = inverse**4 - end**4 + 4 * end**5 * (r2 - CUTOFF**2)
    return jnp.where(inside, REPULSION * shifted, 0)


def start(edge: int, temperature: float, seed: int = 0) -> tuple[nbody.State, jax.Array]:
    """Rock salt of edge^3 ions with thermal velocities, and its charges."""
    grid = np.stack(np.meshgrid(*[np.arange(edge)] * 3, indexing="ij"), -1).reshape(-1, 3)
    rng = np.random.default_rng(seed)
    velocities = np.sqrt(temperature) * rng.normal(size=grid.shape)
    velocities -= velocities.mean(0)
    charges = np.where(grid.sum(1) % 2, -1.0, 1.0)
    state = nbody.State(
        positions=jnp.asarray(grid + 0.05 * rng.normal(size=grid.shape), jnp.float32),
        velocities=jnp.asarray(velocities, jnp.float32),
        masses=jnp.ones(len(grid), jnp.float32),
    )
    return state, jnp.asarray(charges, jnp.float32)


def forces(
    charges: jax.Array, edge: float, positions: jax.Array, plan: jaxfmm.Plan
) -> tuple[jax.Array, jax.Array]:
    """Accelerations and the potential energy.

    The plan sums over charges. Cores are summed over all pairs, with the nearest image of each.
    """
    coulomb, coulomb_slope = jax.value_and_grad(jaxfmm.energy)(positions, charges, plan=plan)

    def cores(positions):
        def of_ion(x):
            offset = x[None] - positions
            offset = offset - edge * jnp.round(jax.lax.stop_gradient(offset) / edge)
            return 0.5 * repulsion(jnp.sum(offset**2, axis=1)).sum()

        return jax.lax.map(jax.checkpoint(of_ion), positions, batch_size=64).sum()

    core, core_slope = jax.value_and_grad(cores)(positions)
    return -coulomb_slope - core_slope, coulomb + core


def distances(
    positions: np.ndarray, charges: np.ndarray, edge: float, bins: np.ndarray
) -> list[np.ndarray]:
    """Numbers of pairs of equal and of opposite ions by distance, relative to random ions."""
    offset = positions[:, None] - positions[None]
    offset -= edge * np.round(offset / edge)
    r = np.linalg.norm(offset, axis=2)
    shells = 4 / 3 * np.pi * np.diff(bins**3) / edge**3 * len(positions) ** 2 / 2
    alike = charges[:, None] * charges[None] > 0
    return [np.histogram(r[mask & (r > 0)], bins)[0] / shells for mask in (alike, ~alike)]


def main(
    argv: Sequence[str] | None = None,
) -> tuple[float, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Returns the drift of the energy, and the curves (distances, equal ions, opposite ions)."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--edge", type=int, default=8, help="ions along an edge of the box, an even number"
    )
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--temperature", type=float, default=0.15)
    pictures.add_argument(parser, "molten_salt")
    options = parser.parse_args(argv)
    edge = float(options.edge)
    state, charges = start(options.edge, options.temperature)
    begin = time.perf_counter()
    end, history = nbody.simulate(
        state,
        options.steps,
        STEP,
        acceleration=jax.tree_util.Partial(forces, charges, edge),
        kernel=jaxfmm.Periodic(jaxfmm.Laplace(), edge),
        tol=1e-4,
    )
    total = np.asarray(history.kinetic + history.potential, float)
    drift = abs(total - total[0]).max() / float(history.kinetic.mean())
    print(f"{len(charges)} ions, {options.steps} steps in {time.perf_counter() - begin:.0f} s")
    print(f"the energy of an ion is {total[0] / len(charges):.4f}")
    print(f"the energy drifts by {drift:.1e} of the kinetic energy")
    bins = np.linspace(0.4, edge / 2, 80)
    curves = distances(np.asarray(end.positions, float), np.asarray(charges), edge, bins)
    middles = 0.5 * (bins[1:] + bins[:-1])
    equal, opposite = (middles[curve.argmax()] for curve in curves)
    print(f"most opposite ions are {opposite:.2f} apart, most equal ions {equal:.2f}")
    draw(middles, curves, options.picture)
    return drift, (middles, *curves)


def draw(middles: np.ndarray, curves: list[np.ndarray], path: Path) -> None:
    if (figure := pictures.figure(6, 4)) is None:
        return
    axes = figure.subplots()
    labels = ("same kind", "other kind")
    for curve, label, colour in zip(curves, labels, pictures.COLOURS, strict=False):
        axes.plot(middles, curve, color=colour, label=label)
    axes.axhline(1, color="0.8", zorder=0)
    axes.set(
        xlabel="distance in spacings of the ions",
        ylabel="pairs over pairs of random ions",
        title="Radial distribution of molten salt",
    )
    axes.legend()
    pictures.save(figure, path)


if __name__ == "__main__":
    main()
