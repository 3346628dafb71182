"""The signs of Sticky Fingers, for its templates."""

from django import template
from django.utils.safestring import SafeString

from web.games.sticky_fingers import drawings

register = template.Library()


@register.simple_tag
def sticky_sign(name: str) -> SafeString:
    """Return a sign of the game as a decoration of the words beside it."""
    return drawings.sign(name)
