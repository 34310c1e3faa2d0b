"""What a search does, event by event: recorded from any strategy, written, read, replayed."""
