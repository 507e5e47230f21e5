"""The passes of the FMM and the treecode as CUDA kernels (custom_ops/cuda), which NVRTC compiles
for each expansion and order. `protocol.Backend` says what each function does. Rows of coefficients
are padded to a multiple of four."""

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.backends.compiled import constants
from jaxfmm.backends.cuda_due import all_pairs_at_due as all_pairs_at_due
from jaxfmm.backends.cuda_m2l_variants import Variant, fastest
from jaxfmm.backends.cuda_p2p import all_pairs as all_pairs, p2p as p2p
from jaxfmm.backends.cuda_particles import definitions, l2p, m2p as m2p, p2l as p2l, p2m
from jaxfmm.backends.protocol import Cells, Operators, Pairs, Particles
from jaxfmm.codegen.bodies import Body
from jaxfmm.native import launch
from jaxfmm.native.cards import REGISTERS, REGISTERS_OF_THREAD
from jaxfmm.native.signature import Signature, fields
from jaxfmm.native.source import kernel_source

PLATFORM = "cuda"
ACCURATE: Sequence[str] = ("p2p", "all_pairs")
PAIR_NUMBERS = range(0)
MISSING = (
    "JAX finds no GPU (jax.devices()); install JAX for NVIDIA GPUs: pip install "
    "'jaxfmm-fastsum[cuda]', or leave backend out"
)
FEWEST_PAIRS, MOST_PAIRS = 64, 512  # A team takes so many places of the list in M2L.


def reason() -> str | None:
    """None, or why these operations are absent. Does not look for a GPU."""
    return launch.cuda_reason()


def lowering_reason() -> str | None:
    """None, or why nothing can be compiled for a GPU now: there is none, and none was named."""
    try:
        launch.cuda_architecture()
    except RuntimeError as error:
        return f"the GPU to compile for is unknown ({error}); set JAXFMM_CUDA_ARCH, such as sm_90"
    return None


def workers() -> int:
    """The multiprocessors of the card."""
    return launch.card().multiprocessors


def p2p_reason(body: Body, dtype: DTypeLike) -> None:
    """None: NVRTC compiles P2P for any pair body."""
    return None


def order_reason(expansion: Operators, order: int, dtype: DTypeLike) -> str | None:
    """None, or why passes of this order are missing: NVRTC would take too long over the
    straight-line code, or the card has too little shared memory for it."""
    most = expansion.CUDA_ORDER
    if order > most:
        return f"GPUs have compiled passes of {expansion.NAME} up to order {most}, not {order}"
    try:
        for m2l in (True, False):
            fastest(expansion, order, jnp.dtype(dtype), launch.most_shared(), m2l=m2l)
    except ValueError as too_large:
        return str(too_large)
    return None


def between_reason(expansion: Operators, order: int, dtype: DTypeLike) -> None:
    """None: M2L, M2P and P2L have the orders of the other passes."""
    return None


def _bounds(expansion: Operators, variant: Variant) -> int | tuple[int, int]:
    """The launch bounds of a variant. Where shared memory holds one block, or so few threads that
    each can have all registers that a thread may have, the compiler hears how many blocks there
    are: otherwise it takes fewer registers, for more blocks, and spills. It does not hear it for
    one warp's straight code over coefficients that all lie in registers: an H100 took up to 6%
    longer."""
    resident = launch.resident(variant.block, variant.bytes)
    few = resident == 1 or resident * variant.block * REGISTERS_OF_THREAD < REGISTERS
    spills = expansion.STREAMED or not variant.by_warps
    return (variant.block, resident) if few and spills else variant.block


