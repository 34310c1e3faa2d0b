"""Traces: everything a search does, event by event, to record, write, read and replay."""
