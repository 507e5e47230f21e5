"""The matrices of translations for tensor cores, multiplied in numpy in the order of the lanes,
against `laplace3d`."""

import cases
import jax.numpy as jnp
import numpy as np
import pytest

from jaxfmm.expansions.laplace3d import tensor_cores as tensor3d
from jaxfmm.expansions.laplace3d.operators import SolidHarmonics

FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)


def multiply(a, tiles):
    """a: (tiles, pairs, 4); tiles: (of eight columns, of four rows, 32) -> (of eight columns,
    pairs, 8)."""
    return np.einsum("kpr,ckor->cpo", a, tiles.reshape(*tiles.shape[:2], 8, 4))


class Tiles:
    """The flat array, taken from its beginning to its end."""

    def __init__(self, order, name):
        self.rest = tensor3d.tensor_tiles(order, name)

    def take(self, *shape):
        count = 32 * np.prod(shape)
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken.reshape(*shape, 32)


def exchange(a, l, tiles):
    """a: (pairs, 2 l + 1), of one degree."""
    fours, eights = l // 8 + 1, (l // 8 + 2) // 2
    i, k = np.arange(8 * eights), np.arange(4 * fours)
    out = np.zeros_like(a)
    for sine in (0, 1):
        for odd in (0, 1):
            given = np.zeros((len(a), 4 * fours))
            m = 2 * k + (sine + l) % 2
            some = (m <= l) & (m >= odd)
            given[:, some] = a[:, l + (-m if odd else m)[some]]
            of_lanes = np.moveaxis(
                given.reshape(-1, fours, 4), 1, 0
            )  # number 4 k + t is in the lanes t
            products = multiply(of_lanes, tiles.take(eights, fours))
            products = np.moveaxis(
                products.reshape(eights, -1, 4, 2), 3, 1
            )  # column 2 t + e has number 4 e + t
            products = np.concatenate(products.reshape(2 * eights, -1, 4), 1)
            m = 2 * i + (odd + l) % 2
            some = (m <= l) & (m >= sine)
            out[:, l + (-m if sine else m)[some]] = products[:, some]
            assert not products[:, ~some].any()
    return out


def along_z(a, order, tiles):
    out = np.zeros_like(a)
    for m in range(order + 1):
        fours = (order - m) // 4 + 1
        eights = (fours + 1) // 2
        t, block = np.arange(4), tiles.take(eights, fours)
        j = m + np.array(
            [
                4 * k + t if fours % 2 and k == fours - 1 else 8 * (k // 2) + 2 * t + k % 2
                for k in range(fours)
            ]
        )
        l = m + np.arange(8 * eights)
        for sign in (1, -1) if m else (1,):
            given = np.where(j <= order, a[:, np.where(j <= order, j * j + j + sign * m, 0)], 0)
            products = np.concatenate(multiply(np.moveaxis(given, 1, 0), block), 1)
            out[:, (l * l + l + sign * m)[l <= order]] = products[:, l <= order]
    return out


def turn(a, l, angle):
    m = np.arange(-l, l + 1)
    return np.cos(m * angle) * a - np.sin(abs(m) * angle) * np.sign(m) * a[:, ::-1]


@FLOAT64
@pytest.mark.parametrize("order", [0, 5, 11, 16, 18])
@pytest.mark.parametrize("name", ["m2l", "m2m", "l2l"])
def test_translations(name, order, dtype):
    rng = np.random.default_rng(order)
    a, d, r_s, r_t = rng.normal(size=(3, (order + 1) ** 2)), np.array([1.3, -0.7, 2.1]), 0.6, 0.4
    length, phi, psi = (
        np.linalg.norm(d),
        np.arctan2(d[1], d[0]),
        np.arctan2(np.hypot(d[0], d[1]), d[2]),
    )
    given = (
        jnp.asarray(a)[:, None],
        jnp.asarray(np.tile(d, (3, 1))),
        *(jnp.full(3, r) for r in (r_s, r_t)),
    )
    exact = getattr(SolidHarmonics(), name)(*given, order)[:, 0]
    before, after, scale = {  # by what T is without distances
        "m2l": (r_s / length, r_t / length, 1 / length),
        "m2m": (r_s / length, length / r_t, 1),
        "l2l": (length / r_s, r_t / length, 1),
    }[name]
    tiles, degrees = Tiles(order, name), [slice(l * l, (l + 1) ** 2) for l in range(order + 1)]
    of_exchange = Tiles(order, name)
    for l, its in enumerate(degrees):
        start = of_exchange.rest
        once = exchange(turn(a[:, its] * before**l, l, -phi), l, of_exchange)
        of_exchange.rest = start
        a[:, its] = exchange(turn(once, l, psi), l, of_exchange)
    tiles.rest = of_exchange.rest
    a = along_z(a, order, tiles)
    assert not len(tiles.rest)
    of_exchange = Tiles(order, name)
    for l, its in enumerate(degrees):
        start = of_exchange.rest
        once = exchange(a[:, its] * after**l * scale, l, of_exchange)
        of_exchange.rest = start
        a[:, its] = turn(exchange(turn(once, l, -psi), l, of_exchange), l, phi)
    assert cases.error(a, np.asarray(exact)) < 1e-13
