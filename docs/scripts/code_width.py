"""A hook of mkdocs: a line of code in the reference that a reader must scroll is an error.

At 1,280 pixels the column of the text has 688, of which code has 656: 80 characters of 8.2 pixels.
"""

import html
import re
from typing import Any

MOST_CHARACTERS = 80


def on_page_content(content: str, page: Any, **_: Any) -> str:
    if page.file.src_uri.startswith("reference/"):
        for block in re.findall(r"<pre.*?</pre>", content, re.DOTALL):
            text = html.unescape(re.sub(r"<[^>]*>", "", block))
            for line in text.splitlines():
                if len(line) > MOST_CHARACTERS:
                    raise ValueError(
                        f"{page.file.src_uri}: code has at most {MOST_CHARACTERS} characters in a "
                        f"line, got {len(line)} in {line!r}; break the line in its docstring"
                    )
    return content
