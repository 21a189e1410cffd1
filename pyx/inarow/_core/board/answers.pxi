# Answers, and the games that questions are about.
#
# Every question of the core asks whether a score is at least so much, or whether there is something. It
# is answered YES or NO, which are facts, or it was STOPPED, and then nothing is known and nothing is
# stored.

cdef enum:
    NO = 0
    YES = 1
    STOPPED = -1

cdef enum:
    WIN = 512                   # of scores: above any count of plies, so that 1 and -1 are no real ones
    NO_MOVE = 0xfff             # beside an answer: any move will do, or none is known

cdef enum:
    GAME_ORDINARY = 0           # `strong`
    GAME_WEAK = 1               # `weak`
    GAME_CONTESTED = 2              # `contested`
    GAMES = 3
