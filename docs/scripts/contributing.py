"""A hook of mkdocs: the page of CONTRIBUTING.md, whose pictures are named from the repository."""

from typing import Any


def on_page_content(html: str, page: Any, **_: Any) -> str:
    return html.replace('src="docs/pictures/', 'src="../pictures/')
