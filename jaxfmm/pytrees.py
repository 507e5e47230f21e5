"""Dataclasses as pytrees whose structures say their class.

Structures of `jax.tree_util.register_dataclass` are equal for two classes with equal numbers of fields (JAX 0.10 to
0.12), so that a jitted function may take what it compiled for one kernel for another.
"""

import dataclasses
from collections.abc import Sequence
from typing import TypeVar

import jax

T = TypeVar("T")


def register(cls: type[T], data_fields: Sequence[str] | None = None, meta_fields: Sequence[str] = ()) -> type[T]:
    """Makes a dataclass a pytree, as `jax.tree_util.register_dataclass` does; a decorator."""
    fields = [field for field in dataclasses.fields(cls) if field.init]  # type: ignore[arg-type]
    if data_fields is None:
        data_fields = [field.name for field in fields if not field.metadata.get("static")]
        meta_fields = [field.name for field in fields if field.metadata.get("static")]
    data, meta = tuple(data_fields), tuple(meta_fields)
    keys = [jax.tree_util.GetAttrKey(name) for name in data]

    def flatten(value):
        return tuple(getattr(value, name) for name in data), tuple(getattr(value, name) for name in meta)

    def flatten_with_keys(value):
        children, aux = flatten(value)
        return tuple(zip(keys, children)), aux

    def unflatten(aux, children):
        return cls(**dict(zip(data, children)), **dict(zip(meta, aux)))

    jax.tree_util.register_pytree_with_keys(cls, flatten_with_keys, unflatten, flatten)
    return cls


def constant(tree: T) -> T:
    """The tree without its derivatives. Under `jax.grad` and `jax.jvp` outside of `jit` that makes known arrays of
    tracers. Other leaves stay as they are."""
    return jax.tree.map(lambda a: jax.lax.stop_gradient(a) if isinstance(a, jax.core.Tracer) else a, tree)
