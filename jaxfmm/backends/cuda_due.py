"""Sums over all pairs at the few targets that are due, as CUDA kernels (custom_ops/cuda/due.cuh).
How many there are is known on the GPU alone: the host neither waits for it nor chooses by it."""

import jax.numpy as jnp
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.backends.cuda_p2p import OPTIONS, RESIDENT, THREADS, block_sizes, records
from jaxfmm.codegen.bodies import Body
from jaxfmm.native import launch
from jaxfmm.native.signature import Signature
from jaxfmm.native.source import kernel_source

MOST_PARTS, LEAST_PART, ROUNDS = 128, 64, 4
NUMBERS_THREADS, TOTALS_THREADS = 1024, 256  # of a block that lists targets, or adds parts

_NUMBERS = Signature("due_numbers", operands="b due", results="i numbers count", numbers="i n")
_PARTS = Signature(
    "due_parts",
    operands="i numbers count,r targets rows parameters",
    results="r out",
    numbers="i n row",
)
_TOTALS = Signature(
    "due_totals", operands="i numbers count,r partial", results="r out", numbers="i n blocks"
)
_DEFINES = {"MOST_PARTS": MOST_PARTS, "LEAST_PART": LEAST_PART, "ROUNDS": ROUNDS}


def all_pairs_at_due(
    body: Body,
    parameters: Array,
    due: Array,
    targets: Array | None,
    sources: Array,
    weights: Array,
) -> Array:
    """The sums of a pair body over all sources at targets (m, d), (m, results), right only where
    `due` (m,) is true. targets: None for the sources."""
    dtype, m, n = sources.dtype, len(due), len(sources)
    rows = records(body, sources, weights)
    targets = rows if targets is None else targets
    sizes = block_sizes(body, dtype, THREADS, RESIDENT[jnp.dtype(dtype).name], 32)
    blocks = RESIDENT[jnp.dtype(dtype).name] * launch.card().multiprocessors
    # `Division` makes at most so many rows of results
    parts = max(1, min(MOST_PARTS, n // LEAST_PART))
    most = max(m, min(m * parts, ROUNDS * blocks * 32 * sizes.targets))

    arguments = {"due": due, "n": m, "numbers": (m,), "count": (1,)}
    call = f"due_numbers<{NUMBERS_THREADS}>"
    listed = _run(_NUMBERS, call, body, dtype, arguments, NUMBERS_THREADS, 1, NUMBERS_THREADS)

    per, window = sizes.targets, sizes.window
    call = f"due_parts<{body.name}, REAL, {THREADS}, {per}, {window}>"
    arguments = listed | {
        "targets": targets,
        "rows": rows,
        "parameters": parameters,
        "out": (most, body.results),
        "n": n,
        "row": targets.shape[1],
    }
    partial = _run(_PARTS, call, body, dtype, arguments, sizes.bounds, blocks, THREADS)["out"]

    call = f"due_totals<{body.name}, REAL, {per}>"
    arguments = listed | {"partial": partial, "n": n, "blocks": blocks, "out": (m, body.results)}
    needed = -(-m * body.results // TOTALS_THREADS)
    grid = min(needed, blocks * THREADS // TOTALS_THREADS)
    bounds = TOTALS_THREADS
    return _run(_TOTALS, call, body, dtype, arguments, bounds, grid, TOTALS_THREADS)["out"]


def _run(
    signature: Signature,
    call: str,
    body: Body,
    dtype: DTypeLike,
    arguments: dict,
    bounds: int | tuple[int, int],
    grid: int,
    block: int,
) -> dict[str, Array]:
    headers = ["functions.h", "due.cuh"]
    source = kernel_source(headers, call, signature, dtype, bounds, _DEFINES, body.text)
    return signature.cuda(source, dtype, arguments, grid=grid, block=block, options=OPTIONS)
