"""The CUDA kernels that plans ask for, by lowering sums for a card that need not be here."""

import contextlib
import dataclasses
import json
import os
import re
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import jax
import jax.numpy as jnp
import numpy as np

import jaxfmm
from jaxfmm.log_sum_exp import log_sum_exp
from jaxfmm.methods import by_expansions
from jaxfmm.native import cache, launch, library, nvrtc
from jaxfmm.nbody.due_sums import due_sum
from jaxfmm.nbody.jerk import jerk_sum

N, M = 300, 100
SHARED = 2**15, 2**17
FMM = {"method": "fmm", "order": 3, "theta": 0.7, "leaf_size": 16}
Call = tuple[Callable[..., Any], tuple[Any, ...]]  # a function and its arguments


@dataclasses.dataclass(frozen=True)
class Asked:
    """A kernel that a sum launches. what: the sum, in words."""

    what: str
    source: str
    config: launch.Launch

    @property
    def call(self) -> str:
        """The call of the device function in the kernel `entry`."""
        return self.source[self.source.rindex(") {\n  ") + 6 :].split("(Arguments")[0]

    @property
    def blocks(self) -> int:
        """How many blocks the compiler must make fit a multiprocessor, by its launch bounds."""
        bounds = re.findall(r"__launch_bounds__\(([\d, ]+)\)", self.source)[-1].split(", ")
        return int(bounds[1]) if len(bounds) > 1 else 1

    @property
    def header(self) -> str:
        return re.findall(r'^#include "(.*)"', self.source, re.MULTILINE)[-1]

    @property
    def order(self) -> str:
        """The order of its expansions, "" where it is no constant of the source."""
        found = re.search(r"#define JAXFMM_ORDER (\d+)", self.source)
        return found[1] if found else ""


@contextlib.contextmanager
def recorded(architecture: str) -> Iterator[list[tuple[str, launch.Launch]]]:
    """(source, configuration) of the kernels that are lowered within, for an architecture; nothing
    is compiled."""
    asked, cuda = [], launch.cuda

    def noted(source, kernel, operands, results, config, **rest):
        asked.append((source, config))
        return cuda(source, kernel, operands, results, config, **rest)

    with (
        mock.patch.object(nvrtc, "cubin", lambda source, *_: source.encode()),
        mock.patch.object(launch, "cuda", noted),
        mock.patch.dict(os.environ, {"JAXFMM_CUDA_ARCH": architecture}),
    ):
        yield asked


def kernels_of(what: str, architecture: str, calls: list[Call]) -> list[Asked]:
    """The different kernels, with different configurations, of some calls."""
    with recorded(architecture) as asked:
        for function, arguments in calls:
            traced = jax.jit(lambda *given, f=function: f(*given)).trace(*arguments)
            traced.lower(lowering_platforms=("cuda",))
    # grids follow from the number of points, and have no part in what a block needs
    different = dict.fromkeys((source, dataclasses.replace(c, grid=1)) for source, c in asked)
    return [Asked(what, source, config) for source, config in different]


def points(dtype: str, dim: int, n: int = N) -> jax.Array:
    return jnp.asarray(np.random.default_rng(0).random((n, dim)), dtype)


def at_order(plan: Any, order: int, family: str | None = None) -> Any:
    """The plan with another order. Its trees and lists stay as they are."""
    method = plan.choice.method if family is None else by_expansions.FMM(family)
    choice = dataclasses.replace(plan.choice, order=order, method=method)
    return dataclasses.replace(plan, choice=choice)


def first(x: jax.Array, q: jax.Array, t: jax.Array, plan: Any) -> Any:
    return jaxfmm.potential_and_gradient(x, q, t, plan=plan)


def second(x: jax.Array, q: jax.Array, t: jax.Array, plan: Any) -> Any:
    """Derivatives of a function of potential and gradient in points, charges and targets: dipoles,
    their passes, P2L."""

    def loss(x, q, t):
        phi, gradient = jaxfmm.potential_and_gradient(x, q, t, plan=plan)
        return jnp.sum(jnp.sin(phi)) + jnp.sum(gradient**2)

    return jax.grad(loss, (0, 1, 2))(x, q, t)


