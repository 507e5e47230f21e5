"""Derivatives, against those of dense sums by JAX."""

import math

import jax
import jax.numpy as jnp
import numpy as np
import reference
import scipy.spatial
from fuzzing import draw
from fuzzing.compare import ROUNDING, compare
from fuzzing.draw import arrays, chance, pick
from fuzzing.sums import callings, made_plan

import jaxfmm


def derivatives(rng, setting):
    large = chance(rng, 0.3)
    p = draw.problem(
        rng, most=min(setting.most, 1000 if large else 200), backends=setting.backends(), tame=True
    )
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
    extent = (
        float(np.ptp(np.concatenate([p.sources, p.at()]), axis=0).max(initial=0))
        if len(p.sources)
        else 1.0
    )

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
            return jaxfmm.potential(
                a["sources"], a["charges"], a.get("targets"), kernel=kernel, plan=plan
            )
        return jaxfmm.potential_and_gradient(
            a["sources"], a["charges"], a.get("targets"), kernel=kernel, plan=plan
        )[1]

    def by_pairs(a, factors, offset=None):
        """offset: moves sources, and lets them go the other way, so that no derivative cancels:
        those of pairs i = i do, and what was added up is as large as they are."""
        q, y = draw.columns(a["charges"]), a["sources"]
        pairs = (p.kernel.formula, a["parameters"], a.get("targets", y))
        y = y if offset is None else 2 * jax.lax.stop_gradient(y) - y + offset
        if what == "energy":
            out = reference.dense_energy(*pairs, y, q, factors=factors)
        else:
            out = reference.dense(*pairs, y, q, gradient=what != "potential", factors=factors)
        return out if a["charges"].ndim == 2 else out[..., 0]

    wide = jax.tree.map(lambda v: v.astype(complex if np.iscomplexobj(v) else float), inputs)
    ones = np.ones((len(p.at()), len(p.sources)))
    shape = jax.eval_shape(by_pairs, wide, ones)
    weights = rng.normal(size=shape.shape).astype(p.dtype)
    if jnp.issubdtype(shape.dtype, jnp.complexfloating):
        weights = (weights * (1 + 0.5j)).astype(np.result_type(p.dtype, np.complex64))

    def transformed(f, inputs, tangents, weights):
        def total(a):
            return jnp.sum((weights.conj() * f(a)).real)

        if how == "grad":
            return jax.grad(total)(inputs)
        return jax.jvp(f if how == "jvp" else jax.grad(total), (inputs,), (tangents,))[1]

    run = (
        jax.jit(lambda *a: transformed(by_jaxfmm, *a))
        if under_jit
        else lambda *a: transformed(by_jaxfmm, *a)
    )
    found = run(*arrays((inputs, tangents, weights)))
    wide = arrays(
        jax.tree.map(
            lambda v: v.astype(complex if np.iscomplexobj(v) else float),
            (inputs, tangents, weights),
        )
    )
    exactly = jax.jit(
        lambda factors, offset, *a: transformed(lambda a: by_pairs(a, factors, offset), *a)
    )
    exact = exactly(ones - np.eye(len(ones)) if what == "energy" else ones, None, *wide)
    # What is added up, with random signs; energies of smooth kernels are sums without the terms i =
    # j, taken off then. Fast sums of Gaussians are accurate against terms at any distance. So are
    # derivatives in bandwidths: points are measured in these, and the motions of target and source
    # cancel.
    gaussian, direct = p.kernel.name == "Gaussian", p.options["method"] == "direct"
    length = 1 / reference.steepness(p.kernel.parameters, p.sources.shape[1]) if gaussian else 0.0
    drawn = []
    for moved in 4 * [length * (not direct)] + (2 * [length] if gaussian and direct else []):
        offset = moved * rng.normal(size=p.sources.shape)
        drawn.append(exactly(rng.choice([-1.0, 1.0], size=ones.shape), offset, *wide))
    exact, *drawn = jax.tree.map(np.asarray, [exact, *drawn])
    size = reference.sums(
        p.kernel.formula, p.kernel.parameters, p.at(), p.sources, draw.columns(p.charges), p.dtype
    )
    if not np.isfinite(
        size.gradient_size
    ).all():  # K is beyond the range of the dtype, charges of zero times it NaN
        yield "right"
    highest = (what != "potential") + (2 if how == "hvp" else 1) + (p.kernel.name == "Cauchy")
    rounding = ROUNDING["derivatives"]
    if (
        p.kernel.formula is reference.FORMULAS["Matern 1/2"] and p.sources.shape[1] == 1
    ):  # see the docstring of Matern
        rounding *= 1 + float(p.kernel.parameters["length"]) / _closest(p)
    overflows, states = _overflows(p, extent, highest), set()
    for (path, value), target, *sizes in zip(
        jax.tree_util.tree_leaves_with_path(found),
        jax.tree.leaves(exact),
        *map(jax.tree.leaves, drawn),
        strict=True,
    ):
        of_parameter = path and path[0].key == "parameters"  # the tangent of a jvp has no path
        size = np.sqrt(np.square(np.abs(sizes if of_parameter else sizes[:4])).sum(0))
        states.add(compare(
            f"{how}{jax.tree_util.keystr(path)}", value, target, size, 10 * p.options["tol"] if p.promised else 0.5,
            p.dtype, rounding=rounding, steps=4 / 3, overflows=overflows,
        ))  # fmt: skip
    yield "loose" if "loose" in states else "right"


def _overflows(p, extent, order):
    """Whether numbers on the way to derivatives of `order` may leave the range of the dtype for the
    closest pair: those of K in r^2, which the distance is multiplied by later, times charges."""
    closest = _closest(p)
    if not np.isfinite(closest):
        return False
    pair = np.zeros((2, p.sources.shape[1]))
    pair[1, 0] = closest
    value = reference.sums(
        p.kernel.formula, p.kernel.parameters, pair[:1], pair[1:], np.ones((1, 1))
    ).potential_size
    largest = max(1.0, float(abs(p.charges).max())) * max(1.0, float(value.max()))
    return (
        largest * math.factorial(order) * (min(closest / extent, 1.0) ** -2 * 2) ** order
        > np.finfo(p.dtype).max
    )


def _closest(p):
    """The smallest distance of a pair that is not zero, infinity without one."""
    apart = scipy.spatial.distance.cdist(p.at().astype(float), p.sources.astype(float))
    return apart.min(where=apart > 0, initial=np.inf)
