"""The scratch of the sample sort of custom_ops/include/sort.h, part of the signatures of kernels
that sort."""

SIZES = {"SORT_BLOCKS": 64, "SORT_BUCKETS": 1024}  # at most
SCRATCH = "u records spare histogram splitter,h bucket"


def scratch(n: int) -> dict[str, tuple[int, ...]]:
    """The shapes of it for n items."""
    blocks, buckets = SIZES.values()
    return {
        "records": (n, 4),
        "spare": (n, 4),
        "bucket": (n,),
        "histogram": (blocks, buckets),
        "splitter": (buckets, 2),
    }
