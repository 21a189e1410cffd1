"""The engine `pbrain-inarow`: the solver as a program that a Gomoku manager talks to.

It speaks the protocol of the Gomocup tournament (Piskvork), text lines over standard input and
output; https://plastovicka.github.io/protocl2en.htm describes it. Everything here uses the solver
from outside; nothing below knows of it. Read it in this order:

    reader      bytes become commands, each with the time of its arrival; END and YXSTOP go first
    settings    what INFO has said, what of it cannot be, and how long a move may take
    board       the stones: commands are checked here
    memory      what the process takes, and how large a table may be
    thinking    the choice of a move, and what is said about it
    engine      a command in, replies out
    main        the program
"""

from __future__ import annotations

__all__ = ["main"]

from inarow.apps.engine.main import main
