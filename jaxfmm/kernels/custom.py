"""Kernels that users write: any JAX function of one target and one source."""

import dataclasses
import functools
import operator
from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

from jaxfmm import pytrees
from jaxfmm.kernels.base import PARAMETERS, Kernel, Traits
from jaxfmm.kernels.custom_radial import CustomRadial, check_coincident
from jaxfmm.kernels.pairs import ByIndex, MultiIndex, Points


@dataclasses.dataclass(frozen=True)
class _Static:
    fn: Any
    singular: bool  # whether pairs at distance zero are left out
    exchanged: bool = False  # whether x and y are exchanged
    length: int | None = None  # of the result, None for a scalar
    is_complex: bool = False
    entry: int | None = None  # which real number of the result is summed, None for all
    forward: bool = False  # whether it has derivatives in forward mode alone


@pytrees.serializable
@jax.tree_util.register_pytree_node_class
class Custom(Kernel):
    """A kernel given by a function of one pair.

        K(x, y) = fn(x, y, *params) ,        u_i = sum_j fn(x_i, y_j, *params) q_j

    No factor is added. `fn` need be neither symmetric nor radial nor a function of x - y.

    With `singular=False` pairs at distance zero count: for targets = sources, fn(x_i, x_i) q_i is
    in the sum. Where the gradient does not exist there (that of |x - y|, for instance), plans raise
    an error, unless they have `gradient=False`, and so do gradients of sums. Derivatives that JAX
    takes of sums, as in `jax.grad`, warn and are NaN. For parameters that are traced inside `jit`
    nothing is known, and derivatives are NaN, as in JAX. With `singular=True` such pairs are left
    out of sums and derivatives, and `fn` may be infinite or NaN there.

    If `fn` returns a vector (r,), the potential is (m, r), or (m, r, k) for k sets of charges, and
    the gradient (m, r, d), or (m, r, d, k). Each entry costs a sum. If `fn` is complex, results are
    complex, and each entry costs two sums, in plain XLA; a vector of real and imaginary part runs
    as C++ and CUDA. Vectors and complex numbers have no energy.

    Small problems are summed directly. For larger ones in up to three dimensions there is an FMM,
    for functions that are smooth at a distance. A plan that is made outside of `jit` estimates its
    error from some pairs of cells, takes the cheapest order that keeps `tol`, and measures the
    error at some of the targets. Where no order that pays keeps `tol`, the plan is direct, and
    `print(plan)` says why; with method="fmm" it raises an error instead. Inside `jit` nothing can
    be measured: a plan made there is direct unless `order` or `theta` is given.

    What was measured holds for parameters near those of the plan. Sums with a parameter that
    differs by more than a tenth (for an array, of its largest entry) raise an error, or are NaN
    inside `jit`; make a new plan for them. Direct plans, and plans with `order` or `theta` given by
    hand, are good for all parameters.

    Args:
      fn: a function (x (d,), y (d,), *params) of the target x and the source y, which returns a
        scalar or a vector. It is part of what is compiled: it must be hashable and the same object
        in each call. Define it once, in a module and not in a loop. Numbers that change, traced
        values above all, belong in `params`.
      params: real scalars or small arrays, or pytrees of them, in the units of the coordinates.
        They can be traced and differentiated. A list of numbers is an array, and integers are
        floats. A derivative in an array costs a sum for each of its entries.
      singular: whether pairs at distance zero are left out.
      radial: whether K(x, y) = fn(|x - y|^2, *params), a real function of the squared distance that
        takes arrays entry by entry. It then has Taylor expansions, which cost far less than
        interpolation.

    Raises:
      ValueError: for a function that cannot be hashed or called, and for parameters that are not
        real numbers. When a sum is planned, for a result of another shape, and for one that is not
        finite at distance zero without `singular`, or whose gradient is not.

    Reference: Fong & Darve, J. Comput. Phys. 228 (2009) 8712, of the FMM; Dehnen, Comput.
    Astrophys. Cosmol. 1 (2014) 1, section 3, of Taylor expansions.

    Example:
      >>> import jax.numpy as jnp, jaxfmm
      >>> def screened(x, y, a):
      ...     r = jnp.linalg.norm(x - y)
      ...     return jnp.exp(-a * r) / r
      >>> x = jnp.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
      >>> kernel = jaxfmm.Custom(screened, 0.5, singular=True)
      >>> phi = jaxfmm.potential(x, jnp.ones(2), kernel=kernel)
      >>> [round(float(u), 4) for u in phi]
      [0.1839, 0.1839]
    """

    dimensions = None
    degree = 0
    is_radial = False  # so that sums have the unit 1
    traits = Traits(interpolated=True)
    plan_serves = PARAMETERS
    static: _Static
    params: Any

    def __new__(cls, fn: Any, *params: Any, singular: bool = False, radial: bool = False) -> Any:
        if not callable(fn):
            of = (
                "the squared distance, fn(r2, *params)"
                if radial
                else "a target and a source, fn(x, y, *params)"
            )
            raise ValueError(f"fn must be a function of {of}, got {fn!r}")
        try:
            hash(fn)
        except TypeError as error:
            raise ValueError(
                f"fn must be hashable, such as a function of a module, got {fn!r} ({error})"
            ) from None
        for name, value in (("singular", singular), ("radial", radial)):
            if not isinstance(value, bool):
                raise ValueError(f"{name} must be True or False, got {value!r}")
        params = jax.tree.map(_parameter, params, is_leaf=_is_parameter)
        if radial:
            _check_radial(fn, params)
            return CustomRadial(fn, params, singular, _name(fn))
        return cls.tree_unflatten(_Static(fn, singular), (params,))

    def tree_flatten(self) -> tuple[tuple[tuple[Any, ...], ...], _Static]:
        return (self.params,), self.static

    @classmethod
    def tree_unflatten(cls, static: _Static, children: tuple[tuple[Any, ...], ...]) -> "Custom":
        kernel = object.__new__(cls)
        kernel.static, (kernel.params,) = static, children
        return kernel

    def __reduce__(self) -> tuple[Any, ...]:
        return self.tree_unflatten, (self.static, (self.params,))  # not by `__new__`, which checks

    def _with(self, **changes: Any) -> "Custom":
        return self.tree_unflatten(dataclasses.replace(self.static, **changes), (self.params,))

    @property
    def singular(self) -> bool:
        return self.static.singular

    @property
    def name(self) -> str:
        return _name(self.static.fn)

    def __repr__(self) -> str:
        params = "".join(f", {p!r}" for p in self.params)
        return f"{self.name[:-1]}{params}{', singular=True' if self.singular else ''})"

    def alike(self, other: Any) -> bool:
        def of(kernel):
            leaves, treedef = jax.tree.flatten(kernel.params)
            return kernel.static.fn, kernel.singular, treedef, *map(jnp.shape, leaves)

        return isinstance(other, Custom) and of(self) == of(other)

    def transposed(self) -> Kernel:
        return self._with(exchanged=not self.static.exchanged)

    def simplified(self, dim: int) -> Kernel:
        leaves, treedef = jax.tree.flatten(self.params)
        return self._with(
            **_kind(
                self.static, treedef, tuple(map(jnp.shape, leaves)), dim, jnp.result_type(float)
            )
        )

    def entries(self) -> list[Kernel] | None:
        length, is_complex = self.static.length, self.static.is_complex
        if length is None and not is_complex or self.static.entry is not None:
            return None
        count = 1 if length is None else length
        return [self._with(entry=i) for i in range(2 * count if is_complex else count)]

    def joined(self, sums: list[jax.Array]) -> jax.Array:
        if self.static.is_complex:
            half = len(sums) // 2
            sums = [joined(real, imaginary) for real, imaginary in zip(sums[:half], sums[half:])]
        return sums[0] if self.static.length is None else jnp.stack(sums, axis=1)

    def check_at(self, points: jax.Array, derivatives: int = 0) -> None:
        if not self.singular:
            check_coincident(self, _coincident, points, derivatives)

    def _all(self, x: jax.Array, y: jax.Array) -> jax.Array:
        """The result of `fn`."""
        params = jax.tree.map(lambda p: jnp.asarray(p, x.dtype), self.params)
        pair = (y, x) if self.static.exchanged else (x, y)
        return jnp.asarray(self.static.fn(*pair, *params))

    def _one(self, x: jax.Array, y: jax.Array) -> jax.Array:
        """The real number of the result that is summed, in the dtype of the coordinates; the first
        one if `entry` is None."""
        value, place = self._all(x, y), self.static.entry or 0
        if self.static.is_complex:
            value = jnp.stack([value.real, value.imag]).ravel()
        return (value[place] if value.ndim else value).astype(x.dtype)

    def pair_sums(
        self, x: Points, y: Points, weights: ByIndex, targets: Iterable[MultiIndex]
    ) -> ByIndex:
        only_charges = not any(map(any, weights))
        here = {a: jnp.ones((), x[0].dtype) for a in weights} if only_charges else weights
        arrays = jnp.broadcast_arrays(*x, *y, *here.values())
        shape = arrays[0].shape

        def pair(x, y, w):
            return self._pair(x, y, dict(zip(weights, w, strict=True)), targets)

        dim = len(x)
        x, y, w = (
            jnp.stack(part) for part in (arrays[:dim], arrays[dim : 2 * dim], arrays[2 * dim :])
        )
        if shape:  # the pairs along the last axis
            x, y, w = (part.reshape(len(part), -1) for part in (x, y, w))
            pair = jax.vmap(pair, in_axes=-1)
        values = {b: value.reshape(shape) for b, value in pair(x, y, w).items()}
        if only_charges:  # many right-hand sides share the rest
            (charge,) = weights.values()
            return {b: charge * value for b, value in values.items()}
        return values

    def _pair(
        self,
        x: jax.Array,
        y: jax.Array,
        weights: dict[tuple[int, ...], jax.Array],
        targets: tuple[tuple[int, ...], ...],
    ) -> dict[tuple[int, ...], jax.Array]:
        """`pair_sums` of one pair of points (d,)."""
        offset = x - y
        apart = jnp.sum(offset * offset) > 0
        if self.singular:
            x = jnp.where(apart, x, y + 1)

        def of_target(x):
            return _derivative(lambda y: self._one(x, y), weights)(y)

        sums = {}
        for b in targets:
            axes = [axis for axis, times in enumerate(b) for _ in range(times)]
            if self.static.forward or not axes:
                value = functools.reduce(_along, axes, of_target)(x)
            else:  # the components of a gradient share all but the last step of the chain rule
                value = jax.grad(functools.reduce(_along, axes[1:], of_target))(x)[axes[0]]
            sums[b] = jnp.where(apart, value, 0) if self.singular else value
        return sums


