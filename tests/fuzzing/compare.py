"""When a result is right, loose or wrong."""

import numpy as np
import reference
from fuzzing import draw

ROUNDING = {
    "sums": 30,
    "derivatives": 300,
}  # in units of the last place of the size of what was added up
PAIRS = 1_000_000  # of a comparison; in one that ends badly 16 times as many


class Wrong(Exception):
    """A result is not what it should be."""


def compare(
    name, found, exact, size, tol, dtype, *, rounding, weak=0.0, steps=1.0, overflows=False
):
    """Whether a result is "right" or "loose"; raises Wrong for others.

    Args:
      size: of what was added up, of a shape that `exact` (m, ..., k) broadcasts with.
      rounding: how many units of the last place of it are allowed.
      steps: results need not be finite where the largest number to the power of one over it is
        exceeded, since numbers on the way to derivatives are larger than what is made of them.
      overflows: whether results need not be finite at all.
      weak: times tol and for each target, what is allowed of loose results beside 10 tol of that
        size.
    """
    found, exact = np.asarray(found), np.asarray(exact)
    if found.shape != exact.shape:
        raise Wrong(f"{name}: shape {found.shape}, expected {exact.shape}")
    if found.dtype not in (dtype, np.result_type(np.complex64, dtype)):
        raise Wrong(f"{name}: dtype {found.dtype}, expected {dtype}")
    limits = np.finfo(dtype)
    size = np.broadcast_to(size, exact.shape)
    with np.errstate(all="ignore"):
        known = (abs(exact) < limits.max / 8) & (size < limits.max / 8)
        within = size < min(limits.max / 8, float(limits.max) ** (1 / steps))
        known &= (known.all() & within.all() & (not overflows)) | np.isfinite(
            found
        )  # infinity spreads
        error, exact, size = (
            np.where(known, x, 0) for x in (found.astype(complex) - exact, exact, size)
        )
    if not np.isfinite(error).all():
        raise Wrong(
            f"{name}: {(~np.isfinite(error)).sum()} of {error.size} are not finite, all should be"
        )
    error, norm, terms = map(reference.norm, (error, exact, size))
    floor = 100 * float(limits.tiny) * np.sqrt(max(1, exact.size))
    allowed = tol * norm + rounding * float(limits.eps) * terms + floor
    if error <= allowed:
        return "right"
    if error <= 10 * tol * terms + allowed + tol * weak * np.sqrt(exact.size):
        return "loose"
    worst = np.unravel_index(np.argmax(abs(np.where(known, found - exact, 0))), exact.shape)
    raise Wrong(
        f"{name}: L2 error {error:.3g} of {norm:.3g} (terms {terms:.3g}), relative "
        f"{error / max(norm, 1e-300):.3g}, tol {tol:.3g}, {error / allowed:.3g} times what is "
        f"allowed; worst at {worst}: found {found[worst]}, expected {exact[worst]}"
    )


def right_sums(problem, found, rng):
    """Compares what `evaluate` gave, by name, with the reference."""
    p, tol = problem, problem.options["tol"] if problem.promised else 0.5
    q = draw.columns(p.charges)
    m, n = len(p.at()), max(1, len(p.sources))
    weak = abs(q).sum() if p.kernel.name == "Gaussian" and p.options["method"] != "direct" else 0.0

    def at(rows):
        exact = reference.sums(
            p.kernel.formula, p.kernel.parameters, p.at()[rows], p.sources, q, p.dtype
        )
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
            return compare(
                name, part, exact.potential, spread(exact.potential_size, exact.potential), **same
            )
        slope = exact.gradient
        size = spread(exact.gradient_size, slope)
        if name == "velocity":
            slope = np.stack([slope[:, 1], -slope[:, 0]], axis=1) / (2 * np.pi)
        return compare(
            name,
            part,
            slope,
            size,
            **same | {"weak": weak * reference.steepness(p.kernel.parameters, slope.shape[-2])},
        )

    def judge_energy(value, exact, same):
        limit = reference.itself(p.kernel.formula, p.kernel.parameters, p.sources)[:, None]
        phi = exact.potential - limit * q
        terms = 0.5 * (abs(q) * (exact.potential_size + abs(limit * q))).sum(0)
        # the potential keeps tol, so the energy keeps it against the norms of charges and potential
        norms = np.array(
            [0.5 * reference.norm(a) * reference.norm(b) for a, b in zip(q.T, exact.potential.T)]
        )
        value = np.atleast_1d(value)
        extra = tol * norms / (float(np.finfo(p.dtype).eps) * ROUNDING["sums"])
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
