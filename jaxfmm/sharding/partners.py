"""The rounds of an exchange, from what each pair of devices needs.

However many devices there are, a device needs more than the root of few others, whose domains are
near its own. An exchange of all devices has the same capacity for each pair. Rounds leave out pairs
that need nothing, and each round has a capacity of its own: it has pairs of about equal needs.
"""

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxfmm.plan import Plan
from jaxfmm.sharding.exchange import NOBODY, Round
from jaxfmm.sharding.received import Essential
from jaxfmm.sharding.share import Share, unstacked

ROUND_LATENCY = 2e4  # nanoseconds of a round, however small it is: an assumption, not measured
LEAVES = 2  # a round has capacity for the points of so many leaves, if any pair needs multipoles


def needs_of_pairs(plan: Plan) -> np.ndarray:
    """What each device of a concrete plan whose devices exchange all at once sends to each other
    one, (3, senders, receivers): nodes, multipoles without the root's, and points."""
    layout = plan.request.layout

    def on_device(stacked: Share) -> Array:
        share = unstacked(stacked)
        walks = [share.walked, *([] if share.turned is None else [share.turned])]
        coming = jnp.stack([_coming(walked.essential) for walked in walks]).max(axis=0)
        others = share.walked.essential.exchange.others
        mine = jnp.zeros((layout.size, 3), jnp.int32).at[others].set(coming)
        return lax.all_gather(mine, layout.axes)

    run = jax.jit(layout.over(on_device, out=jax.sharding.PartitionSpec()))
    return np.asarray(run(plan.prepared[0])).transpose(2, 1, 0)


def _coming(essential: Essential) -> Array:
    """(devices - 1, 3): nodes, multipoles and points that come from each other device."""
    tree, coming, devices = essential.tree, essential.exchange.coming, essential.devices
    first = 2 * devices - 1 + essential.own.child.shape[0]
    parts = slice(first, first + coming["nodes"].total)
    roots = slice(devices, 2 * devices - 1)
    parents = coming["nodes"].totals(tree.child[parts] >= 0) + (tree.child[roots] >= 0)
    has_multipole = essential.place < coming["multipoles"].total
    points = coming["nodes"].totals(tree.count[parts]) + tree.count[roots]
    multipoles = coming["nodes"].totals(has_multipole) - 1
    return jnp.stack([1 + 2 * parents, multipoles, points], axis=1)


def rounds_of(
    needs: np.ndarray, leaf_size: int, capacity: Callable[[str, int], int]
) -> list[Round]:
    """The rounds for `needs_of_pairs`. capacity(kind, most): for the most that a pair needs.

    Pairs with the largest needs come first, each in the first round in which its sender does not
    send yet and its receiver does not receive."""
    nodes, multipoles, points = needs
    is_pair = (nodes > 1) | (points > 0)
    senders, receivers = np.nonzero(is_pair)
    order = np.lexsort([-part[senders, receivers] for part in (nodes, multipoles, points)])
    # a pair finds one of these rounds free
    most = int(is_pair.sum(axis=1).max() + is_pair.sum(axis=0).max())
    to, gets = np.full((most, len(nodes)), NOBODY), np.zeros((most, len(nodes)), bool)
    for sender, receiver in zip(senders[order], receivers[order]):
        free = np.argmax((to[:, sender] == NOBODY) & ~gets[:, receiver])
        to[free, sender], gets[free, receiver] = receiver, True
    return [_round(row, needs, leaf_size, capacity) for row in to[gets.any(axis=1)]]


def _round(
    to: np.ndarray, needs: np.ndarray, leaf_size: int, capacity: Callable[[str, int], int]
) -> Round:
    """The round of these receivers. Pairs that do not need points yet may do so after an update, if
    they need multipoles below the root."""
    (senders,) = np.nonzero(to != NOBODY)
    nodes, multipoles, points = needs[:, senders, to[senders]].max(axis=1).tolist()
    least = LEAVES * leaf_size if multipoles else 0
    return Round(
        to=tuple(to.tolist()),
        nodes=capacity("nodes", nodes),
        multipoles=capacity("multipoles", multipoles),
        points=capacity("points", max(points, least)) if points or least else 0,
    )
