"""Two star clusters that pull on each other are thrown so that they arrive where they should.

    python examples/learn_initial_conditions.py
    python examples/learn_initial_conditions.py --bodies 100 --rounds 20

Known are the clusters, the places where their centres are to be at the end, and the time of flight;
sought are the two velocities at the start, by gradient descent. The derivative of the miss goes
backward through all steps of the simulation, whose memory grows with the root of their number.
Needs optax; with matplotlib installed it also draws the orbits. It takes 45 s on two CPU cores."""

import argparse
import functools
import time

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
RATE = 0.05  # of learning


def clusters(n, seed=0):
    """Two Plummer spheres of n bodies and mass 1 each, at rest at their starts: a `State` of 2 n
    bodies."""
    each = [nbody.plummer(key, n, scale=0.3) for key in jax.random.split(jax.random.key(seed))]
    return nbody.State(
        positions=jnp.concatenate(
            [one.positions + start[None] for one, start in zip(each, STARTS)]
        ),
        velocities=jnp.concatenate([one.velocities for one in each]),
        masses=jnp.concatenate([one.masses for one in each]),
    )


def centres(positions):
    """The centres of both clusters: (..., 2 n, 3) -> (..., 2, 3)."""
    return positions.reshape(*positions.shape[:-2], 2, -1, 3).mean(-2)


def fly(state, throw, steps, record_every=None):
    """The simulation of clusters thrown with the velocities (2, 3): the state at the end and the
    history."""
    count = len(state.masses) // 2
    thrown = nbody.State(
        positions=state.positions,
        velocities=state.velocities + jnp.repeat(throw, count, axis=0),
        masses=state.masses,
    )
    return nbody.simulate(
        thrown, steps, DURATION / steps, softening=SOFTENING, record_every=record_every
    )


@functools.partial(jax.jit, static_argnames="steps")
def miss(throw, state, steps):
    """The mean squared distance of the centres from their goals, and its derivative in the
    throw."""

    def mean_square(throw):
        end, _ = fly(state, throw, steps)
        return jnp.square(centres(end.positions) - GOALS).sum(1).mean()

    return jax.value_and_grad(mean_square)(throw)


def learn(state, steps, rounds):
    """The throw that misses least, and the misses on the way."""
    throw = (GOALS - STARTS) / DURATION  # what would be right without gravity
    optimiser = optax.adam(optax.cosine_decay_schedule(RATE, rounds))
    memory, best, misses = optimiser.init(throw), throw, []
    for _ in range(rounds):
        value, slope = miss(throw, state, steps)
        misses.append(float(value) ** 0.5)
        best = throw if misses[-1] == min(misses) else best
        update, memory = optimiser.update(slope, memory)
        throw = optax.apply_updates(throw, update)
    return best, misses


def draw(path, first, last, misses):
    """Saves the orbits before and after and the misses, if matplotlib is there."""
    figure = pictures.figure(12, 4)
    if figure is None:
        return
    *orbits, descent = figure.subplots(1, 3)
    for axes, frames, title in zip(orbits, (first, last), ("first throw", "learned throw")):
        ways = centres(frames)
        for index, colour in enumerate(pictures.COLOURS[:2]):
            bodies = frames[-1].reshape(2, -1, 3)[index]
            axes.plot(bodies[:, 0], bodies[:, 1], ".", color=colour, markersize=1, alpha=0.5)
            axes.plot(ways[:, index, 0], ways[:, index, 1], color=colour)
            axes.plot(*GOALS[index, :2], "*", color=colour, markersize=14, markeredgecolor="k")
        axes.set(title=title, aspect="equal", xlim=(-5, 5), ylim=(-4, 4), xlabel="x", ylabel="y")
    descent.semilogy(misses, color=pictures.COLOURS[0])
    descent.set(
        title="distance from the goals (stars)", xlabel="round", ylabel="root mean square miss"
    )
    pictures.save(figure, path)


def main(argv=None):
    """Learns the throw; returns it and the misses."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--bodies", type=int, default=500, help="of each cluster (default %(default)s)"
    )
    parser.add_argument(
        "--steps",
        type=int,
        default=200,
        help="of the simulation, a multiple of 20 (default %(default)s)",
    )
    parser.add_argument(
        "--rounds", type=int, default=100, help="of gradient descent (default %(default)s)"
    )
    pictures.add_argument(parser, "learn_initial_conditions")
    options = parser.parse_args(argv)

    state = clusters(options.bodies)
    begin = time.perf_counter()
    throw, misses = learn(state, options.steps, options.rounds)
    seconds = time.perf_counter() - begin
    print(
        f"{len(state.masses):,} bodies, {options.steps} steps, {options.rounds} rounds of simulation and derivative: "
        f"{seconds:.1f} s, compilation included"
    )
    print(f"root mean square miss {misses[0]:.3f} -> {min(misses):.5f}")
    for name, velocity in zip(("left", "right"), throw):
        print(f"  the {name} cluster is thrown with ({', '.join(f'{v:+.3f}' for v in velocity)})")
    straight = (GOALS - STARTS) / DURATION
    paths = [
        np.asarray(fly(state, v, options.steps, options.steps // 20)[1].positions)
        for v in (straight, throw)
    ]
    draw(options.picture, *paths, misses)
    return throw, misses


if __name__ == "__main__":
    main()
