"""The one differentiable sum, and the functions that users call.

Everything is one primitive, linear in its weights, with static derivative orders at the sources (set A) and at the
targets (set B):

    out_b(x_i) = sum_j sum_{a in A} w_a(j) . d_y^a d_x^b K(x_i, y_j)         for every b in B.

It is closed under differentiation and transposition:
- JVP in the weights: the sum of dw.  In the targets: d out_b = out_{b+1} . dx, the same weights with one target order
  more.  In the sources: the weights w_a (x) dy at order a + 1.  In a kernel parameter: the sum with dK/dp, times dp.
- Transpose in the weights: sources and targets, A and B change places, and the arguments of K, which most are symmetric
  in.
- Batching over the weights makes more right-hand sides; over anything else one sum after the other.
So derivatives are those of the mathematical sum, computed to the tolerance of the plan, never of the truncated series.
"""

import dataclasses
import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.interpreters import ad, batching
from jax.typing import ArrayLike

from jaxfmm import errors, progress
from jaxfmm.errors import DEFAULT_TOL
from jaxfmm.kernels.base import Kernel, ParameterDerivative, pack_weights, times_unit, unpack_results
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.methods.lattice import Lattice, background, far_sum, lattice_of
from jaxfmm.methods.table import DIRECT
from jaxfmm.native.platforms import one_by_one, primitive
from jaxfmm.ops import backends
from jaxfmm.plan import Plan, raise_status
from jaxfmm.planning.make import plan_once
from jaxfmm.sharding.explicit import automatic

_einsum = functools.partial(jnp.einsum, precision=lax.Precision.HIGHEST)  # never TF32 on a GPU


def weighted_sum(kernel, plan, targets, sources, weights, target_orders, *, lattice=None, exact=False):
    """{b: (m, k) + (d,) * b} from weights {a: (n, k) + (d,) * a}. lattice: of the images of a periodic kernel. `exact`:
    by the direct sum whatever the plan says."""
    orders = {"source_orders": tuple(sorted(weights)), "target_orders": tuple(sorted(target_orders))}
    leaves, treedef = jax.tree.flatten((kernel, lattice, plan))
    arrays = [*(weights[a] for a in orders["source_orders"]), targets, sources, *leaves]
    with progress.waiting("compiling and computing a sum"):
        out = sum_p.bind(*arrays, **orders, treedef=treedef, exact=exact)
    return dict(zip(orders["target_orders"], out))


def _open(args, source_orders, treedef):
    """args -> weights {a: array}, targets, sources, kernel, lattice, plan."""
    count = len(source_orders)
    opened = jax.tree.unflatten(treedef, args[count + 2 :])
    return dict(zip(source_orders, args[:count])), args[count], args[count + 1], *opened


def _compute(*args, source_orders, target_orders, treedef, exact, platform):
    """The sum in plain JAX, on arrays."""
    weights, targets, sources, kernel, lattice, plan = _open(args, source_orders, treedef)
    dim, rhs = targets.shape[1], next(iter(weights.values())).shape[1]
    method = plan.choice.method.everywhere(DIRECT) if exact else plan.choice.method
    step = jnp.ones_like(plan.unit) if method.in_lengths else kernel.derivative_length(plan.unit)
    packed = pack_weights({a: functools.reduce(jnp.multiply, [step] * a, w) for a, w in weights.items()}, dim)
    targets, sources = map(plan.in_unit, (targets, sources))
    if lattice is not None:
        lattice = lattice.in_unit(plan.unit, plan.shift)
        lists = plan.lists.moved(lattice.shifts())
        plan = dataclasses.replace(plan, lattice=lattice, images=lattice.shifts(), lists=lists)
    orders = source_orders, target_orders
    backend, _ = backends.choose(plan.request.backend, platform, kernel, *orders, rhs, dim, targets.dtype)
    arguments = (plan, kernel.in_unit(plan.unit), targets, sources, packed, *orders)
    out = method.compute(*arguments, backend=backend, platform=platform)
    results = unpack_results(out, target_orders, dim)
    return [times_unit(results[b], kernel, plan.unit, [step] * b) for b in target_orders]


