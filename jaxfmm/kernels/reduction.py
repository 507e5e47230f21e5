"""The shortest edges of a lattice.

Reference: Semaev, A 3-dimensional lattice reduction algorithm, CaLC (2001); Nguyen & Stehle, ACM
Trans. Algorithms 5 (2009) 46."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

MOST_STEPS = 100  # each shortens an edge; a tilt of t edges takes about log t steps


def reduction(rows: jax.Array) -> jax.Array:
    """Whole numbers M (p, p), of the dtype of the rows of a cell (p, d), for which M rows are the
    shortest edges of the same lattice: a Minkowski-reduced basis, for p <= 3. Traceable; without
    derivative, which M does not have."""
    rows, p = lax.stop_gradient(rows), len(rows)
    identity = jnp.eye(p, dtype=rows.dtype)
    less = (
        1 - 16 * jnp.finfo(rows.dtype).eps
    )  # an edge that is shorter by rounding alone is not taken
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
        found = [numbers[0]]
        for i in range(1, p):
            one = numbers[i]
            for other in reversed(found):
                share = jnp.sum(edges(one) * edges(other)) / size(other)
                one = one - jnp.round(share) * other
            around = one[None] + jnp.matmul(
                signs[:, :i], jnp.stack(found), precision=lax.Precision.HIGHEST
            )
            every = jnp.concatenate([numbers[i][None], around])
            lengths = jnp.concatenate([less * size(numbers[i])[None], size(around)])
            found.append(every[jnp.argmin(lengths)])
        new = jnp.stack(found)
        return new, (new != numbers).any(), count + 1

    start = identity, jnp.bool_(True), jnp.int32(0)
    return lax.while_loop(lambda state: state[1] & (state[2] < MOST_STEPS), step, start)[0]
