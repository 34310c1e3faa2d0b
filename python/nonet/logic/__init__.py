"""Solving like a person: techniques, steps and their proofs, paths."""
