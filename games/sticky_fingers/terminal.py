"""What of Sticky Fingers needs no label in a terminal."""

EVIDENT = frozenset({"fence", "protection", "scoundrel"})
"""Fields whose values say what they are, besides the usual ones."""
