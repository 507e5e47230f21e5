"""Calls of compiled kernels from JAX. A call carries all that it needs, so it can be exported and
cached."""

import dataclasses
import functools
import hashlib
import math
import operator
import os
import re
import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import jax
import numpy as np
from jax.typing import DTypeLike

from jaxfmm.native import cards, driver, host, library, nvrtc


def cuda_reason() -> str | None:
    """None, or a sentence that says why this installation cannot make CUDA kernels. Does not look
    for a GPU."""
    return library.reason() or nvrtc.reason()


def cpu_reason() -> str | None:
    """None, or a sentence that says why this installation cannot run CPU kernels."""
    return library.reason()


def compiler_reason() -> str | None:
    """None, or a sentence that says why CPU kernels cannot be compiled on demand."""
    return library.reason() or host.reason()


@functools.cache
def warn_once() -> None:
    """Warns that sums are slow because a library is missing that this machine could build."""
    absent = library.slow_without_need()
    if absent and host.reason() is None:
        warnings.warn(
            f"sums run in plain XLA, which is slow: {absent}", RuntimeWarning, stacklevel=2
        )


_SUFFIX = {"float32": "f32", "float64": "f64"}


def built_in(kernel: str) -> bool:
    """Whether the native library holds this CPU kernel."""
    return library.reason() is None and bool(library.load().jaxfmm_has_kernel(kernel.encode()))


def typed(kernel: str, dtype: DTypeLike) -> str:
    """The name of the native library's CPU kernel for a dtype, float32 or float64."""
    return f"{kernel}_{_SUFFIX[np.dtype(dtype).name]}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Launch:
    """How a CUDA kernel is compiled and started.

    grid: blocks, a number or three of them. With none the results are left as they are.
    block: threads of a block.
    shared: bytes of dynamic shared memory of a block.
    static: bytes of shared memory that the source declares, for kernels where both together may
      exceed what a card has.
    options: for the compiler.
    at_once: a cooperative launch, whose blocks may wait for each other. It has as many blocks as
      fit the GPU at a time, at most `grid`."""

    grid: tuple[int, int, int] | int
    block: int = 128
    shared: int = 0
    static: int = 0
    options: tuple[str, ...] = ()
    at_once: bool = False

    def dims(self, kernel: str) -> np.ndarray:
        """Grid, block and shared memory as the library reads them, checked."""
        grid = self.grid if isinstance(self.grid, tuple) else (self.grid, 1, 1)
        dims = [*grid, self.block, self.shared]
        limits = ((0, 2**31 - 1), (0, 65535), (0, 65535), (1, 1024), (0, math.inf))
        names = ("grid x", "grid y", "grid z", "block", "shared")
        for name, value, (low, high) in zip(names, dims, limits, strict=True):
            if not low <= value <= high:
                raise ValueError(
                    f"{name} of CUDA kernel {kernel!r} must lie in {low} ... {high}, got {value}"
                )
        needed, most = self.shared + self.static, most_shared()
        if needed > most:
            raise ValueError(
                f"a block of CUDA kernel {kernel!r} needs {needed} bytes of shared memory, and a "
                f"block on this GPU ({cuda_architecture()}) has at most {most}; use a lower order "
                "(a larger tol), float32, or backend='xla'"
            )
        return np.array([-dims[0] if self.at_once else dims[0], *dims[1:]], np.int64)


def cuda(
    source: str,
    kernel: str,
    operands: Sequence[Any],
    results: Sequence[Any],
    config: Launch,
    *,
    scalars: Iterable[Any] = (),
    aliases: dict[int, int] | None = None,
) -> list[jax.Array]:
    """Launches the `extern "C"` kernel of a CUDA source; call it where JAX lowers for CUDA.

        kernel<<<grid, block, shared>>>(operands ..., results ..., scalars ...)

    Args:
      source: CUDA C++, which may include the headers in custom_ops/cuda and custom_ops/include.
      kernel: the name of the kernel.
      operands: arrays; the kernel gets their pointers.
      results: `jax.ShapeDtypeStruct` of each result, which the kernel fills.
      scalars: Python or numpy numbers; the kernel gets each as `long long` or `double`.
      aliases: {operand: result} by position, pairs that share their memory.

    Returns: the list of the results.
    """
    library.load()
    headers = library.headers_of(source)
    code = nvrtc.cubin(source, headers, cuda_architecture(), config.options)
    dims = config.dims(kernel)
    return _call(
        "jaxfmm_launch",
        operands,
        results,
        aliases,
        key=hashlib.sha256(code).hexdigest(),
        cubin=np.frombuffer(code, np.uint8),
        kernel=kernel,
        scalars=_bits(scalars),
        dims=dims,
    )


