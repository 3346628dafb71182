"""What the draws of a match were worth: in a sentence, in bars, and at the draws themselves."""

from typing import NamedTuple
from uuid import UUID

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from analyses import selectors as analyses
from analyses.answers import Luck, LuckOfDraw, LuckOfSeat
from analyses.luck import is_offered
from api.problems import Problem
from matches.answers import MatchShown
from web.games.narration import People, join_words
from web.matches.withheld import is_withheld

LEAST = 0.1
"""Places; nothing is said of less."""
DRAWS = 5
"""How many draws are pointed at."""
MINUS = "\N{MINUS SIGN}"


class LuckLine(NamedTuple):
    """What the sheet with the result says of luck."""

    words: str
    """Empty for a spectator, while it is reckoned, and where it was next to nothing."""


def of(page: MatchShown, account: UUID | None) -> Luck | None:
    """Return the luck of a match; None where it is not shown, or not there yet."""
    if not _is_offered(page):
        return None
    try:
        found = analyses.luck(UUID(page.id), account)
    except Problem:
        return None
    return found if isinstance(found, Luck) else None


def _is_offered(page: MatchShown) -> bool:
    is_over = page.status == "finished" and not page.imported and not is_withheld(page)
    return is_over and is_offered(page.game, page.seats_max)


def line(page: MatchShown, account: UUID | None) -> LuckLine | None:
    """Return what the result's sheet says to its reader; None where luck is not shown."""
    return line_of(page, of(page, account))


def line_of(page: MatchShown, found: Luck | None) -> LuckLine | None:
    """Return the same of luck that has been read already."""
    if not _is_offered(page):
        return None
    if found is None or page.my_seat is None:
        return LuckLine("")
    mine = found.seats[page.my_seat]
    return LuckLine("" if abs(mine.luck) < LEAST else _sentence(mine))


def _sentence(mine: LuckOfSeat) -> str:
    draws = _("The draws were worth %(places)s places to you.") % {"places": signed(mine.luck)}
    if abs(mine.rest) < LEAST:
        return f"{draws} " + _("You finished exactly where they put you.")
    size = {"places": number_format(abs(round(mine.rest, 1)), 1)}
    if mine.rest > 0:
        return f"{draws} " + _("You finished %(places)s places better than that.") % size
    return f"{draws} " + _("You finished %(places)s places worse than that.") % size


def signed(value: float, digits: int = 1) -> str:
    """Return a number with its sign, which a nothing has not."""
    rounded = round(value, digits)
    if not rounded:
        return "0"
    return f"{'+' if rounded > 0 else MINUS}{number_format(abs(rounded), digits)}"


def mattered(found: Luck) -> list[LuckOfDraw]:
    """Return the draws that moved somebody most, in their order."""
    sizes = [(max(map(abs, draw.seats)), draw) for draw in found.steps]
    most = sorted([each for each in sizes if each[0] >= LEAST], key=lambda each: -each[0])[:DRAWS]
    return sorted((draw for _size, draw in most), key=lambda draw: draw.at)


def gains(draw: LuckOfDraw, people: People) -> str:
    """Return whom a draw moved, and by how many places, the most first."""
    moved = sorted(enumerate(draw.seats), key=lambda each: -abs(each[1]))
    return join_words(
        [f"{people.name(seat)} {signed(worth)}" for seat, worth in moved if round(worth, 1)]
    )


def notes(found: Luck | None, people: People) -> dict[int, str]:
    """Return what a replay says at the draws that mattered, by version."""
    if found is None:
        return {}
    words = _("This draw moved, in places: %(gains)s")
    return {draw.at: words % {"gains": gains(draw, people)} for draw in mattered(found)}
