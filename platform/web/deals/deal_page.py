"""A deal as its page shows it: before it is closed what was announced, then how everybody fared."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Account
from deals import results, selectors, sightings
from deals.models import Attempt, Deal
from deals.state import DealStatus
from games import registry
from games.core import ALL
from games.json_types import JsonMapping
from matches import redaction
from matches import selectors as matches
from matches.recordings import RECORDINGS, Recording
from web.deals import daily_page
from web.deals.plots import Plot, plot
from web.games.glance import glance_of
from web.matches import match_page

ROWS = 50


class Row(NamedTuple):
    """A go at the deal."""

    rank: int | None
    """None of what is not compared."""
    attempt: Attempt
    is_mine: bool


class Hand(NamedTuple):
    """What everybody held at their first decision."""

    at: int
    """The version of that moment in the match that it is shown by."""
    match: UUID
    lines: Sequence[str]


class DealPage(NamedTuple):
    """What the page shows."""

    deal: Deal
    status: DealStatus
    seat: int
    """From 1."""
    mine: Attempt | None
    variant: str
    """What tells its rules from others of the game, where there are such."""
    verdict: str
    """How the reader fared, in a sentence."""
    explained: int | None
    rows: Sequence[Row]
    """The best first, as far as the page shows them."""
    counted: int
    plot: Plot | None
    plot_words: str
    """The drawing in words."""
    hand: Hand | None
    shared: Sequence[Sequence[str]]
    """Accounts that have played from one address: for the staff."""


def deal_page(deal_id: UUID, reader: Account | None, begin: int = 0) -> DealPage:
    """Return what the page of a deal shows a reader, from some row on; raises not_found."""
    deal = selectors.require(deal_id)
    variant = registry.rules(deal.rules).variant
    account = None if reader is None else reader.pk
    mine = selectors.attempt_of(deal_id, account)
    status = selectors.status_of(deal)
    is_staff = reader is not None and reader.is_staff
    page = DealPage(
        deal=deal,
        status=status,
        seat=deal.seat + 1,
        mine=mine,
        # Of an empty text gettext tells what its catalogue is.
        variant=_(variant) if variant else "",
        verdict="",
        explained=daily_page.percent(results.comparison(deal, selectors.closing_of(deal), 0)),
        rows=(),
        counted=0,
        plot=None,
        plot_words="",
        hand=None,
        shared=sightings.shared(deal_id) if is_staff else (),
    )
    return _closed(page, account, begin) if status == "closed" else page


def _closed(page: DealPage, account: UUID | None, begin: int) -> DealPage:
    attempts = list(selectors.ranked(page.deal.pk))
    margins = [each.margin for each in attempts if each.margin is not None]
    rows = _rows(attempts, account)
    mine = next((row for row in rows if row.is_mine), None)
    drawn = plot(margins, None if page.mine is None else page.mine.margin)
    best = next(iter(rows), None)
    return page._replace(
        verdict="" if mine is None else _verdict(mine, len(margins)),
        rows=rows[begin : begin + ROWS],
        counted=len(margins),
        plot=drawn,
        plot_words="" if drawn is None else _plot_words(drawn, len(margins)),
        hand=None if best is None else hand(page.deal, best.attempt.match_id),
    )


def _rows(attempts: Sequence[Attempt], account: UUID | None) -> list[Row]:
    """Return all goes with their ranks, which equal margins share."""
    ranks: dict[float | None, int] = {}
    for place, each in enumerate(attempts, start=1):
        ranks.setdefault(each.margin, place)
    return [
        Row(
            None if each.margin is None else ranks[each.margin],
            each,
            each.account_id == account,
        )
        for each in attempts
    ]


def _verdict(row: Row, counted: int) -> str:
    if row.rank is None:
        return _("You did not play this deal to the end, so you are not compared.")
    points = row.attempt.points
    place = ngettext(
        "You came %(rank)s of %(count)s player with these cards.",
        "You came %(rank)s of %(count)s players with these cards.",
        counted,
    ) % {"rank": row.rank, "count": counted}
    if points is None:
        return place
    gained = _("That is %(points)s of 100 points.")
    return f"{place} {gained % {'points': number_format(points, 0)}}"


def _plot_words(drawn: Plot, count: int) -> str:
    words = ngettext(
        "%(count)s player. The margin went from %(low)s to %(high)s, half of them above"
        " %(middle)s.",
        "%(count)s players. The margin went from %(low)s to %(high)s, half of them above"
        " %(middle)s.",
        count,
    )
    figures = {"low": drawn.low, "high": drawn.high, "middle": drawn.median}
    said = {name: number_format(value, 1) for name, value in figures.items()}
    return words % {"count": count, **said}


def hand(deal: Deal, match_id: UUID) -> Hand | None:
    """Return what everybody held on the seat of a deal that is closed, at their first decision.

    Up to there all its tables went alike.
    """
    with matches.current_state(match_id, None) as state:
        recording = RECORDINGS.of(state)
        is_open_to_all = redaction.viewer_of(state, None) == ALL
    at = first_decision(recording, deal.seat)
    tell = glance_of(deal.game)
    if at is None or tell is None or not is_open_to_all:
        return None
    view: JsonMapping | None = redaction.game_view(recording.at(at), deal.seat)
    people = match_page.people_of(match_id, deal.seat)
    return None if view is None else Hand(at, match_id, tell(view, people))


def first_decision(recording: Recording, seat: int) -> int | None:
    """Return the version at which a seat first had to decide."""
    for version in range(1, recording.head.version):
        if seat in recording.at(version).acting:
            return version
    return None
