"""What teaches and measures: game trees, the ladder of techniques, tables, benchmarks."""
