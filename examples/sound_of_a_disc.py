"""The sound of a disc that vibrates in a wall: a pattern of rings near it, a beam far away.

    python examples/sound_of_a_disc.py
    python examples/sound_of_a_disc.py --sources 50000 --width 400

Each piece of the disc sends out a wave. Their sum is the integral of Rayleigh (1896, section 278),

    p(x) = -i k / (2 pi) int exp(i k r) / r dA ,

in units of the density, the speed of sound and the speed of the disc. Here it is a sum of
`Helmholtz` kernels over points that share the area. On the axis of a disc of radius a the integral
is exp(i k z) - exp(i k sqrt(z^2 + a^2)), and the sum is compared with this. With matplotlib
installed it draws the sound at one time, its amplitude, and the amplitude on the axis. It takes 5 s
on two CPU cores.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

WAVENUMBER = 2 * np.pi  # lengths are in wavelengths
RADIUS = 4.0  # of the disc
NEAR, FAR = 0.3, 24.0  # distances from the disc at which the picture begins and ends
HALF_WIDTH = 8.0  # of the picture


def disc(n: int) -> np.ndarray:
    """Points (n, 3) that share the area of the disc, in a spiral of golden angles (Vogel 1979)."""
    i = np.arange(n)
    radius, angle = RADIUS * np.sqrt((i + 0.5) / n), i * np.pi * (3 - np.sqrt(5))
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.zeros(n)], axis=1)


def sound(sources: np.ndarray, targets: np.ndarray, tol: float) -> np.ndarray:
    """The pressure (m,) at targets (m, 3)."""
    area = np.pi * RADIUS**2 / len(sources)
    charges = jnp.full(len(sources), WAVENUMBER * area / (2 * np.pi), jnp.float32)
    x, y = (jnp.asarray(points, jnp.float32) for points in (sources, targets))
    kernel = jaxfmm.Helmholtz(WAVENUMBER)
    return -1j * np.asarray(jaxfmm.potential(x, charges, y, kernel=kernel, tol=tol))


def main(argv: Sequence[str] | None = None) -> float:
    """Returns the relative error on the axis."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sources", type=int, default=20_000)
    parser.add_argument("--width", type=int, default=120, help="points across half the picture")
    parser.add_argument("--tol", type=float, default=1e-4)
    pictures.add_argument(parser, "sound_of_a_disc")
    options = parser.parse_args(argv)

    sources = disc(options.sources)
    x = (np.arange(options.width) + 0.5) * HALF_WIDTH / options.width
    z = np.linspace(NEAR, FAR, int(options.width * FAR / HALF_WIDTH))
    plane = np.stack(np.broadcast_arrays(x[:, None], 0.0, z[None]), axis=-1)
    axis = np.stack(np.broadcast_arrays(0.0, 0.0, z), axis=-1)
    start = time.perf_counter()
    everywhere = sound(sources, np.concatenate([plane.reshape(-1, 3), axis]), options.tol)
    seconds = time.perf_counter() - start
    in_plane, on_axis = np.split(everywhere, [x.size * z.size])
    pressure = in_plane.reshape(x.size, z.size)
    exact = np.exp(1j * WAVENUMBER * z) - np.exp(1j * WAVENUMBER * np.sqrt(z**2 + RADIUS**2))
    error = np.linalg.norm(on_axis - exact) / np.linalg.norm(exact)
    print(f"{len(sources):,} sources, {len(everywhere):,} places: {seconds:.1f} s with compilation")
    print(f"On the axis the sum differs from the closed form by {error:.1e}")
    draw(options.picture, z, pressure, on_axis, exact)
    return error


def draw(
    path: Path, z: np.ndarray, pressure: np.ndarray, on_axis: np.ndarray, exact: np.ndarray
) -> None:
    if (figure := pictures.figure(9, 6.5)) is None:
        return
    whole = np.concatenate([pressure[::-1], pressure])
    top, middle, bottom = figure.subplots(3, 1, sharex=True, height_ratios=(2, 2, 1))
    box = (z[0], z[-1], -HALF_WIDTH, HALF_WIDTH)
    for axes, values, colours, lowest, title in (
        (top, whole.real, "RdBu_r", -2, "the sound at one time"),
        (middle, np.abs(whole), "magma", 0, "its amplitude"),
    ):
        shown = axes.imshow(values, extent=box, cmap=colours, vmin=lowest, vmax=2)
        axes.set_aspect("auto")
        axes.plot([z[0], z[0]], [-RADIUS, RADIUS], color=pictures.COLOURS[2], linewidth=5)
        axes.set_title(title)
        axes.set_ylabel("wavelengths")
        figure.colorbar(shown, ax=axes)
    bottom.plot(z, np.abs(exact), color=pictures.COLOURS[1], linewidth=4, label="closed form")
    bottom.plot(z, np.abs(on_axis), color=pictures.COLOURS[0], linewidth=1, label="sum")
    bottom.set_title("amplitude on the axis")
    bottom.set_xlabel("wavelengths from the disc")
    bottom.legend(loc="lower right")
    pictures.save(figure, path)


if __name__ == "__main__":
    main()
