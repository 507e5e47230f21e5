"""Entries of interaction lists: the number of a source in the lowest bits, above them the number of
its image. custom_ops/include/lists.h has the same for compiled code (`Entries`)."""

from typing import Any

UNUSED = 2**31 - 1  # the target of a slot that holds no pair
ONE_IMAGE = 31  # bits of the number of a source, where there is one image


def image_bits(nodes: int, images: int) -> int:
    """`PairList.bits` for trees with a capacity of so many nodes."""
    if images == 1:
        return ONE_IMAGE
    if not can_number(nodes, images):
        raise ValueError(
            f"{images} images of a tree that can hold {nodes} nodes are more than a list can "
            "number; use a larger leaf_size"
        )
    return max(nodes - 1, 1).bit_length()


def can_number(nodes: int, images: int) -> bool:
    """Whether entries can hold so many images of a tree with a capacity of so many nodes."""
    return images == 1 or images << max(nodes - 1, 1).bit_length() < UNUSED


def number_of(source: Any, bits: int) -> Any:
    """The number of the source in entries of a list."""
    return source & ((1 << bits) - 1)
