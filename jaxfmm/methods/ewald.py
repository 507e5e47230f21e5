"""Sums over the images of a cell by Ewald's split: pairs within a distance R, and a smooth rest as a Fourier series.

With A the rows of the cell, V its volume and c the transform of the charge that is spread over a ball of radius R
(`ewald.parameters`),

    K_cell(x, y) = sum_n K_R(x - y - n A) + 1/V sum_{k != 0} 4 pi / k^2 c(k R) exp(i k . (x - y)) - 2 pi R^2 t / V ,

where K_R is a `Screened` kernel, zero beyond R, and t the mean of (r / R)^2 along a line of the spread charge: so the
mean over the cell is zero (Ewald 1921; Essmann et al. 1995 for the grid). The pairs are the one sum's, over the near
images of a cell by lists; the series is plain JAX between two transforms (`nufft.periodic`). R changes nothing but
errors, and has no derivative. Plummer's kernel has other waves and another mean (`ewald.softened`).
"""

import dataclasses
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxfmm import errors
from jaxfmm.cost_model import accuracy
from jaxfmm.ewald import parameters as split
from jaxfmm.ewald.softened import softened_mean, softened_wave
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.near_images import combined, heights, radius_of
from jaxfmm.kernels.periodic import inverse
from jaxfmm.kernels.screened import Screened, ScreenedPlummer, window_series, window_square, window_wave
from jaxfmm.methods.base import Unfit
from jaxfmm.methods.by_trees import LOOSE, _ByTrees, round_up
from jaxfmm.methods.costs import backend_of, rates_of
from jaxfmm.methods.describe import accuracy as accuracy_of, times
from jaxfmm.methods.gaussian import LEAF_PAIR, LEAF_SIZES
from jaxfmm.nufft.periodic import field, spectrum
from jaxfmm.request import Choice
from jaxfmm.tree.build import OCCUPANCY

SCREENED = {11: 1.1, 16: 1.2, 26: 1.5}  # what a pair costs by the terms of its polynomial, over one of 1/r
UNEVEN = 1.5  # times as many near leaves as even charges have
SAMPLE = (64, 30_000)  # targets and sources by which pairs are counted


