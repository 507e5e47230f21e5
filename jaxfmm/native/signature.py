"""The arguments of compiled kernels by name: a signature says in what order JAX passes them, and it
writes the struct from which C++ and CUDA read them."""

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

from jaxfmm.native import launch

_TYPES = {  # in C++ and in JAX
    "i": ("int", "int32"),
    "u": ("unsigned", "uint32"),
    "h": ("unsigned short", "uint16"),
    "b": ("bool", "bool"),
    "r": ("REAL", None),
    "p": ("POINT", None),
    "d": ("double", "uint32"),
}
_NUMBERS = {"i": "int", "l": "long long", "d": "double"}


def _groups(text: str) -> dict[str, str]:
    """{name: letter} of "r points extent,i start"."""
    groups = (group.split() for group in text.split(",") if group)
    return {name: letter for letter, *names in groups for name in names}


def fields(holder: Any, names: str, prefix: str = "") -> dict[str, Any]:
    """{prefix + name: value} of attributes of an object, for calls."""
    return {prefix + name: getattr(holder, name) for name in names.split()}


class Signature:
    """What a kernel takes: names in groups behind the letter of their type, as in "r points
    extent,i start count".

    operands, results, scratch: arrays. An operand and a result (or scratch) of one name share their
    memory. The letters are i (int), u (unsigned), h (unsigned short), b (bool), r (the precision of
    the kernel, S in C++), p (the precision of the points, Point, where it may be another) and d
    (double).
    numbers: i is int and l is long long on CUDA, both are int64_t on CPUs; d is double.

    The arguments of a call are a dict of these names: arrays for operands, shapes for results and
    scratch, and numbers. JAX may have switched doubles off: operands of d are numpy arrays, and
    results of d are pairs of 32-bit words (..., 2)."""

    def __init__(
        self, name: str, *, operands: str, results: str, scratch: str = "", numbers: str = ""
    ) -> None:
        self.name = name
        self._operands, self.results, self._numbers = map(_groups, (operands, results, numbers))
        self._outputs = self.results | _groups(scratch)

    def cpu(
        self,
        dtype: DTypeLike,
        arguments: dict[str, Any],
        *,
        kernel: str | None = None,
        source: str | None = None,
        wide: bool = False,
    ) -> dict[str, jax.Array]:
        """{name: result} of a CPU kernel, by default the library's kernel of this name for points
        of `dtype`. wide: r is double where the points are float."""
        kernel = kernel or launch.typed(self.name, dtype) + "_in_f64" * wide
        return self._call(functools.partial(launch.cpu, source, kernel), dtype, arguments, wide)

    def cuda(
        self,
        source: str,
        dtype: DTypeLike,
        arguments: dict[str, Any],
        *,
        wide: bool = False,
        **config: Any,
    ) -> dict[str, jax.Array]:
        """{name: result} of the kernel `entry` of a CUDA source that `kernel_source` made from this
        signature. config: fields of `launch.Launch`."""
        call = functools.partial(launch.cuda, source, "entry", config=launch.Launch(**config))
        return self._call(call, dtype, arguments, wide)

    def _call(
        self,
        call: Callable[..., list[jax.Array]],
        dtype: DTypeLike,
        arguments: dict[str, Any],
        wide: bool,
    ) -> dict[str, jax.Array]:
        known = {*self._operands, *self._outputs, *self._numbers}
        if known != set(arguments):
            absent, unknown = known - set(arguments), set(arguments) - known
            raise TypeError(
                f"kernel {self.name!r} lacks the arguments ({', '.join(sorted(absent))}) and has "
                f"none named ({', '.join(sorted(unknown))})"
            )

        def in_jax(letter: str) -> np.dtype:
            return np.dtype("uint32" if letter == "r" and wide else _TYPES[letter][1] or dtype)

        def operand(name: str, letter: str) -> Any:
            array = arguments[name]
            if letter == "d":
                array = jnp.asarray(np.ascontiguousarray(array, np.float64).view(np.uint32))
            if array.dtype != in_jax(letter):
                raise TypeError(
                    f"{name} of kernel {self.name!r} must be {in_jax(letter)}, got {array.dtype}"
                )
            return array

        def output(name: str, letter: str) -> jax.ShapeDtypeStruct:
            if name in self._operands:
                return jax.ShapeDtypeStruct(arguments[name].shape, in_jax(letter))
            words = (2,) if letter == "d" or letter == "r" and wide else ()
            return jax.ShapeDtypeStruct((*arguments[name], *words), in_jax(letter))

        places = {name: place for place, name in enumerate(self._outputs)}
        out = call(
            [operand(*item) for item in self._operands.items()],
            [output(*item) for item in self._outputs.items()],
            scalars=[arguments[name] for name in self._numbers],
            aliases={
                place: places[name] for place, name in enumerate(self._operands) if name in places
            },
        )
        return {name: out[places[name]] for name in self.results}

    def _members(self, numbers: dict[str, str]) -> dict[str, str]:
        """{name: type in C++} of the struct's members. numbers: {letter: type}."""
        arrays = {name: f"const {_TYPES[letter][0]}*" for name, letter in self._operands.items()}
        arrays |= {name: f"{_TYPES[letter][0]}*" for name, letter in self._outputs.items()}
        return arrays | {name: numbers[letter] for name, letter in self._numbers.items()}

    def cuda_text(self, call: str, bounds: str) -> str:
        """`struct Arguments`, and the kernel `entry` that calls `call` with it."""
        members = self._members(_NUMBERS)
        parameters = [
            f"const void* {name if name not in self._outputs else ''}" for name in self._operands
        ]
        parameters += [f"void* {name}" for name in self._outputs]
        parameters += [
            f"{'double' if letter == 'd' else 'long long'} {name}"
            for name, letter in self._numbers.items()
        ]
        fields = "".join(f"  {kind} {name};\n" for name, kind in members.items())
        values = ", ".join(f"({kind}){name}" for name, kind in members.items())
        return (
            f"struct Arguments {{\n{fields}}};\n"
            f'extern "C" __global__ void __launch_bounds__({bounds}) '
            f"entry({', '.join(parameters)}) {{\n"
            f"  {call}(Arguments{{{values}}});\n}}"
        )

    def cpu_text(self) -> str:
        """The struct `<Name>Arguments`, made of the buffers and scalars of a kernel
        (custom_ops/include/kernel.h)."""
        struct = self.name.title().replace("_", "") + "Arguments"
        members = self._members({"i": "int64_t", "l": "int64_t", "d": "double"})
        # The later place, of the output, for a name that comes twice.
        values = {
            name: f"static_cast<{members[name]}>(buffers[{place}])"
            for place, name in enumerate([*self._operands, *self._outputs])
        }
        for place, (name, letter) in enumerate(self._numbers.items()):
            values[name] = f"as_double(scalars[{place}])" if letter == "d" else f"scalars[{place}]"
        letters = {*self._operands.values(), *self._outputs.values()}
        types = ", ".join(
            f"class {name}" for letter, name in (("r", "S"), ("p", "Point")) if letter in letters
        )
        fields = "".join(f"  {kind} {name} = {values[name]};\n" for name, kind in members.items())
        text = (
            f"struct {struct} {{\n  void* const* buffers;\n  const int64_t* scalars;\n{fields}"
            f"  {struct}(void* const* buffers, const int64_t* scalars) "
            ": buffers(buffers), scalars(scalars) {}\n};\n"
        )
        text = text.replace("REAL", "S").replace("POINT", "Point")
        return (f"template <{types}>\n" if types else "") + text
