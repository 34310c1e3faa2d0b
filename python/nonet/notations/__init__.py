"""Notations: one file each, every one with `parse(text)` and `format(puzzle)`."""
