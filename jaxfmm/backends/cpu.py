"""The passes of the FMM and the treecode as C++ kernels on XLA's threads (custom_ops/cpu,
custom_ops/include).

Each function is one custom call. `cells` is anything with the arrays of a tree (tree/build.py says
what they are). Points, weights and results of particles are in the order of the tree: points (n,
d), weights (n, components, k), results (m, components, k). Coefficients are (nodes, k,
coefficients). `expansion` holds the constant tables (expansions/laplace3d/tables.py, tables2d.py).
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import DTypeLike

from jaxfmm.backends import compiled
from jaxfmm.backends.compiled import LIST, constants, highest, listed
from jaxfmm.backends.spherical import cpu as waves
from jaxfmm.codegen.bodies import Body, Function, radial_function
from jaxfmm.entries import ONE_IMAGE
from jaxfmm.native import launch
from jaxfmm.native.signature import Signature, fields

PLATFORM = "cpu"
_VECTOR = {"float32": "vf, float", "float64": "vd, double"}


def reason() -> Any:
    """None, or why these operations are absent."""
    return launch.cpu_reason()


def lowering_reason() -> None:
    """None: the library serves every CPU."""
    return None


_CELLS = "i start count {},r center radius,i level_start leaves n_leaves"
UPWARD = Signature(
    "upward",
    operands="i ints,r reals,i program,r points weights," + _CELLS.format("child"),
    results="r multipoles",
    numbers="i rhs levels",
)
M2L = Signature(
    "m2l",
    operands="i ints,r reals multipoles target_center target_radius source_center source_radius,i n_targets,"
    + LIST,
    results="r local",
    numbers="i rhs nodes bits",
)
DOWNWARD = Signature(
    "downward",
    operands="i ints,r reals,i program,r local points," + _CELLS.format("parent"),
    results="r local result",
    numbers="i rhs levels",
)
M2P = Signature(
    "m2p",
    operands="i ints,r reals,i program,r multipoles points,i start count leaves n_leaves,r center radius,"
    + LIST,
    results="r result",
    numbers="i rhs bits",
)
P2L = Signature(
    "p2l",
    operands="i ints,r reals,i program,r points weights,i start count leaves n_targets,r center radius,"
    + LIST,
    results="r local",
    numbers="i rhs nodes bits",
)
P2P = Signature(
    "p2p",
    operands="r targets sources weights parameters,i target_start target_count target_leaves n_leaves source_start"
    " source_count source_leaves list_begin list_end list_source,r images,i place,r far",
    results="r out",
    numbers="i bits",
)


def _pass(
    signature: Signature, expansion: Any, order: int, dtype: DTypeLike, raised: int = 0, **given
) -> Any:
    ints, reals = constants(expansion, order, dtype, raised)
    kernel, source = launch.typed(f"{expansion.NAME}_{signature.name}", dtype), None
    if expansion.kernel is not None and signature in (M2L, M2P, P2L):
        function = function_between(expansion, order, dtype, raised)
        kernel, definition = pass_between(expansion, signature, function, dtype)
        source = (
            None
            if launch.built_in(kernel)
            else passes_source([expansion.HEADER], [function], [definition])
        )
    return signature.cpu(
        dtype, {"ints": ints, "reals": reals, **given}, kernel=kernel, source=source
    )


def function_between(expansion: Any, order: int, dtype: DTypeLike, raised: int = 0) -> Function:
    """The `bodies.Function` by which cells of a radial kernel act on others; few functions serve
    all orders."""
    degree = max(expansion.kernel_degree(order) + raised, expansion.CPU_DEGREE)
    return radial_function(expansion.kernel, degree, dtype)


def passes_between(expansion: Any) -> tuple[Signature, ...]:
    """The signatures of the passes that depend on the kernel."""
    return tuple(one for one in (M2L, M2P, P2L) if one.name in expansion.CPU_BETWEEN)


def pass_between(
    expansion: Any, signature: Signature, function: Function, dtype: DTypeLike
) -> tuple[str, str]:
    """(name, definition) of the kernel of M2L, M2P or P2L for a radial kernel's function."""
    name = launch.typed(f"{expansion.NAME}_{signature.name}_{function.name}", dtype)
    vector, real = _VECTOR[np.dtype(dtype).name].split(", ")
    arguments = f"{signature.name.upper()}Arguments<{real}>(buffers, scalars)"
    call = f"{signature.name}<{expansion.cpu_family(function)}, {vector}>({arguments}, phase, begin, end)"
    return name, f"JAXFMM_KERNEL({name}) {{ return {call}; }}\n"


