"""What a backend offers, and what it asks of trees, lists and expansions. Each is a module or an
object with these functions.

Points (n, d), weights (n, components, k) and results (m, components, k) of particles are in the
order of their tree; `components` are multi-indices (`kernels.base.components`). Coefficients are
(nodes, k, row): the first `expansion.size(order)` numbers of a row are those of the expansion, the
others a backend's own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from jax import Array

from jaxfmm.kernels.base import Kernel

Components = tuple[tuple[int, ...], ...]


class Cells(Protocol):
    """The arrays of a tree; `tree.build.Tree` says what they are."""

    order: Array
    start: Array
    count: Array
    child: Array
    parent: Array
    center: Array
    radius: Array
    level_start: Array
    n_nodes: Array
    leaves: Array
    n_leaves: Array
    leaf_of_point: Array
    leaf_size: int

    def walk(self, chunk: int, body: Callable, carry: Any, *, upward: bool) -> Any: ...


class Pairs(Protocol):
    """A list of pairs sorted by target; `tree.traverse.PairList` says what its arrays are."""

    target: Array
    source: Array
    count: Array
    start: Array
    begin: Array
    end: Array
    number: Array
    images: Array
    bits: int

    def shift(self, source: Array) -> Array: ...


class Operators(Protocol):
    """The operators of an expansion on a batch of cells, in the shapes and units of
    `expansions.base`, for XLA; and what compiled operations ask of it, unless its NAME is None.

    Expansions whose cells act on cells alone have no `m2p` and `p2l`.

    M multipole and L local coefficients (C, k, n); radius, r_* (C,); u places (C, S, d) in units of
    the radius from the centre; x, y the same in no unit; d, shift (C, d): of the target from the
    source, of the child from the parent."""

    HEADER: str  # custom_ops/include/HEADER.h
    CUDA_ORDER: int  # the highest order that GPUs have passes of
    CPU_ORDER: int  # the same of the library for CPUs
    STREAMED: bool  # whether the M2L of `lane` reads the multipole as it goes
    REGISTER_ORDER: dict[
        str, int
    ]  # by dtype: the highest order whose M2L is done in the registers of a GPU
    REGISTER_SHIFT_ORDER: dict[str, int]  # the same of M2M and L2L
    # the highest order whose translations are done by `columns`, where registers are too few
    COLUMN_ORDER: int

    @property
    def NAME(self) -> str | None:
        """Of the operations in the library and the headers, None for XLA's alone."""
        ...

    @property
    def kernel(self) -> Kernel | None:
        """On whose `bodies.radial_function` M2L, M2P and P2L depend."""
        ...

    def size(self, order: int) -> int: ...
    def p2m(self, u: Array, radius: Array, weights: dict[int, Array], order: int) -> Array: ...
    def p2l(self, y: Array, radius: Array, weights: dict[int, Array], order: int) -> Array: ...
    def m2m(self, M: Array, shift: Array, r_child: Array, r_parent: Array, order: int) -> Array: ...
    def m2l(self, M: Array, d: Array, r_s: Array, r_t: Array, order: int) -> Array: ...
    def l2l(self, L: Array, shift: Array, r_parent: Array, r_child: Array, order: int) -> Array: ...
    def l2p(
        self, L: Array, u: Array, radius: Array, outputs: tuple[int, ...]
    ) -> dict[int, Array]: ...
    def m2p(
        self, M: Array, x: Array, radius: Array, outputs: tuple[int, ...]
    ) -> dict[int, Array]: ...

    def tables(self, order: int, raised: int = 0) -> tuple[Array, Array]:
        """Integers and reals, for derivatives that raise the degree by up to `raised`."""
        ...

    def kernel_degree(self, order: int) -> int | None:
        """Up to which derivatives of `kernel` M2L goes, None without a kernel."""
        ...

    def source_program(self, components: Components) -> np.ndarray: ...
    def target_program(self, components: Components) -> np.ndarray: ...
    def harmonic_constants(self, order: int) -> Sequence[float]: ...

    def definitions(self, function: Any) -> str:
        """What CUDA is to know behind the header and the text of the function, None for none."""
        ...

    def in_rows(self, order: int) -> bool:
        """Whether the M2L of `lane`, which then is STREAMED, has multipoles in rows of shared
        memory."""
        ...

    def lane(self, order: int) -> str:
        """The C++ struct with the translations of one lane of a GPU."""
        ...

    @property
    def columns(self) -> Callable[[int], str] | None:
        """The same struct of an order for coefficients in columns of shared memory."""
        ...

    @property
    def TENSOR_ORDERS(self) -> Mapping[str, Sequence[int]]:
        """By dtype: the orders whose M2L is done by the tensor cores of a GPU."""
        ...

    @property
    def TENSOR_SHIFT_ORDERS(self) -> Mapping[str, Sequence[int]]:
        """By dtype: the orders whose M2M and L2L are done by them."""
        ...

    @property
    def tensor_tiles(self) -> Callable[[int, str], np.ndarray] | None:
        """The matrices of an order for tensor cores, of "m2l", "m2m" or "l2l"."""
        ...

    def table_bytes(self, order: int, real: int) -> int:
        """Of the tables of translations in shared memory, for orders that registers do not hold."""
        ...


