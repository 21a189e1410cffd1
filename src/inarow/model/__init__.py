"""What a game is: boards, positions, results, the reading of boards, options, errors and files."""
