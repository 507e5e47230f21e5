"""Arguments of compiled kernels by name: the order in which they are passed, and the structs that
name them."""

import jax.numpy as jnp
import numpy as np
import pytest

from jaxfmm.native import launch
from jaxfmm.native.signature import Signature
from jaxfmm.native.source import kernel_source

SIGNATURE = Signature(
    "some_sum",
    operands="r points far,i start,d table",
    results="r far,i count",
    scratch="d sums",
    numbers="i n,d rate",
)
GIVEN = {  # in another order than the signature's
    "rate": 0.5, "n": 3, "sums": (4,), "count": (), "table": np.ones(5), "start": jnp.zeros(2, jnp.int32),
    "far": jnp.zeros((3, 2), jnp.float32), "points": jnp.zeros((3, 1), jnp.float32),
}  # fmt: skip


@pytest.fixture
def called(monkeypatch):
    calls = []

    def run(*args, **options):
        calls.append((*args, options))
        return ["far", "count", "sums"]

    monkeypatch.setattr(launch, "cpu", run)
    return calls


def test_order_is_that_of_the_signature(called):
    assert SIGNATURE.cpu("float32", GIVEN) == {"far": "far", "count": "count"}
    ((source, kernel, operands, results, options),) = called
    assert (source, kernel) == (None, "some_sum_f32")
    assert [(a.shape, a.dtype.name) for a in operands] == [
        ((3, 1), "float32"), ((3, 2), "float32"), ((2,), "int32"), ((10,), "uint32"),
    ]  # fmt: skip
    assert [(a.shape, a.dtype.name) for a in results] == [
        ((3, 2), "float32"),
        ((), "int32"),
        ((4, 2), "uint32"),
    ]
    assert options == {"scalars": [3, 0.5], "aliases": {1: 0}}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda given: given.pop("start"), r"'some_sum' lacks the arguments \(start\)"),
        (lambda given: given.update(end=3), r"none named \(end\)"),
        (
            lambda given: given.update(start=GIVEN["points"]),
            "start of kernel 'some_sum' must be int32, got float32",
        ),
    ],
)
def test_arguments_that_do_not_fit(change, message, called):
    given = dict(GIVEN)
    change(given)
    with pytest.raises(TypeError, match=message):
        SIGNATURE.cpu("float32", given)
    assert not called


def test_structs():
    cpu = SIGNATURE.cpu_text()
    assert cpu.startswith("template <class S>\nstruct SomeSumArguments {")
    for member in (
        "const S* points = static_cast<const "
        "S*>(buffers[0]);", "S* far = static_cast<S*>(buffers[4]);",
        "const double* table = static_cast<const "
        "double*>(buffers[3]);", "int* count = static_cast<int*>(buffers[5]);",
        "int64_t n = scalars[0];", "double rate = as_double(scalars[1]);",
    ):  # fmt: skip
        assert f"  {member}\n" in cpu
    cuda = kernel_source(["some.cuh"], "sum<REAL>", SIGNATURE, "float64", 64, {"MOST": 3})
    assert cuda.startswith("#define JAXFMM_MOST 3\n")
    assert "void* far, void* count, void* sums, long long n, double rate)" in cuda
    assert (
        "const void* points, const void* , const void* start" in cuda
    )  # one parameter of those that share memory
    assert "sum<double>(Arguments{(const double*)points, (double*)far, (const int*)start," in cuda
