"""Every CUDA source and what is generated for it compile, once each, without a GPU; `pytest -m gpu`
runs them."""

import dataclasses
import pathlib
import threading
from concurrent import futures

import asked_kernels
import jax
import jax.numpy as jnp
import pytest

import jaxfmm
from jaxfmm import ahead
from jaxfmm.methods import by_expansions
from jaxfmm.methods.costs import Problem
from jaxfmm.native import cache, launch, library, nvrtc, platforms, shipped
from jaxfmm.native.at_once import AtOnce
from jaxfmm.plan import NO_BORDERS, assemble_at_once
from jaxfmm.planning import sampled_sums, warm_up
from jaxfmm.tree import build, traverse

pytestmark = pytest.mark.skipif(bool(launch.cuda_reason()), reason=str(launch.cuda_reason()))
SOURCES = {
    path.name for path in (pathlib.Path(__file__).parents[1] / "custom_ops" / "cuda").glob("*.cuh")
}
N = 300


@pytest.fixture(autouse=True)
def no_others(monkeypatch):
    """Kernels that earlier tests have begun are compiled before a test counts its own, and none
    comes with a wheel."""
    monkeypatch.setattr(shipped, "look_up", lambda parts: None)
    nvrtc.KERNELS.workers.shutdown(wait=True)
    del nvrtc.KERNELS.workers


def sums(dim, kernel=jaxfmm.Laplace(), columns=(), **options):
    x, q = jnp.zeros((N, dim)).at[:, 0].set(jnp.arange(N) / N), jnp.ones((N, *columns))
    plan = jaxfmm.plan(x, kernel=kernel, **options)
    return lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan), (x, q, plan)


def update(dim, **options):
    _, (x, _, plan) = sums(dim, **options)
    return lambda x, plan: plan.update(x), (x, plan)


def log_density(dim):
    density = jaxfmm.KernelDensity(0.1).fit(jnp.zeros((N, dim)).at[:, 0].set(jnp.arange(N) / N))
    return jax.grad(lambda density, x: density.score(x), allow_int=True), (
        density,
        2 * density.points,
    )


def elements(dim):
    """Targets at the corners of many triangles."""
    vertices = jnp.zeros((3 * N, dim)).at[:, 0].set(jnp.arange(3 * N) / N).at[1::3, 1].set(0.1)
    mesh = jaxfmm.Elements(vertices, jnp.arange(3 * N).reshape(N, 3))
    plan = jaxfmm.plan(mesh, vertices, method="fmm", tol=1e-3)

    def run(mesh, q, plan):
        return jaxfmm.potential_and_gradient(mesh, q, mesh.vertices, plan=plan)

    return run, (mesh, jnp.ones(N), plan)


def kept_near_fields():
    points, rim = jnp.zeros((N, 3)).at[:, 0].set(jnp.arange(N) / N), jnp.arange(N - 2)
    vertices = points.at[::2, 1].set(0.1)
    mesh = jaxfmm.Elements(vertices, jnp.stack([rim, rim + 1, rim + 2], axis=1), "cell")
    plan = jaxfmm.plan(mesh, vertices, method="fmm", tol=1e-3, keep_near=True)

    def run(mesh, q, plan):
        return jaxfmm.potential_and_gradient(mesh, q, mesh.vertices, plan=plan)

    return run, (mesh, jnp.ones(N - 2), plan)


def softened(order):
    """By polyharmonic expansions."""
    function, (x, q, plan) = sums(
        3, jaxfmm.Laplace(0.1), order=order, method="fmm", theta=0.6, leaf_size=16
    )
    choice = dataclasses.replace(plan.choice, method=by_expansions.FMM("polyharmonic"))
    return function, (x, q, dataclasses.replace(plan, choice=choice))


