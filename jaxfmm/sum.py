"""The functions that users call: potentials, their derivatives and energies, by the one sum of `weighted`."""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import ArrayLike

from jaxfmm import errors
from jaxfmm.energies import pair_energy, symmetric_energy
from jaxfmm.errors import DEFAULT_TOL, Status, bits
from jaxfmm.kernels.base import Kernel
from jaxfmm.kernels.laplace import Laplace
from jaxfmm.kernels.parts import total
from jaxfmm.methods.lattice import Lattice, lattice_of
from jaxfmm.plan import Plan, raise_status
from jaxfmm.planning.make import plan_once
from jaxfmm.sharding.explicit import automatic
from jaxfmm.weighted import weighted_sum

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
    sources = errors.points("sources", sources, dimensions)
    if targets is not None:
        targets = errors.points("targets", targets, dimensions, sources.dtype)
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

    how = {"axis": 1, "is_complex": problem.is_complex, "columns": problem.columns}
    return {b: _finished(given, problem.status, out[b + given.extra_derivatives], **how) for b in orders}


@functools.partial(jax.jit, static_argnames=("axis", "is_complex", "columns"))
def _finished(kernel, status, value, *, axis, is_complex, columns):
    """The result of a sum whose right-hand sides are along an axis: one program, since each that JAX compiles in eager
    calls takes as long as a small sum."""
    if is_complex:
        value = lax.complex(*jnp.split(value, 2, axis=axis))
    value = kernel.from_summed(value)
    value = value if columns else lax.index_in_dim(value, 0, axis, keepdims=False)
    return jnp.where(status == 0, value, jnp.nan)


def _vector_derivatives(problem, orders):
    """`_derivatives` of a kernel whose charges are vectors: {b: (m, c, k) + (d,) * b}."""
    plan, points = problem.plan, (problem.targets, problem.sources)
    x, y = (point - plan.center[None] for point in points)

    def summed(kernel, weights, orders):
        return weighted_sum(kernel, plan, *points, weights, orders)

    parts, charges = problem.given.parts(plan.is_direct), jnp.moveaxis(problem.weights[0], 1, 2)
    out = total(parts, charges, x, y, tuple(orders), summed)

    how = {"axis": 2, "is_complex": problem.is_complex, "columns": problem.columns}
    return {b: _finished(problem.given, problem.status, value, **how) for b, value in out.items()}


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
        raise ValueError("charges must be real for an energy, and dipoles too, got complex numbers; use potential(...)")
    if problem.given.vector:
        raise ValueError(f"kernel {problem.given.name} has vectors and no energy; use potential(...)")
    if problem.given.extra_derivatives:
        raise ValueError(f"kernel {problem.given.name} is antisymmetric and has no energy; use Laplace()")
    if problem.kernel.entries() is not None:
        raise ValueError(f"kernel {problem.given!r} is complex or a vector and has no energy; use potential(...)")
    energy = symmetric_energy if problem.kernel.isotropic else pair_energy
    lattice, points, weights, choice = problem.lattice, problem.sources, problem.weights, problem.plan.choice
    value = energy(problem.kernel, lattice, points, weights, problem.plan, problem.status)
    rest = choice.method.rest_energy(choice, lattice, points, weights)
    value = value if rest is None else value + rest
    return value if problem.columns else value[0]
