"""Many puzzles at once: a source yields chunks, a verb makes columns, a sink writes rows.

    source -> Reader -> Chunk (one board, an array of cells) -> verb -> Table (columns) -> sink

Sources and sinks do not depend on the verb, and verbs do not depend on files. To add a verb, write
a class with `answer(chunk, view)`; see `verbs.py`.
"""
