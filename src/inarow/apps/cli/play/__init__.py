"""`inarow play`: a game in the terminal."""
