"""Pair bodies as C++: what one source gives to one target, translated from the jaxpr of a JAX
function.

The body of a kernel is `Kernel.pair_sums` for one pair. So the mathematics of a kernel exists once,
in `Kernel.radial` or in the function that a user wrote, for XLA, CUDA and the CPU, and for every
derivative order.

A body sees the offset of a pair and not where the pair is. Most functions that users write need no
more: every x_i - y_i is the offset, and nothing else is left of x and y. If a function needs more,
it reads coordinates of the source, which are in memory ahead of the weights, and x is y plus the
offset."""

import dataclasses
import functools
import hashlib
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.codegen.translate import Offsets, body

Components = tuple[tuple[int, ...], ...]


@dataclasses.dataclass(frozen=True)
class Body:
    """text: the C++ struct `name`, with the members that `add_source` of
    custom_ops/include/bodies.h calls. The name tells bodies apart. dim: coordinates of a point,
    with numbers of its own. weights: how many weights the body reads of a source; the coordinates
    of the source stand before them.

    numbers_of: 0 for sums. Otherwise the body reads no weights and gives the numbers of a pair:
    results (components, numbers_of), by which the weights of a source are multiplied, `numbers_of`
    for each right-hand side."""

    name: str
    text: str
    dim: int
    weights: int
    results: int
    numbers_of: int = 0


def pair_body(
    kernel: Any,
    source_components: Components,
    target_components: Components,
    rhs: int,
    dtype: DTypeLike,
) -> Body:
    """The `Body` for weights (components, rhs) at the source and results (components, rhs) at the
    target.

    Raises Untranslatable when the kernel cannot be written in C++; the message says why.
    """
    leaves = _Leaves.of(shared(kernel))
    return _body(
        kernel, _Sums(leaves, source_components, target_components, rhs, jnp.dtype(dtype).name)
    )


def pair_numbers(
    kernel: Any, source_components: Components, target_components: Components, dtype: DTypeLike
) -> Body:
    """The `Body` of the numbers of a pair, for sums of any number of right-hand sides.

    Raises Untranslatable as `pair_body` does."""
    leaves = _Leaves.of(shared(kernel))
    sums = _Sums(leaves, source_components, target_components, 0, jnp.dtype(dtype).name)
    return dataclasses.replace(_body(kernel, sums), numbers_of=len(source_components))


def _body(kernel: Any, sums: "_Sums") -> Body:
    ways: tuple[str, ...] = ("pair_sums",)
    if kernel.traits.branches:
        every = "near_sums" if kernel.traits.few_near else "pair_sums"
        ways = every, "nearness", "simple_sums"
    if kernel.is_radial:
        return _radial_body(sums, ways)
    return _any_body(sums, ways, len(sums.target_components[0]) + kernel.own_numbers)


@dataclasses.dataclass(frozen=True)
class _Leaves:
    """The structure of a kernel, and the shapes of its parameters."""

    treedef: Any
    shapes: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, kernel: Any) -> "_Leaves":
        leaves, treedef = jax.tree.flatten(kernel)
        return cls(treedef, tuple(jnp.shape(leaf) for leaf in leaves))

    @property
    def size(self) -> int:
        return sum(map(_size, self.shapes))

    def kernel(self, parameters: Iterable[Any]) -> Any:
        """The kernel whose parameters have these entries, one after the other."""
        values, leaves = iter(parameters), []
        for shape in self.shapes:
            entries = [next(values) for _ in range(_size(shape))]
            leaves.append(jnp.stack(entries).reshape(shape) if shape else entries[0])
        return jax.tree.unflatten(self.treedef, leaves)


def _size(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape))


@dataclasses.dataclass(frozen=True)
class _Sums:
    """What a body is asked for. rhs: right-hand sides, 0 for the numbers of a pair."""

    leaves: _Leaves
    source_components: Components
    target_components: Components
    rhs: int
    dtype: str

    @property
    def weights(self) -> int:
        return len(self.source_components) * self.rhs

    @property
    def results(self) -> int:
        return len(self.target_components) * (self.rhs or len(self.source_components))

    def of_pair(
        self,
        way: str,
        x: list[Any],
        y: list[Any],
        weights: Sequence[Any],
        parameters: Sequence[Any],
    ) -> list[Any]:
        """What a source gives to a target by the method `way` of the kernel, from the components of
        x, y, weights and parameters; only the nearness if that is the method."""
        kernel = self.leaves.kernel(parameters)
        if way == "nearness":
            return [kernel.nearness(x, y)]
        targets = self.target_components
        sides: list[dict[tuple[int, ...], Any]] = [
            dict(zip(self.source_components, weights[r :: self.rhs])) for r in range(self.rhs)
        ]
        if not self.rhs:
            sides = [{one: jnp.ones((), self.dtype)} for one in self.source_components]
        sums = [getattr(kernel, way)(x, y, side, targets) for side in sides]
        return [one[b] for b in targets for one in sums]


@functools.cache
def _radial_body(sums: _Sums, ways: tuple[str, ...]) -> Body:
    dim = len(sums.target_components[0])

    def function(way):
        return lambda offset, *rest: sums.of_pair(way, offset, [0.0] * dim, *rest)

    functions, sizes = list(map(function, ways)), (sums.weights, sums.leaves.size, sums.results)
    return _written(functions, dim, *sizes, sums.dtype, few_near=ways[0] == "near_sums")


