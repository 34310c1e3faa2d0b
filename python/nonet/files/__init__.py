"""Files of puzzles: what is in one, one puzzle or many, and how one is written."""
