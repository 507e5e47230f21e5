"""Many small systems in one call: by `jax.vmap`, by segments, as one cloud, and by dense `jnp`.

    python -m tests.benchmarks.bench_batches
    python -m tests.benchmarks.bench_batches --rows 64x500

Milliseconds of potential and gradient, float32, tol 1e-3, compiled, medians of one run. `grad` is
the gradient of the sum of the energies by segments, and `update` makes the forest of other points
and segments. `unequal` are segments of a tenth to twice the size, as many points in all.

Below stand periodic cells at tol 1e-4, each triclinic and of its own shape, beside one cell of all
ions: `cells` and `one cell` are potential and gradient, `update` is of the plan of the cells."""

import argparse

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from tests.benchmarks.bench_tol import milliseconds

ROWS = ("1024x50", "256x128", "64x500", "32x2000", "16x10000", "8x50000", "100000x20")
CELLS = ("256x200", "8x20000")
MOST_DENSE = 2**25  # pairs


def dense(x, q):
    """The same for one cloud, as people write it."""
    offset = x[:, None] - x[None]
    r2 = jnp.sum(offset * offset, axis=2)
    inverse = jnp.where(r2 > 0, jax.lax.rsqrt(jnp.where(r2 > 0, r2, 1)), 0)
    return inverse @ q, -jnp.einsum("ij,ijc,j->ic", inverse**3, offset, q)


def unequal(rng, clouds, points):
    """Segments of different sizes."""
    share = rng.uniform(0.1, 2.0, size=clouds)
    ids = np.searchsorted(np.cumsum(share) / share.sum(), np.arange(points) / points)
    return jnp.asarray(rng.permutation(np.minimum(ids, clouds - 1)), jnp.int32)


def run(row):
    clouds, size = map(int, row.split("x"))
    rng, n = np.random.default_rng(0), clouds * size
    x, q = (jnp.asarray(rng.normal(size=s), jnp.float32) for s in ((n, 3), n))
    ids = jnp.asarray(np.repeat(np.arange(clouds), size), jnp.int32)
    together, charges = x.reshape(clouds, size, 3), q.reshape(clouds, size)

    def both(x, q, plan):
        return jaxfmm.potential_and_gradient(x, q, plan=plan)

    def energies(x, q, plan):
        return jaxfmm.energy(x, q, plan=plan).sum()

    def batch(x, q):
        return jax.vmap(lambda x, q: jaxfmm.potential_and_gradient(x, q, tol=1e-3))(x, q)

    times = {}
    if clouds * size**2 <= MOST_DENSE:
        times["dense"] = milliseconds(jax.jit(jax.vmap(dense)), together, charges)[1]
    if clouds < 10_000:
        times["vmap"] = milliseconds(jax.jit(batch), together, charges)[1]
    plan = jaxfmm.plan(x, tol=1e-3, segments=ids, num_segments=clouds)
    times["segments"] = milliseconds(jax.jit(both), x, q, plan)[1]
    times["grad"] = milliseconds(jax.jit(jax.grad(energies)), x, q, plan)[1]
    update = jax.jit(lambda plan, x, ids: plan.update(x, segments=ids))
    times["update"] = milliseconds(update, plan, x, ids)[1]
    others = unequal(rng, clouds, n)
    of_others = jaxfmm.plan(x, tol=1e-3, segments=others, num_segments=clouds)
    times["unequal"] = milliseconds(jax.jit(both), x, q, of_others)[1]
    times["one cloud"] = milliseconds(jax.jit(both), x, q, jaxfmm.plan(x, tol=1e-3))[1]
    print(f"{row:>10s} {plan.method:7s}", end="")
    for column in ("dense", "vmap", "segments", "grad", "update", "unequal", "one cloud"):
        print(f" {times[column]:9.2f}" if column in times else f" {'-':>9s}", end="")
    print(flush=True)


def run_cells(row):
    count, size = map(int, row.split("x"))
    rng, n = np.random.default_rng(0), count * size
    cells = size ** (1 / 3) * (np.eye(3) + rng.uniform(-0.2, 0.2, size=(count, 3, 3)))
    ids = np.repeat(np.arange(count), size)
    x = jnp.asarray(np.einsum("np,npd->nd", rng.random((n, 3)), cells[ids]), jnp.float32)
    q = jnp.asarray(np.where(np.arange(n) % 2, -1, 1), jnp.float32)
    ids = jnp.asarray(ids, jnp.int32)

    @jax.jit
    def both(x, q, plan):
        return jaxfmm.potential_and_gradient(x, q, plan=plan)

    @jax.jit
    def update(plan, x):
        return plan.update(x, segments=ids)

    def made(points, edges, **how):
        kernel = jaxfmm.Periodic(jaxfmm.Laplace(), edges)
        return jaxfmm.plan(points, kernel=kernel, tol=1e-4, **how)

    plan = made(x, jnp.asarray(cells, jnp.float32), segments=ids, num_segments=count)
    side = n ** (1 / 3)
    whole = jnp.asarray(side * rng.random((n, 3)), jnp.float32)
    times = {
        "cells": milliseconds(both, x, q, plan)[1],
        "update": milliseconds(update, plan, x)[1],
        "one cell": milliseconds(both, whole, q, made(whole, side))[1],
    }
    print(f"{row:>10s} {plan.method:7s}" + "".join(f" {time:9.2f}" for time in times.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", nargs="*", default=ROWS)
    parser.add_argument("--cells", nargs="*", default=CELLS)
    options = parser.parse_args()
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}; milliseconds")
    columns = ("dense", "vmap", "segments", "grad", "update", "unequal", "one cloud")
    print(f"{'clouds':>10s} {'method':7s}" + "".join(f" {column:>9s}" for column in columns))
    for row in options.rows:
        run(row)
    heads = "".join(f" {column:>9s}" for column in ("cells", "update", "one cell"))
    print(f"{'cells':>10s} {'method':7s}{heads}", flush=True)
    for row in options.cells:
        run_cells(row)


if __name__ == "__main__":
    main()
