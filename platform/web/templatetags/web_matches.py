"""Tags of the tables: the badge of a seat, signs of the bar."""

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from web.matches.steps import Step

register = template.Library()

BADGES = ("raven", "fox", "owl", "hare", "cat", "badger")
"""The masked animals of the seats, by number."""


@register.inclusion_tag("web/matches/part.html", takes_context=True)
def table_part(context: Context, step: Step) -> dict[str, object]:
    """Show the changing part of a match's page, from what it shows and what all pages have."""
    page: dict[str, object] = context.flatten()  # type: ignore[assignment] # Its keys are names.
    if not step.has_problem:
        page["problem"] = None
    return {**page, **step.part.context()}


@register.simple_tag
def seat_badge(seat: int) -> SafeString:
    """Return the badge of a seat as a decoration of the name beside it."""
    return art(f"badge-{BADGES[seat % len(BADGES)]}", "seat-badge")


@register.simple_tag
def badge_at(seat: int, x: float, y: float, size: float) -> SafeString:
    """Return the badge of a seat inside of a drawing, its upper left corner at x, y."""
    return format_html(
        '<use href="{}#badge-{}" x="{}" y="{}" width="{}" height="{}"/>',
        static("web/matches/art.svg"),
        BADGES[seat % len(BADGES)],
        x,
        y,
        size,
        size,
    )


@register.simple_tag
def sign(name: str) -> SafeString:
    """Return a sign of the bar as a decoration of a button that says what it does."""
    return art(name, "sign")


@register.simple_tag
def art(name: str, extra: str = "") -> SafeString:
    """Return a drawing that all tables share, as a decoration."""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>',
        extra,
        static("web/matches/art.svg"),
        name,
    )
