"""A network that predicts the charges of ions, trained on energies and forces of many crystals.

    python examples/crystal_charges.py
    python examples/crystal_charges.py --crystals 10 --rounds 100

Each crystal has a triclinic cell of its own and 16 to 64 ions of two kinds, off their places at
random. The charge of an ion follows from its kind and from how many ions of each kind are around
it. The network sees the kind of an ion, and these numbers as periodic Gaussian sums of two widths.
The known charges are never shown to it: the loss is the error of the electrostatic energies and
forces of the crystals. These do not change with the sign of all charges, so ions of the first kind
are taken to be positive. A fifth of the crystals is held back for the test.

All crystals are one array with `segments`, and `Periodic` has a cell for each of them: features,
energies and forces of all crystals are single sums. The network is that of `fragment_charges.py`,
plain JAX; needs optax. With matplotlib installed it also draws the learning curve. It takes about
half a minute on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pictures
from fragment_charges import draw, network, predict

import jaxfmm

SPACING = 2.8  # of the ions, in angstrom
AWAY = 0.35  # angstrom by which ions are off their places
SHAPES = (2, 2, 4), (2, 4, 4), (4, 4, 4)  # ions along the edges
WIDTHS = (1.5, 2.5)  # of the Gaussians, in angstrom
HIDDEN = 32
LEARNING_RATE = 5e-3


class Crystals(NamedTuple):
    """Ions (n, 3) in angstrom, their kinds 0 and 1 and charges (n,), and their crystals (n,) from 0
    to number - 1, with cells (number, 3, 3)."""

    ions: jax.Array
    kinds: jax.Array
    charges: jax.Array
    segments: jax.Array
    cells: jax.Array

    @property
    def number(self) -> int:
        return len(self.cells)


def around(ions: jax.Array, kinds: jax.Array, segments: jax.Array, cells: jax.Array) -> jax.Array:
    """How many ions of each kind are around each ion, by Gaussians of each width: (n, 4)."""
    own = jax.nn.one_hot(kinds, 2, dtype=ions.dtype)
    sums = [
        jaxfmm.potential(
            ions,
            own,
            kernel=jaxfmm.Periodic(jaxfmm.Gaussian(width), cells),
            segments=segments,
            num_segments=len(cells),
        )
        for width in WIDTHS
    ]
    return jnp.concatenate(sums, axis=1)


def neutral(charges: jax.Array, segments: jax.Array, number: int) -> jax.Array:
    """The charges without the mean of their crystal."""
    sums = jax.ops.segment_sum(charges, segments, number)
    sizes = jax.ops.segment_sum(jnp.ones_like(charges), segments, number)
    return charges - (sums / sizes)[segments]


def make(number: int, rng: np.random.Generator) -> Crystals:
    """Random crystals: simple lattices of random shape whose places alternate between the kinds."""
    parts = []
    for segment in range(number):
        shape = np.array(SHAPES[rng.integers(len(SHAPES))])
        places = np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), -1).reshape(-1, 3)
        edges = SPACING * shape[:, None] * (np.eye(3) + 0.12 * rng.uniform(-1, 1, size=(3, 3)))
        ions = places / shape @ edges + AWAY * rng.normal(size=places.shape)
        parts.append((ions, places.sum(1) % 2, np.full(len(ions), segment), edges))
    ions, kinds, segments = (np.concatenate(x) for x in list(zip(*parts))[:3])
    ions, cells = (jnp.asarray(x, jnp.float32) for x in (ions, np.stack([p[3] for p in parts])))
    kinds, segments = (jnp.asarray(x, jnp.int32) for x in (kinds, segments))
    crowd = around(ions, kinds, segments, cells)
    crowd = (crowd - crowd.mean(0)[None]) / crowd.std(0)[None]
    charges = 1.0 - 2.0 * kinds + 0.3 * jnp.tanh(crowd[:, 0]) - 0.2 * crowd[:, 3]
    return Crystals(ions, kinds, neutral(charges, segments, number), segments, cells)


def train(crystals: Crystals, rounds: int, key: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The predicted charges (n,), and the relative errors of energies and forces in each round:
    (rounds, 4), of the training and of the test."""
    ions, kinds, charges, segments, cells = crystals
    number = crystals.number
    kernel = jaxfmm.Periodic(jaxfmm.Laplace(), cells)
    plan = jaxfmm.plan(ions, kernel=kernel, tol=1e-4, segments=segments, num_segments=number)
    print(plan)
    inputs = around(ions, kinds, segments, cells)
    inputs = (inputs - inputs.mean(0)[None]) / inputs.std(0)[None]
    inputs = jnp.concatenate([jax.nn.one_hot(kinds, 2, dtype=ions.dtype), inputs], axis=1)
    is_test = jnp.arange(number) % 5 == 4

    def observed(charges: jax.Array, plan: jaxfmm.Plan) -> tuple[jax.Array, jax.Array]:
        potential, slope = jaxfmm.potential_and_gradient(ions, charges, plan=plan)
        energies = jax.ops.segment_sum(0.5 * charges * potential, segments, number)
        return energies, -charges[:, None] * slope

    true_energies, true_forces = observed(charges, plan)

    def errors(charges: jax.Array, plan: jaxfmm.Plan) -> jax.Array:
        energies, forces = observed(charges, plan)
        wrong = jnp.square(energies - true_energies), jnp.square(forces - true_forces).sum(1)
        sizes = jnp.square(true_energies), jnp.square(true_forces).sum(1)
        masks = is_test, is_test[segments]
        return jnp.stack(
            [
                (error * (mask == side)).sum() / (size * (mask == side)).sum()
                for side in (0, 1)
                for error, size, mask in zip(wrong, sizes, masks, strict=True)
            ]
        )

    def loss(layers: list, plan: jaxfmm.Plan) -> tuple[jax.Array, jax.Array]:
        found = errors(neutral(predict(layers, inputs), segments, number), plan)
        return found[0] + found[1], jnp.sqrt(found)

    optimiser = optax.adam(optax.cosine_decay_schedule(LEARNING_RATE, rounds))

    @jax.jit
    def learn(layers, memory, plan):
        def step(state, _):
            layers, memory = state
            slope, found = jax.grad(loss, has_aux=True)(layers, plan)
            update, memory = optimiser.update(slope, memory)
            return (optax.apply_updates(layers, update), memory), found

        (layers, _), path = jax.lax.scan(step, (layers, memory), length=rounds)
        found = neutral(predict(layers, inputs), segments, number)
        # energies and forces are the same for opposite charges
        return found * jnp.sign(jnp.sum(jnp.where(kinds == 0, found, 0))), path

    layers = network(key, (inputs.shape[1], HIDDEN, HIDDEN, 1))
    return learn(layers, optimiser.init(layers), plan)


def main(argv: Sequence[str] | None = None) -> tuple[jax.Array, jax.Array, np.ndarray]:
    """Trains the network; returns the predicted and the known charges, and the errors by round."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--crystals", type=int, default=30, help="how many (%(default)s)")
    parser.add_argument("--rounds", type=int, default=400, help="of training (%(default)s)")
    pictures.add_argument(parser, "crystal_charges")
    options = parser.parse_args(argv)

    crystals = make(options.crystals, np.random.default_rng(0))
    start = time.perf_counter()
    charges, errors = jax.block_until_ready(train(crystals, options.rounds, jax.random.key(0)))
    seconds = time.perf_counter() - start
    sizes = f"{len(crystals.ions):,} ions in {crystals.number} crystals"
    print(f"{sizes}, {options.rounds} rounds: {seconds:.1f} s, compilation included")
    last = np.asarray(errors)[-1]
    print(f"Relative errors: energies {last[0]:.3f}, forces {last[1]:.3f}")
    print(f"Of the test:     energies {last[2]:.3f}, forces {last[3]:.3f}")
    draw(options.picture, crystals.charges, charges, crystals.segments, np.asarray(errors))
    return charges, crystals.charges, np.asarray(errors)


if __name__ == "__main__":
    main()
