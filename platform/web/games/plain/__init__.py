"""The table of a game that brings none of its own."""
