"""What a trick, a round and a match of Stick 'Em came to."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core import placings
from games.stick_em.cards import CARDS, COLOUR
from games.stick_em.scoring import WORTH, round_points
from web.games.chapters import Heading
from web.games.endings import Ending, GameEnds, by_points
from web.games.lead_words import lead
from web.games.narration import People
from web.games.sheets import (
    NOTHING,
    ROUND_S,
    Cell,
    Column,
    Events,
    Segment,
    Sheet,
    View,
    bars,
    by_place,
    figure,
    of_type,
    row,
    said,
    signed,
    total,
)
from web.games.stick_em.cards import drawn


class Taken(NamedTuple):
    """A captured card of the pain colour, and what it cost."""

    card: str
    points: int


class Round(NamedTuple):
    """What a round was worth to a seat, part by part."""

    pain_card: str
    own: int
    """What the pain card itself cost."""
    pain: tuple[Taken, ...]
    """Captured cards of its colour, in the order in which they came."""
    plus: int
    """What all other captured cards brought."""
    points: int
    total: int
    place: int
    moved: int
    """Places won since the round before."""

    @property
    def hurt(self) -> int:
        """Return what the captured cards of the pain colour cost together."""
        return sum(each.points for each in self.pain)


def rounds(events: Events) -> list[Round]:
    """Return what a round was worth, by seat, from all of its events."""
    (pain,) = [data["cards"] for data in of_type(events, "pain_revealed")]
    (scored,) = of_type(events, "round_scored")
    captured: list[list[str]] = [[] for _card in pain]
    for trick in of_type(events, "trick_taken"):
        captured[trick["seat"]] += trick["cards"]
    totals = scored["totals"]
    before = [whole - points for whole, points in zip(totals, scored["points"], strict=True)]
    now = placings(totals)
    was = now if len(set(before)) == 1 else placings(before)
    return [
        Round(
            card,
            round_points(CARDS.index(card), ()),
            tuple(_pain_of(card, captured[seat])),
            _plus_of(card, captured[seat]),
            scored["points"][seat],
            totals[seat],
            now[seat],
            was[seat] - now[seat],
        )
        for seat, card in enumerate(pain)
    ]


def _pain_of(pain: str, captured: Sequence[str]) -> Iterator[Taken]:
    colour = COLOUR[CARDS.index(pain)]
    for card in captured:
        number = CARDS.index(card)
        if COLOUR[number] == colour:
            yield Taken(card, WORTH[colour][number])


def _plus_of(pain: str, captured: Sequence[str]) -> int:
    colour = COLOUR[CARDS.index(pain)]
    numbers = map(CARDS.index, captured)
    return sum(WORTH[colour][card] for card in numbers if COLOUR[card] != colour)


def sheet(segment: Segment, people: People) -> Sheet:
    """Return the sheet of a round."""
    worth = rounds(segment.events)
    (scored,) = of_type(segment.events, "round_scored")
    (began,) = of_type(segment.events, "round_began")
    number = began["round"]
    totals, points = scored["totals"], scored["points"]
    before = [whole - each for whole, each in zip(totals, points, strict=True)]
    drawn_bars = bars([(-each.own, -each.hurt, each.plus) for each in worth])
    lines = [
        _cells(each, Cell("bar", bar=bar)) for each, bar in zip(worth, drawn_bars, strict=True)
    ]
    places = [each.place for each in worth]
    return Sheet(
        kind="sheet",
        title=_("Round %(round)s is scored") % {"round": number},
        words=lead(before, totals, people),
        columns=_columns(),
        rows=[row(seat, places[seat], lines[seat], people) for seat in by_place(places)],
        onward=_("To the result")
        if segment.is_last
        else _("On to round %(round)s") % {"round": number + 1},
        closes_after_s=ROUND_S,
    )


def _columns() -> list[Column]:
    return [
        Column(_("Pain card"), "pieces", is_wide=True),
        Column(_("Pain taken"), "pieces"),
        Column(_("Cards"), "figure"),
        Column(_("Pain"), "figure"),
        Column(_("Own"), "figure", is_wide=True),
        Column(_("Lost | won"), "bar", is_wide=True),
        Column(_("Round"), "total"),
        Column(_("Total"), "total"),
        Column(_("Moved"), "words", is_wide=True),
    ]


def _cells(worth: Round, bar: Cell) -> list[Cell]:
    return [
        Cell("pieces", pieces=[drawn(worth.pain_card)]),
        Cell("pieces", pieces=[drawn(each.card) for each in worth.pain]),
        figure(worth.plus),
        figure(worth.hurt),
        figure(worth.own),
        bar,
        total(worth.points, is_signed=True),
        total(worth.total),
        said(_moved(worth.moved)),
    ]


def _moved(places: int) -> str:
    if not places:
        return NOTHING
    return f"▲ {places}" if places > 0 else f"▼ {-places}"


def made_of(ending: Ending, seat: int) -> str:
    """Return the rounds that a total is the sum of."""
    return " ".join(signed(points[seat]) for points in ending.view["scores"])


def came(ending: Ending, people: People, seat: int, other: int) -> str:
    """Return how two seats compare: by the totals alone, and equal ones share (SE-21)."""
    return by_points(ending.view["totals"], people, seat, other)


def way(ending: Ending) -> list[list[int]]:
    """Return the totals after each round, by seat."""
    scored = of_type(ending.events, "round_scored")
    return [[0, *(each["totals"][seat] for each in scored)] for seat in range(ending.seats)]


def hands(view: View) -> list[list[SafeString]]:
    """Return the hands of all seats, where they lie open."""
    return [[drawn(card) for card in hand] for hand in view["hands"] or ()]


ENDS = GameEnds(
    headings={
        "round_began": Heading("part", gettext_lazy("Round %(part)d")),
        "pain_revealed": Heading("step", gettext_lazy("Round %(part)d · trick %(step)d")),
        "trick_taken": Heading("step", gettext_lazy("Round %(part)d · trick %(step)d"), True),
        "trick_set_aside": Heading("step", gettext_lazy("Round %(part)d · trick %(step)d"), True),
        "round_scored": Heading("end", gettext_lazy("Round %(part)d is scored")),
    },
    opens="round_began",
    closes=frozenset({"round_scored"}),
    decisions=frozenset({"pain_chosen", "card_played"}),
    sheet=sheet,
    came=came,
    made_of=made_of,
    way=way,
    hands=hands,
)