FMM = {"method": "fmm", "theta": 0.7, "leaf_size": 16}
CASES = {  # what is compiled, and from which sources
    "trees": (
        lambda: update(3, order=3, **FMM),
        {"keys.cuh", "box.cuh", "tree.cuh", "node_boxes.cuh", "lists.cuh", "grid.cuh"},
    ),
    "balanced trees": (
        lambda: update(2, order=3, tree="balanced", **FMM),
        {"balanced.cuh", "node_boxes.cuh", "lists.cuh", "grid.cuh", "close.cuh"},
    ),
    "forests": (
        lambda: update(3, order=3, segments=jnp.arange(N) % 3, num_segments=3, **FMM),
        {"tree.cuh", "node_boxes.cuh", "lists.cuh", "grid.cuh"},
    ),
    "in registers": (
        lambda: sums(3, order=3, **FMM),
        {"translations_registers.cuh", "translations_warps.cuh", "pairs.cuh", "levels.cuh"}
        | {"particles.cuh", "p2p.cuh", "flags.cuh"},
    ),
    "softenings": (
        lambda: sums(3, jaxfmm.Laplace(jnp.full(N, 0.1), profile="spline"), order=3, **FMM),
        {"p2p.cuh", "flags.cuh", "copies.cuh", "warps.cuh"},
    ),
    "elements": (lambda: elements(3), {"p2p.cuh", "near_pairs.cuh"}),
    "kept near fields": (kept_near_fields, {"near_matrix.cuh", "p2p.cuh"}),
    "treecodes": (
        lambda: sums(3, order=3, **FMM | {"method": "treecode", "leaf_size": 64}),
        {"particles.cuh", "p2p.cuh"},
    ),
    "in columns": (
        lambda: sums(3, order=14, **FMM),
        {"translations_columns.cuh", "particles.cuh"},
    ),
    "in shared memory": (
        lambda: sums(3, order=17, **FMM),
        {"translations_blocks.cuh", "particles.cuh"},
    ),
    "in rows": (
        lambda: sums(3, jaxfmm.Yukawa(2.0), order=8, method="fmm", theta=0.6, leaf_size=16),
        {"translations_registers.cuh", "fours.cuh", "particles.cuh"},
    ),
    "polyharmonic": (lambda: softened(5), {"translations_registers.cuh", "particles.cuh"}),
    "several right-hand sides": (
        lambda: sums(3, columns=(8,), order=3, **FMM),
        {"p2p_columns.cuh", "tensor_columns.cuh", "p2p.cuh", "translations_registers.cuh"},
    ),
    "in the plane": (
        lambda: sums(2, order=4, tree="balanced", **FMM),
        {"translations_registers.cuh", "particles.cuh"},
    ),
    "all pairs": (lambda: sums(3, method="direct"), {"direct.cuh"}),
    "accurate pairs": (
        lambda: sums(3, order=3, accumulate="float64", **FMM),
        {"p2p.cuh", "flags.cuh", "copies.cuh", "warps.cuh"},
    ),
    "accurate sums of all pairs": (
        lambda: sums(3, method="direct", accumulate="float64"),
        {"direct.cuh"},
    ),
    "due bodies": (lambda: asked_kernels.due_bodies("float32")[0], {"due.cuh", "direct.cuh"}),
    "grids": (lambda: sums(2, jaxfmm.Gaussian(0.1), method="fourier", tol=1e-3), {"gridding.cuh"}),
    "recurrences": (
        lambda: sums(1, jaxfmm.Gaussian(0.1), method="exponentials", tol=1e-3),
        {"recurrences.cuh"},
    ),
    "tails": (lambda: log_density(2), {"log_sum_exp.cuh", "log_sum_exp_crowd.cuh"}),
    "series": (
        lambda: sums(2, jaxfmm.Gaussian(0.1), method="fgt", tol=1e-3),
        {"hermite.cuh", "hermite_basis.cuh", "hermite_m2l.cuh"},
    ),
}


TENSOR = "translations_tensor_cores", "tensor_steps", "tensor_products"


def test_every_source_is_in_the_table():
    tested = set().union(*(sources for _, sources in CASES.values()))
    assert tested | {f"{name}.cuh" for name in TENSOR} == SOURCES


@pytest.fixture
def compiled(monkeypatch):
    """The headers of the kernels that a test compiles."""
    names, cubin = set(), nvrtc.cubin

    def noted(source, headers, *rest):
        names.update(headers)
        return cubin(source, headers, *rest)

    monkeypatch.setattr(nvrtc, "cubin", noted)
    return names


@pytest.mark.parametrize("case", CASES)
def test_cuda_sources_compile(case, compiled, monkeypatch):
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    make, sources = CASES[case]
    function, arguments = make()
    text = jax.jit(function).trace(*arguments).lower(lowering_platforms=("cuda",)).as_text()
    assert "@jaxfmm_launch" in text and sources <= compiled
    assert not compiled & {
        "simd.h",
        "kernel.h",
        "p2p_cpu.h",
        "passes.h",
        "rows.h",
        "sort.h",
        "spheres.h",
    }


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize(
    ("order", "architecture"),
    [
        pytest.param(11, "sm_75", marks=pytest.mark.slow),
        (11, "sm_80"),
        (11, "sm_90"),
        (17, "sm_90"),
    ],
)
def test_tensor_cores(order, architecture, dtype, compiled, monkeypatch):
    """Also for cards that have fewer products, or none."""
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", architecture)
    function, arguments = sums(3, order=order, **FMM)
    text = jax.jit(function).trace(*arguments).lower(lowering_platforms=("cuda",)).as_text()
    assert "@jaxfmm_launch" in text and {f"{name}.cuh" for name in TENSOR} <= compiled


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
@pytest.mark.parametrize("architecture", ["sm_75", "sm_80", "sm_90"])
def test_several_right_hand_sides(architecture, dtype, compiled, monkeypatch):
    """By tensor cores only where these are fast."""
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", architecture)
    function, arguments = sums(3, columns=(5,), order=3, **FMM)
    text = jax.jit(function).trace(*arguments).lower(lowering_platforms=("cuda",)).as_text()
    assert "@jaxfmm_launch" in text
    assert ("p2p_columns.cuh" in compiled) == (architecture != "sm_75")


