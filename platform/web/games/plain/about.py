"""What a game is like that says nothing of itself: nothing."""

TAGLINE = ""
"""In a sentence or two."""
HOOK = ""
"""In a breath; without it the tagline."""
