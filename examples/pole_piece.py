"""The faces of two pole pieces get the shape that makes the field between them even.

    python examples/pole_piece.py
    python examples/pole_piece.py --rounds 20

Two round pole pieces of iron face each other across a gap. The iron is saturated: its magnetisation
M along z is the same everywhere, so the poles have the magnetic charge M . n on their surfaces, and
the field is H = -grad u / (4 pi) with the potential u of triangles that carry it. Between flat
faces the field falls off with the distance from the axis. The height of a face is a polynomial of
the radius. L-BFGS finds the coefficients that make the relative deviations of H_z small in a ball
in the middle of the gap. Its gradients are derivatives in the vertices of `jaxfmm.Elements`, which
move, and in the normals. The rim that comes out is known as the shim of Rose (Phys. Rev. 53 (1938)
715). Needs optax. With matplotlib installed it draws the poles and the deviations. It takes 20 s on
two CPU cores.
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

HALF_GAP, LENGTH = 0.4, 1.0  # of a pole of radius 1
MOST = 0.15  # that a face may move along z
BALL = 0.3  # radius of the ball where the field should be even
COEFFICIENTS = 6


class Pole:
    """The upper pole. The lower one is its mirror image, with the magnetisation along z too.

    Attributes:
      vertices: (v, 3), of a pole with a flat face.
      cells: (n, 3), outward.
      on_face: (v,), whether a vertex moves.
    """

    def __init__(self, rings: int, sectors: int) -> None:
        angles = 2 * np.pi * np.arange(sectors) / sectors
        circle = np.stack([np.cos(angles), np.sin(angles), np.zeros(sectors)], axis=1)
        radii = np.sin(np.pi / 2 * np.arange(1, rings + 1) / rings)  # closer together at the rim
        face = [[0.0, 0.0, 0.0], *(radii[:, None, None] * circle).reshape(-1, 3)]
        back = [*circle + [0, 0, LENGTH], [0, 0, LENGTH]]
        self.vertices = np.array([*face, *back]) + [0, 0, HALF_GAP]
        self.on_face = np.arange(len(self.vertices)) < len(face)
        j = np.arange(sectors)
        after = (j + 1) % sectors
        center, last = np.zeros_like(j), np.full_like(j, len(self.vertices) - 1)
        cells = [[center, 1 + after, 1 + j]]
        for ring in range(rings):  # the last one is the side of the cylinder
            inner, outer = 1 + ring * sectors, 1 + (ring + 1) * sectors
            cells.append([inner + j, inner + after, outer + after])
            cells.append([inner + j, outer + after, outer + j])
        cells += [[outer + j, outer + after, last]]
        self.cells = np.concatenate([np.stack(cell, axis=1) for cell in cells])

    def shaped(self, coefficients: jax.Array) -> jaxfmm.Elements:
        """The pole with the face whose heights are a series of Chebyshev in the square of the
        radius, at most MOST."""
        flat = jnp.asarray(self.vertices)
        moves = jnp.where(self.on_face, rise(coefficients, jnp.hypot(flat[:, 0], flat[:, 1])), 0)
        return jaxfmm.Elements(flat.at[:, 2].add(-moves), self.cells)


def rise(coefficients: jax.Array, radius: jax.Array) -> jax.Array:
    """How much a face comes closer to the middle at these distances from the axis, (m,)."""
    angle = jnp.arccos(jnp.clip(2 * jnp.square(radius) - 1, -1, 1))
    orders = jnp.arange(len(coefficients), dtype=radius.dtype)
    return MOST * jnp.tanh(jnp.cos(orders * angle[:, None]) @ coefficients)


def field(magnet: jaxfmm.Elements, at: jax.Array, plan: jaxfmm.Plan) -> jax.Array:
    """H_z (m,) of both poles at places (m, 3), for M = 1. The plan is for the places and their
    mirror images, since the mirror image of a pole has the mirrored field."""
    both = jnp.concatenate([at, at * jnp.array([1.0, 1.0, -1.0])])
    charges = magnet.normals[:, 2]
    plan = plan.update(magnet, both)
    _, slope = jaxfmm.potential_and_gradient(magnet, charges, both, plan=plan)
    return -slope[:, 2].reshape(2, -1).sum(0) / (4 * jnp.pi)


def section(rows: int, radius: float) -> np.ndarray:
    """Places (m, 3) in a quarter of a disc through the axis, of this radius."""
    steps = np.linspace(0, radius, rows)
    x, z = (values.ravel() for values in np.meshgrid(steps, steps))
    inside = np.hypot(x, z) < 1.001 * radius
    return np.stack([x, np.zeros_like(x), z], axis=1)[inside]


def deviation(values: jax.Array) -> jax.Array:
    """Deviations from the first place, which is the middle of the gap."""
    return values / values[0] - 1


def improve(pole: Pole, at: jax.Array, rounds: int) -> tuple[jax.Array, jax.Array]:
    """The coefficients of the face, and the root mean square deviation in each round."""
    start = jnp.zeros(COEFFICIENTS)
    both = jnp.concatenate([at, at * jnp.array([1.0, 1.0, -1.0])])
    plan = jaxfmm.plan(pole.shaped(start), both, tol=1e-5, method="direct")
    optimiser = optax.lbfgs()
    volumes = at[:, 0] / at[:, 0].sum()  # of the rings that places stand for

    def loss(coefficients, plan):
        values = deviation(field(pole.shaped(coefficients), at, plan))
        return jnp.log(volumes @ jnp.square(values)) / 2

    @jax.jit
    def descend(coefficients, memory, plan):
        def step(state, _):
            coefficients, memory = state
            value, slope = optax.value_and_grad_from_state(loss)(coefficients, plan, state=memory)
            update, memory = optimiser.update(
                slope, memory, coefficients, value=value, grad=slope, value_fn=loss, plan=plan
            )
            return (optax.apply_updates(coefficients, update), memory), jnp.exp(value)

        (coefficients, _), path = jax.lax.scan(step, (coefficients, memory), length=rounds)
        return coefficients, path

    return descend(start, optimiser.init(start), plan)


def draw(path: Path, pole: Pole, coefficients: jax.Array, errors: np.ndarray) -> None:
    """Saves the poles and the deviations before and after, if matplotlib is there."""
    figure = pictures.figure(13, 4)
    if figure is None:
        return
    shapes = {"before": jnp.zeros_like(coefficients), "after": coefficients}
    axes = figure.subplots(1, 3, width_ratios=(1, 1, 0.8))
    x, z = np.linspace(-1.1, 1.1, 111), np.linspace(-0.6, 0.6, 61)
    places = np.stack(np.broadcast_arrays(x[:, None], 0.0, z), axis=-1).reshape(-1, 3)
    at = jnp.concatenate([jnp.zeros((1, 3)), jnp.asarray(places)])
    radius, turn = np.linspace(0, 1, 200), np.linspace(0, 2 * np.pi, 200)
    for view, (name, shape) in zip(axes, shapes.items()):
        magnet = pole.shaped(shape)
        both = jnp.concatenate([at, at * jnp.array([1.0, 1.0, -1.0])])
        plan = jaxfmm.plan(magnet, both, tol=1e-5, method="direct")
        values = np.abs(deviation(field(magnet, at, plan)))[1:].reshape(len(x), len(z))
        shown = view.pcolormesh(
            x, z, np.log10(values.T + 1e-9), cmap="viridis", vmin=-6, vmax=-1, shading="gouraud"
        )
        height = HALF_GAP - np.asarray(rise(shape, jnp.asarray(radius)))
        for side in (-1, 1):
            for half in (-1, 1):
                view.fill_between(half * radius, side * height, side * 0.8, color="lightgray")
        view.plot(BALL * np.cos(turn), BALL * np.sin(turn), color="white", linewidth=1)
        view.set(title=f"poles and field, {name}", xlabel="x", ylabel="z", aspect="equal")
        view.set(xlim=(-1.1, 1.1), ylim=(-0.7, 0.7))
    figure.colorbar(shown, ax=axes[:2], label="log10 of the relative deviation", shrink=0.8)
    axes[2].semilogy(errors, color=pictures.COLOURS[0])
    axes[2].set(title="deviation in the ball", xlabel="round", ylabel="root mean square")
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[jax.Array, np.ndarray]:
    """Returns the coefficients of the face and the deviations by round."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rings", type=int, default=16, help="of triangles (%(default)s)")
    parser.add_argument("--rounds", type=int, default=60, help="of descent (%(default)s)")
    pictures.add_argument(parser, "pole_piece")
    options = parser.parse_args(argv)

    with jax.enable_x64(True):
        pole = Pole(options.rings, 2 * options.rings)
        at = jnp.asarray(section(8, BALL))
        began = time.perf_counter()
        coefficients, errors = improve(pole, at, options.rounds)
        errors = np.asarray(errors)
        seconds = time.perf_counter() - began
        print(f"{len(pole.cells):,} triangles of a pole, {len(at)} places in the ball")
        print(f"{options.rounds} rounds in {seconds:.1f} s, compilation included")
        print(f"root mean square deviation of the field {errors[0]:.1e} -> {errors[-1]:.1e}")
        print(f"coefficients {np.array2string(np.asarray(coefficients), precision=3)}")
        draw(options.picture, pole, coefficients, errors)
    return coefficients, errors


if __name__ == "__main__":
    main()
