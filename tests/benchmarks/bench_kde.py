"""Densities: maps, queries at sources, far queries, bandwidths by cross-validation; beside
scikit-learn and scipy.

python -m tests.benchmarks.bench_kde --n 1e6 --data places clusters
python -m tests.benchmarks.bench_kde --peers --n 1e5 --queries 1e4
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm


def places(rng, n, dim):
    """Postal codes of the US, drawn with replacement, 0.05 degrees apart."""
    codes = np.loadtxt("examples/data/us_zipcodes.csv.gz", delimiter=",", skiprows=1)
    return codes[rng.integers(len(codes), size=n)] + 0.05 * rng.normal(size=(n, 2))


def clusters(rng, n, dim):
    """30 normal clusters of sizes and weights that differ by orders of magnitude."""
    middle, size = 3 * rng.normal(size=(30, dim)), np.exp(rng.normal(size=30) - 1.5)
    which = rng.choice(30, size=n, p=rng.dirichlet(np.full(30, 0.5)))
    return middle[which] + size[which, None] * rng.normal(size=(n, dim))


def normal(rng, n, dim):
    return rng.normal(size=(n, dim))


DATA = {"places": places, "clusters": clusters, "normal": normal}


def lattice(points, shape):
    """A map of all points and a tenth more."""
    low, high = points.min(0), points.max(0)
    axes = [
        np.linspace(a - 0.05 * (b - a), b + 0.05 * (b - a), k) for a, b, k in zip(low, high, shape)
    ]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(shape))


def timed(name, function, *arrays, repeats=5):
    """Prints the first and the best time of a call and returns its result."""
    start = time.perf_counter()
    out = jax.block_until_ready(function(*arrays))
    first, times = time.perf_counter() - start, []
    for _ in range(repeats):
        start = time.perf_counter()
        out = jax.block_until_ready(function(*arrays))
        times.append(time.perf_counter() - start)
    print(f"  {name:36s} first {first:7.2f} s   then {1e3 * min(times):10.2f} ms", flush=True)
    return out


@jax.jit
def with_gradient(density, queries):
    return jax.value_and_grad(density.score)(queries)


def largest_error(density, queries, values, count=200):
    """Of log densities, over 1 and over |log f|, by sums in float64 over all points."""
    some = np.linspace(0, len(queries) - 1, count).astype(int)
    h = np.asarray(density.bandwidth, np.float64)
    root = (
        np.linalg.cholesky(np.atleast_2d(h)) if h.ndim == 2 else np.eye(density.points.shape[1]) * h
    )
    x, y = (
        np.linalg.solve(root, np.asarray(a, np.float64).T).T
        for a in (queries[some], density.points)
    )
    exact = []
    for place in x:
        r2 = np.square(place - y).sum(1)
        exact.append(-0.5 * r2.min() + np.log(np.exp(-0.5 * (r2 - r2.min())).mean()))
    exact = np.array(exact) - 0.5 * len(root) * np.log(2 * np.pi) - np.log(np.diagonal(root)).sum()
    error = np.abs(np.asarray(values, np.float64)[some] - exact)
    return error.max(), (error / np.maximum(1, np.abs(exact))).max()


def maps(name, options):
    rng, n = np.random.default_rng(0), int(options.n)
    points = DATA[name](rng, n, 2)
    sides = [int(side) for side in options.sides]
    dtype = jnp.dtype(options.dtype)
    y = jnp.asarray(points, dtype)
    start = time.perf_counter()
    density = jax.block_until_ready(jaxfmm.KernelDensity("scott", tol=options.tol).fit(y))
    print(
        f"{name}, {n} points in 2D, {dtype}, tol {options.tol:g}; fit "
        f"{time.perf_counter() - start:.2f} s"
    )
    kernel, charges = jaxfmm.Gaussian(density.bandwidth), jnp.ones(n, dtype)

    def plain(queries):
        plan = jaxfmm.plan(y, queries, kernel=kernel, tol=options.tol, gradient=False)
        return jax.jit(
            lambda y, q, plan: jaxfmm.potential(y, charges, q, plan=plan, kernel=kernel)
        ), plan

    for side in sides:
        queries = jnp.asarray(lattice(points, (side, side)), dtype)
        values = timed(f"map {side} x {side}", density.log_density, queries)
        timed(f"map {side} x {side} with gradients", with_gradient, density, queries)
        if side == sides[0]:
            function, plan = plain(queries)
            timed("  the plain sum", function, y, queries, plan)
            print(
                "  error {:.1e}, over |log f| {:.1e}".format(
                    *largest_error(density, queries, values)
                )
            )
    at = y[jnp.asarray(rng.choice(n, 100_000))]
    timed("1e5 queries at sources", density.log_density, at)
    function, plan = plain(at)
    timed("  the plain sum", function, y, at, plan)
    bandwidth = float(jnp.sqrt(density.bandwidth[0, 0]))
    timed(
        "1e5 queries 1,000 bandwidths away",
        density.log_density,
        at + 1e3 * bandwidth + y.max() - y.min(),
    )
    if options.cv:
        start = time.perf_counter()
        found = jaxfmm.KernelDensity("cv", tol=options.tol).fit(y)
        jax.block_until_ready(found)
        print(
            f"  cv {time.perf_counter() - start:.2f} s, "
            f"{found.bandwidth.ravel()[0] / density.bandwidth.ravel()[0]:.3f}"
        )


def peers(options):
    """A table in dimensions 1 to 6: milliseconds of log densities, and how much faster than
    scikit-learn and scipy."""
    from scipy.stats import gaussian_kde
    from sklearn.neighbors import KernelDensity

    n, m = int(options.n), int(options.queries)
    print(
        f"log densities of {m} queries among {n} normal points, tol and rtol {options.tol:g}, "
        f"{options.dtype}"
    )
    print(" d   jaxfmm ms   scikit-learn ms   times   scipy ms   times")
    for dim in options.dims:
        rng = np.random.default_rng(dim)
        points, queries = rng.normal(size=(n, dim)), rng.normal(size=(m, dim)) * 1.2
        h = n ** (-1 / (dim + 4))
        y, q = jnp.asarray(points, options.dtype), jnp.asarray(queries, options.dtype)
        density = jaxfmm.KernelDensity(h, tol=options.tol).fit(y)
        jax.block_until_ready(density.log_density(q))
        ours = min(_seconds(density.log_density, q) for _ in range(3))
        tree = KernelDensity(bandwidth=h, rtol=options.tol).fit(points)
        some = queries[: max(1, m // options.share)]
        theirs = _seconds(tree.score_samples, some) * m / len(some)
        plain = gaussian_kde(points.T, bw_method=h / points.std())
        dense = _seconds(plain.logpdf, some.T) * m / len(some)
        row = (1e3 * ours, 1e3 * theirs, theirs / ours, 1e3 * dense, dense / ours)
        print(
            f"{dim:2d} {row[0]:11.2f} {row[1]:17.1f} {row[2]:7.0f} {row[3]:10.1f} {row[4]:7.0f}",
            flush=True,
        )


def _seconds(function, argument):
    start = time.perf_counter()
    jax.block_until_ready(function(argument))
    return time.perf_counter() - start


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--n", type=float, default=1e6)
    parser.add_argument("--data", nargs="*", default=list(DATA), choices=DATA)
    parser.add_argument("--sides", nargs="*", default=[500])
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--tol", type=float, default=1e-4)
    parser.add_argument("--cv", action="store_true")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--queries", type=float, default=1e4)
    parser.add_argument("--share", type=int, default=10, help="peers sum one query of so many")
    parser.add_argument("--dims", type=int, nargs="*", default=range(1, 7))
    options = parser.parse_args()
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}, {time.strftime('%Y-%m-%d')}")
    if options.peers:
        peers(options)
    else:
        for name in options.data:
            maps(name, options)
