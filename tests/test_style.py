"""The style of the package that a command can check: annotations, widths, lengths and words."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = sorted((ROOT / "jaxfmm").rglob("*.py"))
PYTHON = sorted(
    path
    for folder in ("jaxfmm", "custom_ops", "tests", "examples", "docs")
    for path in (ROOT / folder).rglob("*.py")
)
NATIVE = sorted(
    path
    for kind in ("*.cpp", "*.h", "*.cuh")
    for path in (ROOT / "custom_ops").rglob(kind)
    if "generated" not in path.parts and "xla" not in path.parts
)
MOST_COLUMNS = 100
MOST_LINES = 80  # of a function, without its docstring
TABLES = {"bessel_tables.py", "bench_2d.py", "bench_fmm.py", "longer.txt"}
# Words of translated English, each with what to write in its place.
WORDS = {
    r"\brooms?\b": "capacity",
    r"\bbeside\b": "relative to, or next to",
    r"\bserve[sd]?\b": "work for, be valid for",
    r"\bwrong by\b": "has an error of",
    r"\b(is|are|was|were) to be\b": "must be",
    r"(?<![Tt]here )\b(is|are) no\b(?! (longer|more|smaller|larger)\b)": "is not a",
    r"\bdear(er|est)?\b": "expensive",
}


def relative(path):
    return path.relative_to(ROOT).as_posix()


def functions(tree):
    """The functions at module level and the methods of classes, with their names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            methods = (member for member in node.body if isinstance(member, ast.FunctionDef))
            yield from ((f"{node.name}.{method.name}", method) for method in methods)


def without_annotations(source):
    """The names of functions that lack an annotation of an argument or of the result."""
    for name, node in functions(ast.parse(source)):
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        every += [one for one in (arguments.vararg, arguments.kwarg) if one]
        bare = [
            one.arg for one in every if one.annotation is None and one.arg not in ("self", "cls")
        ]
        if bare or node.returns is None:
            yield f"{name}({', '.join(bare)})"


def long_functions(source):
    for name, node in functions(ast.parse(source)):
        body = node.body[1:] if ast.get_docstring(node) else node.body
        first = body[0].lineno if body else node.lineno
        if node.end_lineno - first >= MOST_LINES:
            yield f"{name}: {node.end_lineno - first + 1} lines"


def prose_of(source):
    """(line, text) of the comments and strings of a Python source."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            for offset, line in enumerate(token.string.splitlines()):
                yield token.start[0] + offset, line


def translated_words(prose):
    for number, line in prose:
        for pattern, better in WORDS.items():
            if match := re.search(pattern, line):
                yield f"line {number}: '{match[0]}' (better: {better}) in: {line.strip()}"


def findings(paths, check):
    """What a check finds in files, a line each. check: source -> findings."""
    return [f"{relative(path)}: {one}" for path in paths for one in check(path.read_text())]


def wide_lines(source):
    lines = enumerate(source.splitlines(), 1)
    return [
        f"line {number}: {len(line)} columns" for number, line in lines if len(line) > MOST_COLUMNS
    ]


def wide_lines_of_python(source):
    """The wide lines of a Python source but for tables, which end with `# fmt: skip`, commands in
    docstrings, and programs in strings."""
    wide = wide_lines(source)
    if not wide:  # most files: finding what is exempt takes long
        return []
    exempt, first, depth = set(), 1, 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.OP:
            depth += (token.string in "([{") - (token.string in ")]}")
        if token.type == tokenize.COMMENT and token.string == "# fmt: skip":
            exempt.update(range(first, token.end[0] + 1))
        is_docstring = depth == 0 and token.line.strip()[:3] in ('"""', 'r"""')
        if tokenize.tok_name[token.type] in ("STRING", "FSTRING_MIDDLE") and not is_docstring:
            exempt.update(range(token.start[0] + 1, token.end[0] + 1))
        if token.type == tokenize.NEWLINE:
            first = token.end[0] + 1
    lines = source.splitlines()
    exempt.update(n for n, line in enumerate(lines, 1) if re.match(r" +(python|cmake) ", line))
    return [one for one in wide if int(one.split()[1].rstrip(":")) not in exempt]


@pytest.mark.parametrize(
    ("paths", "check"),
    [
        (PACKAGE, without_annotations),
        (PACKAGE, long_functions),
        ([path for path in PYTHON if path.name not in TABLES], wide_lines_of_python),
        (NATIVE, wide_lines),
        (PACKAGE, lambda source: translated_words(prose_of(source))),
        (NATIVE, lambda source: translated_words(enumerate(source.splitlines(), 1))),
    ],
    ids=[
        "annotations",
        "lengths",
        "columns",
        "columns of C++ and CUDA",
        "words",
        "words of C++ and CUDA",
    ],
)
def test_style(paths, check):
    found = findings(paths, check)
    assert not found, "\n" + "\n".join(found)


# The checks themselves: each must find what it looks for, and nothing else.


def test_annotation_checker():
    assert list(without_annotations("def f(a: int, b) -> int: ...")) == ["f(b)"]
    assert list(without_annotations("class A:\n    def f(self): ...")) == ["A.f()"]
    assert not list(without_annotations("def f(a: int, *b: int) -> int:\n    g = lambda x: x"))


def test_length_checker():
    body = "\n".join("    pass" for _ in range(MOST_LINES + 1))
    assert list(long_functions(f"def f():\n{body}")) and not list(
        long_functions("def f():\n    pass")
    )


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("a list with room for ten pairs", False),
        ("a plan serves its kernel", False),
        ("an array is no number", False),
        ("the plan is no longer valid", True),
        ("there is no plan", True),
        ("the order must be positive", True),
    ],
)
def test_word_checker(text, is_plain):
    assert (not list(translated_words([(1, text)]))) == is_plain


FOLDERS = {path.name for path in (ROOT / "jaxfmm").iterdir() if (path / "__init__.py").exists()}


def names_in(source):
    """The names that a module defines or imports, and those of its classes' members."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def missing_names(source):
    """Names such as `tree.build.Tree`, from a folder of the package on, that do not exist."""
    for number, line in prose_of(source):
        for dotted in re.findall(r"`((?:\w+\.)+\w+)`", line):
            folder, *parts = dotted.split(".")
            if folder not in FOLDERS:
                continue
            path, rest = ROOT / "jaxfmm" / folder, parts
            while rest and (path / rest[0]).is_dir():
                path, rest = path / rest[0], rest[1:]
            if rest and (path / f"{rest[0]}.py").exists():
                path, rest = path / f"{rest[0]}.py", rest[1:]
            module = path if path.is_file() else path / "__init__.py"
            if not set(rest) <= set(names_in(module.read_text())):
                yield f"line {number}: `{dotted}` does not exist"


def test_names_in_docstrings_exist():
    found = findings(PACKAGE, missing_names)
    assert not found, "\n" + "\n".join(found)


def test_names_checker():
    text = '"""`{}`, and `other.name` is not of a folder."""'
    assert not list(missing_names(text.format("tree.structure.Tree.capacity")))
    assert list(missing_names(text.format("tree.structure.Shrub")))
    assert list(missing_names(text.format("tree.Tree")))
