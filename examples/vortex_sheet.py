"""A periodic vortex sheet rolls up: the instability of Kelvin and Helmholtz.

    python examples/vortex_sheet.py
    python examples/vortex_sheet.py --vortices 8000 --steps 400

A flat sheet of vortices with Gaussian cores, of period 1 and a velocity jump of 1, is displaced a
little by a sine. All images along the period act, by a kernel that is periodic along one axis. The
classical Runge-Kutta method advances the sheet and updates the plan in every step, all in one
compiled loop. With matplotlib installed it draws the sheet at some times. It takes 4 s on two CPU
cores.
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

DURATION, CORE, AMPLITUDE = 2.5, 0.02, 0.02
FRAMES = 5
# The classical Runge-Kutta method: how far ahead its stages are, and how much their slopes count.
AHEAD, WEIGHTS = np.array([[0, 1 / 2, 1 / 2, 1], [1 / 6, 1 / 3, 1 / 3, 1 / 6]], np.float32)


def sheet(vortices: int) -> jax.Array:
    """Positions (n, 2) along one period."""
    along = (np.arange(vortices) + 0.5) / vortices
    wave = AMPLITUDE * np.sin(2 * np.pi * along)
    return jnp.asarray(np.stack([along + wave, -wave], axis=1), jnp.float32)


def simulate(start: jax.Array, steps: int) -> np.ndarray:
    """The sheet at FRAMES + 1 times, (frames, n, 2)."""
    n, step = len(start), DURATION / steps
    circulations = jnp.full(n, -1 / n, start.dtype)
    kernel = jaxfmm.Periodic(jaxfmm.VortexBlob(CORE), 1.0, axes=(0,))
    plan = jaxfmm.plan(start, kernel=kernel, tol=1e-3, headroom=2.0)

    def velocity(x):
        options = {"core": CORE, "cell": 1.0, "axes": (0,), "tol": 1e-3}
        return jaxfmm.vortex_velocity(x, circulations, plan=plan.update(x), **options)

    def advance(x, _):
        def stage(slopes, numbers):
            (last, mean), (ahead, weight) = slopes, numbers
            slope = velocity(x + ahead * step * last)
            return (slope, mean + weight * slope), None

        # a loop over the stages, so that the sum is compiled once
        none = jnp.zeros_like(x)
        mean = jax.lax.scan(stage, (none, none), (AHEAD, WEIGHTS))[0][1]
        return x + step * mean, None

    def frame(x, _):
        x = jax.lax.scan(advance, x, length=steps // FRAMES)[0]
        return x, x

    frames = jax.jit(lambda x: jax.lax.scan(frame, x, length=FRAMES)[1])(start)
    return np.concatenate([np.asarray(start)[None], np.asarray(frames)])


def main(argv: Sequence[str] | None = None) -> np.ndarray:
    """Returns the sheet at FRAMES + 1 times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vortices", type=int, default=4000)
    parser.add_argument("--steps", type=int, default=200)
    pictures.add_argument(parser, "vortex_sheet")
    options = parser.parse_args(argv)
    begin = time.perf_counter()
    frames = simulate(sheet(options.vortices), options.steps)
    seconds = time.perf_counter() - begin
    print(f"{options.vortices} vortices, {options.steps} steps in {seconds:.1f} s")
    drift = np.abs(frames.mean(1) - frames[0].mean(0)).max()
    print(f"the sheet is {np.ptp(frames[-1][:, 1]):.3f} high; its middle moved by {drift:.1e}")
    draw(frames, options.picture)
    return frames


def draw(frames: np.ndarray, path: Path) -> None:
    if (figure := pictures.figure(8, 2 * len(frames))) is None:
        return
    panels = figure.subplots(len(frames), 1, sharex=True)
    for number, (axes, positions) in enumerate(zip(panels, frames, strict=True)):
        for shift in (-1, 0, 1):
            x, y = positions.T
            axes.plot(x + shift, y, color=pictures.COLOURS[0], linewidth=0.7)
        axes.set(xlim=(-0.5, 1.5), ylim=(-0.3, 0.3), aspect="equal")
        axes.set_ylabel(f"t = {DURATION * number / FRAMES:.1f}")
    pictures.save(figure, path)


if __name__ == "__main__":
    main()
