"""Watching searches in a terminal: the keys, the player they control, the screen."""
