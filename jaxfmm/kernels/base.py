"""What a kernel is, and the derivatives of one pair to any order.

Kernels are radial, K(x, y) = f(|x - y|^2 / 2), unless they say that they are not. Everything that
the sums need of a radial one follows from the derivatives f_n = d^n f / ds^n with s = |x - y|^2 /
2, because d/dx_i f_n = (x - y)_i f_{n+1}. The derivative tensors of a pair come from them by the
recursion of McMurchie & Davidson (1978): with T^n_0 = f_n and u = x - y,

    T^n_{a + e_i} = a_i T^{n+1}_{a - e_i} + u_i T^{n+1}_a ,        d^a K / dx^a = T^0_a ,

for every multi-index a, in any dimension; `pair_sums` contracts them with weights on the way.
"""

import dataclasses
import functools
import itertools
import math
from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

from jaxfmm import foreign, pytrees

ROUNDED = 1.001  # for a factor that was computed
MOST_TIMES = 64.0  # of a length, for which errors are measured beside those of the plan's kernel
# of a parameter: it takes an error that grows like its seventh power from half of tol to tol
MOST_CHANGE = 0.1
SOFTENINGS = (
    f"a plan serves softenings and cores up to its own, or with Taylor expansions up to {MOST_TIMES:g} times longer or "
    "shorter ones"
)
PARAMETERS = "a plan serves parameters within a tenth of those for which its error was measured"


