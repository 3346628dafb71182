"""Tags and filters of the pages: games by their slug, players by the name they go by now."""

from uuid import UUID

import segno
from django import template
from django.contrib.staticfiles import finders
from django.template.loader import select_template
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from api import idempotency
from api.ids import uuid7
from games import registry
from games.core import AnyRules, UnknownGameError
from matches import lobby
from matches.models import Match, Seat
from web import bot_names
from web.games.registry import about, folder_of
from web.lessons.registry import has_lesson
from web.matches.match_forms import seats_wording

register = template.Library()


@register.filter
def title(game: str) -> str:
    """Return the name of a game; its slug when it is played here no more."""
    try:
        return registry.current_rules(game).title
    except UnknownGameError:
        return game


@register.simple_tag
def mark(game: str) -> SafeString:
    """Return the little picture of a game, drawn in the colour of the text."""
    drawn: str = select_template(
        [f"web/games/{folder_of(game)}/mark.svg", "web/marks/game.svg"]
    ).render()
    return mark_safe(drawn)  # noqa: S308 - A file of ours without a variable.


@register.simple_tag
def new_key() -> str:
    """Return a key for a form, so that it counts once however often it is sent."""
    return idempotency.new_key()


@register.simple_tag
def new_id() -> UUID:
    """Return an id for a form that tells when its page was made."""
    return uuid7()


@register.filter
def name(seat: Seat) -> str:
    """Return what the player of a seat is called now."""
    return bot_names.player_name(seat)


@register.filter
def winners(match: Match) -> str:
    """Return the names of the players who came first; empty where nobody has."""
    return ", ".join(name(seat) for seat in match.chairs.all() if lobby.place(seat) == 1)


@register.simple_tag
def players(rules: AnyRules) -> str:
    """Return the words for how many may play a game."""
    return seats_wording(rules.seats_min, rules.seats_max)


BROWSERS = (
    ("Edg/", "Edge"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)
"""What browsers say they are, the telling words first, and how people call it."""


@register.filter
def browser(agent: str) -> str:
    """Return a few words for what a browser said it is."""
    found = [
        next((words for sign, words in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS)
    ]
    return " · ".join(filter(None, found)) or gettext("A browser")


register.filter(has_lesson)


@register.filter
def tagline(game: str) -> str:
    """Return in a sentence or two what a game is like; empty where nobody has said."""
    return str(about(game, "TAGLINE"))


@register.simple_tag
def qr(address: str) -> SafeString:
    """Return the QR code of an address as a drawing, with room for one sticker's worth of dirt."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(
        border=3, omitsize=True, light="#fff", svgclass=None, lineclass=None
    )
    return mark_safe(drawn)  # noqa: S308 - Paths alone; the address is in none of them.


@register.filter
def hook(game: str) -> str:
    """Return in a breath what a game is like; its tagline where nobody has put it so."""
    return str(about(game, "HOOK")) or tagline(game)


@register.simple_tag
def picture(game: str) -> str:
    """Return the address of the picture of a game's pieces; empty where nobody has drawn one."""
    file = f"web/games/{folder_of(game)}/home.svg"
    return static(file) if finders.find(file) else ""
