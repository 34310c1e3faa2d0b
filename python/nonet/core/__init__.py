"""Values and nothing else: cells, layouts, puzzles, boards, limits, results, errors."""