class Kernel:
    """A kernel. Subclasses are pytrees whose leaves are the parameters: frozen dataclasses of
    scalars, if it is radial.

    What a kernel is follows from its class, its static fields, and from which fields are None,
    never from the value or the type of a leaf: under `jit`, `grad` and `vmap` each leaf is a traced
    array.

    Class attributes:
      name: what users call it.
      singular: pairs at distance zero are left out (True) or counted (False).
      dimensions: the spatial dimensions it is defined in, or None for every one.
      degree: K(x; p) = unit^degree K(x / unit; p'), where p' are the parameters of `in_unit(unit)`.
      compact: whether pairs beyond `reach` do not matter.
      decays: whether it falls like exp(-a |x - y|) with the rate a of `decay`, not like a power.
      slopes_end: whether the derivatives in its parameters are zero beyond `far_length`, so that
        near pairs have them.
      scales: whether its one parameter is an inverse length p with K(x; p) = unit^degree K(x /
        unit; p unit), by which methods may know the derivative in it.
      smooth_apart: whether it is radial and smooth at a distance, on the scale of it, so that
        Taylor expansions converge.
      nearly_harmonic: whether it is that, and in three dimensions 1/r but for a length below which
        it is smooth, so that `expansions.polyharmonic.operators` has the errors of harmonics.
      interpolated: whether its far field may be interpolated: the same, radial or not.
      errors_known: whether `error_tables` holds for its expansions; otherwise plans measure their
        error.
      is_radial: whether K is a function of |x - y|, given by `radial`. Otherwise K is any function
        of x and y, neither symmetric nor invariant, with `pair_sums` of its own, for coordinates as
        they are, in no unit.
      isotropic: whether points matter by |x - y| alone, as with radial kernels, beside numbers of
        their own; the same for both.
      branches: whether most pairs are simpler: those whose `nearness` is not positive have
        `simple_sums`. Compiled code takes these where it is so for all pairs at hand.
      newtonian: whether it is 1 / r in three dimensions, -log r in two, or a derivative of that,
        from `far_length` on.
      plummer: eps of 1 / sqrt(r^2 + eps^2) in three dimensions, None for all other kernels.
      distant: whether pairs of the near list do not matter, since another sum has them.
      usual_errors: whether plans whose error is measured begin with the errors of most points and
        charges.
      draws: how many random charges of both signs measure the errors of a plan, beside those of one
        sign.
      pair_cost: how many times as long a pair of points takes as with 1 / r.
      vector: whether charges and results have d components (`vectors.VectorKernel`).
      plan_serves: the parameters that a plan for one of them serves, in the words of an error
        message.
      derived: of a derivative in a parameter, the kernel.
      own_numbers: how many numbers every point has of its own. They are parameters, arrays with an
        entry for each source or target, and `pair_sums` gets them behind the coordinates.
    """

    name: str
    singular: bool
    dimensions: tuple[int, ...] | None
    degree: int
    smooth_apart = False
    nearly_harmonic = False
    interpolated = False
    errors_known = False
    compact = False
    decays = False
    slopes_end = False
    scales = False
    is_radial = True
    branches = False
    newtonian = False
    usual_errors = False
    draws = 7
    pair_cost = 1.0
    plummer: Any = None
    derived: "Kernel | None" = None
    own_numbers = 0
    distant = False
    vector = False
    plan_serves = f"a plan serves lengths up to {MOST_TIMES:g} times longer or shorter than its own"

    def __post_init__(self) -> None:
        """Keeps parameters as `parameter` makes them of what users give."""
        for name in pytrees.data_fields(type(self)):
            object.__setattr__(self, name, parameter(name, getattr(self, name)))

    @property
    def isotropic(self) -> bool:
        return self.is_radial

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        """The list [f_0, ..., f_order] at squared distances `r2`; zero at r2 = 0 for a singular
        kernel."""
        raise NotImplementedError

    def pair_sums(self, x: list, y: list, weights: dict, targets: Iterable) -> dict:
        """What sources give to targets, {b: value}, as the function `pair_sums` of this module.

        Args:
          x, y: lists of the components of target and source, scalars or arrays that broadcast.
        """
        return pair_sums(self, [a - b for a, b in zip(x, y, strict=True)], weights, targets)

    def nearness(self, x: list, y: list) -> jax.Array:
        """A number for a pair, whose components are as in `pair_sums`; see `branches`."""
        raise NotImplementedError

    def simple_sums(self, x: list, y: list, weights: dict, targets: Iterable) -> dict:
        """What `pair_sums` is where `nearness` is not positive; see `branches`."""
        raise NotImplementedError

    def with_numbers(self, targets: jax.Array, sources: jax.Array) -> tuple[jax.Array, jax.Array]:
        """Points (m, d) and (n, d) with their `own_numbers` behind: (m, d + own), (n, d + own)."""
        return targets, sources

    def check_numbers(self, n: int, m: int | None) -> None:
        """Raises ValueError unless n sources and m targets, None where they are the sources, have
        `own_numbers`."""

    def own_slopes(self, index: int) -> "list[tuple[str, Kernel]] | None":
        """For the parameter leaf `index`, if it has an entry for each point: the derivative is the
        sum of those of these kernels, with results ("targets") or weights ("sources") times the
        point's tangent. None for others."""
        return None

    def transposed(self) -> "Kernel":
        """The kernel K(y, x)."""
        return self

    def entries(self) -> "list[Kernel] | None":
        """The kernels whose sums are real numbers, for a result that is a vector or complex, None
        for a real one."""
        return None

    def joined(self, sums: list[jax.Array]) -> jax.Array:
        """The sum of this kernel, (m, r, ...) or (m, ...), from those of its `entries`, (m, ...)
        each."""
        return jnp.stack(sums, axis=1)

    def alike(self, other: "Kernel") -> bool:
        """Whether `other` is this kernel but for its parameters."""
        return type(other) is type(self)

    def in_unit(self, unit: jax.Array) -> "Kernel":
        """The same kernel with lengths measured in `unit`."""
        raise NotImplementedError

    def unit(self, extent: jax.Array) -> jax.Array:
        """The length to measure in, for points of an extent > 0; traceable."""
        return extent

    def measurable(self, unit: jax.Array) -> jax.Array | bool:
        """Whether squares of the kernel's lengths in `unit` are numbers of its dtype. Scalar,
        traceable."""
        return True

    def simplified(self, dim: int) -> "Kernel":
        """The kernel that is summed in `dim` dimensions."""
        return self

    def check(self, dim: int) -> None:
        """Raises ValueError for parameters, as far as they are known, that make no sense in `dim`
        dimensions."""

    def check_at(self, points: jax.Array, derivatives: int = 0) -> None:
        """Raises ValueError if pairs at distance zero count and have no value at points (n, d),
        with `derivatives` no gradient either, as far as is known."""

    def far_length(self, tol: float) -> ArrayLike | tuple[jax.Array, jax.Array]:
        """The distance beyond which the kernel's expansion describes it to relative accuracy `tol`,
        in potential and gradient; below it pairs must be summed directly. With `own_numbers` a pair
        of arrays, of the targets and of the sources: the larger of two counts."""
        return 0.0

    def decay(self) -> ArrayLike:
        """The rate a of a kernel that `decays`, zero of others."""
        return 0.0

    def reach(self, tol: float, derivatives: int, dim: int) -> ArrayLike:
        """The distance beyond which pairs are left out, of compact kernels."""
        raise NotImplementedError

    def serves(self, asked: "Kernel", tol: float, dtype: Any) -> jax.Array:
        """Whether a plan made for this kernel serves `asked`, another of its class. Scalar,
        traceable.

        Interpolated kernels serve all of theirs, since the errors of the tables are the worst over
        lengths; what they cannot do depends on the points (`Plan.evaluation_status`)."""
        planned, now = (
            [jnp.asarray(x, dtype) for x in jax.tree.leaves(k.far_length(tol))]
            for k in (self, asked)
        )
        return jnp.stack(
            [(b <= a * (1 + 1e-5)).all() for a, b in zip(planned, now, strict=True)]
        ).all()

    def close_to(self, asked: "Kernel", dtype: Any) -> jax.Array:
        """Whether the parameters of `asked`, another of this class, are within MOST_CHANGE of its
        own: errors that were measured for one are good for the other. Scalar, traceable."""
        near = [jnp.ones((), bool)]
        for planned, now in zip(_numbers_of(self, dtype), _numbers_of(asked, dtype), strict=True):
            change = jnp.max(jnp.abs(now - planned), initial=0)
            near.append(change <= MOST_CHANGE * jnp.max(jnp.abs(planned), initial=0))
        return jnp.stack(near).all()

    def like(self, asked: "Kernel", dtype: Any) -> jax.Array:
        """Whether the parameters of `asked`, another of this class, are within MOST_TIMES of its
        own, up or down. Scalar, traceable."""
        near = [jnp.ones((), bool)]
        for planned, now in zip(_numbers_of(self, dtype), _numbers_of(asked, dtype), strict=True):
            most = ROUNDED * MOST_TIMES
            same = jnp.where(
                planned == 0, now == 0, (now * planned >= 0) & (abs(now) <= most * abs(planned))
            )
            near.append(jnp.all(same & (abs(planned) <= most * abs(now))))
        return jnp.stack(near).all()

    # Sums over images, as in a periodic box: K(x, y) = sum_i k(x, y + shift_i) with the kernel k of
    # `summed()`, over the shifts of `images`, which are sources of the trees' walk, and over those
    # that act on the root by `at_root`.

    has_images = False
    neutral = False  # whether charges must add up to zero
    # whether that is a sum over waves k but zero of 4 pi / k^2, but for pairs within `far_length`
    has_waves = False
    only_waves = (
        False  # whether no other sum is known, since it is 1 / r softened at every distance
    )

    def arranged(self, dim: int, apart: float | None, tol: float) -> Any:
        """What must be known, and fixed, of the images before any sum to `tol` is compiled; None
        for nothing. Cells are far from each other from `apart` times the sum of their radii on,
        None for sums over all pairs."""
        return None

    def images(self, dim: int, dtype: Any, arranged: Any) -> jax.Array:
        """What is added to the sources in their images, (k, d): zeros first, and with every shift
        its negative."""
        raise NotImplementedError

    def keeps(self, arranged: Any, dtype: Any) -> jax.Array | bool:
        """Whether that still holds for these parameters. Scalar, traceable."""
        return True

    most_away = math.inf  # the largest number that `away` may be

    def away(self, center: jax.Array, *points: jax.Array) -> jax.Array | float:
        """How far the farthest of the points is from the centre across the periodic axes, in
        longest edges; 0 where any distance will do. Scalar, traceable."""
        return 0.0

    def home(self, points: jax.Array, center: jax.Array) -> jax.Array | None:
        """Which image of each point is in the cell about the centre, as numbers that `at_home`
        takes; None where points stay where they are."""
        return None

    def at_home(self, points: jax.Array, numbers: jax.Array) -> jax.Array:
        """The images of the points with these numbers."""
        return points

    def at_root(self, expansion, order: int, targets, sources, unit: jax.Array) -> Callable | None:
        """What other images do: from the multipole of the root of the tree of sources, (rows,
        coefficients), to what is added to the local expansion of the root of the tree of targets.
        The trees are in `unit`, their radii too."""
        return None

    # What kernels are that are not radial themselves. Some measure different directions
    # differently: sums are computed in coordinates in which they are radial, with the kernel
    # `summed()`, and derivatives are counted in units of `derivative_length`. Others are
    # derivatives of radial ones: sums are of `summed()`, with `extra_derivatives`.

    extra_derivatives = 0

    def coordinates(self, points: jax.Array, center: jax.Array) -> jax.Array:
        """The points as sums take them. `center`: any point, the same for sources and targets."""
        return points

    def summed(self) -> "Kernel":
        return self

    def derivative_length(self, unit: jax.Array) -> jax.Array:
        """The length, in `unit`, by which derivatives in these coordinates are multiplied."""
        return 1 / unit

    def moment(self, moment: jax.Array) -> jax.Array:
        """A dipole moment (..., d) in the user's coordinates as one in these."""
        return moment

    def gradient(self, gradient: jax.Array) -> jax.Array:
        """A gradient (..., d) in these coordinates as one in the user's."""
        return gradient

    def from_summed(self, derivative: jax.Array) -> jax.Array:
        """A derivative of this kernel's sum, (...), from the derivative of the sum of `summed()`
        whose order is higher by `extra_derivatives`, (..., d) if that is 1."""
        return derivative


