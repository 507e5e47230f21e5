"""Dataclasses as pytrees whose structures say their class, and which `jax.export` can serialise.

Structures of `jax.tree_util.register_dataclass` are equal for two classes with equal numbers of
fields (JAX 0.10 to 0.12), so that a jitted function may take what it compiled for one kernel for
another."""

import contextlib
import dataclasses
import pickle
from collections.abc import Sequence
from typing import Any, TypeVar

import jax
import jax.export

T = TypeVar("T")
_DATA: dict[
    type, tuple[str, ...]
] = {}  # the names of the fields that hold children, by registered class


def register(
    cls: type[T],
    data_fields: Sequence[str] | None = None,
    meta_fields: Sequence[str] = (),
    drop_fields: Sequence[str] = (),
) -> type[T]:
    """Makes a dataclass a pytree, as `jax.tree_util.register_dataclass` does; a decorator.

    JAX also makes such objects with leaves that are no numbers (None, `object()`, axes of `vmap`).
    So a copy is made without `__init__` and `__post_init__`, which are for what users give. Dropped
    fields have their defaults in it."""
    fields = [field for field in dataclasses.fields(cls) if field.init]  # type: ignore[arg-type]
    if data_fields is None:
        data_fields = [field.name for field in fields if not field.metadata.get("static")]
        meta_fields = [field.name for field in fields if field.metadata.get("static")]
    data, meta = tuple(data_fields), tuple(meta_fields)
    if {*data, *meta, *drop_fields} != {field.name for field in fields}:
        raise TypeError(
            f"data_fields, meta_fields and drop_fields must be the fields of {cls.__name__}, each once"
        )
    keys = [jax.tree_util.GetAttrKey(name) for name in data]

    def flatten(value):
        return tuple(getattr(value, name) for name in data), tuple(
            getattr(value, name) for name in meta
        )

    def flatten_with_keys(value):
        children, aux = flatten(value)
        return tuple(zip(keys, children)), aux

    def unflatten(aux, children):
        made = object.__new__(cls)
        vars(made).update(zip(data, children), **dict(zip(meta, aux)))
        return made

    jax.tree_util.register_pytree_with_keys(cls, flatten_with_keys, unflatten, flatten)
    _DATA[cls] = data
    return serializable(cls)


def data_fields(cls: type) -> tuple[str, ...]:
    """The names of the fields that hold children, of a class that `register` made a pytree; () for
    others."""
    return _DATA.get(cls, ())


def serializable(cls: type[T]) -> type[T]:
    """Lets `jax.export` serialise functions whose arguments or results have nodes of this class; a
    decorator of pytrees and of named tuples.

    What is static in a node is pickled. So a serialised function must be trusted like a pickle:
    loading it may run any code."""
    name = f"{cls.__module__}.{cls.__qualname__}"
    with contextlib.suppress(
        ValueError
    ):  # a second class of this name: a cell of a notebook was run again
        if issubclass(cls, tuple):
            jax.export.register_namedtuple_serialization(cls, serialized_name=name)
        else:
            jax.export.register_pytree_node_serialization(
                cls,
                serialized_name=name,
                serialize_auxdata=_pickled,
                deserialize_auxdata=_unpickled,
            )
    return cls


def _pickled(static: Any) -> bytes:
    try:
        return pickle.dumps(static)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ValueError(
            f"what is static in a plan or a kernel must be picklable to be exported, got {static!r} ({error}); define "
            "functions of Custom kernels at the top of a module"
        ) from error


def _unpickled(data: bytes) -> Any:
    return pickle.loads(bytes(data))


def constant(tree: T) -> T:
    """The tree without its derivatives. Under `jax.grad` and `jax.jvp` outside of `jit` that makes
    known arrays of tracers. Other leaves stay as they are."""
    return jax.tree.map(
        lambda a: jax.lax.stop_gradient(a) if isinstance(a, jax.core.Tracer) else a, tree
    )
