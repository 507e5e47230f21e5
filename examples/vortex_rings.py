"""Two vortex rings leapfrog in a periodic box of a viscous fluid.

    python examples/vortex_rings.py
    python examples/vortex_rings.py --cells 36 --steps 90

Particles carry the vorticity. They move with the velocity that all of them and all their images
induce, their vorticity is stretched by its gradient, and viscosity lets neighbours exchange it: the
particle strength exchange of Degond & Mas-Gallic (Math. Comput. 53 (1989) 485), with the stretching
that conserves the total vorticity (Winckelmans & Leonard, J. Comput. Phys. 109 (1993) 247). The
kinetic energy must fall by twice the viscosity times the enstrophy, which the script checks. One
compiled loop makes all steps. With matplotlib installed it draws the rings at some times. It takes
40 s on two CPU cores.
"""

import argparse
import math
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

RADIUS, THICKNESS, CIRCULATION = 0.22, 0.06, 1.0  # of a ring; the box has the edge 1
HEIGHTS = 0.3, 0.5
VISCOSITY, DURATION = 4e-3, 0.5
FRAMES, MEASURED = 5, 3  # pictures, and measurements for each
PARTS = FRAMES * MEASURED
OVERLAP = 1.1  # cores and the exchange have this many spacings


class Flow(NamedTuple):
    """What does not change: plans, and the size of the cores."""

    velocity: jaxfmm.Plan
    exchange: jaxfmm.Plan
    energy: jaxfmm.Plan
    core: float


def rings(cells: int) -> tuple[jax.Array, jax.Array]:
    """Places (n, 3) on a lattice, and vorticities times volumes (n, 3)."""
    axis = (np.arange(cells) + 0.5) / cells
    x, y, z = (a.ravel() for a in np.meshgrid(axis, axis, axis, indexing="ij"))
    away = np.maximum(np.hypot(x - 0.5, y - 0.5), 1e-9)
    around = np.stack([0.5 - y, x - 0.5, 0 * x], axis=1) / away[:, None]
    strength = np.zeros(len(x))
    for height in HEIGHTS:
        ring = np.exp(-0.5 * ((away - RADIUS) ** 2 + (z - height) ** 2) / THICKNESS**2)
        # so that the lattice has the circulation through a half plane
        strength += CIRCULATION * 2 * np.pi * ring / np.sum(ring / away / cells**3)
    places, vorticity = np.stack([x, y, z], axis=1), strength[:, None] * around / cells**3
    return jnp.asarray(places, jnp.float32), jnp.asarray(vorticity, jnp.float32)


def flow_of(places: jax.Array, cells: int) -> Flow:
    """The plans for particles with this spacing."""
    core = OVERLAP / cells
    plan = partial(jaxfmm.plan, places, tol=1e-3, headroom=4.0)
    return Flow(
        plan(kernel=jaxfmm.Periodic(jaxfmm.BiotSavart(core), 1.0)),
        plan(kernel=exchange_kernel(core, cells**-3.0), gradient=False),
        plan(kernel=jaxfmm.Periodic(jaxfmm.Laplace(core), 1.0), gradient=False),
        core,
    )


def exchange_kernel(core: float, volume: float) -> jaxfmm.Sum:
    """The kernel eta for which sum_j (f_j - f_i) eta(x_i - x_j) is the Laplacian of f.

    A normalised Gaussian of the width s, times 2 / s^2, has an error of second order in s; two of
    them have one of fourth order."""

    def gaussian(width: float, share: float) -> jaxfmm.Scaled:
        factor = 2 / width**2 * volume / (2 * np.pi * width**2) ** 1.5
        return share * factor * jaxfmm.Periodic(jaxfmm.Gaussian(width), 1.0)

    return gaussian(core, 2.0) + gaussian(math.sqrt(2) * core, -1.0)


def rates(places: jax.Array, vorticity: jax.Array, flow: Flow) -> tuple[jax.Array, jax.Array]:
    """The velocities of the particles, and how fast their vorticity changes."""
    plan = flow.velocity.update(places)
    velocity, gradient = jaxfmm.potential_and_gradient(places, vorticity, plan=plan)
    stretching = jnp.einsum("nli,nl->ni", gradient, vorticity) / (4 * jnp.pi)
    columns = jnp.concatenate([vorticity, jnp.ones_like(vorticity[:, :1])], axis=1)
    sums = jaxfmm.potential(places, columns, plan=flow.exchange.update(places))
    diffusion = VISCOSITY * (sums[:, :3] - sums[:, 3:] * vorticity)
    return velocity / (4 * jnp.pi), stretching + diffusion