def _numbers_of(kernel: Kernel, dtype: Any) -> list[jax.Array]:
    """The parameters, zero for those that are None: a kernel with a length of zero may be summed by
    a plan without."""
    leaves = jax.tree.leaves(kernel, is_leaf=lambda leaf: leaf is None)
    return [jnp.asarray(0 if leaf is None else leaf, dtype) for leaf in leaves]


def times_unit(
    value: jax.Array, kernel: Any, unit: jax.Array, more: list[jax.Array] | tuple = ()
) -> jax.Array:
    """What a sum of the kernel in this unit is in the user's, times `more` numbers."""
    of_degree = [1 / unit if kernel.degree < 0 else unit] * abs(kernel.degree)
    return functools.reduce(jnp.multiply, [*of_degree, *more], value)


def parameter(name: str, value: Any) -> Any:
    """A parameter as kernels keep it. Integers become floats, which JAX can differentiate in. Lists
    of numbers become one array, so that they are one leaf. Arrays of other libraries become arrays
    that JAX takes. Everything else stays as it is."""
    listed, value = isinstance(value, list | tuple), foreign.parameter(name, value)
    if listed:
        return array_of(name, value)
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, np.ndarray | jax.Array) and jnp.issubdtype(value.dtype, jnp.integer):
        return array_of(name, value)
    return value


