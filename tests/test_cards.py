"""Every CUDA kernel that plans choose compiles for every card, and what it asks for is there:
threads, registers, shared memory. It needs no GPU."""

import asked_kernels
import jax
import pytest

import jaxfmm
from jaxfmm.native import cards, launch

pytestmark = pytest.mark.skipif(bool(launch.cuda_reason()), reason=str(launch.cuda_reason()))
CARDS = "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"
ENDS = "sm_75", "sm_120"  # the oldest and the newest: both have little shared memory
DTYPES = "float32", "float64"
REGISTERS_TOGETHER = 256  # A warp gets its registers in units of so many.


def rows(*, few):
    return list(asked_kernels.table("float32", few=few))


def check(kernel, architecture, found=None):
    """That a block of the kernel fits the card; found: what the compiler says of it."""
    card, config = cards.card(architecture), kernel.config
    named = f"{kernel.call} of {kernel.what} on {architecture}: {config} {found}"
    assert 0 < config.block <= cards.THREADS_OF_BLOCK, named
    assert config.shared + config.static <= card.shared, named
    if found is None:
        return
    warps = -(-config.block // 32)
    units = -(-32 * found.registers // REGISTERS_TOGETHER)
    assert found.registers <= cards.REGISTERS_OF_THREAD, named
    assert warps * units * REGISTERS_TOGETHER <= cards.REGISTERS, named
    assert config.shared + found.shared <= card.shared, named
    assert config.static in (0, found.shared), named
    resident = launch.resident(config.block, config.shared + found.shared)
    assert kernel.blocks <= resident, f"bounds that no multiprocessor can hold: {named}"


@pytest.fixture
def kernels(monkeypatch):
    def asked(architecture, dtype, row, *, few):
        monkeypatch.setenv("JAXFMM_CUDA_ARCH", architecture)
        with jax.enable_x64(dtype == "float64"):
            calls = asked_kernels.table(dtype, few=few)[row]()
            return asked_kernels.kernels_of(row, architecture, calls)

    return asked


def compile_and_check(asked, architecture):
    assert asked
    for kernel in asked:
        found = asked_kernels.resources(kernel.source, architecture, kernel.config.options)
        check(kernel, architecture, found)


USUAL = [
    pytest.param(card, dtype, marks=() if card in ENDS and dtype == "float32" else pytest.mark.slow)
    for card in CARDS
    for dtype in DTYPES
]


@pytest.mark.parametrize("row", rows(few=True))
@pytest.mark.parametrize(("card", "dtype"), USUAL)
def test_kernels_compile_and_fit(card, dtype, row, kernels):
    compile_and_check(kernels(card, dtype, row, few=True), card)


@pytest.mark.slow
@pytest.mark.parametrize("row", rows(few=False))
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("card", CARDS)
def test_kernels_of_all_orders_compile_and_fit(card, dtype, row, kernels):
    """At all orders at which kernels change; more than half an hour in all."""
    compile_and_check(kernels(card, dtype, row, few=False), card)


@pytest.mark.parametrize("row", [row for row in rows(few=False) if "FMM" in row])
@pytest.mark.parametrize("dtype", DTYPES)
def test_blocks_of_all_orders_fit(dtype, row, kernels):
    """Without compiling them, so that the compiler's own shared memory is not counted."""
    for card in CARDS:
        for kernel in kernels(card, dtype, row, few=False):
            check(kernel, card)


YUKAWA = {"kernel": jaxfmm.Yukawa(1.0), "dtype": "float64", "order": 8}  # in registers
HIGH = {"kernel": jaxfmm.Laplace(), "dtype": "float32", "order": 18}  # by blocks


@pytest.mark.parametrize(
    ("sum_", "fewest", "spilled"),
    [(YUKAWA, 255, 30_000), (HIGH, 96, 0)],
    ids=["registers", "blocks"],
)
def test_translations_have_the_registers_that_no_other_block_needs(sum_, fewest, spilled):
    """Where shared memory holds one block, or a few small ones. Without bounds that say so, the
    compiler gave M2L of Yukawa in float64 32 of 255 registers, and 90,000 bytes in memory."""
    with jax.enable_x64(sum_["dtype"] == "float64"):
        calls = asked_kernels.sums(
            sum_["dtype"], 3, sum_["kernel"], (sum_["order"],), **asked_kernels.WITHIN
        )
        asked = asked_kernels.kernels_of("a sum", "sm_90", calls)
    (m2l,) = (kernel for kernel in asked if kernel.call.startswith("m2l"))
    found = asked_kernels.resources(m2l.source, "sm_90", m2l.config.options)
    assert found.registers >= fewest and found.spilled <= spilled
