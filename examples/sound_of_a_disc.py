"""The sound of a disc that vibrates in a wall: near it a pattern of rings, far away a beam.

    python examples/sound_of_a_disc.py
    python examples/sound_of_a_disc.py --sources 50000 --width 400

Each piece of the disc sends out a wave, and what they add up to is the integral of Rayleigh (1896,
section 278),

    p(x) = -i k / (2 pi) int exp(i k r) / r dA ,

in units of density, speed of sound and speed of the disc: a sum of `Helmholtz` over points that
share the area. On the axis of a disc of radius a it is exp(i k z) - exp(i k sqrt(z^2 + a^2)), which
is what the sum is compared with. With matplotlib installed it draws the sound at one time, its
amplitude, and the amplitude on the axis. It takes 5 s on two CPU cores."""

import argparse
import time

import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

WAVENUMBER = 2 * np.pi  # lengths are in wavelengths
RADIUS, FAR, WIDE, FIRST = (
    4.0,
    24.0,
    8.0,
    0.3,
)  # of the disc; how far and how wide the picture reaches, and from where


def disc(n):
    """Points (n, 3) that share the area of the disc, in a spiral of golden angles (Vogel 1979)."""
    i = np.arange(n)
    radius, angle = RADIUS * np.sqrt((i + 0.5) / n), i * np.pi * (3 - np.sqrt(5))
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.zeros(n)], axis=1)


def sound(sources, targets, tol):
    """The pressure (m,) at targets (m, 3)."""
    area = np.pi * RADIUS**2 / len(sources)
    charges = jnp.full(len(sources), WAVENUMBER * area / (2 * np.pi), jnp.float32)
    x, y = (jnp.asarray(points, jnp.float32) for points in (sources, targets))
    return -1j * np.asarray(
        jaxfmm.potential(x, charges, y, kernel=jaxfmm.Helmholtz(WAVENUMBER), tol=tol)
    )


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sources", type=int, default=20_000)
    parser.add_argument(
        "--width", type=int, default=120, help="half the number of points across the picture"
    )
    parser.add_argument("--tol", type=float, default=1e-4)
    pictures.add_argument(parser, "sound_of_a_disc")
    given = parser.parse_args(arguments)

    sources = disc(given.sources)
    x = (np.arange(given.width) + 0.5) * WIDE / given.width
    z = np.linspace(FIRST, FAR, int(given.width * FAR / WIDE))
    plane = np.stack(np.broadcast_arrays(x[:, None], 0.0, z[None]), axis=-1)
    axis = np.stack(np.broadcast_arrays(0.0, 0.0, z), axis=-1)
    start = time.perf_counter()
    found = sound(sources, np.concatenate([plane.reshape(-1, 3), axis]), given.tol)
    seconds = time.perf_counter() - start
    pressure, on_axis = found[: x.size * z.size].reshape(x.size, z.size), found[x.size * z.size :]
    exact = np.exp(1j * WAVENUMBER * z) - np.exp(1j * WAVENUMBER * np.sqrt(z**2 + RADIUS**2))
    error = np.linalg.norm(on_axis - exact) / np.linalg.norm(exact)
    print(f"{len(sources):,} sources, {len(found):,} places, {seconds:.1f} s with compiling")
    print(f"On the axis the sum differs from the closed form by {error:.1e}")
    draw(given.picture, z, pressure, on_axis, exact)
    return error


def draw(path, z, pressure, on_axis, exact):
    if (figure := pictures.figure(9, 6.5)) is None:
        return
    whole = np.concatenate([pressure[::-1], pressure])
    top, middle, bottom = figure.subplots(3, 1, sharex=True, height_ratios=(2, 2, 1))
    box = (z[0], z[-1], -WIDE, WIDE)
    for axes, values, colours, most, title in (
        (top, whole.real, "RdBu_r", 2, "the sound at one time"),
        (middle, np.abs(whole), "magma", 2, "its amplitude"),
    ):
        shown = axes.imshow(
            values, extent=box, cmap=colours, vmin=-most if axes is top else 0, vmax=most
        )
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
