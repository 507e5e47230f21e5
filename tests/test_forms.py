"""The forms of translations on GPUs of all kinds: each fits the shared memory of its card."""

import dataclasses
import subprocess
import types
from pathlib import Path

import asked_kernels
import cases
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxfmm
from jaxfmm.backends import cuda, cuda_p2p
from jaxfmm.backends.cuda_m2l_variants import fastest
from jaxfmm.codegen.bodies import pair_body
from jaxfmm.expansions.laplace2d import compiled as compiled2d
from jaxfmm.expansions.laplace3d import compiled as compiled3d
from jaxfmm.expansions.polyharmonic import compiled as compiled_polyharmonic
from jaxfmm.expansions.taylor import compiled as compiled_radial
from jaxfmm.gaussian.hermite import reference
from jaxfmm.native import cards, driver, host, launch, library, nvrtc

CARDS = {
    "sm_75": 64,
    "sm_80": 163,
    "sm_86": 99,
    "sm_89": 99,
    "sm_90": 227,
    "sm_100": 227,
    "sm_120": 99,
}  # KiB
KERNEL = jaxfmm.Laplace(0.5)
EXPANSIONS = {
    "harmonic 3D": (compiled3d.Compiled(), range(31)),
    "harmonic 2D": (compiled2d.Compiled(0.0), range(61)),
    "polyharmonic": (compiled_polyharmonic.Compiled(KERNEL), range(11)),
    **{f"radial {dim}D": (compiled_radial.Compiled(KERNEL, dim), range(11)) for dim in (1, 2, 3)},
}
TOO_LARGE = {
    ("sm_75", "float64", "radial 3D", 10)
}  # a row of its coefficients for each lane: 73 KiB


@pytest.fixture
def lowered(monkeypatch):
    """Lowers a function for a card that need not be here. Nothing is compiled."""
    if absent := library.reason():
        pytest.skip(absent)
    monkeypatch.setattr(nvrtc, "cubin", lambda source, *_: source.encode())

    def lower(architecture, function, *arguments):
        monkeypatch.setenv("JAXFMM_CUDA_ARCH", architecture)
        traced = jax.jit(lambda *given: function(*given)).trace(*arguments)
        return traced.lower(lowering_platforms=("cuda",)).as_text()

    return lower


@pytest.mark.parametrize("real", ["float32", "float64"])
@pytest.mark.parametrize("card", CARDS)
def test_every_form_fits_its_card(card, real, monkeypatch):
    for expansion in (
        compiled3d.Compiled,
        compiled2d.Compiled,
        compiled_polyharmonic.Compiled,
        compiled_radial.Compiled,
    ):
        monkeypatch.setattr(expansion, "lane", lambda *_: "")  # code, which takes seconds to write
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", card)
    most = launch.most_shared()
    assert most == 1024 * CARDS[card]
    for name, (expansion, orders) in EXPANSIONS.items():
        for order in orders:
            too_large = (card, real, name, order) in TOO_LARGE
            for m2l in (True, False):
                if too_large:
                    with pytest.raises(
                        ValueError, match="order 10 in float64 do not fit 65536 bytes.*lower order"
                    ):
                        fastest(expansion, order, jnp.dtype(real), most, m2l=m2l)
                else:
                    form = fastest(expansion, order, jnp.dtype(real), most, m2l=m2l)
                    assert 0 < form.bytes <= most and form.teams * form.threads <= 1024
            reason = cuda.order_reason(expansion, order, real)
            assert bool(reason) == too_large and ("do not fit" in reason if too_large else True)


# Of M2L on an H100: the header, the values of its macros, teams of a block, pairs of a team, bytes
# of a block.
ON_HOPPER = {
    ("harmonic 3D", 4, "float32"): ("translations_registers.cuh", [0, 0], 4, 32, 15872),
    ("harmonic 3D", 12, "float32"): ("translations_registers.cuh", [0, 0], 4, 32, 89600),
    ("harmonic 3D", 14, "float32"): ("translations_columns.cuh", [], 1, 32, 30096),
    ("harmonic 3D", 17, "float32"): ("translations_blocks.cuh", [1], 1, 32, 121024),
    ("harmonic 3D", 30, "float32"): ("translations_blocks.cuh", [0], 1, 16, 141392),
    ("harmonic 3D", 8, "float64"): ("translations_registers.cuh", [0, 0], 4, 32, 89600),
    ("harmonic 3D", 10, "float64"): ("translations_columns.cuh", [], 1, 32, 32336),
    ("harmonic 3D", 11, "float64"): ("translations_tensor_cores.cuh", [2], 1, 32, 20992),
    ("harmonic 3D", 24, "float64"): ("translations_tensor_cores.cuh", [1], 1, 32, 42240),
    ("harmonic 3D", 30, "float64"): ("translations_blocks.cuh", [0], 1, 8, 149632),
    ("radial 3D", 4, "float32"): ("translations_registers.cuh", [1, 0], 4, 32, 19968),
    ("radial 3D", 8, "float32"): ("translations_registers.cuh", [1, 1], 8, 32, 179200),
    ("radial 3D", 10, "float64"): ("translations_registers.cuh", [1, 1], 1, 32, 74624),
    ("polyharmonic", 6, "float32"): ("translations_registers.cuh", [0, 0], 4, 32, 40448),
}


