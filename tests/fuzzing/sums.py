"""Sums, and plans in all the ways that they can be made and used."""

import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
from fuzzing import draw
from fuzzing.compare import Wrong, right_sums
from fuzzing.draw import arrays, chance, pick

import jaxfmm


def callings(p):
    """The functions that a problem can be given to."""
    real, own = not np.iscomplexobj(p.charges), p.targets is None
    names = ["potential", "potential_and_gradient"]
    if (
        real
        and own
        and p.kernel.name not in ("Cauchy", "Helmholtz", "Custom force")
        and len(p.sources) <= 2000
    ):
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
        return dict(
            zip(
                ("potential", "gradient"),
                jaxfmm.potential_and_gradient(sources, charges, targets, **how),
            )
        )
    if calling == "energy":
        return {"energy": jaxfmm.energy(sources, charges, **how)}
    del how["kernel"]
    core = getattr(kernel, "core", getattr(kernel, "softening", None))
    profile = "algebraic" if p.kernel.name == "Laplace" else "gaussian"
    core = None if profile == "algebraic" and not p.kernel.parameters else core
    return {
        "velocity": jaxfmm.vortex_velocity(
            sources, charges, targets, core=core, profile=profile, **how
        )
    }


def made_plan(p, sources, targets, kernel=None):
    plan = jaxfmm.plan(
        sources, targets, kernel=p.kernel.made() if kernel is None else kernel, **p.options
    )
    return plan


def sums(rng, setting):
    p = draw.problem(rng, most=setting.most, backends=setting.backends())
    calling = pick(rng, *callings(p))
    planned = chance(rng, 0.75) or setting.backend is not None
    if calling == "velocity" and planned:
        p.options["gradient"] = True
    if not planned:  # the call's own plan promises what is asked for, by any method
        p = dataclasses.replace(
            p, options={"tol": p.options["tol"], "gradient": True, "method": "auto"}
        )
    yield f"{calling}, {'with' if planned else 'without'} a plan; {p}"
    sources, targets, charges = arrays((p.sources, p.targets, p.charges))
    plan = made_plan(p, sources, targets) if planned else None
    if plan is not None and not str(plan).startswith("jaxfmm plan"):
        raise Wrong(f"print(plan) says {plan}")
    yield right_sums(p, evaluate(calling, p, plan, sources, charges, targets), rng)


MODES = ("jit", "made in "
                "jit", "updated", "updated in "
                                  "jit", "stale", "stale in jit", "vmap charges", "vmap points",
         "other parameters")  # fmt: skip


def plans(rng, setting):
    most = min(setting.most, 5000)
    p = draw.problem(rng, most=most, backends=setting.backends())
    calling, mode = pick(rng, *callings(p)), pick(rng, *MODES)
    if mode == "vmap points":
        p = dataclasses.replace(p, sources=p.sources[:500], charges=p.charges[:500])
    step = (
        draw.log_uniform(rng, 1e-6, 1) * float(np.ptp(p.sources, axis=0).max(initial=0))
        if len(p.sources)
        else 0.0
    )
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
        if (
            "jit" in mode
            and all(v.size and np.isnan(v).all() for v in found.values())
            and "stale" in mode
        ):
            return "stale"
        return right_sums(problem, found, rng)

    if mode == "made in jit":
        yield checked(p, jax.jit(lambda x, q, t: call(made_plan(p, x, t), x, q, t))(x, q, t))
        return
    if mode == "vmap points":
        results = jax.vmap(lambda x: call(made_plan(p, x, t), x, q, t))(jnp.stack([x, y]))
        cases = (p, dataclasses.replace(moved, targets=p.targets))
        each = [
            checked(one, jax.tree.map(lambda a, i=i: a[i], results)) for i, one in enumerate(cases)
        ]
        yield max(each, key=("right", "stale", "loose").index)
        return
    plan = made_plan(p, x, t)
    if mode == "jit":
        yield checked(p, jax.jit(call)(plan, x, q, t))
    elif mode == "updated":
        yield checked(moved, call(plan.update(y, s), y, q, s))
    elif mode == "updated in jit":
        yield checked(
            moved, jax.jit(lambda plan, y, q, s: call(plan.update(y, s), y, q, s))(plan, y, q, s)
        )
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
        loose = p.kernel.name.startswith(
            "Custom"
        )  # whose tolerance was measured for the parameters of the plan
        result = checked(other, call(plan, x, q, t, other.kernel.made())) if not loose else "right"
        yield result


def _moved(rng, x, step):
    return (x + step * rng.normal(size=x.shape)).astype(x.dtype)
