"""Pictures of values: text for a terminal, SVG for a page or a notebook."""
