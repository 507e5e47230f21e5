"""The one place where a backend is chosen.

A backend computes the loops over lists (`p2p`, `m2l`, ...; `protocol.Backend`). The backend "xla"
works on every platform and is the reference; the backends in `COMPILED` are compiled C++ and CUDA
kernels. The choice is made when JAX lowers a sum for a platform."""

import dataclasses
import functools
import math
import warnings
from typing import Any

import jax
import jax.export
from jax.typing import DTypeLike

from jaxfmm.backends import compiled, cpu, cuda
from jaxfmm.backends.protocol import Backend
from jaxfmm.backends.sizes import SIZES as SIZES, Sizes as Sizes, sizes as sizes
from jaxfmm.backends.xla import Xla
from jaxfmm.codegen.translate import Untranslatable
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.pairs import components
from jaxfmm.native import launch

# The backends other than "xla". Sums choose the first one for their platform.
COMPILED: dict[str, Backend] = {"cuda": cuda, "cpu": cpu}
# Compiled operations take at most this many components of derivatives: MAX_COMPONENTS in program.h.
MOST_COMPONENTS = 256


def default_platform() -> str:
    """ "cpu" or "gpu": where a plan made now will most likely be used, which decides what is
    cheapest."""
    return "cpu" if jax.default_backend() == "cpu" else "gpu"


@dataclasses.dataclass(frozen=True)
class Operations:
    """The operations of a backend; XLA fills the gaps. So this is a whole `protocol.Backend`.

    own: the backend. plain: XLA's operations.
    accurate: sums of float32 are accumulated as in float64, by the operations in
      `protocol.Backend.ACCURATE`."""

    own: Backend | Xla
    plain: Xla
    accurate: bool = False

    def has(self, name: str) -> bool:
        """Whether the backend itself has an operation of this name."""
        return hasattr(self.own, name)

    def is_accurate(self, name: str) -> bool:
        """Whether an operation of this name accumulates as in float64."""
        backend = self.own if self.has(name) else self.plain
        return self.accurate and name in getattr(backend, "ACCURATE", ())

    def __getattr__(self, name: str) -> Any:
        operation = getattr(self.own if self.has(name) else self.plain, name)
        return functools.partial(operation, accurate=True) if self.is_accurate(name) else operation


def operations(backend: str, platform: str | None = None, *, accurate: bool = False) -> Operations:
    """The operations of a backend on a lowering platform, that of this process unless given."""
    plain = Xla(sizes(platform or default_platform()))
    return Operations(plain if backend == "xla" else COMPILED[backend], plain, accurate)


def backends() -> dict[str, str]:
    """The backends of this installation: {name: "available" or the reason why not}."""
    # a platform by name: the platform of this process is known only once JAX has started
    return {name: operations(name, "cpu").reason() or "available" for name in (*COMPILED, "xla")}


def check(backend: str | None) -> None:
    """Raises ValueError unless `backend` is None (choose) or the name of one that is available."""
    if backend is None:
        return
    states = backends()
    if backend not in states:
        raise ValueError(
            f"backend={backend!r} is not available; choose one of {(*states,)} or None for the "
            "fastest"
        )
    if (state := states[backend]) != "available":
        raise ValueError(
            f"backend={backend!r} is not available: {state}; or pass None for the fastest"
        )


def compiled_for(platform: str) -> str:
    """The backend that sums choose on a lowering platform, "xla" without a compiled one."""
    return next((name for name, ops in COMPILED.items() if ops.PLATFORM == platform), "xla")


def choose(
    backend: str | None,
    platform: str,
    kernel: Kernel,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    rhs: int,
    dim: int,
    dtype: DTypeLike,
) -> tuple[str, str | None]:
    """(name, why not faster): the backend of a sum on a lowering platform ("cpu", "cuda", ...), and
    None or the reason why it is not the platform's compiled one.

    Raises ValueError when `backend` is not None and cannot do this sum.
    """
    wanted = backend or compiled_for(platform)
    if wanted == "xla":
        return "xla", None if backend else _warn_of_platform(platform)
    reason = _reason(wanted, platform, kernel, source_orders, target_orders, rhs, dim, dtype)
    if reason is None:
        return wanted, None
    if backend is not None:
        raise ValueError(
            f"backend={backend!r} cannot compute this sum on platform {platform!r}: {reason}"
        )
    launch.warn_once()
    return "xla", reason


@functools.cache
def _warn_of_platform(platform: str) -> str:
    """Why sums on a lowering platform run in plain XLA. Warns once."""
    compiled = " and ".join(repr(ops.PLATFORM) for ops in COMPILED.values())
    reason = f"sums are compiled for the platforms {compiled}, not for {platform!r}"
    warnings.warn(f"sums run in plain XLA, which is slow: {reason}", RuntimeWarning, stacklevel=2)
    return reason


def available(backend: str | None, platform: str) -> str:
    """The backend of operations that do not depend on a kernel, on a lowering platform: the
    requested one, or the platform's compiled one for None; "xla" if that is absent."""
    wanted = backend or compiled_for(platform)
    return wanted if wanted == "xla" or _absent(wanted, platform) is None else "xla"


def expected(
    backend: str | None, kernel: Kernel, dim: int, dtype: DTypeLike
) -> tuple[str, str | None, str]:
    """(backend, reason as in `choose`, name among `rates.BACKENDS`) of potential and gradient in
    this process."""
    platform, lowered = default_platform(), jax.export.default_export_platform()
    # a plan made here to be used elsewhere
    if backend in COMPILED and COMPILED[backend].PLATFORM != lowered:
        return backend, None, backend
    name, reason = choose(backend, lowered, kernel, (0,), (0, 1), 1, dim, dtype)
    return name, reason, f"{platform} xla" if name == "xla" else name


def _absent(name: str, platform: str) -> str | None:
    """None, or why a compiled backend cannot run on a lowering platform."""
    ops = operations(name)
    if ops.PLATFORM == platform:
        return ops.reason() or ops.lowering_reason()
    missing = ops.MISSING if default_platform() == "cpu" else ""
    return f"its operations run on platform {ops.PLATFORM!r}" + (missing and f", and {missing}")


def _reason(
    name: str,
    platform: str,
    kernel: Kernel,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    rhs: int,
    dim: int,
    dtype: DTypeLike,
) -> str | None:
    """None, or why a compiled backend cannot compute a sum."""
    if reason := _absent(name, platform):
        return reason
    highest = max(*source_orders, *target_orders)
    # every derivative up to the highest is a set of coefficients
    if math.comb(highest + dim, dim) > MOST_COMPONENTS:
        return f"derivatives with more than {MOST_COMPONENTS} components"
    sides, ops = (components(source_orders, dim), components(target_orders, dim)), operations(name)
    try:
        runs = compiled.pair_bodies(kernel, *sides, rhs, dtype, numbers=ops.PAIR_NUMBERS)
    except Untranslatable as untranslatable:
        return f"the kernel has no translation to C++: {untranslatable}"
    reasons = (ops.p2p_reason(body, dtype) for body in {body for *_, body in runs})
    return next((reason for reason in reasons if reason), None)
