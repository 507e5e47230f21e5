"""Sinkhorn's loop: the potentials of entropic optimal transport (`jaxfmm.transport`), by annealing
and by clusters of the points, more and more of them."""

import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.typing import ArrayLike

from jaxfmm.log_sum_exp import along_leaves
from jaxfmm.sharding.split_targets import on_each
from jaxfmm.tree.clusters import clusters

CLUSTERS, MORE = 2048, 4  # Larger clouds begin as so many clusters, then as MORE times as many.
# Between clusters epsilon is at least this times the square of their size: then the clusters and
# the points have nearly the same potentials.
BLURRED = 4.0
# Between clusters the loop ends at this share of tol where epsilon has its final value,
CLOSER = 0.5
ROUGH = 0.02  # otherwise at this error.
PERIOD = 8  # The relaxation is chosen anew after so many iterations,
SLOWEST = 0.998  # for rates up to this one.
FACTOR = 0.25  # epsilon falls by this factor in each step of the annealing.
ANNEALED = 4  # iterations of each of its steps
SHARE = 0.2  # The error of a sum, over the tolerance of the marginals.


class Problem(NamedTuple):
    """A problem of transport; all of it is differentiated. The sums of this file ask for points in
    the order of `log_sum_exp.order_of_leaves`."""

    x: Array
    y: Array
    a: Array
    b: Array
    epsilon: Array
    reach: Array | None

    def turned(self) -> "Problem":
        """The problem from y to x."""
        return self._replace(x=self.y, y=self.x, a=self.b, b=self.a)

    def damping(self) -> Array | float:
        return 1.0 if self.reach is None else 1 / (1 + self.epsilon / self.reach)


class Options(NamedTuple):
    """What is static. same: whether y and b are x and a."""

    tol: float
    max_iterations: int
    same: bool = False

    @property
    def of_sums(self) -> float:
        """The tolerance of the sums."""
        return SHARE * self.tol


class Found(NamedTuple):
    """What the loop finds, as in `transport.Transport`."""

    f: Array
    g: Array
    error: Array
    iterations: Array
    status: Array


def update(p: Problem, g: Array, options: Options, damping: Array | float = 1.0) -> Array:
    """T_b(g) at x, with this damping."""
    weights, h = jnp.log(p.b) + g / p.epsilon, jnp.sqrt(p.epsilon)
    smooth = along_leaves(p.y, weights, p.x, bandwidth=h, tol=options.of_sums)
    return -damping * p.epsilon * smooth


def damped(p: Problem, g: Array, options: Options) -> Array:
    """T_b(g) at x."""
    return update(p, g, options, p.damping())


def both(p: Problem, found: tuple[Array, Array], at: Problem, options: Options) -> Any:
    """(T_b(g) at x, T_a(f) at y) of potentials (f, g) of a problem, at the points of another."""
    f, g = found
    at_x = damped(p._replace(x=at.x), g, options)
    if options.same:
        return at_x, at_x
    return at_x, damped(p.turned()._replace(x=at.y), f, options)


def find_potentials(problem: Problem, options: Options) -> Found:
    """The potentials: by annealing and the loop between clusters of the points, more and more of
    them, and at last between the points, each time beginning with the potentials of fewer.

    Clusters have the large parts of the errors, which the loop reduces slowly: few iterations are
    left for the points. (A random sample instead has errors of its own: 38 iterations for 100,000
    points instead of 3.)"""
    most, size = max(len(problem.x), len(problem.y)), CLUSTERS
    part = _clustered(problem, size, options)
    low = jnp.minimum(problem.x.min(0), problem.y.min(0))
    high = jnp.maximum(problem.x.max(0), problem.y.max(0))
    first = part._replace(epsilon=jnp.maximum(jnp.square(high - low).sum(), part.epsilon))
    state = _loop_annealed(first, part, problem.epsilon, size >= most, options)
    while size < most:
        size *= MORE
        larger = _clustered(problem, size, options)
        f, g = both(part, state[:2], larger, options)
        begun = larger._replace(epsilon=part.epsilon)
        state = _loop_annealed(begun, larger, problem.epsilon, size >= most, options, (f, g))
        part = larger
    return state


def _loop_annealed(
    first: Problem,
    last: Problem,
    epsilon: Array,
    is_last: bool,
    options: Options,
    start: tuple[Array, Array] | None = None,
) -> Found:
    """Anneals from the epsilon of `first` to that of `last`, then runs the loop for `last`: to tol
    if it `is_last`, otherwise until its potentials are a good start for the next, finer problem.
    epsilon: of the problem between all points."""
    if start is None:
        start = jnp.zeros_like(first.a), jnp.zeros_like(first.b)
    annealed = _annealed(first, last.epsilon, start, options)
    if is_last:
        return _loop(last, annealed, options.tol, options)
    rough = max(ROUGH, options.tol)
    enough = jnp.where(last.epsilon > epsilon, rough, CLOSER * options.tol)
    return _loop(last, annealed, enough, options)


class _State(NamedTuple):
    """Of the loop. errors: of the last iterations, the latest first.  relaxation: omega."""

    found: Found
    errors: Array
    relaxation: Array


