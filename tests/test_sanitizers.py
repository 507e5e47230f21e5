"""The CPU kernels under AddressSanitizer, UndefinedBehaviorSanitizer and ThreadSanitizer.

XLA's buffers hide what sanitizers look for. So the calls of kernels are written down here, operands
and all, and made again by a program of its own: replay.cpp, which says what else it compares."""

import concurrent.futures
import ctypes
import functools
import importlib
import os
import shutil
import subprocess
from pathlib import Path

import cases
import jax
import jax.numpy as jnp
import kernel_calls
import numpy as np
import pytest
from test_tree import POINTS

from jaxfmm.backends import cpu
from jaxfmm.backends.protocol import Particles
from jaxfmm.expansions.laplace3d.compiled import Compiled
from jaxfmm.gaussian import exponential_tables, fourier
from jaxfmm.gaussian.recurrences import cpu as recurrences
from jaxfmm.gaussian.recurrences.reference import Recurrence, Sorted
from jaxfmm.kernels import Laplace
from jaxfmm.kernels.pairs import components
from jaxfmm.native import cache, host, launch, library
from jaxfmm.nufft.gridding import cpu as gridding
from jaxfmm.planning.make import plan as make_plan
from jaxfmm.tree.balanced import build_balanced
from jaxfmm.tree.build import build
from jaxfmm.tree.traversal_arguments import Traversal
from jaxfmm.tree.traverse import traverse
from jaxfmm.weighted_sum import weighted_sum

plan_module = importlib.import_module("jaxfmm.plan")
missing = launch.compiler_reason()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(missing), reason=str(missing))]

DRIVER = Path(__file__).with_name("replay.cpp")
THREADS = 4
OPTIONS = "-std=gnu++17 -O1 -g -march=native -fno-sanitize-recover=all".split()
SANITIZERS = {
    "address": "-fsanitize=address,undefined,float-cast-overflow",
    "thread": "-fsanitize=thread",
}


class Kernels:
    """The kernels of recorded calls, by name and source.

    sources: those of kernels that the library does not hold."""

    def __init__(self, folder):
        self.folder, self.sources = folder, {}

    @functools.cache  # noqa: B019
    def find(self, kernel, source):
        if source is None:
            return kernel_calls.entry(library.load(), kernel)
        path = self.folder / f"{kernel}.so"
        path.write_bytes(host.shared_object(source))
        self.sources[kernel] = source
        return kernel_calls.entry(ctypes.CDLL(str(path)), kernel)


# name: derivative orders of the sources, of the targets, right-hand sides
SUMS = {
    "potential": ((0,), (0,), 1),
    "three right-hand sides": ((0,), (0, 1), 3),
    "dipoles": ((0, 1), (0, 1), 1),
    "Hessian": ((0,), (0, 1, 2), 1),
    "only second derivatives": ((2,), (2,), 2),  # no body of the library
}


def sums(plan, x, y, name):
    """The sum and its transpose at targets x of sources y; whether all is finite."""
    rng, (orders, wanted, k) = np.random.default_rng(1), SUMS[name]

    def weights(points, orders):
        return {
            a: jnp.asarray(rng.normal(size=(len(points), k) + x.shape[1:] * a), points.dtype)
            for a in orders
        }

    out = weighted_sum(plan.kernel, plan, x, y, weights(y, orders), wanted)
    back = weighted_sum(plan.kernel, plan.transposed(), y, x, weights(x, wanted), orders)
    return all(bool(jnp.isfinite(a).all()) for a in (*out.values(), *back.values()))


def degenerate(dtype):
    """name: sources, targets (None for the sources)."""
    rng = np.random.default_rng(2)
    line = rng.random((300, 1)) * np.array([[1.0, 2.0, -3.0]])
    sets = {
        "one point": (rng.random((1, 3)), None),
        "two points": (rng.random((2, 3)), None),
        "all equal": (np.full((300, 3), 0.7), None),
        "all zero": (np.zeros((40, 3)), None),
        "line": (line, None),
        "one target": (cases.cube(rng, 300), rng.random((1, 3))),
        "one source": (rng.random((1, 3)), cases.cube(rng, 300)),
        "equal and far": (np.full((50, 3), 1e-3), 1e3 + cases.cube(rng, 50)),
    }
    return {
        name: [None if a is None else jnp.asarray(a, dtype) for a in pair]
        for name, pair in sets.items()
    }


