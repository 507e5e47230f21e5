"""Charged elements: potential and gradient at all vertices of a mesh of a cube, with new densities
on a fixed plan. Triangles cover the surface, tetrahedra fill the cube. float32; the error is
relative to direct sums in float64 at some vertices.

    python -m tests.benchmarks.bench_elements
    python -m tests.benchmarks.bench_elements --tetrahedra 8000000 --triangles 1000000 --keep-near
"""

import argparse
import itertools
import time

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm

SAMPLES, CALLS = 100, 7


def tetrahedra(n):
    """Six tetrahedra for each of the cells of a grid: Kuhn's paths from corner to corner."""
    side = max(1, round((n / 6) ** (1 / 3)))
    corner = np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), -1).reshape(-1, 3)
    paths = []
    for order in itertools.permutations(range(3)):
        step = np.zeros((4, 3), int)
        for k, axis in enumerate(order):
            step[k + 1 :, axis] += 1
        paths.append(corner[:, None] + step)
    cells = np.concatenate(paths) @ np.array([(side + 1) ** 2, side + 1, 1])
    grid = np.linspace(0, 1, side + 1)
    vertices = np.stack(np.meshgrid(*[grid] * 3, indexing="ij"), -1).reshape(-1, 3)
    return vertices, cells


def triangles(n):
    """Two triangles for each of the squares of six faces, turned outward."""
    side = max(1, round((n / 12) ** 0.5))
    u, v = (a.ravel() for a in np.meshgrid(*[np.arange(side)] * 2, indexing="ij"))
    square = np.stack([np.stack([u + a, v + b], 1) for a, b in [(0, 0), (1, 0), (1, 1), (0, 1)]], 1)
    corners = square[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3, 2)
    faces = []
    for axis, end in itertools.product(range(3), (0, side)):
        face = np.insert(corners, 0, end, axis=-1)
        face = np.roll(face, axis, axis=-1)  # cyclic, so the orientation stays
        faces.append(face if end else face[:, ::-1])
    vertices, cells = np.unique(np.concatenate(faces).reshape(-1, 3), axis=0, return_inverse=True)
    return vertices / side, cells.reshape(-1, 3)


def bench(name, mesh, densities, tol, leaf, keep, by, processor):
    vertices, cells = mesh
    n, rng = len(cells), np.random.default_rng(0)
    elements = jaxfmm.Elements(jnp.asarray(vertices, jnp.float32), cells, by)
    rows = n if by == "cell" else len(vertices)
    shape = (rows, 3) if densities == "dipoles" else (rows,)
    values = [jnp.asarray(rng.normal(size=shape), jnp.float32) for _ in range(2)]
    begin = time.perf_counter()
    options = {} if leaf is None else {"leaf_size": leaf}
    if keep and densities == "charges":
        options["keep_near"] = True
    plan = jaxfmm.plan(elements, elements.vertices, tol=tol, **options)
    made = time.perf_counter() - begin

    @jax.jit
    def run(elements, value, plan):
        given = {"charges": None, densities: value}
        return jaxfmm.potential_and_gradient(
            elements, targets=elements.vertices, plan=plan, **given
        )

    begin = time.perf_counter()
    potential, gradient = jax.block_until_ready(run(elements, values[0], plan))
    first, times = time.perf_counter() - begin, []
    clock = time.process_time if processor else time.perf_counter
    for call in range(CALLS):
        begin = clock()
        jax.block_until_ready(run(elements, values[call % 2], plan))
        times.append(clock() - begin)
    some = rng.choice(len(vertices), SAMPLES, replace=False)
    with jax.enable_x64(True):
        double = jaxfmm.Elements(jnp.asarray(vertices, jnp.float64), cells, by)
        value = jnp.asarray(values[0], jnp.float64)
        given = {"charges": None, densities: value}
        targets = double.vertices[some]
        pairs = jaxfmm.plan(double, targets, method="direct")
        right = jaxfmm.potential_and_gradient(double, targets=targets, plan=pairs, **given)
    errors = [
        float(np.linalg.norm(np.asarray(a)[some] - b) / np.linalg.norm(b))
        for a, b in zip((potential, gradient), map(np.asarray, right), strict=True)
    ]
    print(
        f"{n:9,} {name:10s} {len(vertices):9,} vertices, {densities:7s} by {by:6s} tol {tol:.0e}: "
        f"{1e3 * np.median(times):8.2f} ms (shortest {1e3 * min(times):.2f}), errors "
        f"{errors[0]:.1e} {errors[1]:.1e}; plan {made:.1f} s, first call {first:.1f} s", flush=True,
    )  # fmt: skip
    print("   ", str(plan).replace("\n", "\n    "), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--triangles", type=int, nargs="*", default=[20_000, 200_000])
    parser.add_argument("--tetrahedra", type=int, nargs="*", default=[50_000])
    parser.add_argument("--densities", nargs="*", default=["charges", "dipoles"])
    parser.add_argument("--tol", type=float, default=1e-3)
    parser.add_argument("--keep-near", action="store_true", help="for charges")
    parser.add_argument("--by", nargs="*", default=["cell"], help="cell, vertex")
    parser.add_argument("--processor", action="store_true", help="processor time of sums")
    parser.add_argument("--leaf", type=int, help="leaf size, in place of the plan's choice")
    args = parser.parse_args()
    print(f"# {jax.devices()[0].device_kind}, jax {jax.__version__}")
    meshes = (triangles, args.triangles), (tetrahedra, args.tetrahedra)
    cases = [(mesh, n) for mesh, sizes in meshes for n in sizes]
    for (mesh, n), by, densities in itertools.product(cases, args.by, args.densities):
        given = args.tol, args.leaf, args.keep_near, by, args.processor
        bench(mesh.__name__, mesh(n), densities, *given)


if __name__ == "__main__":
    main()
