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
from jaxfmm.errors import DEFAULT_TOL, Status, bits
from jaxfmm.kernels.base import Kernel, ParameterDerivative, components, pack_weights, times_unit, unpack_results
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.parts import total
from jaxfmm.methods.base import half
from jaxfmm.methods.lattice import Lattice, far_sum, lattice_of
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
    step = _step(kernel, plan)
    packed = pack_weights(_scaled(weights, step), dim)
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


def _step(kernel, plan):
    """The length by which the method of a plan counts derivatives, in its unit."""
    return jnp.ones_like(plan.unit) if plan.choice.method.in_lengths else kernel.derivative_length(plan.unit)


def _scaled(weights, step):
    return {a: functools.reduce(jnp.multiply, [step] * a, w) for a, w in weights.items()}


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
    as given and as `Method.paired`. weights: of `weighted_sum`, with the real parts of complex numbers before the
    imaginary ones. columns: whether charges and dipoles came with several right-hand sides."""

    given: Kernel
    kernel: Kernel
    sources: jax.Array
    weights: dict[int, jax.Array]
    targets: jax.Array
    plan: Plan
    status: jax.Array
    lattice: Lattice | None
    columns: bool
    is_complex: bool


def _prepare(sources, charges, targets, kernel, tol, plan, gradient, dipoles=None):
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
    read = errors.vectors if kernel.vector else errors.weights
    weights, columns = read(charges, dipoles, *sources.shape, sources.dtype)
    plan.check_devices(sources, targets, *weights.values())
    if (layout := plan.request.layout) is not None:
        sources, targets = (None if x is None else layout.put(x) for x in (sources, targets))
        weights = {order: layout.put(weight) for order, weight in weights.items()}
    plan = jax.tree.map(lax.stop_gradient, plan)
    kernel.check_at(sources)
    status = _status(plan, kernel, sources, sources if targets is None else targets, own=own)
    if kernel.neutral and 0 in weights:
        status = status | _net_charge(lax.stop_gradient(weights[0]))
    if not errors.is_traced(status):
        raise_status(plan, int(status))
    sources = plan.placed(kernel, sources, plan.homes[1])
    targets = sources if targets is None else plan.placed(kernel, targets, plan.homes[0])
    lattice = lattice_of(kernel, plan.choice, plan.center, sources.dtype)
    is_complex = any(jnp.issubdtype(w.dtype, jnp.complexfloating) for w in weights.values())
    if is_complex:
        weights = {a: jnp.concatenate([w.real, w.imag], axis=1) for a, w in weights.items()}
    if 1 in weights:
        weights[1] = kernel.moment(weights[1])
    paired = plan.choice.method.paired(plan.choice, kernel, lattice)
    return _Problem(kernel, paired, sources, weights, targets, plan, status, lattice, columns, is_complex)


NEUTRAL = 64.0  # roundings of the sum of their sizes that charges may sum up to


@jax.jit
def _net_charge(charges):
    """The status of charges that must add up to zero."""
    sizes = jnp.abs(charges)
    most = NEUTRAL * jnp.finfo(sizes.dtype).eps * jnp.sum(sizes, axis=0)
    return bits([((jnp.abs(jnp.sum(charges, axis=0)) > most).any(), Status.CHARGE)])


@functools.partial(jax.jit, static_argnames="own")
def _status(plan, kernel, sources, targets, *, own):
    kernel, sources, targets = jax.tree.map(lax.stop_gradient, (kernel, sources, targets))
    return plan.evaluation_status(kernel, sources, targets, own=own)


def _derivatives(problem, orders):
    """{b: (m,) + (d,) * b}, or with k right-hand sides (m, k) + (d,) * b: derivatives in the problem's coordinates. A
    kernel with r entries gives (m, r) + (d,) * b or (m, r, k) + (d,) * b."""
    if (entries := problem.kernel.entries()) is not None:
        each = [_derivatives(problem._replace(kernel=kernel), orders) for kernel in entries]
        return {b: problem.kernel.joined([one[b] for one in each]) for b in orders}
    if problem.given.vector:
        return _vector_derivatives(problem, orders)
    given, lattice, weights = problem.given, problem.lattice, problem.weights
    higher = {b + given.extra_derivatives for b in orders}
    points = problem.targets, problem.sources
    out = weighted_sum(problem.kernel, problem.plan, *points, weights, higher, lattice=lattice)
    choice = problem.plan.choice
    for b, value in choice.method.rest(choice, lattice, *points, weights, higher).items():
        out[b] = out[b] + value

    def finished(value):
        if problem.is_complex:
            value = lax.complex(*jnp.split(value, 2, axis=1))
        value = given.from_summed(value)
        return jnp.where(problem.status == 0, value if problem.columns else value[:, 0], jnp.nan)

    return {b: finished(out[b + given.extra_derivatives]) for b in orders}


def _vector_derivatives(problem, orders):
    """`_derivatives` of a kernel whose charges are vectors: {b: (m, c, k) + (d,) * b}."""
    plan, points = problem.plan, (problem.targets, problem.sources)
    x, y = (point - plan.center[None] for point in points)

    def summed(kernel, weights, orders):
        return weighted_sum(kernel, plan, *points, weights, orders)

    parts, charges = problem.given.parts(plan.is_direct), jnp.moveaxis(problem.weights[0], 1, 2)
    out = total(parts, charges, x, y, tuple(orders), summed)

    def finished(value):
        if problem.is_complex:
            value = lax.complex(*jnp.split(value, 2, axis=2))
        return jnp.where(problem.status == 0, value if problem.columns else value[:, :, 0], jnp.nan)

    return {b: finished(value) for b, value in out.items()}


def potential(
    sources: ArrayLike,
    charges: ArrayLike | None,
    targets: ArrayLike | None = None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> jax.Array:
    """The potential of point charges.

        u_i = sum_j K(x_i, y_j) q_j + p_j . grad_y K(x_i, y_j)

    with K as the kernel defines it, without further factors. Singular kernels leave out pairs at distance zero, so
    that a source does not act on itself; smooth kernels count them.

    Args:
      sources: (n, d) positions y_j, float32 or float64.
      charges: (n,) or (n, k) for k right-hand sides; real, or complex of the same precision. None for dipoles alone.
        (n, d) or (n, d, k) for kernels of vectors such as `Stokeslet`.
      dipoles: (n, d) or (n, d, k), the moments p_j; None for charges alone. The gradient grad_y is in the source: for
        `Laplace()` in three dimensions a dipole gives `p . (x - y) / r^3`, the limit of a charge 1/h at y + h p and one
        -1/h at y.
      targets: (m, d) positions x_i; None for the sources themselves.
      kernel: the kernel, `jaxfmm.Laplace()` unless a plan says otherwise.
      tol: relative L2 error over the targets, for the plan that is made if none is given. A plan has a tolerance of its
        own: asking for a smaller one beside it is an error, for a larger one a warning.
      plan: from `jaxfmm.plan`, made for these points. Points may have moved by a tenth of the radius of their leaf.

    Returns:
      (m,) or (m, k). For a kernel with r entries, or of vectors with r = d, (m, r) or (m, r, k). Complex if the charges
      or the kernel are.

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

    def run(sources, charges, targets, dipoles):
        problem = _prepare(sources, charges, targets, kernel, tol, plan, gradient=False, dipoles=dipoles)
        return _derivatives(problem, (0,))[0]

    return automatic(run, (sources, charges, targets, dipoles), plan, [True])