@pytest.mark.parametrize("case", ON_HOPPER, ids=lambda case: " ".join(map(str, case)))
def test_forms_on_hopper(case, monkeypatch):
    """Which were chosen by measurement."""
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    name, order, real = case
    form = fastest(EXPANSIONS[name][0], order, jnp.dtype(real), launch.most_shared(), m2l=True)
    assert (form.header, [*form.defines.values()], form.teams, form.lanes, form.bytes) == ON_HOPPER[
        case
    ]


KEPT = (
    driver._open,
    launch._card_of_devices,
    launch._architecture_of_devices,
    launch.arithmetic,
)


def test_cards_say_how_much_they_have(monkeypatch, tmp_path):
    """The least of them counts. A driver that cannot say leaves it to the architecture."""
    if absent := host.reason():
        pytest.skip(absent)
    fake = tmp_path / "libcuda.so"
    source = Path(__file__).with_name("fake_libcuda.c")
    subprocess.run(
        [*host._compiler(), "-x", "c", "-shared", "-fPIC", "-o", fake, source], check=True
    )
    devices = [types.SimpleNamespace(compute_capability="8.6", local_hardware_id=i) for i in (1, 0)]
    monkeypatch.delenv("JAXFMM_CUDA_ARCH", raising=False)
    monkeypatch.setattr(jax, "local_devices", lambda backend: devices)

    def most(path):
        for kept in KEPT:
            kept.cache_clear()
        monkeypatch.setenv("JAXFMM_LIBCUDA", str(path))
        return launch.most_shared()

    try:
        assert most(fake) == 100_000
        assert launch.card().multiprocessors == 3 and cuda.workers() == 3
        assert launch.card().threads == cards.card("sm_86").threads  # which the fake does not know
        for dtype, lanes in (("float32", 128), ("float64", 2)):
            assert launch.arithmetic(dtype) == pytest.approx(lanes * 3 * 1.5)
        assert most(tmp_path / "nothing") == 99 * 1024
        monkeypatch.setenv("FAKE_CUDA_FAIL", "cuDeviceGetAttribute")
        assert most(fake) == 99 * 1024
        monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90a")  # to compile for other cards
        assert most(fake) == 227 * 1024
        monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_999")
        assert most(fake) == 64 * 1024
    finally:
        for kept in KEPT:
            kept.cache_clear()


P2P = {  # threads of a block: its blocks of a multiprocessor, and bytes of its window
    "sm_75": {128: (6, 8192), 64: (11, 4096)},
    "sm_80": {128: (6, 16384), 64: (12, 8192)},
    "sm_86": {128: (6, 8192), 64: (12, 4096)},
    "sm_89": {128: (6, 8192), 64: (12, 4096)},
    "sm_90": {128: (6, 16384), 64: (12, 16384)},
    "sm_100": {128: (6, 16384), 64: (12, 16384)},
    "sm_120": {128: (6, 8192), 64: (12, 4096)},
}


@pytest.mark.parametrize("card", P2P)
def test_p2p_keeps_its_warps_on_cards_with_little_shared_memory(card, monkeypatch):
    """By smaller windows; on Hopper as it was measured."""
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", card)
    body = pair_body(jaxfmm.Laplace(), ((0, 0, 0),), ((0, 0, 0),), 1, jnp.dtype("float32"))
    for threads, (blocks, window) in P2P[card].items():
        source = cuda_p2p.p2p_source(body, jnp.dtype("float32"), threads)
        assert f"__launch_bounds__({threads}, {blocks})" in source
        assert f", {threads}, 4, {window // 16}, " in source
        block = window + cuda_p2p.RUNS * threads + cards.RESERVED
        assert blocks * block <= launch.card().shared_in_all