@dataclasses.dataclass(frozen=True)
class Ewald(_ByTrees):
    """Ewald's split."""

    name = "ewald"
    expands = False
    by_waves = True
    stale_margin = 1.02  # what strays farther may come within the distance of charges that no list has

    def applies(self, kernel):
        return kernel.has_waves

    def fits(self, kernel, dim):
        return dim == 3

    def propose(self, request, given):
        kernel, dtype = given.kernel, given.sources.dtype
        if request.order is not None or request.theta is not None:
            raise Unfit("order and theta are options of expansions, and method='ewald' has none; tol is enough")
        if errors.is_traced(kernel.cell, kernel.summed()):
            raise Unfit(
                "method='ewald' needs a cell and a softening that are known when a plan is made; make the plan outside "
                "of jit and update it inside" + ("" if kernel.only_waves else ", or use method='fmm'")
            )
        if request.automatic and errors.is_traced(given.points):
            raise Unfit("method='ewald' is for even charges, which points inside jit may not be; ask for it by name")
        with jax.ensure_compile_time_eval():
            rows = np.asarray(kernel.rows(request.dim, dtype), float)
        softened = max([float(np.max(x)) for x in jax.tree.leaves(kernel.near_length(request.tol))])
        backend, rates = backend_of(request, kernel, dtype), rates_of(request, kernel, dtype)
        count = _counter(rows, given)
        best, least = None, math.inf
        reaches = split.reaches(rows, request.n, softened)
        for setup in split.setups(rows, request.n, request.tol, request.derivatives, request.backend, reaches):
            if setup.reach * radius_of(rows) < softened:
                continue
            leaf_size, pairs = count(setup.reach * radius_of(rows), request.leaf_size)
            cost = SCREENED[setup.terms] * rates.pair_at(leaf_size) * pairs + rates.call
            cost += split.nanoseconds(setup, request.derivatives, request.n, request.m, backend)
            if cost < least:
                choice = Choice(request=request, method=self, leaf_size=leaf_size, setup=setup)
                best, least = choice, cost
        if best is None:
            raise Unfit(
                f"method='ewald' has no grid for {request.n} charges in this cell, softened within {softened:.3g}, "
                f"that keeps tol={request.tol:g}; "
                + ("use a shorter softening or profile='spline'" if kernel.only_waves else "use method='fmm'")
            )
        return best, least

    def apart_of(self, choice):
        return 1 + 0.5 * choice.setup.reach  # images count up to two radii and the reach

    def room_model(self, choice, kernel, dtype):
        return accuracy.Model(3, "adaptive")

    def far_room(self, choice, far):
        return 1

    def with_room(self, choice, kernel, dtype):
        choice = super().with_room(choice, kernel, dtype)
        o, in_leaf = choice.request, OCCUPANCY * choice.leaf_size
        near_leaves = accuracy.met_within(choice.setup.inside, in_leaf, 3) / in_leaf
        near = UNEVEN * o.headroom * max(o.n, o.m) / in_leaf * near_leaves
        return choice.with_room(near=max(choice.room.near, round_up(near)))

    def paired(self, choice, kernel, lattice):
        return screened(choice.setup, kernel.summed(), lattice.radius)

    def rule(self, plan, kernel, box):
        rows = plan.kernel.rows(plan.request.dim, plan.unit.dtype)
        return LOOSE, screened(plan.choice.setup, kernel, plan.kernel.radius(rows) / plan.unit).length

    def rest(self, choice, lattice, targets, sources, weights, orders):
        return at(choice.setup, lattice, targets, waves(choice.setup, lattice, sources, weights), orders)

    def rest_energy(self, choice, lattice, points, weights):
        found = _spread(choice.setup, lattice, points, weights)
        return 0.5 * jnp.sum(_factors(choice.setup, lattice)[None, None] * found * found, axis=(0, 2, 3, 4))

    def time(self, plan):
        return sum(self.stages(plan).values())

    def stages(self, plan):
        request, setup = plan.request, plan.choice.setup
        rates = rates_of(request, plan.kernel, plan.unit.dtype)
        pairs = SCREENED[setup.terms] * rates.pair_at(plan.choice.leaf_size) * plan.pair_work()
        backend = backend_of(request, plan.kernel, plan.unit.dtype)
        rest = split.nanoseconds(setup, request.derivatives, request.n, request.m, backend)
        return {"P2P": pairs, "grid": rest, "call": rates.call}

    def how(self, plan, known):
        setup, length = plan.choice.setup, ""
        if known:
            rows = plan.kernel.rows(plan.request.dim, plan.unit.dtype)
            length = f" {setup.reach * float(plan.kernel.radius(rows)):.4g}"
        return [
            *times(plan, self.time(plan) if known and not int(plan.status) else None),
            f"  pairs within{length or ' a distance'}, leaf size {plan.choice.leaf_size}; the rest by {setup}",
            *accuracy_of(plan),
            *(self.work(plan) if known else []),
        ]


def waves(setup, lattice, sources, weights):
    """The waves (2, k, *waves) of the rest, of weights {0: charges (n, k), 1: dipoles (n, k, d)}."""
    return _factors(setup, lattice)[None, None] * _spread(setup, lattice, sources, weights)


def at(setup, lattice, targets, waves, orders):
    """The rest, {b: (m, k) + (d,) * b}, by its waves."""
    back, found = inverse(lattice.rows), field(setup.torus, _fractions(lattice, targets), waves, orders)
    for b in orders:  # from derivatives in fractional coordinates, an axis after the other
        for axis in range(2, 2 + b):
            found[b] = jnp.moveaxis(combined(jnp.moveaxis(found[b], axis, -1), back.T), -1, axis)
    return found


