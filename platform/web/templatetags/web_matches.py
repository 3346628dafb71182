"""Tags of the tables: shapes, and the button of a move."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from web.games import svg

register = template.Library()


@register.simple_tag
def shape(name: str, extra: str = "") -> SafeString:
    """Return a shape as a decoration of the text beside it."""
    return svg.shape(name, extra)


@register.inclusion_tag("web/matches/part.html", takes_context=True)
def table_part(context: Context, part: Mapping[str, Any]) -> dict[str, Any]:
    """Show the changing part of a match's page, from what it shows and what all pages have."""
    page: dict[str, Any] = context.flatten()  # type: ignore[assignment] # Its keys are names.
    return {**page, **part}
