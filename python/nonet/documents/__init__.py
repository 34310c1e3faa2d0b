"""Documents: one file each, every one with `read(stream)` and `write(puzzles)`."""
