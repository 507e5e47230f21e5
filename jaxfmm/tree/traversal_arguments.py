"""The arguments of a dual traversal, which all implementations of `traverse` share."""

import dataclasses

import jax.numpy as jnp
import numpy as np
from jax import Array

from jaxfmm import pytrees
from jaxfmm.entries import image_bits
from jaxfmm.native.signature import fields
from jaxfmm.tree.limits import LISTS, Shapes
from jaxfmm.tree.structure import Tree

ListArrays = tuple[Array, Array, Array, Array]  # target, source, start, count of a `PairList`
STATIC = {"static": True}


@pytrees.register
@dataclasses.dataclass(frozen=True)
class Traversal:
    """Two trees and the rule by which their nodes become pairs.

    targets, sources: the trees, the same object for a sum of points onto themselves.
    rate: how fast expansions converge, in (0, 1]; `families.convergence` computes it from an
      opening angle.
    near_length: points closer than this are never in a pair of `far`; a number, or an array
      (nodes,) for each tree (`Tree.largest`).
    images (k, d): the shift of the sources in each of their images, zeros first; None for one
      image.
    start: whether to traverse at all (traced). If not, the lists are empty.
    far_capacity, near_capacity: how many pairs the lists `far` and `near` can hold.
    exchange_capacity: the same of `outward` and of `inward`; zero to do without these lists.
    leaf_targets: whether the targets of `far` are leaves (a treecode) or any nodes (an FMM)."""

    targets: Tree
    sources: Tree
    _: dataclasses.KW_ONLY
    rate: Array | float
    near_length: tuple[Array, Array] | Array | float
    images: Array | None = None
    start: Array | bool = True
    far_capacity: int = dataclasses.field(metadata=STATIC)
    near_capacity: int = dataclasses.field(metadata=STATIC)
    exchange_capacity: int = dataclasses.field(default=0, metadata=STATIC)
    leaf_targets: bool = dataclasses.field(default=False, metadata=STATIC)

    def __post_init__(self) -> None:
        if self.leaf_targets and self.exchange_capacity:
            raise ValueError(
                "exchange_capacity must be 0 with leaf_targets, whose far pairs have leaves as "
                f"targets already, got {self.exchange_capacity}"
            )

    @property
    def dtype(self) -> np.dtype:
        return self.targets.center.dtype

    @property
    def dim(self) -> int:
        return self.targets.center.shape[1]

    @property
    def lengths(self) -> tuple[Array, Array]:
        """`near_length` of the nodes of both trees, (nodes,) each."""
        lengths = self.near_length
        target, source = lengths if isinstance(lengths, tuple) else (lengths, lengths)
        return self._of_nodes(target, self.targets), self._of_nodes(source, self.sources)

    def _of_nodes(self, length: Array | float, tree: Tree) -> Array:
        return jnp.broadcast_to(length, tree.radius.shape).astype(self.dtype)

    @property
    def shifts(self) -> Array:
        """`images`, or zeros for one image."""
        return jnp.zeros((1, self.dim), self.dtype) if self.images is None else self.images

    @property
    def bits(self) -> int:
        """`PairList.bits` of the lists."""
        images = 1 if self.images is None else len(self.images)
        return image_bits(max(self.targets.capacity, self.sources.capacity), images)

    @property
    def n_segments(self) -> int:
        """How many segments the trees have, 0 for trees without segments."""
        roots = self.targets.roots, self.sources.roots
        return 0 if roots[0] is None or roots[1] is None else len(roots[0])

    @property
    def lists(self) -> tuple[str, ...]:
        """The names of the lists that there are."""
        return LISTS if self.exchange_capacity else LISTS[:2]

    @property
    def capacities(self) -> dict[str, int]:
        """How many pairs each list can hold."""
        exchange = self.exchange_capacity
        return dict(zip(LISTS, (self.far_capacity, self.near_capacity, exchange, exchange)))

    @property
    def rows(self) -> dict[str, int]:
        """How many targets each list can have, 0 for a list that there is not."""
        leaves, nodes = len(self.targets.leaves), self.targets.capacity
        rows = dict(zip(LISTS, (leaves if self.leaf_targets else nodes, leaves, leaves, nodes)))
        return {name: rows[name] if name in self.lists else 0 for name in LISTS}

    def arrays(self) -> dict[str, Array]:
        """The arrays that the compiled kernels for CPUs and GPUs read, by the names in their
        signatures."""
        names = "center half radius child leaves"
        arrays = fields(self.targets, names, "target_") | fields(self.sources, names, "source_")
        arrays |= {"target_length": self.lengths[0], "source_length": self.lengths[1]}
        arrays |= {"n_target_leaves": self.targets.n_leaves, "n_targets": self.targets.n_nodes}
        arrays |= {"n_source_leaves": self.sources.n_leaves, "n_sources": self.sources.n_nodes}
        arrays |= {"images": self.shifts, "rate": jnp.asarray(self.rate, self.dtype)}
        none = jnp.zeros(1, jnp.int32)
        for side, tree in (("target", self.targets), ("source", self.sources)):
            arrays[f"{side}_roots"] = none if tree.roots is None else tree.roots
        return arrays | {"wanted": jnp.asarray(self.start, bool)}

    def numbers(self) -> dict[str, int]:
        """The numbers that the compiled kernels for CPUs and GPUs read."""
        names = "far_capacity near_capacity exchange_capacity bits"
        return fields(self, names) | {
            "target_leaf_capacity": len(self.targets.leaves),
            "source_leaf_capacity": len(self.sources.leaves),
            "n_images": len(self.shifts),
            "n_segments": self.n_segments,
        }

    def shapes(self) -> Shapes:
        """The shapes of the results of compiled kernels."""
        shapes: Shapes = {}
        for name, capacity in self.capacities.items():
            shapes |= {f"{name}_target": (capacity,), f"{name}_source": (capacity,)}
            shapes |= {f"{name}_total": (), f"{name}_start": (self.rows[name] + 1,)}
        return shapes

    def lists_of(self, results: dict[str, Array]) -> list[ListArrays]:
        """The arrays of each list, from the results of a compiled kernel."""
        parts = ("target", "source", "start", "total")
        every = ((results[f"{name}_{part}"] for part in parts) for name in self.lists)
        return [(target, source, start, count) for target, source, start, count in every]
