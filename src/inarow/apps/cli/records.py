"""Answers for programs: the objects that --json prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from inarow.model.game import Game
from inarow.model.options import GameKind
from inarow.model.position import Position
from inarow.model.results import Analysis, Solution


def position_record(position: Position) -> dict[str, Any]:
    """What stands for a position, and its game."""
    return {**position.game.record(), "position": position.text, "turn": position.turn}


def solution_record(
    position: Position, solution: Solution, game_kind: GameKind = "strong"
) -> dict[str, Any]:
    """The fields of the solution under their own names, then what was asked."""
    fields = _fields(position.game, solution)
    return {**fields, **position_record(position), "game_kind": game_kind}


def analysis_record(position: Position, solution: Solution, analysis: Analysis) -> dict[str, Any]:
    """The record of the position, one for every legal move, best first, and what looks best."""
    game = position.game
    moves = [
        {"move": move, "name": game.name(move), **_fields(game, after)}
        for move, after in analysis.items()
    ]
    estimates = [
        {
            "move": estimate.best_move,
            "name": game.name(estimate.best_move),
            "depth": estimate.depth,
            "score": estimate.score,
            "plies": estimate.plies,
            "line": list(estimate.line),
            "line_names": [game.name(move) for move in estimate.line],
        }
        for estimate in analysis.estimates
    ]
    return {**solution_record(position, solution), "moves": moves, "estimates": estimates}


def print_record(record: Mapping[str, Any]) -> None:
    """Print one JSON object on one line."""
    print(json.dumps(record))


def _fields(game: Game, solution: Solution) -> dict[str, Any]:
    best = solution.best_move
    return {
        **solution.record(),
        "proven": solution.proven,
        "best_move_name": None if best is None else game.name(best),
        "line_names": [game.name(move) for move in solution.line],
    }
