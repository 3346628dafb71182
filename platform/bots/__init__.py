"""Bots: policies from a view and the legal moves to a move."""