sum_p = primitive("jaxfmm_sum", _compute)


@sum_p.def_abstract_eval
def _(*args, source_orders, target_orders, treedef, exact):
    weights, targets = args[0], args[len(source_orders)]
    (m, dim), k = targets.shape, weights.shape[1]
    return [jax.core.ShapedArray((m, k) + (dim,) * b, targets.dtype) for b in target_orders]


def _jvp(primals, tangents, *, source_orders, target_orders, treedef, exact):
    weights, targets, sources, kernel, lattice, plan = _open(primals, source_orders, treedef)
    count = len(source_orders)
    d_weights = dict(zip(source_orders, tangents[:count]))
    d_targets, d_sources = tangents[count], tangents[count + 1]
    first = count + 2 + len(jax.tree.leaves(kernel))
    d_parameters = tangents[count + 2 : first]
    d_lattice = tangents[first : first + len(jax.tree.leaves(lattice))]

    def moved(t):
        return type(t) is not ad.Zero

    def summed(weights, orders, kernel=kernel, exact=exact, lattice=lattice):
        return weighted_sum(kernel, plan, targets, sources, weights, orders, lattice=lattice, exact=exact)

    above = tuple(b + 1 for b in target_orders) if moved(d_targets) else ()
    out = summed(weights, set(target_orders) | set(above))
    d_out = {b: [] for b in target_orders}
    if moved(d_targets):
        for b in target_orders:
            # out_{b+1} . dx, with the right-hand sides between the points and the tensor axes of out
            d_out[b].append(_einsum("mk...i,mi->mk...", out[b + 1], d_targets))
    linear = {a: t for a, t in d_weights.items() if moved(t)}
    if moved(d_sources):
        for a in source_orders:
            raised = _einsum("nk...,ni->nk...i", weights[a], d_sources)
            linear[a + 1] = linear[a + 1] + raised if a + 1 in linear else raised
    if linear:
        for b, value in summed(linear, target_orders).items():
            d_out[b].append(value)
    for index, t in enumerate(d_parameters):
        slopes = kernel.own_slopes(index) if moved(t) else None
        for side, changed in slopes or ():
            given = {a: _by_point(w, t) for a, w in weights.items()} if side == "sources" else weights
            slope = summed(given, target_orders, changed, exact or _needs_exact(changed, plan))
            for b in target_orders:
                d_out[b].append(slope[b] if side == "sources" else _by_point(slope[b], t))
        if slopes is not None:
            continue
        for place in np.ndindex(jnp.shape(t)) if moved(t) else ():  # of an array, entry by entry
            changed = ParameterDerivative(kernel, index, _unit(t, place) if place else None)
            slope = summed(weights, target_orders, changed, exact or _needs_exact(changed, plan))
            along = jnp.asarray(t[place] if place else t)
            for b in target_orders:
                d_out[b].append(slope[b] * along.astype(slope[b].dtype))
    if any(map(moved, d_lattice)):
        d_lattice = jax.tree.unflatten(jax.tree.structure(lattice), d_lattice)
        for b, value in _lattice_tangent(lattice, d_lattice, moved, summed, targets, sources, weights, target_orders):
            d_out[b].append(value)
    primal_out = [out[b] for b in target_orders]
    tangent_out = [sum(d[1:], d[0]) if d else ad.Zero.from_primal_value(p) for d, p in zip(d_out.values(), primal_out)]
    return primal_out, tangent_out


ad.primitive_jvps[sum_p] = _jvp


def _lattice_tangent(lattice, tangents, moved, summed, targets, sources, weights, target_orders):
    """Pairs (b, tangent) of what the lattice's tangents, a `Lattice`, do; see `methods.lattice`. summed: the sum of
    this kernel and plan as a function of weights and orders."""
    if moved(tangents.rows):
        for row in range(len(lattice.rows)):
            out = summed(weights, tuple(b + 1 for b in target_orders), lattice=lattice.raised(row))
            step = tangents.rows[row] if lattice.turned else -tangents.rows[row]
            yield from ((b, _einsum("mk...i,i->mk...", out[b + 1], step)) for b in target_orders)
    if lattice.sums is not None and moved(tangents.sums):
        order = lattice.order + max(max(weights) + max(target_orders) - 1, 0)
        far = far_sum(lattice, tangents.sums, order, targets, sources, weights, target_orders)
        yield from far.items()


