"""`inarow batch`: many positions from a file."""
