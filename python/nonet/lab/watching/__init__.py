"""A search to look at: traces side by side, in a page, in a notebook, in a terminal."""
