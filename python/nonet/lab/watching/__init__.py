"""Watching searches: traces side by side, in a page, a notebook or a terminal."""
