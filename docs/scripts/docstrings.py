"""An extension of griffe, which reads the docstrings for the reference: it turns this package's
form into Google's.

- "Example:" becomes "Examples:", whose code griffe recognises, and "Class attributes:" becomes
  "Attributes:".
- Several arguments in one line, "mass: M.  scale: a.", become one line each.
- "References: ..." with indented lines after it becomes one paragraph, which otherwise would be a
box."""

import re

import griffe

TITLES = {"Example:": "Examples:", "Class attributes:": "Attributes:"}
SECTION = re.compile(r"^(Args|Attributes):$")
NEXT = re.compile(r"\.  (?=[a-z_]\w*(?:, [a-z_]\w*)*: )")


def rewritten(text: str) -> str:
    """The docstring in Google's form."""
    found, arguments, references = [], False, False
    for line in text.splitlines():
        line = TITLES.get(line, line)
        if line and not line[0].isspace():
            arguments = bool(SECTION.match(line))
            references = line.startswith(("Reference: ", "References: "))
        if references:
            line = line.strip()
        if arguments and line.startswith("  "):
            found += [
                part if part.startswith("  ") else "  " + part
                for part in NEXT.sub(".\n", line).splitlines()
            ]
        else:
            found.append(line)
    return "\n".join(found)


class Docstrings(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **kwargs) -> None:
        if obj.docstring is not None:
            obj.docstring.value = rewritten(obj.docstring.value)
