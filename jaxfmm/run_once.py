"""Programs that make a plan run once or a few times, so that XLA compiles them for longer than they
run.

On CPUs XLA spends most of its time on one module of LLVM for each fused loop, and on LLVM's passes.
Without both it compiles in half the time. Its loops then take up to four times as long, so that
this is for programs of few numbers, or whose loops are in native code. Sums and updates of plans,
which users repeat, keep XLA's own options."""

import functools
from collections.abc import Callable
from typing import Any

import jax

from jaxfmm import errors

OPTIONS: dict[str, Any] = {
    "xla_cpu_use_fusion_emitters": False,
    "xla_backend_optimization_level": 0,
}
MOST = 2**20  # Programs with more numbers in their arguments take longer to run than to compile.
# What the messages of XLA and JAX say: where an option is unknown, and within another program or a
# derivative.
UNKNOWN, NESTED = "No such compile option", "can only be passed to top-level"


@functools.cache
def has_options() -> bool:
    """Whether this version of XLA knows the options. That of JAX 0.12 does not."""
    try:
        jax.jit(lambda x: x, compiler_options=OPTIONS).lower(0.0).compile()
    except jax.errors.JaxRuntimeError as error:
        if UNKNOWN not in str(error):
            raise
        return False
    return True


class RunOnce:
    """A function that is compiled fast, as by `jax.jit(function, **options)` inside of other
    programs and derivatives, and on GPUs.

    repeated: the function as `jax.jit` compiles it.
    unless: says of arguments that their call takes longer than to compile it."""

    def __init__(
        self,
        function: Callable[..., Any],
        unless: Callable[..., bool] | None = None,
        **options: Any,
    ) -> None:
        self._unless = unless
        functools.update_wrapper(self, function)
        self.repeated = jax.jit(function, **options)
        self._once = jax.jit(function, compiler_options=OPTIONS, **options)

    def __call__(self, *args: Any, **static: Any) -> Any:
        return self._try(lambda jitted: jitted(*args, **static), args, static)

    def trace(self, *args: Any, **static: Any) -> Any:
        """`trace` of the program that a call runs."""
        return self._try(lambda jitted: jitted.trace(*args, **static), args, static)

    def _try(self, use: Callable[[Any], Any], args: Any, static: Any) -> Any:
        """Uses the program that is compiled fast where JAX lets it be."""
        if self._is_for(args, static):
            try:
                return use(self._once)
            except ValueError as error:
                if NESTED not in str(error):
                    raise
        return use(self.repeated)

    def eval_shape(self, *args: Any, **static: Any) -> Any:
        return self.repeated.eval_shape(*args, **static)

    def _is_for(self, args: Any, static: Any) -> bool:
        """Whether the options are for these arguments: on CPUs, known, and not too many."""
        if jax.default_backend() != "cpu" or errors.is_traced(args, static) or not has_options():
            return False
        if self._unless is not None and self._unless(*args, **static):
            return False
        return sum(getattr(leaf, "size", 1) for leaf in jax.tree.leaves((args, static))) <= MOST


def run_once(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """A decorator that makes a `RunOnce`; options: `unless`, and those of `jax.jit`."""
    if function is None:
        return functools.partial(RunOnce, **options)
    return RunOnce(function, **options)