def record_sums(dtype):
    rng = np.random.default_rng(0)
    y = jnp.asarray(cases.plummer(rng, 300), dtype)
    x = jnp.asarray(0.3 * rng.normal(size=(150, 3)), dtype) + y[:150]
    for method in ("fmm", "treecode"):
        plan = functools.partial(
            make_plan, method=method, leaf_size=10, theta=0.8, kernel=Laplace(None)
        )
        for order, name in [(5, name) for name in SUMS] + [
            (o, n) for o in (0, 17) for n in ("dipoles", "Hessian")
        ]:
            assert sums(plan(y, x, order=order), x, y, name), (method, order, name)
        assert sums(plan(y, order=5), y, y, "Hessian")
        softened = plan(y, x, order=5, kernel=Laplace(0.05))
        assert sums(softened, x, y, "three right-hand sides")
        direct = plan(y, x, method="direct")
        assert all(sums(direct, x, y, name) for name in ("dipoles", "three right-hand sides"))
        for name, (sources, targets) in degenerate(dtype).items():
            for leaf_size in (1, 64):
                made = plan(sources, targets, order=5, leaf_size=leaf_size)
                assert sums(made, sources if targets is None else targets, sources, "dipoles"), (
                    method,
                    name,
                )


def record_plane(dtype):
    """Two dimensions, balanced trees, exchanged roles; room that is too small."""
    rng = np.random.default_rng(8)
    y, x = (jnp.asarray(cases.DISTRIBUTIONS_2D["spiral"](rng, n), dtype) for n in (400, 150))
    for method, tree in (("fmm", "balanced"), ("fmm", "adaptive"), ("treecode", "adaptive")):
        plan = functools.partial(make_plan, y, x, method=method, tree=tree, leaf_size=30, theta=0.6)
        for order in (0, 5, 40):
            assert all(
                sums(plan(order=order), x, y, name)
                for name in ("dipoles", "three right-hand sides")
            )
    exchanged = make_plan(y, x, method="fmm", tree="balanced", leaf_size=30, theta=0.6, order=4)
    assert exchanged.choice.capacity.exchanged and sums(exchanged, x, y, "Hessian")
    for small in ({"exchanged": 1}, {"near": 1}, {"far": 1}):
        plan = plan_module.build(exchanged.choice.with_capacity(**small), exchanged.kernel, y, x)
        assert int(plan.status)
        sums(plan, x, y, "dipoles")
    for points in (
        rng.random((1, 2)),
        np.zeros((70, 2)),
        np.full((70, 2), np.nan),
        rng.random((20_000, 3)),
    ):
        build_balanced(
            jnp.asarray(points, dtype), leaf_size=10, extent=jnp.ones((), dtype), native=True
        )


def record_overflow(dtype):
    """Capacities that the points exceed: what comes out is of no use, and nothing is said of it."""
    rng = np.random.default_rng(3)
    y = jnp.asarray(cases.plummer(rng, 500), dtype)
    x = jnp.asarray(cases.cube(rng, 200), dtype)
    for method in ("fmm", "treecode"):
        whole = make_plan(y, x, method=method, order=4, leaf_size=5)
        for small in (
            {"source_leaves": 1}, {"target_leaves": 1}, {"source_leaves": 7, "target_leaves": 9}, {"far": 1},
            {"near": 1}, {"far": 16, "near": 16}, {"source_leaves": 7, "far": 16, "near": 16},
        ):  # fmt: skip
            plan = plan_module.build(whole.choice.with_capacity(**small), whole.kernel, y, x)
            assert int(plan.status)
            sums(plan, x, y, "dipoles")
    plan = make_plan(y, method="fmm", order=4, leaf_size=5)
    plan = plan_module.build(plan.choice, plan.kernel, y.at[3].set(jnp.nan), None)
    assert int(plan.status)
    sums(plan, y, y, "dipoles")


