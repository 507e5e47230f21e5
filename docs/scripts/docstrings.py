"""An extension of griffe, which reads the package for the reference.

It turns docstrings into Google's form:

- "Example:" becomes "Examples:", and griffe recognises the code under it.
- Several arguments in one line, "mass: M.  scale: a.", become one line each. So do errors.
- A text that starts with ">", as in "length: > 0", is escaped: Markdown would make a quotation.
- "Internal attributes:" are left out. They are for readers of the code.
- "References: ..." with indented lines after it becomes one paragraph, not a box.

A class with `__new__` and without `__init__` shows the arguments of `__new__`. A default that is
the name of a constant is shown as the value of the constant.
"""

import contextlib
import re

import griffe

TITLES = {"Example:": "Examples:", "Class attributes:": "Attributes:"}
ITEMS = re.compile(r"^(Args|Attributes|Raises):$")
NEXT_ITEM = re.compile(r"\.  (?=[A-Za-z_]\w*(?:, \w+)*: )")
QUOTE = re.compile(r"^(\s+(?:[\w, ]+: )?)>", re.M)


def googles_form(text: str) -> str:
    """The docstring in Google's form."""
    lines, in_items, in_internal, in_references = [], False, False, False
    for line in text.splitlines():
        line = TITLES.get(line, line)
        if line and not line[0].isspace():
            in_items = bool(ITEMS.match(line))
            in_internal = line == "Internal attributes:"
            in_references = line.startswith(("Reference: ", "References: "))
        if in_internal:
            continue
        if in_references:
            line = line.strip()
        elif in_items:
            line = QUOTE.sub(r"\1\\>", NEXT_ITEM.sub(".\n  ", line))
        lines.append(line)
    return "\n".join(lines)


class Docstrings(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **kwargs: object) -> None:
        if obj.docstring is not None:
            obj.docstring.value = googles_form(obj.docstring.value)

    def on_class(self, *, cls: griffe.Class, **kwargs: object) -> None:
        if "__new__" in cls.members and "__init__" not in cls.members:
            cls.set_member("__init__", cls.members["__new__"])

    def on_function(
        self, *, func: griffe.Function, loader: griffe.GriffeLoader, **kwargs: object
    ) -> None:
        for parameter in func.parameters:
            name = str(parameter.default)
            if name.isidentifier() and name.lstrip("_").isupper():
                # a constant of a class is not found, and keeps its name
                with contextlib.suppress(griffe.NameResolutionError, KeyError):
                    value = str(loader.modules_collection[func.resolve(name)].value)
                    parameter.default = re.sub(r"^Default\((.*)\)$", r"\1", value)
