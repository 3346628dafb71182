"""The deal of a tournament's round as its page shows it: each seat's hand once, and how it went."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Account
from deals import round_results, scoring, selectors
from deals.events import DealClosed
from deals.models import Deal
from deals.round_results import Held
from deals.round_tables import LeftOut
from deals.state import DealStatus
from matches import match_lists
from tournaments.models import Tournament
from web.deals import deal_page
from web.deals.deal_page import Hand
from web.tournaments.people import People, Person, people

WHY: Mapping[LeftOut, Promise] = {
    "decided": gettext_lazy("decided by the staff"),
    "replaced": gettext_lazy("played again"),
    "time_limit": gettext_lazy("ended at a time limit"),
    "void": gettext_lazy("called off"),
}
"""Why others are not compared with a table."""


class Reader(NamedTuple):
    """Who reads the page, which matches of the deal they may know of, and who takes part."""

    account: UUID | None
    matches: frozenset[UUID]
    people: People


class Row(NamedTuple):
    """Somebody who held the cards of a seat."""

    rank: int | None
    """None of a table that others are not compared with."""
    held: Held
    who: Person
    why: str
    """Why it has no rank, in words."""
    is_mine: bool
    is_open: bool
    """Whether the reader may replay its match."""


class SeatResults(NamedTuple):
    """Everyone who held the cards of a seat."""

    number: int
    """From 1."""
    seat: int
    hand: Hand | None
    rows: Sequence[Row]
    shadow: float | None
    """The mean margin of bots that held them."""
    has_mine: bool


class RoundPage(NamedTuple):
    """What the page shows."""

    deal: Deal
    status: DealStatus
    tournament: Tournament | None
    mine: UUID | None
    """The match of the reader's table."""
    verdict: str
    explained: int | None
    seats: Sequence[SeatResults]

    @property
    def by_margin(self) -> bool:
        """Whether margins are the points, rather than places."""
        return self.explained is not None

    @property
    def has_left_out(self) -> bool:
        """Whether there are tables that others are not compared with."""
        return any(row.why for seat in self.seats for row in seat.rows)


def round_page(deal: Deal, reader: Account | None) -> RoundPage:
    """Return what the page of a round's deal shows a reader; raises not_found."""
    account = None if reader is None else reader.pk
    selectors.require_visible(deal, account)
    closed = selectors.closing_of(deal)
    known = round_results.constants(deal, closed)
    page = RoundPage(
        deal=deal,
        status=selectors.status_of(deal),
        tournament=_tournament(deal),
        mine=None,
        verdict="",
        explained=None if known is None else round(100 * known.explained),
        seats=(),
    )
    return page if closed is None else _closed(page, closed, account)


def _tournament(deal: Deal) -> Tournament | None:
    found = deal.tournament
    return None if found is None else Tournament.objects.filter(pk=found).first()


def _closed(page: RoundPage, closed: DealClosed, account: UUID | None) -> RoundPage:
    known = match_lists.visible(account).filter(deal_id=page.deal.pk)
    assert page.deal.tournament is not None  # noqa: S101 - It is the deal of a round.
    who = people(page.deal.tournament)
    reader = Reader(account, frozenset(known.values_list("pk", flat=True)), who)
    seats = [
        _seat(page.deal, number, held, reader, closed)
        for number, held in enumerate(round_results.by_seat(page.deal, closed))
    ]
    mine = next((row for seat in seats for row in seat.rows if row.is_mine), None)
    ordered = sorted(seats, key=lambda each: not each.has_mine)
    return page._replace(
        seats=ordered,
        mine=None if mine is None else mine.held.match,
        verdict="" if mine is None else _verdict(mine, ordered[0]),
    )


def _seat(
    deal: Deal, seat: int, held: Sequence[Held], reader: Reader, closed: DealClosed
) -> SeatResults:
    counting = [each.worth for each in held if each.counts]
    rows = [_row(each, counting, reader) for each in held]
    best = next((row for row in rows if row.rank is not None and row.is_open), None)
    return SeatResults(
        number=seat + 1,
        seat=seat,
        hand=None if best is None else deal_page.hand(deal, best.held.match, seat, reader.account),
        rows=rows,
        shadow=closed.shadow[seat] / scoring.SHADOW_UNIT if closed.shadow else None,
        has_mine=any(row.is_mine for row in rows),
    )


def _row(held: Held, counting: Sequence[float], reader: Reader) -> Row:
    known = None if held.entrant is None else reader.people.get(held.entrant)
    unknown = Person(0, held.player, "" if held.account is None else held.player)
    return Row(
        1 + sum(other > held.worth for other in counting) if held.counts else None,
        held,
        known or unknown,
        "" if held.left_out is None else str(WHY[held.left_out]),
        reader.account is not None and held.account == reader.account,
        held.match in reader.matches,
    )


def _verdict(mine: Row, seat: SeatResults) -> str:
    """Return how the reader fared among those with the same cards, in a sentence."""
    if mine.rank is None:
        return ""
    count = sum(row.rank is not None for row in seat.rows)
    said = {"rank": mine.rank, "count": count, "margin": number_format(mine.held.margin, 1)}
    return _("Your margin was %(margin)s: %(rank)s of %(count)s with these cards.") % said
