"""The passes of the FMM and the treecode as CUDA kernels, compiled by NVRTC for what is asked
(custom_ops/cuda).

The same functions as in `cpu`, with the same arguments. Rows of coefficients are padded to a
multiple of four here."""

from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from jaxfmm.backends import compiled, cuda_m2l_forms
from jaxfmm.backends.compiled import LIST, constants, highest, listed
from jaxfmm.backends.cuda_m2l_forms import Form
from jaxfmm.codegen.bodies import Body, radial_function
from jaxfmm.entries import ONE_IMAGE
from jaxfmm.kernels.base import Kernel
from jaxfmm.native import launch
from jaxfmm.native.signature import Signature, fields
from jaxfmm.native.source import TYPE, kernel_source

PLATFORM = "cuda"
_BYTES = {"float32": 4, "float64": 8}
PAIRS = 64, 512  # of M2L: places of a list that a team takes, at least and at most


def reason() -> Any:
    """None, or why these operations are absent. Does not look for a GPU."""
    return launch.cuda_reason()


def lowering_reason() -> Any:
    """None, or why nothing can be compiled for a GPU now: there is none, and none was named."""
    try:
        launch.cuda_architecture()
    except RuntimeError as error:
        return f"the GPU to compile for is unknown ({error}); set JAXFMM_CUDA_ARCH, such as sm_90"
    return None


def p2p_reason(body: Body, dtype: DTypeLike) -> None:
    """None: NVRTC is all that P2P needs for any pair body."""
    return None


def order_reason(expansion: Any, order: int, dtype: Any) -> Any:
    """None, or why there are none: NVRTC would take too long over the straight-line code of such an
    order, or the card has too little shared memory for it."""
    most = expansion.CUDA_ORDER
    if order > most:
        return f"GPUs have compiled passes of {expansion.NAME} up to order {most}, not {order}"
    try:
        for m2l in (True, False):
            cuda_m2l_forms.form(expansion, order, jnp.dtype(dtype), launch.most_shared(), m2l=m2l)
    except ValueError as too_large:
        return str(too_large)
    return None


def between_reason(expansion: Any, order: int, dtype: DTypeLike) -> None:
    """None: the same."""
    return None


