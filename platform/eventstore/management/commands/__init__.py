"""Management commands of the event store."""
