"""Log-sum-exp sums and transport over the devices of a mesh: `log_sum_meshes` in processes with
several forced devices of the CPU."""

import log_sum_meshes
import processes
import pytest

FAST = {4: ["is_divided", "refused"]}
SLOW = {
    4: [name for name in log_sum_meshes.CHECKS if name not in FAST[4]],
    2: [
        "values 2D",
        "values by pairs",
        "hvp",
        "uneven",
        "one_is_split",
        "by_segments",
        "with_a_plan",
        "over_axes",
        "is_divided",
        "refused",
        "transported",
        "more_points_than_clusters",
    ],
}


@pytest.mark.parametrize(("devices", "names"), processes.groups(FAST, SLOW))
def test_over_a_mesh(devices, names):
    assert not processes.failed(processes.checks("log_sum_meshes", names, devices))
