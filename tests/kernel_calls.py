"""Calls of compiled CPU kernels, written down while sums run, to be made again elsewhere."""

import contextlib
import ctypes
import dataclasses
import functools
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO
from unittest import mock

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

import jaxfmm
from jaxfmm.kernels import Laplace
from jaxfmm.kernels.vectors import VectorKernel
from jaxfmm.native import launch
from jaxfmm.native.signature import Signature

# What memory that no kernel has written holds: NaN, and numbers out of bounds.
FILL = {"f": 0xFF, "i": 0x7F, "u": 0x7F, "b": 0x00}
_WORD, _POINTER = ctypes.c_int64, ctypes.c_void_p


@dataclasses.dataclass
class Call:
    """A call of a kernel (custom_ops/include/kernel.h).

    source: its C++, None for a kernel of the library. results: what it fills. shared: {result:
    operand} of those that share their memory. compared: results before this one; what follows is
    scratch. seconds: of the processor in the last run."""

    kernel: str
    source: str | None
    scalars: np.ndarray
    operands: list[np.ndarray]
    results: list[np.ndarray]
    shared: dict[int, int]
    compared: int
    seconds: float = 0.0


def entry(loaded: ctypes.CDLL, kernel: str) -> Callable[..., int]:
    """A kernel of the native library, or of one that was made of a source."""
    native = hasattr(loaded, "jaxfmm_isa")
    function = getattr(loaded, f"{kernel}_{loaded.jaxfmm_isa().decode()}" if native else kernel)
    function.restype, function.argtypes = _WORD, [_POINTER, _POINTER, _WORD, _WORD, _WORD]
    return function


def run(function: Callable[..., int], call: Call) -> None:
    """Makes a call on one thread, with the kernel that `entry` found."""
    pointers = [a.ctypes.data for a in (*call.operands, *call.results)]
    for result, operand in call.shared.items():
        call.results[result][...] = call.operands[operand]
        pointers[operand] = call.results[result].ctypes.data
    buffers = (_POINTER * len(pointers))(*pointers)
    numbers, phase = call.scalars.ctypes.data, 0
    start = time.thread_time()
    while (units := function(buffers, numbers, phase, -1, -1)) >= 0:
        if units:
            function(buffers, numbers, phase, 0, units)
        phase += 1
    call.seconds = time.thread_time() - start


def blank(shapes: Sequence[Any]) -> list[np.ndarray]:
    """Arrays of these shapes and dtypes in which nothing has been written."""
    arrays = [np.empty(s.shape, s.dtype) for s in shapes]
    for a in arrays:
        a.reshape(-1).view(np.uint8)[...] = FILL[a.dtype.kind]
    return arrays


def write(file: BinaryIO, call: Call) -> None:
    """Writes a call as tests/replay.cpp reads it."""

    def numbers(*values: int) -> None:
        file.write(np.array(values, np.int64).tobytes())

    def block(data: bytes) -> None:
        numbers(len(data))
        file.write(data)

    block(call.kernel.encode())
    numbers(len(call.scalars), *call.scalars, len(call.operands))
    for a in call.operands:
        block(a.tobytes())
    numbers(len(call.results))
    for i, a in enumerate(call.results):
        numbers(a.nbytes, call.shared.get(i, -1))
    numbers(call.compared)


@contextlib.contextmanager
def recorded(function: Callable[[str, str | None], Callable[..., int]]) -> Iterator[list[Call]]:
    """A list into which every call of a CPU kernel goes that programs make which are compiled here.

    function: the kernel of a name and a source, by which they are run."""
    calls: list[Call] = []
    by_name = Signature.cpu

    def stands_in(source, kernel, operands, results, *, scalars=(), aliases=None, compared):
        bits, shared = launch._bits(scalars), {r: o for o, r in (aliases or {}).items()}

        def run_here(*arrays):
            inputs = [np.array(a) for a in arrays]
            call = Call(kernel, source, bits, inputs, blank(results), shared, compared)
            run(function(kernel, source), call)
            calls.append(call)
            return call.results

        return list(jax.pure_callback(run_here, list(results), *operands))

    def without_scratch(signature, *arguments, **options):
        with mock.patch.object(
            launch, "cpu", functools.partial(stands_in, compared=len(signature.results))
        ):
            return by_name(signature, *arguments, **options)

    with mock.patch.object(Signature, "cpu", without_scratch):
        yield calls