def passes_source(headers: list[str], functions: list[Function], kernels: list[str]) -> str:
    """The C++ source of such kernels."""
    structs = "\n".join(function.text for function in functions)
    included = "".join(f'#include "{header}_cpu.h"\n' for header in headers)
    return f"{included}\nnamespace {{\n\n{structs}\n}}  // namespace\n\n" + "".join(kernels)


def order_reason(expansion: Any, order: int, dtype: DTypeLike) -> Any:
    """None, or that the library has none of this expansion."""
    return (
        None
        if order <= expansion.CPU_ORDER
        else f"there are no passes of {expansion.NAME} for CPUs but XLA's"
    )


def between_reason(expansion: Any, order: int, dtype: DTypeLike) -> Any:
    """None, or why M2L, M2P and P2L of a radial kernel cannot run here: they are neither built in
    nor is there a compiler."""
    if expansion.kernel is None:
        return None
    function, passes = function_between(expansion, order, dtype), passes_between(expansion)
    built = all(launch.built_in(pass_between(expansion, one, function, dtype)[0]) for one in passes)
    return None if built else launch.compiler_reason()


def _levels(cells: Any, link: str) -> dict[str, jax.Array]:
    """What passes from level to level read of a tree."""
    names = f"start count {link} center radius level_start leaves n_leaves"
    return fields(cells, names) | {"levels": cells.level_start.shape[0] - 1}


def upward(
    expansion: Any,
    order: int,
    cells: Any,
    points: jax.Array,
    weights: jax.Array,
    components: tuple[tuple[int, ...], ...],
) -> jax.Array:
    """P2M and M2M: the multipoles of all nodes."""
    nodes, k = cells.radius.shape[0], weights.shape[2]
    given = _levels(cells, "child") | {
        "program": expansion.source_program(components),
        "points": points,
    }
    shape = (nodes, k, expansion.size(order))
    out = _pass(
        UPWARD, expansion, order, points.dtype, **given, weights=weights, multipoles=shape, rhs=k
    )
    return out["multipoles"]


def m2l(
    expansion: Any, order: int, multipoles: jax.Array, targets: Any, sources: Any, far: Any
) -> jax.Array:
    """The local expansions of the target cells by the pairs of the list."""
    (_, k, n), nodes = multipoles.shape, targets.radius.shape[0]
    out = _pass(
        M2L,
        expansion,
        order,
        multipoles.dtype,
        multipoles=multipoles,
        target_center=targets.center,
        target_radius=targets.radius,
        source_center=sources.center,
        source_radius=sources.radius,
        n_targets=targets.n_nodes,
        **listed(far),
        local=(nodes, k, n),
        rhs=k,
        nodes=nodes,
    )
    return out["local"]


def downward(
    expansion: Any,
    order: Any,
    cells: Any,
    local: jax.Array,
    points: jax.Array,
    components: tuple[tuple[int, ...], ...],
) -> jax.Array:
    """L2L and L2P: what the local expansions give at the particles."""
    k = local.shape[1]
    given = _levels(cells, "parent") | {
        "program": expansion.target_program(components),
        "points": points,
    }
    shape = (points.shape[0], len(components), k)
    return _pass(
        DOWNWARD, expansion, order, local.dtype, **given, local=local, result=shape, rhs=k
    )["result"]


def m2p(
    expansion: Any,
    order: int,
    multipoles: jax.Array,
    targets: Any,
    sources: Any,
    points: jax.Array,
    far: Any,
    components: tuple[tuple[int, ...], ...],
) -> jax.Array:
    """What the multipoles of the listed cells give at the particles of the target leaves."""
    k = multipoles.shape[1]
    out = _pass(
        M2P,
        expansion,
        order,
        points.dtype,
        highest(components),
        program=expansion.target_program(components),
        multipoles=multipoles,
        points=points,
        **fields(targets, "start count leaves n_leaves"),
        center=sources.center,
        radius=sources.radius,
        **listed(far),
        result=(points.shape[0], len(components), k),
        rhs=k,
    )
    return out["result"]