def _name(fn: Callable) -> str:
    return f"Custom({getattr(fn, '__name__', fn)})"


def _check_radial(fn: Callable, params: tuple[float, ...]) -> None:
    """Raises ValueError unless a function of the squared distance gives a real scalar."""
    number = jax.ShapeDtypeStruct((), jnp.result_type(float))
    shaped = jax.tree.map(lambda p: jax.ShapeDtypeStruct(jnp.shape(p), number.dtype), params)
    try:
        result = jax.eval_shape(lambda r2, params: jnp.asarray(fn(r2, *params)), number, shaped)
    except TypeError as error:
        raise ValueError(
            f"fn cannot be called as fn(r2, *params) with {len(params)} parameters: {error}; a "
            "function of two points, fn(x, y, *params), has no radial=True"
        ) from None
    if result.shape != () or jnp.issubdtype(result.dtype, jnp.complexfloating):
        raise ValueError(
            "fn must return a real number for one squared distance where radial=True, got "
            f"{result.dtype} of shape {result.shape} from {fn!r}; without radial=True it may "
            "return a vector or a complex number"
        )


def _is_parameter(value: Iterable | None) -> bool:
    """Whether a node of a pytree is one parameter, as a list of numbers is."""
    return (
        value is None
        or isinstance(value, list)
        and all(np.ndim(leaf) == 0 for leaf in jax.tree.leaves(value))
    )


