"""Other projects at the same work."""
