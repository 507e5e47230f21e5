"""Functions that are computed in another way on each platform, chosen where JAX lowers for it.

`lax.platform_dependent` traces what it is given for every platform, which compiles kernels for GPUs
where there are none; here a function is traced for a platform when it is lowered for it."""

import functools
from collections.abc import Callable
from typing import Any

import jax
from jax.extend.core import Primitive
from jax.interpreters import batching, mlir

from jaxfmm.native import nvrtc
from jaxfmm.switches import library_code

PLATFORMS = ("cpu", "cuda", "rocm", "tpu")


@functools.cache
def _jitted(made: Any, **parameters) -> Callable:
    return jax.jit(functools.partial(made.bind, **parameters))


@library_code
def _eagerly(
    made: Any, compute: Callable, arrays: tuple[jax.Array, ...], parameters: dict[str, Any]
) -> list[jax.Array]:
    return _jitted(made, **parameters)(*arrays)


def primitive(name, compute):
    """A primitive of many results that is `compute(*arrays, platform=..., **parameters)`, without
    rules of shapes, derivatives or batches. Eager calls are compiled."""
    made = Primitive(name)
    made.multiple_results = True

    made.def_impl(lambda *arrays, **parameters: _eagerly(made, compute, arrays, parameters))
    for platform in PLATFORMS:
        run = functools.partial(compute, platform=platform)
        run = _with_kernels(run) if platform == "cuda" else run
        mlir.register_lowering(made, mlir.lower_fun(run, multiple_results=True), platform=platform)
    return made


def _with_kernels(compute):
    """The same, with the kernels that are missing compiled at the same time."""

    def run(*arrays, **parameters):
        nvrtc.compile_ahead(
            lambda: jax.eval_shape(functools.partial(compute, **parameters), *arrays)
        )
        return compute(*arrays, **parameters)

    return run


def one_by_one(made: Any) -> Callable:
    """A rule for batches of a primitive of many results."""

    def batch(arrays, axes, **parameters):
        moved = [
            jax.numpy.moveaxis(a, axis, 0) for a, axis in zip(arrays, axes) if axis is not None
        ]

        def one(moved):
            moved = iter(moved)
            return made.bind(
                *(a if axis is None else next(moved) for a, axis in zip(arrays, axes)), **parameters
            )

        out = jax.lax.map(one, moved)
        return out, [0] * len(out)

    return batch


def by_platform(function):
    """`function(*trees, platform, **static)` as a function of `*trees, **static` with no
    derivatives. Batches are done one by one. Its results must have the same shapes on all
    platforms; they are asked for that of "tpu", plain XLA."""

    def flat(*leaves, treedef, static, platform):
        return jax.tree.leaves(
            function(*jax.tree.unflatten(treedef, leaves), **dict(static), platform=platform)
        )

    made = primitive(f"jaxfmm_{function.__name__.strip('_')}", flat)

    @functools.cache
    def shapes(avals, treedef, static):
        arrays = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in avals]
        return jax.eval_shape(
            lambda *leaves: function(
                *jax.tree.unflatten(treedef, leaves), **dict(static), platform="tpu"
            ),
            *arrays,
        )

    def of(arrays, treedef, static):
        return shapes(tuple((a.shape, a.dtype) for a in arrays), treedef, static)

    @made.def_abstract_eval
    def _(*avals, treedef, static):
        return [
            jax.core.ShapedArray(s.shape, s.dtype)
            for s in jax.tree.leaves(of(avals, treedef, static))
        ]

    batching.primitive_batchers[made] = one_by_one(made)

    @functools.wraps(function)
    def call(*trees, **static):
        if nvrtc.asks_only():
            return function(*trees, **static, platform="cuda")
        leaves, treedef = jax.tree.flatten(trees)
        leaves = [jax.numpy.asarray(leaf) for leaf in leaves]
        static = tuple(sorted(static.items()))
        structure = jax.tree.structure(of(leaves, treedef, static))
        return jax.tree.unflatten(structure, made.bind(*leaves, treedef=treedef, static=static))

    return call
