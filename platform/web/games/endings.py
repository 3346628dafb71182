"""How a match ended: who took which place and by what, and the way there. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from web.games.chapters import Heading
from web.games.lead_words import points
from web.games.narration import People
from web.games.sheets import Events, Segment, Sheet, View, by_place, plain


class Ending(NamedTuple):
    """A match that is over, with all that everybody may know of it by then."""

    dataset: str
    seats: int
    events: Events
    view: View
    placings: Sequence[int]
    scores: Sequence[int]


class Standing(NamedTuple):
    """A seat at the end of a match."""

    seat: int
    name: str
    is_me: bool
    place: int
    score: int
    made_of: str
    why: str
    """How it compares with the seat one line above; the first one with the next."""

    @property
    def score_words(self) -> str:
        """Return the score, with a real minus where it is below zero."""
        return plain(self.score)


Came = Callable[[Ending, People, int, int], str]
"""Says how the first seat compares with the second, as a phrase in the reader's language."""


class GameEnds(NamedTuple):
    """What a game says about the ends of its parts and of its matches."""

    headings: Mapping[str, Heading]
    """By type of event, what begins with it in the log and in the replay."""
    opens: str
    """The event with which a round or night begins."""
    closes: frozenset[str]
    """The events with which it is over."""
    decisions: frozenset[str]
    """Events of which one comes as soon as anybody has decided anything after that."""
    sheet: Callable[[Segment, People], Sheet]
    came: Came
    made_of: Callable[[Ending, int], str]
    """Returns what the score of a seat is the sum of, in few words."""
    way: Callable[[Ending], list[list[int]]]
    """Returns each seat's score from the start of the match on, part by part."""
    hands: Callable[[View], list[list[SafeString]]] = lambda _view: []
    """Returns the cards of every seat where a view shows them all and no plate of the game does."""

    @property
    def types(self) -> frozenset[str]:
        """Return the types of the events by which a match falls into parts."""
        return self.closes | {self.opens} | self.headings.keys()


OVER = ("over", "abandoned")
"""Phases of a view in which the match is over."""


def last_segment(
    game: GameEnds, events: Events, view: View, *, dataset: str, seats: int
) -> Segment | None:
    """Return the part of a match that ended last by these events; None where it is not whole."""
    ends = [at for at, event in enumerate(events) if event["type"] in game.closes]
    if not ends:
        return None
    end = ends[-1] + 1
    begins = [at for at, event in enumerate(events[:end]) if event["type"] == game.opens]
    if not begins:
        return None
    is_last = view["phase"] in OVER
    return Segment(dataset, seats, events[begins[-1] : end], events[end:], view, is_last)


def standings(ending: Ending, people: People, game: GameEnds) -> list[Standing]:
    """Return the seats by place, each with what decided between it and its neighbour."""
    order = by_place(ending.placings)
    others = [order[1], *order[:-1]] if len(order) > 1 else order
    gone = departures(ending.events)

    def why(seat: int, other: int) -> str:
        if other in gone and seat not in gone:
            return _("%(name)s left the match") % {"name": people.name(other)}
        return gone.get(seat) or game.came(ending, people, seat, other)

    return [
        Standing(
            seat,
            people.name(seat),
            seat == people.me,
            ending.placings[seat],
            ending.scores[seat],
            game.made_of(ending, seat),
            why(seat, other),
        )
        for seat, other in zip(order, others, strict=True)
    ]


def departures(events: Events) -> dict[int, str]:
    """Return who is placed last for leaving, with how that came."""
    gone: dict[int, str] = {}
    for event in events:
        kind, data = event["type"], event["data"]
        if kind == "seat_resigned":
            gone[data["seat"]] = _("resigned")
        elif kind == "seat_timed_out" and data["policy"] != "auto":
            gone[data["seat"]] = _("ran out of time")
        elif kind == "seat_returned":
            gone.pop(data["seat"], None)
    return gone


def won(people: People, rows: Sequence[Standing]) -> str:
    """Return who has won and by what, in a sentence."""
    first = [row.seat for row in rows if row.place == 1]
    if people.me in first and len(first) == 1:
        words = _("You have won: %(why)s.")
    elif len(first) == 1:
        words = _("%(names)s has won: %(why)s.")
    else:
        words = _("%(names)s share first place: %(why)s.")
    return words % {"names": people.names(first), "why": rows[0].why}


def by_points(values: Sequence[int], people: People, seat: int, other: int) -> str:
    """Return how two seats compare where nothing but a number counts."""
    margin = values[seat] - values[other]
    if not margin:
        return _("equal at %(value)s") % {"value": plain(values[seat])}
    words = _("%(points)s ahead of %(name)s") if margin > 0 else _("%(points)s behind %(name)s")
    return words % {"points": points(abs(margin)), "name": people.name(other)}
