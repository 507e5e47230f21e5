"""What a plan can be asked for, and how it is chosen: method, order, opening parameter, leaf size, room."""

import dataclasses
import math
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from jaxfmm import accuracy, errors
from jaxfmm.kernels.gaussian import Gaussian
from jaxfmm.methods import gaussian
from jaxfmm.methods.fmm import family
from jaxfmm.ops import backends
from jaxfmm.rates import rates
from jaxfmm.tree.balanced import leaf_count

METHODS = ("auto", "fmm", "treecode", "direct")
GAUSSIAN_METHODS = ("auto", *gaussian.METHODS, "truncated", "direct")
COMPACT_METHODS = ("auto", "truncated", "direct")
TREES = ("adaptive", "balanced")
TRUNCATED_LEAF = 48  # points in a leaf of a truncated sum
MOST_INTERPOLATED = 20
MOST_ORDER = {2: 60, 3: 30}  # of harmonic expansions


@dataclasses.dataclass(frozen=True)
class Options:
    """The static part of a plan; two plans with equal options share compiled code."""

    n: int
    m: int
    dim: int
    symmetric: bool
    method: str
    tol: float
    derivatives: int
    tree: str
    order: int
    theta: float
    leaf_size: int
    promised: bool
    backend: str | None
    headroom: float
    source_leaves: int
    target_leaves: int
    far: int
    near: int
    exchanged: int = 0
    setup: Any = None

    @property
    def native(self):
        """Whether trees and lists may come from the compiled kernels."""
        return self.backend != "xla"


def methods(kernel):
    """The methods that a kernel can be summed by."""
    if isinstance(kernel, Gaussian):
        return GAUSSIAN_METHODS
    return COMPACT_METHODS if kernel.compact else METHODS


def most_order(kernel, dim):
    """The highest order that expansions of the kernel can have."""
    return MOST_INTERPOLATED if family(kernel.framed(), dim) == "interpolated" else MOST_ORDER.get(dim, 30)


def choose(o, kernel, sources, targets, tried=()):
    """Options with everything that was left to be chosen; "auto" leaves out the methods that were `tried`."""
    if min(o.n, o.m) == 0:
        return dataclasses.replace(o, method="direct", order=0, theta=0.7, leaf_size=1)
    if isinstance(kernel, Gaussian):
        o = _for_gaussian(o, kernel, sources, targets, tried)
    elif kernel.compact:
        o, costs = _for_compact(o, kernel, sources, targets)
        if o.method == "auto":
            o = dataclasses.replace(o, method=min(costs, key=costs.get, default="direct"))
    else:
        o = _for_expansions(o, kernel, sources, targets)
    return with_room(o, kernel, sources.dtype)


def _for_expansions(o, kernel, sources, targets):
    """Options with the method and what belongs to it, for a kernel that may have expansions."""
    kind, dtype = family(kernel.framed(), o.dim), sources.dtype
    if o.method in ("fmm", "treecode") and kind is None or o.method == "treecode" and kind == "interpolated":
        raise ValueError(
            f"method={o.method!r} has no expansions for {kernel.name} in {o.dim}D; use method='direct' or 'auto'"
        )
    if kind is None or o.method == "direct":
        return dataclasses.replace(o, method="direct", order=0, theta=0.7, leaf_size=o.leaf_size or 1)
    # points that a jitted function takes from outside are no tracers, what is computed of them is
    if kernel.general and o.promised and errors.is_traced(kernel, middle(sources, targets)):
        if o.method == "fmm":
            raise ValueError(
                f"method='fmm' cannot promise tol={o.tol:g} for {kernel.name} inside jit, where no error is measured; "
                "make the plan outside, or give order and theta"
            )
        o = dataclasses.replace(o, method="direct")
    model = model_of(o, kernel, dtype)
    tol = o.tol / 3 if kernel.general else o.tol  # whether an FMM may pay; foreseen errors choose again
    chosen = model.choose(tol, o.derivatives, o.method, o.n)
    if chosen is None and None not in (o.order, o.theta):  # both given: the leaf size of the highest accuracy
        chosen = accuracy.Choice(o.order, o.theta, TRUNCATED_LEAF)
    if chosen is None:
        if o.method != "auto":
            raise ValueError(f"method={o.method!r} cannot sum {kernel.name} to tol={o.tol:g}; use 'direct' or 'auto'")
        return dataclasses.replace(o, method="direct", order=0, theta=0.7, leaf_size=o.leaf_size or 1)
    left = {name: value for name, value in dataclasses.asdict(chosen).items() if getattr(o, name) is None}
    o = dataclasses.replace(o, **left)
    if o.method == "auto":
        fast = min(o.n, o.m) > 0 and model.fmm_pays(o)
        o = dataclasses.replace(o, method="fmm" if fast else "direct")
    if o.method == "fmm" and o.tree == "balanced" and kind == "harmonic" and model.exchange_pays(o):
        o = dataclasses.replace(o, exchanged=1)  # room follows
    return o


