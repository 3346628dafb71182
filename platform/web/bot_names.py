"""What people call bots: a name that goes with the animal of the seat, and how hard they are."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bots import registry
from bots.core import Bot
from matches.models import Seat
from web import bot_seats

NAMES = ("Corvin", "Fenn", "Ulla", "Lop", "Minka", "Brock")
"""By seat: how the animal of its badge is called."""

LEVELS: Mapping[str, str | Promise] = {
    "random": _("random"),
    "gentle": _("gentle"),
    "greedy": _("steady"),
    "search-1": _("crafty"),
    "search-2": _("craftier"),
    "search-3": _("craftiest"),
}
"""By the bot's id; a bot of somebody's own goes by its id."""


def name(seat: int) -> str:
    """Return what the bot at a seat is called."""
    return NAMES[seat % len(NAMES)]


class Face(NamedTuple):
    """A bot as it is introduced before a match."""

    seat: int
    name: str
    level: str


def faces(bot: str, seats: int) -> list[Face]:
    """Return who sits at the other seats when bots of one kind fill a table."""
    return [Face(seat, name(seat), level(bot)) for seat in range(1, seats)]


def player_name(seat: Seat) -> str:
    """Return what the player of a seat is called now, a bot or somebody else.

    A bot of a tournament goes by the name that its entrants and standings have.
    """
    if seat.bot and seat.account is None:
        return bot_seats.name_at(seat) or name(seat.seat)
    return seat.account.username if seat.account else seat.player


def level(bot: str) -> str:
    """Return in a word how hard a bot is, in the reader's language."""
    return str(LEVELS.get(bot, bot))


def opponents(game: str) -> list[Bot]:
    """Return the bots that people are offered for a game, the gentlest first.

    A game that only programs' bots play has no others.
    """
    playing = registry.bots_offered(game)
    return [bot for bot in playing if bot.level is not None] or list(playing)


def choices(game: str) -> list[tuple[str, str]]:
    """Return the bots that people are offered, as a form's choices."""
    return [(bot.id, level(bot.id)) for bot in opponents(game)]


def usual(game: str) -> str:
    """Return the id of the bot that fills a table where nobody chooses: a steady one."""
    offered = opponents(game)
    return next((bot for bot in offered if bot.level == "steady"), offered[-1]).id
