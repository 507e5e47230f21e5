"""Sums of pair bodies as CUDA kernels: P2P over lists (custom_ops/cuda/p2p.cuh, and
p2p_columns.cuh for several right-hand sides), and over all pairs (direct.cuh)."""

import dataclasses

import jax.numpy as jnp
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.backends import compiled
from jaxfmm.backends.protocol import Cells, Pairs, Particles
from jaxfmm.codegen.bodies import Body
from jaxfmm.kernels.base import Kernel
from jaxfmm.native import cards, launch
from jaxfmm.native.signature import Signature, fields
from jaxfmm.native.source import kernel_source

# Threads of a block, targets of a thread, and bytes of the sources that a block holds at a time: at
# least LEAST_WINDOW, the sums of one result of all targets.
THREADS, TARGETS, WINDOW, LEAST_WINDOW = 128, 4, 16384, 4096
RUNS = 13  # Bytes of shared memory that a thread of P2P needs besides, `SourceRuns`.
# Blocks of P2P have half as many threads if leaves hold at most FEW_POINTS points and there are at
# least MANY_LEAVES leaves for each multiprocessor.
FEW_POINTS, MANY_LEAVES = 48, 124
# A multiprocessor should hold so many warps of P2P, by its registers and shared memory. Fewer
# registers and more warps, or the opposite, were slower.
P2P_WARPS = {"float32": 24, "float64": 12}
CUT = 256  # A block takes this many places of a list, at most twice as many.

# How many right-hand sides a launch of P2P by tensor cores takes. For fewer than five an H100 took
# longer.
COLUMNS = range(5, 17)
# A multiprocessor should hold so many warps of P2P by tensor cores, by its registers, if a target
# has at most FEW_SUMS sums.
COLUMN_WARPS, FEW_SUMS = {"float32": 20, "float64": 12}, 32

# A multiprocessor should hold RESIDENT blocks of sums over all pairs; with so many, values that
# only the compensation needs, once a window, stay out of the registers.
RESIDENT = {"float32": 4, "float64": 3}

# For sums that are as accurate as in float64, the sums of so many sources are added with
# compensation. A target then has three numbers in registers for each result, and with more than
# ACCURATE_WARPS warps they spill.
SHORT, NUMBERS, ACCURATE_WARPS = 8, 3, 16

# Division and square roots of float32 have an error of up to 2 ulp, and denormals are zeros: pair
# bodies that users write are full of divisions and roots.
OPTIONS = ("--prec-div=false", "--prec-sqrt=false", "--ftz=true")

_P2P = Signature(
    "p2p",
    operands="r targets rows parameters,i target_ranges source_ranges n_leaves list_begin list_end"
    " list_target list_source,r images,i place,r far,i work",
    results="r out,i work",
    numbers="i leaves bits",
)
_ALL_PAIRS = Signature(
    "direct", operands="r targets rows parameters", results="r out", numbers="i m n part"
)


def records(body: Body, sources: Array, weights: Array) -> Array:
    """Sources as kernels read them: position, weights, and zeros up to a multiple of 16 bytes."""
    n = len(sources)
    weights = weights.reshape(n, -1)
    padding = jnp.zeros((n, -(body.dim + weights.shape[1]) % 4), sources.dtype)
    return jnp.concatenate([sources, weights, padding], axis=1)


@dataclasses.dataclass(frozen=True)
class _Sizes:
    """targets: of a thread. window: sources that a block holds at a time. bounds: of
    `kernel_source`."""

    targets: int
    window: int
    bounds: int | tuple[int, int]


