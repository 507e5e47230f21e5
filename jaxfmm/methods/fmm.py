"""The fast multipole method and the treecode: upward pass, interactions, downward pass.

Flow of data (Yokota & Barba 2011, section 2): charges -> P2M -> M2M -> M2L -> L2L -> L2P for the far field, P2P for the
near field; the treecode evaluates multipoles at the particles (M2P) instead of M2L, L2L, L2P, and its transpose makes
local expansions from particles (P2L) instead of P2M, M2M, M2L.
"""

import dataclasses
import functools

import jax.numpy as jnp
from jax import lax

from jaxfmm.expansions import compiled2d, compiled3d, laplace2d, laplace3d
from jaxfmm.kernels.base import components
from jaxfmm.kernels.laplace import Laplace, Logarithm
from jaxfmm.kernels.vortex import VortexBlob
from jaxfmm.methods import blocks
from jaxfmm.methods.interpolated import interpolated_sum
from jaxfmm.ops import backends, cells
from jaxfmm.ops.p2p import p2p
from jaxfmm.tree.build import level_chunks

# The expansions of kernels in dimensions: in XLA, and what compiled operations use of the same expansions.
_IN_3D = (lambda kernel: laplace3d), (lambda kernel: compiled3d)
_IN_2D = (lambda kernel: laplace2d.Expansion(kernel.offset)), (lambda kernel: compiled2d.Compiled(kernel.offset))
_EXPANSIONS = {(Laplace, 3): _IN_3D, (Logarithm, 2): _IN_2D, (VortexBlob, 2): _IN_2D}


def family(kernel, dim):
    """The kind of expansions that `kernel` has in `dim` dimensions: "harmonic", "interpolated" or None."""
    if (type(kernel), dim) in _EXPANSIONS:
        return "harmonic"
    return "interpolated" if kernel.interpolated and dim <= 3 else None


def expansion_of(kernel, dim, *, compiled):
    """The operators of the expansions of `kernel`, in XLA or for compiled operations."""
    return _EXPANSIONS[type(kernel), dim][compiled](kernel)


def upward(expansion, order, tree, points, weights, source_orders, sizes):
    """Multipole expansions (nodes, k, coefficients) of all nodes: P2M at the leaves, then M2M."""
    multipoles = cells.p2m(
        expansion, order, points, weights, tree.leaves, tree.n_leaves, tree.center, tree.radius, source_orders, sizes
    )
    walk = functools.partial(levels, tree, upward=True)
    return cells.m2m(expansion, order, multipoles, tree.child, tree.center, tree.radius, walk, sizes)


def downward(expansion, order, tree, local, points, target_orders, result, sizes):
    """Adds the local expansions of all nodes to the results of their particles: L2L, then L2P at the leaves."""
    walk = functools.partial(levels, tree, upward=False)
    local = cells.l2l(expansion, order, local, tree.parent, tree.center, tree.radius, walk, sizes)
    return cells.l2p(
        expansion, local, points, tree.leaves, tree.n_leaves, tree.center, tree.radius, target_orders, result, sizes
    )


def levels(tree, chunk, body, carry, *, upward):
    """carry = body(first, stop, carry) over runs of nodes of one level, from the leaves up or from the root down."""
    return level_chunks(tree.level_start, jnp.minimum(tree.n_nodes, tree.capacity), chunk, body, carry, upward=upward)


def tree_sum(
    kernel, order, target_tree, source_tree, lists, targets, sources, weights, source_orders, target_orders,
    *, by, backend, platform,
):  # fmt: skip
    """targets (m, d), sources (n, d), weights (n, components, k) -> (m, components, k). lists: `tree.traverse.Lists`.

    `by` says how far pairs are computed: "m2l" (FMM), "m2p" (treecode: its targets are leaves), "p2l" (the transpose
    of a treecode: its sources are leaves) or None (there are none: a truncated kernel). The FMM also has pairs of
    leaves with exchanged roles, outward by M2P and inward by P2L, where its lists have them (Goude & Engblom 2013,
    section 2). `backend`: whose operations, see `ops.backends`.
    """
    if by == "m2l" and family(kernel, targets.shape[1]) == "interpolated":
        return interpolated_sum(
            kernel, order, target_tree, source_tree, lists, targets, sources, weights, source_orders, target_orders,
            backend=backend, platform=platform,
        )  # fmt: skip
    arguments = (kernel, order, target_tree, source_tree, lists, targets, sources, weights)
    if backend == "xla":
        return _by_blocks(*arguments, source_orders, target_orders, backends.sizes(platform), by=by)
    return _compiled(*arguments, source_orders, target_orders, backends.operations(backend), by=by)


