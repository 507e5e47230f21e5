"""Postal codes as a function of the place, by Gaussian process regression with all data.

    python examples/gp_regression.py
    python examples/gp_regression.py --places 4000 --rounds 3

The list of postal codes of the United States is sorted by code, so a code's place in the list,
between 0 and 1, says how high the code is. It grows from the east to the west, and jumps at the
borders of states. A Gaussian process with a Matern 3/2 kernel learns it from nine in ten of the
codes. The noise is held at a tenth of the variance, so that the process does not follow every jump.
The length of the kernel climbs the gradient of the log marginal likelihood, on one code in seven,

    log p(y) = -1/2 y^T A^-1 y - 1/2 log det A - n/2 log 2 pi ,      A = s^2 (K + noise) ,

at the scale s that is best for it. No matrix is written out, and no determinant or trace is
computed: the derivative of log det A is the mean of z^T A^-1 dA z over vectors z of random signs
(Hutchinson 1990), so that each round solves a few linear systems by conjugate gradients, all by one
sum a step. They are preconditioned by a pivoted Cholesky factor (Gardner et al. 2018). Conjugate
gradients run in float32; where six digits are wanted, their solutions are corrected by residuals in
float64, two or three times (iterative refinement). With matplotlib installed it also draws a map of
the prediction. It takes 20 s on two CPU cores.

There are 42,049 codes. With `--places 55556` codes are drawn again and moved by about a twentieth
of a degree, so that 50,000 are learnt from."""

import argparse
import functools
import time

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

NOISE = 0.1  # over the variance
PROBES, STEPS = 8, 300  # random vectors; steps of conjugate gradients, at most
ROUGH, CORRECTIONS = 1e-3, 6  # the residual in float32; corrections in float64, at most
JITTER = 0.05  # degrees by which codes are moved that are drawn again
RANK, LEARNT = 300, 7  # of the preconditioner; one in so many codes is learnt the length from
BOX = ((-125.0, -66.5), (24.0, 50.0))  # longitude and latitude of the picture


def read_codes(count):
    """Places (n, 2) in degrees, and where in the list their codes are, between 0 and 1."""
    places = np.loadtxt(pictures.DATA / "us_zipcodes.csv.gz", delimiter=",", skiprows=1)
    order, rng = np.linspace(0, 1, len(places)), np.random.default_rng(0)
    some = rng.permutation(len(places))[:count]
    more = rng.integers(0, len(places), max(0, count - len(places)))
    again = places[more] + rng.normal(scale=JITTER, size=(len(more), 2))
    mixed = rng.permutation(count) if len(more) else np.arange(len(some))
    return np.concatenate([places[some], again])[mixed], np.concatenate([order[some], order[more]])[
        mixed
    ]


def matrix(points, plan, log_length):
    """K + noise, of unit variance."""
    kernel = jaxfmm.Matern(jnp.exp(log_length), 1.5)
    plan = plan.update(points, kernel=kernel)
    return jaxfmm.KernelMatrix(points, kernel=kernel, diagonal=NOISE, plan=plan)


def solve(A, columns, tol):
    """A^-1 times the columns (n, k), in the precision of A."""
    M = A.preconditioner(min(RANK, A.shape[0]))

    def one(b):
        return jax.scipy.sparse.linalg.cg(A, b, M=M, tol=tol, maxiter=STEPS)[0]

    return jax.vmap(one, in_axes=1, out_axes=1)(
        columns
    )  # one sum of several right-hand sides in each step


@functools.partial(jax.jit, static_argnames="tol")
def refined(A, rough, b, tol):
    """A^-1 b and its residual over b: solutions by A in float32, `rough`, corrected by residuals in
    float64."""
    M, size = rough.preconditioner(min(RANK, A.shape[0])), jnp.linalg.norm(b)

    def correct(state):
        count, found, rest = state
        scale = jnp.linalg.norm(rest)
        column = (rest / scale).astype(jnp.float32)
        step = jax.scipy.sparse.linalg.cg(rough, column, M=M, tol=ROUGH, maxiter=STEPS)[0]
        found = found + scale * step.astype(b.dtype)
        return count + 1, found, b - A @ found

    def wrong(state):
        return (state[0] < CORRECTIONS) & (jnp.linalg.norm(state[2]) > tol * size)

    _, found, rest = jax.lax.while_loop(wrong, correct, (0, jnp.zeros_like(b), b))
    return found, jnp.linalg.norm(rest) / size


