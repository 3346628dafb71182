"""Who leads and by how much, in a sentence, as the reader would say it. Pure."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.core import placings
from web.games.narration import People

PLACES: dict[int, Promise] = {
    2: pgettext_lazy("finishing position", "second"),
    3: pgettext_lazy("finishing position", "third"),
    4: pgettext_lazy("finishing position", "fourth"),
    5: pgettext_lazy("finishing position", "fifth"),
    6: pgettext_lazy("finishing position", "sixth"),
}
NUMBERS: dict[int, Promise] = {
    2: gettext_lazy("two"),
    3: gettext_lazy("three"),
    4: gettext_lazy("four"),
    5: gettext_lazy("five"),
    6: gettext_lazy("six"),
    7: gettext_lazy("seven"),
    8: gettext_lazy("eight"),
    9: gettext_lazy("nine"),
    10: gettext_lazy("ten"),
    11: gettext_lazy("eleven"),
    12: gettext_lazy("twelve"),
}
"""Numbers that are written as words; larger ones are figures."""


def points(number: int) -> str:
    """Return a number of points: "one point", "five points", "13 points"."""
    words = ngettext("one point", "%(number)s points", number)
    return words % {"number": NUMBERS.get(number, number)}


def lead(before: Sequence[int], after: Sequence[int], people: People) -> str:
    """Return who leads after a part of a match, and how the reader stands to that."""
    first = _leaders(after)
    behind = _next(after, first)
    if people.me in first:
        others = [seat for seat in first if seat != people.me]
        return _own_lead(others, first, before, behind, people)
    who = _their_lead(first, before, people)
    if people.me is None:
        return _ahead(who, behind, people)
    words = _("%(who)s; you are %(place)s, %(points)s behind.")
    mine = after[people.me]
    place = placings(after)[people.me]
    return words % {"who": who, "place": PLACES[place], "points": points(max(after) - mine)}


def _leaders(scores: Sequence[int]) -> list[int]:
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def _next(scores: Sequence[int], first: Sequence[int]) -> tuple[int, list[int]]:
    """Return by how much the first lead, and over whom; nobody where all are equal."""
    rest = [score for seat, score in enumerate(scores) if seat not in first]
    if not rest:
        return 0, []
    return max(scores) - max(rest), [seat for seat, s in enumerate(scores) if s == max(rest)]


def _led(seats: Sequence[int], before: Sequence[int]) -> bool:
    """Tell whether these led before, and not all were equal."""
    return _leaders(before) == list(seats) and len(set(before)) > 1


def _own_lead(
    others: Sequence[int],
    first: Sequence[int],
    before: Sequence[int],
    behind: tuple[int, list[int]],
    people: People,
) -> str:
    if others:
        return _("You share the lead with %(names)s.") % {"names": people.names(others)}
    who = _("You stay in the lead") if _led(first, before) else _("You take the lead")
    return _ahead(who, behind, people)


def _their_lead(first: Sequence[int], before: Sequence[int], people: People) -> str:
    if len(first) > 1:
        return _("%(names)s share the lead") % {"names": people.names(first)}
    words = _("%(name)s stays in the lead") if _led(first, before) else _("%(name)s takes the lead")
    return words % {"name": people.name(first[0])}


def _ahead(who: str, behind: tuple[int, list[int]], people: People) -> str:
    margin, seats = behind
    if not seats:
        return _("%(who)s.") % {"who": who}
    words = _("%(who)s, %(points)s ahead of %(names)s.")
    return words % {"who": who, "points": points(margin), "names": people.names(seats)}
