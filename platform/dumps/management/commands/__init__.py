"""Management commands of matches."""
