"""Certificates of wins by force on small boards."""

import base64
import random
import zlib
from collections.abc import Iterator
from pathlib import Path

from boards import scattered

import inarow
from inarow import Game, Position, Solver

# Found with a checker that forgets what a pass leaves the rival; 6,6,4.
FORGETFUL = zlib.decompress(
    base64.b85decode(
        "c-m!9+iJrw42=|w6BpYVu?eFo^#_!c!RT-FHLs;~BQGhWf&Ts^$4g<ek!&3uU5D{9-Jjulo95wbxL)R4_)w?A>F"
        "^mI^K>7-Ro9*A9{Y~Z@w_~&dVcy}tLs9q`tTgahZ1?=0V>>p!-`}NE)!)1;0bDlsrgr+YsvINTYv%+q;Lm56IKIA!W>"
        "GHf`qh0pKnROleuM<D*$Yaw5Vl_L=P?1BWG>csflYz-l&D-YcsKN0EW_fG$euP)e4o^7{*0Ya%1wv%ob|Bltt}`Yb+W"
        "pEqCB>N58eLh~`q)3HGnBMAo#HW+lfB#c|?>{tjlzs?q3VafXUZEXnu(Cdz&QzZ)bf"
    )
)
THREES = "......./O.X..../......X/......./......./....O../......."
"""On 7,7,4, X to move: won by threes and fours."""

SMALL = [(5, 5, 4), (5, 6, 4), (6, 5, 4), (4, 6, 4), (6, 6, 4), (3, 4, 3), (3, 5, 3), (4, 4, 3)]
TREES = [  # 6,6,4, X to move: quiet moves that threaten a whole tree, which is rare on small boards
    "...XO./....OX/..X.O./....../....../......",
    "....../...X../O...../....../O.X.../O..X..",
]


def wins(seed: int, count: int, path: Path) -> Iterator[tuple[Position, int]]:
    """Positions with a win by force, whose certificate has been written, and its order.

    Those of TREES first, then `count` of all orders.
    """
    for rows in TREES:
        position = Game(6, 6, 4).position(rows, turn="X", strict=False)
        win = inarow.forced_win(position, 3, certificate=path, overwrite=True)
        assert win is not None and win.order == 3
        yield position, 3
    rng = random.Random(seed)
    while count:
        game, order = Game(*rng.choice(SMALL)), count % 3 + 1
        position = scattered(game, rng.randint(game.cells // 5, game.cells // 2), rng)
        win = Solver(game, 1).forced_win(
            position, order, nodes=5_000, certificate=path, overwrite=True
        )
        if win is not None and win.order == order:
            count -= 1
            yield position, order