@pytest.mark.parametrize("case", ["in registers", "in rows"])
def test_asynchronous_copies_compile_where_the_card_has_none(case, monkeypatch):
    """For the oldest cards that NVRTC knows, too."""
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_75")
    function, arguments = CASES[case][0]()
    text = jax.jit(function).trace(*arguments).lower(lowering_platforms=("cuda",)).as_text()
    assert "@jaxfmm_launch" in text


@pytest.mark.parametrize("dtype", ["float64"], indirect=True)
def test_blocks_of_few_pairs_compile(dtype, compiled, monkeypatch):
    """Where the shared memory of the oldest cards holds no more of the highest order."""
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_75")
    function, arguments = sums(3, order=30, **FMM)
    text = jax.jit(function).trace(*arguments).lower(lowering_platforms=("cuda",)).as_text()
    assert "@jaxfmm_launch" in text and "translations_blocks.cuh" in compiled


def test_kernels_are_kept_under_what_they_include(monkeypatch):
    """A change of a header that only CPUs use compiles no CUDA kernel again, nor the other way."""
    texts = {
        "a.cuh": '#include "b.h"\n',
        "b.h": "#pragma once\n",
        "simd.h": '#include "b.h"\n',
        "c.cuh": "",
    }
    monkeypatch.setattr(library, "_headers", lambda: texts)
    assert set(library.headers_of('#include <math.h>\n#include "a.cuh"\n')) == {"a.cuh", "b.h"}
    assert set(library.headers_of('#include "simd.h"\n')) == {"simd.h", "b.h"}


