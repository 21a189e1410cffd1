"""Records of games: read from what other programs write, and written for them.

record     what a record is: where the game began, its moves, and what is noted beside them
sgf        SGF of Gomoku, and our own for any number in a row (by the library sgfmill)
sgf_writer the same, written
piskvork   the files of Piskvork, ``.psq`` and ``.rec``
plain      texts that people write: a board, a list of moves, the game in front
formats    one reader and one writer for all of them
"""
