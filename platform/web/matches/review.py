"""What a review says of a seat's decisions: in words, and at the moments of a replay."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from analyses import selectors as analyses
from analyses.answers import Review, ReviewedMove
from matches.answers import MatchShown
from web.games.narration import GameText, People
from web.games.registry import language
from web.matches.withheld import is_withheld


class MoveWords(NamedTuple):
    """A decision that stands out, in words."""

    at: int
    made: str
    other: str
    is_good: bool
    worth: str
    """In places, with its interval where it has one."""


def is_offered(page: MatchShown) -> bool:
    """Tell whether the reader may have decisions of their own reviewed."""
    is_over = page.status == "finished" and not page.imported and not is_withheld(page)
    return is_over and page.my_seat is not None


def moves(page: MatchShown, found: Sequence[ReviewedMove], people: People) -> list[MoveWords]:
    """Return decisions in words."""
    words = language(page.game, page.dataset)
    return [_move(words, each, people) for each in found]


def _move(words: GameText, found: ReviewedMove, people: People) -> MoveWords:
    return MoveWords(
        found.at,
        words.describe_move(found.made, people),
        words.describe_move(found.other, people),
        found.is_good,
        places(found.worth, found.se),
    )


def places(value: float, error: float) -> str:
    """Return a figure with twice its standard error."""
    if not round(2 * error, 2):
        return number_format(value, 2)
    return f"{number_format(value, 2)} ± {number_format(2 * error, 2)}"


def notes(page: MatchShown, account: UUID | None, people: People) -> dict[int, str]:
    """Return what a replay says at the decisions that stand out, by version."""
    if page.status != "finished" or page.imported or is_withheld(page):
        return {}
    found: dict[int, str] = {}
    for review in analyses.reviews(UUID(page.id), account):
        for move in moves(page, [*review.shown, *review.good], people):
            found[move.at] = _note(people.name(review.seat), move)
    return found


def _note(name: str, move: MoveWords) -> str:
    about = {"name": name, "made": move.made, "other": move.other, "places": move.worth}
    if move.is_good:
        return (
            _("A good move of %(name)s: %(made)s. The bot: %(other)s (%(places)s places).") % about
        )
    return (
        _("The analysis prefers: %(other)s (%(places)s places). %(name)s made: %(made)s.") % about
    )


def summary(review: Review) -> str:
    """Return what a review comes to, in a sentence or two."""
    count = len(review.shown) + review.more
    if not count:
        return _("The analysis looked at %(judged)s decisions and would change none of them.") % {
            "judged": review.judged
        }
    return _(
        "The analysis would change %(count)s of %(judged)s decisions; they cost %(places)s "
        "places in all."
    ) % {
        "judged": review.judged,
        "count": count,
        "places": places(review.total, review.total_se),
    }
