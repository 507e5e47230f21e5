"""Postal codes as a function of the place, by Gaussian process regression with all data.

    python examples/gp_regression.py
    python examples/gp_regression.py --places 4000 --rounds 3

The list of postal codes of the United States is sorted by code, so a code's place in the list,
between 0 and 1, says how high the code is. It grows from the east to the west, and jumps at the
borders of states. A Gaussian process with a Matern 3/2 kernel learns it from nine in ten of the
codes. The noise is held at a tenth of the variance, so that the process does not follow every jump.
Gradient ascent on the log marginal likelihood, with one code in seven, finds the length of the
kernel,

    log p(y) = -1/2 y^T A^-1 y - 1/2 log det A - n/2 log 2 pi ,      A = s^2 (K + noise) ,

at the scale s with the largest likelihood for the length before. No matrix is stored:
`KernelMatrix.log_marginal_likelihood` estimates the logarithm of the determinant and its derivative
by random vectors. Each round solves a few linear systems by conjugate gradients, with one sum for
all of them in each step. A pivoted Cholesky factor preconditions them (Gardner et al. 2018). For
the prediction six digits are needed: conjugate gradients run in float32, and residuals in float64
correct their solutions two or three times (iterative refinement). With matplotlib installed it also
draws a map of the prediction. It takes 20 s on two CPU cores.

There are 42,049 codes. With `--places 55556` some codes are drawn again and moved by about a
twentieth of a degree, so that the process learns from 50,000.
"""

import argparse
import functools
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

NOISE = 0.1  # relative to the variance
PROBES = 8  # random vectors
MOST_STEPS = 300  # of conjugate gradients
ROUGH = 1e-3  # relative residual of the solutions in float32
MOST_CORRECTIONS = 6  # in float64
JITTER = 0.05  # degrees by which codes that are drawn again are moved
RANK = 300  # of the preconditioner
STRIDE = 7  # the length is learnt from one code in so many
BOX = ((-125.0, -66.5), (24.0, 50.0))  # longitude and latitude of the picture


