"""``inarow forced``: a win by force, and a walk through its replies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from os.path import realpath
from typing import Annotated, Any

from inarow.apps.cli.files import SVG, check_output, write_text
from inarow.apps.cli.options import ExactStart, Force, Json, flag, option, output_file
from inarow.apps.cli.records import position_record, print_record
from inarow.apps.cli.show import Page, heading
from inarow.apps.cli.solve import print_effort
from inarow.apps.cli.walk import walk
from inarow.apps.cli.watch import search
from inarow.model.counted import counted
from inarow.model.errors import IllegalMoveError, InvalidOptionError
from inarow.model.position import Position
from inarow.model.words import forced_words
from inarow.solver.forced import ForcedWin
from inarow.solver.solver import Solver
from inarow.svg.overlays import forced_win_svg

ORDER = 2

NOT_FOUND = "none found{}, which is no proof that there is none"
MORE = {1: "threes", 2: "quiet moves"}
FROM_HERE = "--moves are replies to it: --position or --record say where to begin"


def forced(
    start: ExactStart,
    *,
    order: Annotated[
        int, option("N", "1: fours alone; 2: threes as well; 3: quiet moves as well.")
    ] = ORDER,
    seconds: Annotated[float | None, option("S", "Stop after S seconds.")] = None,
    nodes: Annotated[int | None, option("N", "Stop after N positions.")] = None,
    replies: Annotated[
        str | None, option("CELLS", "Replies of the loser's, such as 'h7 j9'; each is answered.")
    ] = None,
    svg: Annotated[str | None, option("FILE", "Write a picture of the place.")] = None,
    output: Annotated[str | None, output_file("Write the proof to FILE, a certificate.")] = None,
    force: Force = False,
    interactive: Annotated[
        bool, flag("--interactive", "Walk through it: replies from standard input.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Find a win by force of the side to move, prove it, and show its line and its zone.

    Example: [bold]inarow forced 15 15 5 --moves "h8 a1 h9 a15 i9 o1"[/bold]
    """
    if interactive and (as_json or svg is not None):
        raise InvalidOptionError("--interactive goes with neither --json nor --svg")
    check_output(svg, force=force, kind=SVG)
    check_output(output, force=force)
    if svg is not None and output is not None and realpath(svg) == realpath(output):
        raise InvalidOptionError("--output and --svg name the same file")
    asked: dict[str, Any] = {"seconds": seconds, "nodes": nodes}
    if output is not None:
        asked |= {"certificate": output, "overwrite": force}
    print_win(
        start.find(), order, asked, moves=replies, svg=svg, walks=interactive, as_json=as_json
    )


@dataclass(frozen=True)
class Step:
    """A place in a win: what is played there, and the moves that led to it."""

    win: ForcedWin
    order: int
    solver: Solver
    played: tuple[int, ...] = ()

    def play(self, move: str) -> Step:
        """The win's move, a reply to it, and the win that goes on; in the zone or outside."""
        game, after = self.win.position.game, self.win.position.play(self.win.move)
        if after.is_over:
            raise IllegalMoveError(f"the game is over: {after.status}")
        cell = game.cell(move)
        further = self.solver.forced_win(after.play(cell), max(self.order, 2))
        if further is None:
            raise InvalidOptionError(f"the win after {game.name(cell)} was not found again")
        return Step(further, self.order, self.solver, (*self.played, self.win.move, cell))


def print_win(
    position: Position,
    order: int = ORDER,
    asked: Mapping[str, Any] = {},
    *,
    moves: str | None,
    svg: str | None,
    walks: bool,
    as_json: bool,
) -> None:
    """Find a win, follow some replies, and print where that leads to, or walk on from there."""
    solver = Solver(position.game)
    ask = partial(solver.forced_win, position, order)
    win, watch = search(ask, position.game, as_json, asked)
    if win is None:
        ended = watch.share == 1 and not watch.interrupted
        if as_json:
            told = {"found": False, "ended": ended, "nodes": watch.nodes}
            print_record({**told, **position_record(position)})
        else:
            page = Page()
            page.title(heading(position))
            page.board(position)
            more = "" if order > 2 else f"; --order {order + 1} looks for {MORE[order]} as well"
            page.fact("win", NOT_FOUND.format("" if ended else " within the limit") + more)
            if moves:
                page.fact("moves", FROM_HERE)
            if "certificate" in asked:
                page.fact("certificate", "none written")
            print_effort(page, watch.nodes, watch.seconds, watch.interrupted)
        if watch.interrupted:
            raise KeyboardInterrupt
        return
    certificate = None if watch.interrupted else asked.get("certificate")
    step = Step(win, order, solver)
    for move in (moves or "").replace(",", " ").split():
        step = step.play(move)
    page = Page()
    if walks:
        walk(step, partial(_print_step, page), Step.play, "the win", prompt="forced> ")
    elif as_json:
        written = {} if certificate is None else {"certificate": certificate}
        print_record({**_record(step), **written})
    else:
        _print_step(page, step)
        page.fact("effort", counted(win.nodes, "node"))
        if certificate is not None:
            page.fact("certificate", f"{certificate}, a proof for 'inarow check'")
    if svg is not None:
        write_text(svg, forced_win_svg(step.win), force=True, kind=SVG)
    if watch.interrupted:
        raise KeyboardInterrupt


def _record(step: Step) -> dict[str, Any]:
    win, name = step.win, step.win.position.game.name
    return {
        "found": True,
        "order": win.order,
        "words": forced_words(win.position.turn, win.order, len(win.line)),
        "played": list(map(name, step.played)),
        "move": win.move,
        "move_name": name(win.move),
        "line": list(win.line),
        "line_names": list(map(name, win.line)),
        "zone": list(win.zone),
        "zone_names": list(map(name, win.zone)),
        "replies": {name(reply): name(further.move) for reply, further in win.replies.items()},
        "nodes": win.nodes,
        **position_record(win.position),
    }


def _print_step(page: Page, step: Step) -> None:
    win, position = step.win, step.win.position
    name = position.game.name
    page.title(heading(position))
    if step.played:
        page.fact("played", " ".join(map(name, step.played)))
    page.fact("win", forced_words(position.turn, win.order, len(win.line)))
    page.say()
    labels = {cell: ("*", "bold yellow") for cell in win.zone} if win.order > 1 else {}
    labels |= {cell: (str(ply), "bold green") for ply, cell in enumerate(win.line, 1)}
    others = win.order > 1 and not set(win.zone) <= set(win.line)
    zone = "; * other replies that could stop it" if others else ""
    page.board(position, labels, legend=f"numbers the line of the win{zone}")
    page.fact("line", " ".join(map(name, win.line)))
    if win.order > 1:
        cells = " ".join(map(name, win.zone))
        page.fact("zone", f"{cells}: each of these replies loses; elsewhere one stops nothing")
        for reply, further in win.replies.items():
            page.say(f"  {name(reply):<4}{name(further.move)}")
