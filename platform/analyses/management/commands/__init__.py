"""Management commands of analyses."""
