"""What the tests of the page in a real browser share.

They need Playwright for Python and a Chromium of the system; without them they are skipped.
"""

import re
import shutil
from collections.abc import Callable
from typing import Any

import pytest

api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)

needs_browser = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine")

Open = Callable[..., Any]
"""What opens the page: the fixture `visit`."""

expect = api.expect
expect.set_options(timeout=30_000)  # a busy machine is no fault of the page


def connected(page: Any) -> None:
    """Wait until the page shows a board, and has its connection, to open a room for one."""
    expect(page.locator(".layer").first).to_be_visible()
    expect(page.locator("#connection")).to_have_attribute("hidden", "")


def cell(page: Any, name: str) -> Any:
    """The cell of this name; its label begins with it."""
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}\b"))


def stones(page: Any, count: int) -> str:
    """The text of the position, once so many stones are on the board."""
    expect(page.locator(".stone:not(.ghost)")).to_have_count(count)
    labels = page.get_by_role("gridcell").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    marks = [label.split(", ")[1] for label in labels]
    width = page.locator(".board-row").first.locator(".label").count() - 1
    row = "".join("." if mark == "empty" else mark for mark in marks)
    size = len(row) // page.locator(".layer").count()
    layers = [row[i : i + size] for i in range(0, len(row), size)]
    return "//".join(
        "/".join(layer[i : i + width] for i in range(0, size, width)) for layer in layers
    )


def state(page: Any) -> dict[str, str]:
    """What the address says."""
    pairs = (pair.split("=", 1) for pair in page.evaluate("location.hash.slice(1)").split("&"))
    return {name: value for name, value in pairs}