def record_trees(dtype):
    """Trees and lists alone: points for every step of the sample sort, outliers, points that are
    not finite, fewer axes; lists that have room, and those that have none for what is left to
    tasks."""
    rng = np.random.default_rng(4)
    sets = [
        POINTS["deep_cluster"](rng, 20_000),
        *(rng.random((n, dim)) for n in (33, 3000) for dim in (1, 2)),
    ]
    sets += [
        cases.student(rng, 9000),
        np.full((9000, 3), 0.3),
        np.full((3000, 3), np.nan),
        np.where(rng.random((3000, 3)) < 0.1, np.inf, 0.5),
    ]
    for x in sets:
        x = jnp.asarray(x, dtype)
        for leaves in (len(x), 5):
            tree = build(x, leaf_size=16, leaf_capacity=leaves, extent=jnp.ptp(x), native=True)
            whole = bool(jnp.isfinite(x).all()) and int(tree.n_nodes) <= tree.capacity
            for leaf_targets in (False, True):
                for far_capacity_of, near_room in ((len(x), 50 * len(x)), (40, 90)):
                    traversal = Traversal(
                        tree, tree, rate=0.7, near_length=0.01, far_capacity=far_capacity_of,
                        near_capacity=near_room, leaf_targets=leaf_targets, start=whole,
                    )  # fmt: skip
                    far, near, *_ = traverse(traversal, native=True)
                    far.transposed(tree.capacity, native=True), near.transposed(leaves, native=True)


def record_many_derivatives(dtype):
    """As many components as the operations take."""
    y = jnp.asarray(cases.cube(np.random.default_rng(5), 60), dtype)
    plan = make_plan(y, method="fmm", order=3, leaf_size=10)
    tree, most = plan.sources_tree, components(range(9), 3)
    expansion = Compiled()
    weights = jnp.ones((60, len(most), 1), dtype)
    particles, ninth = (Particles(tree, y[tree.order], c) for c in (most, components((9,), 3)))
    multipoles = cpu.upward(expansion, 3, particles, weights)
    local = cpu.p2l(expansion, 3, tree, particles, weights, plan.transposed().near)
    cpu.downward(expansion, 3, local, particles)
    cpu.downward(expansion, 3, multipoles, ninth)


def record_recurrences(dtype):
    """Sums of exponentials, also of points out of order and not finite; sorting for every step of
    the sample sort."""
    rng = np.random.default_rng(6)
    approximation = exponential_tables.exponentials(4)
    for n, m, at_source, at_target, rhs in (
        (1, 1, (0,), (0,), 1), (3, 5000, (0, 1), (0, 1, 2, 3), 2), (6000, 40, (0,), (0, 1), 5), (0, 30, (0,), (0,), 1),
    ):  # fmt: skip
        x, y = (jnp.asarray(rng.normal(size=size), dtype) for size in (m, n))
        weights = jnp.asarray(rng.normal(size=(n, len(at_source), rhs)), dtype)
        rows = exponential_tables.rows(approximation, at_source, at_target)
        recurrence = Recurrence(approximation.decay, approximation.frequencies, rows)
        sorted_x, sorted_y = (np.argsort(a).astype(np.int32) for a in (x, y))
        sources = Sorted(y, sorted_y)
        spoiled = jnp.where(rng.random(m) < 0.1, jnp.nan, x)
        for targets, order in (
            (x, sorted_x),
            (x, sorted_x[::-1]),
            (spoiled, sorted_x),
            (x * 0, sorted_x),
        ):
            for double in (False, True):
                recurrences.sums(
                    Sorted(targets, order), sources, weights, jnp.asarray(9.0, dtype), recurrence,
                    double=double,
                )  # fmt: skip
    infinite = np.where(rng.random(999) < 0.1, -np.inf, 1)
    for points in (rng.random(40_000), np.full(9000, 0.3), np.full(2, np.nan), infinite):
        recurrences.order(jnp.asarray(points, dtype))


