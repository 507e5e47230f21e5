"""Multipoles whose degree follows the size of cells (`passes.levels`), on one device of a mesh:
each class has an array of its own rows, followed by the rows that each of the other devices sends.

All devices have the same classes. A device sends the multipoles of a class in the order of its own
tree, so a node's row at the receiver follows from its class and its place among those, which it
sends along. The exchange is one of all devices (`exchange.AllToAll`), whose parts all have the same
capacity."""

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from jaxfmm.passes.levels import Levels
from jaxfmm.passes.variable_order import Numbers
from jaxfmm.sharding.received import Essential
from jaxfmm.sharding.slots import Slots


class _Sent(NamedTuple):
    """The class of each of `Essential.nodes`, -1 for none, and its place among the nodes of this
    class in its part."""

    classes: Array
    places: Array

    @classmethod
    def of(cls, essential: Essential, own: Numbers, levels: Levels) -> "_Sent":
        nodes, slots = essential.nodes, essential.exchange.going["multipoles"]
        # the first node is the root, which fills the unused slots too
        classes = jnp.where((nodes > 0) | (slots.place == 0), own.classes[nodes], -1)
        places = jnp.zeros_like(nodes)
        for c in range(len(levels.first)):
            of_class = classes == c
            places = jnp.where(of_class, slots.before(of_class), places)
        return cls(classes, places)


def numbers(essential: Essential, own: Numbers, levels: Levels) -> Numbers:
    """The numbers of the nodes of the whole tree, from those of the device's own tree."""
    sent, exchange = _Sent.of(essential, own, levels), essential.exchange
    classes, places = exchange.bring([sent.classes + 1, sent.places], ["multipoles"] * 2)
    slots = exchange.coming["multipoles"]
    first, step = (
        jnp.array(counts, jnp.int32)[jnp.maximum(classes - 1, 0)]
        for counts in (levels.capacities, levels.of_nodes(slots.sizes[0]))
    )
    rows = first + step * slots.part + places
    return Numbers(essential.placed(own.classes + 1, classes) - 1, essential.placed(own.rows, rows))


def multipoles(
    essential: Essential, own: Numbers, levels: Levels, made_here: tuple[Array, ...]
) -> tuple[Array, ...]:
    """The arrays of all classes, from those of the device's own tree."""
    sent, exchange = _Sent.of(essential, own, levels), essential.exchange
    rows, slots = own.rows[essential.nodes], exchange.going["multipoles"]

    def of_class(c: int, capacity: int) -> Array:
        """The rows of a class for each device, in parts with this capacity."""
        to = Slots((capacity,) * len(slots.sizes))
        here = (sent.classes == c) & (sent.places < capacity)
        at = jnp.where(here, slots.spread(to.first) + sent.places, to.total)
        return jnp.zeros(to.total, jnp.int32).at[at].set(rows, mode="drop")

    capacities = levels.of_nodes(slots.sizes[0])
    going = [array[of_class(c, capacities[c])] for c, array in enumerate(made_here)]
    came = exchange.bring(going, ["multipoles"] * len(going))
    return tuple(jnp.concatenate([array, others]) for array, others in zip(made_here, came))
