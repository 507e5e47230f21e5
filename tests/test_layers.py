"""The layers of the package, read from its source: imports point downward only.

    kernels, tree, codegen < expansions < cost_model < backends < passes, nufft < gaussian, ewald <
    elements, user_points, plan_coordinates < plan < methods, terms < sharding, planning,
    weighted_sum < pair_values < energies, exclusions, neighbours < checked_sum < compiled_sum < sum
    < log_sum_exp, nbody, vortex, tune, lowrank, vecchia, radial_arguments < kde, trace_estimates,
    sinkhorn_loop < transport, radial_interpolation, collocation < matrix_arguments < matrix < the
    public names in __init__.py

Kernels and trees never import each other, and backends never see a tree.
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "jaxfmm"

# layer -> the layers it may import, itself always. A module at the top of the package that has no
# row here is a leaf utility (errors.py, arrays.py): it imports nothing of the package, and every
# layer may import it.
MATHEMATICS = {"kernels", "tree", "expansions", "codegen"}
ENGINES = MATHEMATICS | {"cost_model", "backends", "passes", "nufft", "gaussian", "ewald"}
DECISIONS = ENGINES | {"elements", "user_points", "plan", "methods", "near_fields"}
DECISIONS |= {"sharding", "planning"}
LAYERS = {
    "kernels": set(),
    "tree": set(),
    "codegen": set(),
    "expansions": {"kernels"},
    "cost_model": {"tree", "expansions"},
    "backends": {"kernels", "codegen", "cost_model"},
    "passes": MATHEMATICS | {"backends"},
    "nufft": {"kernels", "cost_model", "backends"},
    "gaussian": {"kernels", "tree", "cost_model", "backends", "nufft"},
    "logsumexp": {"tree"},
    "ewald": {"kernels", "cost_model", "backends", "nufft", "gaussian"},
    "elements": {"kernels"},
    "user_points": {"kernels"},
    "plan_coordinates": {"kernels", "tree"},
    "plan": {"kernels", "tree", "elements", "user_points", "plan_coordinates"},
    "methods": ENGINES | {"plan_coordinates", "plan"},
    "sharding": ENGINES | {"plan", "methods"},
    "terms": {"kernels", "elements", "plan"},
    "near_fields": ENGINES | {"elements", "plan", "methods", "neighbour_search"},
    "planning": ENGINES
    | {"elements", "user_points", "plan", "methods", "neighbour_search", "near_fields"}
    | {"sharding", "terms"},
    "weighted_sum": ENGINES | {"plan", "methods"},
    "pair_values": ENGINES | {"plan", "methods", "weighted_sum"},
    "exclusions": ENGINES | {"plan", "methods", "weighted_sum", "pair_values"},
    "energies": ENGINES | {"plan", "methods", "weighted_sum", "pair_values"},
    "checked_sum": DECISIONS | {"exclusions"},
    "compiled_sum": DECISIONS | {"checked_sum", "weighted_sum", "energies"},
    "kept_sums": {"elements", "plan", "weighted_sum"},
    "sum": DECISIONS | {"checked_sum", "compiled_sum", "kept_sums", "terms"},
    "neighbour_search": {"tree", "plan"},
    "neighbours": DECISIONS | {"neighbour_search"},
    "kde": DECISIONS | {"sum", "logsumexp", "log_sum_exp"},
    "log_sum_exp": DECISIONS | {"sum", "logsumexp"},
    "sinkhorn_loop": {"tree", "sharding", "log_sum_exp"},
    "transport": {"tree", "sharding", "log_sum_exp", "sinkhorn_loop"},
    "nbody": DECISIONS | {"sum", "weighted_sum"},
    "vortex": DECISIONS | {"sum"},
    "lowrank": DECISIONS | {"sum"},
    "vecchia": {"kernels"},
    "radial_arguments": {"kernels"},
    "radial_interpolation": DECISIONS | {"sum", "vecchia", "radial_arguments"},
    "lanczos": set(),
    "trace_estimates": {"lanczos", "lowrank"},
    "collocation": DECISIONS | {"terms"},
    "matrix_arguments": DECISIONS | {"terms", "collocation"},
    "matrix": DECISIONS
    | {"sum", "lowrank", "terms", "trace_estimates", "collocation", "matrix_arguments"},
    "draw": ENGINES | {"plan", "methods"},
    "tune": DECISIONS | {"sum"},
}
LAYERS["__init__"] = set(LAYERS)
EVERYWHERE = {
    "cores",
    "errors",
    "on_host",
    "progress",
    "run_once",
    "foreign",
    "switches",
}  # which leaf utilities may import too

FILES = sorted((ROOT / PACKAGE).rglob("*.py"))
REPOSITORY_FILES = sorted(
    path
    for folder in (PACKAGE, "custom_ops", "tests", "examples")
    for path in (ROOT / folder).rglob("*.py")
)


def relative(path):
    return path.relative_to(ROOT).as_posix()


def modules_of(paths):
    """The dotted names of the modules in these files, packages by their own name."""
    return {".".join(Path(path).with_suffix("").parts).removesuffix(".__init__") for path in paths}


MODULES = modules_of(relative(path) for path in FILES)


def layer_of(module):
    """jaxfmm.backends.cpu -> backends; the package itself -> __init__."""
    return (module.split(".") + ["__init__"])[1]


def imports(path, source, modules):
    """(line, dotted name) of everything this file imports from the package, relative imports and
    nested ones too.

    `from jaxfmm import tree` names the module jaxfmm.tree, `from jaxfmm import plan_of` the package
    itself."""
    package = Path(path).parent.parts
    for node in ast.walk(ast.parse(source, path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join([*base, *([node.module] if node.module else [])])
            members = [f"{origin}.{alias.name}" for alias in node.names]
            names = [member if member in modules else origin for member in members]
        else:
            continue
        yield from ((node.lineno, name) for name in names if name.split(".")[0] == PACKAGE)


def violations(path, source, modules):
    """Readable lines, one for each import that breaks the layers."""
    own = layer_of(".".join(Path(path).with_suffix("").parts))
    leaves = {layer_of(module) for module in modules} - set(LAYERS)
    allowed = {own} | EVERYWHERE | (LAYERS[own] | leaves if own in LAYERS else set())
    rule = (
        f"{own} may import {', '.join(sorted(LAYERS[own])) or 'no other layer'} and leaf utilities"
        if own in LAYERS
        else f"{own} has no row in LAYERS, so it is a leaf utility and imports nothing of {PACKAGE}"
    )
    return [
        f"{path}:{line} imports {name}: {rule}"
        for line, name in imports(path, source, modules)
        if layer_of(name) not in allowed
    ]


def asserts(path, source):
    return [
        f"{path}:{node.lineno} asserts; raise a ValueError that says what came and what was "
        "expected"
        for node in ast.walk(ast.parse(source, path))
        if isinstance(node, ast.Assert)
    ]


def private_jax(path, source):
    pattern = re.compile(r"\bjax(\.|\s+import\s+)_src\b")
    return [
        f"{path}:{number} reaches into jax's private modules: {line.strip()}"
        for number, line in enumerate(source.splitlines(), 1)
        if pattern.search(line)
    ]


def in_files(check, files, *arguments):
    """What a check finds in all the files: one test for each rule, since starting a test for each
    file takes longer than the checks."""
    return [
        line
        for path in files
        for line in check(relative(path), path.read_text(encoding="utf-8"), *arguments)
    ]


def test_imports_point_downward():
    found = in_files(violations, FILES, MODULES)
    assert not found, "\n".join(found)


def test_package_has_no_assert():
    found = in_files(asserts, FILES)
    assert not found, "\n".join(found)


def test_no_private_jax():
    found = in_files(private_jax, REPOSITORY_FILES)
    assert not found, "\n".join(found)


def test_every_room_is_on_the_map():
    """CONTRIBUTING.md and the picture of the rooms name each folder of the package."""
    folders = {path.name for path in (ROOT / PACKAGE).iterdir() if (path / "__init__.py").exists()}
    table = (ROOT / "CONTRIBUTING.md").read_text().split("## Where things are")[1].split("##")[0]
    missing = {name for name in folders if f"`{name}/`" not in table}
    drawn = (ROOT / "docs" / "scripts" / "drawings.py").read_text()
    assert not missing | {name for name in folders if f'("{name}"' not in drawn}


def test_the_package_was_found():
    assert PACKAGE in MODULES, f"no {PACKAGE}/__init__.py under {ROOT}"


# The checks themselves: each must bite, and only where it should.
SKETCH = modules_of(
    f"{PACKAGE}/{name}.py"
    for name in "__init__ errors kernels/__init__ kernels/laplace tree/__init__ tree/build "
    "expansions/__init__ backends/__init__ backends/spherical/__init__ native/__init__ native/host "
    "progress"
    " methods/__init__ cost_model/model plan planning/make sum kde nbody".split()
)


@pytest.mark.parametrize(
    ("path", "source", "is_allowed"),
    [
        ("kernels/laplace.py", "from jaxfmm.kernels.base import Kernel", True),
        ("kernels/laplace.py", "from . import base", True),
        ("kernels/laplace.py", "from ..errors import check", True),
        ("kernels/laplace.py", "from ..tree import build", False),
        ("kernels/__init__.py", "from ..tree import build", False),
        ("tree/build.py", "import jaxfmm.kernels.laplace", False),
        ("tree/build.py", "import numpy, jax.numpy", True),
        ("expansions/laplace3d.py", "from jaxfmm.kernels import Laplace", True),
        ("expansions/laplace3d.py", "from jaxfmm.methods import fmm", False),
        ("backends/registry.py", "from jaxfmm import kernels", True),
        ("backends/registry.py", "from jaxfmm import tree", False),
        ("backends/spherical/cpu.py", "from ...tree.build import Tree", False),
        ("backends/spherical/cpu.py", "from ..registry import choose", True),
        ("backends/spherical/cpu.py", "def late():\n    from jaxfmm.tree import Tree", False),
        ("methods/fmm.py", "from jaxfmm.cost_model.model import Model", True),
        ("methods/fmm.py", "from jaxfmm.plan import Plan", True),
        ("methods/fmm.py", "from jaxfmm.planning.make import plan", False),
        (
            "methods/fmm.py",
            "from jaxfmm import Laplace",
            False,
        ),  # the public names sit above every layer
        ("methods/fmm.py", "from .. import backends, tree, kernels", True),
        ("plan.py", "from . import kernels, tree", True),
        ("plan.py", "from . import methods", False),
        ("plan.py", "from .sum import energy", False),
        ("kde.py", "from .sum import potential", True),
        ("kde.py", "from .nbody import step", False),
        (
            "__init__.py",
            "from .sum import energy as energy\nfrom .kde import KernelDensity as KernelDensity",
            True,
        ),
        ("errors.py", "from jaxfmm.kernels import Laplace", False),
        ("native/host.py", "from jaxfmm import progress", True),
        ("progress.py", "from jaxfmm import native", False),
    ],
)
def test_layers_checker(path, source, is_allowed):
    assert (not violations(f"{PACKAGE}/{path}", source, SKETCH)) == is_allowed


def test_assert_checker():
    assert asserts("some.py", "def f(n):\n    assert n > 0") and not asserts(
        "some.py", "'assert n'"
    )


@pytest.mark.parametrize("separator", [".", " import "])
def test_private_jax_checker(separator):
    assert private_jax("some.py", f"from {separator.join(('jax', '_src'))} import core")
    assert not private_jax("some.py", "from jax.extend import core")
