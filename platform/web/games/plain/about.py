"""What a game is like that says nothing of itself: nothing."""

from collections.abc import Mapping

from games.options import Value

TAGLINE = ""
"""In a sentence or two."""
HOOK = ""
"""In a breath; without it the tagline."""
SHORT: Mapping[str, Value] = {}
"""The options that make a match short enough for a first one."""