@dataclasses.dataclass(frozen=True)
class _Translation:
    """A kernel of translations_*.cuh. name: "m2l", "m2m" or "l2l"."""

    name: str
    expansion: Operators
    order: int
    dtype: np.dtype

    @functools.cached_property
    def variant(self) -> Variant:
        most = launch.most_shared()
        return fastest(self.expansion, self.order, self.dtype, most, m2l=self.name == "m2l")

    def run(
        self,
        signature: Signature,
        call: str,
        arguments: dict[str, Any],
        grid: int | tuple[int, int, int],
    ) -> dict[str, Array]:
        expansion, order, dtype, variant = self.expansion, self.order, self.dtype, self.variant
        defines = variant.defines | {
            "ORDER": order,
            "SIZE": expansion.size(order),
            "WARPS": int(variant.by_warps),
            "LANES": variant.lanes,
            "THREADS": variant.block,
            "SYNC()": "__syncwarp()" if variant.by_warps else "__syncthreads()",
        }
        degree = expansion.kernel_degree(order) if self.name == "m2l" else None
        struct = definitions(expansion, degree, dtype) + variant.struct
        headers = ["functions.h", "fours.cuh", f"{expansion.HEADER}.h", variant.header]
        bounds = _bounds(expansion, variant)
        source = kernel_source(headers, call, signature, dtype, bounds, defines, struct)
        tables = constants(expansion, order, dtype)
        if variant.tiles and expansion.tensor_tiles is not None:
            tables["reals"] = jnp.asarray(expansion.tensor_tiles(order, self.name))
        arguments |= tables
        return signature.cuda(
            source, dtype, arguments, grid=grid, block=variant.block, shared=variant.bytes
        )


_M2M, _L2L = (
    Signature(
        "shift",
        operands=f"i ints,r reals,i child parent,r center radius,i n_nodes,r {rows},i work",
        results="r rows,i work",
        numbers="i rhs nodes",
    )
    for rows in ("rows", "own")
)


def _shift(translation: _Translation, rows: Array, cells: Cells) -> Array:
    """M2M, in place, or L2L."""
    nodes, k = len(cells.radius), rows.shape[1]
    variant, up = translation.variant, translation.name == "m2m"
    arguments = fields(cells, "child parent center radius n_nodes") | {"rhs": k, "nodes": nodes}
    arguments["work"] = jnp.zeros((k, nodes + 1), jnp.int32)
    arguments |= {"rows": rows} if up else {"own": rows, "rows": rows.shape}
    lanes = 2 * nodes if up and variant.by_warps else nodes
    signature, call = _M2M if up else _L2L, f"shift<REAL, {'true' if up else 'false'}>"
    grid = (-(-lanes // (variant.lanes * variant.teams)), k, 1)
    return translation.run(signature, call, arguments, grid)["rows"]


def upward(expansion: Operators, order: int, sources: Particles, weights: Array) -> Array:
    multipoles = p2m(expansion, order, sources, weights)
    translation = _Translation("m2m", expansion, order, weights.dtype)
    return _shift(translation, multipoles, sources.tree)


_M2L = Signature(
    "m2l",
    operands="i ints,r reals multipoles target_center target_radius source_center source_radius,"
    "i n_targets list_start list_target list_source,r images",
    results="r local",
    numbers="i rhs bits pairs",
)


def m2l(
    expansion: Operators,
    order: int,
    multipoles: Array,
    targets: Cells,
    sources: Cells,
    far: Pairs,
) -> Array:
    translation = _Translation("m2l", expansion, order, multipoles.dtype)
    (_, k, row), nodes, variant = multipoles.shape, len(targets.radius), translation.variant
    places = far.source.shape[0] + nodes
    teams = variant.busy * launch.card().multiprocessors
    pairs = min(max(places // teams // 32 * 32, FEWEST_PAIRS), MOST_PAIRS)
    arguments = fields(targets, "center radius", "target_")
    arguments |= fields(sources, "center radius", "source_")
    arguments |= (
        fields(far, "start target source", "list_")
        | fields(far, "images bits")
        | {
            "multipoles": multipoles,
            "n_targets": targets.n_nodes,
            "local": (nodes, k, row),
            "rhs": k,
            "pairs": pairs,
        }
    )
    grid = (-(-(places // pairs + 1) // variant.teams), k, 1)
    return translation.run(_M2L, "m2l<REAL>", arguments, grid)["local"]


def downward(expansion: Operators, order: int, local: Array, targets: Particles) -> Array:
    translation = _Translation("l2l", expansion, order, local.dtype)
    return l2p(expansion, order, _shift(translation, local, targets.tree), targets)