def _by_point(values, numbers):
    """Values (n, ...) times numbers (n,)."""
    return values * numbers.reshape((-1,) + (1,) * (values.ndim - 1)).astype(values.dtype)


def _unit(array, place):
    """An array of the same shape, one at a place and zero elsewhere."""
    unit = np.zeros(array.shape, array.dtype)
    unit[place] = 1
    return jnp.asarray(unit)


def _needs_exact(slope, plan):
    """Whether the derivative in a parameter, which is another kernel, has no expansions."""
    return not plan.choice.method.sums_slopes(slope, plan.choice)


def _transpose(cotangents, *args, source_orders, target_orders, treedef, exact):
    weights, targets, sources, kernel, lattice, plan = _open(args, source_orders, treedef)
    wanted = tuple(a for a in source_orders if ad.is_undefined_primal(weights[a]))
    back = {b: ct for b, ct in zip(target_orders, cotangents) if type(ct) is not ad.Zero}
    rest = (None,) * (len(args) - len(source_orders))
    if not back:
        return tuple(ad.Zero(weights[a].aval) if a in wanted else None for a in source_orders) + rest
    if lattice is not None:
        lattice, sign = lattice.transposed(plan.request.symmetric)
        back = {b: sign * ct for b, ct in back.items()}
    turned = kernel.transposed(), plan.transposed()
    out = weighted_sum(*turned, sources, targets, back, wanted, lattice=lattice, exact=exact)
    return tuple(out.get(a) for a in source_orders) + rest


ad.primitive_transposes[sum_p] = _transpose


def _batch(args, dims, **params):
    count = len(params["source_orders"])
    size = next(a.shape[d] for a, d in zip(args, dims) if d is not None)
    if all(d is None for d in dims[count:]):  # weights only: more right-hand sides
        folded = []
        for w, d in zip(args[:count], dims[:count]):
            w = (
                jnp.moveaxis(w, d, 1)
                if d is not None
                else jnp.broadcast_to(w[:, None], w.shape[:1] + (size,) + w.shape[1:])
            )
            folded.append(w.reshape(w.shape[:1] + (w.shape[1] * w.shape[2],) + w.shape[3:]))
        out = sum_p.bind(*folded, *args[count:], **params)
        return [o.reshape(o.shape[:1] + (size, w.shape[2]) + o.shape[2:]) for o in out], [1] * len(out)
    return one_by_one(sum_p)(args, dims, **params)


batching.primitive_batchers[sum_p] = _batch


_DEFAULT_KERNEL = Laplace()


class _Problem(NamedTuple):
    """What a sum needs, checked: points as `Kernel.coordinates` makes them, those of a periodic cell in it, the kernel
    as given and `summed()`. neutral: whether the background of a periodic cell belongs to it."""

    given: Kernel
    kernel: Kernel
    sources: jax.Array
    charges: jax.Array
    targets: jax.Array
    plan: Plan
    status: jax.Array
    lattice: Lattice | None = None
    neutral: bool = True


