"""The passes of the FMM and the treecode as CUDA kernels, compiled by NVRTC for what is asked (custom_ops/cuda).

The same functions as in `cpu`, with the same arguments. Rows of coefficients are padded to a multiple of four here.
"""

import jax
import jax.numpy as jnp

from jaxfmm.native import launch
from jaxfmm.native.signature import Signature
from jaxfmm.native.source import TYPE, kernel_source, signature
from jaxfmm.ops import compiled
from jaxfmm.ops.compiled import constants, highest

PLATFORM = "cuda"
_BYTES = {"float32": 4, "float64": 8}
MOST_SHARED = 227 * 1024  # bytes per block
PAIRS = 256  # of cells that a warp translates, about


def reason():
    """None, or why these operations are absent. Does not look for a GPU."""
    return launch.cuda_reason()


def lowering_reason():
    """None, or why nothing can be compiled for a GPU now: there is none, and none was named."""
    try:
        launch.cuda_architecture()
    except RuntimeError as error:
        return f"the GPU to compile for is unknown ({error}); set JAXFMM_CUDA_ARCH, such as sm_90"
    return None


def p2p_reason(body, dtype):
    """None: NVRTC is all that P2P needs for any pair body."""
    return None


def _row(expansion, order):
    return -(-expansion.size(order) // 4) * 4


_LEAF = "i start,i count,i leaves,i n_cells,r center,r radius"
TEAM, TEAMS = 8, 16  # lanes that take a leaf in L2P (P2M: half of them), and such teams in a block
UNROLLED = 128  # coefficients of 4 bytes up to which P2M and L2P are unrolled


def _particles(
    expansion, order, call, names, dtype, threads, operands, result, *, grid, shared, scalars, unrolled=False
):  # fmt: skip
    """A kernel of particles.cuh."""
    defines = [("ORDER", order if unrolled else -1), ("SIZE", expansion.size(order)), ("NUMBER", TYPE[dtype.name])]
    if unrolled:
        defines.append(("CONSTANTS", ",".join(map(repr, expansion.harmonic_constants(order)))))
    headers = ["functions.h", f"{expansion.NAME}.h", "particles.cuh"]
    source = kernel_source(headers, call, signature(names), dtype, threads, defines)
    return launch.cuda(
        source, "entry", operands, [result], scalars=scalars, grid=grid, block=threads, shared=shared
    )[0]  # fmt: skip


def _unrolled(expansion, order, dtype):
    return expansion.size(order) * _BYTES[dtype.name] <= 4 * UNROLLED


def _p2m(expansion, order, cells, points, weights, components):
    dtype, k = points.dtype, weights.shape[2]
    if len(components) > 1 or highest(components) or not _unrolled(expansion, order, dtype):
        return _gather(expansion, order, None, cells, cells, points, weights, components)
    row, leaves, team, threads = _row(expansion, order), cells.leaves.shape[0], TEAM // 2, 128
    operands = [
        *constants(expansion, order, dtype), points, weights, cells.start, cells.count, cells.leaves, cells.n_leaves,
        cells.center, cells.radius,
    ]  # fmt: skip
    return _particles(
        expansion, order, f"moments<REAL, {team}, {threads}>",
        f"i ints,r reals,r points,r weights,{_LEAF},R out,n rhs,n row", dtype, threads, operands,
        jax.ShapeDtypeStruct((cells.radius.shape[0], k, row), dtype), grid=(-(-leaves * team // threads), k, 1),
        shared=0, scalars=(k, row), unrolled=True,
    )  # fmt: skip


def _l2p(expansion, order, cells, local, points, components):
    dtype, k, program = points.dtype, local.shape[1], expansion.target_program(components)
    sets, leaves = int(program[1]), cells.leaves.shape[0]
    each = sets * expansion.size(order) * _BYTES[dtype.name]  # bytes of a team
    team = TEAM if 32 // TEAM * each <= MOST_SHARED else 32
    least = 32 // team  # teams of a warp
    teams = max(least, min(TEAMS, 48 * 1024 // each // least * least))
    operands = [
        *constants(expansion, order, dtype), program, local, points, cells.start, cells.count, cells.leaves,
        cells.n_leaves, cells.center, cells.radius,
    ]  # fmt: skip
    return _particles(
        expansion, order, f"fields<REAL, {sets}, {team}, {team * teams}>",
        f"i ints,r reals,i steps,r coefficients,r points,{_LEAF},R out,n rhs,n row", dtype, team * teams, operands,
        jax.ShapeDtypeStruct((points.shape[0], len(components), k), dtype), grid=(-(-leaves // teams), k, 1),
        shared=-(-each * teams // 16) * 16, scalars=(k, local.shape[2]), unrolled=_unrolled(expansion, order, dtype),
    )  # fmt: skip


def _gather(expansion, order, far, sources, targets, points, weights, components):
    """P2M into the leaves of `targets` (far None) or P2L by a list."""
    dtype, k, raised = points.dtype, weights.shape[2], 0 if far is None else highest(components)
    program = expansion.source_program(components)
    nodes, row = targets.radius.shape[0], _row(expansion, order)
    none = jnp.zeros(1, jnp.int32)
    cells = (targets.leaves.shape[0], targets.n_leaves) if far is None else (nodes, targets.n_nodes)
    operands = [
        *constants(expansion, order, dtype, raised), program, points, weights, sources.start, sources.count,
        sources.leaves, cells[1], targets.center, targets.radius,
        *((none, none) if far is None else (far.start, far.source)),
    ]  # fmt: skip
    names = f"i ints,r reals,i steps,r points,r weights,{_LEAF},i list_start,i list,R out,n rhs,n row"
    call = f"gather<REAL, {len(components)}, {'false' if far is None else 'true'}>"
    shared = int(program[1]) * expansion.size(order + raised) * _BYTES[dtype.name]
    result = jax.ShapeDtypeStruct((nodes, k, row), dtype)
    return _particles(
        expansion, order, call, names, dtype, 32, operands, result, grid=(cells[0], k, 1), shared=shared,
        scalars=(k, row),
    )  # fmt: skip


def _m2p(expansion, order, far, multipoles, targets, sources, points, components):
    dtype, k, raised = points.dtype, multipoles.shape[1], highest(components)
    program = expansion.target_program(components)
    operands = [
        *constants(expansion, order, dtype, raised), program, multipoles, points, targets.start, targets.count,
        targets.leaves, targets.n_leaves, sources.center, sources.radius, far.start, far.source,
    ]  # fmt: skip
    names = f"i ints,r reals,i steps,r coefficients,r points,{_LEAF},i list_start,i list,R out,n rhs,n row"
    threads, sets = 64, int(program[1])
    shared = sets * expansion.size(order + raised) * _BYTES[dtype.name]
    result = jax.ShapeDtypeStruct((points.shape[0], len(components), k), dtype)
    return _particles(
        expansion, order, f"evaluate<REAL, {sets}, {threads}>", names, dtype, threads, operands, result,
        grid=(targets.leaves.shape[0], k, 1), shared=shared, scalars=(k, multipoles.shape[2]),
    )  # fmt: skip


def _translation(expansion, order, call, names, dtype, register_order):
    """(source, threads, teams, lanes, pairs per team, bytes of shared memory) of a kernel of translations.cuh."""
    size = _BYTES[dtype.name]
    registers = order <= register_order[dtype.name]
    if registers:
        lanes, pairs, staged, room = 32, PAIRS, False, _room(expansion.size(order), 32, size)
        teams = next((n for n in (4, 2) if 2 * n * room <= MOST_SHARED), 1)  # at least two blocks fit a multiprocessor
        threads, shared = 32 * teams, teams * room
    else:
        threads, teams, pairs = 512, 1, 4 * PAIRS
        arrays = 2 * expansion.size(order) + 5 * (order + 1)
        tables = expansion.table_bytes(order, size)
        forms = [(_room(arrays, n, size) + staged * tables, n, staged) for n in (32, 16, 8) for staged in (True, False)]
        shared, lanes, staged = next(form for form in forms if form[0] <= MOST_SHARED)
    defines = [
        ("ORDER", order), ("SIZE", expansion.size(order)), ("REGISTERS", int(registers)), ("STAGED", int(staged)),
        ("LANES", lanes), ("THREADS", threads), ("PAIRS", pairs),
        ("SYNC()", "__syncwarp()" if registers else "__syncthreads()"),
    ]  # fmt: skip
    struct = expansion.lane(order) if registers else ""
    headers = ["functions.h", f"{expansion.NAME}.h", "translations.cuh"]
    source = kernel_source(headers, call, signature(names), dtype, threads, defines, struct)
    return source, threads, teams, lanes, pairs, shared


def _room(arrays, lanes, size):
    return -(-(arrays * (lanes + 1) * size + (2 * lanes + 4) * 4) // 16) * 16


def _shift(expansion, order, rows, cells, up):
    """M2M (up) or L2L, in place."""
    dtype, k = rows.dtype, rows.shape[1]
    nodes = cells.radius.shape[0]
    names = "i ints,r reals,i child,i parent,r center,r radius,i n_nodes,r rows_in,i work_in,R rows,I work,n rhs"
    call = f"shift<REAL, {'true' if up else 'false'}>"
    source, threads, teams, lanes, _, shared = _translation(
        expansion, order, call, names, dtype, expansion.REGISTER_SHIFT_ORDER
    )
    operands = [
        *constants(expansion, order, dtype), cells.child, cells.parent, cells.center, cells.radius, cells.n_nodes,
        rows, jnp.zeros(nodes + 1, jnp.int32),
    ]  # fmt: skip
    results = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in operands[-2:]]
    return launch.cuda(
        source, "entry", operands, results, scalars=(k,), grid=-(-nodes // (lanes * teams)),
        block=threads, shared=shared, aliases={7: 0, 8: 1},
    )[0]  # fmt: skip


def upward(expansion, order, cells, points, weights, components):
    """P2M and M2M: the multipoles of all nodes."""
    multipoles = _p2m(expansion, order, cells, points, weights, components)
    return _shift(expansion, order, multipoles, cells, up=True)


def m2l(expansion, order, multipoles, targets, sources, far):
    """The local expansions of the target cells by the pairs of the list."""
    dtype, k = multipoles.dtype, multipoles.shape[1]
    names = (
        "i ints,r reals,r multipoles,r target_center,r target_radius,r source_center,r source_radius,i n_targets,"
        "i list_start,i list_target,i list_source,R local,n rhs"
    )
    source, threads, teams, _, pairs, shared = _translation(
        expansion, order, "m2l<REAL>", names, dtype, expansion.REGISTER_ORDER
    )
    operands = [
        *constants(expansion, order, dtype), multipoles, targets.center, targets.radius, sources.center,
        sources.radius, targets.n_nodes, far.start, far.target, far.source,
    ]  # fmt: skip
    result = jax.ShapeDtypeStruct((targets.radius.shape[0], *multipoles.shape[1:]), dtype)
    blocks = -(-((far.source.shape[0] + targets.radius.shape[0]) // pairs + 1) // teams)
    return launch.cuda(
        source, "entry", operands, [result], scalars=(k,), grid=(blocks, k, 1), block=threads, shared=shared
    )[0]  # fmt: skip


def downward(expansion, order, cells, local, points, components):
    """L2L and L2P: what the local expansions give at the particles."""
    local = _shift(expansion, order, local, cells, up=False)
    return _l2p(expansion, order, cells, local, points, components)


def m2p(expansion, order, multipoles, targets, sources, points, far, components):
    """What the multipoles of the listed cells give at the particles of the target leaves."""
    return _m2p(expansion, order, far, multipoles, targets, sources, points, components)


def p2l(expansion, order, targets, sources, points, weights, far, components):
    """The local expansions of the target cells by the particles of the listed source leaves."""
    return _gather(expansion, order, far, sources, targets, points, weights, components)


THREADS, TARGETS, WINDOW = 128, 4, 16384  # of particle sums: per block, per thread, bytes of sources at a time
# Of P2P: blocks have half as many threads for leaves of at most so many points, if there are at least so many leaves.
FEW_POINTS, MANY_LEAVES = 48, 16384
# Warps whose registers should fit a multiprocessor: fewer registers and more warps, or the other way, were slower.
P2P_WARPS = {"float32": 24, "float64": 12}
CUT = 256  # places of a list that a block takes, at most twice as many

# Division and square roots of float32 to 2 ulp, denormals as zeros: pair bodies that users write are full of them.
OPTIONS = ("--prec-div=false", "--prec-sqrt=false", "--ftz=true")


def _records(body, source_points, weights):
    """Sources as kernels read them: position, weights, and zeros to whole 16 bytes."""
    n, dtype = len(source_points), source_points.dtype
    padding = jnp.zeros((n, -(body.dim + body.weights) % 4), dtype)
    return jnp.concatenate([source_points, weights.reshape(n, -1), padding], axis=1)


def _p2p_sizes(body, dtype, room):
    """(targets per thread, sources in a window): a thread has `room` registers for the sums of its targets."""
    size = _BYTES[dtype.name]
    per = max(1, min(TARGETS, room // (body.results * size // 4)))
    return per, WINDOW // (size * (-(-(body.dim + body.weights) // 4) * 4))


def p2p_source(body, dtype, threads=THREADS):
    """The CUDA source of P2P for a pair body, with the kernel `entry`."""
    per, window = _p2p_sizes(body, dtype, 64)
    names = (
        "r targets,r rows,r parameters,i target_ranges,i source_ranges,i n_leaves,i list_begin,i list_end,"
        "i list_target,i list,i place,r far,i work_in,R out,I work,n leaves"
    )
    call = f"p2p<{body.name}, REAL, {threads}, {per}, {window}, {CUT}>"
    return kernel_source(
        ["functions.h", "p2p.cuh"], call, signature(names), dtype, threads, struct=body.text,
        blocks=P2P_WARPS[dtype.name] * 32 // threads if _few(body, dtype, per) else None,
    )  # fmt: skip


def _few(body, dtype, per):
    """Whether the sums of a thread take few registers."""
    return body.results * _BYTES[dtype.name] // 4 * per <= 32


def _ranges(tree):
    """First point and count of each leaf."""
    return jnp.stack([tree.start[tree.leaves], tree.count[tree.leaves]], axis=1)


def p2p(kernel, targets, sources, points, source_points, weights, near, far, source_components, target_components):
    """Adds the sums over the listed leaf pairs to `far`; the result is in the order of the points as given."""
    dtype = jnp.dtype(points.dtype)
    few = targets.leaf_size <= FEW_POINTS and targets.leaves.shape[0] >= MANY_LEAVES
    threads = THREADS // 2 if few else THREADS
    lists = [
        _ranges(targets), _ranges(sources), targets.n_leaves, near.begin, near.end, near.target, near.source,
        targets.order,
    ]  # fmt: skip
    leaves, pieces = targets.leaves.shape[0], -(-near.source.shape[0] // CUT)
    work = jnp.zeros(pieces + 1, jnp.int32)

    def run(body, weights, parameters, far):
        operands = [points, _records(body, source_points, weights), parameters, *lists, far, work]
        return launch.cuda(
            p2p_source(body, dtype, threads), "entry", operands,
            [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in (far, work)], scalars=(leaves,), grid=leaves + pieces,
            block=threads, options=OPTIONS, aliases={len(operands) - 1: 1},
        )[:1]  # fmt: skip

    return compiled.p2p(kernel, source_points, weights, far, source_components, target_components, run)


_ALL_PAIRS = Signature("direct", operands="r targets rows parameters", results="r out", numbers="i m n part")
# Of sums over all pairs: multiprocessors to keep busy, those of an H100 or H200, and blocks that should fit one of them
# (so many that what only the compensation needs, once a window, is kept out of the registers).
WORKERS, RESIDENT = 132, {"float32": 4, "float64": 3}


def all_pairs_source(body, dtype):
    """(source, targets per block) of the sum over all pairs for a pair body, with the kernel `entry`."""
    per, window = _p2p_sizes(body, dtype, 32)
    call = f"direct<{body.name}, REAL, {THREADS}, {per}, {window}>"
    source = kernel_source(
        ["functions.h", "direct.cuh"], call, _ALL_PAIRS, dtype, THREADS, struct=body.text,
        blocks=RESIDENT[dtype.name] if _few(body, dtype, per) else None,
    )  # fmt: skip
    return source, 32 * per


def all_pairs(body, parameters, points, source_points, weights, part):
    """The sums over all pairs by parts of `part` sources: (m, d), (n, d), (n, components, k) -> (parts, m, results)."""
    dtype, m, n = jnp.dtype(points.dtype), len(points), len(source_points)
    source, tile = all_pairs_source(body, dtype)
    parts = -(-n // part)
    given = {
        "targets": points, "rows": _records(body, source_points, weights), "parameters": parameters,
        "out": (parts, m, body.results), "m": m, "n": n, "part": part,
    }  # fmt: skip
    return _ALL_PAIRS.cuda(source, dtype, given, grid=(-(-m // tile), parts, 1), block=THREADS, options=OPTIONS)["out"]
