"""The table of Second Story."""
