"""Molten salt in a periodic box: ions with soft cores move for some hundred steps, and how they are
arranged.

    python examples/molten_salt.py
    python examples/molten_salt.py --edge 12 --steps 1000

Charges of +1 and -1 act on each other and on all their images by 1/r, and repel each other by
(1/r)^8 within a cutoff; lengths are such that neighbours are about 1 apart. One compiled call makes
all steps, with a plan that follows the ions. It prints the drift of the energy; with matplotlib
installed it draws how often ions of the same and of the other kind are found at a distance. It
takes 15 s on two CPU cores."""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm
from jaxfmm import nbody

REPULSION, CUTOFF = 1 / 8, 2.5
STEP = 0.01


def repulsion(r2):
    """(1/r)^8 / 8, moved so that it and its slope end at the cutoff."""
    end = 1 / CUTOFF**2
    inverse = jnp.where(r2 > 0, 1 / jnp.where(r2 > 0, r2, 1), 0)
    inside = (r2 > 0) & (r2 < CUTOFF**2)
    return jnp.where(inside, REPULSION * (inverse**4 - end**4 + 4 * end**5 * (r2 - CUTOFF**2)), 0)


def start(edge, temperature, seed=0):
    """Rock salt of edge^3 ions with thermal velocities: a `State` and the charges."""
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


def forces(charges, edge, positions, plan):
    """Accelerations and the potential energy: charges by the plan, cores by all pairs with their
    nearest images."""
    charged, push = jax.value_and_grad(jaxfmm.energy)(positions, charges, plan=plan)

    def cores(positions):
        def of_one(x):
            offset = x[None] - positions
            offset = offset - edge * jnp.round(jax.lax.stop_gradient(offset) / edge)
            return 0.5 * repulsion(jnp.sum(offset**2, axis=1)).sum()

        return jax.lax.map(jax.checkpoint(of_one), positions, batch_size=64).sum()

    repelled, away = jax.value_and_grad(cores)(positions)
    return -push - away, charged + repelled


def distances(positions, charges, edge, bins):
    """How often ions of the same and of the other kind are found at a distance, over what chance
    gives."""
    offset = positions[:, None] - positions[None]
    offset -= edge * np.round(offset / edge)
    r = np.linalg.norm(offset, axis=2)
    shells = 4 / 3 * np.pi * np.diff(bins**3) / edge**3 * len(positions) ** 2 / 2
    alike = charges[:, None] * charges[None] > 0
    return [np.histogram(r[mask & (r > 0)], bins)[0] / shells for mask in (alike, ~alike)]


def main(arguments=None):
    """The drift of the energy, and the curves (distances, same kind, other kind)."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--edge", type=int, default=8, help="ions along an edge of the box, an even number"
    )
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--temperature", type=float, default=0.15)
    pictures.add_argument(parser, "molten_salt")
    options = parser.parse_args(arguments)
    edge = float(options.edge)
    state, charges = start(options.edge, options.temperature)
    begun = time.perf_counter()
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
    print(f"{len(charges)} ions, {options.steps} steps in {time.perf_counter() - begun:.0f} s")
    print(
        f"the energy of an ion is {total[0] / len(charges):.4f}, its drift {drift:.1e} of the kinetic energy"
    )
    bins = np.linspace(0.4, edge / 2, 80)
    curves = distances(np.asarray(end.positions, float), np.asarray(charges), edge, bins)
    middles = 0.5 * (bins[1:] + bins[:-1])
    print(
        f"ions of the other kind are nearest at {middles[curves[1].argmax()]:.2f}, of the same kind at "
        f"{middles[curves[0].argmax()]:.2f}"
    )
    draw(middles, curves, options.picture)
    return drift, (middles, *curves)


def draw(middles, curves, path):
    if (figure := pictures.figure(6, 4)) is None:
        return
    axes = figure.subplots()
    for curve, label, colour in zip(
        curves, ("same kind", "other kind"), pictures.COLOURS, strict=False
    ):
        axes.plot(middles, curve, color=colour, label=label)
    axes.axhline(1, color="0.8", zorder=0)
    axes.set(
        xlabel="distance in spacings of the ions",
        ylabel="pairs over those of chance",
        title="Radial distribution of molten salt",
    )
    axes.legend()
    pictures.save(figure, path)


if __name__ == "__main__":
    main()