@functools.cache
def _any_body(sums: _Sums, ways: tuple[str, ...], dim: int) -> Body:
    weights, size, results = sums.weights, sums.leaves.size, sums.results

    def function(way):
        def of_scalars(*scalars):
            x, y, rest = scalars[:dim], scalars[dim : 2 * dim], scalars[2 * dim :]
            return sums.of_pair(way, list(x), list(y), rest[:weights], rest[weights:])

        return of_scalars

    functions = list(map(function, ways))
    offsets = [(i, dim + i, f"d[{i}]") for i in range(dim)]
    y = [f"w[{i - dim}]" for i in range(dim)]
    x = [f"(d[{i}] + {place})" for i, place in enumerate(y)]
    arguments = [*x, *y, *_numbered("w", weights), *_numbered("p", size)]
    statements = _statements(functions, arguments, results, sums.dtype, offsets)
    return _struct(statements, dim, weights, size, results, few_near=ways[0] == "near_sums")


@functools.cache
def function_body(
    function: Callable, dim: int, weights: int, parameters: int, results: int, dtype: str
) -> Body:
    """The `Body` of any function of a pair.

    Args:
      function: (offset, weights, parameters), lists of `dim`, `weights` and `parameters` scalars ->
        `results` scalars, which are added to the target's sums. The offset is the target's row of
        coordinates minus the source's. Bodies are cached by the function, so it must be a function
        of a module and not a new one for each call.
      dtype: "float32" or "float64".

    Raises Untranslatable when the function cannot be written in C++; the message says why.
    """
    return _written([function], dim, weights, parameters, results, dtype)


def _written(
    functions: list[Callable],
    dim: int,
    weights: int,
    parameters: int,
    results: int,
    dtype: str,
    *,
    few_near: bool = False,
) -> Body:
    def of_scalars(function):
        return lambda *scalars: function(
            list(scalars[:dim]), scalars[dim : dim + weights], scalars[dim + weights :]
        )

    arguments = [*_numbered("d", dim), *_numbered("w", weights), *_numbered("p", parameters)]
    statements = _statements(list(map(of_scalars, functions)), arguments, results, dtype)
    return _struct(statements, dim, weights, parameters, results, few_near=few_near)


def _statements(
    functions: list[Callable],
    arguments: list[str],
    results: int,
    dtype: str,
    offsets: Offsets = (),
) -> list[str]:
    """The statements of one function; or of three functions, for all pairs or near ones, for the
    nearness, and for pairs that are not near."""

    def sums(function):
        return body(
            function, arguments, [f"acc[{i}]" for i in range(results)], dtype, offsets, added=True
        )

    if len(functions) == 1:
        return [sums(functions[0])]
    every, near, simple = functions
    return [sums(every), body(near, arguments, ["near[0]"], dtype, offsets), sums(simple)]


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name}[{i}]" for i in range(count)]


_WAYS = ("pair", "acc"), ("nearness", "near"), ("simple", "acc")


def _struct(
    statements: list[str],
    dim: int,
    weights: int,
    parameters: int,
    results: int,
    *,
    few_near: bool = False,
) -> Body:
    members = f"DIM = {dim}, WEIGHTS = {weights}, PARAMETERS = {parameters}, RESULTS = {results}"
    text = (
        f"  static constexpr int {members};\n"
        f"  static constexpr bool BRANCHES = {'true' if len(statements) > 1 else 'false'};\n"
        f"  static constexpr bool FEW_NEAR = {'true' if few_near else 'false'};\n"
    )
    for (way, out), inner in zip(_WAYS, statements):
        text += (
            "  template <class T>\n"
            f"  HD static void {way}(const T* d, const T* w, const T* p, T* {out}) {{\n"
            f"{textwrap.indent(inner, '    ')}\n"
            "  }\n"
        )
    name = "Pair_" + hashlib.sha256(text.encode()).hexdigest()[:16]
    return Body(name, f"struct {name} {{\n{text}}};\n", dim, weights, results)


@dataclasses.dataclass(frozen=True)
class Function:
    """text: the C++ struct `name` that custom_ops/include/radial.h asks for, with the derivatives
    of a kernel up to an order."""

    name: str
    text: str


def radial_function(kernel: Any, order: int, dtype: DTypeLike) -> Function:
    """The `Function` of a radial kernel.

    Raises Untranslatable when the kernel cannot be written in C++; the message says why."""
    return _radial_function(_Leaves.of(kernel), kernel.degree, order, jnp.dtype(dtype).name)


@functools.cache
def _radial_function(leaves: _Leaves, degree: int, order: int, dtype: str) -> Function:
    def of_scalars(r2, unit, *parameters):
        return leaves.kernel(parameters).in_unit(unit).radial(r2, order)

    arguments = ["r2", "unit", *_numbered("p", leaves.size)]
    statements = body(of_scalars, arguments, [f"f[{n}]" for n in range(order + 1)], dtype)
    text = (
        f"  static constexpr int PARAMETERS = {leaves.size}, DEGREE = {degree}, ORDER = {order};\n"
        "  template <class T>\n"
        "  HD static void values(T r2, T unit, const T* p, T* f) {\n"
        f"{textwrap.indent(statements, '    ')}\n"
        "  }\n"
    )
    name = "Function_" + hashlib.sha256(text.encode()).hexdigest()[:16]
    return Function(name, f"struct {name} {{\n{text}}};\n")


def shared(kernel: Any) -> Any:
    """The kernel with the parameters that all points share; parameters of points are among their
    coordinates."""
    return kernel.shared() if kernel.own_numbers else kernel


def parameters(kernel: Any, dtype: DTypeLike) -> Array:
    """The parameters of a kernel, one after the other, as the array that bodies read. It is never
    empty."""
    leaves = [jnp.ravel(jnp.asarray(leaf, dtype)) for leaf in jax.tree.leaves(shared(kernel))]
    return jnp.concatenate(leaves) if leaves else jnp.zeros(1, dtype)
