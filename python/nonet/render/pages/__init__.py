"""Self-contained pages: the frame that all of them share."""
