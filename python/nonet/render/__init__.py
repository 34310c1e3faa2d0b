"""Pictures of values, one way: text for a terminal, SVG for a page or a notebook."""