def array_of(name: str, numbers: Any) -> np.ndarray | jax.Array:
    """Numbers, which may be traced, as an array of floats of the default precision."""
    dtype = jnp.result_type(float)
    try:
        if not any(isinstance(x, jax.Array) for x in jax.tree.leaves(numbers)):
            return np.asarray(numbers, dtype)
        return jnp.asarray(numbers).astype(dtype)
    except (TypeError, ValueError):
        raise ValueError(
            f"{name} must be numbers, as many in each row of a matrix, got {numbers!r}"
        ) from None


def none_if_zero(value: Any) -> Any:
    """A length as kernels keep it that are another kernel without it: None for the number 0. An
    array is a length whatever its value, which may be traced."""
    return None if isinstance(value, float | np.floating) and value == 0 else value


def number(name: str, value: Any, fix: str) -> Any:
    """The parameter, in numpy as far as it is known. Raises ValueError unless it is one finite real
    number."""
    if isinstance(value, jax.core.Tracer | jax.ShapeDtypeStruct):
        given = value
    else:
        given = np.asarray(value)
        if given.dtype.kind not in "iuf" or given.shape == () and not np.isfinite(given):
            raise ValueError(f"{name} must be a number, got {value!r}; {fix}")
    if given.shape != ():
        raise ValueError(
            f"{name} must be a number, got shape {given.shape}; {fix}, the same for all points"
        )
    return given


