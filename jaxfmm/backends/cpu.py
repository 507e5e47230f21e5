"""The passes of the FMM and the treecode as C++ kernels on XLA's threads (custom_ops/cpu,
custom_ops/include). Each function is one custom call; `protocol.Backend` says what it does."""

import sys
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike

from jaxfmm.backends import compiled
from jaxfmm.backends.compiled import LIST, constants, highest, listed, wide_constants
from jaxfmm.backends.protocol import Cells, OfKernel, Operators, Pairs, Particles
from jaxfmm.backends.spherical import cpu as spherical_waves
from jaxfmm.codegen.bodies import Body, Function, radial_function
from jaxfmm.entries import ONE_IMAGE
from jaxfmm.kernels.base import Kernel
from jaxfmm.native import host, launch
from jaxfmm.native.signature import Signature, fields

PLATFORM = "cpu"
MISSING = ""
ACCURATE: Sequence[str] = ("p2p", "all_pairs", "downward")
PAIR_NUMBERS = range(2, sys.maxsize)
_VECTOR = {"float32": "vf, float", "float64": "vd, double"}


def reason() -> str | None:
    """None, or why these operations are absent."""
    return launch.cpu_reason()


def lowering_reason() -> None:
    """None: the library works on every CPU."""
    return None


UPWARD = Signature(
    "upward",
    operands="i ints,r reals,i program,r points weights,i start count child,r center radius,"
    "i level_start leaves n_leaves",
    results="r multipoles",
    numbers="i rhs levels",
)
M2L = Signature(
    "m2l",
    operands="i ints,r reals multipoles target_center target_radius source_center source_radius,"
    f"i n_targets,{LIST}",
    results="r local",
    numbers="i rhs nodes bits",
)
DOWNWARD = Signature(
    "downward",
    operands="i ints,r reals,i program,p local points,i start count parent,p center radius,"
    "i level_start leaves n_leaves",
    results="p result",
    scratch="r sums",
    numbers="i rhs levels",
)
M2P = Signature(
    "m2p",
    operands="i ints,r reals,i program,r multipoles points,i start count leaves n_leaves n_sources,"
    f"r center radius,{LIST}",
    results="r result",
    scratch="r derived",
    numbers="i rhs nodes bits",
)
P2L = Signature(
    "p2l",
    operands="i ints,r reals,i program,r points weights,i start count leaves n_targets,"
    f"r center radius,{LIST}",
    results="r local",
    numbers="i rhs nodes bits",
)
P2P = Signature(
    "p2p",
    operands="r targets sources weights parameters,i target_start target_count target_leaves"
    " n_leaves source_start source_count source_leaves list_begin list_end list_source,r images,"
    "i place,r far",
    results="r out",
    numbers="i bits block columns",
)
# P2P adds the sums of so many sources with compensation: usually, and for sums that are as accurate
# as in float64. Shorter sums take 1.1 times as long.
BLOCK, SHORT_BLOCK = 256, 8


def _pass(
    signature: Signature,
    expansion: Any,
    order: int,
    arguments: dict[str, Any],
    dtype: DTypeLike,
    raised: int = 0,
) -> dict[str, Array]:
    kernel, source = launch.typed(f"{expansion.NAME}_{signature.name}", dtype), None
    if expansion.kernel is not None and signature in (M2L, M2P, P2L):
        function = function_between(expansion, order, dtype, raised)
        kernel, definition = pass_between(expansion, signature, function, dtype)
        if not launch.built_in(kernel):
            source = passes_source([expansion.HEADER], [function], [definition])
    arguments |= constants(expansion, order, dtype, raised)
    return signature.cpu(dtype, arguments, kernel=kernel, source=source)


def function_between(
    expansion: OfKernel, order: int, dtype: DTypeLike, raised: int = 0
) -> Function:
    """The `bodies.Function` by which cells of a radial kernel act on others. A few functions are
    enough for all orders."""
    degree = max((expansion.kernel_degree(order) or 0) + raised, expansion.CPU_DEGREE)
    return radial_function(expansion.kernel, degree, dtype)


def passes_between(expansion: OfKernel) -> tuple[Signature, ...]:
    """The signatures of the passes that depend on the kernel."""
    return tuple(one for one in (M2L, M2P, P2L) if one.name in expansion.CPU_BETWEEN)


def pass_between(
    expansion: OfKernel, signature: Signature, function: Function, dtype: DTypeLike
) -> tuple[str, str]:
    """(name, definition) of the kernel of M2L, M2P or P2L for a radial kernel's function."""
    name = launch.typed(f"{expansion.NAME}_{signature.name}_{function.name}", dtype)
    vector, real = _VECTOR[np.dtype(dtype).name].split(", ")
    arguments = f"{signature.name.upper()}Arguments<{real}>(buffers, scalars)"
    template = f"{signature.name}<{expansion.cpu_family(function)}, {vector}>"
    call = f"{template}({arguments}, phase, begin, end)"
    return name, f"JAXFMM_KERNEL({name}) {{ return {call}; }}\n"


