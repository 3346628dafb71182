"""Ladders and the ratings of their players."""