def candidates(o, asked, kernel, dtype):
    """Options of FMMs by interpolation, of each opening parameter and order the leaf size that costs the least, the
    cheapest first. With method="auto" those that are expected to cost less than the direct sum.

    Args:
      o: options with everything chosen.  asked: the options as they were asked for.
    """
    model = model_of(o, kernel, dtype)
    sizes = accuracy.LARGE_LEAVES if asked.leaf_size is None else (asked.leaf_size,)

    def cost(choice):
        return model.cost(choice.order, choice.theta, choice.leaf_size, "fmm", o.n)

    every = [
        min((accuracy.Choice(order, theta, size) for size in sizes), key=cost)
        for theta in model.errors.gradient
        for order in range(1, model.errors.orders[-1] + 1)
    ]
    made = [dataclasses.replace(o, **dataclasses.asdict(choice)) for choice in sorted(every, key=cost)]
    return [one for one in made if asked.method == "fmm" or model.fmm_pays(one)]


def model_of(o, kernel, dtype):
    """The `accuracy.Model` of options."""
    kind = family(kernel.framed(), o.dim) or "harmonic"
    return accuracy.Model(o.dim, o.tree, kind, rates_of(o, kernel, dtype), float(jnp.finfo(dtype).eps))


def rates_of(o, kernel, dtype):
    """The `Rates` of options: of the backend that will be used. Kernels without harmonics cost about what 1/r does."""
    backend = backends.expected(o.backend, kernel.framed(), o.dim, dtype)[2]
    return rates(backend, o.dim if family(kernel.framed(), o.dim) == "harmonic" else 3, dtype)


def _for_compact(o, kernel, sources, targets):
    """The same for kernels that do not matter beyond a distance, and {method: nanoseconds} to choose from."""
    for name in ("order", "theta"):
        if getattr(o, name) is not None:
            raise ValueError(f"{name} belongs to expansions and not to {kernel.name}; leave it to tol")
    leaf_size, o = o.leaf_size, dataclasses.replace(o, order=0, theta=0.7, leaf_size=o.leaf_size or TRUNCATED_LEAF)
    if o.method not in ("auto", "truncated"):
        return o, {}
    cost = rates_of(o, kernel, sources.dtype)
    points = [kernel.coordinates(x, middle(sources, targets)) for x in (sources, targets) if x is not None]
    reach = jnp.asarray(kernel.framed().reach(o.tol, o.derivatives, o.dim), sources.dtype)
    costs = {"direct": cost.direct * float(o.n) * float(o.m)}
    if not errors.is_traced(points, reach):
        leaf_size, pairs = gaussian.truncated_work(points[-1], points[0], reach, leaf_size)
        o = dataclasses.replace(o, leaf_size=leaf_size)
        costs["truncated"] = cost.pair_at(leaf_size) * pairs + cost.call
    return o, costs