def passes_source(headers: list[str], functions: list[Function], kernels: list[str]) -> str:
    """The C++ source of such kernels."""
    structs = "\n".join(function.text for function in functions)
    included = "".join(f'#include "{header}_cpu.h"\n' for header in headers)
    return f"{included}\nnamespace {{\n\n{structs}\n}}  // namespace\n\n" + "".join(kernels)


def order_reason(expansion: Operators, order: int, dtype: DTypeLike) -> str | None:
    """None, or why the library lacks passes of this order."""
    if order <= expansion.CPU_ORDER:
        return None
    return f"only XLA has passes of {expansion.NAME} of order {order} for CPUs"


def between_reason(expansion: Any, order: int, dtype: DTypeLike) -> str | None:
    """None, or why M2L, M2P and P2L of a radial kernel cannot run here: the library does not have
    them, and a compiler is missing."""
    if expansion.kernel is None:
        return None
    function, passes = function_between(expansion, order, dtype), passes_between(expansion)
    built = all(launch.built_in(pass_between(expansion, one, function, dtype)[0]) for one in passes)
    return None if built else launch.compiler_reason()


def _level_arguments(cells: Cells, link: str) -> dict[str, Any]:
    """The arguments of passes from level to level that come from the tree."""
    names = f"start count {link} center radius level_start leaves n_leaves"
    return fields(cells, names) | {"levels": cells.level_start.shape[0] - 1}


def upward(expansion: Operators, order: int, sources: Particles, weights: Array) -> Array:
    k = weights.shape[2]
    arguments = _level_arguments(sources.tree, "child") | {
        "program": expansion.source_program(sources.components),
        "points": sources.points,
        "weights": weights,
        "multipoles": (len(sources.tree.radius), k, expansion.size(order)),
        "rhs": k,
    }
    return _pass(UPWARD, expansion, order, arguments, weights.dtype)["multipoles"]


def m2l(
    expansion: Operators,
    order: int,
    multipoles: Array,
    targets: Cells,
    sources: Cells,
    far: Pairs,
) -> Array:
    (_, k, n), nodes = multipoles.shape, len(targets.radius)
    arguments = listed(far) | fields(targets, "center radius", "target_")
    arguments |= fields(sources, "center radius", "source_") | {
        "multipoles": multipoles,
        "n_targets": targets.n_nodes,
        "local": (nodes, k, n),
        "rhs": k,
        "nodes": nodes,
    }
    return _pass(M2L, expansion, order, arguments, multipoles.dtype)["local"]


def downward(
    expansion: Operators, order: int, local: Array, targets: Particles, *, accurate: bool = False
) -> Array:
    k, dtype = local.shape[1], local.dtype
    arguments = _level_arguments(targets.tree, "parent") | {
        "program": expansion.target_program(targets.components),
        "points": targets.points,
        "local": local,
        "sums": local.shape,
        "result": (len(targets.points), len(targets.components), k),
        "rhs": k,
    }
    if not accurate or dtype == np.float64:
        return _pass(DOWNWARD, expansion, order, arguments, dtype)["result"]
    kernel = launch.typed(f"{expansion.NAME}_{DOWNWARD.name}", dtype) + "_in_f64"
    arguments |= wide_constants(expansion, order)
    return DOWNWARD.cpu(dtype, arguments, kernel=kernel, wide=True)["result"]


def m2p(
    expansion: Operators,
    order: int,
    multipoles: Array,
    targets: Particles,
    sources: Cells,
    far: Pairs,
) -> Array:
    nodes, k, raised = len(multipoles), multipoles.shape[1], highest(targets.components)
    program = expansion.target_program(targets.components)
    arguments = listed(far) | fields(targets.tree, "start count leaves n_leaves")
    arguments |= fields(sources, "center radius") | {
        "program": program,
        "multipoles": multipoles,
        "points": targets.points,
        "n_sources": sources.n_nodes,
        "nodes": nodes,
        "derived": (nodes, k, int(program[1]), expansion.size(order + raised)),
        "result": (len(targets.points), len(targets.components), k),
        "rhs": k,
    }
    return _pass(M2P, expansion, order, arguments, targets.points.dtype, raised)["result"]


