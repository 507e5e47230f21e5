"""The inputs that every test and benchmark draws from: distributions of points, kinds of charges, direct sums."""

import pathlib

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


def one_sign(rng, points):
    return rng.random(len(points)) + 0.5


def both_signs(rng, points):
    return rng.normal(size=len(points))


CHARGES = {f.__name__: f for f in (one_sign, both_signs)}


def direct(sources, charges, targets=None, *, softening=0.0, block=256):
    """Potential (m, ...) and gradient (m, 3, ...) in float64 by numpy, pairs at distance zero left out."""
    sources, charges = np.asarray(sources, np.float64), np.asarray(charges, np.float64)
    targets = sources if targets is None else np.asarray(targets, np.float64)
    potential, gradient = [], []
    for first in range(0, len(targets), block):
        d = targets[first : first + block, None] - sources
        r2 = np.einsum("mnd,mnd->mn", d, d)
        with np.errstate(divide="ignore"):
            inverse = np.where(r2 > 0, 1 / np.sqrt(r2 + softening**2), 0.0)
        potential.append(inverse @ charges)
        cube_ = inverse**3
        gradient.append(-np.stack([(cube_ * d[..., i]) @ charges for i in range(3)], axis=1))
    return np.concatenate(potential), np.concatenate(gradient)


def error(value, reference):
    """Relative L2 error."""
    value, reference = np.asarray(value, np.float64), np.asarray(reference, np.float64)
    return np.linalg.norm(value - reference) / np.linalg.norm(reference)
