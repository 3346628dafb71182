"""Matches: one playing of a game, from the open table to the verified history."""
