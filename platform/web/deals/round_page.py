"""The deal of a tournament's round as its page shows it: each seat's hand once, and how it went."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.models import Account
from deals import round_results, scoring, selectors, sightings
from deals.events import DealClosed
from deals.models import Deal
from deals.round_results import Held
from deals.round_tables import LeftOut
from deals.selectors import Place
from deals.sightings import Shared
from deals.state import DealStatus
from matches import match_lists
from tournaments.models import Tournament
from tournaments.selectors import deal_tables
from web import explaining
from web.deals import deal_page, proofs
from web.proof_drawings import Proof
from web.tournaments.people import People, Person, people

WHY: Mapping[LeftOut, Promise] = {
    "decided": gettext_lazy("decided by the staff"),
    "left": gettext_lazy("left the match"),
    "replaced": gettext_lazy("played again"),
    "time_limit": gettext_lazy("ended at a time limit"),
    "void": gettext_lazy("called off"),
}
"""Why others are not compared with a table, or a seat of it."""


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
    hand: Sequence[str]
    """What is to be seen from it alone, in words."""
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
    by_margin: bool
    """Whether margins are the points, rather than places."""
    explained: str
    """What the cards explain, in words."""
    seen_by_all: Sequence[str]
    """What is to be seen of the deal from every seat, in words."""
    seats: Sequence[SeatResults]
    proof: Proof
    added: str
    """Who added chance to the draw that the deal hangs on, in words; empty where nobody did."""
    shared: Sequence[Shared]
    """Accounts that have come to their tables from one address: for the site's staff."""

    @property
    def has_left_out(self) -> bool:
        """Whether there are tables that others are not compared with."""
        return any(row.why for seat in self.seats for row in seat.rows)


def round_page(deal: Deal, reader: Account | None) -> RoundPage:
    """Return what the page of a round's deal shows a reader; raises not_found."""
    account = None if reader is None else reader.pk
    selectors.require_visible(deal, account)
    closed = selectors.closing_of(deal)
    assert deal.tournament is not None  # noqa: S101 - It is the deal of a round.
    source, tables = deal_tables.of_deal(deal.tournament, deal.pk)
    who = people(deal.tournament)
    page = RoundPage(
        deal=deal,
        status=selectors.status_of(deal),
        tournament=Tournament.objects.filter(pk=deal.tournament).first(),
        mine=None,
        verdict="",
        by_margin=round_results.constants(deal, closed) is not None,
        explained=explaining.of_deal(deal),
        seen_by_all=(),
        seats=(),
        shared=sightings.shared(deal.pk) if reader is not None and reader.is_staff else (),
        proof=proofs.of_round(source, is_closed=closed is not None),
        added=proofs.added(source.draw, {number: each.name for number, each in who.items()}),
    )
    if closed is None:
        return page
    known = match_lists.visible(account).filter(deal_id=deal.pk)
    who_reads = Reader(account, frozenset(known.values_list("pk", flat=True)), who)
    return _closed(page, closed, who_reads, round_results.by_seat(deal, closed, tables))


def _closed(
    page: RoundPage, closed: DealClosed, reader: Reader, by_seat: Sequence[Sequence[Held]]
) -> RoundPage:
    """Return the page of a deal that all tables have ended, with who held what."""
    seats = [_seat(page.deal, number, held, reader, closed) for number, held in enumerate(by_seat)]
    mine = next((row for seat in seats for row in seat.rows if row.is_mine), None)
    seen = [line for line in seats[0].hand if all(line in seat.hand for seat in seats)]
    own = [seat._replace(hand=[each for each in seat.hand if each not in seen]) for seat in seats]
    ordered = sorted(own, key=lambda each: not each.has_mine)
    return page._replace(
        seen_by_all=seen,
        seats=ordered,
        mine=None if mine is None else mine.held.match,
        verdict="" if mine is None else _verdict(mine, ordered[0]),
    )


def _seat(
    deal: Deal, seat: int, held: Sequence[Held], reader: Reader, closed: DealClosed
) -> SeatResults:
    counting = [each.worth for each in held if each.counts]
    rows = [_row(each, counting, reader) for each in held]
    best = next((row for row in rows if row.held.score is not None and row.is_open), None)
    hand = None if best is None else deal_page.hand(deal, best.held.match, seat, reader.account)
    return SeatResults(
        number=seat + 1,
        seat=seat,
        hand=() if hand is None else hand.lines,
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
    """Return how the reader fared among those with the same cards, in a sentence or two."""
    if mine.rank is None:
        return ""
    count = sum(row.rank is not None for row in seat.rows)
    return deal_page.placed(Place(mine.rank, count), mine.held.points, 1)
