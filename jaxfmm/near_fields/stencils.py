"""The vertices around each vertex of a mesh, in a table of fixed width."""

import functools
import itertools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

MOST = 24  # neighbours that a table holds; meshes by Delaunay have 15 on average, few have more


class Stencils(NamedTuple):
    """neighbour: (w, v), vertices that share an element with each vertex; its own number in unused
    slots. back: (w, v), the slot in which the neighbour has the vertex, w in unused slots."""

    neighbour: Array
    back: Array


class _Edges(NamedTuple):
    """Ordered pairs of vertices that share an element, sorted. is_new: whether a pair differs from
    the pair before. many: (v,), how many neighbours each vertex has."""

    first: Array
    second: Array
    is_new: Array
    many: Array


def _edges(cells: Array, vertices: int) -> _Edges:
    pairs = np.array(list(itertools.permutations(range(cells.shape[1]), 2)))
    first, second = (cells[:, pairs[:, side]].reshape(-1) for side in (0, 1))
    first = jnp.where(first == second, vertices, first)  # a flat cell, no pair
    first, second = lax.sort((first, second), num_keys=2)
    differs = [jnp.concatenate([a[:1] >= 0, a[1:] != a[:-1]]) for a in (first, second)]
    is_new = (differs[0] | differs[1]) & (first < vertices)
    many = jnp.zeros(vertices, jnp.int32).at[first].add(is_new.astype(jnp.int32), mode="drop")
    return _Edges(first, second, is_new, many)


@functools.partial(jax.jit, static_argnames="vertices")
def most_neighbours(cells: Array, vertices: int) -> Array:
    """The largest number of neighbours that a vertex has."""
    return _edges(cells, vertices).many.max(initial=0)


def stencils_of(cells: Array, vertices: int, width: int) -> Stencils:
    """The `Stencils` of vertices. Of more than `width` neighbours some are taken, evenly by their
    numbers, and of these the ones that take the vertex in turn."""
    edges = _edges(cells, vertices)
    begin = jnp.cumsum(edges.many, dtype=jnp.int32) - edges.many
    rank = jnp.cumsum(edges.is_new, dtype=jnp.int32) - 1 - begin.at[edges.first].get(mode="clip")
    many = edges.many.at[edges.first].get(mode="clip")
    slot = jnp.where(many > width, rank * width // jnp.maximum(many, 1), rank)
    slot = jnp.where(edges.is_new, slot, width)
    none = jnp.full((width, vertices), vertices, jnp.int32)
    table = none.at[slot, edges.first].min(edges.second, mode="drop")
    own = lax.iota(jnp.int32, vertices)
    table = jnp.where(table == vertices, own[None], table)

    def slots(neighbour: Array) -> Array:
        is_back = (table[:, neighbour] == own[None]) & (neighbour != own)[None]
        return jnp.where(is_back.any(axis=0), jnp.argmax(is_back, axis=0).astype(jnp.int32), width)

    back = lax.map(slots, table)
    return Stencils(jnp.where(back < width, table, own[None]), back)
