"""Random problems, each compared with sums over all pairs in float64.

    # prints what was drawn, expected and found where they differ
    python tests/fuzz.py --seed 0 --minutes 10
    python tests/fuzz.py --case 17:0              # number 17 of seed 0 once more
    python tests/fuzz.py --only densities --most-points 2000 --backend xla

A case follows from its seed, its number, and --most-points and --backend. Its kind is one of

    sums         potentials, gradients, energies and velocities, with and without a plan
    plans        the same inside jit, with plans that were updated or made there, with plans of
                 other points, under vmap
    derivatives  gradients, JVPs and Hessian-vector products, in charges, points and parameters of
                 kernels
    densities    log densities and their gradients, near and in the tails, leave-one-out, bandwidths
    dipoles      potentials, gradients, Hessians and energies of dipoles, with charges or alone
    vectors      velocities and their gradients of Stokeslets, vortices and others, and products
                 with their matrices
    matrices     products of a `KernelMatrix` and of its transpose, its diagonal
    calls        rows of the table of first calls: plans and transforms, eagerly and in jit, up to
                 25,000 points

and it ends in one of these ways. `right`: within the tolerance of the reference, beside the
rounding of the terms that were added up. `loose`: right only against the size of those terms, as
the README says of sums that cancel and of Gaussians. `refused`: a ValueError of jaxfmm, or a
warning that `tol` is not kept. `stale`: NaN inside jit and a status that says why. `FAILED`:
anything else, other warnings and exceptions among them. The exit status is 1 if a case failed."""

import argparse
import collections
import contextlib
import dataclasses
import gc
import os
import pathlib
import re
import sys
import time
import traceback
import warnings

import jax
import numpy as np
from fuzzing.calls import calls
from fuzzing.compare import Wrong
from fuzzing.densities import densities
from fuzzing.derivatives import derivatives
from fuzzing.draw import Setting
from fuzzing.sums import plans, sums
from fuzzing.tensors import dipoles, matrices, vectors

KINDS = {"sums": sums, "plans": plans, "derivatives": derivatives, "densities": densities}
KINDS |= {"dipoles": dipoles, "vectors": vectors, "matrices": matrices, "calls": calls}
SLOW = 20  # seconds


NOT_KEPT = "a few charges outweigh", "nearly cancel"  # in warnings that say that `tol` is not kept


@dataclasses.dataclass
class Outcome:
    kind: str
    number: tuple[int, int]  # seed, case
    state: str
    story: str = ""
    message: str = ""
    seconds: float = 0.0


def kind_of(seed, case):
    return tuple(KINDS)[case % len(KINDS)]


def run_case(seed, case, setting):
    """The `Outcome` of one case."""
    kind, started = kind_of(seed, case), time.perf_counter()
    outcome = Outcome(kind, (seed, case), "FAILED")
    try:
        with warnings.catch_warnings(), contextlib.ExitStack() as settings:
            warnings.simplefilter("error")
            warnings.filterwarnings(
                "ignore", "sums run in plain XLA", RuntimeWarning
            )  # without the library
            for setting_of_jax in (  # what users have, but for x64, which references need
                jax.enable_x64(True), jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow")
            ):  # fmt: skip
                settings.enter_context(setting_of_jax)
            steps = KINDS[kind](np.random.default_rng([seed, case]), setting)
            outcome.story = next(steps)
            outcome.state = next(steps)
    except Wrong as wrong:
        outcome.message = str(wrong)
    except ValueError as error:
        ours = "/jaxfmm/" in traceback.extract_tb(error.__traceback__)[-1].filename
        outcome.state, outcome.message = ("refused" if ours else "FAILED"), f"ValueError: {error}"
        if not ours:
            outcome.message = traceback.format_exc(limit=-6)
    except UserWarning as warning:
        outcome.state = "refused" if any(text in str(warning) for text in NOT_KEPT) else "FAILED"
        outcome.message = str(warning)
    except Exception:
        outcome.message = traceback.format_exc(limit=-6)
    outcome.seconds = time.perf_counter() - started
    return outcome


def free_executables():
    """As in conftest.py: compiled functions hold memory mappings, of which Linux allows a process
    65,530."""
    maps = pathlib.Path("/proc/self/maps")
    if not maps.exists() or maps.read_bytes().count(b"\n") > 20_000:
        jax.clear_caches()
        gc.collect()


def repeat(seed, case, args):
    more = "".join(f" --{k.replace('_', '-')} {v}" for k, v in vars(args).items()
                   if k in ("most_points", "backend") and v not in (None, 20_000))  # fmt: skip
    return f"python tests/fuzz.py --case {case}:{seed}{more}"


def report(outcomes, seconds, args):
    states = ("right", "loose", "refused", "stale", "FAILED")
    print(f"\n{'':12}" + "".join(f"{s:>9}" for s in states) + f"{'slow':>9}{'a minute':>10}")
    for kind in KINDS:
        of = [o for o in outcomes if o.kind == kind]
        counts = "".join(f"{sum(o.state == s for o in of):9}" for s in states)
        rate = 60 * len(of) / max(sum(o.seconds for o in of), 1e-9)
        print(f"{kind:12}{counts}{sum(o.seconds > SLOW for o in of):9}{rate:10.1f}")
    refusals = collections.defaultdict(list)
    for o in outcomes:
        if o.state == "refused":
            refusals[re.sub(r"\[.*\]|[-+]?\d[\d.]*(e[-+]?\d+)?", "#", o.message)[:150]].append(o)
    for of in sorted(refusals.values(), key=len, reverse=True):
        print(f"\n{len(of)} refused, such as: {of[0].message[:400]}\n    {of[0].story}")
        print(f"    {repeat(*of[0].number, args)}")
    slowest = sorted(outcomes, key=lambda o: -o.seconds)[:5]
    for o in slowest if slowest and slowest[0].seconds > SLOW else ():
        print(f"\n{o.seconds:.0f} s: {repeat(*o.number, args)}\n    {o.story}")
    print(f"\n{len(outcomes)} cases in {seconds:.0f} s")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--case", help="NUMBER:SEED of one case to run")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--backend", choices=("cpu", "cuda", "xla"))
    parser.add_argument("--most-points", type=int, default=20_000)
    args = parser.parse_args()
    if (
        args.backend != "cuda"
    ):  # little is run often enough to be worth LLVM's time, see conftest.py
        cheap = "--xla_backend_optimization_level=0"
        cheap += " --xla_backend_extra_options=xla_cpu_disable_new_fusion_emitters"
        os.environ.setdefault("XLA_FLAGS", cheap)
    gc.set_threshold(50_000)
    setting, outcomes, started = Setting(args.most_points, args.backend), [], time.perf_counter()
    case, seed = (
        (int(part) for part in args.case.split(":")) if args.case else (args.first, args.seed)
    )
    while True:
        if args.case or kind_of(seed, case) in args.only:
            outcome = run_case(seed, case, setting)
            outcomes.append(outcome)
            if args.case or outcome.state == "FAILED":
                print(
                    f"\n{outcome.state} in {outcome.seconds:.1f} s: {outcome.kind}, {outcome.story}"
                )
                print(f"    {outcome.message}\n    {repeat(seed, case, args)}", flush=True)
            if len(outcomes) % 16 == 0:
                free_executables()
        case += 1
        if args.case or time.perf_counter() - started > 60 * args.minutes:
            break
    report(outcomes, time.perf_counter() - started, args)
    sys.exit(any(o.state == "FAILED" for o in outcomes))


if __name__ == "__main__":
    main()
