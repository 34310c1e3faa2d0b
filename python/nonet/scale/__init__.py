"""Batches of any size: cut into chunks, answered anywhere, and resumed after a crash.

    inputs -> plan (chunks) -> run_chunk on a cluster -> shards, rejected rows, records

A chunk is a range of rows of one input. Its answers are one shard in the output folder, written
under a temporary name and renamed; a small record with its checksum follows. Whatever has a record
is done, so a batch that was stopped at any moment goes on with the chunks that have none.
"""