@jax.jit
def slope(log_length, points, values, probes, plan):
    """The gradient of the log marginal likelihood over n, and the variance s^2."""
    found = solve(
        matrix(points, plan, log_length), jnp.concatenate([values[:, None], probes], axis=1), 1e-2
    )
    weights, others = jax.lax.stop_gradient((found[:, 0], found[:, 1:]))
    variance = jnp.vdot(values, weights) / len(values)

    def surrogate(log_length):  # whose gradient is the estimate
        products = matrix(points, plan, log_length) @ jnp.concatenate(
            [weights[:, None], probes], axis=1
        )
        data = jnp.vdot(weights, products[:, 0]) / variance
        return 0.5 * (data - jnp.mean(jnp.sum(others * products[:, 1:], axis=0))) / len(values)

    return jax.grad(surrogate)(log_length), variance


def fit(points, values, rounds):
    """The length of the kernel after each round of a climb, whose steps shrink."""
    length, plan = (
        4.0,
        jaxfmm.plan(points, kernel=jaxfmm.Matern(4.0, 1.5), tol=1e-4, gradient=False, headroom=2.0),
    )
    rng, path, size = np.random.default_rng(1), [4.0], 0.4
    for number in range(rounds):
        probes = jnp.asarray(rng.choice([-1.0, 1.0], (len(points), PROBES)), points.dtype)
        gradient, variance = slope(
            jnp.asarray(np.log(length), points.dtype), points, values, probes, plan
        )
        length = float(length * np.exp(size * np.sign(gradient)))
        size *= 0.7
        path.append(length)
        print(
            f"round {number + 1}: slope {gradient:+.4f}, length {length:.2f} degrees, scale {variance**0.5:.3f}"
        )
    return path


def draw(path, places, values, grid, prediction):
    """Saves the codes and the prediction, if matplotlib is there."""
    if (figure := pictures.figure(12, 3.8)) is None:
        return
    left, right = figure.subplots(1, 2)
    look = {"vmin": 0, "vmax": 1, "cmap": "turbo"}
    left.scatter(places[:, 0], places[:, 1], c=values, s=0.5, **look)
    image = right.imshow(
        prediction.reshape(grid), extent=(*BOX[0], *BOX[1]), origin="lower", aspect=1.28, **look
    )
    left.set(
        xlim=BOX[0], ylim=BOX[1], aspect=1.28, title="postal codes, from the lowest to the highest"
    )
    right.set(title="what a Gaussian process makes of them")
    figure.colorbar(image, ax=(left, right), label="place in the list", shrink=0.8)
    pictures.save(figure, path)


def main(argv=None):
    """Returns the lengths on the way, seconds and residual of the solve, and the error of the
    prediction."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--places",
        type=int,
        default=42_049,
        help="how many codes (default %(default)s, all there are)",
    )
    parser.add_argument("--rounds", type=int, default=8, help="of the climb (default %(default)s)")
    pictures.add_argument(parser, "gp_regression")
    options = parser.parse_args(argv)

    with jax.enable_x64(True):
        places, order = read_codes(options.places)
        kept = len(places) * 9 // 10
        points, mean = jnp.asarray(places[:kept]), order[:kept].mean()
        values = jnp.asarray(order[:kept] - mean)
        begin = time.perf_counter()
        path = fit(
            points[::LEARNT].astype("float32"), values[::LEARNT].astype("float32"), options.rounds
        )
        print(
            f"{options.rounds} rounds with {len(points[::LEARNT]):,} codes in {time.perf_counter() - begin:.1f} s"
        )

        kernel = jaxfmm.Matern(path[-1], 1.5)
        A, rough = (
            jaxfmm.KernelMatrix(
                x, kernel=kernel, diagonal=NOISE, plan=jaxfmm.plan(x, kernel=kernel, **how)
            )
            for x, how in (
                (points, {"tol": 1e-7, "gradient": False}),
                (points.astype("float32"), {"tol": 1e-5, "gradient": False}),
            )
        )
        print(A.plan)
        solving = refined.lower(A, rough, values, 1e-6).compile()
        begin = time.perf_counter()
        weights, residual = jax.block_until_ready(solving(A, rough, values))
        seconds = time.perf_counter() - begin
        print(
            f"{kept:,} equations: conjugate gradients to {residual:.0e} in {seconds:.1f} s, preconditioner included"
        )

        def predict(where):
            return mean + jaxfmm.potential(
                points, weights, jnp.asarray(where), kernel=kernel, tol=1e-4
            )

        error = float(jnp.median(jnp.abs(predict(places[kept:]) - order[kept:])))
        print(
            f"the other {len(places) - kept:,} codes: median error {error:.4f} of the list's length"
        )
        longitude, latitude = (np.linspace(*side, count) for side, count in zip(BOX, (400, 200)))
        where = np.stack(np.meshgrid(longitude, latitude), axis=-1).reshape(-1, 2)
        draw(options.picture, places[:kept], order[:kept], (200, 400), np.asarray(predict(where)))
    return path, seconds, float(residual), error


if __name__ == "__main__":
    main()
