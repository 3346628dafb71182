"""Template tags of Second Story."""
