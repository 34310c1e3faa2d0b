"""Engines: each answers a puzzle behind one contract; the roster knows them by name."""
