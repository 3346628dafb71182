"""What a round and a match of Sticky Fingers came to."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core import placings
from games.sticky_fingers.cards import DECKS, LOOT
from web.games.chapters import Heading
from web.games.endings import Ending, GameEnds, by_points
from web.games.lead_words import lead
from web.games.narration import People
from web.games.sheets import (
    NOTHING,
    STRIP_S,
    Cell,
    Column,
    Events,
    Segment,
    Sheet,
    by_place,
    figure,
    of_type,
    row,
    said,
    total,
)
from web.games.sticky_fingers.words import PLACES, Cards, place

PAYING = ("villa", "museum", "harbor")
"""Where money is gained: chests are cashed at the first two, loot is sold at the last."""


class Gain(NamedTuple):
    """Money that one action brought, and where."""

    seat: int
    place: str
    points: int
    loot: tuple[str, ...]
    """The chest, or the cards that were sold."""


def gains(events: Events) -> Iterator[Gain]:
    """Yield what each action brought, in their order."""
    opened = ""
    for event in events:
        data = event["data"]
        if event["type"] == "place_opened":
            opened = data["place"]
        elif event["type"] == "chest_cashed":
            yield Gain(data["seat"], opened, data["value"], (data["loot"],))
        elif event["type"] == "loot_sold":
            yield Gain(data["seat"], opened, data["points"], tuple(data["loot"]))


def sheet(segment: Segment, people: People) -> Sheet:
    """Return the strip of a round: the money by place of action."""
    (ended,) = of_type(segment.events, "round_ended")
    money, number = ended["money"], ended["round"]
    found = list(gains(segment.events))
    before = [
        whole - sum(gain.points for gain in found if gain.seat == seat)
        for seat, whole in enumerate(money)
    ]
    places = placings(money)
    lines = [
        _cells([gain for gain in found if gain.seat == seat], whole, segment.dataset)
        for seat, whole in enumerate(money)
    ]
    return Sheet(
        kind="strip",
        title=_("Round %(round)s is over") % {"round": number},
        words=lead(before, money, people) if found else _("Nobody has gained any money."),
        columns=[
            Column(_("Source"), "words", is_wide=True),
            *(Column(place(name), "figure") for name in PAYING),
            Column(_("Round"), "total"),
            Column(_("Money"), "total"),
        ],
        rows=[row(seat, places[seat], lines[seat], people) for seat in by_place(places)],
        onward=_("To the result")
        if segment.is_last
        else _("On to round %(round)s") % {"round": number + 1},
        closes_after_s=STRIP_S,
    )


def _cells(found: list[Gain], money: int, dataset: str) -> list[Cell]:
    by_where = {name: sum(gain.points for gain in found if gain.place == name) for name in PAYING}
    return [
        said("; ".join(_by_what(gain, dataset) for gain in found) or NOTHING),
        *(figure(points) if points else said(NOTHING) for points in by_where.values()),
        total(sum(by_where.values()), is_signed=True),
        total(money),
    ]


def _by_what(gain: Gain, dataset: str) -> str:
    """Return what brought the money: the cards at their values, and what a fence paid on top."""
    cards, values = Cards(dataset), DECKS[dataset].value
    loot = " + ".join(cards.loot(each) for each in gain.loot)
    bonus = gain.points - sum(values[LOOT.index(each)] for each in gain.loot)
    return f"{loot} + {bonus}" if bonus else loot


def made_of(ending: Ending, seat: int) -> str:
    """Return where the money came from, and what is left unsold, which counts nothing (SF-37)."""
    found = [gain for gain in gains(ending.events) if gain.seat == seat]
    chests = sum(gain.points for gain in found if gain.place != "harbor")
    words = _("chests %(chests)s, sales %(sales)s") % {
        "chests": chests,
        "sales": ending.view["money"][seat] - chests,
    }
    unsold = len(ending.view["held"][seat])
    if not unsold:
        return words
    left = ngettext("%(number)s card unsold", "%(number)s cards unsold", unsold)
    return f"{words}; {left % {'number': unsold}}"


def came(ending: Ending, people: People, seat: int, other: int) -> str:
    """Return how two seats compare: by money alone, and equal money shares (SF-36)."""
    return by_points(ending.view["money"], people, seat, other)


def way(ending: Ending) -> list[list[int]]:
    """Return the money after each round, by seat."""
    ended = of_type(ending.events, "round_ended")
    return [[0, *(each["money"][seat] for each in ended)] for seat in range(ending.seats)]


ENDS = GameEnds(
    headings={
        "round_began": Heading("part", gettext_lazy("Round %(part)d · placing")),
        "place_opened": Heading(
            "step", gettext_lazy("Round %(part)d · %(name)s"), names=("place", PLACES)
        ),
        "round_ended": Heading("end", gettext_lazy("Round %(part)d is over")),
    },
    opens="round_began",
    closes=frozenset({"round_ended"}),
    decisions=frozenset({"token_placed"}),
    sheet=sheet,
    came=came,
    made_of=made_of,
    way=way,
)
