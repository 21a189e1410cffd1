"""A server and a browser for the tests of the page."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from cli import serving


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


@pytest.fixture(scope="module")
def guarded() -> Iterator[str]:
    """The address, with a token, of a server that others may reach."""
    with serving("--name", "localhost") as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from browser import BROWSER, api  # here, since most tests need none

    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=BROWSER, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Opens the page in a browser of its own; whatever the page complains of fails the test."""
    from browser import connected

    complaints: list[str] = []
    contexts = []

    def open_page(hash: str = "", **options: Any) -> Any:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda line: complaints.append(line.text) if line.type == "error" else None,
        )
        page.on("request", lambda request: check_host(request.url))
        page.goto(address + hash)
        connected(page)
        return page

    def check_host(url: str) -> None:
        if not url.startswith((address, address.replace("http", "ws"), "data:", "blob:")):
            complaints.append(f"asked for {url}")

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
