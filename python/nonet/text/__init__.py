"""What notations and documents share: symbols, frames, comments, links, JSON, lines of files."""
