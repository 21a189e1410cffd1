"""``inarow tournament``: do the levels of play keep their order, and how sure is that?"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer

from inarow.apps.cli.options import Columns, Exact, InARow, Json, Rows, read_numbers
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import output_console, tell_interrupted
from inarow.apps.cli.solve import INTERRUPTED
from inarow.apps.cli.watch import StatusLine
from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game
from inarow.strategies.levels import LEVELS, level
from inarow.strategies.tournament import GAMES, OPENING_PLIES, MatchResult, TournamentProgress
from inarow.strategies.tournament import tournament as play_tournament

__all__ = ["parse_levels", "tournament"]


def tournament(
    m: Rows,
    n: Columns,
    k: InARow,
    exact: Exact = False,
    levels: Annotated[
        str, typer.Option(metavar="LEVELS", help="Levels to play: 1-10, or 3,5,8.")
    ] = f"{LEVELS[0]}-{LEVELS[-1]}",
    games: Annotated[
        int, typer.Option(metavar="GAMES", help="Games of each match, an even number.")
    ] = GAMES,
    seed: Annotated[int, typer.Option(metavar="SEED", help="The same seed, the same games.")] = 0,
    opening: Annotated[
        int,
        typer.Option(metavar="PLIES", help="Random moves before each two games, which share them."),
    ] = OPENING_PLIES,
    as_json: Json = False,
) -> None:
    """Let each level of play meet the one below it, and say whether it wins significantly.

    Example: [bold]inarow tournament 3 3 3 --levels 1-5[/bold]
    """
    game, chosen = Game(m, n, k, exact=exact), parse_levels(levels)
    matches: list[MatchResult] = []
    with _Watch(games, quiet=as_json) as watch, suppress(KeyboardInterrupt):
        found = play_tournament(
            game,
            chosen,
            games=games,
            seed=seed,
            opening_plies=opening,
            progress=watch.report,
        )
        for match in found:
            matches.append(match)
    complete = len(matches) == len(chosen) - 1
    if as_json:
        print_record(_record(game, chosen, games, seed, opening, matches, complete))
    else:
        _print_matches(game, chosen, games, seed, opening, matches, complete)
    if not complete:
        raise typer.Exit(INTERRUPTED)


def parse_levels(text: str) -> list[int]:
    """Read the levels, as `read_numbers` does: two or more."""
    found = read_numbers("--levels", text, LEVELS[-1], "1-10 or 3,5")
    if len(found) < 2:
        raise InvalidOptionError("--levels must name two levels or more")
    return found


class _Watch(StatusLine):
    """A status line for people: which match is on, and how far it is."""

    def __init__(self, games: int, quiet: bool) -> None:
        super().__init__(quiet)
        self._games = games

    @property
    def report(self) -> TournamentProgress | None:
        """What to call with progress, if anybody looks."""
        return self._report if self.is_seen else None

    def _report(self, stronger: int, weaker: int, played: int) -> None:
        self.show(f"level {stronger} against {weaker}: game {played + 1} of {self._games}")

    def __enter__(self) -> _Watch:
        self.show("playing")
        return self


def _record(
    game: Game,
    levels: Sequence[int],
    games: int,
    seed: int,
    opening: int,
    matches: Sequence[MatchResult],
    complete: bool,
) -> dict[str, Any]:
    return {
        **game.record(),
        "levels": [{"level": number, "name": level(game, number).name} for number in levels],
        "games": games,
        "seed": seed,
        "opening_plies": opening,
        "matches": [match.record() for match in matches],
        "complete": complete,
    }


HEADINGS = ("match", "wins", "draws", "losses", "score", "pairs", "p", "", "X wins", "seconds")


def _print_matches(
    game: Game,
    levels: Sequence[int],
    games: int,
    seed: int,
    opening: int,
    matches: Sequence[MatchResult],
    complete: bool,
) -> None:
    console = output_console()
    board = game.words
    plies = f"{opening} random {'ply' if opening == 1 else 'plies'}"
    console.print(
        f"{board}: {games} games a match after {plies}, seed {seed}", style="bold", soft_wrap=True
    )
    print()
    for number in levels:
        print(level(game, number).name)
    print()
    table = [HEADINGS, *map(_cells, matches)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        line = "  ".join(
            f"{text:<{width}}" if column in (0, 7) else f"{text:>{width}}"
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        print(line.rstrip())
    print()
    _print_notes(matches)
    if not complete:
        tell_interrupted(f"{len(matches)} of {len(levels) - 1} matches are done")


def _cells(match: MatchResult) -> tuple[str, ...]:
    return (
        f"{match.level} against {match.opponent}",
        str(match.wins),
        str(match.draws),
        str(match.losses),
        f"{100 * match.score:.1f} %",
        f"+{sum(match.pairs[3:])} ={match.pairs[2]} -{sum(match.pairs[:2])}",
        f"{match.p_value:.2g}",
        "*" if match.significant else "",
        str(match.first_player_wins),
        f"{match.seconds:.1f}",
    )


def _print_notes(matches: Sequence[MatchResult]) -> None:
    """What the columns mean, and what stands behind the matches that prove nothing."""
    if any(match.significant for match in matches):
        print("*  the level beats the one below it significantly (p < 5 %, pairs of games)")
    for match in matches:
        if not match.significant:
            remark = f": {match.remark}" if match.remark else ""
            print(f"{match.level} against {match.opponent} is not significant{remark}")
        if match.judged:
            print(
                f"{match.level} against {match.opponent}: {match.judged} of {match.plies} moves"
                " are judged, not proven"
            )
