"""The append-only store of everything that happened."""