def p2l(
    expansion: Operators,
    order: int,
    targets: Cells,
    sources: Particles,
    weights: Array,
    far: Pairs,
) -> Array:
    nodes, k, raised = len(targets.radius), weights.shape[2], highest(sources.components)
    arguments = listed(far) | fields(sources.tree, "start count leaves")
    arguments |= fields(targets, "center radius") | {
        "program": expansion.source_program(sources.components),
        "points": sources.points,
        "weights": weights,
        "n_targets": targets.n_nodes,
        "local": (nodes, k, expansion.size(order)),
        "rhs": k,
        "nodes": nodes,
    }
    return _pass(P2L, expansion, order, arguments, weights.dtype, raised)["local"]


def p2p_kernel(body: Body, dtype: DTypeLike) -> tuple[str, str]:
    """(name, definition) of the P2P kernel for a pair body."""
    name, vector = launch.typed(f"p2p_{body.name}", dtype), _VECTOR[np.dtype(dtype).name]
    template = f"p2p<{body.name}, {vector}>"
    if body.numbers_of:
        template = f"p2p_columns<{body.name}, {body.numbers_of}, {vector}>"
    call = f"{template}(buffers, scalars, phase, begin, end)"
    return name, f"JAXFMM_KERNEL({name}) {{ return {call}; }}\n"


def p2p_reason(body: Body, dtype: DTypeLike) -> str | None:
    """None, or why P2P for this pair body cannot run here: the library does not have it, and a
    compiler is missing."""
    return None if launch.built_in(p2p_kernel(body, dtype)[0]) else launch.compiler_reason()


def p2p_source(bodies: list[Body], kernels: list[str]) -> str:
    """The C++ source of P2P kernels for pair bodies."""
    structs = "\n".join(body.text for body in bodies)
    return "\n".join(
        [
            '#include "simd.h"\n',
            "namespace {\n",
            structs,
            "}  // namespace\n",
            '#include "p2p_columns.h"\n',
            "".join(kernels),
        ]
    )


def _p2p(body: Body, arguments: dict[str, Any], accurate: bool) -> Array:
    dtype = arguments["targets"].dtype
    arguments["block"] = SHORT_BLOCK if accurate and dtype == np.float32 else BLOCK
    arguments["columns"] = arguments["weights"].shape[2] if body.numbers_of else 1
    name, definition = p2p_kernel(body, dtype)
    source = None if launch.built_in(name) else host.UNROLLED + p2p_source([body], [definition])
    return P2P.cpu(dtype, arguments, kernel=name, source=source)["out"]


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
    names = "start count leaves"
    lists = fields(targets.tree, names, "target_") | fields(sources.tree, names, "source_")
    lists |= fields(near, "begin end source", "list_") | fields(near, "images bits")
    lists |= {"n_leaves": targets.tree.n_leaves, "place": targets.tree.order}
    points = {"targets": targets.points, "sources": sources.points}

    def run(body: Body, weights: Array, parameters: Array, far: Array) -> Array:
        own = {"weights": weights, "parameters": parameters, "far": far, "out": far.shape}
        return _p2p(body, points | lists | own, accurate)

    return compiled.p2p(kernel, targets, sources, weights, far, run, numbers=PAIR_NUMBERS)


TILE = 128  # targets of a unit of a sum over all pairs


def workers() -> int:
    """A fixed number, so that results do not depend on how many threads there are."""
    return 64


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
    # P2P over lists: every part of the sources has its own copies of the targets, in tiles, whose
    # list is this one part.
    m, n = len(targets), len(sources)
    results = (
        (body.results // body.numbers_of, weights.shape[2]) if body.numbers_of else (body.results,)
    )
    starts = np.arange(0, n, part, dtype=np.int32)
    parts, tiles = len(starts), np.arange(0, m, TILE, dtype=np.int32)
    target_start = np.add.outer(m * np.arange(parts, dtype=np.int32), tiles).ravel()
    places = np.arange(parts, dtype=np.int32)
    begin = np.repeat(places, len(tiles))
    arguments = dict(
        targets=jnp.tile(targets, (parts, 1)),
        sources=sources,
        weights=weights,
        parameters=parameters,
        target_start=target_start,
        target_count=np.tile(np.minimum(m - tiles, TILE), parts),
        target_leaves=np.arange(len(target_start), dtype=np.int32),
        n_leaves=np.int32(len(target_start)),
        source_start=starts,
        source_count=np.minimum(n - starts, part),
        source_leaves=places,
        list_begin=begin,
        list_end=begin + np.int32(1),
        list_source=places,
        images=jnp.zeros((1, body.dim), targets.dtype),
        place=lax.iota(jnp.int32, parts * m),
        far=jnp.zeros((parts * m, *results), targets.dtype),
        out=(parts * m, *results),
        bits=ONE_IMAGE,
    )
    return _p2p(body, arguments, accurate).reshape(parts, m, *results)


def spherical(dtype: DTypeLike) -> Any:
    """Translations of spherical waves (`backends.spherical`), None where the library lacks them."""
    return spherical_waves.translate if spherical_waves.usable(dtype) else None
