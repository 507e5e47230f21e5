"""Learns how to throw two star clusters, which pull on each other, to given places.

    python examples/learn_initial_conditions.py
    python examples/learn_initial_conditions.py --bodies 100 --rounds 20

The clusters, the places where their centres must arrive, and the time of flight are known. Gradient
descent finds the two velocities at the start. The derivative of the miss goes backward through all
steps of the simulation; its memory grows with the square root of their number. Needs optax. With
matplotlib installed it also draws the orbits. It takes 45 s on two CPU cores.
"""

import argparse
import functools
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pictures

from jaxfmm import nbody

STARTS = jnp.array([[-3.0, 0.0, 0.0], [3.0, 0.0, 0.0]])
GOALS = jnp.array([[2.0, 2.0, 0.5], [-2.0, -1.0, 0.0]])
DURATION = 8.0
SOFTENING = 0.1
LEARNING_RATE = 0.05


def clusters(n: int, seed: int = 0) -> nbody.State:
    """Two Plummer spheres of n bodies and mass 1 each, at rest at STARTS."""
    keys = jax.random.split(jax.random.key(seed))
    pair = [nbody.plummer(key, n, scale=0.3) for key in keys]
    positions = [cluster.positions + start[None] for cluster, start in zip(pair, STARTS)]
    return nbody.State(
        positions=jnp.concatenate(positions),
        velocities=jnp.concatenate([cluster.velocities for cluster in pair]),
        masses=jnp.concatenate([cluster.masses for cluster in pair]),
    )


def centres(positions: jax.Array) -> jax.Array:
    """The centres of both clusters: (..., 2 n, 3) -> (..., 2, 3)."""
    return positions.reshape(*positions.shape[:-2], 2, -1, 3).mean(-2)


def fly(
    state: nbody.State, throw: jax.Array, steps: int, record_every: int | None = None
) -> tuple[nbody.State, nbody.History]:
    """Simulates clusters that are thrown with the velocities (2, 3)."""
    kick = jnp.repeat(throw, len(state.masses) // 2, axis=0)
    thrown = nbody.State(
        positions=state.positions, velocities=state.velocities + kick, masses=state.masses
    )
    return nbody.simulate(
        thrown, steps, DURATION / steps, softening=SOFTENING, record_every=record_every
    )


@functools.partial(jax.jit, static_argnames="steps")
def miss(throw: jax.Array, state: nbody.State, steps: int) -> tuple[jax.Array, jax.Array]:
    """The mean squared distance of the centres from their goals, and its gradient in the throw."""

    def mean_square(throw):
        end, _ = fly(state, throw, steps)
        return jnp.square(centres(end.positions) - GOALS).sum(1).mean()

    return jax.value_and_grad(mean_square)(throw)


def learn(state: nbody.State, steps: int, rounds: int) -> tuple[jax.Array, list[float]]:
    """The throw with the smallest miss, and the miss in each round."""
    throw = (GOALS - STARTS) / DURATION  # without gravity this throw would hit
    optimiser = optax.adam(optax.cosine_decay_schedule(LEARNING_RATE, rounds))
    memory, best, misses = optimiser.init(throw), throw, []
    for _ in range(rounds):
        value, slope = miss(throw, state, steps)
        misses.append(float(value) ** 0.5)
        best = throw if misses[-1] == min(misses) else best
        update, memory = optimiser.update(slope, memory)
        throw = optax.apply_updates(throw, update)
    return best, misses


def draw(path: Path, first: np.ndarray, last: np.ndarray, misses: list[float]) -> None:
    """Saves the orbits before and after and the misses, if matplotlib is there."""
    figure = pictures.figure(12, 4)
    if figure is None:
        return
    *orbits, descent = figure.subplots(1, 3)
    titles = ("first throw", "learned throw")
    for axes, frames, title in zip(orbits, (first, last), titles):
        paths = centres(frames)
        for index, colour in enumerate(pictures.COLOURS[:2]):
            bodies = frames[-1].reshape(2, -1, 3)[index]
            axes.plot(bodies[:, 0], bodies[:, 1], ".", color=colour, markersize=1, alpha=0.5)
            axes.plot(paths[:, index, 0], paths[:, index, 1], color=colour)
            axes.plot(*GOALS[index, :2], "*", color=colour, markersize=14, markeredgecolor="k")
        axes.set(title=title, aspect="equal", xlim=(-5, 5), ylim=(-4, 4))
        axes.set(xlabel="x", ylabel="y")
    descent.semilogy(misses, color=pictures.COLOURS[0])
    descent.set(title="distance from the goals (stars)", xlabel="round")
    descent.set_ylabel("root mean square miss")
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[jax.Array, list[float]]:
    """Learns the throw; returns it and the misses."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bodies", type=int, default=500, help="of each cluster (%(default)s)")
    parser.add_argument("--steps", type=int, default=200, help="a multiple of 20 (%(default)s)")
    parser.add_argument("--rounds", type=int, default=100, help="of gradient descent (%(default)s)")
    pictures.add_argument(parser, "learn_initial_conditions")
    options = parser.parse_args(argv)

    state = clusters(options.bodies)
    begin = time.perf_counter()
    throw, misses = learn(state, options.steps, options.rounds)
    seconds = time.perf_counter() - begin
    print(
        f"{len(state.masses):,} bodies, {options.steps} steps, {options.rounds} rounds: "
        f"{seconds:.1f} s, compilation included"
    )
    print(f"root mean square miss {misses[0]:.3f} -> {min(misses):.5f}")
    for name, velocity in zip(("left", "right"), throw):
        print(f"  the {name} cluster is thrown with ({', '.join(f'{v:+.3f}' for v in velocity)})")
    straight = (GOALS - STARTS) / DURATION
    flights = [fly(state, v, options.steps, options.steps // 20) for v in (straight, throw)]
    frames = [np.asarray(history.positions) for _, history in flights]
    draw(options.picture, *frames, misses)
    return throw, misses


if __name__ == "__main__":
    main()