def _for_gaussian(o, kernel, sources, targets, tried):
    """The same for Gaussians."""
    o, costs = _for_compact(o, kernel, sources, targets)
    if o.method in ("direct", "truncated"):
        return o
    backend = backends.expected(o.backend, kernel.framed(), o.dim, sources.dtype)[2]
    points = [kernel.coordinates(x, middle(sources, targets)) for x in (sources, targets) if x is not None]
    h = kernel.framed().bandwidth * kernel.span[0]
    known = not errors.is_traced(points, h)
    extent = gaussian.extent(points, h) if known else gaussian.assumed_extent(max(o.n, o.m), o.dim)
    names = [name for name in gaussian.METHODS if name not in tried] if o.method == "auto" else [o.method]
    setups = gaussian.setups(names, extent, o.tol, o.derivatives, sources.dtype)
    if o.method != "auto":
        if o.method not in setups:
            raise ValueError(
                f"method={o.method!r} cannot sum Gaussians in {o.dim}D over {max(extent):.3g} bandwidths to "
                f"tol={o.tol:g}; use method='auto'"
            )
        return dataclasses.replace(o, setup=setups[o.method])
    costs |= {name: gaussian.METHODS[name].nanoseconds(setup, o.n, o.m, backend) for name, setup in setups.items()}
    best = min(costs, key=costs.get)
    return dataclasses.replace(o, method=best, setup=setups.get(best))


def round_up(count):
    """The next of 2^k and 3 * 2^(k-1): few different sizes, so that similar inputs share compiled code."""
    power = 1 << max(4, math.ceil(count) - 1).bit_length()
    return power * 3 // 4 if count <= power * 3 // 4 else power


def with_room(o, kernel, dtype):
    """The options with the capacities that are to be expected."""
    if o.method == "direct" or o.setup is not None:
        return o

    def leaves(points):
        if o.tree == "balanced":
            return leaf_count(points, o.leaf_size)
        return min(points, round_up(o.headroom * (2 * points / o.leaf_size + 8)))

    # a truncated sum is given the room of adaptive trees with theta = 0.7 in 3D, whatever its dimension
    truncated = o.method == "truncated"
    model = accuracy.Model(3, "adaptive") if truncated else model_of(o, kernel, dtype)
    expected = o.headroom * model.reach(o.theta) ** model.dim * (1.5 * max(o.n, o.m) / o.leaf_size + 8)
    near, far = (count * expected for count in accuracy.ROOM[model.dim, model.tree])
    if model.tree == "adaptive":
        near *= accuracy.ROOM_THETA / o.theta
    if o.method == "treecode":  # its lists grow with the depth of the tree
        far *= max(1.0, 1.5 * math.log2(max(o.n, o.m) / o.leaf_size))
    far = far if o.method in ("fmm", "treecode") else 1
    every = leaves(o.n) * leaves(o.m)  # no list is longer than all pairs, of leaves or of nodes
    near, far = min(round_up(near), every), min(round_up(far), 4 * every)
    if max(near, far) >= 2**30:
        raise ValueError(
            f"theta={o.theta:g} with leaf_size={o.leaf_size} needs room for some {max(near, far):.0e} pairs of cells; "
            "use a larger theta or leaf_size, or method='direct'"
        )
    exchanged = min(near, round_up(5 * expected)) if o.exchanged else 0
    return dataclasses.replace(
        o, source_leaves=leaves(o.n), target_leaves=leaves(o.m), far=far, near=near, exchanged=exchanged
    )


def box(sources, targets):
    """Lowest and highest coordinates of all points."""
    low, high = sources.min(0, initial=jnp.inf), sources.max(0, initial=-jnp.inf)
    if targets is None or targets is sources:
        return low, high
    return jnp.minimum(low, targets.min(0, initial=jnp.inf)), jnp.maximum(high, targets.max(0, initial=-jnp.inf))


def middle(sources, targets):
    """The middle of the box of all points, zero for none."""
    low, high = box(*jax.tree.map(lax.stop_gradient, (sources, targets)))
    return jnp.where(low <= high, 0.5 * low + 0.5 * high, 0)