def test_kernels_that_are_missing_are_compiled_at_the_same_time(monkeypatch, tmp_path):
    """Each once; a second lowering finds them, and its program is the same. A process that finds
    them on a disk does not look for more."""
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    monkeypatch.setenv("JAXFMM_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "_memory", {})
    monkeypatch.setattr(nvrtc, "KERNELS", AtOnce("cuda", "cuda", "NVRTC"))
    compiled, two = [], threading.Barrier(2, timeout=60)

    def compile_(source, headers, options):
        compiled.append(source)
        if len(compiled) <= 2:
            two.wait()
        return source.encode()

    monkeypatch.setattr(nvrtc, "_compile", compile_)
    (function, arguments), texts = sums(3, order=3, **FMM), []
    for _ in range(3):
        if len(texts) == 2:
            assert nvrtc.KERNELS.state.useful
            monkeypatch.setattr(cache, "_memory", {})
        traced = jax.jit(lambda *given: function(*given)).trace(*arguments)
        texts.append(traced.lower(lowering_platforms=("cuda",)).as_text())
    assert len(compiled) == len(set(compiled)) > 2
    assert texts[0] == texts[1] == texts[2] and not nvrtc.KERNELS.state.useful


def test_shapes_on_gpus_come_from_calls_of_kernels(monkeypatch, tmp_path):
    """Tracing begins to compile the kernels of trees and lists, without the trees of plain XLA;
    lowering does not look for them again."""
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    monkeypatch.setenv("JAXFMM_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "_memory", {})
    monkeypatch.setattr(nvrtc, "KERNELS", AtOnce("cuda", "cuda", "NVRTC"))
    begun = []
    monkeypatch.setattr(
        nvrtc, "_compile", lambda source, *_: begun.append(source) or source.encode()
    )
    monkeypatch.setattr(platforms, "_default_platform", lambda: "cuda")
    monkeypatch.setattr(traverse, "_traverse_by_xla", None)
    monkeypatch.setattr(build, "_build_by_xla", None)
    _, (x, _, plan) = sums(3, **FMM)
    choice = dataclasses.replace(plan.choice, leaf_size=17)  # whose shapes nothing has asked for
    traced = assemble_at_once.trace(choice, plan.kernel, x, None, NO_BORDERS)
    nvrtc.KERNELS.workers.shutdown(wait=True)
    for kernel in ("sort_by_key<", "tree<", "lists<"):
        assert sum(kernel in source for source in begun) == 1
    assert len(begun) == 3
    monkeypatch.setattr(AtOnce, "begin", None)
    assert traced.lower(lowering_platforms=("cuda",)).as_text().count("jaxfmm_launch") == 3


def test_kernels_of_another_order_are_begun_after_those_that_were_known(monkeypatch, tmp_path):
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    monkeypatch.setenv("JAXFMM_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "_memory", {})
    monkeypatch.setattr(nvrtc, "KERNELS", AtOnce("cuda", "cuda", "NVRTC"))
    compiled = []

    def compile_(source, headers, options):
        compiled.append(threading.current_thread().name)
        return source.encode()

    monkeypatch.setattr(nvrtc, "_compile", compile_)
    monkeypatch.setattr(sampled_sums, "platform_of", lambda array: "cuda")
    monkeypatch.setattr(ahead.Programs, "_begin", lambda self: None)
    monkeypatch.setattr(warm_up, "_begun", set())
    _, (x, _, plan) = sums(3, method="fmm", tol=1e-3)
    begun = []
    for order, theta in ((5, 0.7), (5, 0.6), (6, 0.6)):
        choice = dataclasses.replace(plan.choice.with_request(spare=2.0), order=order, theta=theta)
        warm_up.begin(choice, Problem(plan.kernel, x, None))
        futures.wait(nvrtc.KERNELS.begun.values())
        begun.append(len(compiled))
    assert 0 < begun[0] == begun[1] < begun[2]
    assert compiled and all(name.startswith("cuda") for name in compiled), compiled


def test_kernels_that_are_done_while_they_are_looked_up_were_not_on_disk(monkeypatch, tmp_path):
    monkeypatch.setenv("JAXFMM_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "_memory", {})
    monkeypatch.setattr(nvrtc, "KERNELS", AtOnce("cuda", "cuda", "NVRTC"))
    look_up, here, looked = cache.look_up, threading.current_thread(), threading.Event()

    def compile_(source, headers, options):
        looked.wait(60)
        return source.encode()

    def look_up_when_done(*key):
        if threading.current_thread() is here:
            looked.set()
            futures.wait(nvrtc.KERNELS.begun.values())
        return look_up(*key)

    monkeypatch.setattr(nvrtc, "_compile", compile_)
    nvrtc.KERNELS.begin(lambda: nvrtc.cubin("source", {}, "sm_90"))
    monkeypatch.setattr(cache, "look_up", look_up_when_done)
    assert nvrtc.cubin("source", {}, "sm_90") == b"source" and nvrtc.KERNELS.state.useful


@pytest.mark.parametrize(
    "kernel", [jaxfmm.Laplace(), jaxfmm.Periodic(jaxfmm.Laplace(), 2.0)], ids=["open", "cell"]
)
def test_kernels_of_a_plan_are_begun_before_it_is_compiled(kernel, monkeypatch, tmp_path):
    """Those of its tree, of its lists and of its sums; who asks for one that cannot be compiled
    hears of it."""
    monkeypatch.setenv("JAXFMM_CUDA_ARCH", "sm_90")
    monkeypatch.setenv("JAXFMM_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "_memory", {})
    monkeypatch.setattr(nvrtc, "KERNELS", AtOnce("cuda", "cuda", "NVRTC"))
    monkeypatch.setattr(warm_up, "_begun", set())
    compiled = []

    def compile_(source, headers, options):
        compiled.append(source)
        if "lists<" in source:
            raise RuntimeError("no such luck")
        return source.encode()

    monkeypatch.setattr(nvrtc, "_compile", compile_)
    function, (x, q, plan) = sums(3, kernel, method="fmm", tol=1e-3)
    monkeypatch.setattr(sampled_sums, "platform_of", lambda array: "cuda")
    monkeypatch.setattr(platforms, "_default_platform", lambda: "cuda")
    monkeypatch.setattr(ahead.Programs, "_begin", lambda self: None)
    # of shapes that nothing has asked for
    choice = dataclasses.replace(plan.choice, leaf_size=33 + kernel.has_images)
    warm_up.begin(choice, Problem(plan.kernel, x, None))
    count = 10 - kernel.has_images  # direct sums
    assert len(nvrtc.KERNELS.begun) == count

    def lowered(function, *arguments):
        return jax.jit(function).trace(*arguments).lower(lowering_platforms=("cuda",))

    lowered(lambda *given: function(*given), x, q, plan)
    with pytest.raises(RuntimeError, match="no such luck"):
        lowered(plan.update, x)
    # only updates ask whether points are too close
    compiled = [source for source in compiled if "close_points" not in source]
    assert len(compiled) == len(set(compiled)) == count
