"""Exact answers: a solver with its table, limits, batches, counts, pairings and saved tables."""
