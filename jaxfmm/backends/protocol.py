"""The protocols of backends: the operations of a backend, and the members of trees, lists and
expansions that it uses.

Points (n, d), weights (n, components, k) and results (m, components, k) of particles are in the
order of their tree; `components` are multi-indices (`kernels.pairs.components`). Coefficients are
(nodes, k, row): the first `expansion.size(order)` numbers of a row are the coefficients, and a
backend may use the rest of the row."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from jax import Array
from jax.typing import DTypeLike

from jaxfmm.codegen.bodies import Body, Components, Function
from jaxfmm.kernels.base import Kernel


class Cells(Protocol):
    """The arrays of a tree, which `tree.structure.Tree` explains."""

    @property
    def order(self) -> Array: ...
    @property
    def start(self) -> Array: ...
    @property
    def count(self) -> Array: ...
    @property
    def child(self) -> Array: ...
    @property
    def parent(self) -> Array: ...
    @property
    def center(self) -> Array: ...
    @property
    def radius(self) -> Array: ...
    @property
    def level_start(self) -> Array: ...
    @property
    def n_nodes(self) -> Array: ...
    @property
    def leaves(self) -> Array: ...
    @property
    def n_leaves(self) -> Array: ...
    @property
    def leaf_of_point(self) -> Array: ...
    @property
    def leaf_size(self) -> int: ...
    def walk(self, chunk: int, body: Callable[..., Any], carry: Any, *, upward: bool) -> Any: ...


class Pairs(Protocol):
    """A list of pairs sorted by target, which `tree.traverse.PairList` explains."""

    @property
    def target(self) -> Array: ...
    @property
    def source(self) -> Array: ...
    @property
    def count(self) -> Array: ...
    @property
    def start(self) -> Array: ...
    @property
    def begin(self) -> Array: ...
    @property
    def end(self) -> Array: ...
    @property
    def number(self) -> Array: ...
    @property
    def images(self) -> Array: ...
    @property
    def bits(self) -> int: ...
    @property
    def capacity(self) -> int: ...
    def shift(self, source: Array) -> Array: ...


@dataclasses.dataclass(frozen=True)
class Particles:
    """The sources or the targets of a sum, in the order of their tree.

    points: (n, d).
    components: the multi-indices of the weights of a source, or of the results at a target."""

    tree: Cells
    points: Array
    components: Components


class Operators(Protocol):
    """The operators of an expansion on a batch of cells, which XLA runs, and the members that
    compiled operations read, unless NAME is None.

    Expansions whose cells act on cells alone have no `m2p` and `p2l`.

    M, L: multipole and local coefficients (C, k, n).  radius, r_*: (C,).
    u: positions (C, S, d) relative to the centre in units of the radius; x, y: without the unit.
    d, shift (C, d): from the source to the target, from the parent to the child."""

    HEADER: str  # Compiled code includes custom_ops/include/HEADER.h.
    CUDA_ORDER: int  # the highest order of the CUDA passes
    CPU_ORDER: int  # the highest order of the passes in the CPU library
    STREAMED: bool  # whether the M2L of `lane` reads the multipole as it goes
    # by dtype: the highest order with M2L, and with M2M and L2L, in the registers of a GPU
    REGISTER_ORDER: dict[str, int]
    REGISTER_SHIFT_ORDER: dict[str, int]
    # the highest order with translations by `columns`, where registers are too few
    COLUMN_ORDER: int

    @property
    def NAME(self) -> str | None:
        """The prefix of the names of compiled operations, None if only XLA has any."""
        ...

    @property
    def kernel(self) -> Kernel | None:
        """The kernel whose `bodies.radial_function` M2L, M2P and P2L call, None if they call
        none."""
        ...

    def size(self, order: int) -> int: ...
    def p2m(self, u: Array, radius: Array, weights: dict[int, Array], order: int, /) -> Array: ...
    def p2l(self, y: Array, radius: Array, weights: dict[int, Array], order: int, /) -> Array: ...
    def m2m(
        self, M: Array, shift: Array, r_child: Array, r_parent: Array, order: int, /
    ) -> Array: ...
    def m2l(self, M: Array, d: Array, r_s: Array, r_t: Array, order: int, /) -> Array: ...
    def l2l(
        self, L: Array, shift: Array, r_parent: Array, r_child: Array, order: int, /
    ) -> Array: ...
    def l2p(
        self, L: Array, u: Array, radius: Array, outputs: tuple[int, ...], /
    ) -> dict[int, Array]: ...
    def m2p(
        self, M: Array, x: Array, radius: Array, outputs: tuple[int, ...], /
    ) -> dict[int, Array]: ...

    def tables(self, order: int, raised: int = 0) -> tuple[Array, Array]:
        """The tables (integers, reals) that compiled operations read, for derivatives that raise
        the degree by up to `raised`."""
        ...

    def kernel_degree(self, order: int) -> int | None:
        """The highest derivative of `kernel` that M2L needs, None without a kernel."""
        ...

    def fixed_tables(self, order: int) -> tuple[np.ndarray, np.ndarray]:
        """`tables` in float64, with zeros in place of the parameters of a kernel."""
        ...

    def source_program(self, components: Components) -> np.ndarray: ...
    def target_program(self, components: Components) -> np.ndarray: ...
    def harmonic_constants(self, order: int) -> Sequence[float]: ...

    def definitions(self, function: Function | None) -> str:
        """The CUDA text that follows the header and the text of the function, None without one."""
        ...

    def in_rows(self, order: int) -> bool:
        """Whether the M2L of `lane` keeps multipoles in rows of shared memory; it is STREAMED
        then."""
        ...

    def lane(self, order: int) -> str:
        """The C++ struct with the translations that one lane of a warp computes."""
        ...

    @property
    def columns(self) -> Callable[[int], str] | None:
        """The struct for coefficients in columns of shared memory, by order."""
        ...

    @property
    def TENSOR_ORDERS(self) -> Mapping[str, Sequence[int]]:
        """By dtype: the orders with M2L by the tensor cores of a GPU."""
        ...

    @property
    def TENSOR_SHIFT_ORDERS(self) -> Mapping[str, Sequence[int]]:
        """By dtype: the orders with M2M and L2L by the tensor cores of a GPU."""
        ...

    @property
    def tensor_tiles(self) -> Callable[[int, str], np.ndarray] | None:
        """The matrices for tensor cores, by order and "m2l", "m2m" or "l2l"."""
        ...

    @property
    def table_bytes(self) -> Callable[[int, int], int] | None:
        """The size of the tables in shared memory, by order and bytes of a number, for orders above
        all others; None where blocks of a GPU cannot share them."""
        ...


class OfKernel(Operators, Protocol):
    """The operators of an expansion with a `kernel`. Its header for CPUs is
    custom_ops/include/HEADER_cpu.h."""

    CPU_DEGREE: int  # functions for CPUs have at least this many derivatives
    CPU_BETWEEN: tuple[str, ...]  # the passes for CPUs that depend on the kernel

    def cpu_family(self, function: Function) -> str:
        """The C++ type of the operators in that header, for a function of the kernel."""
        ...


class Backend(Protocol):
    """The hot loops of the FMM, the treecode and the direct sum, for one platform.

    A backend is a module or an object with some of these members; XLA's loops fill the gaps
    (`backends.registry.operations`). A backend with some of the loops over coefficients, but not
    all, must have rows of exactly `expansion.size(order)` numbers, as XLA has."""

    PLATFORM: str  # the platform that JAX lowers for: "cpu", "cuda", "rocm", "tpu"
    MISSING: (
        str  # what to say if JAX finds CPUs alone, and how to get what is missing; "" for nothing
    )
    # The operations that take `accurate=True` for sums of float32 that are accumulated as in
    # float64; it may be left out.
    ACCURATE: Sequence[str]
    # For how many right-hand sides at a time `all_pairs`, and on CPUs P2P, take bodies that give
    # the numbers of a pair (`Body.numbers_of`); it may be left out.
    PAIR_NUMBERS: range

    def reason(self) -> str | None:
        """None, or why the backend cannot be used in this installation. Does not look for a
        device."""
        ...

    def lowering_reason(self) -> str | None:
        """None, or why the backend cannot be lowered for now, such as an unknown GPU."""
        ...

    def workers(self) -> int:
        """The number of workers that `all_pairs` should keep busy, each with targets of its
        own."""
        ...

    def p2p_reason(self, body: Body, dtype: DTypeLike) -> str | None:
        """None, or why the backend cannot do P2P for a pair body."""
        ...

    def order_reason(self, expansion: Operators, order: int, dtype: DTypeLike) -> str | None:
        """None, or why the backend lacks passes for an expansion of this order."""
        ...

    def between_reason(self, expansion: Operators, order: int, dtype: DTypeLike) -> str | None:
        """None, or why the backend lacks M2L, M2P and P2L for an expansion up to this order,
        including the orders of derivatives."""
        ...

    def upward(self, expansion: Operators, order: int, sources: Particles, weights: Array) -> Array:
        """P2M and M2M: the multipoles (nodes, k, row) of all nodes."""
        ...

    def m2l(
        self,
        expansion: Operators,
        order: int,
        multipoles: Array,
        targets: Cells,
        sources: Cells,
        far: Pairs,
    ) -> Array:
        """The local expansions (nodes, k, row) of the target cells by the listed pairs of nodes."""
        ...

    def downward(self, expansion: Operators, order: int, local: Array, targets: Particles) -> Array:
        """L2L and L2P: the values (m, components, k) of the local expansions at the targets."""
        ...

    def m2p(
        self,
        expansion: Operators,
        order: int,
        multipoles: Array,
        targets: Particles,
        sources: Cells,
        far: Pairs,
    ) -> Array:
        """The values (m, components, k) of the multipoles at the targets, by the listed pairs of a
        target leaf and a source node."""
        ...

    def p2l(
        self,
        expansion: Operators,
        order: int,
        targets: Cells,
        sources: Particles,
        weights: Array,
        far: Pairs,
    ) -> Array:
        """The local expansions (nodes, k, row) of the target cells by the sources, by the listed
        pairs of a target node and a source leaf."""
        ...

    def p2p(
        self,
        kernel: Kernel,
        targets: Particles,
        sources: Particles,
        weights: Array,
        near: Pairs,
        far: Array,
    ) -> Array:
        """Adds the sums over the listed pairs of leaves to `far` (m, components, k). The result is
        in the order of the targets as given, `targets.tree.order`."""
        ...

    def all_pairs(
        self,
        body: Body,
        parameters: Array,
        targets: Array,
        sources: Array,
        weights: Array,
        part: int,
    ) -> Array:
        """The sums of a pair body over all pairs of targets (m, d) and sources (n, d), by parts of
        `part` sources: (parts, m, results); (parts, m, components, k) by a body with the numbers of
        a pair, for weights (n, components, k)."""
        ...


class SumsAtDue(Protocol):
    """A sum that only backends for GPUs have. It takes a mask of targets, so that the host need not
    wait for the GPU to count them."""

    def all_pairs_at_due(
        self,
        body: Body,
        parameters: Array,
        due: Array,
        targets: Array | None,
        sources: Array,
        weights: Array,
    ) -> Array:
        """The sums of a pair body over all sources (n, d) at the targets (m, d) that are due, the
        mask (m,): (m, results), with any values at the other targets. targets: None for the
        sources."""
        ...
