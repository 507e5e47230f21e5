"""Runs every CUDA kernel on few points, for compute-sanitizer: `tests/test_gpu.py` does that. With
two arguments, part and parts, one of so many shares of the problems.

The sanitizer cannot watch a process in which JAX uses the GPU, so JAX stays on the CPU here and
CuPy launches the same machine code with the same arguments."""

import dataclasses
import functools
import os
import sys
import tempfile

os.environ["JAX_PLATFORMS"] = "cpu"

import cupy
import jax
import jax.numpy as jnp
import numpy as np
from logsums import log_sums_of

import jaxfmm
from jaxfmm.backends import registry as backends
from jaxfmm.logsumexp import cuda as logsumexp_cuda, walks
from jaxfmm.methods.by_expansions import FMM
from jaxfmm.native import launch, library, nvrtc
from jaxfmm.nbody.jerk import jerk_sum
from jaxfmm.near_fields.matrix import NearMatrix
from jaxfmm.tree import cuda
from jaxfmm.tree.balanced import build_balanced, levels
from jaxfmm.tree.build import Tree, build
from jaxfmm.tree.forest import roots_of, sort_by_segment
from jaxfmm.tree.structure import Nodes
from jaxfmm.tree.traversal_arguments import Traversal
from jaxfmm.tree.traverse import traverse

N, M = 1500, 400


def by_cupy(source, kernel, operands, results, config, *, scalars=(), aliases=None):
    """`launch.cuda`, with its contract, for JAX on the CPU."""
    code = nvrtc.cubin(
        source, library.headers_of(source), launch.cuda_architecture(), config.options
    )
    path = f"{FOLDER}/{len(LOADED)}.cubin"  # CuPy keeps modules by path
    with open(path, "wb") as file:
        file.write(code)
    LOADED.append(cupy.RawModule(path=path, enable_cooperative_groups=config.at_once))
    entry = LOADED[-1].get_function(kernel)
    entry.max_dynamic_shared_size_bytes = config.shared
    grid = config.grid if isinstance(config.grid, tuple) else (config.grid, 1, 1)
    if config.at_once:
        grid = (min(grid[0], cupy.cuda.Device().attributes["MultiProcessorCount"]), 1, 1)
    numbers = tuple(np.float64(s) if isinstance(s, float) else np.int64(s) for s in scalars)

    def run(*arrays):
        arrays = [cupy.asarray(np.asarray(a)) for a in arrays]
        out = [cupy.empty(r.shape, r.dtype) for r in results]
        for result in out:
            result.ravel().view("u1").fill(
                255
            )  # no number: nothing may follow from what is not written
        for operand, result in (aliases or {}).items():
            out[result] = arrays[operand]
        if all(grid):
            entry(grid, (config.block,), (*arrays, *out, *numbers), shared_mem=config.shared)
        return [cupy.asnumpy(a) for a in out]

    return list(jax.pure_callback(run, list(results), *operands))


LOADED, FOLDER = [], tempfile.mkdtemp()


def laplace(
    dtype,
    order,
    method,
    dim=3,
    tree="adaptive",
    kernel=jaxfmm.Laplace(),
    theta=0.7,
    leaf_size=16,
    family=None,
    columns=(),
):
    rng = np.random.default_rng(0)
    x, t = (jnp.asarray(rng.normal(size=(n, dim)), dtype) for n in (N, M))
    q = jnp.asarray(rng.normal(size=(N, *columns)), dtype)
    options = {"method": method, "tree": tree, "kernel": kernel}
    plan = jaxfmm.plan(
        x,
        t,
        **options
        | ({} if method == "direct" else {"order": order, "theta": theta, "leaf_size": leaf_size}),
    )
    if family is not None:
        plan = dataclasses.replace(
            plan, choice=dataclasses.replace(plan.choice, method=FMM(family))
        )

    def loss(x, t, q):  # its gradient takes P2L and the passes of dipoles too
        phi, grad = jaxfmm.potential_and_gradient(x, q, t, plan=plan)
        return jnp.sum(jnp.sin(phi)) + jnp.sum(grad**2)

    return jax.jit(jax.value_and_grad(loss, (0, 1, 2)))(x, t, q)


def gaussian(dtype, dim, method):
    rng = np.random.default_rng(0)
    x, t = (jnp.asarray(rng.normal(size=(n, dim)), dtype) for n in (N, M))
    q = jnp.asarray(rng.normal(size=N), dtype)
    plan = jaxfmm.plan(x, t, kernel=jaxfmm.Gaussian(0.3), method=method, tol=1e-4)
    return jax.jit(lambda x, q, t: jaxfmm.potential_and_gradient(x, q, t, plan=plan))(x, q, t)


