"""Logs that were changed in every way that a forger may think of, the chain made anew.

`python -m tests.matches.mutants` makes thousands of each game, and prints which passed and why.
"""
