"""Opens every page of the built site in a real browser, at desktop and phone widths.

    mkdocs build --strict && python docs/scripts/browse.py site --shots shots

It needs playwright and a Chromium (`--browser` names its executable). It prints which pages are
wider than the window, which code of the reference and which formulas must be scrolled on a desktop,
which pictures do not load, which scripts fail, and whether the search finds a word. With --shots it
keeps a picture of each page. The exit status is 1 if anything is wrong.
"""

import argparse
import functools
import http.server
import sys
import threading
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

WIDTHS = {"desktop": 1280, "phone": 390}
HEIGHT = 900
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
BROKEN = (
    "Array.from(document.images).filter(i => !i.complete || i.naturalWidth == 0).map(i => i.src)"
)
SCROLLED = """
    Array.from(document.querySelectorAll('.md-content pre > code, .md-content .formula'))
    .filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent.trim().slice(0, 60))
"""
SEARCHED = "softening"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        pass


def serve(folder: str) -> str:
    """Serves a folder to this machine; returns the address."""
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def page_errors(page: Page, address: str, name: str, shots: Path | None) -> list[str]:
    """Opens a page; returns its errors."""
    wrong = []
    page.goto(address, wait_until="networkidle")
    if (over := page.evaluate(WIDE)) > 0:
        wrong.append(f"{name}: {over} pixels wider than the window")
    if name.startswith("desktop/reference"):
        wrong += [f"{name}: {text!r} must be scrolled" for text in page.evaluate(SCROLLED)]
    wrong += [f"{name}: {source} does not load" for source in page.evaluate(BROKEN)]
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=shots / f"{name.replace('/', '_')}.png", full_page=True)
    return wrong


def search_errors(page: Page, address: str) -> list[str]:
    """Searches for a word; returns the errors."""
    page.goto(address, wait_until="networkidle")
    page.keyboard.press("/")
    page.keyboard.type(SEARCHED, delay=20)
    try:
        page.wait_for_selector(".md-search-result__item", timeout=10_000)
    except Exception:
        return [f"the search finds nothing for {SEARCHED!r}"]
    return []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("--shots", type=Path)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    options = parser.parse_args()
    base, wrong = serve(str(options.site)), []

    def report(error):
        wrong.append(f"script error: {error}")

    files = options.site.rglob("index.html")
    pages = sorted(path.parent.relative_to(options.site).as_posix() for path in files)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.browser, args=["--no-sandbox"])
        for device, width in WIDTHS.items():
            page = browser.new_page(viewport={"width": width, "height": HEIGHT})
            page.on("pageerror", report)
            for path in pages:
                name = f"{device}/{path if path != '.' else 'home'}"
                wrong += page_errors(page, f"{base}/{path}/", name, options.shots)
            page.close()
        page = browser.new_page(viewport={"width": WIDTHS["desktop"], "height": HEIGHT})
        wrong += search_errors(page, f"{base}/")
        if options.shots:
            page.screenshot(path=options.shots / "search.png")
        browser.close()
    print("\n".join(wrong) or f"{len(pages)} pages at {len(WIDTHS)} widths: all is well")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
