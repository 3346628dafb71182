"""Tags of the tables: shapes, and the button of a move."""

from django import template
from django.utils.safestring import SafeString

from web.games import svg

register = template.Library()


@register.simple_tag
def shape(name: str, extra: str = "") -> SafeString:
    """Return a shape as a decoration of the text beside it."""
    return svg.shape(name, extra)