def _parameter(value: Any) -> Any:
    """A parameter as a float or an array of floats."""
    try:
        array = jnp.asarray(value) if isinstance(value, list | jax.Array) else np.asarray(value)
    except (TypeError, ValueError):
        array = np.asarray(None)
    if jnp.issubdtype(array.dtype, jnp.complexfloating):
        raise ValueError(
            f"params must be real, got {value!r}; pass the real and the imaginary part"
        )
    if jnp.issubdtype(array.dtype, jnp.integer):
        return float(value) if array.ndim == 0 and array is not value else array.astype(float)
    if not jnp.issubdtype(array.dtype, jnp.floating):
        raise ValueError(
            f"params must be numbers or arrays, got {value!r}; what is static belongs to fn"
        )
    return array if isinstance(value, list) else value


@functools.cache
def _kind(
    static: _Static, treedef: Any, shapes: tuple[tuple[int, ...], ...], dim: int, dtype: DTypeLike
) -> dict[str, bool | int | None]:
    """The fields of `_Static` about the result, for parameters of these shapes."""

    def kernel_of(params, **changes):
        return Custom.tree_unflatten(dataclasses.replace(static, **changes), (params,))

    point = jax.ShapeDtypeStruct((dim,), dtype)
    params = jax.tree.unflatten(treedef, [jax.ShapeDtypeStruct(shape, dtype) for shape in shapes])
    try:
        result = jax.eval_shape(
            lambda x, y, params: kernel_of(params)._all(x, y), point, point, params
        )
    except TypeError as error:
        raise ValueError(
            f"fn cannot be called as fn(x, y, *params) with {len(params)} parameters: {error}; a "
            "function of the squared distance, fn(r2, *params), needs radial=True"
        ) from None
    if len(result.shape) > 1 or result.size == 0:
        raise ValueError(
            f"fn must return a scalar or a vector (r,) for one pair, got shape {result.shape} "
            f"from {static.fn!r}"
        )
    kind = {
        "length": result.shape[0] if result.shape else None,
        "is_complex": jnp.issubdtype(result.dtype, jnp.complexfloating),
    }
    try:
        jax.eval_shape(
            jax.grad(lambda x, y, params: kernel_of(params, **kind)._one(x, y)),
            point,
            point,
            params,
        )
    except Exception:  # JAX has several for loops of unknown length and the like
        return kind | {"forward": True}
    return kind | {"forward": False}


