"""Filters of the organiser's console."""

from collections.abc import Mapping

from django import template
from django.utils.translation import gettext

from tournaments.points.core import in_points
from tournaments.state import TournamentState
from tournaments.tiebreaks import registry as tiebreaks
from web.tournaments import labels

register = template.Library()


@register.filter
def translate(text: str) -> str:
    """Return in the reader's language what a format or its like says of itself."""
    return gettext(text)


@register.filter
def entrant(number: int, state: TournamentState) -> str:
    """Return an entrant's name."""
    return state.name(number)


@register.filter
def points(units: int | str) -> str:
    """Return points, in units or as the API writes them, as all pages do."""
    return labels.points(units if isinstance(units, str) else in_points(units))


@register.filter
def tiebreak(name: str) -> str:
    """Return the title of a tie-break."""
    return gettext(tiebreaks.find(name).title)


@register.filter
def at(values: Mapping[str, object], name: str) -> object:
    """Return a value by its name; None where there is none."""
    return values.get(name)