def p2l(
    expansion: Any,
    order: int,
    targets: Any,
    sources: Any,
    points: jax.Array,
    weights: jax.Array,
    far: Any,
    components: tuple[tuple[int, ...], ...],
) -> jax.Array:
    """The local expansions of the target cells by the particles of the listed source leaves."""
    nodes, k = targets.radius.shape[0], weights.shape[2]
    out = _pass(
        P2L,
        expansion,
        order,
        points.dtype,
        highest(components),
        program=expansion.source_program(components),
        points=points,
        weights=weights,
        **fields(sources, "start count leaves"),
        n_targets=targets.n_nodes,
        center=targets.center,
        radius=targets.radius,
        **listed(far),
        local=(nodes, k, expansion.size(order)),
        rhs=k,
        nodes=nodes,
    )
    return out["local"]


def p2p_kernel(body: Body, dtype: DTypeLike) -> tuple[str, str]:
    """(name, definition) of the P2P kernel for a pair body."""
    name = launch.typed(f"p2p_{body.name}", dtype)
    call = f"p2p<{body.name}, {_VECTOR[dtype.name]}>(buffers, scalars, phase, begin, end)"
    return name, f"JAXFMM_KERNEL({name}) {{ return {call}; }}\n"


def p2p_reason(body: Any, dtype: Any) -> Any:
    """None, or why P2P for this pair body cannot run here: it is neither built in nor is there a
    compiler."""
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
            '#include "p2p_cpu.h"\n',
            "".join(kernels),
        ]
    )


def _p2p(body: Body, **given) -> Any:
    dtype = np.dtype(given["targets"].dtype)
    name, definition = p2p_kernel(body, dtype)
    source = None if launch.built_in(name) else p2p_source([body], [definition])
    return P2P.cpu(dtype, given, kernel=name, source=source)["out"]


def p2p(
    kernel: Any,
    targets: Any,
    sources: Any,
    points: jax.Array,
    source_points: jax.Array,
    weights: jax.Array,
    near: Any,
    far: jax.Array,
    source_components: tuple[tuple[int, ...], ...],
    target_components: tuple[tuple[int, ...], ...],
) -> jax.Array:
    """Adds the sums over the listed leaf pairs to `far`; the result is in the order of the points
    as given."""

    def run(body, weights, parameters, far):
        out = _p2p(
            body,
            targets=points,
            sources=source_points,
            weights=weights,
            parameters=parameters,
            target_start=targets.start,
            target_count=targets.count,
            target_leaves=targets.leaves,
            n_leaves=targets.n_leaves,
            source_start=sources.start,
            source_count=sources.count,
            source_leaves=sources.leaves,
            list_begin=near.begin,
            list_end=near.end,
            list_source=near.source,
            images=near.images,
            place=targets.order,
            far=far,
            out=far.shape,
            bits=near.bits,
        )
        return [out]

    return compiled.p2p(
        kernel, source_points, weights, far, source_components, target_components, run
    )


WORKERS, TILE = (
    64,
    128,
)  # threads that a sum over all pairs should keep busy, however many there are; targets of a unit


def all_pairs(
    body: Body,
    parameters: jax.Array,
    points: jax.Array,
    source_points: jax.Array,
    weights: jax.Array,
    part: int,
) -> jax.Array:
    """The sums over all pairs by parts of `part` sources: (m, d), (n, d), (n, components, k) ->
    (parts, m, results).

    P2P over lists: every part has targets of its own, in tiles, whose list is this one part.
    """
    m, n = len(points), len(source_points)
    starts = np.arange(0, n, part, dtype=np.int32)
    parts, tiles = len(starts), np.arange(0, m, TILE, dtype=np.int32)
    target_start = np.add.outer(m * np.arange(parts, dtype=np.int32), tiles).ravel()
    places = np.arange(parts, dtype=np.int32)
    begin = np.repeat(places, len(tiles))
    out = _p2p(
        body,
        targets=jnp.tile(points, (parts, 1)),
        sources=source_points,
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
        images=jnp.zeros((1, body.dim), points.dtype),
        place=lax.iota(jnp.int32, parts * m),
        far=jnp.zeros((parts * m, body.results), points.dtype),
        out=(parts * m, body.results),
        bits=ONE_IMAGE,
    )
    return out.reshape(parts, m, -1)


def spherical(dtype: DTypeLike) -> Any:
    """Translations of spherical waves (`backends.spherical`), None where the library lacks them."""
    return waves.translate if waves.usable(dtype) else None
