"""Management commands of the public log."""