def read_codes(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Places (n, 2) in degrees, and the places of their codes in the list, between 0 and 1."""
    places = np.loadtxt(pictures.DATA / "us_zipcodes.csv.gz", delimiter=",", skiprows=1)
    order, rng = np.linspace(0, 1, len(places)), np.random.default_rng(0)
    first = rng.permutation(len(places))[:count]
    again = rng.integers(0, len(places), max(0, count - len(places)))
    moved = places[again] + rng.normal(scale=JITTER, size=(len(again), 2))
    mixed = rng.permutation(count) if len(again) else np.arange(len(first))
    all_places, all_order = [places[first], moved], [order[first], order[again]]
    return np.concatenate(all_places)[mixed], np.concatenate(all_order)[mixed]


def matrix(points: jax.Array, plan: jaxfmm.Plan, log_length: jax.Array) -> jaxfmm.KernelMatrix:
    """K + noise, for unit variance."""
    kernel = jaxfmm.Matern(jnp.exp(log_length), 1.5)
    plan = plan.update(points, kernel=kernel)
    return jaxfmm.KernelMatrix(points, kernel=kernel, diagonal=NOISE, plan=plan)


@functools.partial(jax.jit, static_argnames="tol")
def refine(
    A: jaxfmm.KernelMatrix, rough: jaxfmm.KernelMatrix, b: jax.Array, tol: float
) -> tuple[jax.Array, jax.Array]:
    """A^-1 b and its relative residual.

    `rough` is A in float32: its solutions are corrected by residuals in float64.
    """
    M, size = rough.preconditioner(min(RANK, A.shape[0])), jnp.linalg.norm(b)

    def correct(state):
        count, solution, residual = state
        scale = jnp.linalg.norm(residual)
        column = (residual / scale).astype(jnp.float32)
        step = jax.scipy.sparse.linalg.cg(rough, column, M=M, tol=ROUGH, maxiter=MOST_STEPS)[0]
        solution = solution + scale * step.astype(b.dtype)
        return count + 1, solution, b - A @ solution

    def unfinished(state):
        return (state[0] < MOST_CORRECTIONS) & (jnp.linalg.norm(state[2]) > tol * size)

    _, solution, residual = jax.lax.while_loop(unfinished, correct, (0, jnp.zeros_like(b), b))
    return solution, jnp.linalg.norm(residual) / size


@jax.jit
@functools.partial(jax.value_and_grad, has_aux=True)
def likelihood(
    log_length: jax.Array, points: jax.Array, values: jax.Array, plan: jaxfmm.Plan, key: jax.Array
) -> tuple[jax.Array, jaxfmm.trace_estimates.LogMarginalLikelihood]:
    """The log marginal likelihood of values of unit scale, and all that was found with it."""
    found = matrix(points, plan, log_length).log_marginal_likelihood(
        values, key, probes=PROBES, rank=min(RANK, len(points)), max_steps=MOST_STEPS
    )
    return found.value, found


def fit(points: jax.Array, values: jax.Array, rounds: int) -> list[float]:
    """The length of the kernel after each round of gradient ascent with shrinking steps."""
    length, size, path = 4.0, 0.4, [4.0]
    kernel = jaxfmm.Matern(length, 1.5)
    plan = jaxfmm.plan(points, kernel=kernel, tol=1e-4, gradient=False, headroom=2.0)
    scale = values.std()
    for number, key in enumerate(jax.random.split(jax.random.key(1), rounds)):
        log_length = jnp.asarray(np.log(length), points.dtype)
        (_, found), gradient = likelihood(log_length, points, values / scale, plan, key)
        found.loop.check()
        length = float(length * np.exp(size * np.sign(gradient)))
        scale = jnp.sqrt(scale * jnp.vdot(values, found.weights) / len(values))  # the best one
        size *= 0.7
        path.append(length)
        slope = gradient / len(values)
        progress = f"length {length:.2f} degrees, scale {scale:.3f}"
        print(f"round {number + 1}: slope {slope:+.4f}, {progress}")
    return path


def draw(
    path: Path,
    places: np.ndarray,
    values: np.ndarray,
    grid: tuple[int, int],
    prediction: np.ndarray,
) -> None:
    """Saves the codes and the prediction, if matplotlib is there."""
    if (figure := pictures.figure(12, 3.8)) is None:
        return
    left, right = figure.subplots(1, 2)
    look = {"vmin": 0, "vmax": 1, "cmap": "turbo"}
    left.scatter(places[:, 0], places[:, 1], c=values, s=0.5, **look)
    box = (*BOX[0], *BOX[1])
    image = right.imshow(prediction.reshape(grid), extent=box, origin="lower", aspect=1.28, **look)
    left.set(xlim=BOX[0], ylim=BOX[1], aspect=1.28)
    left.set(title="postal codes, from the lowest to the highest")
    right.set(title="prediction of a Gaussian process")
    figure.colorbar(image, ax=(left, right), label="place in the list", shrink=0.8)
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[list[float], float, float, float]:
    """Returns lengths by round, seconds and residual of the solve, and the prediction's error."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--places", type=int, default=42_049, help="codes (default: all, %(default)s)"
    )
    parser.add_argument("--rounds", type=int, default=8, help="of gradient ascent (%(default)s)")
    pictures.add_argument(parser, "gp_regression")
    options = parser.parse_args(argv)

    with jax.enable_x64(True):
        places, order = read_codes(options.places)
        kept = len(places) * 9 // 10
        points, mean = jnp.asarray(places[:kept]), order[:kept].mean()
        values = jnp.asarray(order[:kept] - mean)
        begin = time.perf_counter()
        learnt = points[::STRIDE].astype("float32")
        path = fit(learnt, values[::STRIDE].astype("float32"), options.rounds)
        seconds = time.perf_counter() - begin
        print(f"{options.rounds} rounds with {len(learnt):,} codes in {seconds:.1f} s")

        kernel = jaxfmm.Matern(path[-1], 1.5)

        def noisy(x, tol):
            plan = jaxfmm.plan(x, kernel=kernel, tol=tol, gradient=False)
            return jaxfmm.KernelMatrix(x, kernel=kernel, diagonal=NOISE, plan=plan)

        A, rough = noisy(points, 1e-7), noisy(points.astype("float32"), 1e-5)
        print(A.plan)
        compiled = refine.lower(A, rough, values, 1e-6).compile()
        begin = time.perf_counter()
        weights, residual = jax.block_until_ready(compiled(A, rough, values))
        seconds = time.perf_counter() - begin
        print(
            f"{kept:,} equations, residual {residual:.0e}: {seconds:.1f} s with the preconditioner"
        )

        def predict(where):
            where = jnp.asarray(where)
            return mean + jaxfmm.potential(points, weights, where, kernel=kernel, tol=1e-4)

        error = float(jnp.median(jnp.abs(predict(places[kept:]) - order[kept:])))
        others = len(places) - kept
        print(f"the other {others:,} codes: median error {error:.4f} of the list's length")
        longitude, latitude = (np.linspace(*side, count) for side, count in zip(BOX, (400, 200)))
        where = np.stack(np.meshgrid(longitude, latitude), axis=-1).reshape(-1, 2)
        prediction = np.asarray(predict(where))
        draw(options.picture, places[:kept], order[:kept], (200, 400), prediction)
    return path, seconds, float(residual), error


if __name__ == "__main__":
    main()
