"""A network that predicts the charges of atoms, trained on energies and forces of many fragments.

    python examples/fragment_charges.py
    python examples/fragment_charges.py --atoms 2000 --rounds 200

The actin dimer is cut along its chain into fragments of 30 to 90 atoms. A network sees of an atom
its radius, and how many atoms of each radius are around it within its fragment, as Gaussian sums of
several widths. It predicts a charge. The known charges are never shown to it: the loss is the
error of the electrostatic energies and forces of the fragments. A fifth of the fragments is held
back for the test.

All fragments are one array with `segments`, so that features, energies and forces of all of them
are single sums, which compile once. The network is plain JAX; needs optax. With matplotlib
installed it also draws the learning curve. It takes 20 s on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pictures

import jaxfmm

COULOMB = 332.0637  # kcal/mol times angstrom per squared elementary charge, in vacuum
SMALLEST, LARGEST = 30, 90  # atoms of a fragment
WIDTHS = (1.2, 2.0, 3.5)  # of the Gaussians, in angstrom
HIDDEN = 64
LEARNING_RATE = 3e-3

Layers = list[tuple[jax.Array, jax.Array]]


class Fragments(NamedTuple):
    """Atoms (n, 3) in angstrom, their radii and charges (n,), and their fragments (n,) from 0 to
    number - 1."""

    atoms: jax.Array
    radii: jax.Array
    charges: jax.Array
    segments: jax.Array
    number: int


def read(count: int, rng: np.random.Generator) -> Fragments:
    """The first `count` atoms of the dimer, cut into fragments."""
    file = pictures.DATA / "actin_dimer.csv.gz"
    table = np.loadtxt(file, delimiter=",", skiprows=1, dtype=np.float32)[:count]
    sizes = rng.integers(SMALLEST, LARGEST + 1, size=count // SMALLEST)
    segments = np.repeat(np.arange(len(sizes)), sizes)[:count].astype(np.int32)
    columns = (table[:, :3], table[:, 4], table[:, 3], segments)
    return Fragments(*map(jnp.asarray, columns), number=int(segments[-1]) + 1)


def features(fragments: Fragments, kinds: np.ndarray) -> jax.Array:
    """What the network sees of each atom, (n, features): its kind, and for every width the Gaussian
    sum over the atoms of each kind in its fragment."""
    own = (fragments.radii[:, None] == kinds[None]).astype(fragments.atoms.dtype)
    around = [
        jaxfmm.potential(
            fragments.atoms,
            own,
            kernel=jaxfmm.Gaussian(width),
            segments=fragments.segments,
            num_segments=fragments.number,
        )
        for width in WIDTHS
    ]
    return jnp.concatenate([own, *around], axis=1)


def network(key: jax.Array, sizes: Sequence[int]) -> Layers:
    """Random weights and no biases."""
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        (jax.random.normal(k, (a, b)) / a**0.5, jnp.zeros(b))
        for k, a, b in zip(keys, sizes, sizes[1:])
    ]


def predict(layers: Layers, inputs: jax.Array) -> jax.Array:
    """The charge of each atom, (n,)."""
    *hidden, (last, bias) = layers
    for weight, offset in hidden:
        inputs = jax.nn.silu(inputs @ weight + offset[None])
    return (inputs @ last + bias[None])[:, 0]


def train(fragments: Fragments, rounds: int, key: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The predicted charges (n,), and the relative errors of energies and forces in each round:
    (rounds, 4), of the training and of the test."""
    atoms, segments, number = fragments.atoms, fragments.segments, fragments.number
    plan = jaxfmm.plan(atoms, segments=segments, num_segments=number)
    print(plan)
    kinds = np.unique(np.asarray(fragments.radii))
    inputs = features(fragments, kinds)
    inputs = (inputs - inputs.mean(0)[None]) / (inputs.std(0)[None] + 1e-3)
    is_test = jnp.arange(number) % 5 == 4
    atom_is_test = is_test[segments]

    def observed(charges, plan):
        potential, slope = jaxfmm.potential_and_gradient(atoms, charges, plan=plan)
        energies = jax.ops.segment_sum(0.5 * charges * potential, segments, number)
        return COULOMB * energies, -COULOMB * charges[:, None] * slope

    true_energies, true_forces = observed(fragments.charges, plan)

    def errors(charges, plan):
        energies, forces = observed(charges, plan)
        wrong = jnp.square(energies - true_energies), jnp.square(forces - true_forces).sum(1)
        sizes = jnp.square(true_energies), jnp.square(true_forces).sum(1)
        return jnp.stack(
            [
                (error * mask).sum() / (size * mask).sum()
                for side in (0, 1)
                for error, size, mask in zip(
                    wrong, sizes, (is_test == side, atom_is_test == side), strict=True
                )
            ]
        )

    def loss(layers, plan):
        found = errors(predict(layers, inputs), plan)
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
        return predict(layers, inputs), path

    layers = network(key, (inputs.shape[1], HIDDEN, HIDDEN, 1))
    return learn(layers, optimiser.init(layers), plan)


def draw(
    path: Path, known: jax.Array, charges: jax.Array, segments: jax.Array, errors: np.ndarray
) -> None:
    """Saves the learning curve and the charges, if matplotlib is there."""
    figure = pictures.figure(9, 4)
    if figure is None:
        return
    curve, agreement = figure.subplots(1, 2)
    names = ("energies", "forces", "energies, test", "forces, test")
    for column, name in enumerate(names):
        colour = pictures.COLOURS[column % 2]
        style = "-" if column < 2 else "--"
        curve.semilogy(errors[:, column], style, color=colour, linewidth=1, label=name)
    curve.set(title="learning curve", xlabel="round", ylabel="relative error")
    curve.legend()
    is_test = np.asarray(segments) % 5 == 4
    true, found = np.asarray(known)[is_test], np.asarray(charges)[is_test]
    agreement.plot(true, found, ".", markersize=2, color=pictures.COLOURS[0])
    agreement.axline((0, 0), slope=1, color="k", linewidth=0.5)
    agreement.set(title="charges of the test, never shown", xlabel="known, e", ylabel="found, e")
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[jax.Array, jax.Array, np.ndarray]:
    """Trains the network; returns the predicted and the known charges, and the errors by round."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--atoms", type=int, default=11_754, help="how many (default: all, %(default)s)"
    )
    parser.add_argument("--rounds", type=int, default=1500, help="of training (%(default)s)")
    pictures.add_argument(parser, "fragment_charges")
    options = parser.parse_args(argv)

    fragments = read(options.atoms, np.random.default_rng(0))
    start = time.perf_counter()
    charges, errors = jax.block_until_ready(train(fragments, options.rounds, jax.random.key(0)))
    seconds = time.perf_counter() - start
    sizes = f"{len(fragments.atoms):,} atoms in {fragments.number} fragments"
    print(f"{sizes}, {options.rounds} rounds: {seconds:.1f} s, compilation included")
    last = np.asarray(errors)[-1]
    print(f"Relative errors: energies {last[0]:.3f}, forces {last[1]:.3f}")
    print(f"Of the test:     energies {last[2]:.3f}, forces {last[3]:.3f}")
    draw(options.picture, fragments.charges, charges, fragments.segments, np.asarray(errors))
    return charges, fragments.charges, np.asarray(errors)


if __name__ == "__main__":
    main()