def joined(real: jax.Array, imaginary: jax.Array) -> jax.Array:
    """real + i imaginary, of real or of complex numbers."""
    if not jnp.issubdtype(real.dtype, jnp.complexfloating):
        return jax.lax.complex(real, imaginary)
    return jax.lax.complex(real.real - imaginary.imag, real.imag + imaginary.real)


@jax.jit
def _coincident(kernel: Custom, points: jax.Array) -> jax.Array:
    return kernel._all(points[0], points[0])


def _along(f: Callable, axis: int) -> Callable:
    """df/dx along an axis."""

    def slope(x):
        return jax.jvp(f, (x,), (np.eye(len(x), dtype=x.dtype)[axis],))[1]

    return slope


def _derivative(f: Callable, weights: dict[tuple[int, ...], jax.Array]) -> Callable:
    """The function sum_a w_a d^a f; dipoles and the like are contracted on the way, not after
    it."""

    def total(y):
        dim, below = len(y), {}
        direction = [jnp.zeros((), y.dtype)] * dim
        terms = []
        for a, w in weights.items():
            if not any(a):
                terms.append(w * f(y))
                continue
            axis = next(i for i in range(dim) if a[i])
            lower = a[:axis] + (a[axis] - 1,) + a[axis + 1 :]
            if any(lower):
                below.setdefault(axis, {})[lower] = w
            else:
                direction[axis] = w
        if any(sum(a) == 1 for a in weights):
            terms.append(jax.jvp(f, (y,), (jnp.stack(direction),))[1])
        terms += [_along(_derivative(f, rest), axis)(y) for axis, rest in below.items()]
        return functools.reduce(operator.add, terms)

    return total
