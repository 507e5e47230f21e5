"""Random problems, each compared with sums over all pairs in float64.

    python -m tests.fuzz --seed 0 --minutes 10                    # what was drawn, expected and found, where they differ
    python -m tests.fuzz --case 17:0                              # number 17 of seed 0 once more
    python -m tests.fuzz --only densities --most-points 2000 --backend xla

A case follows from its seed, its number, and --most-points and --backend. Its kind is one of

    sums         potentials, gradients, energies and velocities, with and without a plan
    plans        the same inside jit, with plans that were updated or made there, with plans of other points, under vmap
    derivatives  gradients, JVPs and Hessian-vector products, in charges, points and parameters of kernels
    densities    log densities and their gradients, near and in the tails, leave-one-out, bandwidths

and it ends in one of these ways. `right`: within the tolerance of the reference, beside the rounding of the terms that
were added up. `loose`: right only against the size of those terms, as the README says of sums that cancel and of
Gaussians. `refused`: a ValueError of jaxfmm. `stale`: NaN inside jit and a status that says why. `FAILED`: anything else,
warnings and other exceptions among them. The exit status is 1 if a case failed.
"""

import argparse
import collections
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
import jax.numpy as jnp
import numpy as np

import jaxfmm
from tests import draw, reference
from tests.draw import Problem, arrays, chance, pick

KINDS = ("sums", "plans", "derivatives", "densities")
ROUNDING = {"sums": 30, "derivatives": 300}  # of sums, in units of the last place of the size of the terms
PAIRS = 1_000_000  # of a comparison; in one that ends badly 16 times as many
SLOW = 20  # seconds


class Wrong(Exception):
    """A result is not what it should be."""


@dataclasses.dataclass
class Setting:
    most: int = 20_000
    backend: str | None = None

    def backends(self):
        if self.backend is not None:
            return (self.backend,)
        compiled = [name for name, state in jaxfmm.backends().items() if state == "available" and name == "cpu"]
        return (None, None, None, "xla", *compiled)


# Comparisons


def compare(name, found, exact, size, tol, dtype, *, rounding, weak=0.0):
    """"right" or "loose"; raises Wrong. size: of what was added up, of a shape that `exact` (m, ..., k) broadcasts with.
    weak: the absolute error per target that is all that is promised of loose results."""
    found, exact = np.asarray(found), np.asarray(exact)
    if found.shape != exact.shape:
        raise Wrong(f"{name}: shape {found.shape}, expected {exact.shape}")
    if found.dtype not in (dtype, np.result_type(np.complex64, dtype)):
        raise Wrong(f"{name}: dtype {found.dtype}, expected {dtype}")
    limits = np.finfo(dtype)
    size = np.broadcast_to(size, exact.shape)
    with np.errstate(all="ignore"):
        known = (abs(exact) < limits.max / 8) & (size < limits.max / 8)
        known &= known.all() | np.isfinite(found)  # infinity spreads
        error, exact, size = (np.where(known, x, 0) for x in (found.astype(complex) - exact, exact, size))
    if not np.isfinite(error).all():
        raise Wrong(f"{name}: {(~np.isfinite(error)).sum()} of {error.size} are not finite, all should be")
    error, norm, terms = map(reference.norm, (error, exact, size))
    floor = 100 * float(limits.tiny) * np.sqrt(max(1, exact.size))
    allowed = tol * norm + rounding * float(limits.eps) * terms + floor
    if error <= allowed:
        return "right"
    if error <= 10 * tol * terms + allowed + tol * weak * np.sqrt(exact.size):
        return "loose"
    worst = np.unravel_index(np.argmax(abs(np.where(known, found - exact, 0))), exact.shape)
    raise Wrong(
        f"{name}: L2 error {error:.3g} of {norm:.3g} (terms {terms:.3g}), relative {error / max(norm, 1e-300):.3g}, "
        f"tol {tol:.3g}, {error / allowed:.3g} times what is allowed; worst at {worst}: found {found[worst]}, "
        f"expected {exact[worst]}"
    )


