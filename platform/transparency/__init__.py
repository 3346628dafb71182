"""One public, append-only Merkle tree over the heads of all streams.

Whoever keeps one of its signed checkpoints can tell when a history is written anew later.
"""
