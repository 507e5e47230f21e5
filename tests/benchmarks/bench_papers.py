"""The tables and figures of the five papers, on whatever device JAX finds.

    python -m tests.benchmarks.bench_papers > tests/benchmarks/results/2026-11-27_h100_papers.txt
    python -m tests.benchmarks.bench_papers --papers yokota2011 goude2013
    python docs/scripts/papers.py            # the plots and tables of docs/papers.md

Each part is a command of another benchmark, named above its rows, or a function of this file. The
papers are in docs/citations.md by these names. Sizes on CPUs are smaller. A whole run takes
minutes."""

import argparse
import shlex
import time
from typing import NamedTuple

import jax
import jax.numpy as jnp

import jaxfmm
from jaxfmm.backends import registry as backends
from jaxfmm.backends.protocol import Particles
from jaxfmm.expansions.laplace3d import compiled as compiled3d
from jaxfmm.kernels.pairs import components
from tests.benchmarks import bench_2d, bench_direct, bench_fmm, bench_ops

MODULES = {
    "bench_2d": bench_2d,
    "bench_direct": bench_direct,
    "bench_fmm": bench_fmm,
    "bench_ops": bench_ops,
}


class Part(NamedTuple):
    """A table or a figure, and the benchmark or the function of this file with its arguments for
    GPUs and for CPUs; None for no such rows."""

    paper: str
    name: str
    gpu: str
    cpu: str | None

    @property
    def module(self) -> str:
        """What `python -m tests.benchmarks.` needs to run it on a GPU."""
        return f"bench_papers --papers {self.paper}" if self.is_function else self.gpu

    @property
    def is_function(self) -> bool:
        return not self.gpu.startswith("bench_")


TIMES = "bench_fmm --distribution cube --tol 1e-4 --method"
SIZES = "1e3 3e3 1e4 3e4 1e5"
SERIES = "bench_ops --tables hermite --dtype float32 --hermite 5 9 12"
PLANE = "bench_2d --dtype float64 --tables"
PARTS = [
    Part("yokota2011", "figure 5, direct", f"{TIMES} direct --n {SIZES} 1e6", f"{TIMES} direct --n 1e3 3e3 1e4 3e4 1e5"),
    Part("yokota2011", "figure 5, treecode", f"{TIMES} treecode --n {SIZES} 1e6 1e7", f"{TIMES} treecode --n {SIZES}"),
    Part("yokota2011", "figure 5, FMM", f"{TIMES} fmm --n {SIZES} 1e6 1e7", f"{TIMES} fmm --n {SIZES} 1e6"),
    Part("yokota2011", "figure 6, FMM", "bench_ops --tables stages --n 1e7 --dtype float32", "bench_ops --tables stages --n 1e5 --dtype float32"),
    Part("yokota2011", "figure 6, treecode", "treecode_stages 10000000", "treecode_stages 100000"),
    Part("yokota2011", "figure 7", "bench_ops --tables p2p m2l --n 1e6 --dtype float32", "bench_ops --tables p2p m2l --n 1e5 --dtype float32"),
    Part("hamada2007", "table 2", "bench_direct --errors", None),
    Part("hamada2007", "table 3", "bench_direct --dtype float32 --sums 'softened p + g' --n 2048 4096 8192 16384 32768 65536 131072", "bench_direct --dtype float32 --sums 'softened p + g' --n 2048 8192 32768"),
    Part("nyland2007", "figure 31-6", "bench_direct --dtype float32 --sums 'softened p + g' --n 1024 2048 4096 8192 16384 1048576", "bench_direct --dtype float32 --sums 'softened p + g' --n 1024 4096 16384"),
    Part("nyland2007", "figure 31-8", "bench_direct --dtype float32 --parts 1 2 4 16 0 --n 1024 2048 4096 16384", None),
    Part("goude2013", "table 1 and figure 9", f"{PLANE} whole parts", f"{PLANE} whole parts --n 92160"),
    Part("goude2013", "figure 4", f"{PLANE} m2l", f"{PLANE} m2l --n 30000"),
    Part("goude2013", "figures 3 and 5", "leaf_sizes 2949120", None),
    Part("goude2013", "figure 6", f"{PLANE} break", f"{PLANE} break"),
    Part("goude2013", "figure 10", f"{PLANE} spread", f"{PLANE} spread --n 92160"),
    Part("cruz2011", "tables 2 and 3", "bench_2d --dtype float32 --tables m2l", "bench_2d --dtype float32 --tables m2l --n 30000"),
    Part("cruz2011", "tables 4 and 5", f"{SERIES} --n 6553600", f"{SERIES} --n 25600"),
]  # fmt: skip


