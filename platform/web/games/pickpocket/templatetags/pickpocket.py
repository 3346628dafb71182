"""Signs of Pickpocket in its templates."""

from django import template
from django.utils.safestring import SafeString

from web.games.pickpocket import art

register = template.Library()


@register.simple_tag
def pocket_sign(name: str, extra: str = "") -> SafeString:
    """Return a symbol of the game as a decoration of the text beside it."""
    return art.sign(name, extra)


@register.simple_tag
def pocket_portrait(name: str) -> SafeString:
    """Return the picture of a person."""
    return art.portrait(name)