def _loop(p: Problem, start: tuple[Array, Array], enough: ArrayLike, options: Options) -> Found:
    """Sinkhorn's loop from these potentials until the error is `enough`, overrelaxed: each update
    goes omega times as far, by the omega that is best for the rate at which the errors fall
    (Lehmann, von Renesse, Sambale & Uschmajew, Optim. Lett. 16 (2022) 2209, eq. 7)."""
    dtype = p.x.dtype

    def go_on(state: _State) -> Array:
        found = state.found
        return (found.error > enough) & (found.iterations < options.max_iterations)

    def iterate(state: _State) -> _State:
        (f, g, _, count, status), omega = state.found, state.relaxation
        new = damped(p, g, options)
        error = _marginal_error(p.a, f, new, p.epsilon)
        if options.same:  # the mean of both converges fast
            f = g = 0.5 * (f + new)
        else:
            f = f + omega * (new - f)
            new = damped(p.turned(), f, options)
            error = jnp.maximum(error, _marginal_error(p.b, g, new, p.epsilon))
            f, g = _shifted(p, f, g + omega * (new - g))
        errors = jnp.concatenate([error[None], state.errors[:-1]])
        if not options.same and p.reach is None:
            due = (count % PERIOD == PERIOD - 1) & jnp.isfinite(errors[-1])
            omega = jnp.where(due, _best_relaxation(errors, omega), omega)
        return _State(Found(f, g, error, count + 1, status), errors, omega)

    infinite = jnp.full(PERIOD // 2 + 1, jnp.inf, dtype)
    first = Found(*start, infinite[0], jnp.int32(0), jnp.int32(0))
    one = jnp.ones((), dtype)
    found = lax.while_loop(go_on, iterate, _State(first, infinite, one)).found
    finite = jnp.isfinite(found.f).all() & jnp.isfinite(found.g).all()
    status = jnp.where(found.error <= enough, 0, 1)
    status = jnp.where(finite, status, 2).astype(jnp.int32)
    return found._replace(status=status)


def _best_relaxation(errors: Array, omega: Array) -> Array:
    """The best omega, by the rate at which errors have fallen with this one: the rate r has
    r + omega - 1 = omega theta sqrt(r), where theta^2 is the rate without relaxation."""
    rate = (errors[0] / errors[-1]) ** (1 / (len(errors) - 1))
    rate = jnp.clip(rate, 1e-4, SLOWEST)
    plain = jnp.minimum(jnp.square(rate + omega - 1) / (jnp.square(omega) * rate), SLOWEST)
    return jnp.where(errors[0] > errors[-1], 1.0, 2 / (1 + jnp.sqrt(1 - plain)))


def _shifted(p: Problem, f: Array, g: Array) -> tuple[Array, Array]:
    """The potentials with the best constant moved from one to the other, where the dual depends on
    it: the loop alone finds it slowly (Sejourne, Vialard & Peyre, AISTATS 2022, section 3)."""
    if p.reach is None:
        return f, g
    over_x, over_y = (
        jax.nn.logsumexp(jnp.log(mass) - potential / p.reach)
        for mass, potential in ((p.a, f), (p.b, g))
    )
    shift = 0.5 * p.reach * (over_x - over_y)
    return f + shift, g - shift


def _marginal_error(a: Array, old: Array, new: Array, epsilon: Array) -> Array:
    """The L1 error of the marginal a of the coupling of `old` and the potential that `new` follows
    from, over the mass."""
    ratio = jnp.expm1(jnp.clip((old - new) / epsilon, -50, 50))
    return (a * jnp.abs(ratio)).sum() / a.sum()


def _annealed(
    p: Problem, least: Array, start: tuple[Array, Array], options: Options
) -> tuple[Array, Array]:
    """Potentials to begin with at the epsilon `least`: that of the problem falls to it in steps."""

    def step(state: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
        f, g, epsilon = state
        at = p._replace(epsilon=epsilon)

        def average(_: Any, pair: tuple[Array, Array]) -> tuple[Array, Array]:
            new = both(at, pair, at, options)
            return 0.5 * (pair[0] + new[0]), 0.5 * (pair[1] + new[1])

        f, g = lax.fori_loop(0, ANNEALED, average, (f, g))
        return f, g, epsilon * FACTOR

    def go_on(state: tuple[Array, Array, Array]) -> Array:
        return (state[2] > least) & (state[2] < jnp.inf)  # infinity falls to nothing smaller

    f, g, _ = lax.while_loop(go_on, step, (*start, p.epsilon))
    return f, g


def _clustered(p: Problem, size: int, options: Options) -> Problem:
    """The problem between so many clusters, or all points if there are fewer, with an epsilon that
    is not small relative to the clusters."""
    x, a, of_x = _clusters(p.x, p.a, size)
    y, b, of_y = (x, a, of_x) if options.same else _clusters(p.y, p.b, size)
    epsilon = jnp.maximum(p.epsilon, BLURRED * jnp.maximum(of_x, of_y))
    return p._replace(x=x, y=y, a=a, b=b, epsilon=epsilon)


def _clusters(points: Array, mass: Array, size: int) -> tuple[Array, Array, Array]:
    """`clusters`, which each device of a mesh finds from all points."""
    if len(points) <= size:
        return clusters(points, mass, size)
    return on_each(functools.partial(clusters, most=size), points, mass)
