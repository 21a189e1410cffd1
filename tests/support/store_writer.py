"""A process that writes into a store, and says so: run by the tests of stores, which may end it.

    python store_writer.py FILE SEED COUNT

keeps so many answers (0: until it is ended), some one by one and some together, and prints the
number of each when it has been kept.
"""

import random
import sys
from itertools import count

from inarow import Game
from inarow.distributed.question import Finding, Goal, Question, canonical
from inarow.distributed.store.store import Store

GAME = Game(10, 10, 5)


def pair(seed: int, number: int) -> tuple[Question, Finding]:
    """A question and what is said of it, nothing true; every fourth comes with many bytes."""
    rng = random.Random(f"{seed} {number}")
    cells = rng.sample(range(100), 8)
    rival, keeper = (sum(1 << cell for cell in side) for side in (cells[:4], cells[4:]))
    question, _ = canonical(Question(GAME, Goal.HOLD, rival, keeper, True))
    part = rng.randbytes(5000) if number % 4 == 0 else None
    return question, Finding(True, nodes=number, part=part)


def main(path: str, seed: int, most: int) -> None:
    with Store(path) as store:
        kept = 0
        for turn in count():
            numbers = range(kept, kept + 1 + turn % 3)
            store.keep_all(pair(seed, number) for number in numbers)
            kept = numbers.stop
            print(*numbers, sep="\n", flush=True)
            if 0 < most <= kept:
                return


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
