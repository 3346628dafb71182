"""Lessons: a game learnt on its own table, from a deal that never changes."""
