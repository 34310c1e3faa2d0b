"""Watching searches in a terminal: the keys, the player that they steer, the screen."""
