"""Multipoles whose degree follows the size of cells (`passes.levels`), on one device of a mesh:
each class has an array of its own rows, followed by the rows that each of the other devices sends.

All devices have the same classes. A device sends the multipoles of a class in the order of its own
tree, so a node's row at the receiver follows from its class and its place among those, which it
sends along."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from jaxfmm.passes.levels import Levels
from jaxfmm.passes.variable_order import Numbers
from jaxfmm.sharding.received import Essential


class _Sent(NamedTuple):
    """The class of each of `Essential.nodes`, -1 for none, and its place among the sent nodes of
    this class."""

    classes: Array
    places: Array

    @classmethod
    def of(cls, essential: Essential, own: Numbers, levels: Levels) -> "_Sent":
        nodes = essential.nodes
        # the first node is the root, which fills the unused slots too
        sent = (nodes > 0) | (lax.iota(jnp.int32, nodes.shape[1]) == 0)[None]
        classes = jnp.where(sent, own.classes[nodes], -1)
        places = jnp.zeros_like(nodes)
        for c in range(len(levels.first)):
            of_class = classes == c
            place = jnp.cumsum(of_class, axis=1, dtype=jnp.int32) - 1
            places = jnp.where(of_class, place, places)
        return cls(classes, places)


def numbers(essential: Essential, own: Numbers, levels: Levels) -> Numbers:
    """The numbers of the nodes of the whole tree, from those of the device's own tree."""
    sent = _Sent.of(essential, own, levels)
    classes, places = essential.from_others([sent.classes + 1, sent.places])
    first, step = (
        jnp.array(counts, jnp.int32)[jnp.maximum(classes - 1, 0)]
        for counts in (levels.capacities, levels.of_nodes(essential.nodes.shape[1]))
    )
    rows = first + step * lax.iota(jnp.int32, len(classes))[:, None] + places
    return Numbers(essential.placed(own.classes + 1, classes) - 1, essential.placed(own.rows, rows))


def multipoles(
    essential: Essential, own: Numbers, levels: Levels, made_here: tuple[Array, ...]
) -> tuple[Array, ...]:
    """The arrays of all classes, from those of the device's own tree."""
    sent = _Sent.of(essential, own, levels)
    rows = own.rows[essential.nodes]

    def of_class(c: int, capacity: int) -> Array:
        """The rows of a class (devices, capacity) for each device."""

        def to_device(classes: Array, places: Array, rows: Array) -> Array:
            place = jnp.where(classes == c, places, capacity)
            return jnp.zeros(capacity, jnp.int32).at[place].set(rows, mode="drop")

        return jax.vmap(to_device)(*sent, rows)

    capacities = levels.of_nodes(rows.shape[1])
    going = [array[of_class(c, capacities[c])] for c, array in enumerate(made_here)]
    came = essential.from_others(going)
    return tuple(
        jnp.concatenate([array, others.reshape(-1, *array.shape[1:])])
        for array, others in zip(made_here, came)
    )