def _points(n: int, dim: int, dtype: DTypeLike) -> tuple[jax.Array, jax.Array]:
    """Points that crowd in a corner of the unit cube, and charges of both signs."""
    rng = np.random.default_rng(0)
    return jnp.asarray(rng.random((n, dim)) ** 2, dtype), jnp.asarray(rng.normal(size=n), dtype)


def _sums(
    kernel: Any,
    dim: int,
    *,
    apart: bool = False,
    columns: int = 1,
    slope: bool = False,
    **options: Any,
) -> Callable[[int, DTypeLike], None]:
    """Potential and gradient by a plan, and their derivatives in points and charges. slope: and in
    the kernel's parameters. apart: at targets of their own. columns: charges of a point."""

    def record(n: int, dtype: DTypeLike) -> None:
        x, q = _points(n, dim, dtype)
        y = 1 - x[::-1] if apart else None
        q = q if columns == 1 else jnp.stack([q] * columns, axis=1)
        parameters, form = jax.tree.flatten(kernel)
        parameters = [jnp.asarray(p, dtype) for p in parameters]
        made = jax.tree.unflatten(form, parameters)
        plan = jaxfmm.plan(x, y, kernel=made, **options)
        vectors = isinstance(kernel, VectorKernel)
        function = jaxfmm.potential if vectors else jaxfmm.potential_and_gradient

        def total(x: jax.Array, q: jax.Array, parameters: list[jax.Array]) -> jax.Array:
            of = jax.tree.unflatten(form, parameters)
            out = function(x, q, y, kernel=of, plan=plan)
            return jnp.sum(jnp.stack([jnp.sum(jnp.real(a)) for a in jax.tree.leaves(out)]))

        gradient = jax.jit(jax.grad(total, (0, 1, 2) if slope else (0, 1)))
        jax.block_until_ready(gradient(x, q, parameters))

    return record


def _density(n: int, dtype: DTypeLike) -> None:
    x, _ = _points(n, 1, dtype)
    jax.block_until_ready(jaxfmm.KernelDensity(0.01).fit(x).log_density(x))


def _log_sums(dim: int) -> Callable[[int, DTypeLike], None]:
    def record(n: int, dtype: DTypeLike) -> None:
        x, q = _points(n, dim, dtype)

        def total(x: jax.Array, q: jax.Array) -> jax.Array:
            return jaxfmm.log_sum_exp(x, q, bandwidth=0.02, tol=1e-3).sum()

        jax.block_until_ready(jax.jit(jax.grad(total, (0, 1)))(x, q))

    return record


def _custom(x: jax.Array, y: jax.Array) -> jax.Array:
    r = jnp.sqrt(jnp.sum(jnp.square(x - y)) + 0.01)
    return jnp.exp(-r) * jnp.cos(3 * r) / r


