"""A search under way: a status line for people, and what is known when it is interrupted."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from inarow.model.errors import StoreWarning
from inarow.model.game import Game
from inarow.model.results import Progress

if TYPE_CHECKING:
    from rich.status import Status

    from inarow.apps.cli.show import Page
    from inarow.certificate.book import Book

Answer = TypeVar("Answer")
Line = TypeVar("Line", bound="StatusLine")

LONG = 5.0
"""Seconds, after which somebody who set no limit may wonder when it ends."""
SPINNER_WIDTH = 2
"""What turns before a status, and the space after it."""


class StatusLine:
    """A line of text for people, which is there while they wait; nothing in a pipe.

    A line that was closed shows nothing until it is entered.
    """

    def __init__(self, quiet: bool) -> None:
        self._status: Status | None = None
        self._started = perf_counter()
        self._is_open = True
        if not quiet and sys.stderr is not None and sys.stderr.isatty():
            from inarow.apps.cli.show import Page  # rich is slow to load, and a pipe needs none

            self._console: Page = Page(stderr=True)
            if self._console.is_terminal:  # a variable of the environment may say otherwise
                plain = not self._console.encoding.lower().startswith("utf")
                self._status = self._console.status("", spinner="line" if plain else "dots")

    @property
    def seconds(self) -> float:
        """Wall-clock time so far."""
        return perf_counter() - self._started

    def show(self, text: str) -> None:
        """Show `text`; the line appears with the first.

        What is too long for the terminal is cut off: a status that wraps jumps up and down.
        """
        if self._status is not None and self._is_open:
            from rich.text import Text

            line = Text(text)
            line.truncate(max(self._console.width - SPINNER_WIDTH, 1), overflow="ellipsis")
            self._status.update(line)
            self._status.start()

    def show_share(self, doing: str, share: float) -> None:
        """Show how much is done of what takes so long."""
        self.show(f"{doing}: {percent(share)}, {self.seconds:.1f} s")

    def __enter__(self: Line) -> Line:
        self._is_open = True
        return self

    def __exit__(self, *_: object) -> None:
        self._is_open = False
        if self._status is not None:
            self._status.stop()


class Watch(StatusLine):
    """A progress callback that counts, and shows the count if a person is looking.

    The status line appears with the first report, a tenth of a second into the search: quick
    answers come without a flicker. A `game` names the cells of the line that is searched. `also`
    is called with every report. Whoever has waited long without `limits` is told how to end it.
    """

    def __init__(
        self,
        quiet: bool,
        game: Game | None = None,
        also: Callable[[], None] | None = None,
        limits: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(quiet)
        self._game, self._also = game, also
        self._is_endless = limits is not None and not (limits.get("nodes") or limits.get("seconds"))
        self.nodes = 0  # reported so far
        self.share = 0.0  # likewise
        self.interrupted = False  # by Ctrl-C

    def __call__(self, progress: Progress) -> None:
        self.nodes, self.share = progress.nodes, progress.share
        parts = [
            f"{percent(progress.share)} closed",
            f"{count(self.nodes)} nodes",
            f"{count(self.nodes / max(self.seconds, 1e-9))} nodes/s",
            f"table {percent(progress.table_fill)}",
            f"{self.seconds:.1f} s",
        ]
        if self._game is not None:
            parts.append(" ".join(map(self._game.name, progress.line)))
        if self._is_endless and self.seconds > LONG:
            parts.insert(0, "Ctrl-C ends with what is known")
        self.show(", ".join(parts))
        if self._also is not None:
            self._also()


def search(
    ask: Callable[..., Answer],
    game: Game,
    quiet: bool,
    limits: Mapping[str, Any],
    also: Callable[[], None] | None = None,
    **first: object,
) -> tuple[Answer, Watch]:
    """Return the answer of a method of a solver, and who watched it: was it interrupted?

    After Ctrl-C it is asked once more, for a single node and without the options that only the
    `first` call takes: the table holds what was found.
    """
    watch = Watch(quiet, game, also, limits)
    try:
        with watch:
            return ask(progress=watch, **limits, **first), watch
    except KeyboardInterrupt:
        watch.interrupted = True
        return ask(nodes=1), watch


def open_book(path: str, game: Game | None) -> Book:
    """Open a proof to play by: a large one takes some seconds."""
    from inarow.certificate.book import Book  # rarely asked for

    with StatusLine(False) as line:
        return Book(path, game, lambda nodes: line.show(f"{count(nodes)} positions read"))


@contextmanager
def warnings_in_a_line() -> Iterator[None]:
    """Say every warning of the library on standard error, in one line without a place in code."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of what other libraries are made of
        warnings.simplefilter("ignore", SyntaxWarning)
        warnings.simplefilter("always", StoreWarning)
        warnings.showwarning = lambda message, *_: print(f"inarow: {message}", file=sys.stderr)
        yield


def count(number: float) -> str:
    """A number for people: 950, 24.0 k, 5.21 M.

    >>> count(950), count(24_000), count(5_214_209)
    ('950', '24.0 k', '5.21 M')
    """
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            share = number / size
            return f"{share:.{2 if share < 10 else 1 if share < 100 else 0}f} {unit}"
    return f"{number:.0f}"


def percent(share: float) -> str:
    """A share for people, of two digits at least: what hardly moves still seems to.

    >>> percent(0.5), percent(0.0123), percent(0.000123), percent(0)
    ('50 %', '1.2 %', '0.012 %', '0 %')
    """
    shown = 100 * share
    decimals = next((digits for digits in range(4) if shown * 10**digits >= 10), 4)
    return f"{shown:.{decimals}f} %" if share else "0 %"
