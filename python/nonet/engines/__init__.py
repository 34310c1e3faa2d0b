"""Engines: all have the same interface; the roster lists them by name."""
