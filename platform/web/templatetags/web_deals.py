"""What templates ask about shared deals."""

from uuid import UUID

from django import template

from deals import selectors
from web import explaining

register = template.Library()


@register.simple_tag
def explained(deal: str) -> str:
    """Return what the cards of a deal explain, in a sentence or two."""
    return explaining.of_deal(selectors.require(UUID(deal)))
