"""A guard for values that have forward derivatives alone."""

from typing import Any, TypeVar

import jax
from jax import Array
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

T = TypeVar("T")

WHY = (
    "simulations with timestep='adaptive' or 'block' have no reverse mode (jax.grad, jax.vjp): how "
    "many steps they take depends on the bodies, and reverse mode would have to keep all of them; "
    "use forward mode (jax.jvp, jax.jacfwd), or timestep='constant', which has both"
)

forward_only_p = Primitive("jaxfmm_forward_only")


def forward_only(tree: T) -> T:
    """The tree, whose derivatives in reverse mode raise a ValueError that says why."""
    return jax.tree.map(forward_only_p.bind, tree)


@forward_only_p.def_impl
def _(value: Array) -> Array:
    return value


@forward_only_p.def_abstract_eval
def _(value: Any) -> Any:
    return value


def _jvp(primals: tuple[Array], tangents: tuple[Any]) -> tuple[Array, Any]:
    (value,), (rate,) = primals, tangents
    if not isinstance(rate, ad.Zero):
        rate = forward_only_p.bind(rate)
    return forward_only_p.bind(value), rate


def _transpose(cotangent: Any, value: Any) -> Any:
    raise ValueError(WHY)


def _batch(values: tuple[Array], axes: tuple[int]) -> tuple[Array, int]:
    return forward_only_p.bind(values[0]), axes[0]


ad.primitive_jvps[forward_only_p] = _jvp
ad.primitive_transposes[forward_only_p] = _transpose
batching.primitive_batchers[forward_only_p] = _batch
mlir.register_lowering(forward_only_p, lambda ctx, value: [value])