def sums(
    dtype: str,
    dim: int,
    kernel: Any,
    orders: tuple[int, ...] = (),
    *,
    functions: tuple[Callable[..., Any], ...] = (first,),
    family: str | None = None,
    **options: Any,
) -> list[Call]:
    """Sums by a plan, at each of these orders where it has one."""
    x, t = points(dtype, dim), points(dtype, dim, M) + jnp.asarray(0.3, dtype)
    plan = jaxfmm.plan(x, t, kernel=kernel, **options)
    q = jnp.ones(N, dtype)
    plans = [at_order(plan, order, family) for order in orders] or [plan]
    return [(function, (x, q, t, one)) for one in plans for function in functions]


def updates(dtype: str, dim: int, **options: Any) -> list[Call]:
    """Trees and lists."""
    x = points(dtype, dim)
    return [(lambda x, plan: plan.update(x), (x, jaxfmm.plan(x, **FMM | options)))]


def forests(dtype: str, dim: int) -> list[Call]:
    return updates(dtype, dim, segments=jnp.arange(N) % 3, num_segments=3)


def log_sums(dtype: str, dim: int) -> list[Call]:
    x, t = points(dtype, dim), 3 * points(dtype, dim, M)

    def value(x, w, t):
        return jnp.sum(log_sum_exp(x, w, t, bandwidth=0.1))

    calls = [(jax.value_and_grad(value, (0, 1, 2)), (x, jnp.zeros(N, dtype), t))]
    # so many targets that neighbours share a walk
    return calls + [(value, (x, jnp.zeros(N, dtype), points(dtype, dim, n))) for n in SHARED]


def jerks(dtype: str) -> list[Call]:
    x, t = points(dtype, 3), points(dtype, 3, M)
    return [(lambda *a: jerk_sum(*a, 0.1), (t, t, x, x, jnp.ones(N, dtype)))]


def due_bodies(dtype: str) -> list[Call]:
    x, kernel = points(dtype, 3), jaxfmm.Laplace(0.1)

    def value(due, x, masses):
        return due_sum(due, (x, x), None, masses, kernel, (16, 64), None)

    return [(value, (jnp.arange(N) < 5, x, jnp.ones(N, dtype)))]


# Orders at which the variant of translations changes, on one card or another; and a few of them.
HARMONIC = {
    "float32": (2, 4, 8, 10, 12, 13, 16, 17, 25, 30),
    "float64": (2, 5, 8, 9, 10, 11, 15, 16, 18, 24, 25, 30),
}
PLANE = (4, 17, 32, 60)
TAYLOR = (2, 5, 7, 8, 9, 10)
FEW = {"float32": (4, 16, 30), "float64": (5, 11, 30)}
WITHIN = FMM | {"theta": 0.6}
SMALL, UNIT_CELL = jaxfmm.Laplace(0.1), jaxfmm.Periodic(jaxfmm.Laplace(), 2.0)
Row = Callable[[], list[Call]]


