"""The passes of the FMM and the treecode as C++ kernels on XLA's threads (custom_ops/cpu, custom_ops/include).

Each function is one custom call. `cells` is anything with the arrays of a tree (tree/build.py says what they are).
Points, weights and results of particles are in the order of the tree: points (n, d), weights (n, components, k),
results (m, components, k). Coefficients are (nodes, k, coefficients). `expansion` holds the constant tables
(expansions/tables3d.py, tables2d.py).
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.native import launch
from jaxfmm.ops import compiled
from jaxfmm.ops.compiled import constants, highest
from jaxfmm.tree.traverse import ONE_IMAGE

PLATFORM = "cpu"
_VECTOR = {"float32": "vf, float", "float64": "vd, double"}


def reason():
    """None, or why these operations are absent."""
    return launch.cpu_reason()


def lowering_reason():
    """None: the library serves every CPU."""
    return None


def _pass(expansion, name, operands, shapes, scalars, aliases=None):
    dtype = operands[1].dtype  # of the tables
    results = [jax.ShapeDtypeStruct(shape, dtype) for shape in shapes]
    kernel = launch.typed(f"{expansion.NAME}_{name}", dtype)
    return launch.cpu(None, kernel, operands, results, scalars=scalars, aliases=aliases)


def _levels(cells):
    return cells.level_start.shape[0] - 1


def upward(expansion, order, cells, points, weights, components):
    """P2M and M2M: the multipoles of all nodes."""
    nodes, k = cells.radius.shape[0], weights.shape[2]
    operands = [
        *constants(expansion, order, points.dtype),
        expansion.source_program(components),
        points,
        weights,
        cells.start,
        cells.count,
        cells.child,
        cells.center,
        cells.radius,
        cells.level_start,
        cells.leaves,
        cells.n_leaves,
    ]
    shape = (nodes, k, expansion.size(order))
    return _pass(expansion, "upward", operands, [shape], (k, _levels(cells)))[0]


def m2l(expansion, order, multipoles, targets, sources, far):
    """The local expansions of the target cells by the pairs of the list."""
    nodes, k = targets.radius.shape[0], multipoles.shape[1]
    operands = [
        *constants(expansion, order, multipoles.dtype),
        multipoles,
        targets.center,
        targets.radius,
        sources.center,
        sources.radius,
        far.start,
        far.source,
        far.images,
        targets.n_nodes,
    ]
    return _pass(expansion, "m2l", operands, [(nodes, *multipoles.shape[1:])], (k, nodes, far.bits))[0]


def downward(expansion, order, cells, local, points, components):
    """L2L and L2P: what the local expansions give at the particles."""
    k = local.shape[1]
    operands = [
        *constants(expansion, order, local.dtype),
        expansion.target_program(components),
        local,
        points,
        cells.start,
        cells.count,
        cells.parent,
        cells.center,
        cells.radius,
        cells.level_start,
        cells.leaves,
        cells.n_leaves,
    ]
    shapes = [local.shape, (points.shape[0], len(components), k)]
    return _pass(expansion, "downward", operands, shapes, (k, _levels(cells)), aliases={3: 0})[1]


def m2p(expansion, order, multipoles, targets, sources, points, far, components):
    """What the multipoles of the listed cells give at the particles of the target leaves."""
    k = multipoles.shape[1]
    operands = [
        *constants(expansion, order, points.dtype, highest(components)),
        expansion.target_program(components),
        multipoles,
        points,
        targets.start,
        targets.count,
        targets.leaves,
        targets.n_leaves,
        sources.center,
        sources.radius,
        far.start,
        far.source,
        far.images,
    ]
    return _pass(expansion, "m2p", operands, [(points.shape[0], len(components), k)], (k, far.bits))[0]


def p2l(expansion, order, targets, sources, points, weights, far, components):
    """The local expansions of the target cells by the particles of the listed source leaves."""
    nodes, k = targets.radius.shape[0], weights.shape[2]
    operands = [
        *constants(expansion, order, points.dtype, highest(components)),
        expansion.source_program(components),
        points,
        weights,
        sources.start,
        sources.count,
        sources.leaves,
        targets.center,
        targets.radius,
        far.start,
        far.source,
        far.images,
        targets.n_nodes,
    ]
    return _pass(expansion, "p2l", operands, [(nodes, k, expansion.size(order))], (k, nodes, far.bits))[0]


def p2p_kernel(body, dtype):
    """(name, definition) of the P2P kernel for a pair body."""
    name = launch.typed(f"p2p_{body.name}", dtype)
    call = f"p2p<{body.name}, {_VECTOR[dtype.name]}>(buffers, scalars, phase, begin, end)"
    return name, f"JAXFMM_KERNEL({name}) {{ return {call}; }}\n"


def p2p_reason(body, dtype):
    """None, or why P2P for this pair body cannot run here: it is neither built in nor is there a compiler."""
    return None if launch.built_in(p2p_kernel(body, dtype)[0]) else launch.compiler_reason()


def p2p_source(bodies, kernels):
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


def _p2p(body, points, source_points, weights, lists, far, bits):
    dtype = np.dtype(points.dtype)
    name, definition = p2p_kernel(body, dtype)
    source = None if launch.built_in(name) else p2p_source([body], [definition])
    operands = [points, source_points, weights, *lists, far]
    return launch.cpu(source, name, operands, [jax.ShapeDtypeStruct(far.shape, dtype)], scalars=(bits,))


def p2p(kernel, targets, sources, points, source_points, weights, near, far, source_components, target_components):
    """Adds the sums over the listed leaf pairs to `far`; the result is in the order of the points as given."""
    lists = [
        targets.start,
        targets.count,
        targets.leaves,
        targets.n_leaves,
        sources.start,
        sources.count,
        sources.leaves,
        near.begin,
        near.end,
        near.source,
        near.images,
        targets.order,
    ]

    def run(body, weights, parameters, far):
        return _p2p(body, points, source_points, weights, [parameters, *lists], far, near.bits)

    return compiled.p2p(kernel, source_points, weights, far, source_components, target_components, run)


WORKERS, TILE = 64, 128  # threads that a sum over all pairs should keep busy, however many there are; targets of a unit


def all_pairs(body, parameters, points, source_points, weights, part):
    """The sums over all pairs by parts of `part` sources: (m, d), (n, d), (n, components, k) -> (parts, m, results).

    P2P over lists: every part has targets of its own, in tiles, whose list is this one part.
    """
    m, n = len(points), len(source_points)
    starts = np.arange(0, n, part, dtype=np.int32)
    parts, tiles = len(starts), np.arange(0, m, TILE, dtype=np.int32)
    target_start = np.add.outer(m * np.arange(parts, dtype=np.int32), tiles).ravel()
    target_count = np.tile(np.minimum(m - tiles, TILE), parts)
    number, places = np.arange(len(target_start), dtype=np.int32), np.arange(parts, dtype=np.int32)
    begin = np.repeat(places, len(tiles))
    lists = [
        parameters,
        target_start,
        target_count,
        number,
        np.int32(len(number)),
        starts,
        np.minimum(n - starts, part),
        places,
        begin,
        begin + np.int32(1),
        places,
        jnp.zeros((1, body.dim), points.dtype),
        lax.iota(jnp.int32, parts * m),
    ]
    nothing = jnp.zeros((parts * m, body.results), points.dtype)
    points = jnp.tile(points, (parts, 1))
    return _p2p(body, points, source_points, weights, lists, nothing, ONE_IMAGE)[0].reshape(parts, m, -1)
