"""Writes the certificate of what a solver has proven; only calls that write one import this."""

from __future__ import annotations

from inarow.certificate import write_certificate
from inarow.certificate.forced import write_forced_win
from inarow.certificate.paired import write_pairings
from inarow.model.files import AnyPath
from inarow.model.results import Solution
from inarow.solver.forced import CHAIN_NODES, ORDERS, find_forced_win
from inarow.solver.pairing import hold
from inarow.solver.query import Query
from inarow.solver.solver import Solver

FOUND_AGAIN = 4
"""A win by force that is to be written is searched for again, with so many times the nodes."""


def certify(
    solver: Solver, solution: Solution, query: Query, path: AnyPath, overwrite: bool
) -> None:
    """Write the certificate of a proven answer: of pairings or a win by force if it is by one."""
    kernel, position, weak = solver._kernel, solution.position, solution.game_kind == "weak"
    is_drawn = solution.value == 0 and solver._has_many_lines
    if is_drawn and (pairings := hold(position, weak=weak)):
        held = {one.attacker: one.pairs for one in pairings}
        return write_pairings(position, held, path, weak=weak, overwrite=overwrite)
    at_hand = weak or kernel.best_move(position._own, position._opponent) >= 0
    if query.is_limited and solution.value == 1 and not at_hand:
        nodes = FOUND_AGAIN * (solution.nodes + 1)
        again = query._replace(distance=False, seconds=None, nodes=nodes)
        order = ORDERS[-1], again, CHAIN_NODES[1]
        win = solver._alone(find_forced_win, solver, position, *order)
        if win is not None:
            return write_forced_win(win, path, overwrite)
    return solver._alone(write_certificate, kernel, solution, path, query.report, overwrite)
