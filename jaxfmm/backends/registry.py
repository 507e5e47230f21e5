"""The one place where a backend and its sizes are chosen.

A backend computes the loops over lists (`p2p`, `m2l`, ...; `protocol.Backend`). XLA's works
everywhere and is the reference; `cuda` and `cpu` are compiled operations. The choice is made where
JAX lowers for a platform."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from jaxfmm.backends import compiled, cpu, cuda
from jaxfmm.backends.protocol import Backend
from jaxfmm.backends.xla import Xla
from jaxfmm.codegen import bodies
from jaxfmm.codegen.translate import Untranslatable
from jaxfmm.cost_model import rates
from jaxfmm.kernels.pairs import components
from jaxfmm.native import launch

# The backends beside "xla". The first for a platform is the one that sums choose there.
COMPILED: dict[str, Backend] = {"cuda": cuda, "cpu": cpu}
MOST_COMPONENTS = 256  # of derivatives that compiled operations take, MAX_COMPONENTS in program.h


@dataclasses.dataclass(frozen=True)
class Sizes:
    """How much the XLA loops take at a time. CPUs want working sets that stay in their caches, GPUs
    want few launches.

    pairs: leaf pairs.  sources: sources per step of the loop over a leaf.  tile: whether such a
    step is one reduced tile (GPU) or a sequence of vector operations (CPU; reducing tiles is
    several times slower there).
    cells: cells or cell pairs per translation.  block: targets per row of a direct sum.  rows: such
    rows at a time."""

    pairs: int
    sources: int
    tile: bool
    cells: int
    block: int
    rows: int


SIZES = {
    "cpu": Sizes(pairs=512, sources=8, tile=False, cells=2048, block=512, rows=16),
    "gpu": Sizes(pairs=8192, sources=32, tile=True, cells=65536, block=512, rows=512),
}


def sizes(platform: str) -> Sizes:
    """The `Sizes` for a lowering platform ("cpu", "cuda", "rocm", "tpu")."""
    return SIZES["cpu" if platform == "cpu" else "gpu"]


def default_platform() -> str:
    """ "cpu" or "gpu": where a plan made now will most likely be used, which decides what is
    cheapest."""
    return "cpu" if jax.default_backend() == "cpu" else "gpu"


@dataclasses.dataclass(frozen=True)
class Operations:
    """Those of a backend, and in place of those that it leaves out XLA's, `plain`: a whole
    `protocol.Backend`."""

    own: Backend | Xla
    plain: Xla

    def has(self, name: str) -> bool:
        """Whether an operation of this name is the backend's own."""
        return hasattr(self.own, name)

    def __getattr__(self, name: str) -> Callable | int:
        return getattr(self.own if self.has(name) else self.plain, name)


def operations(backend: str, platform: str | None = None) -> Operations:
    """The operations of a backend on a lowering platform, that of this process unless given."""
    plain = Xla(sizes(platform or default_platform()))
    return Operations(plain if backend == "xla" else COMPILED[backend], plain)


def backends() -> dict[str, str]:
    """The backends of this installation: {name: "available" or the reason why not}."""
    return {name: ops.reason() or "available" for name, ops in COMPILED.items()} | {
        "xla": "available"
    }


def check(backend: str | None) -> None:
    """Raises ValueError unless `backend` is None (choose) or the name of one that is available."""
    if backend is None:
        return
    states = backends()
    if backend not in states:
        raise ValueError(
            f"backend={backend!r} is not available; choose one of {(*states,)} or None for the fastest"
        )
    if (state := states[backend]) != "available":
        raise ValueError(
            f"backend={backend!r} is not available: {state}; or pass None for the fastest"
        )


def choose(
    backend: str | None,
    platform: str,
    kernel: Any,
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
    wanted = backend or next(
        (name for name, ops in COMPILED.items() if ops.PLATFORM == platform), "xla"
    )
    if wanted == "xla":
        return "xla", None
    reason = _reason(wanted, platform, kernel, source_orders, target_orders, rhs, dim, dtype)
    if reason is None:
        return wanted, None
    if backend is not None:
        raise ValueError(
            f"backend={backend!r} cannot compute this sum on platform {platform!r}: {reason}"
        )
    launch.warn_once()
    return "xla", reason


def available(backend: Any, platform: str) -> str:
    """The backend of operations that know no kernel, on a lowering platform: the one that is asked
    for, otherwise the platform's compiled one, "xla" where it is absent."""
    wanted = backend or next(
        (name for name, ops in COMPILED.items() if ops.PLATFORM == platform), "xla"
    )
    return wanted if wanted == "xla" or _absent(wanted, platform) is None else "xla"


def expected(
    backend: str | None, kernel: Any, dim: int, dtype: DTypeLike
) -> tuple[str, str | None, str]:
    """(backend, reason as in `choose`, name among `rates.BACKENDS`) of potential and gradient in
    this process."""
    platform = default_platform()
    lowered = "cpu" if platform == "cpu" else "cuda"
    if (
        backend in COMPILED and COMPILED[backend].PLATFORM != lowered
    ):  # a plan made here to be used elsewhere
        return backend, None, backend
    name, reason = choose(backend, lowered, kernel, (0,), (0, 1), 1, dim, dtype)
    return name, reason, name if name in rates.BACKENDS else f"{platform} xla"


def _absent(name: str, platform: str) -> Any:
    """None, or why a compiled backend does nothing on a lowering platform."""
    ops = COMPILED[name]
    if ops.PLATFORM != platform:
        here = f"its operations run on platform {ops.PLATFORM!r}"
        if ops.PLATFORM == "cuda" and default_platform() == "cpu":
            here += (
                ", and JAX finds no GPU (jax.devices()); install JAX for NVIDIA GPUs: pip install "
                "'jaxfmm-fastsum[cuda]', or leave backend out"
            )
        return here
    return ops.reason() or ops.lowering_reason()


def _reason(
    name: str,
    platform: str,
    kernel: Any,
    source_orders: tuple[int, ...],
    target_orders: tuple[int, ...],
    rhs: int,
    dim: int,
    dtype: DTypeLike,
) -> Any:
    ops = COMPILED[name]
    if reason := _absent(name, platform):
        return reason
    highest = max(*source_orders, *target_orders)
    if (
        math.comb(highest + dim, dim) > MOST_COMPONENTS
    ):  # of derivatives up to the highest, each a set of coefficients
        return f"derivatives with more than {MOST_COMPONENTS} components"
    sides = components(source_orders, dim), components(target_orders, dim)
    try:
        needed = {
            bodies.pair_body(kernel, *sides, stop - first, dtype)
            for first, stop in compiled.groups(rhs)
        }
    except Untranslatable as reason:
        return f"the kernel has no translation to C++: {reason}"
    return next(filter(None, (ops.p2p_reason(body, jnp.dtype(dtype)) for body in needed)), None)
