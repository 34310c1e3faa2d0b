"""Files of puzzles: detecting what a file contains, reading and writing."""