def table(dtype: str, *, few: bool) -> dict[str, Row]:
    """{what: makes the calls} of sums of one precision, with all CUDA kernels that plans choose: at
    all orders at which these change, or at a few."""
    harmonic = FEW[dtype] if few else HARMONIC[dtype]
    plane, taylor = ((32,), (8,)) if few else (PLANE, TAYLOR)
    both = (first, second)

    def row(dim: int, kernel: Any, *orders: int, **options: Any) -> Row:
        return lambda: sums(dtype, dim, kernel, orders, **options)

    return {
        "trees and lists, 2D": lambda: updates(dtype, 2),
        "trees and lists, 3D": lambda: updates(dtype, 3),
        "forests, 3D": lambda: forests(dtype, 3),
        "1/r by FMM": row(3, jaxfmm.Laplace(), *harmonic, **FMM),
        "derivatives of 1/r by FMM": row(
            3, jaxfmm.Laplace(), *harmonic[1::3], functions=(second,), **FMM
        ),
        "1/r by treecode": row(
            3, jaxfmm.Laplace(), *harmonic[1::4], **FMM | {"method": "treecode"}
        ),
        "1/r directly": row(3, jaxfmm.Laplace(), functions=both, method="direct"),
        "1/r in a cell": row(3, UNIT_CELL, harmonic[0], **FMM),
        "-log r by FMM": row(2, jaxfmm.Laplace(), *plane, functions=both, **FMM),
        "softened 1/r": row(
            3, SMALL, *taylor, family="polyharmonic", functions=both[: 1 if few else 2], **WITHIN
        ),
        "splines": row(3, jaxfmm.Laplace(0.1, profile="spline"), 2, **WITHIN),
        "Yukawa": row(3, jaxfmm.Yukawa(1.0), *taylor, functions=both[: 1 if few else 2], **WITHIN),
        "Matern, 2D": row(2, jaxfmm.Matern(1.0), *taylor, **WITHIN),
        "vortex blobs": row(2, jaxfmm.VortexBlob(0.1), plane[0], **FMM),
        "Stokeslets": lambda: stokeslets(dtype),
        "Ewald": row(3, UNIT_CELL, method="ewald", tol=1e-3),
        "jerks": lambda: jerks(dtype),
        "jerks of bodies that are due": lambda: due_bodies(dtype),
        **{
            f"Gaussians by {method}, {dim}D, tol {tol:.0e}": row(
                dim, jaxfmm.Gaussian(0.1), method=method, tol=tol
            )
            for method, dims in (
                ("fourier", (1, 2, 3)), ("fgt", (2, 3)), ("truncated", (3,)), ("exponentials", (1,))
            )
            for dim in dims
            for tol in ((1e-4,) if few or method == "truncated" else GAUSSIANS[dtype])
        },
        **{f"log-sum-exp, {dim}D": lambda dim=dim: log_sums(dtype, dim) for dim in (1, 2, 3)},
    }  # fmt: skip


GAUSSIANS = {"float32": (1e-2, 1e-4), "float64": (1e-2, 1e-4, 1e-8)}


def stokeslets(dtype: str) -> list[Call]:
    x, t = points(dtype, 3), points(dtype, 3, M)
    calls = []
    for options in ({"method": "direct"}, FMM):
        plan = jaxfmm.plan(x, t, kernel=jaxfmm.Stokeslet(), **options)
        calls.append((first, (x, jnp.ones((N, 3), dtype), t, plan)))
    return calls


@dataclasses.dataclass(frozen=True)
class Resources:
    """What the compiler says of a kernel. registers: of a thread. shared: bytes of static shared
    memory of a block. stack, spilled: bytes of local memory of a thread, and of it what does not
    fit the registers. code: bytes of the machine code."""

    registers: int
    shared: int
    stack: int
    spilled: int
    code: int


def resources(source: str, architecture: str, options: tuple[str, ...]) -> Resources:
    """Compiles a kernel. What is known from an earlier process is read from the cache."""
    headers = library.headers_of(source)
    flags = [f"--gpu-architecture={architecture}", "--std=c++17", "-default-device", *options]
    flags.append("--ptxas-options=-v")

    def make() -> bytes:
        code, log = nvrtc.code_and_log(source, headers, flags)
        (stack, spilled), registers, shared = _report(log)
        return json.dumps([registers, shared, stack, spilled, len(code)]).encode()

    parts = [source, *(text for item in headers.items() for text in item), *flags]
    known = cache.cached("resources", [*parts, str(nvrtc._version())], make)
    return Resources(*json.loads(known))


def _report(log: str) -> tuple[tuple[int, int], int, int]:
    """((stack, spilled), registers, static shared memory) of the one kernel of a log. Functions
    that it calls have a stack and spill too."""
    frames = re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores", log)
    stack, spilled = (sum(map(int, column)) for column in zip(*frames, strict=True))
    (registers,) = re.findall(r"Used (\d+) registers", log)
    shared = re.search(r"(\d+) bytes smem", log)
    return (stack, spilled), int(registers), int(shared[1]) if shared else 0