def record_gridding(dtype):
    """Few and many points, narrow and wide windows; points crowded, beyond the grid and not
    finite."""
    rng = np.random.default_rng(7)
    for dim in (1, 2, 3):
        for tol in (1e-3, 1e-5, *([1e-11] if dtype == jnp.float64 else [])):
            grid = fourier.choose_parameters((5.0, 4.0, 3.0)[-dim:], tol, 0, dtype).grid
            crowd = 2 + 1e-3 * rng.random((3000, dim))
            wild = np.where(
                rng.random((3000, dim)) < 0.1, np.inf, rng.normal(size=(3000, dim)) * 30
            )
            for x in (
                3 * rng.random((1, dim)),
                3 * rng.random((3000, dim)),
                crowd,
                wild,
                wild * np.nan,
            ):
                x, origin = jnp.asarray(x, dtype), jnp.zeros(dim, dtype)
                placed = gridding.sort(grid, origin, x)
                for columns in (1, 3):
                    weights = jnp.asarray(rng.normal(size=(len(x), columns)), dtype)
                    gridding.interpolate(
                        grid, origin, placed, gridding.spread(grid, origin, placed, weights)
                    )


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    """A folder with the calls, a file for each dtype, and the sources of kernels that the library
    does not hold."""
    folder, kernels = tmp_path_factory.mktemp("calls"), set()
    found, wide = Kernels(folder), jax.config.jax_enable_x64
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAXFMM_CACHE_DIR", str(folder / "cache"))
        patch.setattr(cache, "_memory", {})
        for name in ("float32", "float64"):
            jax.config.update("jax_enable_x64", name == "float64")  # callbacks have other threads
            jax.clear_caches()  # what is compiled already calls the kernels themselves
            with (
                open(folder / f"{name}.calls", "wb") as file,
                kernel_calls.recorded(found.find) as made,
            ):
                for record in (
                    record_sums, record_plane, record_overflow, record_trees, record_many_derivatives,
                    record_recurrences, record_gridding,
                ):  # fmt: skip
                    record(jnp.dtype(name))
                    for call in made:
                        kernel_calls.write(file, call)
                        kernels.add(call.kernel)
                    made.clear()
    jax.config.update("jax_enable_x64", wide)
    jax.clear_caches()
    for kernel, source in found.sources.items():
        (folder / f"{kernel}.cpp").write_text(source)
    passes = [
        f"laplace{d}d_{name}"
        for d in (2, 3)
        for name in ("upward", "m2l", "downward", "m2p", "p2l")
    ]
    passes += [
        "balanced",
        "order",
        "recurrences",
        *(f"gridding_{name}" for name in ("sort", "spread", "interpolate")),
    ]
    every = {f"{name}_{suffix}" for name in ("tree", "lists", *passes) for suffix in ("f32", "f64")}
    assert every | {"transpose_list"} <= kernels and found.sources
    return folder


def compile_and_link(option, sources, program):
    """The program, made of all sources with a sanitizer."""

    def run(*arguments):
        command = [*host._compiler(), *OPTIONS, option, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    objects = [program.with_suffix(f".{i}.o") for i in range(len(sources))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(
            pool.map(
                lambda s, o: run(f"-I{library.include_directory()}", "-c", s, "-o", o),
                sources,
                objects,
            )
        )
    run("-rdynamic", *objects, "-o", program, "-pthread", "-ldl")


def prefix(option, folder):
    """What goes before a program that is made with this sanitizer; skips the test where it cannot
    run.

    ThreadSanitizer is at odds with the randomised addresses of recent systems: setarch -R turns
    them off."""
    (folder / "empty.cpp").write_text("int main() {}\n")
    command = [*host._compiler(), option, str(folder / "empty.cpp"), "-o", str(folder / "empty")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"the compiler has no {option}: {done.stderr.strip()[-200:]}")
    for before in [], [shutil.which("setarch"), "-R"]:
        if None not in before:
            done = subprocess.run([*before, str(folder / "empty")], capture_output=True, text=True)
            if done.returncode == 0:
                return before
    pytest.skip(f"programs made with {option} do not run here: {done.stderr.strip()[-200:]}")


@pytest.mark.parametrize("sanitizer", SANITIZERS)
def test_sanitizers_find_nothing(sanitizer, calls, tmp_path):
    option = SANITIZERS[sanitizer]
    before = prefix(option, tmp_path)
    folder = library.include_directory().parent / "cpu"
    program = tmp_path / "replay"
    compile_and_link(
        option, [DRIVER, *sorted(folder.glob("*.cpp")), *sorted(calls.glob("*.cpp"))], program
    )
    environment = {
        **os.environ,
        "TSAN_OPTIONS": "halt_on_error=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    for name in ("float32", "float64"):
        command = [*before, str(program), str(calls / f"{name}.calls"), str(THREADS)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-6000:]
        assert int(done.stdout) > 500