def treecode_stages(n):
    """Figure 6 for the treecode, in the form of `bench_ops.stages`: the passes that it shares with
    the FMM, and M2P as the rest of the whole sum."""
    x, _ = bench_fmm.problem("cube", "one_sign", n, "float32")
    plan, q = jaxfmm.plan(x, method="treecode"), jnp.ones(n, "float32")
    o = plan.choice
    print(f"stages: treecode {n} float32 order {o.order} theta {o.theta:g} leaf {o.leaf_size}")
    ops = backends.operations("cpu" if jax.default_backend() == "cpu" else "cuda")
    both, one, expansion = components((0, 1), 3), components((0,), 3), compiled3d.Compiled()
    tree = plan.sources_tree

    def upward(x, w, tree):
        return ops.upward(expansion, o.order, Particles(tree, x[tree.order] / plan.unit, one), w)

    def near(x, w, far, tree, pairs):
        y = x[tree.order] / plan.unit
        targets, sources = Particles(tree, y, both), Particles(tree, y, one)
        return ops.p2p(plan.kernel, targets, sources, w, pairs, far)

    w, far = jnp.ones((n, 1, 1), "float32"), jnp.zeros((n, 4, 1), "float32")
    evaluate = jax.jit(lambda x, q, plan: jaxfmm.potential_and_gradient(x, q, plan=plan))
    times = {
        "update": bench_ops.seconds(jax.jit(lambda x, plan: plan.update(x)), x, plan)[1],
        "P2M, M2M": bench_ops.seconds(jax.jit(upward), x, w, tree)[1],
        "P2P": bench_ops.seconds(jax.jit(near), x, w, far, tree, plan.near)[1],
    }
    whole = bench_ops.seconds(evaluate, x, q, plan)[1]
    times["M2P"] = whole - times["P2M, M2M"] - times["P2P"]
    for name, t in times.items():
        print(f"    {name:10s} {1e3 * t:9.3f} ms")
    print(f"    whole call {1e3 * whole:9.3f} ms", flush=True)


def leaf_sizes(n):
    """Figures 3 and 5: sums in the plane by the points in a leaf, for three numbers of terms."""
    for order in (10, 17, 30):
        for leaf in (16, 32, 45, 64, 128):
            print(f"order {order}, {leaf} points a leaf")
            options = ["--order", str(order), "--leaf", str(leaf), "--n", str(n)]
            bench_2d.main(["--tables", "whole", "--distributions", "square", *options])


FUNCTIONS = {"treecode_stages": treecode_stages, "leaf_sizes": leaf_sizes}


def run(command):
    name, *arguments = shlex.split(command)
    if name in FUNCTIONS:
        return FUNCTIONS[name](int(arguments[0]))
    return MODULES[name].main(arguments)


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    papers = sorted({part.paper for part in PARTS})
    parser.add_argument("--papers", nargs="+", default=papers, choices=papers)
    options = parser.parse_args(argv)
    platform = "cpu" if jax.default_backend() == "cpu" else "gpu"
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}, {time.strftime('%Y-%m-%d')}")
    for part in PARTS:
        command = getattr(part, platform)
        if part.paper in options.papers and command is not None:
            print(f"\n## {part.paper}, {part.name}: {command}", flush=True)
            run(command)
            jax.config.update("jax_enable_x64", False)


if __name__ == "__main__":
    main()
