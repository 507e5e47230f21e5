"""The shortest edges of a lattice.

Reference: Semaev, A 3-dimensional lattice reduction algorithm, CaLC (2001); Nguyen & Stehle, ACM
Trans. Algorithms 5 (2009) 46."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

MOST_STEPS = 100  # a step shortens an edge; a tilt of t edges takes about log t steps


def reduction(rows: jax.Array) -> jax.Array:
    """Whole numbers M (p, p), in the dtype of the rows of a cell (p, d). M rows are the shortest
    edges of the same lattice: a Minkowski-reduced basis, for p <= 3. Traceable, without
    derivatives."""
    rows, p = lax.stop_gradient(rows), len(rows)
    identity = jnp.eye(p, dtype=rows.dtype)
    # an edge that is shorter by rounding alone is not taken
    shorter = 1 - 16 * jnp.finfo(rows.dtype).eps
    if p == 1:
        return identity
    signs = np.array(list(itertools.product((-1.0, 0.0, 1.0), repeat=p - 1)), rows.dtype)

    def edges(numbers):
        return jnp.matmul(numbers, rows, precision=lax.Precision.HIGHEST)

    def size(numbers):
        return jnp.sum(jnp.square(edges(numbers)), axis=-1)

    def step(state):
        numbers, _, count = state
        numbers = numbers[jnp.argsort(size(numbers))]
        reduced = [numbers[0]]
        for i in range(1, p):
            one = numbers[i]
            for other in reversed(reduced):
                share = jnp.sum(edges(one) * edges(other)) / size(other)
                one = one - jnp.round(share) * other
            around = one[None] + jnp.matmul(
                signs[:, :i], jnp.stack(reduced), precision=lax.Precision.HIGHEST
            )
            every = jnp.concatenate([numbers[i][None], around])
            lengths = jnp.concatenate([shorter * size(numbers[i])[None], size(around)])
            reduced.append(every[jnp.argmin(lengths)])
        new = jnp.stack(reduced)
        return new, (new != numbers).any(), count + 1

    start = identity, jnp.bool_(True), jnp.int32(0)
    return lax.while_loop(lambda state: state[1] & (state[2] < MOST_STEPS), step, start)[0]