def measures(places: jax.Array, vorticity: jax.Array, flow: Flow) -> jax.Array:
    """The energy 1/2 sum alpha . psi, the enstrophy 1/2 sum alpha . curl u, the total vorticity and
    the impulse 1/2 sum x x alpha: (8,)."""
    square = jnp.sum(jnp.square(vorticity))
    psi = jaxfmm.potential(places, vorticity, plan=flow.energy.update(places))
    energy = 0.5 * (jnp.vdot(vorticity, psi) + square / flow.core) / (4 * jnp.pi)
    plan = flow.velocity.update(places)
    gradient = jaxfmm.potential_and_gradient(places, vorticity, plan=plan)[1]
    curl = jnp.stack(
        [
            gradient[:, (i + 2) % 3, (i + 1) % 3] - gradient[:, (i + 1) % 3, (i + 2) % 3]
            for i in range(3)
        ],
        axis=1,
    )
    # sums leave out a particle's own core
    enstrophy = 0.5 * (jnp.vdot(vorticity, curl) + 2 * square / flow.core**3) / (4 * jnp.pi)
    impulse = 0.5 * jnp.cross(places, vorticity).sum(0)
    both = jnp.stack([energy, enstrophy])
    return jnp.concatenate([both, vorticity.sum(0), impulse])


def simulate(
    start: tuple[jax.Array, jax.Array], flow: Flow, steps: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places and vorticities at FRAMES + 1 times, and `measures` at MEASURED times as many."""
    step, each = DURATION / steps, steps // PARTS

    def advance(state, _):
        x, a = state
        u, da = rates(x, a, flow)
        u, da = rates(x + 0.5 * step * u, a + 0.5 * step * da, flow)  # the midpoint rule
        return (x + step * u, a + step * da), None

    def part(state, _):
        measured = measures(*state, flow)
        return jax.lax.scan(advance, state, length=each)[0], measured

    def frame(state, _):
        after, measured = jax.lax.scan(part, state, length=MEASURED)
        return after, (state, measured)

    end, (frames, measured) = jax.jit(lambda s: jax.lax.scan(frame, s, length=FRAMES))(start)
    places, vorticity = (
        np.concatenate([np.asarray(all_), np.asarray(last)[None]])
        for all_, last in zip(frames, end)
    )
    last = jax.jit(measures)(*end, flow)
    return places, vorticity, np.concatenate([np.asarray(measured).reshape(-1, 8), last[None]])


def main(argv: Sequence[str] | None = None) -> tuple[np.ndarray, float, float, float]:
    """Returns the places at FRAMES + 1 times, the energy that was lost over what the enstrophy
    says, and the drifts of the total vorticity and of the impulse."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cells", type=int, default=28, help="particles along the box")
    parser.add_argument("--steps", type=int, default=45, help=f"made a multiple of {PARTS}")
    pictures.add_argument(parser, "vortex_rings")
    options = parser.parse_args(argv)
    begin = time.perf_counter()
    start = rings(options.cells)
    flow = flow_of(start[0], options.cells)
    steps = PARTS * max(1, round(options.steps / PARTS))
    places, vorticity, measured = simulate(start, flow, steps)
    seconds = time.perf_counter() - begin
    print(f"{len(start[0])} particles, {steps} steps in {seconds:.0f} s")
    energy, enstrophy = measured[:, 0], measured[:, 1]
    step = DURATION / (len(measured) - 1)
    lost = np.concatenate([[0], np.cumsum(0.5 * (enstrophy[1:] + enstrophy[:-1]))])
    lost *= 2 * VISCOSITY * step
    ratio = (energy[0] - energy[-1]) / lost[-1]
    print(f"energy {energy[0]:.4f} -> {energy[-1]:.4f}; loss over 2 nu enstrophy: {ratio:.3f}")
    size = np.abs(vorticity[0]).sum()
    total = np.abs(measured[:, 2:5] - measured[0, 2:5]).max() / size
    impulse = np.abs(measured[:, 5:] - measured[0, 5:]).max() / np.abs(measured[0, 5:]).max()
    print(f"total vorticity changed by {total:.1e} of its size, the impulse by {impulse:.1e}")
    draw(places, vorticity, energy, energy[0] - lost, options.picture)
    return places, ratio, total, impulse


def draw(
    places: np.ndarray, vorticity: np.ndarray, energy: np.ndarray, expected: np.ndarray, path: Path
) -> None:
    if (figure := pictures.figure(12, 5.2)) is None:
        return
    above, below = figure.subfigures(2, 1, height_ratios=[3, 2])
    panels, most = above.subplots(1, len(places), sharey=True), np.abs(vorticity[0]).max()
    for number, (axes, x, a) in enumerate(zip(panels, places, vorticity, strict=True)):
        size = np.linalg.norm(a, axis=1)
        slab = np.abs(x[:, 1] - 0.5) < 0.08
        order = np.argsort(size[slab])
        across, height, size = (one[slab][order] for one in (x[:, 0], x[:, 2] % 1, size))
        axes.scatter(across, height, c=size, s=9, cmap="magma_r", vmin=0, vmax=most, linewidths=0)
        axes.set(
            xlim=(0, 1), ylim=(0, 1), aspect="equal", title=f"t = {DURATION * number / FRAMES:.1f}"
        )
    axes = below.subplots()
    times = np.linspace(0, DURATION, len(energy))
    axes.plot(times, energy, color=pictures.COLOURS[0], label="kinetic energy")
    axes.plot(
        times,
        expected,
        "--",
        color=pictures.COLOURS[1],
        label="start minus 2 nu times the enstrophy",
    )
    axes.set(xlabel="time", xlim=(0, DURATION))
    axes.legend()
    pictures.save(figure, path)


if __name__ == "__main__":
    main()