def _prepare(sources, charges, targets, kernel, tol, plan, gradient):
    if plan is None:
        plan = plan_once(sources, charges, targets, kernel=kernel, tol=tol, gradient=gradient)
    elif not isinstance(plan, Plan):
        raise ValueError(f"plan must be made by jaxfmm.plan(...), got {type(plan).__name__}")
    else:
        plan.check_tol(tol)
        kernel = plan.kernel if kernel is _DEFAULT_KERNEL else kernel
    own, dimensions = plan.is_of(sources, targets), (plan.request.dim,)
    kernel = plan.checked(kernel)
    sources = errors.points("sources", sources, dimensions, spread=True)
    if targets is not None:
        targets = errors.points("targets", targets, dimensions, sources.dtype, spread=True)
        errors.same_dtype("targets", targets, "sources", sources.dtype)
    plan.check_shapes(sources, targets)
    kernel.check(plan.request.dim)
    kernel.check_numbers(len(sources), None if targets is None else len(targets))
    charges = errors.charges("charges", charges, sources.shape[0], sources.dtype)
    plan.check_devices(sources, charges, targets)
    if (layout := plan.request.layout) is not None:
        sources, charges, targets = (None if x is None else layout.put(x) for x in (sources, charges, targets))
    plan = jax.tree.map(lax.stop_gradient, plan)
    kernel.check_at(sources)
    status = _status(plan, kernel, sources, sources if targets is None else targets, own=own)
    if not errors.is_traced(status):
        raise_status(plan, int(status))
    sources = plan.placed(kernel, sources, plan.homes[1])
    targets = sources if targets is None else plan.placed(kernel, targets, plan.homes[0])
    lattice = lattice_of(kernel, plan.choice, plan.center, sources.dtype)
    return _Problem(kernel, kernel.summed(), sources, charges, targets, plan, status, lattice)


@functools.partial(jax.jit, static_argnames="own")
def _status(plan, kernel, sources, targets, *, own):
    kernel, sources, targets = jax.tree.map(lax.stop_gradient, (kernel, sources, targets))
    return plan.evaluation_status(kernel, sources, targets, own=own)


def _derivatives(problem, orders, *, exact=False):
    """{b: (m,) + (d,) * b}, or with k right-hand sides (m, k) + (d,) * b: derivatives in the problem's coordinates. A
    kernel with r entries gives (m, r) + (d,) * b or (m, r, k) + (d,) * b. `exact`: as in `weighted_sum`."""
    if (entries := problem.kernel.entries()) is not None:
        each = [_derivatives(problem._replace(kernel=kernel), orders, exact=exact) for kernel in entries]
        return {b: problem.kernel.joined([one[b] for one in each]) for b in orders}
    charges, given, lattice = problem.charges, problem.given, problem.lattice
    rhs = charges if charges.ndim == 2 else charges[:, None]
    parts = rhs
    if is_complex := jnp.issubdtype(rhs.dtype, jnp.complexfloating):
        parts = jnp.concatenate([rhs.real, rhs.imag], axis=1)
    higher = {b + given.extra_derivatives for b in orders}
    points = problem.targets, problem.sources
    out = weighted_sum(problem.kernel, problem.plan, *points, {0: parts}, higher, lattice=lattice, exact=exact)
    if lattice is not None and lattice.sums is not None and problem.neutral:
        for b, value in background(lattice, *points, parts, higher).items():
            out[b] = out[b] + value

    def finished(value):
        if is_complex:
            value = lax.complex(value[:, : rhs.shape[1]], value[:, rhs.shape[1] :])
        value = given.from_summed(value)
        return jnp.where(problem.status == 0, value if charges.ndim == 2 else value[:, 0], jnp.nan)

    return {b: finished(out[b + given.extra_derivatives]) for b in orders}


