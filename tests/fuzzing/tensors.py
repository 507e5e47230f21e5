"""Dipoles, Hessians, kernels of vectors and matrices of kernels, against what all pairs give in
float64."""

import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
import reference
from fuzzing import draw
from fuzzing.compare import ROUNDING, compare
from fuzzing.draw import arrays, chance, pick
from fuzzing.sums import made_plan

import jaxfmm

PAIRS = 100_000  # of a comparison
# how much faster than itself, about, what a pair gives changes with the logarithm of the distance
STEEP = 4.0
SMOOTH = tuple(
    name for name in draw.KERNELS if name != "LennardJones"
)  # Hessians are not defined where others jump


def _some(rng, count, pairs):
    """Which of the targets are compared."""
    return (
        np.arange(count)
        if count * pairs <= PAIRS
        else rng.choice(count, max(1, PAIRS // pairs), replace=False)
    )


def _judge(name, found, parts, p, *, tol=1.0, weak=0.0):
    """Compares sums with what each pair gave, (m, n, ...), both for the same targets; tol: over the
    plan's."""
    exact = parts.sum(1)
    axes = tuple(range(1, exact.ndim))
    size = np.sqrt(np.square(np.abs(parts)).sum(tuple(range(2, parts.ndim)))).sum(1)
    size = (STEEP * size).reshape(size.shape + (1,) * len(axes))
    allowed = tol * p.options["tol"] if p.promised else 0.5
    return compare(
        name, found, exact, size, allowed, p.dtype, rounding=ROUNDING["derivatives"], weak=weak
    )


def _worst(states):
    return "loose" if "loose" in states else "right"


def _extent(p):
    return float(np.ptp(p.sources, axis=0).max()) if len(p.sources) else 0.0


def _wide(array):
    return (
        None
        if array is None
        else np.asarray(array).astype(complex if np.iscomplexobj(array) else float)
    )


def _called(rng, function, *arguments):
    """A function of arrays, in `jit` or not."""
    return (jax.jit(function) if chance(rng, 0.5) else function)(*arrays(arguments))


def _tolerance(rng, p):
    """Tames what plans are asked for: near the rounding of the dtype derivatives have none of these
    digits."""
    least = 1e-5 if p.dtype == np.float32 else 1e-11
    p.options.update(tol=max(p.options["tol"], least), gradient=True)


def dipoles(rng, setting):
    p = draw.problem(
        rng, most=min(setting.most, 3000), backends=setting.backends(), tame=True, names=SMOOTH
    )
    _tolerance(rng, p)
    names = ["potential", "potential_and_gradient"] + ["hessian"] * (p.kernel.name != "Wendland")
    own = p.targets is None
    if (
        own
        and len(p.sources) <= 300
        and p.kernel.name not in ("Cauchy", "Helmholtz", "Custom force")
    ):
        names.append("energy")
    what = pick(rng, *names)
    n, dim = p.sources.shape
    alone, shape = chance(rng, 0.2), (n, dim, *p.charges.shape[1:])
    complex_moments = np.iscomplexobj(p.charges) and chance(rng, 0.5)
    moments = rng.normal(size=shape) * draw.log_uniform(rng, 1e-3, 1) * _extent(p)
    moments = moments + 1j * rng.normal(size=shape) if complex_moments else moments
    moments = pick(rng, moments, moments, np.broadcast_to(moments[:1], shape)) if n else moments
    kind = np.result_type(np.complex64, p.dtype) if complex_moments else p.dtype
    moments, charges = moments.astype(kind), None if alone else p.charges
    if what == "energy" and np.iscomplexobj(p.charges):
        charges, moments = None if alone else p.charges.real, moments.real
    yield f"{what}, dipoles {'alone' if alone else f'beside charges, {kind}'}; {p}"
    kernel = p.kernel.made()
    plan = made_plan(p, *arrays((p.sources, p.targets)))

    def run(x, q, m, t):
        if what == "energy":
            return {"energy": jaxfmm.energy(x, q, dipoles=m, kernel=kernel, plan=plan)}
        out = getattr(jaxfmm, what)(x, q, t, dipoles=m, kernel=kernel, plan=plan)
        return (
            dict(zip(("potential", "gradient"), out))
            if what == "potential_and_gradient"
            else {what: out}
        )

    found = {
        name: np.asarray(out)
        for name, out in _called(rng, run, p.sources, charges, moments, p.targets).items()
    }
    q = np.zeros((n, *p.charges.shape[1:])) if charges is None else charges
    q, m = draw.columns(q), moments if moments.ndim == 3 else moments[..., None]
    rows = (
        np.arange(len(p.at()))
        if what == "energy"
        else _some(rng, len(p.at()), n * max(1, dim * (what == "hessian")))
    )
    parameters = {name: _wide(value) for name, value in p.kernel.parameters.items()}
    order = {"potential": 0, "hessian": 2}.get(what, 1)
    wide = arrays((parameters, *map(_wide, (p.at()[rows], p.sources, q, m))))
    parts = jax.jit(lambda *a: reference.dense_parts(p.kernel.formula, *a, order))(*wide)
    if what == "energy":
        yield _energy(found["energy"], parts, _wide(q), _wide(m), p)
        return
    steep = reference.steepness(p.kernel.parameters, dim)
    weights = (
        abs(q).sum() + steep * abs(m).sum()
    )  # sums of Gaussians are accurate against all charges
    weak = weights if p.kernel.name == "Gaussian" and p.options["method"] != "direct" else 0.0
    states = []
    for name, value in found.items():
        of = {"potential": 0, "gradient": 1, "hessian": 2}[name]
        each = np.asarray(parts[of])
        each = np.moveaxis(each, -1 - of, -1)  # right-hand sides behind
        each = each if p.charges.ndim == 2 else each[..., 0]
        states.append(
            _judge(name, value[rows], each, p, tol=10.0 if of == 2 else 1.0, weak=weak * steep**of)
        )
    yield _worst(states)


def _energy(found, parts, q, m, p):
    """Of charges (n, k) and dipoles (n, d, k): half of q phi + m . grad phi, without what a point
    gives to itself."""
    others = (1 - np.eye(len(q)))[..., None]
    phi, slope = others * np.asarray(parts[0]), others[..., None] * np.asarray(parts[1])
    each = 0.5 * (q[:, None] * phi + np.einsum("ijkd,idk->ijk", slope, m))
    # potential and gradient keep tol, so the energy keeps it against the norms
    norms = [np.linalg.norm(a, axis=0) * np.linalg.norm(b.sum(1), axis=0) for a, b in ((q, phi),)]
    norms.append(
        sum(np.linalg.norm(m[:, i], axis=0) for i in range(m.shape[1]))
        * np.linalg.norm(slope.sum(1), axis=(0, 2))
    )
    scale = (
        p.options["tol"] / (float(np.finfo(p.dtype).eps) * ROUNDING["derivatives"])
        if p.promised
        else 0.0
    )
    # what a point gives to itself is added up by smooth kernels, and subtracted
    phi, slope = (np.abs(np.asarray(part)) for part in parts[:2])
    size = STEEP * np.abs(0.5 * q[:, None] * phi).sum((0, 1)) + scale * sum(norms)
    size = size + STEEP * 0.5 * np.einsum("ijkd,idk->k", slope, np.abs(m))
    tol = p.options["tol"] if p.promised else 0.5
    same = {"rounding": ROUNDING["derivatives"]}
    return compare("energy", np.atleast_1d(found), each.sum((0, 1)), size, tol, p.dtype, **same)


@dataclasses.dataclass(frozen=True)
class Vectors:
    """A kernel of vectors: make, of a number and normals; formula of tests.reference; itself:
    whether pairs at distance zero count."""

    make: object
    formula: object
    numbered: bool = False
    itself: bool = False
    dim: int = 3


VECTORS = {
    "Stokeslet": Vectors(lambda p, n: jaxfmm.Stokeslet(), reference.stokeslet),
    "Stokeslet in the plane": Vectors(
        lambda p, n: jaxfmm.Stokeslet(), reference.plane_stokeslet, dim=2
    ),
    "Stokeslet with a core": Vectors(
        lambda p, n: jaxfmm.Stokeslet(p), reference.stokeslet, True, True
    ),
    "RotnePrager": Vectors(lambda p, n: jaxfmm.RotnePrager(p), reference.rotne_prager, True, True),
    "Stresslet": Vectors(lambda p, n: jaxfmm.Stresslet(n), reference.stresslet),
    "Rotlet": Vectors(lambda p, n: jaxfmm.Rotlet(), reference.vortex),
    "BiotSavart with a core": Vectors(lambda p, n: jaxfmm.BiotSavart(p), reference.vortex, True),
}


def _vector_parts(row, x, y, f, number, normals, gradient):
    """What each source gives to each target, (m, n, d, k), and with a gradient its derivatives (m,
    n, d, d, k)."""

    def pair(x, y, f, normal):
        d = x - y
        there = (jnp.vdot(d, d) > 0) | row.itself
        return jnp.where(there, row.formula(jnp.where(there, d, 1.0), f, number, normal), 0)

    def every(function, out):
        """Of all targets, sources and right-hand sides, the last at the axis `out`."""
        of_target = jax.vmap(function, (None, 0, 0, 0))
        of_column = jax.vmap(of_target, (0, None, None, None))
        return jax.vmap(of_column, (None, None, 2, None), out)(x, y, f, normals)

    return [every(pair, 3), *([every(jax.jacfwd(pair), 4)] if gradient else [])]


def vectors(rng, setting):
    name = pick(rng, *VECTORS)
    row = VECTORS[name]
    p = draw.problem(
        rng,
        most=min(setting.most, 3000),
        backends=setting.backends(),
        tame=True,
        names=("Laplace",),
        dim=row.dim,
    )
    _tolerance(rng, p)
    n, columns = len(p.sources), p.charges.shape[1:]
    extent = _extent(p) or 1.0
    spacing = extent / max(n, 1) ** (1 / row.dim)
    number = np.asarray(spacing * draw.log_uniform(rng, 1e-3, 1), p.dtype) if row.numbered else 0.0
    forces = rng.normal(size=(n, row.dim, *columns))
    forces = forces + 1j * rng.normal(size=forces.shape) if np.iscomplexobj(p.charges) else forces
    forces, normals = forces.astype(p.charges.dtype), rng.normal(size=(n, row.dim)).astype(p.dtype)
    what = pick(rng, "potential", "potential_and_gradient", "potential_and_gradient", "matrix")
    options = p.options | {"method": pick(rng, "auto", "auto", "fmm", "direct")}
    p = dataclasses.replace(p, options=options)
    yield f"{what} of {name} {float(number):.3g}, charges {forces.shape}; {p}"
    kernel = row.make(number, jnp.asarray(normals))
    plan = jaxfmm.plan(*arrays((p.sources, p.targets)), kernel=kernel, **p.options)

    def run(x, f, t):
        if what == "matrix":
            return {"potential": jaxfmm.KernelMatrix(x, t, kernel=kernel, plan=plan) @ f}
        out = getattr(jaxfmm, what)(x, f, t, kernel=kernel, plan=plan)
        return (
            dict(zip(("potential", "gradient"), out))
            if what == "potential_and_gradient"
            else {"potential": out}
        )

    found = {
        name: np.asarray(out)
        for name, out in _called(rng, run, p.sources, forces, p.targets).items()
    }
    rows = _some(rng, len(p.at()), 9 * n)
    wide = arrays(
        tuple(map(_wide, (p.at()[rows], p.sources, forces if columns else forces[..., None])))
    )
    number, normals = float(number), jnp.asarray(_wide(normals))
    exact = jax.jit(lambda *a: _vector_parts(row, *a, number, normals, "gradient" in found))(*wide)
    states = []
    for name, parts in zip(("potential", "gradient"), exact):
        parts = np.asarray(parts if columns else parts[..., 0])
        states.append(_judge(name, found[name][rows], parts, p))
    yield _worst(states)


def matrices(rng, setting):
    """Products with the matrix of a scalar kernel and its transpose, and its diagonal."""
    p = draw.problem(rng, most=min(setting.most, 3000), backends=setting.backends(), tame=True)
    _tolerance(rng, p)
    n, what = len(p.sources), pick(rng, "product", "product", "transposed", "diagonal")
    what = "product" if p.targets is not None and what == "diagonal" else what
    noise = 0.0
    if p.targets is None and chance(rng, 0.7):
        noise = pick(rng, 0.1, rng.random(n).astype(p.dtype))
    planned = chance(rng, 0.7) and p.promised
    if not planned:
        p = dataclasses.replace(
            p, options={"tol": 1e-6 if p.dtype == np.float64 else 1e-5, "method": "auto"}
        )
    yield f"{what}, {'with' if planned else 'without'} a plan, noise {np.ndim(noise) or noise}; {p}"
    x, t = arrays((p.sources, p.targets))
    plan = made_plan(p, x, t) if planned else None
    A = jaxfmm.KernelMatrix(x, t, kernel=p.kernel.made(), diagonal=noise, plan=plan)
    at, sources, q = p.at(), p.sources, p.charges
    if what == "transposed":
        at, sources = sources, at
        q = rng.normal(size=(len(sources), *q.shape[1:])).astype(p.dtype)
    parameters = {name: _wide(value) for name, value in p.kernel.parameters.items()}
    if what == "diagonal":
        found = np.asarray(_called(rng, lambda A: A.diagonal(), A))
        exact = reference.itself(p.kernel.formula, parameters, p.sources) + noise
        yield compare(
            "diagonal", found, exact, np.abs(exact) + 1, 0.0, p.dtype, rounding=ROUNDING["sums"]
        )
        return
    product = (lambda A, q: A.T @ q) if what == "transposed" else (lambda A, q: A @ q)
    found = np.asarray(_called(rng, product, A, q))
    rows = _some(rng, len(at), len(sources))
    pairs = np.asarray(
        _pairs(p.kernel.formula, *arrays((parameters, _wide(at[rows]), _wide(sources))), what)
    )
    columns = draw.columns(q)
    each = pairs[..., None] * _wide(columns).reshape(
        1, len(columns), *(1,) * (pairs.ndim - 2), columns.shape[1]
    )
    if p.targets is None and n:  # the diagonal is one more pair
        own = np.zeros_like(each[:, :1])
        own[:, 0] = np.reshape((noise * np.ones(n))[rows, None] * columns[rows], own[:, 0].shape)
        each = np.concatenate([each, own], axis=1)
    weak = abs(q).sum() if p.kernel.name == "Gaussian" and p.options["method"] != "direct" else 0.0
    yield _judge(what, found[rows], each if q.ndim == 2 else each[..., 0], p, weak=weak)


def _pairs(formula, parameters, at, sources, what):
    """K (m, n, ...) of the rows of a matrix, or of its transpose."""
    if what == "transposed":
        return jnp.swapaxes(reference.dense_pairs(formula, parameters, sources, at), 0, 1)
    return reference.dense_pairs(formula, parameters, at, sources)
