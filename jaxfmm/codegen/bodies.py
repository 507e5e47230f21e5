"""Pair bodies as C++: what one source gives to one target, translated from the jaxpr of a JAX
function.

Those of kernels are what `Kernel.pair_sums` does with one pair. So the mathematics of a kernel
exists once, in `Kernel.radial` or in the function that a user wrote, for XLA, CUDA and the CPU, and
for every derivative order.

A body sees the offset of a pair and not where it is. Most functions that users write need no more,
because nothing of x and y is left when every x_i - y_i is the offset. For the others those of the
sources' coordinates that are read are given as weights too, behind the weights themselves, and x is
y plus the offset."""

import dataclasses
import functools
import hashlib
import textwrap
from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

from jaxfmm.codegen.translate import body, uses


@dataclasses.dataclass(frozen=True)
class Body:
    """text: the C++ struct of this name, with the members that `add_source` of
    custom_ops/include/bodies.h calls. The name tells bodies apart. dim: coordinates of a point,
    with numbers of its own. weights: how many the body reads of a source, with the coordinates that
    are `absolute`."""

    name: str
    text: str
    dim: int
    weights: int
    results: int
    absolute: tuple[int, ...] = ()


def pair_body(
    kernel: Any,
    source_components: tuple[tuple[int, ...], ...],
    target_components: tuple[tuple[int, ...], ...],
    rhs: int,
    dtype: DTypeLike,
) -> Body:
    """The `Body` for weights (components, rhs) at the source and results (components, rhs) at the
    target.

    Raises Untranslatable when the kernel cannot be written in C++; the message says why.
    """
    leaves, treedef = jax.tree.flatten(shared(kernel))
    shapes = tuple(jnp.shape(leaf) for leaf in leaves)
    sides, name = (source_components, target_components), jnp.dtype(dtype).name
    ways = ("pair_sums", "nearness", "simple_sums") if kernel.traits.branches else ("pair_sums",)
    if kernel.is_radial:
        return _radial_body(treedef, shapes, *sides, rhs, name, ways)
    return _any_body(
        treedef, shapes, *sides, rhs, name, ways, len(target_components[0]) + kernel.own_numbers
    )


@functools.cache
def _radial_body(
    treedef: Any,
    shapes: tuple[tuple[int, ...], ...],
    sources: tuple[tuple[int, ...], ...],
    targets: tuple[tuple[int, ...], ...],
    rhs: int,
    dtype: str,
    ways: tuple[str, ...],
) -> Body:
    dim = len(targets[0])

    def function(way):
        of_pair = _sums(treedef, shapes, sources, targets, rhs, way)
        return lambda offset, weights, parameters: of_pair(offset, [0.0] * dim, weights, parameters)

    return _written(
        [function(way) for way in ways],
        dim,
        len(sources) * rhs,
        _size(shapes),
        len(targets) * rhs,
        dtype,
    )


@functools.cache
def _any_body(
    treedef: Any,
    shapes: tuple[tuple[int, ...], ...],
    sources: tuple[tuple[int, ...], ...],
    targets: tuple[tuple[int, ...], ...],
    rhs: int,
    dtype: str,
    ways: tuple[str, ...],
    dim: int,
) -> Body:
    weights, size, results = len(sources) * rhs, _size(shapes), len(targets) * rhs

    def function(way):
        of_pair = _sums(treedef, shapes, sources, targets, rhs, way)

        def of_scalars(*scalars):
            x, y, rest = scalars[:dim], scalars[dim : 2 * dim], scalars[2 * dim :]
            return of_pair(list(x), list(y), rest[:weights], rest[weights:])

        return of_scalars

    functions = [function(way) for way in ways]
    offsets = [(i, dim + i, f"d[{i}]") for i in range(dim)]
    used = set().union(*(uses(f, 2 * dim + weights + size, dtype, offsets) for f in functions))
    absolute = tuple(i for i in range(dim) if not used.isdisjoint({i, dim + i}))
    y = [f"w[{weights + (absolute.index(i) if i in absolute else 0)}]" for i in range(dim)]
    x = [f"(d[{i}] + {place})" for i, place in enumerate(y)]
    arguments = [*x, *y, *_numbered("w", weights), *_numbered("p", size)]
    statements = _statements(functions, arguments, results, dtype, offsets)
    return _struct(statements, dim, weights + len(absolute), size, results, absolute)


def _sums(
    treedef: Any,
    shapes: tuple[tuple[int, ...], ...],
    sources: tuple[tuple[int, ...], ...],
    targets: tuple[tuple[int, ...], ...],
    rhs: int,
    way: str,
) -> Callable:
    """What a source gives to a target, by a method of the kernel, as a function of the components
    of x, y, weights and parameters; its nearness alone where that is the method."""

    def function(x, y, weights, parameters):
        kernel = _kernel(treedef, shapes, parameters)
        if way == "nearness":
            return [kernel.nearness(x, y)]
        sums = [
            getattr(kernel, way)(x, y, dict(zip(sources, weights[r::rhs])), targets)
            for r in range(rhs)
        ]
        return [one[b] for b in targets for one in sums]

    return function


