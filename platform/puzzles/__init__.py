"""Puzzles: decisions of finished matches with one move that is clearly best, to be found."""
