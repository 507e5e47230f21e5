"""Tests that take longer than others, by measurement: `longer.txt`, which `conftest` reads.

The default suite is to take less than five minutes on two cores. A test that takes more than
`LIMIT` seconds of the processor gets the mark `longer`: the default suite leaves it out, `.ci/run`
runs it. Of a test with several rows the cheapest one stays in the default suite, unless it takes
more than `KEPT`. To measure again:

    rm -f times.txt; JAXFMM_TEST_TIMES=times.txt pytest -n 2 --dist worksteal -m "not slow and not
    gpu" python tests/longer.py times.txt

with other programs at rest. Times of tests that were not run are kept.
"""

import collections
import os
import pathlib
import sys

import pytest

LIMIT, KEPT = 0.45, 1.5
# What stays whatever it takes: what users see first, tables that choose their own rows, and
# functions that are alone in what they test.
ALWAYS = (
    "tests/test_examples.py::test_quickstart",
    "tests/test_examples.py::test_usage_examples_of_the_readme",
    "tests/test_kde.py::test_leave_one_out",
    "tests/test_nbody.py::test_conservation",
    "tests/test_periodic.py::test_batches_of_charges",
    "tests/test_segments.py::test_which_rows_of_the_table_have_no_segments",
    "tests/test_sharding.py",
    "tests/test_style.py",
    "tests/test_switches.py::test_a_sum",
    "tests/test_transforms.py",
    "tests/test_vectors.py::test_transforms",
)
FILE = pathlib.Path(__file__).with_suffix(".txt")


def read() -> dict[str, float]:
    """Seconds of tests by their names."""
    lines = FILE.read_text().splitlines()
    return {name: float(seconds) for seconds, name in (line.split(" ", 1) for line in lines)}


def mark(items, whole: bool) -> None:
    """Marks them. whole: whether the items are all tests of their files, so that a name that is in
    none of them is an error."""
    longer, names, files = (
        read(),
        {item.nodeid for item in items},
        {item.nodeid.split("::")[0] for item in items},
    )
    for item in items:
        if item.nodeid in longer:
            item.add_marker(pytest.mark.longer)
    if whole and (
        stale := [name for name in longer if name.split("::")[0] in files and name not in names]
    ):
        raise pytest.UsageError(f"{FILE.name} names tests that are no more: {', '.join(stale)}")


class Clock:
    """A plugin that writes the seconds of the processor of every test, with those of the processes
    that it starts and without those of fixtures."""

    def __init__(self, path):
        self.path = path

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        before = sum(os.times()[:4])
        yield
        with open(self.path, "a") as file:
            file.write(f"{sum(os.times()[:4]) - before:.2f} {item.nodeid}\n")


def main(path: str) -> None:
    """Writes the list anew, by measured times."""
    measured = {
        name: float(seconds)
        for seconds, name in (line.rstrip("\n").split(" ", 1) for line in open(path))
    }
    times = (read() if FILE.exists() else {}) | measured
    functions = collections.defaultdict(list)
    for name, seconds in times.items():
        functions[name.split("[")[0]].append((seconds, name))
    longer = []
    for function, rows in functions.items():
        anew = [row for row in rows if row[1] in measured]
        if not anew:
            longer += rows
        elif not function.startswith(ALWAYS):
            stays = min(anew) if min(anew)[0] <= KEPT else None
            longer += [row for row in rows if row[0] > LIMIT and row != stays]
    FILE.write_text(
        "".join(
            f"{seconds:.2f} {name}\n" for seconds, name in sorted(longer, key=lambda row: row[::-1])
        )
    )
    left = sum(times.values()) - sum(seconds for seconds, _ in longer)
    print(
        f"{len(longer)} of {len(times)} tests take longer; the others take {left:.0f} seconds of "
        "the processor"
    )


if __name__ == "__main__":
    main(sys.argv[1])
