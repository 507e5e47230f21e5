"""Colours of one picture for another: the barycentric map of optimal transport.

    python examples/colours.py
    python examples/colours.py --height 20

The pixels of a picture are points in the cube of red, green and blue. Optimal transport between the
colours of two pictures sends each colour of one to a mean of colours of the other, in both
directions. The script makes the pictures. With matplotlib installed it also draws them.
"""

import argparse
import dataclasses
import time
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pictures

import jaxfmm

BLUR = 0.05  # the square root of epsilon; the sides of the cube of colours are 1

# Colours of the sky, above and below, of the sun, and of hills, from the farthest to the nearest.
EVENING = ["#2b2350", "#f2a65a", "#fff1c9", "#b3566b", "#7d3c5f", "#4a2545", "#1d1426"]
SPRING = ["#3f83c7", "#cfe8f5", "#ffffff", "#86b29a", "#5c9b5e", "#3c7a3a", "#1f4d2b"]


def landscape(colours: Sequence[str], height: int, rng: np.random.Generator) -> np.ndarray:
    """A picture (height, width, 3) of hills under a sky with a sun."""
    above, below, sun, *hills = (
        np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255 for colour in colours
    )
    width = 3 * height // 2
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1.5 : width * 1j]
    picture = above + (below - above) * np.clip(y / 0.6, 0, 1)[..., None]
    place = 0.3 + 0.9 * rng.random()
    glow = np.exp(-(np.square(x - place) + np.square(y - 0.25)) / 0.01)[..., None]
    picture = picture + (sun - picture) * np.clip(1.6 * glow, 0, 1)
    for number, hill in enumerate(hills):
        waves = rng.uniform(2, 9, 4)[:, None, None] * x + rng.uniform(0, 2 * np.pi, (4, 1, 1))
        ridge = 0.45 + 0.14 * number + 0.025 * np.sin(waves).sum(0)
        light = 1 + 0.5 * (ridge + 0.12 - y)[..., None]
        picture = np.where((y > ridge)[..., None], hill * light, picture)
    return np.clip(picture + 0.01 * rng.normal(size=picture.shape), 0, 1)


def transfer(x: jax.Array, y: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The colours x (n, 3) sent to those of y (m, 3), y sent to x, and the status of the loop."""
    found = jaxfmm.transport.sinkhorn(x, y, epsilon=BLUR**2, tol=1e-2)
    turned = dataclasses.replace(found, x=y, y=x, a=found.b, b=found.a, f=found.g, g=found.f)
    return found.barycenters(), turned.barycenters(), found.status


def draw(path: Path, panels: dict[str, np.ndarray]) -> None:
    """Saves the pictures, if matplotlib is there."""
    figure = pictures.figure(8, 5.7)
    if figure is None:
        return
    for panel, (title, picture) in zip(figure.subplots(2, 2).flat, panels.items()):
        panel.imshow(np.clip(picture, 0, 1))
        panel.set(title=title, xticks=[], yticks=[])
    pictures.save(figure, path)


def main(argv: Sequence[str] | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Transfers the colours; returns those of both pictures (n, 3), and the first ones sent to the
    second."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--height", type=int, default=80, help="in pixels (%(default)s)")
    pictures.add_argument(parser, "colours")
    options = parser.parse_args(argv)

    rng = np.random.default_rng(3)
    first, second = (landscape(colours, options.height, rng) for colours in (EVENING, SPRING))
    x, y = (jnp.asarray(picture.reshape(-1, 3), jnp.float32) for picture in (first, second))
    start = time.perf_counter()
    there, back, status = map(np.asarray, jax.jit(transfer)(x, y))
    seconds = time.perf_counter() - start
    if status:
        raise RuntimeError("Sinkhorn's loop did not converge")
    print(f"{len(x):,} colours each: {seconds:.1f} s, compilation included")
    moved = np.linalg.norm(there - np.asarray(x), axis=1).mean()
    print(f"Colours move by {moved:.2f} on average")
    draw(
        options.picture,
        {
            "evening": first,
            "spring": second,
            "evening in the colours of spring": there.reshape(first.shape),
            "spring in the colours of the evening": back.reshape(second.shape),
        },
    )
    return np.asarray(x), np.asarray(y), there


if __name__ == "__main__":
    main()
