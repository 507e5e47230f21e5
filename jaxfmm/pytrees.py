"""Dataclasses as pytrees that `jax.export` can serialise, and whose structures differ by class.

With `jax.tree_util.register_dataclass`, the structures of two classes with equal numbers of fields
are equal (JAX 0.10 to 0.12), so a jitted function may use code for another kernel."""

import contextlib
import dataclasses
import pickle
from collections.abc import Sequence
from typing import Any, TypeVar

import jax
import jax.export

T = TypeVar("T")
# The names of the fields that hold children, by registered class.
_DATA: dict[type, tuple[str, ...]] = {}


def register(
    cls: type[T],
    data_fields: Sequence[str] | None = None,
    meta_fields: Sequence[str] = (),
    drop_fields: Sequence[str] = (),
) -> type[T]:
    """Makes a dataclass a pytree, as `jax.tree_util.register_dataclass` does; a decorator.

    JAX also creates such objects with leaves that are not numbers (None, `object()`, axes of
    `vmap`). So copies are created without `__init__` and `__post_init__`, which check the arguments
    of users. Dropped fields have their defaults in a copy."""
    fields = [field for field in dataclasses.fields(cls) if field.init]  # type: ignore[arg-type]
    if data_fields is None:
        data_fields = [field.name for field in fields if not field.metadata.get("static")]
        meta_fields = [field.name for field in fields if field.metadata.get("static")]
    data, meta = tuple(data_fields), tuple(meta_fields)
    if {*data, *meta, *drop_fields} != {field.name for field in fields}:
        raise TypeError(
            "data_fields, meta_fields and drop_fields must be the fields of "
            f"{cls.__name__}, each once"
        )
    keys = [jax.tree_util.GetAttrKey(name) for name in data]

    def flatten(value):
        children, static = ([getattr(value, name) for name in names] for names in (data, meta))
        return tuple(children), tuple(static)

    def flatten_with_keys(value):
        children, static = flatten(value)
        return tuple(zip(keys, children)), static

    def unflatten(static, children):
        value = object.__new__(cls)
        vars(value).update(zip(data, children), **dict(zip(meta, static)))
        return value

    jax.tree_util.register_pytree_with_keys(cls, flatten_with_keys, unflatten, flatten)
    _DATA[cls] = data
    return serializable(cls)


def data_fields(cls: type) -> tuple[str, ...]:
    """The names of the fields that hold children of a registered class; () for other classes."""
    return _DATA.get(cls, ())


def serializable(cls: type[T]) -> type[T]:
    """Lets `jax.export` serialise functions whose arguments or results have nodes of this class; a
    decorator of pytrees and of named tuples.

    The static parts of a node are pickled. So a serialised function must be trusted like a pickle:
    loading it may run any code."""
    name = f"{cls.__module__}.{cls.__qualname__}"
    # There is a second class of this name if a cell of a notebook is run again.
    with contextlib.suppress(ValueError):
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
            "what is static in a plan or a kernel must be picklable to be exported, got "
            f"{static!r} ({error}); define functions of Custom kernels at the top of a module"
        ) from error


def _unpickled(data: bytes) -> Any:
    return pickle.loads(bytes(data))


def constant(tree: T) -> T:
    """The tree without its derivatives. Under `jax.grad` and `jax.jvp` outside of `jit`, tracers
    become known arrays. Other leaves do not change."""

    def stopped(leaf: Any) -> Any:
        return jax.lax.stop_gradient(leaf) if isinstance(leaf, jax.core.Tracer) else leaf

    return jax.tree.map(stopped, tree)
