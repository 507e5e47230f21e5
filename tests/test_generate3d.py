"""The generated translations of harmonics in three dimensions, on the host, against the
operators."""

import cases
import jax.numpy as jnp
import numpy as np
import pytest
from lanes import Lane

from jaxfmm.expansions.laplace3d import cuda_code
from jaxfmm.expansions.laplace3d.operators import SolidHarmonics
from jaxfmm.native import host

pytestmark = pytest.mark.skipif(bool(host.reason()), reason=str(host.reason()))
EXPANSION = SolidHarmonics()
FLOAT64 = pytest.mark.parametrize("dtype", ["float64"], indirect=True)
FAR, NEAR = [1.3, -0.7, 2.1], [0.1, 0.2, -0.15]


@FLOAT64
@pytest.mark.parametrize("order", [0, 1, 4, 9])
@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize("columns", [True, False])
def test_translations(order, single, columns, dtype, tmp_path):
    size = EXPANSION.size(order)
    given = np.random.default_rng(order).normal(size=size)
    text = (cuda_code.columns if columns else cuda_code.lane)(order)
    lane = Lane(
        text, "laplace3d", 3, size, np.float32 if single else np.float64, tmp_path, in_place=columns
    )

    def by_operator(operator, d, *radii):
        radii = [jnp.asarray([radius]) for radius in radii]
        return np.asarray(
            operator(jnp.asarray(given)[None, None], jnp.asarray([d]), *radii, order)
        )[0, 0]

    rounding = 3e-6 if single else 1e-13
    for d in (FAR, [0.0, 0.0, -2.0], [0.0, 1.7, 0.0]):
        assert (
            cases.error(lane("m2l", given, d, 0.6, 0.4), by_operator(EXPANSION.m2l, d, 0.6, 0.4))
            < rounding
        )
    for d in (NEAR, [0.0, 0.0, 0.3], [0.0, 0.0, 0.0]):
        up, down = lane("m2m", given, d, 0.8, 0.5, 1.0), lane("l2l", given, d, 0.8, 1.0, 0.5)
        assert cases.error(up, by_operator(EXPANSION.m2m, d, 0.4, 0.8)) < rounding
        assert cases.error(down, by_operator(EXPANSION.l2l, d, 0.8, 0.4)) < rounding


def test_m2l_of_padding_is_zero(tmp_path):
    lane = Lane(cuda_code.lane(3), "laplace3d", 3, 16, np.float64, tmp_path)
    assert np.all(lane("m2l", np.ones(16), np.zeros(3), 0.6, 0.4) == 0)
