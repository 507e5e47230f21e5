"""Random problems for the fuzzer: points, kernels, charges and options, drawn from the ranges that
users may bring."""

import dataclasses
import functools
import itertools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import reference

import jaxfmm


@dataclasses.dataclass
class Setting:
    most: int = 20_000
    backend: str | None = None

    def backends(self):
        if self.backend is not None:
            return (self.backend,)
        compiled = [
            name
            for name, state in jaxfmm.backends().items()
            if state == "available" and name == "cpu"
        ]
        return (None, None, None, "xla", *compiled)


def log_uniform(rng, low, high):
    return float(10 ** rng.uniform(np.log10(low), np.log10(high)))


def pick(rng, *options):
    """One of the options; those named twice come twice as often."""
    return options[rng.integers(len(options))]


def chance(rng, probability):
    return bool(rng.random() < probability)


# Points: functions of (rng, n, dim) -> (n, dim), of an extent of about 1.


def _directions(rng, n, dim):
    u = rng.normal(size=(n, dim))
    return u / np.linalg.norm(u, axis=1, keepdims=True)


def _lattice(rng, n, dim):
    side = max(1, int(np.ceil(n ** (1 / dim))))
    points = np.array(list(itertools.islice(itertools.product(range(side), repeat=dim), n)), float)
    return points.reshape(n, dim) / side


def _clusters(rng, n, dim):
    centers, widths = rng.normal(size=(5, dim)), 10 ** rng.uniform(-4, 0, size=(5, 1))
    which = rng.integers(5, size=n)
    return centers[which] + widths[which] * rng.normal(size=(n, dim))


def _filament(rng, n, dim):
    t = rng.random((n, 1))
    return np.cos(np.arange(1, dim + 1) * 3 * t + np.arange(dim)) + 1e-2 * rng.normal(size=(n, dim))


def _plane(rng, n, dim):
    x = rng.random((n, dim))
    x[:, -1] = 0.5
    return x


def _outlier(rng, n, dim):
    x = rng.random((n, dim))
    x[:1] = log_uniform(rng, 1e1, 1e5)
    return x


