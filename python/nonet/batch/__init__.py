"""Many puzzles at once: a source gives chunks, a verb turns each into columns, a sink writes rows.

    source -> Reader -> Chunk (one board, an array of cells) -> verb -> Table (columns) -> sink

Sources and sinks know nothing of the verb, and a verb knows nothing of files. A further verb is a
class with `answer(chunk, view)`; see `verbs.py`.
"""
