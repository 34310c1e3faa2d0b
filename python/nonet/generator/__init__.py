"""New puzzles, always from a seed."""