_FMM: dict[str, Any] = {"method": "fmm", "order": 8, "theta": 0.6, "leaf_size": 40}
_TREECODE = _FMM | {"method": "treecode", "apart": True}
_DIRECT: dict[str, Any] = {"method": "direct"}
# Sums that call every kernel of the library but most of its pair bodies, and some that are compiled
# on demand: functions of a number of points and of a dtype.
PROBLEMS: dict[str, Callable[[int, DTypeLike], None]] = {
    "Laplace 3D, FMM": _sums(Laplace(), 3, **_FMM),
    "Laplace 3D, treecode": _sums(Laplace(), 3, **_TREECODE),
    "Laplace 3D, order 16": _sums(Laplace(), 3, **_FMM | {"order": 16}),
    "Laplace 3D, four charges": _sums(Laplace(), 3, columns=4, **_FMM),
    "Laplace 2D, FMM": _sums(Laplace(), 2, **_FMM | {"order": 20}),
    "Laplace 2D, treecode": _sums(Laplace(), 2, **_TREECODE | {"order": 20}),
    "balanced tree": _sums(Laplace(), 2, **_FMM | {"tree": "balanced"}),
    "softened, polyharmonic": _sums(Laplace(0.2), 3, slope=True, **_FMM),
    "multiquadric, polyharmonic": _sums(jaxfmm.InverseMultiquadric(0.1), 3, **_FMM),
    "softened, treecode": _sums(Laplace(0.2), 3, **_TREECODE),
    "Yukawa, FMM": _sums(jaxfmm.Yukawa(2.0), 3, **_FMM),
    "Yukawa, treecode": _sums(jaxfmm.Yukawa(2.0), 3, **_TREECODE),
    "Matern, FMM": _sums(jaxfmm.Matern(0.3), 3, **_FMM),
    "Matern, treecode": _sums(jaxfmm.Matern(0.3), 3, **_TREECODE),
    "softened 2D, FMM": _sums(Laplace(0.2), 2, **_FMM),
    "softened 2D, treecode": _sums(Laplace(0.2), 2, **_TREECODE),
    "Matern 1D, FMM": _sums(jaxfmm.Matern(0.3), 1, **_FMM | {"order": 5}),
    "Helmholtz 3D, FMM": _sums(jaxfmm.Helmholtz(6.0), 3, method="fmm", tol=1e-3),
    "Helmholtz 3D, direct": _sums(jaxfmm.Helmholtz(6.0), 3, **_DIRECT),
    "Stokeslets, FMM": _sums(jaxfmm.Stokeslet(), 3, columns=3, **_FMM),
    "Gaussian 1D, Fourier": _sums(jaxfmm.Gaussian(0.05), 1, method="fourier", tol=1e-5),
    "Gaussian 2D, Fourier": _sums(jaxfmm.Gaussian(0.05), 2, method="fourier", tol=1e-5),
    "Gaussian 3D, Fourier": _sums(jaxfmm.Gaussian(0.2), 3, method="fourier", tol=1e-3),
    "Gaussian 3D, Hermite": _sums(jaxfmm.Gaussian(0.05), 3, method="fgt", tol=1e-3),
    "Gaussian 1D, recurrences": _sums(jaxfmm.Gaussian(0.01), 1, method="exponentials", tol=1e-4),
    "Gaussian 1D, recurrences, 1e-2": _sums(
        jaxfmm.Gaussian(0.01), 1, method="exponentials", tol=1e-2
    ),
    "Gaussian 1D, direct": _sums(jaxfmm.Gaussian(0.1), 1, **_DIRECT),
    "Gaussian 3D, direct": _sums(jaxfmm.Gaussian(0.1), 3, **_DIRECT),
    "Laplace 2D, direct": _sums(Laplace(), 2, **_DIRECT),
    "Laplace 3D, direct": _sums(Laplace(), 3, **_DIRECT),
    "softened, direct": _sums(Laplace(0.1), 3, slope=True, **_DIRECT),
    "spline, direct": _sums(Laplace(0.1, profile="spline"), 3, **_DIRECT),
    "Ewald": _sums(jaxfmm.Periodic(Laplace(), 1.0), 3, method="ewald", tol=1e-3),
    "Stokeslets, Ewald": _sums(jaxfmm.Periodic(jaxfmm.Stokeslet(), 1.0), 3, columns=3, tol=1e-3),
    "vortices, Ewald": _sums(jaxfmm.Periodic(jaxfmm.BiotSavart(), 1.0), 3, columns=3, tol=1e-3),
    "density 1D": _density,
    "log-sum-exp 1D": _log_sums(1),
    "log-sum-exp 2D": _log_sums(2),
    "log-sum-exp 3D": _log_sums(3),
    "compiled on demand": _sums(jaxfmm.Custom(_custom), 3, **_DIRECT),
}