def positive(name: str, value: Any, fix: str, *, zero: bool = False) -> Any:
    """Raises ValueError unless a parameter, as far as it is known, is one positive number, or
    `zero`."""
    given = number(name, value, fix)
    if isinstance(given, np.ndarray) and (given < 0 or given == 0 and not zero):
        allowed = "a number that is positive or zero" if zero else "a positive number"
        raise ValueError(f"{name} must be {allowed}, got {value!r}; {fix}")


def with_slopes(slopes):
    """Gives a function f(order, r2, p) -> [f_0, ..., f_order] of one parameter its derivatives: d
    f_n / d r^2 is f_(n+1) / 2, and the list d f_n / dp is slopes(order, r2, p, f). For functions
    whose derivative in p, term by term, is a difference of larger numbers."""

    def made(function):
        family = jax.custom_jvp(function, nondiff_argnums=(0,))

        @functools.partial(family.defjvp, symbolic_zeros=True)
        def _(order, primals, tangents):
            (r2, p), (d_r2, d_p) = primals, tangents
            in_r2, in_p = (type(t) is not jax.custom_derivatives.SymbolicZero for t in tangents)
            out = family(order + in_r2, r2, p)
            d_out = (
                [d_p * s for s in slopes(order, r2, p, out)]
                if in_p
                else [jnp.zeros_like(f) for f in out[: order + 1]]
            )
            if in_r2:
                d_out = [d + 0.5 * f * d_r2 for d, f in zip(d_out, out[1:])]
            return out[: order + 1], d_out

        return family

    return made


def _of_kernel(name):
    return property(lambda self: getattr(self.kernel, name))


