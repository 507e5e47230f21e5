"""Densities, against sums of logarithms in float64."""

import warnings

import jax.numpy as jnp
import numpy as np
import reference
from fuzzing import draw
from fuzzing.compare import Wrong
from fuzzing.draw import arrays, chance, pick

import jaxfmm


def densities(rng, setting):
    dtype, dim = np.dtype(pick(rng, "float32", "float64")), pick(rng, 1, 1, 2, 2, 3, 5)
    n = max(1, draw.number(rng, min(setting.most, 10_000), 0.05))
    where = pick(rng, *draw.CLOUDS) if chance(rng, 0.4) else pick(rng, *draw.USUAL)
    scale = (
        draw.log_uniform(rng, 1e-3, 1e3) if chance(rng, 0.9) else draw.log_uniform(rng, 1e-15, 1e15)
    )
    points = (scale * draw.CLOUDS[where](rng, n, dim)).astype(dtype)
    extent = max(float(np.ptp(points, axis=0).max()), 1e-3 * scale)
    rule = pick(rng, "scott", "silverman", "silverman", "isj", "cv", *["given"] * 4)
    rule = "silverman" if rule == "cv" and n > 2000 else rule
    bandwidth = rule
    if rule == "given":
        h = extent * draw.log_uniform(rng, 1e-3, 1)
        bandwidth = pick(rng, h, h, h * np.exp(rng.normal(size=dim)), h**2 * (np.eye(dim) + 0.3))
        bandwidth = bandwidth if np.ndim(bandwidth) == 0 else bandwidth.astype(dtype)
    weights = pick(
        rng, None, None, rng.random(n).astype(dtype), (rng.random(n) ** 20 + 1e-30).astype(dtype)
    )
    tol = draw.log_uniform(rng, 1e-6 if dtype == np.float64 else 1e-3, 1e-2)
    options = {"tol": tol, "adaptive": pick(rng, None, None, None, 0.5, 1.0)}
    if dim <= 2 and chance(rng, 0.25):
        low, high = points.min(0) - 0.01 * extent, points.max(0) + 0.01 * extent
        options["bounds"] = [(float(low[c]), pick(rng, None, float(high[c]))) for c in range(dim)]
    check = pick(rng, "gradient", "alone", "leave one out", "NaN")
    where = f"{where}, scale {scale:.2g}"
    story = f"{check}, {n} points ({where}) in {dim}D, {dtype}, bandwidth {bandwidth}, "
    story += f"weights {weights is not None}"
    yield f"{story}, {options}"
    with warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", "bandwidth=.*of the points repeat others", UserWarning
        )  # integers do
        density = jaxfmm.KernelDensity(bandwidth, **options).fit(
            jnp.asarray(points), arrays(weights)
        )
    h = np.asarray(density.bandwidth)
    wide = (points.astype(float), np.ones(n) if weights is None else weights.astype(float))
    if rule in ("scott", "silverman"):
        right_rule(rule, h, *wide)
    scales = None if density.scales is None else np.asarray(density.scales)
    exactly = {"scales": scales, "bounds": options.get("bounds")}
    eps = float(np.finfo(dtype).eps)
    if (
        h.ndim == 2
    ):  # its Cholesky factor is right for a covariance that differs from it by rounding
        deviation = np.sqrt(np.diag(h).astype(float))
        eps *= np.linalg.cond(h / deviation[:, None] / deviation)

    def close(name, found, exact, size):
        """Each number to tol, beside the rounding of exponents."""
        if found.shape != exact.shape or found.dtype != dtype:
            raise Wrong(f"{name}: {found.dtype} {found.shape}, expected {dtype} {exact.shape}")
        finite = np.isfinite(exact) & (abs(exact) < np.finfo(dtype).max / 8)
        if not np.array_equal(found[np.isinf(exact)], exact[np.isinf(exact)].astype(dtype)):
            raise Wrong(f"{name}: not -inf where it should be")
        with np.errstate(all="ignore"):
            excess = np.where(finite, abs(found - exact) / (2 * tol + 30 * eps * size), 0)
        worst = np.unravel_index(
            np.argmax(np.where(np.isnan(excess), np.inf, excess)), excess.shape
        )
        if not excess[worst] <= 1:
            raise Wrong(f"{name}: at {worst} found {found[worst]}, expected {exact[worst]}, "
                        f"{excess[worst]:.3g} times what is allowed with tol "
                        f"{tol:.3g}")  # fmt: skip

    spread = np.sqrt(np.diag(h)) if h.ndim == 2 else np.broadcast_to(h, (dim,))
    near = points[rng.integers(n, size=40)] + spread * rng.normal(size=(40, dim))
    far = points[rng.integers(n, size=40)] + spread * rng.normal(
        size=(40, dim)
    ) * 10 ** rng.uniform(0, 4, size=(40, 1))
    queries = np.concatenate([near, far, points[:20]]).astype(dtype)
    exact = reference.log_density(*wide, h, queries, **exactly)
    found = np.asarray(density.log_density(jnp.asarray(queries)))
    close("log_density", found, exact.value, exact.value_size)
    if check == "alone":
        alone = np.asarray(density.log_density(jnp.asarray(queries[45:46])))
        close("log_density alone", alone, exact.value[45:46], exact.value_size[45:46])
    if check == "gradient":
        finite = np.isfinite(exact.value)
        slope = np.asarray(density.grad_log_density(jnp.asarray(queries[finite])))
        size = np.broadcast_to(exact.gradient_size[finite, None], slope.shape)
        unit = np.broadcast_to(
            1 / spread, slope.shape
        )  # tol is of the logarithm, a slope that per bandwidth
        close(
            "gradient, in bandwidths",
            (slope / unit).astype(dtype),
            exact.gradient[finite] / unit,
            size / unit,
        )
    if check == "leave one out" and n > 1:
        some = rng.integers(n, size=20)
        loo = np.asarray(density.loo_log_density())[some]
        exact = reference.log_density(*wide, h, points[some], own=some, **exactly)
        rest = 1 - wide[1][some] / wide[1].sum()  # the logarithm of which is taken
        close("loo_log_density", loo, exact.value, exact.value_size + 1 / np.maximum(rest, eps))
    if check == "NaN":
        exact = reference.log_density(*wide, h, queries[:7], **exactly)
        with_nan = np.concatenate([queries[:3], np.full((1, dim), np.nan, dtype), queries[3:7]])
        again = np.asarray(density.log_density(jnp.asarray(with_nan)))
        close("log_density beside a NaN", np.delete(again, 3), exact.value, exact.value_size)
        if not np.isnan(again[3]):
            raise Wrong(f"log_density of NaN is {again[3]}")
    yield "right"


def right_rule(rule, h, points, weights):
    """The bandwidth of Scott or Silverman, squared, is a factor times the covariance of the
    data."""
    dim, share = points.shape[1], weights / weights.sum()
    number = 1 / np.square(share).sum()
    factor = (number if rule == "scott" else number * (dim + 2) / 4) ** (-1 / (dim + 4))
    offset = points - share @ points
    expected = factor**2 * (share[:, None] * offset).T @ offset / (1 - np.square(share).sum())
    found = h**2 if h.ndim == 0 else h
    error = reference.norm(found - expected) / reference.norm(expected)
    if not error <= 1e3 * np.finfo(h.dtype).eps * (
        1 + (np.abs(points).max() / np.sqrt(np.diag(expected).min()))
    ):
        raise Wrong(
            f"bandwidth {rule} has a covariance of {found}, expected {expected}, error {error:.3g}"
        )