def _tight(rng, n, dim):
    x = rng.random((n, dim))
    x[n // 2 :] = 0.3 + 1e-6 * rng.random((n - n // 2, dim))
    return x


CLOUDS = {
    "uniform": lambda rng, n, dim: rng.random((n, dim)),
    "normal": lambda rng, n, dim: rng.normal(size=(n, dim)),
    "plummer": lambda rng, n, dim: (
        _directions(rng, n, dim) / np.sqrt(rng.random((n, 1)) ** (-2 / 3) - 1)
    ),
    "log-normal radii": lambda rng, n, dim: (
        _directions(rng, n, dim) * np.exp(2 * rng.normal(size=(n, 1)))
    ),
    "clusters": _clusters,
    "shell": lambda rng, n, dim: _directions(rng, n, dim) * (1 + 1e-3 * rng.random((n, 1))),
    "line": lambda rng, n, dim: rng.random((n, 1)) * rng.normal(size=(1, dim)),
    "plane": _plane,
    "filament": _filament,
    "jittered lattice": lambda rng, n, dim: (
        _lattice(rng, n, dim) + 1e-3 * rng.normal(size=(n, dim))
    ),
    "crystal": _lattice,
    "coincident": lambda rng, n, dim: rng.random((max(1, n // 3), dim))[
        rng.integers(max(1, n // 3), size=n)
    ],
    "all equal": lambda rng, n, dim: np.broadcast_to(rng.random((1, dim)), (n, dim)),
    "outlier": _outlier,
    "tight cluster": _tight,
    "integers": lambda rng, n, dim: rng.integers(-50, 50, size=(n, dim)).astype(float),
}
USUAL = ("uniform", "normal", "plummer", "clusters")


def _targets(rng, cloud, sources, m):
    """(how, targets): unscaled targets for unscaled sources."""
    n, dim = sources.shape
    how = pick(rng, "same cloud", "some on sources", "far", "plane", "line", "sources' own array")
    x = np.array(cloud(rng, m, dim))
    if how == "some on sources" and n:
        some = rng.random(m) < 0.3
        x[some] = sources[rng.integers(n, size=m)][some]
    elif how == "far":
        x = x + log_uniform(rng, 1, 1e4) * _directions(rng, 1, dim)
    elif how == "plane":
        x[:, 0] = 0.5
    elif how == "line":
        x[:, 1:] = 0.5
    elif how == "sources' own array":
        x = sources
    return how, x


# Kernels: what is drawn for an extent and a spacing of the points.


def dipole(x, y, moment):
    u = x - y
    return jnp.dot(moment, u) / jnp.linalg.norm(u) ** 3


def screened(x, y, length):
    r = jnp.linalg.norm(x - y)
    return jnp.exp(-r / length) / r


def uneven(x, y, length):
    """Neither symmetric nor a function of x - y."""
    return jnp.exp(-jnp.square((x - y) / length).sum()) * (1 + 0.5 * jnp.sin(x[0] / length))


def force(x, y, length):
    u = x - y
    return u / length / (1 + jnp.square(u / length).sum()) ** 1.5


def rational(x, y, parts):
    """parts: a length and an exponent."""
    return (1 + jnp.square((x - y) / parts[0]).sum()) ** -parts[1]


CUSTOM = {
    "dipole": dipole,
    "screened": screened,
    "uneven": uneven,
    "force": force,
    "rational": rational,
}
SINGULAR = ("dipole", "screened")


@dataclasses.dataclass(frozen=True)
class Drawn:
    """A kernel: name, formula of `tests.reference`, parameters as they are in the precision of the
    points, and what makes jaxfmm's kernel of them."""

    name: str
    formula: Any
    parameters: dict
    build: Any
    methods: tuple = ("auto", "direct")

    def made(self):
        """With plain numbers, as users write them."""
        return self.build(
            **{k: float(v) if np.ndim(v) == 0 else v for k, v in self.parameters.items()}
        )


def _length(rng, extent, tame=False):
    usual = chance(rng, 0.85)
    if tame:
        return extent * log_uniform(rng, 1e-2, 10)
    return extent * (log_uniform(rng, 1e-3, 3) if usual else log_uniform(rng, 1e-7, 1e6))


def _bandwidth(rng, length, dim):
    kind = pick(rng, "number", "number", "axes", "matrix")
    if kind == "number":
        return length
    if kind == "axes":
        return length * 10 ** rng.uniform(-1, 1, size=dim)
    root = np.linalg.qr(rng.normal(size=(dim, dim)))[0] * 10 ** rng.uniform(-0.7, 0.7, size=dim)
    return length**2 * root @ root.T


def _waves(rng, tame):
    """How many wavelengths there are along the points."""
    return 0.0 if chance(rng, 0.05) else log_uniform(rng, 1e-2, 5 if tame else 30)


def _custom(rng, length, dim):
    name = pick(rng, *CUSTOM)
    value = {
        "dipole": rng.normal(size=dim),
        "rational": np.array([length, rng.uniform(0.3, 3)]),
    }.get(name, length)
    fn, singular = CUSTOM[name], name in SINGULAR
    made = functools.partial(_build_custom, fn, singular)
    return Drawn(f"Custom {name}", reference.Pair(fn, singular), {"value": value}, made)


def _build_custom(fn, singular, value):
    return jaxfmm.Custom(fn, value, singular=singular)


EXPANSIONS, INTERPOLATED, COMPACT = ("auto", "fmm", "treecode", "direct"), ("auto", "fmm", "direct"), (
    "auto", "truncated", "direct")  # fmt: skip
GAUSSIAN = ("auto", "fourier", "fgt", "truncated", "direct")


def kernel(rng, name, dim, extent, spacing, dtype, tame):
    """A `Drawn` kernel with parameters that make sense for the extent of the points, or not
    quite."""
    length = _length(rng, extent, tame)
    if name == "Laplace":
        parameters = {} if chance(rng, 0.6) else {"softening": length}
        drawn = Drawn(
            name, reference.FORMULAS[f"Laplace {dim}D"], parameters, jaxfmm.Laplace, EXPANSIONS
        )
        if dim == 3 and parameters and chance(rng, 0.5):
            made = functools.partial(jaxfmm.Laplace, profile="spline")
            drawn = Drawn(name, reference.FORMULAS["Laplace spline"], parameters, made, EXPANSIONS)
    elif name == "Cauchy":
        drawn = Drawn(name, reference.FORMULAS[name], {}, jaxfmm.Cauchy, EXPANSIONS)
    elif name == "VortexBlob":
        drawn = Drawn(
            name, reference.FORMULAS[name], {"core": length}, jaxfmm.VortexBlob, EXPANSIONS
        )
    elif name == "Yukawa":
        parameters = {"screening": 0.0 if chance(rng, 0.05) else 1 / length}
        drawn = Drawn(name, reference.FORMULAS[name], parameters, jaxfmm.Yukawa, INTERPOLATED)
    elif name == "Helmholtz":
        parameters = {"wavenumber": 2 * np.pi * _waves(rng, tame) / extent}
        if dim == 2:
            parameters["wavenumber"] = max(parameters["wavenumber"], 1e-3 / extent)
        formula = reference.FORMULAS["Helmholtz 2D" if dim == 2 else name]
        drawn = Drawn(name, formula, parameters, jaxfmm.Helmholtz, INTERPOLATED)
    elif name == "InverseMultiquadric":
        drawn = Drawn(
            name,
            reference.FORMULAS[name],
            {"length": length},
            jaxfmm.InverseMultiquadric,
            INTERPOLATED,
        )
    elif name == "Matern":
        twice = pick(rng, 1, 3, 5)
        made = functools.partial(jaxfmm.Matern, smoothness=twice / 2)
        drawn = Drawn(
            name, reference.FORMULAS[f"Matern {twice}/2"], {"length": length}, made, INTERPOLATED
        )
    elif name == "LennardJones":
        sigma = spacing * log_uniform(rng, 0.1, 2)
        parameters = {
            "sigma": sigma,
            "epsilon": log_uniform(rng, 1e-3, 1e3),
            "cutoff": sigma * rng.uniform(0.9, 5),
        }
        drawn = Drawn(name, reference.FORMULAS[name], parameters, jaxfmm.LennardJones, COMPACT)
    elif name == "Wendland":
        drawn = Drawn(name, reference.FORMULAS[name], {"radius": length}, jaxfmm.Wendland, COMPACT)
    elif name == "Gaussian":
        span = pick(rng, (1.0, 1.0), (1.0, 1.0), (0.5, 2.0))
        methods = GAUSSIAN + (("exponentials",) if dim == 1 else ())
        made = functools.partial(jaxfmm.Gaussian, span=span)
        drawn = Drawn(
            name,
            reference.FORMULAS[name],
            {"bandwidth": _bandwidth(rng, length, dim)},
            made,
            methods,
        )
    else:
        drawn = _custom(rng, length, dim)
    if dim > 3:
        drawn = dataclasses.replace(
            drawn, methods=tuple(m for m in drawn.methods if m in ("auto", "direct"))
        )
    with np.errstate(over="ignore"):  # squares of large bandwidths become infinite, and refused
        rounded = {k: np.asarray(v, dtype) for k, v in drawn.parameters.items()}
    return dataclasses.replace(drawn, parameters=rounded)


DIMENSIONS = {
    "Laplace": (2, 3, 3), "Cauchy": (2,), "VortexBlob": (2,), "Yukawa": (3,), "InverseMultiquadric": (1, 2, 3, 5),
    "Matern": (1, 2, 3, 4), "LennardJones": (1, 2, 3, 3, 4), "Wendland": (1, 2, 3), "Gaussian": (1, 2, 3, 5),
    "Custom": (1, 2, 3, 4), "Helmholtz": (2, 3),
}  # fmt: skip
KERNELS = ("Laplace", "Laplace", "Gaussian", *DIMENSIONS)


def charges(rng, n, real=False):
    """(kind, (n,) or (n, k))."""
    shape = (n,) if chance(rng, 0.7) else (n, int(rng.integers(1, 4)))
    signs = rng.normal(size=shape)
    kind = pick(rng, "one "
                     "sign", "one "
                             "sign", "both "
                                     "signs", "both "
                                              "signs", "zero sum", "zero", "one", "wide", "complex",
                "small", "large", "log-normal", "power law", "one heavy")  # fmt: skip
    if kind == "complex":
        return (kind, signs + 1j * rng.normal(size=shape)) if not real else ("both signs", signs)
    one = np.zeros(shape)
    one[:1] = 1.0
    sign = np.sign(signs) if chance(rng, 0.5) else np.ones(shape)
    return kind, {
        "one "
        "sign": abs(signs) + 0.1, "zero "
                                  "sum": signs - signs.mean(0) if n else signs, "zero": 0 * signs, "one": one,
        "wide": signs * 10 ** rng.uniform(-10, 0, size=shape), "small": 1e-20 * signs, "large": 1e20 * signs,
        "log-normal": sign * rng.lognormal(0, 2, shape), "power "
                                                         "law": sign * (1 + rng.pareto(0.9, shape)),
        "one heavy": np.where(one > 0, 1.0, 1e-6 * signs),
    }.get(kind, signs)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Problem:
    """A sum: arrays of one precision in numpy, targets None for the sources, and the options of its
    plan."""

    kernel: Drawn
    sources: np.ndarray
    targets: np.ndarray | None
    charges: np.ndarray
    options: dict
    story: tuple[str, ...]

    @property
    def dtype(self):
        return self.sources.dtype

    @property
    def promised(self):
        return "order" not in self.options and "theta" not in self.options

    def at(self):
        return self.sources if self.targets is None else self.targets

    def __str__(self):
        k = self.kernel
        shapes = f"{len(self.sources)} sources, {len(self.at())} targets "
        shapes += f"in {self.sources.shape[1]}D, {self.dtype}"
        parameters = {name: value.tolist() for name, value in k.parameters.items()}
        return f"{k.name} {parameters}, {shapes}, {', '.join(self.story)}, {self.options}"


def number(rng, most, rarely_few=0.1):
    if chance(rng, rarely_few):
        return min(most, int(rng.integers(0, 4)))
    return int(log_uniform(rng, 4, max(5, most)))


def tolerance(rng, dtype):
    return (
        log_uniform(rng, 5.1e-6, 1e-1) if dtype == np.float32 else log_uniform(rng, 1.1e-13, 1e-1)
    )


def problem(rng, *, most, backends, tame=False, real=False, names=KERNELS, dim=None):
    """A `Problem` of at most that many points. tame: of usual scales, where derivatives are
    compared; dim: of points, None for one that the kernel has."""
    dtype = np.dtype(pick(rng, "float32", "float32", "float64"))
    name = pick(rng, *names)
    dim = pick(rng, *DIMENSIONS[name]) if dim is None else dim
    n = number(rng, min(most, 200) if tame and name == "VortexBlob" else most)
    where = pick(rng, *CLOUDS) if chance(rng, 0.6) else pick(rng, *USUAL)
    usual_scale = (
        chance(rng, 0.8) or tame or name == "Custom"
    )  # whose own powers of distances overflow
    scale = log_uniform(rng, 1e-3, 1e3) if usual_scale else log_uniform(rng, 1e-28, 1e28)
    offset = 0.0
    if chance(rng, 0.12):
        offset = log_uniform(rng, 1, 1e2 if tame else 1e6 if dtype == np.float32 else 1e12)
    cloud = CLOUDS[where]
    plain = np.array(cloud(rng, n, dim))
    how, plain_targets = "targets are sources", None
    if chance(rng, 0.5):
        how, plain_targets = _targets(rng, cloud, plain, number(rng, most, 0.05))
    place = offset * rng.normal(size=(1, dim))
    sources, targets = (
        None if x is None else (scale * (x + place)).astype(dtype) for x in (plain, plain_targets)
    )  # fmt: skip
    extent = float(np.ptp(sources, axis=0).max()) if n > 1 else scale
    extent = extent if extent > 0 else scale
    drawn = kernel(rng, name, dim, extent, extent / max(n, 1) ** (1 / dim), dtype, tame)
    kind, q = charges(rng, n, real)
    story = (where, how, f"scale {scale:.2g}", f"offset {offset:.2g}", f"charges {kind} {q.shape}")
    q = q.astype(np.result_type(np.complex64, dtype) if np.iscomplexobj(q) else dtype)
    return Problem(drawn, sources, targets, q, _options(rng, drawn, dim, dtype, backends), story)


def _options(rng, drawn, dim, dtype, backends):
    method = "auto" if chance(rng, 0.4) else pick(rng, *drawn.methods)
    options = {"tol": tolerance(rng, dtype), "gradient": chance(rng, 0.6), "method": method}
    if chance(rng, 0.25):
        options["tree"] = "balanced"
    if chance(rng, 0.15):
        options["leaf_size"] = int(log_uniform(rng, 1, 4096))
    if "fmm" in drawn.methods and chance(rng, 0.1):
        options["order"] = int(rng.integers(3, 16))
    if "fmm" in drawn.methods and chance(rng, 0.1):
        options["theta"] = float(rng.uniform(0.2, 0.9))
    if (backend := pick(rng, *backends)) is not None:
        options["backend"] = backend
    return options


def columns(charges):
    """charges (n,) or (n, k) as (n, k)."""
    return charges if charges.ndim == 2 else charges[:, None]


def arrays(tree):
    return jax.tree.map(jnp.asarray, tree)