def _compiled(
    kernel, order, target_tree, source_tree, lists, targets, sources, weights, source_orders, target_orders, ops, *, by
):
    """The sum by compiled operations, on particles in the order of their trees."""
    dim = targets.shape[1]
    at_source, at_target = components(source_orders, dim), components(target_orders, dim)
    # A tree that is cut off has children out of bounds: nothing is done with it, the caller knows by the plan's status.
    whole = (target_tree.n_nodes <= target_tree.capacity) & (source_tree.n_nodes <= source_tree.capacity)
    symmetric = target_tree is source_tree
    target_tree, source_tree = (_emptied_unless(whole, t) for t in (target_tree, source_tree))
    far, near, outward, inward = lists

    # gathered once: XLA would gather anew for everyone that reads them
    x, w = lax.optimization_barrier((targets[target_tree.order], weights[source_tree.order]))
    y = x if symmetric else lax.optimization_barrier(sources[source_tree.order])
    if by is None:
        result = jnp.zeros((x.shape[0], len(at_target), w.shape[2]), x.dtype)
        return ops.p2p(kernel, target_tree, source_tree, x, y, w, near, result, at_source, at_target)
    expansion = expansion_of(kernel, dim, compiled=True)
    if by != "p2l":
        multipoles = ops.upward(expansion, order, source_tree, y, w, at_source)

    def m2p(pairs):
        return ops.m2p(expansion, order, multipoles, target_tree, source_tree, x, pairs, at_target)

    def p2l(pairs):
        return ops.p2l(expansion, order, target_tree, source_tree, y, w, pairs, at_source)

    if by == "m2p":
        result = m2p(far)
    else:
        local = p2l(far) if by == "p2l" else ops.m2l(expansion, order, multipoles, target_tree, source_tree, far)
        if inward is not None:
            local = local + p2l(inward)
        result = ops.downward(expansion, order, target_tree, local, x, at_target)
        if outward is not None:
            result = result + m2p(outward)
    return ops.p2p(kernel, target_tree, source_tree, x, y, w, near, result, at_source, at_target)


def _emptied_unless(whole, tree):
    counts = {name: jnp.where(whole, getattr(tree, name), 0) for name in ("n_nodes", "n_leaves", "level_start")}
    return dataclasses.replace(tree, **counts)


def _by_blocks(
    kernel, order, target_tree, source_tree, lists, targets, sources, weights, source_orders, target_orders, sizes,
    *, by,
):  # fmt: skip
    """The sum in plain XLA, on particles in blocks of a leaf each."""
    dim, rhs = targets.shape[1], weights.shape[2]
    y = blocks.position_blocks(source_tree, sources, sizes.sources)
    w = blocks.weight_blocks(source_tree, weights, sizes.sources)
    x = blocks.position_blocks(target_tree, targets)
    result = jnp.zeros((x.shape[0], len(components(target_orders, dim)), rhs, x.shape[2]), x.dtype)
    if by is not None:
        result = _far_by_blocks(
            expansion_of(kernel, dim, compiled=False), order, target_tree, source_tree, lists, x, y, w, source_orders,
            target_orders, result, sizes, by,
        )  # fmt: skip
    counts = blocks.leaf_counts(source_tree)
    result = p2p(kernel, x, y, w, counts, lists.near.triple, result, source_orders, target_orders, sizes)
    return blocks.from_blocks(target_tree, result)


def _far_by_blocks(
    expansion, order, target_tree, source_tree, lists, x, y, w, source_orders, target_orders, result, sizes, by
):
    """Adds the far field to `result`."""
    source_cells, target_cells = (source_tree.center, source_tree.radius), (target_tree.center, target_tree.radius)

    if by != "p2l":
        multipoles = upward(expansion, order, source_tree, y, w, source_orders, sizes)

    def m2p(pairs, result):
        return cells.m2p(expansion, multipoles, x, *source_cells, pairs.triple, target_orders, result, sizes)

    def p2l(pairs):
        return cells.p2l(expansion, order, y, w, *target_cells, pairs.triple, source_orders, sizes)

    if by == "m2p":
        return m2p(lists.far, result)
    if by == "m2l":
        local = cells.m2l(expansion, order, multipoles, *target_cells, *source_cells, lists.far.triple, sizes)
    else:
        local = p2l(lists.far)
    if lists.inward is not None:
        local = local + p2l(lists.inward)
    if lists.outward is not None:
        result = m2p(lists.outward, result)
    return downward(expansion, order, target_tree, local, x, target_orders, result, sizes)