def tails(dtype, dim, scaled):
    """Log densities with all their first derivatives, and second ones in the targets."""
    rng = np.random.default_rng(0)
    y, w, unit, s = (
        rng.normal(size=(N, dim)),
        rng.random(N),
        0.1 + rng.random(dim),
        0.5 + rng.random(N),
    )
    x = 3 * rng.normal(size=(M, 1, dim))
    arrays = [jnp.asarray(a, dtype) for a in (x, y, w, unit) + (s,) * scaled]
    own, chosen = jnp.arange(M, dtype=jnp.int32), jnp.arange(M) % 3 > 0

    def total(*arrays):
        # The kernels leave out other terms than the CPU's; so few that the results still agree.
        return log_sums_of(
            chosen, *arrays, own=own, tol=1e-3 if dtype == "float32" else 1e-10
        ).sum()

    def slope(x):
        return jax.grad(total)(x, *arrays[1:])

    first = jax.jit(jax.value_and_grad(total, tuple(range(len(arrays)))))(*arrays)
    return first, jax.jit(lambda x: jax.jvp(slope, (x,), (x,)))(arrays[0])


def jerk(dtype):
    rng = np.random.default_rng(0)
    x, v, t, u = (jnp.asarray(rng.normal(size=(n, 3)), dtype) for n in (N, N, M, M))
    return jax.jit(lambda *a: jerk_sum(*a, 0.1))(t, u, x, v, jnp.ones(N, dtype))


def near_matrix(dtype, width):
    """Lines of targets, a few of them for each, with unused ones behind."""
    rng, lines = np.random.default_rng(0), 4 * M
    target = np.append(np.sort(rng.integers(0, M, lines - 50)), np.full(50, M))
    values = rng.normal(size=(width, lines, 4)) * (target < M)[:, None]
    column = jnp.asarray(rng.integers(0, N, (width, lines)), jnp.int32)
    matrix = NearMatrix(
        column=column, values=jnp.asarray(values, dtype), target=jnp.asarray(target, jnp.int32)
    )
    q = jnp.asarray(rng.normal(size=(N, 1)), dtype)
    backend = "cuda" if launch.cuda is by_cupy else "xla"
    return jax.jit(lambda q: matrix.product(q, M, backend))(q)


def trees(*case):
    """Trees and lists by the kernels and by XLA: whether their integers are the same."""
    chosen, launch.cuda = launch.cuda, by_cupy
    try:
        return _trees(*case)
    finally:
        launch.cuda = chosen


def _trees(dtype, dim, exchange, leaf_targets=False, segments=0):
    """segments: of a forest, whose last segments are empty on one side; 0 for single trees."""
    rng = np.random.default_rng(1)
    sets = [
        (
            jnp.asarray(rng.standard_cauchy(size=(n, dim)), dtype),
            jnp.asarray(rng.integers(0, segments - missing, n), jnp.int32) if segments else None,
        )
        for n, missing in ((N, 1), (M, 3))
    ]
    options = {"far_capacity": 1 << 16, "near_capacity": 1 << 16, "exchange_capacity": exchange}
    options["leaf_targets"] = leaf_targets
    scalars = (*(jnp.asarray(s, dtype) for s in (0.6, 0.0)), jnp.asarray(True))

    def by_kernels(points, numbers):
        if segments:
            order, keys = sort_by_segment(points, numbers, segments, 16)
        else:
            order, keys = cuda.sort_by_key(points, 16)
        extent, sizes = jnp.asarray(1.0, dtype), {"leaf_size": 16, "leaf_capacity": len(points)}
        arrays = cuda.tree(points[order], keys, extent, by_segment=segments > 0, **sizes)
        tree = Tree(order=order, **arrays, leaf_size=16)
        roots = roots_of(tree, numbers[order], segments) if segments else None
        return dataclasses.replace(tree, roots=roots)

    def by_xla(points, numbers):
        sizes = {"leaf_size": 16, "leaf_capacity": len(points)}
        return build(points, numbers=numbers, segments=segments, extent=1.0, **sizes)

    def pairs(found):
        count = int(found[3])
        return sorted(
            zip(np.asarray(found[0])[:count].tolist(), np.asarray(found[1])[:count].tolist())
        )

    expected, made = ([grow(*x) for x in sets] for grow in (by_xla, by_kernels))
    names = ("order", "start", "count", "child", "parent", "level_start", "leaves")
    same = all(
        (getattr(a, n) == getattr(b, n)).all() for a, b in zip(expected, made) for n in names
    )
    rate, near_length, start = scalars
    traversal = Traversal(*made, rate=rate, near_length=near_length, start=start, **options)
    lists, found = traverse(traversal), cuda.lists(traversal)
    lists = [(x.target, x.source, x.start, x.count) for x in lists if x is not None]
    same = same and all(pairs(a) == pairs(b) for a, b in zip(lists, found, strict=True))
    case = dtype, dim, exchange, leaf_targets, segments
    print("trees", *case, "same" if same else "NOT THE SAME", flush=True)
    return same