@pytest.mark.parametrize("multiprocessors", [16, 40, 132, 188])
def test_few_targets_fill_cards_of_every_size(multiprocessors, monkeypatch):
    """The sources are in as many parts as the card has use for."""
    one = dataclasses.replace(cards.CARDS["90"], multiprocessors=multiprocessors)
    monkeypatch.setitem(cards.CARDS, "90", one)
    x, q = points(jnp.float32, 20_000)
    plan = jaxfmm.plan(x, method="direct")
    with asked_kernels.recorded("sm_90") as asked:
        traced = jax.jit(lambda x, q, plan: jaxfmm.potential(x, q, plan=plan)).trace(x, q, plan)
        traced.lower(lowering_platforms=("cuda",))
    ((_, parts, _),) = {config.grid for _, config in asked}
    assert parts == {16: 1, 40: 1, 132: 5, 188: 7}[multiprocessors]


@pytest.mark.parametrize("architecture", ["sm_75", "sm_90", "sm_120a", "sm_999"])
def test_cards_that_are_not_known_have_the_least(architecture):
    card, least = cards.card(architecture), cards.card("sm_1")
    for name in ("shared", "shared_in_all", "threads", "blocks"):
        assert getattr(card, name) >= getattr(least, name) > 0
    assert least.shared == 64 * 1024 and least.multiprocessors == 132


def points(dtype, n=200):
    x = jnp.asarray(np.random.default_rng(0).random((n, 3)), dtype)
    return x, jnp.sin(jnp.arange(n, dtype=dtype))


@pytest.mark.parametrize("card", ["sm_75", "sm_86"])
@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_sums_of_high_orders_fit(card, dtype, lowered):
    """All their passes."""
    x, q = points(dtype)
    for kernel, order in ((jaxfmm.Laplace(), 30), (jaxfmm.Yukawa(1.0), 10)):
        plan = jaxfmm.plan(x, kernel=kernel, method="fmm", order=order, theta=0.7, leaf_size=16)
        run = lowered(
            card, lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan), x, q, plan
        )
        assert "@jaxfmm_launch" in run


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_what_fits_no_block_says_so(dtype, lowered, monkeypatch):
    x, q = points(dtype)
    plan = jaxfmm.plan(x, method="fmm", order=30, theta=0.7, leaf_size=16)
    least = dataclasses.replace(cards.CARDS["75"], shared=61440)  # no card has as little
    monkeypatch.setitem(cards.CARDS, "75", least)
    with pytest.raises(
        ValueError, match="needs [0-9]{5} bytes of shared.*sm_75.* has at most 61440; use a lower"
    ):
        lowered("sm_75", lambda x, q, plan: jaxfmm.hessian(x, q, plan=plan), x, q, plan)


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_series_that_fit_no_block_are_translated_by_xla(dtype, lowered, monkeypatch):
    x, q = points(dtype)
    plan = jaxfmm.plan(x, kernel=jaxfmm.Gaussian(0.1), method="fgt", tol=1e-12)
    by_xla, m2l = [], reference.m2l
    monkeypatch.setattr(reference, "m2l", lambda *given: by_xla.append(given[1]) or m2l(*given))
    for card, few in (("sm_90", False), ("sm_86", True)):
        lowered(card, lambda x, q, plan: jaxfmm.potential(x, q, plan=plan), x, q, plan)
        assert bool(by_xla) == few


@pytest.mark.gpu
@pytest.mark.parametrize("kib", [64, 99, 163])
@pytest.mark.parametrize("dtype", ["float32", "float64"], indirect=True)
def test_forms_of_smaller_cards_are_right(kib, dtype, monkeypatch):
    """On any card, of which so much is used."""
    monkeypatch.setattr(launch, "most_shared", lambda: 1024 * kib)
    x, q = points(dtype, 1000)
    for kernel, order in [(jaxfmm.Laplace(), p) for p in (8, 12, 14, 17, 26, 30)] + [
        (jaxfmm.Yukawa(1.0), 8)
    ]:
        plan = jaxfmm.plan(
            x, kernel=kernel, method="fmm", order=order, theta=0.7, leaf_size=16, backend="cuda"
        )

        def both(plan, x, q):
            return jaxfmm.potential_and_gradient(x, q, plan=plan)

        cases.same_by_xla("cuda", dtype, both, plan, x, q)