def screened(setup, kernel, radius):
    """The `Screened` kernel of pairs, for a kernel `summed()` and a radius of the cell in the same unit."""
    radius = lax.stop_gradient(radius)
    series = jnp.asarray(window_series(setup.shape, setup.terms), radius.dtype)
    inner = Screened(kernel if kernel.plummer is None else Laplace(None), setup.reach * radius, series)
    return inner if kernel.plummer is None else ScreenedPlummer(inner, kernel.plummer)


def _fractions(lattice, points):
    offset = points - lattice.center[None]
    return combined(offset, inverse(lattice.rows))


def _spread(setup, lattice, sources, weights):
    """The spectrum (2, k, *waves) of weights {0: charges (n, k), 1: dipoles (n, k, d)}."""
    weights = dict(weights)
    if 1 in weights:  # derivatives in fractional coordinates
        weights[1] = combined(weights[1], inverse(lattice.rows))
    return spectrum(setup.torus, _fractions(lattice, sources), weights)


def _factors(setup, lattice):
    """4 pi / (V k^2) c(k R) of the waves, and at zero what makes the mean over the cell zero.

    Waves of which the window has less than of the shortest one along an axis are left out. Far from the axes grids have
    them, and these would be rounding alone: it grows when they are divided by so little."""
    dtype, back = lattice.rows.dtype, inverse(lattice.rows)
    metric = (2 * np.pi) ** 2 * combined(back.T, back)

    def on_axes(values):
        return [np.expand_dims(v, [j for j in range(3) if j != i]).astype(dtype) for i, v in enumerate(values)]

    along = on_axes(setup.torus.numbers)
    k2 = functools.reduce(jnp.add, [along[i] * along[j] * metric[i, j] for i in range(3) for j in range(3)])
    length = setup.reach * lax.stop_gradient(lattice.radius)
    zero = functools.reduce(np.logical_and, [m == 0 for m in along])
    safe = jnp.where(zero, 1, k2)
    if lattice.softening is None:
        mean, wave = -0.5 * window_square(setup.shape) * length**2, window_wave(safe * length**2, setup.shape)
    else:
        ratio = lattice.softening / length
        mean = -softened_mean(setup.shape, setup.terms, ratio) / (4 * np.pi) * length**2
        wave = softened_wave(safe * length**2, setup.shape, ratio)
    shares, least = setup.torus.shares
    there = functools.reduce(jnp.multiply, on_axes(shares)) >= least
    factor = jnp.where(zero, mean, jnp.where(there, wave / safe, 0))
    return factor * (4 * np.pi / jnp.abs(jnp.linalg.det(lattice.rows)))


def _counter(rows, given):
    """A function of a distance and of a leaf size, None for the cheapest: (leaf size, about how many pairs of points
    the lists hold), by the distances of some targets from some sources where these are known."""
    n, m = len(given.sources), len(given.sources if given.targets is None else given.targets)
    volume, within, apart = abs(np.linalg.det(rows)), 0.5 * heights(rows).min(), None
    if not errors.is_traced(given.points):
        apart = np.asarray(_distances(jnp.asarray(rows, given.sources.dtype), given.points[-1], given.points[0]))

    def ball(distance):
        return 4 / 3 * math.pi * distance**3 / volume

    def count(distance, leaf_size):
        inside = np.full(1, ball(distance))
        if apart is not None:
            inside = (apart < min(distance, within)).mean(1) + max(0.0, ball(distance) - ball(within))

        def pairs(leaf):
            return float(accuracy.met_within(inside * n, OCCUPANCY * leaf, 3).mean()) * m

        def cost(leaf):
            return pairs(leaf) * (1 + LEAF_PAIR / (OCCUPANCY * leaf) ** 2)

        best = min(LEAF_SIZES, key=cost) if leaf_size is None else leaf_size
        return best, pairs(best)

    return count


@jax.jit
def _distances(rows, targets, sources):
    """Of some of the targets from some of the sources, with images about the nearest."""
    some = [x[:: max(1, len(x) // size)] for x, size in zip((targets, sources), SAMPLE)]
    offset = some[0][:, None] - some[1][None]
    whole = jnp.round(combined(offset, inverse(rows)))
    return jnp.linalg.norm(offset - combined(whole, rows), axis=2)