def cpu(
    source: str | None,
    kernel: str,
    operands: Sequence[Any],
    results: Sequence[Any],
    *,
    scalars: Iterable[Any] = (),
    aliases: dict[int, int] | None = None,
) -> list[jax.Array]:
    """Runs a CPU kernel, written as custom_ops/include/kernel.h says; call it where JAX lowers for
    the CPU.

    Args:
      source: C++ that defines the kernel, compiled here and now; None for a kernel of the native
        library. A compiled kernel is for the processor of this machine: set JAXFMM_MARCH to export
        it for others.
      kernel, operands, results, scalars, aliases: as in `cuda`.

    Returns: the list of the results.
    """
    loaded = library.load()
    if source is not None:
        code = host.shared_object(source)
    elif loaded.jaxfmm_has_kernel(kernel.encode()):
        code = b""
    else:
        raise RuntimeError(
            f"the native library has no kernel {kernel!r}; it is older than this package: rebuild "
            "it"
        )
    return _call(
        "jaxfmm_run",
        operands,
        results,
        aliases,
        key=hashlib.sha256(code).hexdigest(),
        library=np.frombuffer(code, np.uint8),
        kernel=kernel,
        scalars=_bits(scalars),
    )


def cuda_architecture() -> str:
    """The architecture to compile for, as in "sm_90": JAXFMM_CUDA_ARCH, or the architecture of this
    process's GPUs."""
    if named := os.environ.get("JAXFMM_CUDA_ARCH"):
        if not re.fullmatch(r"sm_\d+[af]?", named):
            raise ValueError(f"JAXFMM_CUDA_ARCH must look like sm_90, got {named!r}")
        return named
    return _architecture_of_devices()


@functools.cache
def _architecture_of_devices() -> str:
    capabilities = {device.compute_capability for device in jax.local_devices(backend="cuda")}
    if len(capabilities) > 1:
        raise RuntimeError(
            "this process sees GPUs of the compute capabilities "
            f"{', '.join(sorted(capabilities))}; let it see one kind by CUDA_VISIBLE_DEVICES"
        )
    return "sm_" + capabilities.pop().replace(".", "")


def card() -> cards.Card:
    """The GPUs to compile for: the least that a card of this process has, by the driver, or a usual
    card of the architecture that JAXFMM_CUDA_ARCH names."""
    if os.environ.get("JAXFMM_CUDA_ARCH"):
        return cards.card(cuda_architecture())
    return _card_of_devices()


@functools.cache
def _card_of_devices() -> cards.Card:
    devices, usual = jax.local_devices(backend="cuda"), cards.card(cuda_architecture())

    def least(name: str, number: int) -> int:
        found = [driver.attribute(number, device.local_hardware_id) for device in devices]
        known = [value for value in found if value]
        return min(known) if len(known) == len(found) else getattr(usual, name)

    return cards.Card(**{name: least(name, at) for name, at in driver.ATTRIBUTES.items()})


@functools.cache
def arithmetic(dtype: str) -> float | None:
    """How many sums or products of a dtype the GPUs of this process can compute in a nanosecond,
    the slowest of them; None where there are none or their driver does not say."""
    try:
        devices = jax.local_devices(backend="cuda")
    except RuntimeError:
        return None
    speeds = []
    for device in devices:
        lanes = cards.lanes(device.compute_capability, dtype)
        numbers = (driver.ATTRIBUTES["multiprocessors"], driver.CLOCK)
        values = [driver.attribute(number, device.local_hardware_id) for number in numbers]
        speeds.append(math.prod((lanes or 0, *(value or 0 for value in values))) / 1e6)
    return min(speeds) or None


def most_shared() -> int:
    """How many bytes of shared memory a block may have on the GPUs to compile for."""
    return card().shared


def resident(block: int, shared: int) -> int:
    """How many blocks of so many threads, and bytes of shared memory, a multiprocessor of the GPUs
    to compile for can hold, if their registers fit; at least one."""
    one = card()
    by_shared = one.shared_in_all // (shared + cards.RESERVED)
    return max(1, min(one.blocks, one.threads // block, by_shared))


def _call(
    target: str,
    operands: Sequence[Any],
    results: Sequence[Any],
    aliases: dict[int, int] | None,
    **attributes: Any,
) -> list[jax.Array]:
    call = jax.ffi.ffi_call(target, list(results), input_output_aliases=aliases)
    return list(call(*operands, **attributes))


def _bits(scalars: Iterable[Any]) -> np.ndarray:
    """Numbers as 64-bit integers, floats by their bits."""

    def bits(scalar):
        if isinstance(scalar, float | np.floating):
            return np.float64(scalar).view(np.int64)
        return np.int64(operator.index(scalar))

    return np.array([bits(scalar) for scalar in scalars], np.int64)
