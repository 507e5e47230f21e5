"""The inputs that every test and benchmark draws from: distributions of points, kinds of charges,
direct sums; and the comparison of backends."""

import dataclasses
import pathlib

import jax
import numpy as np

ACTIN = pathlib.Path(__file__).parents[1] / "examples" / "data" / "actin_dimer.csv.gz"


def _directions(rng, n):
    u = rng.normal(size=(n, 3))
    return u / np.linalg.norm(u, axis=1, keepdims=True)


def cube(rng, n):
    return rng.random((n, 3))


def plummer(rng, n):
    """A Plummer sphere of scale length 1, cut at radius 50."""
    radius = np.minimum(1 / np.sqrt(rng.random(n) ** (-2 / 3) - 1), 50.0)
    return radius[:, None] * _directions(rng, n)


def shell(rng, n):
    """A sphere's surface, a thousandth of its radius thick."""
    return (1 + 1e-3 * rng.random((n, 1))) * _directions(rng, n)


def filament(rng, n):
    """A helix of thickness 0.01 along z."""
    t = rng.random(n)
    helix = np.stack([np.cos(12 * t), np.sin(12 * t), 5 * t], axis=1)
    return helix + 0.01 * rng.normal(size=(n, 3))


def clusters(rng, n):
    """Two Gaussian clusters of size 1 and 0.1, a distance of 100 apart."""
    x = rng.normal(size=(n, 3))
    x[n // 2 :] = 0.1 * x[n // 2 :] + np.array([[100.0, 20.0, -5.0]])
    return x


def actin(rng, n):
    """The 11,754 atoms of an actin dimer, whatever n."""
    return np.loadtxt(ACTIN, delimiter=",", skiprows=1)[:, :3]


DISTRIBUTIONS = {f.__name__: f for f in (cube, plummer, shell, filament, clusters, actin)}


# Heavy tails: a few points are far from all others, and the box is large beside what most of them
# fill.


def plummer_uncut(rng, n):
    """A Plummer sphere of scale length 1 and of infinite extent."""
    radius = 1 / np.sqrt((1 - rng.random(n)) ** (-2 / 3) - 1 + 1e-12)
    return radius[:, None] * _directions(rng, n)


def lognormal(rng, n):
    """Log-normal radii: half of the points within 1, one in a thousand beyond 480."""
    return np.exp(2 * rng.normal(size=(n, 1))) * _directions(rng, n)


def cube_outliers(rng, n):
    """The unit cube, and 100 points spread over a hundred times its size."""
    x = rng.random((n, 3))
    x[:100] += 100 * rng.normal(size=(100, 3))[:n]
    return x


def student(rng, n):
    """Student's t distribution of two degrees of freedom along each axis."""
    return rng.standard_t(2, size=(n, 3))


def disk_halo(rng, n):
    """An exponential disk a tenth as thick as wide, and a tenth of the points in an uncut Plummer
    sphere of scale 5."""
    x = 5 * plummer_uncut(rng, n)
    disk = rng.random(n) < 0.9
    radius, angle = rng.gamma(2.0, size=n), 2 * np.pi * rng.random(n)
    flat = np.stack(
        [radius * np.cos(angle), radius * np.sin(angle), 0.1 * rng.normal(size=n)], axis=1
    )
    return np.where(disk[:, None], flat, x)


HEAVY_TAILS = {f.__name__: f for f in (plummer_uncut, lognormal, cube_outliers, student, disk_halo)}


def close_dipoles(rng, n, draw, apart):
    """Pairs of points, one after the other: the first by `draw`, the second in any direction
    `apart` times as far as the nearest of the first ones."""
    from scipy import spatial

    x = draw(rng, n // 2)
    nearest = spatial.cKDTree(x).query(x, k=2)[0][:, 1:]
    return np.stack([x, x + apart * nearest * _directions(rng, n // 2)], axis=1).reshape(-1, 3)


def without_outliers(points):
    """The 99 in 100 points that are nearest to the median."""
    distance = np.linalg.norm(points - np.median(points, axis=0), axis=1)
    return points[distance <= np.quantile(distance, 0.99)]


# In the plane; the first three are those of Goude & Engblom 2013, section 5.4: rejected to fit the
# unit square.


def square(rng, n):
    return rng.random((n, 2))


def _normal(rng, n, deviation=0.1):
    """n normal numbers of mean 1/2 between 0 and 1."""
    x = 0.5 + deviation * rng.normal(size=n)
    while (outside := (x < 0) | (x > 1)).any():
        x[outside] = 0.5 + deviation * rng.normal(size=outside.sum())
    return x


def normal(rng, n):
    """Of variance 1/100 along each axis."""
    return np.stack([_normal(rng, n), _normal(rng, n)], axis=1)


def layer(rng, n):
    """Uniform in x, normal of variance 1/100 in y."""
    return np.stack([rng.random(n), _normal(rng, n)], axis=1)


def spiral(rng, n):
    """A curve of thickness 0.001."""
    t = rng.random(n)
    curve = t[:, None] * np.stack([np.cos(12 * t), np.sin(12 * t)], axis=1)
    return curve + 1e-3 * rng.normal(size=(n, 2))


def pair(rng, n):
    """Two Gaussian clusters of size 1 and 0.1, a distance of 100 apart."""
    x = rng.normal(size=(n, 2))
    x[n // 2 :] = 0.1 * x[n // 2 :] + np.array([[100.0, 20.0]])
    return x


DISTRIBUTIONS_2D = {f.__name__: f for f in (square, normal, layer, spiral, pair)}


def one_sign(rng, points):
    return rng.random(len(points)) + 0.5


def both_signs(rng, points):
    return rng.normal(size=len(points))


CHARGES = {f.__name__: f for f in (one_sign, both_signs)}


def direct(sources, charges, targets=None, *, softening=0.0, block=256):
    """Potential (m, ...) and gradient (m, d, ...) of 1/r in 3D, of -log r in 2D, in float64 by
    numpy, pairs at distance zero left out."""
    sources, charges = np.asarray(sources, np.float64), np.asarray(charges)
    targets = sources if targets is None else np.asarray(targets, np.float64)
    charges = charges.astype(complex if np.iscomplexobj(charges) else float)
    potential, gradient = [], []
    for first in range(0, len(targets), block):
        d = targets[first : first + block, None] - sources
        r2 = np.einsum("mnd,mnd->mn", d, d)
        inverse = np.divide(1, r2 + softening**2, where=r2 > 0, out=np.zeros_like(r2))
        if sources.shape[1] == 3:
            value = np.sqrt(inverse)
            slope = inverse * value
        else:
            value = 0.5 * np.log(inverse, where=r2 > 0, out=np.zeros_like(r2))
            slope = inverse
        potential.append(value @ charges)
        gradient.append(
            -np.stack([(slope * d[..., i]) @ charges for i in range(sources.shape[1])], axis=1)
        )
    return np.concatenate(potential), np.concatenate(gradient)


def error(value, reference):
    """Relative L2 error."""
    value, reference = np.asarray(value), np.asarray(reference)
    value = value.astype(complex if np.iscomplexobj(value) else float)
    return np.linalg.norm(value - reference) / np.linalg.norm(reference)


def worst(found, expected, segments):
    """The largest relative error of a segment. Results that must be zero, as those of padding, have
    to be."""
    each = []
    for segment in np.unique(segments):
        mask = np.asarray(segments) == segment
        if expected[mask].any():
            each.append(error(np.asarray(found)[mask], expected[mask]))
        else:  # padding, or no point near another
            assert not np.asarray(found)[mask].any()
    return max(each)


def same_by_xla(backend, dtype, function, plan, *arrays):
    """`function(plan, *arrays)` by a compiled backend is what XLA makes of it, on the same tree and
    lists; for CUDA's operations, what the CPU's make of it."""

    def by(name):
        return dataclasses.replace(plan, choice=plan.choice.with_request(backend=name))

    value = jax.jit(function)(plan, *arrays)
    if backend == "cpu":
        reference = jax.jit(function)(by("xla"), *arrays)
    else:
        reference = jax.jit(function)(*jax.device_put((by(None), *arrays), jax.devices("cpu")[0]))
    tolerance = 3e-5 if dtype == np.float32 else 1e-12
    for a, b in zip(jax.tree.leaves(value), jax.tree.leaves(reference), strict=True):
        scale = np.abs(np.asarray(b)).max()
        np.testing.assert_allclose(np.asarray(a) / scale, np.asarray(b) / scale, atol=tolerance)