def block_sizes(
    body: Body, dtype: DTypeLike, threads: int, blocks: int, registers: int, besides: int = 0
) -> _Sizes:
    """A thread has so many registers for the sums of its targets. If these are few, a
    multiprocessor holds this many blocks, or as many as fit: where it has little shared memory,
    windows are smaller. besides: bytes of shared memory of a block besides the window."""
    size = jnp.dtype(dtype).itemsize
    targets = max(1, min(TARGETS, registers // (body.results * size // 4)))
    of_source, window = size * (-(-(body.dim + body.weights) // 4) * 4), WINDOW
    if not _few_registers(body, dtype, targets):
        return _Sizes(targets, window // of_source, threads)
    while window > LEAST_WINDOW and launch.resident(threads, window + besides) < blocks:
        window //= 2
    bounds = threads, min(blocks, launch.resident(threads, window + besides))
    return _Sizes(targets, window // of_source, bounds)


def _few_registers(body: Body, dtype: DTypeLike, per: int) -> bool:
    """Whether the sums of a thread with `per` targets take few registers."""
    return body.results * jnp.dtype(dtype).itemsize // 4 * per <= 32


def _short(dtype: DTypeLike, accurate: bool) -> tuple[int, int]:
    """SHORT of the kernels, and NUMBERS of a target for each result."""
    return (SHORT, NUMBERS) if accurate and dtype == jnp.float32 else (0, 1)


def p2p_source(
    body: Body, dtype: DTypeLike, threads: int = THREADS, *, accurate: bool = False
) -> str:
    """The CUDA source of P2P for a pair body, with the kernel `entry`."""
    short, numbers = _short(dtype, accurate)
    blocks = (ACCURATE_WARPS if short else P2P_WARPS[jnp.dtype(dtype).name]) * 32 // threads
    sizes = block_sizes(body, dtype, threads, blocks, 64 // numbers, RUNS * threads)
    call = f"p2p<{body.name}, REAL, {threads}, {sizes.targets}, {sizes.window}, {CUT}, {short}>"
    headers = ["functions.h", "p2p.cuh"]
    return kernel_source(headers, call, _P2P, dtype, sizes.bounds, struct=body.text)


def columns_source(body: Body, columns: int, dtype: DTypeLike, threads: int = THREADS) -> str:
    """The CUDA source of P2P of so many right-hand sides by tensor cores, for a body of the numbers
    of a pair."""
    size = jnp.dtype(dtype).itemsize
    of_source = size * (-(-(body.dim + body.numbers_of * columns) // 4) * 4)
    window = max(WINDOW // of_source, 8)
    counts = f"{body.numbers_of}, {columns}, {threads}, {window}, {CUT}"
    few = body.results // body.numbers_of * columns <= FEW_SUMS
    bounds = (threads, COLUMN_WARPS[jnp.dtype(dtype).name] * 32 // threads) if few else threads
    headers, call = ["functions.h", "p2p_columns.cuh"], f"p2p_columns<{body.name}, REAL, {counts}>"
    return kernel_source(headers, call, _P2P, dtype, bounds, struct=body.text)


def _ranges(tree: Cells) -> Array:
    """First point and count of each leaf."""
    return jnp.stack([tree.start[tree.leaves], tree.count[tree.leaves]], axis=1)


def p2p(
    kernel: Kernel,
    targets: Particles,
    sources: Particles,
    weights: Array,
    near: Pairs,
    far: Array,
    *,
    accurate: bool = False,
) -> Array:
    tree, dtype = targets.tree, targets.points.dtype
    leaves, pieces = len(tree.leaves), -(-len(near.source) // CUT)
    many = leaves >= MANY_LEAVES * launch.card().multiprocessors
    threads = THREADS // 2 if tree.leaf_size <= FEW_POINTS and many else THREADS
    lists = fields(near, "begin end target source", "list_") | fields(near, "images bits")
    lists |= {"target_ranges": _ranges(tree), "source_ranges": _ranges(sources.tree)}
    lists |= {"n_leaves": tree.n_leaves, "leaves": leaves, "place": tree.order}

    def run(body: Body, weights: Array, parameters: Array, far: Array) -> Array:
        arguments = lists | {
            "targets": targets.points,
            "rows": records(body, sources.points, weights),
            "parameters": parameters,
            "far": far,
            "work": jnp.zeros(pieces + 1, jnp.int32),
            "out": far.shape,
        }
        if body.numbers_of:
            source = columns_source(body, weights.shape[2], dtype, threads)
        else:
            source = p2p_source(body, dtype, threads, accurate=accurate)
        grid = leaves + pieces
        return _P2P.cuda(source, dtype, arguments, grid=grid, block=threads, options=OPTIONS)["out"]

    fast = cards.has_tensor_cores(launch.cuda_architecture())
    numbers = COLUMNS if fast and not (accurate and dtype == jnp.float32) else range(0)
    return compiled.p2p(kernel, targets, sources, weights, far, run, numbers=numbers)


def all_pairs_source(body: Body, dtype: DTypeLike, *, accurate: bool = False) -> tuple[str, int]:
    """(source, targets of a block) of the sum over all pairs for a pair body, with the kernel
    `entry`."""
    short, numbers = _short(dtype, accurate)
    sizes = block_sizes(body, dtype, THREADS, RESIDENT[jnp.dtype(dtype).name], 32 // numbers)
    per = sizes.targets
    call = f"direct<{body.name}, REAL, {THREADS}, {per}, {sizes.window}, {short}>"
    headers = ["functions.h", "direct.cuh"]
    text = kernel_source(headers, call, _ALL_PAIRS, dtype, sizes.bounds, struct=body.text)
    return text, 32 * per


def all_pairs(
    body: Body,
    parameters: Array,
    targets: Array,
    sources: Array,
    weights: Array,
    part: int,
    *,
    accurate: bool = False,
) -> Array:
    dtype, m, n = targets.dtype, len(targets), len(sources)
    source, tile = all_pairs_source(body, dtype, accurate=accurate)
    parts = -(-n // part)
    arguments = {
        "targets": targets,
        "rows": records(body, sources, weights),
        "parameters": parameters,
        "out": (parts, m, body.results),
        "m": m,
        "n": n,
        "part": part,
    }
    grid = (-(-m // tile), parts, 1)
    return _ALL_PAIRS.cuda(source, dtype, arguments, grid=grid, block=THREADS, options=OPTIONS)[
        "out"
    ]