def potential(
    sources: ArrayLike,
    charges: ArrayLike,
    targets: ArrayLike | None = None,
    *,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> jax.Array:
    """The potential of point charges.

        u_i = sum_j K(x_i, y_j) q_j

    with K as the kernel defines it, without further factors. Singular kernels leave out pairs at distance zero, so
    that a source does not act on itself; smooth kernels count them.

    Args:
      sources: (n, d) positions y_j, float32 or float64.
      charges: (n,) or (n, k) for k right-hand sides; real, or complex of the same precision.
      targets: (m, d) positions x_i; None for the sources themselves.
      kernel: the kernel, `jaxfmm.Laplace()` unless a plan says otherwise.
      tol: relative L2 error over the targets, for the plan that is made if none is given. A plan has a tolerance of its
        own: asking for a smaller one beside it is an error, for a larger one a warning.
      plan: from `jaxfmm.plan`, made for these points. Points may have moved by a tenth of the radius of their leaf.

    Returns:
      (m,) or (m, k). For a kernel with r entries (m, r) or (m, r, k). Complex if the charges or the kernel are.

    Raises:
      ValueError: for bad arguments. Outside of `jit` also when the plan's status is not 0; inside `jit` results are NaN
        then.

    Reference: Greengard & Rokhlin, J. Comput. Phys. 73 (1987) 325; Yokota & Barba, GPU Computing Gems (2011), eq. 1-3.

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jax.random.uniform(jax.random.key(0), (1000, 3))
      >>> jaxfmm.potential(x, jnp.ones(1000)).shape
      (1000,)
    """

    def run(sources, charges, targets):
        problem = _prepare(sources, charges, targets, kernel, tol, plan, gradient=False)
        return _derivatives(problem, (0,))[0]

    return automatic(run, (sources, charges, targets), plan, [True])


def potential_and_gradient(
    sources: ArrayLike,
    charges: ArrayLike,
    targets: ArrayLike | None = None,
    *,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> tuple[jax.Array, jax.Array]:
    """The potential and its gradient at the targets, in one pass.

        u_i = sum_j K(x_i, y_j) q_j ,        g_i = sum_j q_j grad_x K(x_i, y_j)

    The force on a charge in the potential of the others is `-q_i g_i`. Arguments, errors and reference are those of
    `potential`; `tol` holds for both results.

    Returns:
      (m,) and (m, d), or (m, k) and (m, d, k). For a kernel with r entries (m, r) and (m, r, d), or (m, r, k) and
      (m, r, d, k).

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jax.random.uniform(jax.random.key(0), (1000, 3))
      >>> phi, grad = jaxfmm.potential_and_gradient(x, jnp.ones(1000))
      >>> grad.shape
      (1000, 3)
    """

    def run(sources, charges, targets):
        problem = _prepare(sources, charges, targets, kernel, tol, plan, gradient=True)
        out = _derivatives(problem, (0, 1))
        return out[0], _gradient(problem, out[1])

    return automatic(run, (sources, charges, targets), plan, [True, True])


def gradient(
    sources: ArrayLike,
    charges: ArrayLike,
    targets: ArrayLike | None = None,
    *,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> jax.Array:
    """The gradient of `potential_and_gradient` alone."""

    def run(sources, charges, targets):
        problem = _prepare(sources, charges, targets, kernel, tol, plan, gradient=True)
        return _gradient(problem, _derivatives(problem, (1,))[1])

    return automatic(run, (sources, charges, targets), plan, [True])


def _gradient(problem, derivative):
    """The gradient as users get it, (m, d) or (m, d, k)."""
    gradient = problem.given.gradient(derivative)
    return gradient if problem.charges.ndim == 1 else jnp.swapaxes(gradient, -1, -2)


def energy(
    points: ArrayLike,
    charges: ArrayLike,
    *,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> jax.Array:
    """The interaction energy of point charges.

        U = 1/2 sum_{i != j} q_i q_j K(x_i, x_j)

    For symmetric kernels the gradient in positions and charges costs one `potential_and_gradient`, since
    dU = sum_i q_i g_i . dx_i + u_i dq_i. For `Custom` kernels it takes two sums.

    Args:
      points: (n, d).  charges: (n,), or (n, k) for k sets of charges.  kernel, tol, plan: as `potential`.

    Returns:
      A scalar, or (k,).

    Example:
      >>> import jax, jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> float(jaxfmm.energy(x, jnp.ones(2)))
      0.5
      >>> jax.grad(jaxfmm.energy)(x, jnp.ones(2)).tolist()
      [[0.25, 0.0, 0.0], [-0.25, 0.0, 0.0]]
    """
    return automatic(functools.partial(_energy_of, kernel=kernel, tol=tol, plan=plan), (points, charges), plan, [False])


def _energy_of(points, charges, *, kernel, tol, plan):
    problem = _prepare(points, charges, None, kernel, tol, plan, gradient=True)
    if jnp.issubdtype(problem.charges.dtype, jnp.complexfloating):
        raise ValueError(f"charges must be real for an energy, got {problem.charges.dtype}; use potential(...)")
    if problem.given.extra_derivatives:
        raise ValueError(f"kernel {problem.given.name} is antisymmetric and has no energy; use Laplace()")
    if problem.kernel.entries() is not None:
        raise ValueError(f"kernel {problem.given!r} is complex or a vector and has no energy; use potential(...)")
    energy = _symmetric_energy if problem.kernel.isotropic else _energy
    lattice, points, charges = problem.lattice, problem.sources, problem.charges
    value = energy(problem.kernel, lattice, points, charges, problem.plan, problem.status)
    if lattice is not None and lattice.sums is not None:
        given = charges if charges.ndim == 2 else charges[:, None]
        for field in background(lattice, points, points, given, (0,)).values():
            value = value + 0.5 * jnp.sum(given * field, axis=0).reshape(value.shape)
    return value


def _without_self(kernel, points, charges, phi, unit):
    """The potential without what a charge gives to its own place, which sums with smooth kernels count."""
    if kernel.singular:
        return phi
    value = times_unit(kernel.in_unit(unit).at_itself(points), kernel, unit)
    return phi - (value if value.ndim in (0, charges.ndim) else value[:, None]) * charges


def _energy(kernel, lattice, points, charges, plan, status):
    """Without the background of a periodic cell."""
    phi = _derivatives(_Problem(kernel, kernel, points, charges, points, plan, status, lattice, False), (0,))[0]
    return 0.5 * jnp.sum(charges * _without_self(kernel, points, charges, phi, plan.unit), axis=0)


_symmetric_energy = jax.custom_jvp(_energy)


@functools.partial(_symmetric_energy.defjvp, symbolic_zeros=True)
def _energy_jvp(primals, tangents):
    # U is quadratic, so one symmetric pass gives it and its derivative; the primitive's own rule would need a second
    # sum for the motion of the sources.
    kernel, lattice, points, charges, plan, status = primals
    d_kernel, d_lattice, d_points, d_charges, *_ = tangents
    problem = _Problem(kernel, kernel, points, charges, points, plan, status, lattice, False)

    def moved(t):
        return type(t) is not jax.custom_derivatives.SymbolicZero

    out = _derivatives(problem, (0, 1) if moved(d_points) else (0,))
    phi = _without_self(kernel, points, charges, out[0], plan.unit)
    value = 0.5 * jnp.sum(charges * phi, axis=0)
    tangent = jnp.zeros_like(value)
    if moved(d_points):
        axes = "nk,nkd,nd->k" if charges.ndim == 2 else "n,nd,nd->"
        tangent = tangent + _einsum(axes, charges, out[1], d_points)
    if moved(d_charges):
        tangent = tangent + jnp.sum(phi * d_charges, axis=0)
    for index, t in enumerate(jax.tree.leaves(d_kernel, is_leaf=lambda t: not moved(t))):
        if not moved(t):
            continue
        own = kernel.own_slopes(index)
        slope = ParameterDerivative(kernel, index) if own is None else own[0][1]
        phi_slope = _derivatives(problem._replace(kernel=slope), (0,), exact=_needs_exact(slope, plan))[0]
        phi_slope = _without_self(slope, points, charges, phi_slope, plan.unit)
        if own is None:
            tangent = tangent + 0.5 * jnp.sum(charges * phi_slope, axis=0) * jnp.asarray(t).astype(phi_slope.dtype)
        else:  # those of targets and of sources give the same
            tangent = tangent + jnp.sum(_by_point(charges * phi_slope, t), axis=0)
    if lattice is not None and any(map(moved, (d_lattice.rows, d_lattice.sums))):
        given = charges if charges.ndim == 2 else charges[:, None]

        def summed(weights, orders, *, lattice):
            return weighted_sum(kernel, plan, points, points, weights, orders, lattice=lattice)

        for _, slope in _lattice_tangent(lattice, d_lattice, moved, summed, points, points, {0: given}, (0,)):
            tangent = tangent + 0.5 * jnp.sum(given * slope, axis=0).reshape(value.shape)
    return value, tangent