def _row(expansion: Any, order: int) -> int:
    return -(-expansion.size(order) // 4) * 4


_CELLS = "i start count leaves n_cells,r center radius"
_MOMENTS = Signature(
    "moments",
    operands=f"i ints,r reals points weights,{_CELLS}",
    results="r out",
    numbers="i rhs row",
)
_FIELDS = Signature(
    "fields",
    operands=f"i ints,r reals,i steps,r coefficients points,{_CELLS}",
    results="r out",
    numbers="i rhs row",
)
_GATHER = Signature(
    "gather",
    operands=f"i ints,r reals,i steps,r points weights,{_CELLS},{LIST}",
    results="r out",
    numbers="i rhs row bits",
)
_EVALUATE = Signature(
    "evaluate",
    operands=f"i ints,r reals,i steps,r coefficients points,{_CELLS},{LIST}",
    results="r out",
    numbers="i rhs row bits",
)
TEAM, TEAMS = 8, 16  # lanes that take a leaf in L2P (P2M: half of them), and such teams in a block
# of L2P on a multiprocessor, for which more lanes take a leaf where coefficients need much room
LEAST_WARPS = 15
UNROLLED = 144  # coefficients of 4 bytes up to which P2M and L2P are unrolled


def _particles(
    signature: Signature,
    expansion: Any,
    order: int,
    template: tuple[int | str, ...],
    dtype: DTypeLike,
    *,
    grid: tuple[int, int, int],
    threads: int,
    shared: int = 0,
    static: int = 0,
    unrolled: bool = False,
    raised: int = 0,
    **given,
) -> jax.Array:
    """A kernel of particles.cuh."""
    defines = {
        "ORDER": order if unrolled else -1,
        "SIZE": expansion.size(order),
        "NUMBER": TYPE[dtype.name],
    }
    if unrolled:
        defines["CONSTANTS"] = ",".join(map(repr, expansion.harmonic_constants(order)))
    headers = ["functions.h", f"{expansion.HEADER}.h", "particles.cuh"]
    call = f"{signature.name}<REAL, {', '.join(map(str, template))}>"
    between = signature in (_GATHER, _EVALUATE)
    definitions = _definitions(expansion, order + raised if between else None, dtype)
    source = kernel_source(headers, call, signature, dtype, threads, defines, definitions)
    ints, reals = constants(expansion, order, dtype, raised)
    given |= {"ints": ints, "reals": reals}
    return signature.cuda(
        source, dtype, given, grid=grid, block=threads, shared=shared, static=static
    )["out"]


def _definitions(expansion: Any, degree: int | None, dtype: DTypeLike) -> str:
    """What a kernel is to know of the expansion; degree: up to which a radial kernel is derived,
    None if it is not."""
    if expansion.kernel is None or degree is None:
        return expansion.definitions(None)
    function = radial_function(expansion.kernel, degree, dtype)
    return function.text + expansion.definitions(function)


def _leaves(cells: Any) -> dict[str, jax.Array]:
    """The leaves of a tree, and its nodes."""
    return fields(cells, "start count leaves center radius") | {"n_cells": cells.n_leaves}


def _unrolled(expansion: Any, order: int, dtype: DTypeLike) -> bool:
    return expansion.size(order) * _BYTES[dtype.name] <= 4 * UNROLLED


def _p2m(
    expansion: Any,
    order: int,
    cells: Any,
    points: jax.Array,
    weights: jax.Array,
    components: tuple[tuple[int, ...], ...],
) -> jax.Array:
    dtype, k = points.dtype, weights.shape[2]
    if len(components) > 1 or highest(components) or not _unrolled(expansion, order, dtype):
        return _gather(expansion, order, None, cells, cells, points, weights, components)
    row, leaves, team, threads = _row(expansion, order), cells.leaves.shape[0], TEAM // 2, 128
    return _particles(
        _MOMENTS,
        expansion,
        order,
        (team, threads),
        dtype,
        **_leaves(cells),
        points=points,
        weights=weights,
        out=(cells.radius.shape[0], k, row),
        rhs=k,
        row=row,
        grid=(-(-leaves * team // threads), k, 1),
        threads=threads,
        unrolled=True,
    )


def _l2p(
    expansion: Any,
    order: int,
    cells: Any,
    local: jax.Array,
    points: jax.Array,
    components: tuple[tuple[int, ...], ...],
) -> jax.Array:
    dtype, k, program = points.dtype, local.shape[1], expansion.target_program(components)
    sets, leaves = int(program[1]), cells.leaves.shape[0]
    each = sets * expansion.size(order) * _BYTES[dtype.name]  # bytes of a team
    most = launch.most_shared()
    team = next((team for team in (TEAM, 16) if LEAST_WARPS * (32 // team) * each <= most), 32)
    least = 32 // team  # teams of a warp
    teams = max(least, min(TEAMS, 48 * 1024 // each // least * least))
    return _particles(
        _FIELDS,
        expansion,
        order,
        (sets, team, team * teams),
        dtype,
        steps=program,
        coefficients=local,
        points=points,
        **_leaves(cells),
        out=(points.shape[0], len(components), k),
        rhs=k,
        row=local.shape[2],
        grid=(-(-leaves // teams), k, 1),
        threads=team * teams,
        shared=-(-each * teams // 16) * 16,
        unrolled=_unrolled(expansion, order, dtype),
    )


def _gather(
    expansion: Any,
    order: int,
    far: Any,
    sources: Any,
    targets: Any,
    points: jax.Array,
    weights: jax.Array,
    components: tuple[tuple[int, ...], ...],
) -> jax.Array:
    """P2M into the leaves of `targets` (far None) or P2L by a list."""
    dtype, k, raised = points.dtype, weights.shape[2], 0 if far is None else highest(components)
    program = expansion.source_program(components)
    nodes, row = targets.radius.shape[0], _row(expansion, order)
    if far is None:
        none = jnp.zeros(1, jnp.int32)
        cells, pairs = (
            _leaves(sources),
            {"list_start": none, "list_source": none, "images": sources.center, "bits": ONE_IMAGE},
        )
    else:
        cells = fields(sources, "start count leaves") | fields(targets, "center radius")
        cells, pairs = cells | {"n_cells": targets.n_nodes}, listed(far)
    return _particles(
        _GATHER,
        expansion,
        order,
        (len(components), "false" if far is None else "true"),
        dtype,
        steps=program,
        points=points,
        weights=weights,
        **cells,
        **pairs,
        out=(nodes, k, row),
        rhs=k,
        row=row,
        grid=(targets.leaves.shape[0] if far is None else nodes, k, 1),
        threads=32,
        shared=int(program[1]) * expansion.size(order + raised) * _BYTES[dtype.name],
        static=32 * (33 * _BYTES[dtype.name] + 4),  # of `Moments`
        raised=raised,
    )


def m2p(
    expansion: Any,
    order: int,
    multipoles: jax.Array,
    targets: Any,
    sources: Any,
    points: jax.Array,
    far: Any,
    components: tuple[tuple[int, int], tuple[int, int], tuple[int, int]],
) -> jax.Array:
    """What the multipoles of the listed cells give at the particles of the target leaves."""
    dtype, k, raised = points.dtype, multipoles.shape[1], highest(components)
    program, threads = expansion.target_program(components), 64
    sets = int(program[1])
    return _particles(
        _EVALUATE,
        expansion,
        order,
        (sets, threads),
        dtype,
        steps=program,
        coefficients=multipoles,
        points=points,
        **_leaves(targets) | fields(sources, "center radius"),
        **listed(far),
        out=(points.shape[0], len(components), k),
        rhs=k,
        row=multipoles.shape[2],
        grid=(targets.leaves.shape[0], k, 1),
        threads=threads,
        shared=sets * expansion.size(order + raised) * _BYTES[dtype.name],
        raised=raised,
    )


def _translation(
    expansion: Any, order: int, call: str, signature: Signature, form: Form, dtype: DTypeLike
) -> tuple[str, int]:
    """The source of a kernel of translations_*.cuh, and the threads of a block."""
    threads = form.teams * form.threads
    defines = form.defines | {
        "ORDER": order,
        "SIZE": expansion.size(order),
        "WARPS": int(form.by_warps),
        "LANES": form.lanes,
        "THREADS": threads,
        "SYNC()": "__syncwarp()" if form.by_warps else "__syncthreads()",
    }
    struct = _definitions(
        expansion, expansion.kernel_degree(order) if signature is _M2L else None, dtype
    )
    headers = ["functions.h", "fours.cuh", f"{expansion.HEADER}.h", form.header]
    return kernel_source(
        headers, call, signature, dtype, threads, defines, struct + form.struct
    ), threads


def _tables(expansion: Any, order: int, name: str, form: Form, dtype: DTypeLike) -> Any:
    """The integers and reals of "m2l", "m2m" or "l2l" in a form."""
    ints, reals = constants(expansion, order, dtype)
    return ints, expansion.tensor_tiles(order, name) if form.tiles else reals


_CELLS_TO_SHIFT = "i ints,r reals,i child parent,r center radius,i n_nodes,r"
_M2M, _L2L = (
    Signature(
        "shift",
        operands=f"{_CELLS_TO_SHIFT} {rows},i work",
        results="r rows,i work",
        numbers="i rhs",
    )
    for rows in ("rows", "own")
)


def _shift(expansion: Any, order: int, rows: Any, cells: Any, up: bool) -> jax.Array:
    """M2M (up), in place, or L2L."""
    dtype, k, nodes = rows.dtype, rows.shape[1], cells.radius.shape[0]
    call, signature = f"shift<REAL, {'true' if up else 'false'}>", _M2M if up else _L2L
    form = cuda_m2l_forms.form(expansion, order, dtype, launch.most_shared(), m2l=False)
    source, threads = _translation(expansion, order, call, signature, form, dtype)
    ints, reals = _tables(expansion, order, "m2m" if up else "l2l", form, dtype)
    given = fields(cells, "child parent center radius n_nodes")
    given |= {"ints": ints, "reals": reals, "work": jnp.zeros(nodes + 1, jnp.int32), "rhs": k}
    given |= {"rows": rows} if up else {"own": rows, "rows": rows.shape}
    shifts = 2 * nodes if up and form.by_warps else nodes  # lanes
    grid = -(-shifts // (form.lanes * form.teams))
    return signature.cuda(source, dtype, given, grid=grid, block=threads, shared=form.bytes)["rows"]


def upward(
    expansion: Any,
    order: int,
    cells: Any,
    points: jax.Array,
    weights: jax.Array,
    components: tuple[tuple[int, ...], ...],
) -> jax.Array:
    """P2M and M2M: the multipoles of all nodes."""
    multipoles = _p2m(expansion, order, cells, points, weights, components)
    return _shift(expansion, order, multipoles, cells, up=True)


_M2L = Signature(
    "m2l",
    operands="i ints,r reals multipoles target_center target_radius source_center source_radius,"
    "i n_targets list_start list_target list_source,r images",
    results="r local",
    numbers="i rhs bits pairs",
)


def m2l(
    expansion: Any, order: int, multipoles: jax.Array, targets: Any, sources: Any, far: Any
) -> jax.Array:
    """The local expansions of the target cells by the pairs of the list."""
    dtype, k, nodes = multipoles.dtype, multipoles.shape[1], targets.radius.shape[0]
    form = cuda_m2l_forms.form(expansion, order, dtype, launch.most_shared(), m2l=True)
    source, threads = _translation(expansion, order, "m2l<REAL>", _M2L, form, dtype)
    ints, reals = _tables(expansion, order, "m2l", form, dtype)
    places = far.source.shape[0] + nodes
    pairs = min(max(places // form.busy // 32 * 32, PAIRS[0]), PAIRS[1])
    given = dict(
        ints=ints,
        reals=reals,
        multipoles=multipoles,
        target_center=targets.center,
        target_radius=targets.radius,
        source_center=sources.center,
        source_radius=sources.radius,
        n_targets=targets.n_nodes,
        list_start=far.start,
        list_target=far.target,
        list_source=far.source,
        images=far.images,
        local=(nodes, *multipoles.shape[1:]),
        rhs=k,
        bits=far.bits,
        pairs=pairs,
    )
    grid = (-(-(places // pairs + 1) // form.teams), k, 1)
    return _M2L.cuda(source, dtype, given, grid=grid, block=threads, shared=form.bytes)["local"]


def downward(
    expansion: Any,
    order: Any,
    cells: Any,
    local: jax.Array,
    points: jax.Array,
    components: tuple[tuple[int, ...], ...],
) -> jax.Array:
    """L2L and L2P: what the local expansions give at the particles."""
    local = _shift(expansion, order, local, cells, up=False)
    return _l2p(expansion, order, cells, local, points, components)


def p2l(
    expansion: Any,
    order: int,
    targets: Any,
    sources: Any,
    points: jax.Array,
    weights: jax.Array,
    far: Any,
    components: tuple[tuple[int, int], tuple[int, int], tuple[int, int]],
) -> jax.Array:
    """The local expansions of the target cells by the particles of the listed source leaves."""
    return _gather(expansion, order, far, sources, targets, points, weights, components)


THREADS, TARGETS, WINDOW = (
    128,
    4,
    16384,
)  # of particle sums: per block, per thread, bytes of sources at a time
# Of P2P: blocks have half as many threads for leaves of at most so many points, if there are at
# least so many leaves.
FEW_POINTS, MANY_LEAVES = 48, 16384
# Warps whose registers should fit a multiprocessor: fewer registers and more warps, or the other
# way, were slower.
P2P_WARPS = {"float32": 24, "float64": 12}
CUT = 256  # places of a list that a block takes, at most twice as many

# Division and square roots of float32 to 2 ulp, denormals as zeros: pair bodies that users write
# are full of them.
OPTIONS = ("--prec-div=false", "--prec-sqrt=false", "--ftz=true")


def _records(body: Body, source_points: jax.Array, weights: jax.Array) -> jax.Array:
    """Sources as kernels read them: position, weights, and zeros to whole 16 bytes."""
    n, dtype = len(source_points), source_points.dtype
    padding = jnp.zeros((n, -(body.dim + body.weights) % 4), dtype)
    return jnp.concatenate([source_points, weights.reshape(n, -1), padding], axis=1)


def _p2p_sizes(body: Body, dtype: DTypeLike, capacity: int) -> tuple[int, int]:
    """(targets per thread, sources in a window): a thread has `room` registers for the sums of its
    targets."""
    size = _BYTES[dtype.name]
    per = max(1, min(TARGETS, capacity // (body.results * size // 4)))
    return per, WINDOW // (size * (-(-(body.dim + body.weights) // 4) * 4))


_P2P = Signature(
    "p2p",
    operands="r targets rows parameters,i target_ranges source_ranges n_leaves list_begin list_end list_target"
    " list_source,r images,i place,r far,i work",
    results="r out,i work",
    numbers="i leaves bits",
)


def p2p_source(body: Body, dtype: DTypeLike, threads: int = THREADS) -> str:
    """The CUDA source of P2P for a pair body, with the kernel `entry`."""
    per, window = _p2p_sizes(body, dtype, 64)
    call = f"p2p<{body.name}, REAL, {threads}, {per}, {window}, {CUT}>"
    blocks = P2P_WARPS[dtype.name] * 32 // threads if _few(body, dtype, per) else None
    return kernel_source(
        ["functions.h", "p2p.cuh"], call, _P2P, dtype, threads, struct=body.text, blocks=blocks
    )


def _few(body: Body, dtype: DTypeLike, per: int) -> bool:
    """Whether the sums of a thread take few registers."""
    return body.results * _BYTES[dtype.name] // 4 * per <= 32


def _ranges(tree: Any) -> jax.Array:
    """First point and count of each leaf."""
    return jnp.stack([tree.start[tree.leaves], tree.count[tree.leaves]], axis=1)


def p2p(
    kernel: Kernel,
    targets: Any,
    sources: Any,
    points: jax.Array,
    source_points: jax.Array,
    weights: jax.Array,
    near: Any,
    far: jax.Array,
    source_components: tuple[tuple[int, int, int], ...],
    target_components: tuple[tuple[int, int, int], ...],
) -> jax.Array:
    """Adds the sums over the listed leaf pairs to `far`; the result is in the order of the points
    as given."""
    dtype = jnp.dtype(points.dtype)
    few = targets.leaf_size <= FEW_POINTS and targets.leaves.shape[0] >= MANY_LEAVES
    threads = THREADS // 2 if few else THREADS
    leaves, pieces = targets.leaves.shape[0], -(-near.source.shape[0] // CUT)

    def run(body, weights, parameters, far):
        given = dict(
            targets=points,
            rows=_records(body, source_points, weights),
            parameters=parameters,
            target_ranges=_ranges(targets),
            source_ranges=_ranges(sources),
            n_leaves=targets.n_leaves,
            list_begin=near.begin,
            list_end=near.end,
            list_target=near.target,
            list_source=near.source,
            images=near.images,
            place=targets.order,
            far=far,
            work=jnp.zeros(pieces + 1, jnp.int32),
            out=far.shape,
            leaves=leaves,
            bits=near.bits,
        )
        source = p2p_source(body, dtype, threads)
        return [
            _P2P.cuda(source, dtype, given, grid=leaves + pieces, block=threads, options=OPTIONS)[
                "out"
            ]
        ]

    return compiled.p2p(
        kernel, source_points, weights, far, source_components, target_components, run
    )


_ALL_PAIRS = Signature(
    "direct", operands="r targets rows parameters", results="r out", numbers="i m n part"
)
# Of sums over all pairs: multiprocessors to keep busy, those of an H100 or H200, and blocks that
# should fit one of them (so many that what only the compensation needs, once a window, is kept out
# of the registers).
WORKERS, RESIDENT = 132, {"float32": 4, "float64": 3}


def all_pairs_source(body: Body, dtype: DTypeLike) -> tuple[str, int]:
    """(source, targets per block) of the sum over all pairs for a pair body, with the kernel
    `entry`."""
    per, window = _p2p_sizes(body, dtype, 32)
    call = f"direct<{body.name}, REAL, {THREADS}, {per}, {window}>"
    source = kernel_source(
        ["functions.h", "direct.cuh"],
        call,
        _ALL_PAIRS,
        dtype,
        THREADS,
        struct=body.text,
        blocks=RESIDENT[dtype.name] if _few(body, dtype, per) else None,
    )
    return source, 32 * per


def all_pairs(
    body: Body,
    parameters: jax.Array,
    points: jax.Array,
    source_points: jax.Array,
    weights: jax.Array,
    part: int,
) -> jax.Array:
    """The sums over all pairs by parts of `part` sources: (m, d), (n, d), (n, components, k) ->
    (parts, m, results)."""
    dtype, m, n = jnp.dtype(points.dtype), len(points), len(source_points)
    source, tile = all_pairs_source(body, dtype)
    parts = -(-n // part)
    given = {
        "targets": points,
        "rows": _records(body, source_points, weights),
        "parameters": parameters,
        "out": (parts, m, body.results),
        "m": m,
        "n": n,
        "part": part,
    }
    return _ALL_PAIRS.cuda(
        source, dtype, given, grid=(-(-m // tile), parts, 1), block=THREADS, options=OPTIONS
    )["out"]
