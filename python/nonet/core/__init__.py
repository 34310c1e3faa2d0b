"""Value types only: cells, layouts, puzzles, boards, limits, results, errors."""