def balanced_trees(dtype, dim, n):
    """Balanced trees by the kernel and by XLA: whether they are the same."""
    points = jnp.asarray(np.random.default_rng(2).standard_cauchy(size=(n, dim)), dtype)
    expected = build_balanced(points, leaf_size=16, extent=1.0)
    nodes = Nodes(*(getattr(expected, field.name) for field in dataclasses.fields(Nodes)))
    sizes = {"leaf_size": expected.leaf_size, "levels": levels(n, 16)}
    chosen, launch.cuda = launch.cuda, by_cupy
    try:
        made = cuda.balanced(
            points,
            jnp.asarray(1.0, dtype),
            nodes,
            top=levels(n, cuda.POINTS_OF_BLOCK[dim]),
            **sizes,
        )
    finally:
        launch.cuda = chosen
    same = all((made[name] == getattr(expected, name)).all() for name in ("order", "leaf_of_point"))
    for name in ("center", "half", "radius"):
        same = same and np.allclose(made[name], getattr(expected, name), rtol=1e-5)
    print("balanced trees", dtype, dim, n, "same" if same else "NOT THE SAME", flush=True)
    return same


def check(case, run):
    """The CUDA kernels' result against the CPU's operations."""
    reference = run()
    chosen = backends.choose, walks.operations, launch.cuda
    backends.choose, walks.operations = lambda *_: ("cuda", None), lambda *_: logsumexp_cuda
    launch.cuda = by_cupy
    try:
        jax.clear_caches()
        value = run()
    finally:
        backends.choose, walks.operations, launch.cuda = chosen
        jax.clear_caches()
    worst = max(
        float(np.abs(np.asarray(a) - np.asarray(b)).max() / np.abs(np.asarray(b)).max())
        for a, b in zip(jax.tree.leaves(value), jax.tree.leaves(reference))
    )
    print(*case, f"{worst:.1e}", flush=True)
    return worst < (1e-3 if "float32" in case else 1e-9)


def problems():
    """What to run: functions that say whether the result is right."""
    both = ("float32", "float64")
    lists = [("float32", 3, 0), ("float64", 2, 4096), ("float32", 1, 0), ("float64", 3, 0, True)]
    lists += [
        ("float32", 3, 0, False, 40),
        ("float64", 2, 4096, False, 9),
        ("float32", 3, 0, True, 4),
    ]
    # orders in registers, columns, tensor cores and shared memory; the last one has lists that
    # several blocks take
    sums = [
        ("float32", 3, "fmm"), ("float32", 14, "fmm"), ("float64", 5, "fmm"), ("float64", 11, "fmm"),
        ("float32", 17, "fmm"), ("float64", 9, "fmm"), ("float64", 17, "fmm"), ("float64", 25, "fmm"),
        ("float32", 4, "treecode"), ("float32", 0, "direct"), ("float64", 0, "direct"),
        ("float32", 8, "fmm", 2), ("float64", 17, "fmm", 2, "balanced"), ("float64", 60, "fmm", 2),
        ("float64", 2, "fmm", 2, "balanced"), ("float32", 4, "treecode", 2), ("float64", 0, "direct", 2),
        ("float32", 8, "fmm", 2, "balanced", jaxfmm.VortexBlob(0.01)),
        ("float32", 3, "fmm", 3, "adaptive", jaxfmm.Laplace(), 0.02, 1),
        ("float32", 5, "fmm", 3, "adaptive", jaxfmm.Yukawa(1.0)),
        ("float32", 5, "fmm", 3, "adaptive", jaxfmm.Laplace(0.1), 0.5, 16, "polyharmonic"),
        ("float64", 3, "fmm", 2, "adaptive", jaxfmm.Matern(1.0)),
        ("float64", 2, "treecode", 3, "adaptive", jaxfmm.Matern(1.0)),
        *((dtype, 3, "fmm", 3, "adaptive", jaxfmm.Laplace(), 0.5, 16, None, (9,)) for dtype in both),
    ]  # fmt: skip
    gaussians = [(dtype, dim, "fourier") for dtype in both for dim in (1, 2, 3)]
    gaussians += [(dtype, 1, "exponentials") for dtype in both] + [("float32", 3, "truncated")]
    gaussians += [("float32", 2, "fgt"), ("float64", 2, "fgt"), ("float32", 3, "fgt")]
    in_tails = [(dtype, dim, scaled) for dtype in both for dim, scaled in ((2, False), (3, True))]
    halved = [("float32", 2, 20_000), ("float64", 3, 5_000), ("float32", 1, 3_000)]
    families = {
        trees: lists,
        balanced_trees: halved,
        laplace: sums,
        jerk: [(d,) for d in both],
        gaussian: gaussians,
        tails: in_tails,
        near_matrix: [("float32", 8), ("float64", 16)],
    }
    for family, cases in families.items():
        for case in cases:
            run = functools.partial(family, *case)
            checks = family in (trees, balanced_trees)  # itself
            yield run if checks else functools.partial(check, (family.__name__, *case), run)


if __name__ == "__main__":
    jax.config.update("jax_enable_x64", True)
    part, parts = map(int, sys.argv[1:] or (0, 1))
    sys.exit(0 if all([run() for run in list(problems())[part::parts]]) else 1)
