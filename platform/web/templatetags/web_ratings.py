"""Filters of the pages of ladders: numbers as people write them."""

from django import template
from django.template.defaultfilters import floatformat

register = template.Library()

MINUS = "\u2212"


@register.filter
def figure(value: float, digits: int = 0) -> str:
    """Return a number with so many digits, as the language writes it."""
    return str(floatformat(value, digits)).replace("-", MINUS)


@register.filter
def signed(value: float, digits: int = 0) -> str:
    """Return a change with its sign; one that rounds to nothing has none."""
    if round(abs(value), digits) == 0:
        return figure(0, digits)
    return ("+" if value > 0 else MINUS) + figure(abs(value), digits)


@register.filter
def percent(share: float) -> str:
    """Return a share of 1 as percents."""
    return f"{figure(100 * share)} %"
