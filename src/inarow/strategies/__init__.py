"""Players: strategies behind one interface, from random moves to the solver, and ten levels.

A strategy answers a position with a `Choice`: a move, what the position seems worth to the side to
move, and how it came to that. One technique, one file:

    random_moves   any move: `Random`
    greedy         win, block, centre: `Greedy`
    evaluation     static evaluations: `win_score`, `line_score`
    minimax        to a given depth: `Minimax`, `AlphaBeta`
    monte_carlo    a tree that grows where random games go well: `MonteCarlo`
    perfect        the solver: `Perfect`
    careless       any of them with slips: `Careless`
    levels         from beginner to perfect: `level`

>>> from inarow.model.game import Game
>>> position = Game(3, 3, 3).position("X.O/.X./..O")
>>> for strategy in (Greedy(), Minimax(2), AlphaBeta(2), MonteCarlo(1000), Perfect()):
...     print(f"{strategy.name:18}{position.game.name(strategy.choose(position).move)}")
greedy            c2
minimax 2         c2
alpha-beta 2      c2
Monte Carlo 1000  c2
perfect           c2
"""

from __future__ import annotations

from inarow.strategies.careless import Careless
from inarow.strategies.evaluation import Evaluation, line_score, win_score
from inarow.strategies.greedy import Greedy
from inarow.strategies.levels import LEVELS, Level, level
from inarow.strategies.minimax import AlphaBeta, Minimax
from inarow.strategies.monte_carlo import MonteCarlo
from inarow.strategies.perfect import Perfect
from inarow.strategies.random_moves import Random
from inarow.strategies.strategy import Choice, Strategy

__all__ = [
    "LEVELS",
    "AlphaBeta",
    "Careless",
    "Choice",
    "Evaluation",
    "Greedy",
    "Level",
    "Minimax",
    "MonteCarlo",
    "Perfect",
    "Random",
    "Strategy",
    "level",
    "line_score",
    "win_score",
]
