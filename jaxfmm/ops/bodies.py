"""Pair bodies as C++: what one source gives to one target, translated from the jaxpr of a JAX function.

Those of kernels are what `kernels.base.pair_sums` does with one pair. So the mathematics of a kernel exists once, in
`Kernel.radial`, for XLA, CUDA and the CPU, for every derivative order and for kernels that users write.
"""

import dataclasses
import functools
import hashlib

import jax
import jax.numpy as jnp

from jaxfmm.kernels.base import pair_sums
from jaxfmm.ops.translate import Untranslatable, body


@dataclasses.dataclass(frozen=True)
class Body:
    """text: the C++ struct of this name, with the member `pair` that custom_ops/include/p2p_cpu.h and
    custom_ops/cuda/p2p.cuh call. The name tells bodies apart."""

    name: str
    text: str
    dim: int
    weights: int
    results: int


def pair_body(kernel, source_components, target_components, rhs, dtype):
    """The `Body` for weights (components, rhs) at the source and results (components, rhs) at the target.

    Raises Untranslatable when the kernel cannot be written in C++; the message says why.
    """
    leaves, treedef = jax.tree.flatten(kernel)
    if any(jnp.shape(leaf) for leaf in leaves):
        raise Untranslatable(f"the parameters of {kernel.name} are not all scalars")
    return _pair_body(treedef, len(leaves), source_components, target_components, rhs, jnp.dtype(dtype).name)


@functools.cache
def _pair_body(treedef, parameters, sources, targets, rhs, dtype):
    def function(offset, weights, parameters):
        kernel = jax.tree.unflatten(treedef, parameters)
        sums = [pair_sums(kernel, offset, dict(zip(sources, weights[r::rhs])), targets) for r in range(rhs)]
        return [one[b] for b in targets for one in sums]

    return _written(function, len(targets[0]), len(sources) * rhs, parameters, len(targets) * rhs, dtype)


@functools.cache
def function_body(function, dim, weights, parameters, results, dtype):
    """The `Body` of any function of a pair.

    Args:
      function: (offset, weights, parameters), lists of `dim`, `weights` and `parameters` scalars -> `results` scalars,
        which are added to the target's sums. The offset is the target's row of coordinates minus the source's. Bodies
        are kept by the function itself, so it must be one of a module and not made anew for each call.
      dtype: "float32" or "float64".

    Raises Untranslatable when the function cannot be written in C++; the message says why.
    """
    return _written(function, dim, weights, parameters, results, dtype)


def _written(function, dim, weights, parameters, results, dtype):
    def of_scalars(*scalars):
        return function(list(scalars[:dim]), scalars[dim : dim + weights], scalars[dim + weights :])

    arguments = [f"{name}[{i}]" for name, n in (("d", dim), ("w", weights), ("p", parameters)) for i in range(n)]
    statements = body(of_scalars, arguments, [f"acc[{i}] += {{}};" for i in range(results)], dtype)
    inner = "\n".join("    " + line for line in statements.splitlines())
    members = f"DIM = {dim}, WEIGHTS = {weights}, PARAMETERS = {parameters}, RESULTS = {results}"
    text = (
        f"  static constexpr int {members};\n"
        "  template <class T>\n"
        "  HD static void pair(const T* d, const T* w, const T* p, T* acc) {\n"
        f"{inner}\n"
        "  }\n"
    )
    name = "Pair_" + hashlib.sha256(text.encode()).hexdigest()[:16]
    return Body(name, f"struct {name} {{\n{text}}};\n", dim, weights, results)


def parameters(kernel, dtype):
    """The parameters of a kernel as the array that bodies read, never empty."""
    leaves = [jnp.asarray(leaf, dtype) for leaf in jax.tree.leaves(kernel)]
    return jnp.stack(leaves) if leaves else jnp.zeros(1, dtype)
