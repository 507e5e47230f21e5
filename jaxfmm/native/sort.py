"""The scratch memory of the sample sort of custom_ops/include/sort.h, for the signatures of kernels
that sort."""

SIZES = {"SORT_BLOCKS": 64, "SORT_BUCKETS": 1024}  # The sort has at most so many.
SCRATCH = "u records spare histogram splitter,h bucket"


def scratch(n: int) -> dict[str, tuple[int, ...]]:
    """The shapes of SCRATCH for n items."""
    blocks, buckets = SIZES.values()
    return {
        "records": (n, 4),
        "spare": (n, 4),
        "bucket": (n,),
        "histogram": (blocks, buckets),
        "splitter": (buckets, 2),
    }
