"""Answers for programs: the objects that --json prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from inarow.model.game import Game
from inarow.model.options import GameKind
from inarow.model.position import Position
from inarow.model.results import Analysis, Solution

__all__ = ["analysis_record", "game_record", "print_record", "solution_record"]


def game_record(game: Game) -> dict[str, Any]:
    """What stands for a game."""
    return {"m": game.m, "n": game.n, "k": game.k}


def solution_record(
    position: Position, solution: Solution, game_kind: GameKind = "strong"
) -> dict[str, Any]:
    """The fields of the solution under their own names, then what was asked."""
    game = position.game
    return {
        **_fields(game, solution),
        **game_record(game),
        "exact": game.exact,
        "game_kind": game_kind,
        "position": position.text,
        "turn": position.turn,
    }


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
        "value": solution.value,
        "distance": solution.distance,
        "best_move": best,
        "best_move_name": None if best is None else game.name(best),
        "line": list(solution.line),
        "line_names": [game.name(move) for move in solution.line],
        "lower": solution.lower,
        "upper": solution.upper,
        "proven": solution.proven,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "judged": solution.judged,
    }