def right_sums(problem, found, rng):
    """Compares what `evaluate` gave, by name, with the reference."""
    p, tol = problem, problem.options["tol"] if problem.promised else 0.5
    q = draw.columns(p.charges)
    m, n = len(p.at()), max(1, len(p.sources))
    weak = abs(q).sum() if p.kernel.name == "Gaussian" and p.options["method"] != "direct" else 0.0

    def at(rows):
        exact = reference.sums(p.kernel.formula, p.kernel.parameters, p.at()[rows], p.sources, q, p.eps)
        states = set()
        for name, value in found.items():
            if name == "gradient" and not p.options["gradient"]:
                continue
            states.add(judge(name, np.asarray(value), rows, exact))
        return "loose" if "loose" in states else "right"

    def judge(name, value, rows, exact):
        same = {"tol": tol, "dtype": p.dtype, "rounding": ROUNDING["sums"], "weak": weak}
        if name == "energy":
            return judge_energy(value, exact, same)
        part = value[rows]
        part = part[..., None] if p.charges.ndim == 1 else part
        if name == "potential":
            return compare(name, part, exact.potential, spread(exact.potential_size, exact.potential), **same)
        slope = exact.gradient
        size = spread(exact.gradient_size, slope)
        if name == "velocity":
            slope = np.stack([slope[:, 1], -slope[:, 0]], axis=1) / (2 * np.pi)
        return compare(name, part, slope, size, **same | {"weak": weak * reference.steepness(p.kernel.parameters, slope.shape[-2])})

    def judge_energy(value, exact, same):
        limit = reference.itself(p.kernel.formula, p.kernel.parameters, p.sources)[:, None]
        phi = exact.potential - limit * q
        terms = 0.5 * (abs(q) * (exact.potential_size + abs(limit * q))).sum(0)
        # the potential keeps tol, so the energy keeps it against the norms of charges and potential
        norms = 0.5 * np.linalg.norm(q, axis=0) * np.linalg.norm(exact.potential, axis=0)
        value = np.atleast_1d(value)
        extra = tol * norms / max(p.eps * ROUNDING["sums"], 1e-300)
        return compare("energy", value, 0.5 * (q * phi).sum(0), terms + extra, **same)

    everything = np.arange(m)
    if m * n <= PAIRS or "energy" in found:
        return at(everything)
    try:
        return at(rng.choice(m, max(1, PAIRS // n), replace=False))
    except Wrong:  # of few targets the error may be larger than of all
        return at(rng.choice(m, min(m, 16 * PAIRS // n), replace=False))


def spread(size, like):
    """size (m, k) to broadcast with (m, ..., k)."""
    return size.reshape(size.shape[:1] + (1,) * (like.ndim - 2) + size.shape[1:])


# Sums and plans


def callings(p):
    """The functions that a problem can be given to."""
    real, own = not np.iscomplexobj(p.charges), p.targets is None
    names = ["potential", "potential_and_gradient"]
    if real and own and p.kernel.name not in ("Cauchy", "Custom force") and len(p.sources) <= 2000:
        names.append("energy")
    if real and p.sources.shape[1] == 2 and p.kernel.name in ("Laplace", "VortexBlob"):
        names.append("velocity")
    return names


def evaluate(calling, p, plan, sources, charges, targets=None, kernel=None):
    """{what: result}; without a plan to the problem's tolerance."""
    kernel = p.kernel.made() if kernel is None else kernel
    how = {"kernel": kernel, "plan": plan} | ({} if plan is not None else {"tol": p.options["tol"]})
    if calling == "potential":
        return {"potential": jaxfmm.potential(sources, charges, targets, **how)}
    if calling == "potential_and_gradient":
        return dict(zip(("potential", "gradient"), jaxfmm.potential_and_gradient(sources, charges, targets, **how)))
    if calling == "energy":
        return {"energy": jaxfmm.energy(sources, charges, **how)}
    del how["kernel"]
    core = getattr(kernel, "core", getattr(kernel, "softening", None))
    profile = "algebraic" if p.kernel.name == "Laplace" else "gaussian"
    core = None if profile == "algebraic" and not p.kernel.parameters else core
    return {"velocity": jaxfmm.vortex_velocity(sources, charges, targets, core=core, profile=profile, **how)}


def made_plan(p, sources, targets, kernel=None):
    plan = jaxfmm.plan(sources, targets, kernel=p.kernel.made() if kernel is None else kernel, **p.options)
    return plan


def sums(rng, setting):
    p = draw.problem(rng, most=setting.most, backends=setting.backends())
    calling = pick(rng, *callings(p))
    planned = chance(rng, 0.75) or setting.backend is not None
    if calling == "velocity" and planned:
        p.options["gradient"] = True
    if not planned:  # the call's own plan promises what is asked for, by any method
        p = dataclasses.replace(p, options={"tol": p.options["tol"], "gradient": True, "method": "auto"})
    yield f"{calling}, {'with' if planned else 'without'} a plan; {p}"
    sources, targets, charges = arrays((p.sources, p.targets, p.charges))
    plan = made_plan(p, sources, targets) if planned else None
    if plan is not None and not str(plan).startswith("jaxfmm plan"):
        raise Wrong(f"print(plan) says {plan}")
    yield right_sums(p, evaluate(calling, p, plan, sources, charges, targets), rng)


MODES = ("jit", "made in jit", "updated", "updated in jit", "stale", "stale in jit", "vmap charges", "vmap points",
         "other parameters")  # fmt: skip


def plans(rng, setting):
    most = min(setting.most, 5000)
    p = draw.problem(rng, most=most, backends=setting.backends())
    calling, mode = pick(rng, *callings(p)), pick(rng, *MODES)
    if mode == "vmap points":
        p = dataclasses.replace(p, sources=p.sources[:500], charges=p.charges[:500])
    step = draw.log_uniform(rng, 1e-6, 1) * float(np.ptp(p.sources, axis=0).max(initial=0)) if len(p.sources) else 0.0
    moved = None if p.targets is None else _moved(rng, p.targets, step)
    moved = dataclasses.replace(p, sources=_moved(rng, p.sources, step), targets=moved)
    p.options["gradient"] |= calling == "velocity"
    factor = draw.log_uniform(rng, 0.3, 3)
    yield f"{calling}, {mode}, step {step:.2g}, factor {factor:.2g}; {p}"
    x, t, q = arrays((p.sources, p.targets, p.charges))
    y, s = arrays((moved.sources, moved.targets))

    def call(plan, x, q, t, kernel=None):
        return evaluate(calling, p, plan, x, q, t, kernel), plan.status

    def checked(problem, result):
        found, status = result
        if int(status):
            if mode in ("jit", "vmap charges") or "jit" not in mode and mode != "vmap points":
                raise Wrong(f"status {int(status)} of a plan outside of jit")
            if any(np.isfinite(v).any() for v in found.values() if v.size):
                raise Wrong(f"status {int(status)} and results that are not NaN")
            return "stale"
        if "jit" in mode and all(v.size and np.isnan(v).all() for v in found.values()) and "stale" in mode:
            return "stale"
        return right_sums(problem, found, rng)

    if mode == "made in jit":
        yield checked(p, jax.jit(lambda x, q, t: call(made_plan(p, x, t), x, q, t))(x, q, t))
        return
    if mode == "vmap points":
        results = jax.vmap(lambda x: call(made_plan(p, x, t), x, q, t))(jnp.stack([x, y]))
        cases = (p, dataclasses.replace(moved, targets=p.targets))
        each = [checked(one, jax.tree.map(lambda a, i=i: a[i], results)) for i, one in enumerate(cases)]
        yield max(each, key=("right", "stale", "loose").index)
        return
    plan = made_plan(p, x, t)
    if mode == "jit":
        yield checked(p, jax.jit(call)(plan, x, q, t))
    elif mode == "updated":
        yield checked(moved, call(plan.update(y, s), y, q, s))
    elif mode == "updated in jit":
        yield checked(moved, jax.jit(lambda plan, y, q, s: call(plan.update(y, s), y, q, s))(plan, y, q, s))
    elif mode == "stale":
        yield checked(moved, call(plan, y, q, s))
    elif mode == "stale in jit":
        yield checked(moved, jax.jit(call)(plan, y, q, s))
    elif mode == "vmap charges":
        several = jnp.stack([q, 2 * q[::-1], 0 * q])
        results = jax.vmap(lambda q: call(plan, x, q, t)[0])(several)
        each = [
            checked(dataclasses.replace(p, charges=np.asarray(several[i])),
                    (jax.tree.map(lambda a, i=i: a[i], results), plan.status))
            for i in range(3)
        ]  # fmt: skip
        yield max(each, key=("right", "loose").index)
    else:
        parameters = {k: (v * factor).astype(v.dtype) for k, v in p.kernel.parameters.items()}
        other = dataclasses.replace(p, kernel=dataclasses.replace(p.kernel, parameters=parameters))
        loose = p.kernel.name.startswith("Custom")  # whose tolerance was measured for the parameters of the plan
        result = checked(other, call(plan, x, q, t, other.kernel.made())) if not loose else "right"
        yield result


def _moved(rng, x, step):
    return (x + step * rng.normal(size=x.shape)).astype(x.dtype)


# Derivatives


def derivatives(rng, setting):
    large = chance(rng, 0.3)
    p = draw.problem(rng, most=min(setting.most, 1000 if large else 200), backends=setting.backends(), tame=True)
    least = 5.1e-6 if p.dtype == np.float32 else 1.1e-13
    p.options.update(tol=max(1e-2 * p.options["tol"], least), gradient=True)
    if large and "fmm" in p.kernel.methods and not p.kernel.name.startswith("Custom"):
        p.options["method"] = "fmm"
    what = pick(rng, *[name for name in callings(p) if name != "velocity"])
    how = pick(rng, "grad", "grad", "jvp", "hvp")
    under_jit = chance(rng, 0.5)
    yield f"{how} of {what}{' in jit' if under_jit else ''}; {p}"
    inputs = {"sources": p.sources, "charges": p.charges, "parameters": p.kernel.parameters}
    inputs |= {} if p.targets is None else {"targets": p.targets}
    extent = float(np.ptp(np.concatenate([p.sources, p.at()]), axis=0).max(initial=0)) if len(p.sources) else 1.0

    def tangent(path, value):
        scale = 0.1 * extent if path[0].key in ("sources", "targets") else np.abs(value)
        return (scale * rng.normal(size=value.shape)).astype(value.dtype)

    tangents = jax.tree_util.tree_map_with_path(tangent, inputs)
    for key, value in tangents["parameters"].items():
        if value.ndim == 2:  # covariances are symmetric
            tangents["parameters"][key] = 0.5 * (value + value.T)
    plan = made_plan(p, *arrays((p.sources, p.targets)))

    def by_jaxfmm(a):
        kernel = p.kernel.build(**a["parameters"])
        if what == "energy":
            return jaxfmm.energy(a["sources"], a["charges"], kernel=kernel, plan=plan)
        if what == "potential":
            return jaxfmm.potential(a["sources"], a["charges"], a.get("targets"), kernel=kernel, plan=plan)
        return jaxfmm.potential_and_gradient(a["sources"], a["charges"], a.get("targets"), kernel=kernel, plan=plan)[1]

    def by_pairs(a, factors):
        q = draw.columns(a["charges"])
        if what == "energy":
            out = reference.dense_energy(p.kernel.formula, a["parameters"], a["sources"], q, factors=factors)
        else:
            x = a.get("targets", a["sources"])
            slope = what != "potential"
            out = reference.dense(p.kernel.formula, a["parameters"], x, a["sources"], q, gradient=slope, factors=factors)
        return out if a["charges"].ndim == 2 else out[..., 0]

    wide = jax.tree.map(lambda v: v.astype(complex if np.iscomplexobj(v) else float), inputs)
    shape = jax.eval_shape(by_pairs, wide, np.ones((len(p.at()), len(p.sources))))
    weights = rng.normal(size=shape.shape).astype(p.dtype)
    if jnp.issubdtype(shape.dtype, jnp.complexfloating):
        weights = (weights * (1 + 0.5j)).astype(np.result_type(p.dtype, np.complex64))

    def transformed(f, inputs, tangents, weights):
        def total(a):
            return jnp.sum((weights.conj() * f(a)).real)

        if how == "grad":
            return jax.grad(total)(inputs)
        return jax.jvp(f if how == "jvp" else jax.grad(total), (inputs,), (tangents,))[1]

    run = jax.jit(lambda *a: transformed(by_jaxfmm, *a)) if under_jit else lambda *a: transformed(by_jaxfmm, *a)
    found = run(*arrays((inputs, tangents, weights)))
    wide = arrays(jax.tree.map(lambda v: v.astype(complex if np.iscomplexobj(v) else float), (inputs, tangents, weights)))
    exactly = jax.jit(lambda factors, *a: transformed(lambda a: by_pairs(a, factors), *a))
    signs = rng.choice([-1.0, 1.0], size=(4, len(p.at()), len(p.sources)))
    exact, *drawn = [jax.tree.map(np.asarray, exactly(f, *wide)) for f in (np.ones_like(signs[0]), *signs)]
    states = set()
    for (path, value), target, *sizes in zip(
        jax.tree_util.tree_leaves_with_path(found), jax.tree.leaves(exact), *map(jax.tree.leaves, drawn), strict=True
    ):
        size = np.sqrt(np.square(np.abs(sizes)).sum(0))
        states.add(compare(
            f"{how}{jax.tree_util.keystr(path)}", value, target, size, 10 * p.options["tol"] if p.promised else 0.5,
            p.dtype, rounding=ROUNDING["derivatives"],
        ))  # fmt: skip
    yield "loose" if "loose" in states else "right"


# Densities


def densities(rng, setting):
    dtype, dim = np.dtype(pick(rng, "float32", "float64")), pick(rng, 1, 1, 2, 2, 3, 5)
    n = max(1, draw.number(rng, min(setting.most, 10_000), 0.05))
    where = pick(rng, *draw.CLOUDS) if chance(rng, 0.4) else pick(rng, *draw.USUAL)
    scale = draw.log_uniform(rng, 1e-3, 1e3) if chance(rng, 0.9) else draw.log_uniform(rng, 1e-15, 1e15)
    points = (scale * draw.CLOUDS[where](rng, n, dim)).astype(dtype)
    extent = max(float(np.ptp(points, axis=0).max()), 1e-3 * scale)
    rule = pick(rng, "scott", "silverman", "silverman", "isj", "cv", *["given"] * 4)
    rule = "silverman" if rule == "cv" and n > 2000 else rule
    bandwidth = rule
    if rule == "given":
        h = extent * draw.log_uniform(rng, 1e-3, 1)
        bandwidth = pick(rng, h, h, h * np.exp(rng.normal(size=dim)), h**2 * (np.eye(dim) + 0.3))
        bandwidth = bandwidth if np.ndim(bandwidth) == 0 else bandwidth.astype(dtype)
    weights = pick(rng, None, None, rng.random(n).astype(dtype), (rng.random(n) ** 20 + 1e-30).astype(dtype))
    tol = draw.log_uniform(rng, 1e-6 if dtype == np.float64 else 1e-3, 1e-2)
    options = {"tol": tol, "adaptive": pick(rng, None, None, None, 0.5, 1.0)}
    if dim <= 2 and chance(rng, 0.25):
        low, high = points.min(0) - 0.01 * extent, points.max(0) + 0.01 * extent
        options["bounds"] = [(float(low[c]), pick(rng, None, float(high[c]))) for c in range(dim)]
    check = pick(rng, "alone", "leave one out", "NaN")
    story = f"{check}, {n} points ({where}, scale {scale:.2g}) in {dim}D, {dtype}, bandwidth {bandwidth}, weights {weights is not None}"
    yield f"{story}, {options}"
    density = jaxfmm.KernelDensity(bandwidth, **options).fit(jnp.asarray(points), arrays(weights))
    h = np.asarray(density.bandwidth)
    wide = (points.astype(float), np.ones(n) if weights is None else weights.astype(float))
    if rule in ("scott", "silverman"):
        right_rule(rule, h, *wide)
    scales = None if density.scales is None else np.asarray(density.scales)
    exactly = {"scales": scales, "bounds": options.get("bounds")}
    eps = float(np.finfo(dtype).eps)

    def close(name, found, exact, size):
        """Each number to tol, beside the rounding of exponents."""
        if found.shape != exact.shape or found.dtype != dtype:
            raise Wrong(f"{name}: {found.dtype} {found.shape}, expected {dtype} {exact.shape}")
        finite = np.isfinite(exact) & (abs(exact) < np.finfo(dtype).max / 8)
        if not np.array_equal(found[np.isinf(exact)], exact[np.isinf(exact)].astype(dtype)):
            raise Wrong(f"{name}: not -inf where it should be")
        with np.errstate(all="ignore"):
            excess = np.where(finite, abs(found - exact) / (2 * tol + 30 * eps * size), 0)
        worst = np.unravel_index(np.argmax(np.where(np.isnan(excess), np.inf, excess)), excess.shape)
        if not excess[worst] <= 1:
            raise Wrong(f"{name}: at {worst} found {found[worst]}, expected {exact[worst]}, "
                        f"{excess[worst]:.3g} times what is allowed with tol {tol:.3g}")  # fmt: skip

    spread = np.sqrt(np.diag(h)) if h.ndim == 2 else np.broadcast_to(h, (dim,))
    near = points[rng.integers(n, size=40)] + spread * rng.normal(size=(40, dim))
    far = points[rng.integers(n, size=40)] + spread * rng.normal(size=(40, dim)) * 10 ** rng.uniform(0, 4, size=(40, 1))
    queries = np.concatenate([near, far, points[:20]]).astype(dtype)
    exact = reference.log_density(*wide, h, queries, **exactly)
    found = np.asarray(density.log_density(jnp.asarray(queries)))
    close("log_density", found, exact.value, exact.value_size)
    if check == "alone":
        alone = np.asarray(density.log_density(jnp.asarray(queries[45:46])))
        close("log_density alone", alone, exact.value[45:46], exact.value_size[45:46])
    finite = np.isfinite(exact.value)
    slope = np.asarray(density.grad_log_density(jnp.asarray(queries[finite])))
    size = np.broadcast_to(exact.gradient_size[finite, None], slope.shape)
    unit = 1 / np.broadcast_to(spread, slope.shape)  # tol is of the logarithm, a slope that per bandwidth
    close("grad_log_density, in bandwidths", (slope / unit).astype(dtype), exact.gradient[finite] / unit, size / unit)
    if check == "leave one out" and n > 1 and weights is None:
        some = rng.integers(n, size=20)
        loo = np.asarray(density.loo_log_density())[some]
        exact = reference.log_density(*wide, h, points[some], own=some, **exactly)
        close("loo_log_density", loo, exact.value, exact.value_size + 1 / max(n - 1, 1))
    if check != "NaN":
        yield "right"
        return
    exact = reference.log_density(*wide, h, queries[:7], **exactly)
    with_nan = np.concatenate([queries[:3], np.full((1, dim), np.nan, dtype), queries[3:7]])
    again = np.asarray(density.log_density(jnp.asarray(with_nan)))
    close("log_density beside a NaN", np.delete(again, 3), exact.value, exact.value_size)
    if not np.isnan(again[3]):
        raise Wrong(f"log_density of NaN is {again[3]}")
    yield "right"


def right_rule(rule, h, points, weights):
    """The bandwidth of Scott or Silverman, squared, is a factor times the covariance of the data."""
    dim, share = points.shape[1], weights / weights.sum()
    number = 1 / np.square(share).sum()
    factor = (number if rule == "scott" else number * (dim + 2) / 4) ** (-1 / (dim + 4))
    offset = points - share @ points
    expected = factor**2 * (share[:, None] * offset).T @ offset / (1 - np.square(share).sum())
    found = h**2 if h.ndim == 0 else h
    error = reference.norm(found - expected) / reference.norm(expected)
    if not error <= 1e3 * np.finfo(h.dtype).eps * (1 + (np.abs(points).max() / np.sqrt(np.diag(expected).min()))):
        raise Wrong(f"bandwidth {rule} has a covariance of {found}, expected {expected}, error {error:.3g}")


# The command


@dataclasses.dataclass
class Outcome:
    kind: str
    state: str
    story: str = ""
    message: str = ""
    seconds: float = 0.0


def kind_of(seed, case):
    return KINDS[case % len(KINDS)]


def run_case(seed, case, setting):
    """The `Outcome` of one case."""
    kind, started = kind_of(seed, case), time.perf_counter()
    outcome = Outcome(kind, "FAILED")
    try:
        with jax.enable_x64(True), warnings.catch_warnings():
            warnings.simplefilter("error")
            steps = globals()[kind](np.random.default_rng([seed, case]), setting)
            outcome.story = next(steps)
            outcome.state = next(steps)
    except Wrong as wrong:
        outcome.message = str(wrong)
    except ValueError as error:
        ours = "/jaxfmm/" in traceback.extract_tb(error.__traceback__)[-1].filename
        outcome.state, outcome.message = ("refused" if ours else "FAILED"), f"ValueError: {error}"
        if not ours:
            outcome.message = traceback.format_exc(limit=-6)
    except Exception:
        outcome.message = traceback.format_exc(limit=-6)
    outcome.seconds = time.perf_counter() - started
    return outcome


def free_executables():
    """As in conftest.py: compiled functions hold memory mappings, of which Linux allows a process 65,530."""
    maps = pathlib.Path("/proc/self/maps")
    if not maps.exists() or maps.read_bytes().count(b"\n") > 20_000:
        jax.clear_caches()
        gc.collect()


def repeat(seed, case, args):
    more = "".join(f" --{k.replace('_', '-')} {v}" for k, v in vars(args).items()
                   if k in ("most_points", "backend") and v not in (None, 20_000))  # fmt: skip
    return f"python -m tests.fuzz --case {case}:{seed}{more}"


def report(outcomes, seconds):
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
    print(f"\n{len(outcomes)} cases in {seconds:.0f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--case", help="NUMBER:SEED of one case to run")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--backend", choices=("cpu", "cuda", "xla"))
    parser.add_argument("--most-points", type=int, default=20_000)
    args = parser.parse_args()
    if args.backend != "cuda":  # little is run often enough to be worth LLVM's time, see conftest.py
        cheap = "--xla_backend_optimization_level=0 --xla_backend_extra_options=xla_cpu_disable_new_fusion_emitters"
        os.environ.setdefault("XLA_FLAGS", cheap)
    gc.set_threshold(50_000)
    setting, outcomes, started = Setting(args.most_points, args.backend), [], time.perf_counter()
    case, seed = (int(part) for part in args.case.split(":")) if args.case else (args.first, args.seed)
    while True:
        if args.case or kind_of(seed, case) in args.only:
            outcome = run_case(seed, case, setting)
            outcomes.append(outcome)
            if args.case or outcome.state == "FAILED" or outcome.seconds > SLOW:
                print(f"\n{outcome.state} in {outcome.seconds:.1f} s: {outcome.kind}, {outcome.story}")
                print(f"    {outcome.message}\n    {repeat(seed, case, args)}", flush=True)
            if len(outcomes) % 16 == 0:
                free_executables()
        case += 1
        if args.case or time.perf_counter() - started > 60 * args.minutes:
            break
    report(outcomes, time.perf_counter() - started)
    sys.exit(any(o.state == "FAILED" for o in outcomes))


if __name__ == "__main__":
    main()
