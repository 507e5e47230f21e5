"""What `print(plan)` shows: one screen."""

import jax
import numpy as np

from jaxfmm import accuracy, errors
from jaxfmm.methods import gaussian
from jaxfmm.methods.fmm import family
from jaxfmm.ops import backends
from jaxfmm.options import model_of, rates_of
from jaxfmm.tree.build import OCCUPANCY

MANY = 1.5  # times the usual number of pairs, from which on a reason is given


def describe(made):
    """One screen about a plan; of a batch of plans, or inside `jit`, what is the same whatever the points."""
    o = made.options
    dtype, batch = made.unit.dtype, made.status.shape
    known = not errors.is_traced(made) and not batch
    backend, reason, _ = backends.expected(o.backend, made.kernel.framed(), o.dim, dtype)
    sides = f"{o.n} points onto themselves" if o.symmetric else f"{o.n} sources, {o.m} targets"
    lines = [
        f"jaxfmm plan: {made.kernel.name} in {o.dim}D, {sides}, {dtype}" + (f", a batch of {batch}" if batch else ""),
        f"  method {o.method}, backend {backend}" + (f" (not faster: {reason})" if reason else ""),
    ]
    lines += _time(made, known) + _how(made, known)
    if o.method != "direct":
        lines.append(_accuracy(made))
    if made.near is not None and known:
        lines += _work(made)
    size = sum(leaf.size * leaf.dtype.itemsize for leaf in jax.tree.leaves(made) if hasattr(leaf, "dtype"))
    lines.append(f"  memory of the plan {size / 2**20:.1f} MiB")
    if known:
        lines.append(f"  status {int(made.status)}" + (" (ok)" if not int(made.status) else ""))
    elif not errors.is_traced(made):
        bad = int(np.count_nonzero(made.status))
        lines.append(f"  status: {bad} of {made.status.size} plans not 0" if bad else "  status 0 in all (ok)")
    return "\n".join(lines)


def _time(made, known):
    """What the sum is expected to take, and what a direct one, which is why the method was taken."""
    o, kernel = made.options, made.kernel
    cost = rates_of(o, kernel, made.unit.dtype)
    direct = cost.call + cost.direct * float(o.n) * float(o.m)
    if o.method == "direct":
        return [f"  about {_duration(direct)} for potential and gradient; {_why_direct(made)}"]
    if o.setup is not None:
        backend = backends.expected(o.backend, kernel.framed(), o.dim, made.unit.dtype)[2]
        time = gaussian.METHODS[o.method].nanoseconds(o.setup, o.n, o.m, backend)
    elif not known or int(made.status):
        return []
    elif o.method == "fmm":
        time = model_of(o, kernel, made.unit.dtype).time(o, made.pair_work(), int(made.far.count))
    elif o.method == "truncated":
        time = cost.pair_at(o.leaf_size) * made.pair_work() + cost.call
    else:
        return []
    return [f"  about {_duration(time)} for potential and gradient, where a direct sum takes {_duration(direct)}"]


def _duration(nanoseconds):
    unit, size = next((u, s) for u, s in (("s", 1e9), ("ms", 1e6), ("us", 0)) if nanoseconds >= s)
    number = nanoseconds / (size or 1e3)
    return f"{number:.0f} {unit}" if number >= 100 else f"{number:.2g} {unit}"


def _why_direct(made):
    o, kernel = made.options, made.kernel
    if min(o.n, o.m) == 0:
        return "there is nothing to sum"
    if made.why:
        return made.why
    if kernel.compact:
        return "pairs that matter are not few enough for another method, or direct sums were asked for"
    if family(kernel.framed(), o.dim) is None:
        return f"{kernel.name} has no expansions in {o.dim}D"
    model = model_of(o, kernel, made.unit.dtype)
    chosen = model.choose(o.tol, o.derivatives, "fmm", o.n)
    if chosen is None:
        return f"no order of its expansions keeps tol {o.tol:g}"
    work = max(o.n, o.m) * model.cost(chosen.order, chosen.theta, chosen.leaf_size, "fmm", o.n)
    fmm = f"an FMM would take about {_duration(model.rates.call + work)}"
    if kernel.general:
        return f"{fmm} if order {chosen.order} had the accuracy, which is measured for kernels that users write"
    return fmm


def _how(made, known):
    o = made.options
    if o.method == "direct":
        return [f"  {o.n * o.m:.3g} pairs, error of rounding alone"]
    if o.setup is not None:
        return [f"  {o.setup}"]
    if o.method == "truncated":
        reach = made.kernel.framed().reach(o.tol, o.derivatives, o.dim)
        length = f" {float(reach):.4g}" if known and not errors.is_traced(reach) else ""
        return [f"  pairs within the reach{length} of the kernel, leaf size {o.leaf_size}"]
    return [f"  {o.tree} tree, order {o.order}, theta {o.theta:g}, leaf size {o.leaf_size}"]


def _accuracy(made):
    o = made.options
    asked = "potential and gradient" if o.derivatives > made.kernel.raised else "potential"
    if o.promised:
        why = "promised" if made.measured is None else "measured when the plan was made"
        if made.measured is not None and not errors.is_traced(made.measured) and not made.measured.ndim:
            why += f": {float(made.measured):.0e}"
        return f"  relative L2 error of {asked}: at most {o.tol:g} ({why})"
    text = f"  order or theta given by hand: tol {o.tol:g} is not promised"
    if not made.kernel.general:
        expected = model_of(o, made.kernel, made.unit.dtype).expected_error(o.order, o.theta, o.derivatives)
        text += f", expect about {expected:.0e}"
    return text


def _work(made):
    """Rooms and counts of a concrete plan by trees."""
    o, needs = made.options, made.needs()
    kinds = ("nodes", "far", "near", "exchanged")
    names = {"nodes": "nodes"} | {kind: f"{kind} pairs" for kind in kinds[1:]}
    rooms = [f"{names[kind]} {needs[kind]} (room {needs[kind + '_capacity']})" for kind in kinds if kind in needs]
    lines = ["  " + ", ".join(rooms)]
    if int(made.status):
        return lines
    pairs = made.pair_work() / o.m
    far = "M2P (multipoles at a point)" if o.method == "treecode" else "M2L (multipoles to local expansions)"
    cells = f"{needs['far'] / o.m:.2f} {far}, " if "far" in needs else ""
    lines.append(f"  per target: {cells}{pairs:.0f} P2P (pairs of points)")
    if o.method in ("fmm", "treecode"):
        length = float(made.kernel.framed().far_length(o.tol))
        usual = accuracy.WORK[o.dim, o.tree][0] * model_of(o, made.kernel, made.unit.dtype).reach(o.theta) ** o.dim
        if length > 0 and pairs > MANY * usual * OCCUPANCY * o.leaf_size:
            why = f"expansions serve from a distance of {length:.3g} on"
            lines.append(f"  so many because of the softening or core: {why}")
    return lines