@functools.partial(pytrees.register, data_fields=["kernel", "direction"], meta_fields=["index"])
@dataclasses.dataclass(frozen=True)
class ParameterDerivative(Kernel):
    """dK / dp for the parameter leaf number `index` of `kernel`, times `direction`, which is None
    for one; if the parameter is an array, along the direction, an array of the same shape. It is
    radial again where the kernel is, so that it can be repeated."""

    kernel: Kernel
    index: int
    direction: jax.Array | None = None

    @property
    def name(self) -> str:
        return f"d {self.kernel.name} / d parameter {self.index}"

    singular, dimensions, degree = map(_of_kernel, ("singular", "dimensions", "degree"))
    smooth_apart, nearly_harmonic = map(_of_kernel, ("smooth_apart", "nearly_harmonic"))
    interpolated, errors_known, is_radial = map(
        _of_kernel, ("interpolated", "errors_known", "is_radial")
    )
    compact = slopes_end = _of_kernel("slopes_end")
    plan_serves = _of_kernel("plan_serves")

    @property
    def derived(self) -> Kernel:
        return self.kernel

    @property
    def branches(self) -> bool:
        return self.slopes_end and self.kernel.branches

    def _slope(self, function: Callable) -> Iterable:
        """The derivative of function(kernel) in the parameter."""
        leaves, treedef = jax.tree.flatten(self.kernel)

        def of_parameter(p):
            return function(
                jax.tree.unflatten(treedef, leaves[: self.index] + [p] + leaves[self.index + 1 :])
            )

        p = jnp.asarray(leaves[self.index])
        along = jnp.ones_like(p) if self.direction is None else jnp.asarray(self.direction, p.dtype)
        return jax.jvp(of_parameter, (p,), (along,))[1]

    def radial(self, r2: jax.Array, order: int) -> list[jax.Array]:
        return self._slope(lambda kernel: kernel.radial(r2, order))

    def pair_sums(
        self,
        x: list[jax.Array],
        y: list[jax.Array],
        weights: dict[tuple[int, ...], jax.Array],
        targets: Iterable,
    ) -> dict[tuple[int, ...], jax.Array]:
        if not self.is_radial:
            return self._slope(lambda kernel: kernel.pair_sums(x, y, weights, targets))
        return super().pair_sums(x, y, weights, targets)

    def nearness(self, x: list[jax.Array], y: list[jax.Array]) -> jax.Array:
        return self.kernel.nearness(x, y)

    def simple_sums(
        self,
        x: list[jax.Array],
        y: list[jax.Array],
        weights: dict[tuple[int, int, int], jax.Array],
        targets: tuple[tuple[int, int, int], ...],
    ) -> dict[tuple[int, int, int], jax.Array]:
        return {b: jnp.zeros_like(x[0]) for b in targets}

    def transposed(self) -> Any:
        return dataclasses.replace(self, kernel=self.kernel.transposed())

    def in_unit(self, unit: jax.Array) -> Kernel:
        # the parameter in this unit depends on the parameter alone: a length is p / unit, its
        # inverse p unit
        direction = self._slope(lambda kernel: jax.tree.leaves(kernel.in_unit(unit))[self.index])
        return dataclasses.replace(self, kernel=self.kernel.in_unit(unit), direction=direction)