def _kernel(
    treedef: Any, shapes: tuple[tuple[int, ...], ...], parameters: tuple[jax.Array, ...]
) -> Any:
    """The kernel whose leaves have these entries, one after the other."""
    values, leaves = iter(parameters), []
    for shape in shapes:
        entries = [next(values) for _ in range(_size([shape]))]
        leaves.append(jnp.stack(entries).reshape(shape) if shape else entries[0])
    return jax.tree.unflatten(treedef, leaves)


def _size(shapes: Iterable) -> int:
    return sum(int(np.prod(shape)) for shape in shapes)


@functools.cache
def function_body(
    function: Callable, dim: int, weights: int, parameters: int, results: int, dtype: str
) -> Body:
    """The `Body` of any function of a pair.

    Args:
      function: (offset, weights, parameters), lists of `dim`, `weights` and `parameters` scalars ->
        `results` scalars, which are added to the target's sums. The offset is the target's row of
        coordinates minus the source's. Bodies are kept by the function itself, so it must be one of
        a module and not made anew for each call.
      dtype: "float32" or "float64".

    Raises Untranslatable when the function cannot be written in C++; the message says why.
    """
    return _written([function], dim, weights, parameters, results, dtype)


def _written(
    functions: list[Callable], dim: int, weights: int, parameters: int, results: int, dtype: str
) -> Body:
    def of_scalars(function):
        return lambda *scalars: function(
            list(scalars[:dim]), scalars[dim : dim + weights], scalars[dim + weights :]
        )

    arguments = [*_numbered("d", dim), *_numbered("w", weights), *_numbered("p", parameters)]
    statements = _statements(list(map(of_scalars, functions)), arguments, results, dtype)
    return _struct(statements, dim, weights, parameters, results)


def _statements(
    functions: list[Callable],
    arguments: list[str],
    results: int,
    dtype: str,
    offsets: list[tuple[int, int, str]] | tuple = (),
) -> list[str]:
    """The statements of a function, or of three: for all pairs, the nearness, and for pairs that
    are not near."""

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
    absolute: tuple[int, ...] = (),
) -> Body:
    members = f"DIM = {dim}, WEIGHTS = {weights}, PARAMETERS = {parameters}, RESULTS = {results}"
    text = (
        f"  static constexpr int {members};\n"
        f"  static constexpr bool BRANCHES = {'true' if len(statements) > 1 else 'false'};\n"
    )
    for (way, out), inner in zip(_WAYS, statements):
        text += (
            "  template <class T>\n"
            f"  HD static void {way}(const T* d, const T* w, const T* p, T* {out}) {{\n"
            f"{textwrap.indent(inner, '    ')}\n"
            "  }\n"
        )
    name = "Pair_" + hashlib.sha256(text.encode()).hexdigest()[:16]
    return Body(name, f"struct {name} {{\n{text}}};\n", dim, weights, results, absolute)


@dataclasses.dataclass(frozen=True)
class Function:
    """text: the C++ struct of this name that custom_ops/include/radial.h asks for, of the
    derivatives of a kernel up to an order."""

    name: str
    text: str


def radial_function(kernel: Any, order: int, dtype: DTypeLike) -> Function:
    """The `Function` of a radial kernel.

    Raises Untranslatable when the kernel cannot be written in C++; the message says why."""
    leaves, treedef = jax.tree.flatten(kernel)
    shapes = tuple(jnp.shape(leaf) for leaf in leaves)
    return _radial_function(treedef, shapes, kernel.degree, order, jnp.dtype(dtype).name)


@functools.cache
def _radial_function(
    treedef: Any, shapes: tuple[tuple, ...], degree: int, order: int, dtype: str
) -> Function:
    size = _size(shapes)

    def of_scalars(r2, unit, *parameters):
        return _kernel(treedef, shapes, parameters).in_unit(unit).radial(r2, order)

    arguments = ["r2", "unit", *_numbered("p", size)]
    statements = body(of_scalars, arguments, [f"f[{n}]" for n in range(order + 1)], dtype)
    inner = "\n".join("    " + line for line in statements.splitlines())
    text = (
        f"  static constexpr int PARAMETERS = {size}, DEGREE = {degree}, ORDER = {order};\n"
        "  template <class T>\n"
        "  HD static void values(T r2, T unit, const T* p, T* f) {\n"
        f"{inner}\n"
        "  }\n"
    )
    name = "Function_" + hashlib.sha256(text.encode()).hexdigest()[:16]
    return Function(name, f"struct {name} {{\n{text}}};\n")


def shared(kernel: Any) -> Any:
    """The kernel with the parameters that all points share: those of a point are among its
    coordinates."""
    return jax.tree.map(lambda leaf: None, kernel) if kernel.own_numbers else kernel


def parameters(kernel: Any, dtype: DTypeLike) -> jax.Array:
    """The parameters of a kernel, one after the other, as the array that bodies read, never
    empty."""
    leaves = [jnp.ravel(jnp.asarray(leaf, dtype)) for leaf in jax.tree.leaves(shared(kernel))]
    return jnp.concatenate(leaves) if leaves else jnp.zeros(1, dtype)


def weights_of(body: Body, points: jax.Array, weights: jax.Array) -> jax.Array:
    """Weights (n, components, k) as a body reads them: with those coordinates of the points (n, d)
    behind, (n, body.weights, 1), that are absolute."""
    if not body.absolute:
        return weights
    read = points[:, np.array(body.absolute)]
    return jnp.concatenate([weights.reshape(len(points), -1), read], axis=1)[..., None]