class OfKernel(Operators, Protocol):
    """The same of an expansion with a `kernel`, whose header for CPUs is
    custom_ops/include/HEADER_cpu.h."""

    CPU_DEGREE: int  # up to which derivatives at least the functions for CPUs go
    CPU_BETWEEN: tuple[str, ...]  # the passes for CPUs that depend on the kernel

    def cpu_family(self, function: Any) -> str:
        """The family of that header, for what is written of the kernel."""
        ...


class Backend(Protocol):
    """The hot loops of the FMM, the treecode and the direct sum, for a lowering platform.

    A backend may leave out any of the loops: XLA's take their place (`backends.operations`). One
    that has some of those over coefficients, all but P2P, and leaves out others has rows of
    `expansion.size(order)` numbers exactly."""

    PLATFORM: str  # of JAX's lowering: "cpu", "cuda", ...
    WORKERS: int  # of `all_pairs`: how many should have targets at a time

    def reason(self) -> str | None:
        """None, or why nothing of this can be used here. Does not look for a device."""
        ...

    def lowering_reason(self) -> str | None:
        """None, or why nothing can be lowered now."""
        ...

    def p2p_reason(self, body: Any, dtype: Any) -> str | None:
        """None, or why there is no P2P for a pair body (`bodies.Body`)."""
        ...

    def order_reason(self, expansion: Operators, order: int, dtype: Any) -> str | None:
        """None, or why there are no passes of an expansion of this order."""
        ...

    def between_reason(self, expansion: Operators, order: int, dtype: Any) -> str | None:
        """None, or why there are no M2L, M2P and P2L of an expansion up to this order, derivatives
        included."""
        ...

    def upward(
        self,
        expansion: Operators,
        order: int,
        cells: Cells,
        points: Array,
        weights: Array,
        components: Components,
    ) -> Array:
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

    def downward(
        self,
        expansion: Operators,
        order: int,
        cells: Cells,
        local: Array,
        points: Array,
        components: Components,
    ) -> Array:
        """L2L and L2P: what the local expansions give at the particles, (m, components, k)."""
        ...

    def m2p(
        self,
        expansion: Operators,
        order: int,
        multipoles: Array,
        targets: Cells,
        sources: Cells,
        points: Array,
        far: Pairs,
        components: Components,
    ) -> Array:
        """What the multipoles give at the particles, (m, components, k), by listed (target leaf,
        source node) pairs."""
        ...

    def p2l(
        self,
        expansion: Operators,
        order: int,
        targets: Cells,
        sources: Cells,
        points: Array,
        weights: Array,
        far: Pairs,
        components: Components,
    ) -> Array:
        """The local expansions (nodes, k, row) by the particles of the listed (target node, source
        leaf) pairs."""
        ...

    def p2p(
        self,
        kernel: Kernel,
        targets: Cells,
        sources: Cells,
        points: Array,
        source_points: Array,
        weights: Array,
        near: Pairs,
        far: Array,
        source_components: Components,
        target_components: Components,
    ) -> Array:
        """Adds the sums over the listed leaf pairs to `far` (m, components, k); the result is in
        the order of the points as given, `targets.order`."""
        ...

    def all_pairs(
        self,
        body: Any,
        parameters: Array,
        points: Array,
        source_points: Array,
        weights: Array,
        part: int,
    ) -> Array:
        """The sums of a pair body over all pairs, by parts of `part` sources: (parts, m,
        results)."""
        ...
