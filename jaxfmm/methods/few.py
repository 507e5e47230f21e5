"""Sums of 1/r over the images of a cell at a few targets, nearly exact: what sums at many targets are measured by.

They are by Ewald's split as in `methods.ewald`, in float64 whatever the precision of the points. Pairs need no lists:
with R at most half the distance of opposite faces, every target has the nearest image of each source alone.
"""

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm.kernels.cells import heights
from jaxfmm.methods import ewald, split

FINER = 32.0  # times that these sums are less wrong than `tol`
LEAST_TOL = 1e-10  # below which no grid of `split` would be fine enough
REACHES = 1.5 * 1.3 ** np.arange(-1.0, 25.0)  # R that are tried, over n^(-1/3)


def setup_of(plan, lattice) -> split.Setup | None:
    """How the images of a concrete plan's kernel are summed, None where that cannot be; lattice: in the unit."""
    rows, request = np.asarray(lattice.rows, float), plan.request
    spacing, most = (abs(np.linalg.det(rows)) / request.n) ** (1 / 3), 0.5 * heights(rows).min()
    kernel = plan.kernel.summed().in_unit(plan.unit)
    softened = max([float(np.max(x)) for x in jax.tree.leaves(kernel.far_length(request.tol))])
    reaches = [near for near in REACHES if softened <= near * spacing <= most]
    if not reaches:
        return None
    found = split.setups(rows, request.n, request.tol / FINER, request.derivatives, None, reaches[-1:])
    return min(found, key=lambda setup: math.prod(setup.torus.shape), default=None)


def least_sizes(lattice, charges) -> np.ndarray:
    """The least potentials and gradients of charges (n, k) beside which errors are promised: (k, 2)."""
    squares = np.square(np.asarray(charges, float)).T
    total = np.maximum(squares.sum(1), np.finfo(float).tiny)
    count = total**2 / np.maximum(np.square(squares).sum(1), np.finfo(float).tiny)  # of those that are not small
    count = np.clip(count, 1, None)
    spacing = (abs(np.linalg.det(np.asarray(lattice.rows, float))) / count) ** (1 / 3)
    charge = np.sqrt(total / count)
    return np.stack([split.POTENTIAL * charge / spacing, split.FORCE * charge / spacing**2], axis=1)


def sums_at(setup, kernel, lattice, targets, sources, charges, derivatives) -> np.ndarray:
    """The sums at targets (t, 3) of charges (n, k): (k, t, 1, 1 or 4). kernel, lattice and points: in the unit."""
    with jax.enable_x64(True):
        wide = [
            jax.tree.map(lambda a: jnp.asarray(a, jnp.float64), x) for x in (kernel, lattice, targets, sources, charges)
        ]
        return np.asarray(_sums(*wide, setup=setup, derivatives=derivatives))


@functools.partial(jax.jit, static_argnames=("setup", "derivatives"))
def _sums(kernel, lattice, targets, sources, charges, *, setup, derivatives):
    near, inverse = ewald.screened(setup, kernel, lattice.radius), jnp.linalg.inv(lattice.rows)
    dot = functools.partial(jnp.matmul, precision=lax.Precision.HIGHEST)

    def pairs(x):
        offset = x[None] - sources
        offset = offset - dot(jnp.round(dot(offset, inverse)), lattice.rows)
        values = near.radial(jnp.sum(offset * offset, axis=1), min(derivatives, 1))
        out = [dot(values[0][None], charges)]
        if derivatives:
            out.append(dot(offset.T, values[1][:, None] * charges))
        return jnp.concatenate(out)  # (1 or 4, k)

    orders = tuple(range(min(derivatives, 1) + 1))
    rest = ewald.smooth(setup, lattice, targets, sources, {0: charges}, orders)
    out = lax.map(pairs, targets) + stacked(rest)
    return jnp.moveaxis(out, 2, 0)[:, :, None]


def stacked(fields):
    """Potential, and gradient if there is one, {b: (t, k) + (d,) * b}, as (t, 1 or 1 + d, k)."""
    return jnp.concatenate([fields[0][:, None], *(jnp.moveaxis(fields[b], 2, 1) for b in fields if b)], axis=1)
