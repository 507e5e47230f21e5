"""Functions that are computed in another way on each platform, chosen where JAX lowers for it.

`lax.platform_dependent` traces its functions for every platform, which would compile kernels for
GPUs where there are none. Here, a function is traced for a platform when it is lowered for it."""

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import jax
import jax.export
import jax.numpy as jnp
from jax import Array
from jax.extend.core import Primitive
from jax.interpreters import batching, mlir

from jaxfmm.native import at_once, host, nvrtc
from jaxfmm.switches import library_code

PLATFORMS = ("cpu", "cuda", "rocm", "tpu")
COMPILERS: dict[str, Any] = {"cpu": host, "cuda": nvrtc}
Result = TypeVar("Result")


@functools.cache
def _jitted(primitive: Primitive, **parameters: Any) -> Callable[..., list[Array]]:
    return jax.jit(functools.partial(primitive.bind, **parameters))


def _never(platform: str, *arrays: Array, **parameters: Any) -> bool:
    return False


def primitive(
    name: str, compute: Callable[..., Sequence[Array]], begun: Callable[..., bool] = _never
) -> Primitive:
    """A primitive of many results that is `compute(*arrays, platform=..., **parameters)`, without
    rules for shapes, derivatives or batches. Eager calls are compiled. begun: whether the kernels
    of a call are begun already, by `begun(platform, *arrays, **parameters)`."""
    new = Primitive(name)
    new.multiple_results = True

    @new.def_impl
    @library_code
    def eagerly(*arrays: Array, **parameters: Any) -> list[Array]:
        return _jitted(new, **parameters)(*arrays)

    for platform in PLATFORMS:
        run = functools.partial(compute, platform=platform)
        mlir.register_lowering(
            new,
            mlir.lower_fun(_with_kernels(run, platform, begun), multiple_results=True),
            platform=platform,
        )
    return new


def _with_kernels(
    compute: Callable[..., Sequence[Array]], platform: str, begun: Callable[..., bool]
) -> Callable[..., Sequence[Array]]:
    """The function, with its missing kernels compiled at the same time, unless they are `begun`: on
    CPUs if this process has compiled some before, since the library has most of them."""
    if platform not in COMPILERS:
        return compute

    def run(*arrays: Array, **parameters: Any) -> Sequence[Array]:
        if not begun(platform, *arrays, **parameters):
            COMPILERS[platform].KERNELS.begin(
                lambda: jax.eval_shape(functools.partial(compute, **parameters), *arrays),
                first=platform != "cpu",
            )
        return compute(*arrays, **parameters)

    return run


def member_first(array: Any, axis: int | None, size: int) -> Array:
    """An array of a batch of this size, or one that all members share (axis None) and which may be
    a number, with a first axis of members."""
    if axis is not None:
        return jnp.moveaxis(array, axis, 0)
    array = jnp.asarray(array, getattr(array, "dtype", None))
    return jnp.broadcast_to(array, (size, *array.shape))


def one_by_one(primitive: Primitive) -> Callable[..., Any]:
    """A rule for batches of a primitive of many results."""

    def batch(arrays, axes, **parameters):
        batched = [jnp.moveaxis(a, axis, 0) for a, axis in zip(arrays, axes) if axis is not None]

        def one(members):
            rest = iter(members)
            every = (a if axis is None else next(rest) for a, axis in zip(arrays, axes))
            return primitive.bind(*every, **parameters)

        out = jax.lax.map(one, batched)
        return out, [0] * len(out)

    return batch


def _default_platform() -> str:
    """The platform of JAX's default device if it is one with kernels, otherwise "tpu", for which
    all is plain XLA."""
    platform = jax.default_backend()
    if platform == "gpu":
        platform = jax.export.default_export_platform()
    return platform if platform in COMPILERS else "tpu"


def _types(arrays: Sequence[Any]) -> tuple[Any, ...]:
    return tuple((a.shape, a.dtype) for a in arrays)


def by_platform(
    function: Callable[..., Result],
    together: Callable[..., Result | None] | None = None,
    like: Callable[..., Result] | None = None,
) -> Callable[..., Result]:
    """`function(*trees, platform, **static)` as a function of `*trees, **static` without
    derivatives. The results must have the same shapes on all platforms; the shapes are those for
    JAX's default platform where that has kernels, since calls of kernels are quick to trace, and
    otherwise those for "tpu", plain XLA. On NVIDIA GPUs that begins to compile the kernels.

    together: `together(*trees, **static)` computes a batch, with arrays that all have a first axis
    of members; None where it does not know how. The members are computed one by one then, and
    without it.

    like: `like(*trees, **static)` has the shapes of the results, for functions that raise an
    error on some platforms."""

    def flat(*leaves: Array, treedef: Any, static: Any, platform: str) -> list[Array]:
        trees = jax.tree.unflatten(treedef, leaves)
        return jax.tree.leaves(function(*trees, **dict(static), platform=platform))

    begun: set[Any] = set()  # for which calls kernels were begun for CUDA

    def is_begun(target: str, *arrays: Array, treedef: Any, static: Any) -> bool:
        return target == "cuda" and (_types(arrays), treedef, static) in begun

    new = primitive(f"jaxfmm_{function.__name__.strip('_')}", flat, is_begun)

    @functools.cache
    def shapes_of(types: Any, treedef: Any, static: Any) -> Any:
        arrays = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in types]
        platform = _default_platform()

        def there(*leaves: Array) -> Result:
            trees = jax.tree.unflatten(treedef, leaves)
            if like is not None:
                return like(*trees, **dict(static))
            return function(*trees, **dict(static), platform=platform)

        if like is not None or platform != "cuda":
            return jax.eval_shape(there, *arrays)
        begun.add((types, treedef, static))
        return nvrtc.KERNELS.ask(lambda: jax.eval_shape(there, *arrays))

    def shapes(arrays: Any, treedef: Any, static: Any) -> Any:
        return shapes_of(_types(arrays), treedef, static)

    @new.def_abstract_eval
    def _(*avals, treedef, static):
        leaves = jax.tree.leaves(shapes(avals, treedef, static))
        return [jax.core.ShapedArray(leaf.shape, leaf.dtype) for leaf in leaves]

    singly = one_by_one(new)

    def batch(arrays: Any, axes: Any, *, treedef: Any, static: Any) -> Any:
        if together is not None:
            size = next(a.shape[axis] for a, axis in zip(arrays, axes) if axis is not None)
            every = [member_first(a, axis, size) for a, axis in zip(arrays, axes)]
            results = together(*jax.tree.unflatten(treedef, every), **dict(static))
            if results is not None:
                out = jax.tree.leaves(results)
                return out, [0] * len(out)
        return singly(arrays, axes, treedef=treedef, static=static)

    batching.primitive_batchers[new] = batch

    @functools.wraps(function)
    def call(*trees: Any, **static: Any) -> Result:
        if (asked := at_once.asked_platform()) is not None:
            return function(*trees, **static, platform=asked)
        leaves, treedef = jax.tree.flatten(trees)
        leaves = [jnp.asarray(leaf) for leaf in leaves]
        sorted_static = tuple(sorted(static.items()))
        structure = jax.tree.structure(shapes(leaves, treedef, sorted_static))
        results = new.bind(*leaves, treedef=treedef, static=sorted_static)
        return jax.tree.unflatten(structure, results)

    return call
