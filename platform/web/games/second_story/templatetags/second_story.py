"""Signs of Second Story in its templates."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from web.games.second_story import art

register = template.Library()


@register.simple_tag
def story_sign(name: str, extra: str = "") -> SafeString:
    """Return a symbol of the game as a decoration of the text beside it."""
    return art.sign(name, extra)


@register.simple_tag
def story_skyline() -> SafeString:
    """Return the roofs behind the street."""
    return format_html(
        '<svg class="skyline" viewBox="0 0 480 110" preserveAspectRatio="xMidYMax slice"'
        ' aria-hidden="true"><use href="{}#street"/></svg>',
        static(art.SPRITES),
    )
