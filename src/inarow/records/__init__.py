"""Records of games: read from what other programs write, and written for them.

record     what a record is: where the game began, and its moves
sgf        SGF of Gomoku, and our own for any number in a row (by the library sgfmill)
piskvork   the files of Piskvork, ``.psq``
plain      texts that people write: a board, a list of moves, the game in front
formats    one reader and one writer for all of them
"""