def potential_and_gradient(
    sources: ArrayLike,
    charges: ArrayLike | None,
    targets: ArrayLike | None = None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> tuple[jax.Array, jax.Array]:
    """The potential and its gradient at the targets, in one pass.

        u_i = sum_j K(x_i, y_j) q_j ,        g_i = sum_j q_j grad_x K(x_i, y_j)

    for charges, and dipoles p_j add their `p_j . grad_y` of the same. The force on a charge in the potential of the
    others is `-q_i g_i`. Arguments, errors and reference are those of
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

    def run(sources, charges, targets, dipoles):
        problem = _prepare(sources, charges, targets, kernel, tol, plan, gradient=True, dipoles=dipoles)
        out = _derivatives(problem, (0, 1))
        return out[0], _tensor(problem, out[1], 1)

    return automatic(run, (sources, charges, targets, dipoles), plan, [True, True])


def hessian(
    sources: ArrayLike,
    charges: ArrayLike | None,
    targets: ArrayLike | None = None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> jax.Array:
    """The second derivatives of the potential at the targets: the tidal tensor, the gradient of a field.

        H_i = sum_j q_j grad_x grad_x K(x_i, y_j) + p_j . grad_y grad_x grad_x K(x_i, y_j)

    For a product of the derivatives of a whole function with a vector use `jax.jvp` of `jax.grad`, which needs no
    Hessian. Arguments, errors and reference are those of `potential`. The sum takes expansions of two orders more than
    its plan has for the gradient, so that its error is about `tol` as well; the promise of `tol` is for potential and
    gradient.

    Returns:
      (m, d, d), or (m, d, d, k) with k right-hand sides. For a kernel with r entries (m, r, d, d) or (m, r, d, d, k).

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> x = jnp.array([[0.0, 0.0, 0.0]])
      >>> print(jaxfmm.hessian(x, jnp.ones(1), jnp.array([[1.0, 0.0, 0.0]]))[0].round(3) + 0.0)
      [[ 2.  0.  0.]
       [ 0. -1.  0.]
       [ 0.  0. -1.]]
    """

    def run(sources, charges, targets, dipoles):
        problem = _prepare(sources, charges, targets, kernel, tol, plan, gradient=True, dipoles=dipoles)
        return _tensor(problem, _derivatives(problem, (2,))[2], 2)

    return automatic(run, (sources, charges, targets, dipoles), plan, [True])


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
        return _tensor(problem, _derivatives(problem, (1,))[1], 1)

    return automatic(run, (sources, charges, targets), plan, [True])


def _tensor(problem, derivative, order):
    """A derivative of an order as users get it: (m,) + (d,) * order, with k right-hand sides behind."""
    for _ in range(order):  # each axis in turn to the user's coordinates
        derivative = jnp.moveaxis(problem.given.gradient(derivative), -1, -order)
    return jnp.moveaxis(derivative, -1 - order, -1) if problem.columns else derivative


def energy(
    points: ArrayLike,
    charges: ArrayLike | None,
    *,
    dipoles: ArrayLike | None = None,
    kernel: Kernel = _DEFAULT_KERNEL,
    tol: float = DEFAULT_TOL,
    plan: Plan | None = None,
) -> jax.Array:
    """The interaction energy of point charges, and of point dipoles.

        U = 1/2 sum_{i != j} q_i q_j K(x_i, x_j)
        U = 1/2 sum_{i != j} (q_i + p_i . grad_x) (q_j + p_j . grad_y) K(x_i, x_j)      with dipoles

    For symmetric kernels the gradient in positions and charges costs one `potential_and_gradient`, since
    dU = sum_i q_i g_i . dx_i + u_i dq_i; with dipoles that sum has second derivatives too. For `Custom` kernels it
    takes two sums.

    Args:
      points: (n, d).  charges: (n,), or (n, k) for k sets of charges, or None for dipoles alone.  dipoles: (n, d) or
        (n, d, k).  kernel, tol, plan: as `potential`.

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

    def run(points, charges, _, dipoles):
        return _energy_of(points, charges, dipoles, kernel, tol, plan)

    return automatic(run, (points, charges, None, dipoles), plan, [False])


def _energy_of(points, charges, dipoles, kernel, tol, plan):
    problem = _prepare(points, charges, None, kernel, tol, plan, gradient=True, dipoles=dipoles)
    if problem.is_complex:
        raise ValueError("charges and dipoles must be real for an energy, got complex ones; use potential(...)")
    if problem.given.vector:
        raise ValueError(f"kernel {problem.given.name} has vectors and no energy; use potential(...)")
    if problem.given.extra_derivatives:
        raise ValueError(f"kernel {problem.given.name} is antisymmetric and has no energy; use Laplace()")
    if problem.kernel.entries() is not None:
        raise ValueError(f"kernel {problem.given!r} is complex or a vector and has no energy; use potential(...)")
    energy = _symmetric_energy if problem.kernel.isotropic else _energy
    lattice, points, weights, choice = problem.lattice, problem.sources, problem.weights, problem.plan.choice
    value = energy(problem.kernel, lattice, points, weights, problem.plan, problem.status)
    rest = choice.method.rest_energy(choice, lattice, points, weights)
    value = value if rest is None else value + rest
    return value if problem.columns else value[0]


def _without_self(kernel, points, weights, fields, plan):
    """The fields {b: (n, k) + (d,) * b} without what a point gives to itself, which sums with smooth kernels count."""
    if kernel.singular:
        return fields
    dim, orders = points.shape[1], sorted(fields)
    inner, points, step = kernel.in_unit(plan.unit), plan.in_unit(points), _step(kernel, plan)
    numbered, _ = inner.with_numbers(points, points)
    packed = pack_weights(_scaled(weights, step), dim)
    here, targets = [column[:, None] for column in numbered.T], components(orders, dim)
    given = dict(zip(components(sorted(weights), dim), jnp.moveaxis(packed, 1, 0)))
    own = inner.pair_sums(here, here, given, targets)
    own = unpack_results(
        jnp.stack([jnp.broadcast_to(own[b], packed[:, 0].shape) for b in targets], axis=1), orders, dim
    )
    return {b: fields[b] - times_unit(own[b], kernel, plan.unit, [step] * b) for b in orders}


def _unless(status, fields):
    return {b: jnp.where(status == 0, value, jnp.nan) for b, value in fields.items()}


def _energy(kernel, lattice, points, weights, plan, status):
    """(k,), without the background of a periodic cell."""
    out = _unless(status, weighted_sum(kernel, plan, points, points, weights, sorted(weights), lattice=lattice))
    return half(weights, _without_self(kernel, points, weights, out, plan))


_symmetric_energy = jax.custom_jvp(_energy)


@functools.partial(_symmetric_energy.defjvp, symbolic_zeros=True)
def _energy_jvp(primals, tangents):
    # U is quadratic, so one symmetric pass gives it and its derivative; the primitive's own rule would need a second
    # sum for the motion of the sources.
    kernel, lattice, points, weights, plan, status = primals
    d_kernel, d_lattice, d_points, d_weights, *_ = tangents

    def moved(t):
        return type(t) is not jax.custom_derivatives.SymbolicZero

    def summed(weights, orders, *, kernel=kernel, lattice=lattice, exact=False):
        out = weighted_sum(kernel, plan, points, points, weights, orders, lattice=lattice, exact=exact)
        return _unless(status, out)

    def without_self(kernel, fields):
        return _without_self(kernel, points, weights, {a: fields[a] for a in weights}, plan)

    out = summed(weights, set(weights) | ({a + 1 for a in weights} if moved(d_points) else set()))
    own = without_self(kernel, out)
    value = half(weights, own)
    tangent = jnp.zeros_like(value)
    if moved(d_points):
        for a, w in weights.items():
            axes = "ij"[:a]
            tangent = tangent + _einsum(f"nk{axes},nk{axes}d,nd->k", w, out[a + 1], d_points)
    for a in weights:
        if moved(d_weights[a]):
            tangent = tangent + 2 * half({a: d_weights[a]}, own)
    for index, t in enumerate(jax.tree.leaves(d_kernel, is_leaf=lambda t: not moved(t))):
        if not moved(t):
            continue
        slopes = kernel.own_slopes(index)
        slope = ParameterDerivative(kernel, index) if slopes is None else slopes[0][1]
        fields = summed(weights, sorted(weights), kernel=slope, exact=_needs_exact(slope, plan))
        fields = without_self(slope, fields)
        if slopes is None:
            tangent = tangent + half(weights, fields) * jnp.asarray(t).astype(tangent.dtype)
        else:  # those of targets and of sources give the same
            tangent = tangent + 2 * half({a: _by_point(w, t) for a, w in weights.items()}, fields)
    if lattice is not None and any(map(moved, (d_lattice.rows, d_lattice.sums))):
        orders = sorted(weights)
        for b, slope in _lattice_tangent(lattice, d_lattice, moved, summed, points, points, weights, orders):
            tangent = tangent + half(weights, {b: slope})
    return value, tangent