@functools.cache
def multi_indices(
    order: int, dim: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """All multi-indices of total degree `order` in `dim` dimensions, and for each the flat
    positions of the entries of a full (dim,)*order tensor that it stands for."""
    places = {}
    for flat, entry in enumerate(itertools.product(range(dim), repeat=order)):
        key = tuple(entry.count(i) for i in range(dim))
        places.setdefault(key, []).append(flat)
    keys = sorted(places, reverse=True)
    return tuple(keys), tuple(tuple(places[key]) for key in keys)


def pack(tensor: jax.Array, order: int, dim: int) -> list[jax.Array]:
    """Full tensors (..., dim, ..., dim) of `order` -> list of the sums of the entries that share a
    multi-index."""
    flat = tensor.reshape(tensor.shape[: tensor.ndim - order] + (dim**order,))
    return [sum(flat[..., p] for p in places) for places in multi_indices(order, dim)[1]]


@functools.cache
def unpack_positions(order: int, dim: int) -> np.ndarray:
    """For each entry of a full flat tensor the number of its multi-index in `multi_indices`."""
    out = np.zeros(dim**order, np.int32)
    for number, places in enumerate(multi_indices(order, dim)[1]):
        out[list(places)] = number
    return out


def pair_sums(
    kernel: Any,
    offset: list[jax.Array],
    weights: dict[tuple[int, ...], jax.Array],
    targets: Iterable,
) -> dict[tuple[int, ...], jax.Array]:
    """What one source, or many in arrays that broadcast, gives to a target: for every multi-index b
    in `targets`

        sum_a w_a d_y^a d_x^b K(x - y) = sum_a (-1)^|a| w_a (d^(a+b) K)(x - y) .

    The weights are contracted before anything is multiplied out, level by level of the recursion
    above, so that a charge or a dipole costs a few operations and not a tensor.

    Args:
      offset: list of the components of x - y.  weights: {multi-index a: w_a}.  targets:
        multi-indices b.
    """
    dim = len(offset)
    order = max(map(sum, weights)) + max(map(sum, targets))
    f = kernel.radial(sum(u * u for u in offset), order)
    signed = {a: -w if sum(a) % 2 else w for a, w in weights.items()}

    def less(a, i, by=1):
        return a[:i] + (a[i] - by,) + a[i + 1 :]

    def first(a):
        return next(i for i in range(dim) if a[i])

    @functools.cache
    def lowered(c):
        """Weights w_{a + c} (a + c)! / a!: the part of d^b that acts on the polynomial in front."""
        if not any(c):
            return signed
        i = first(c)
        return {less(a, i): a[i] * w for a, w in lowered(less(c, i)).items() if a[i]}

    @functools.cache
    def total(n, c):
        """sum_a w_a T^n_a with the weights lowered by c."""
        value, level = None, lowered(c)
        while level:
            below = {}
            for a, w in level.items():
                if not any(a):
                    value = w * f[n] if value is None else value + w * f[n]
                    continue
                i = first(a)
                steps = [(less(a, i), offset[i] * w)] + (
                    [(less(a, i, 2), (a[i] - 1) * w)] if a[i] > 1 else []
                )
                for key, term in steps:
                    below[key] = below[key] + term if key in below else term
            level, n = below, n + 1
        return value

    @functools.cache
    def result(n, b, c):
        """sum_a w_a T^n_{a + b} with the weights lowered by c."""
        if not any(b):
            return total(n, c)
        i = first(b)
        below = less(b, i)
        value = offset[i] * result(n + 1, below, c)
        if below[i]:
            value = value + below[i] * result(n + 1, less(below, i), c)
        up = c[:i] + (c[i] + 1,) + c[i + 1 :]
        return value + result(n + 1, below, up) if lowered(up) else value

    return {b: result(0, b, (0,) * dim) for b in targets}


def components(orders: Iterable, dim: int) -> tuple[tuple[int, ...], ...]:
    """The multi-indices of all derivative orders in `orders`, one after the other: what a weight or
    result holds."""
    return tuple(a for order in orders for a in multi_indices(order, dim)[0])


def pack_weights(weights: dict[int, jax.Array], dim: int) -> jax.Array:
    """{a: (n, k) + (dim,) * a} -> (n, components, k)."""
    return jnp.stack([c for a in sorted(weights) for c in pack(weights[a], a, dim)], axis=1)


def unpack_results(packed: jax.Array, orders: Iterable, dim: int) -> dict[int, jax.Array]:
    """(m, components, k) -> {b: (m, k) + (dim,) * b}."""
    out, first = {}, 0
    for order in orders:
        size = len(multi_indices(order, dim)[0])
        part = jnp.moveaxis(packed[:, first : first + size], 1, -1)[
            ..., unpack_positions(order, dim)
        ]
        out[order] = part.reshape(part.shape[:2] + (dim,) * order)
        first += size
    return out


@functools.cache
def _first_positions(order: int, dim: int) -> np.ndarray:
    return np.array([places[0] for places in multi_indices(order, dim)[1]], np.int32)


def weight_tensors(blocks: jax.Array, orders: tuple[int, ...], dim: int) -> dict[int, jax.Array]:
    """Packed weights (C, components, k, S) -> {a: (C, S, k) + (dim,) * a}, tensors whose
    contraction with a symmetric tensor is that of the packed ones (each component stands in one of
    the entries that share its multi-index)."""
    out, first = {}, 0
    for order in orders:
        places = _first_positions(order, dim)
        part = jnp.transpose(blocks[:, first : first + len(places)], (0, 3, 2, 1))
        full = jnp.zeros(part.shape[:3] + (dim**order,), blocks.dtype).at[..., places].set(part)
        out[order] = full.reshape(part.shape[:3] + (dim,) * order)
        first += len(places)
    return out


def result_components(tensors: dict[int, jax.Array], dim: int) -> jax.Array:
    """{b: (C, T, k) + (dim,) * b}, symmetric -> (C, components, k, T)."""
    parts = []
    for order in sorted(tensors):
        t = tensors[order]
        parts.append(t.reshape(t.shape[:3] + (dim**order,))[..., _first_positions(order, dim)])
    return jnp.transpose(jnp.concatenate(parts, axis=-1), (0, 3, 2, 1))
