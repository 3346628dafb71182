"""A deal as its page shows it: before it is closed what was announced, then how everybody fared."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.template.defaultfilters import capfirst, floatformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Account
from deals import selectors, sightings
from deals.models import Attempt, Deal
from deals.selectors import Place, Spread
from deals.services import attempts
from deals.sightings import Shared
from deals.state import DealStatus
from games import registry
from games.core import ALL
from games.json_types import JsonMapping
from matches import redaction
from matches import selectors as matches
from matches.recordings import RECORDINGS, Recording
from web import explaining
from web.deals import plots, proofs
from web.deals.plots import Plot
from web.games.glance import glance_of
from web.games.narration import People
from web.matches import match_page
from web.proof_drawings import Proof

ROWS = 50


class Row(NamedTuple):
    """A go at the deal."""

    rank: int | None
    """None of what is not compared, or counts for nobody."""
    attempt: Attempt
    is_mine: bool
    is_best: bool


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
    explained: str
    """What the cards explain, in words."""
    is_newcomer: bool
    """Whether the reader's account is newer than the deal, so that it counts in no table."""
    rows: Sequence[Row]
    """The best first, as far as the page shows them."""
    pages: Page[Attempt] | None
    """Where others are."""
    has_newcomers: bool
    """Whether some of the rows have no rank since their accounts are newer than the deal."""
    plot: Plot | None
    plot_words: str
    """The drawing in words."""
    hand: Hand | None
    shared: Sequence[Shared]
    """Accounts that have played from one address: for the staff."""
    proof: Proof


def deal_page(deal_id: UUID, reader: Account | None, number: str = "") -> DealPage:
    """Return what the page of a deal shows a reader, and so many pages on; raises not_found."""
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
        explained=explaining.of_deal(deal),
        is_newcomer=reader is not None and attempts.is_newcomer(reader, deal),
        rows=(),
        pages=None,
        has_newcomers=False,
        plot=None,
        plot_words="",
        hand=None,
        shared=sightings.shared(deal_id) if is_staff else (),
        proof=proofs.of_house(deal),
    )
    return _closed(page, account, number) if status == "closed" else page


def _closed(page: DealPage, account: UUID | None, number: str) -> DealPage:
    deal = page.deal.pk
    pages = Paginator(selectors.with_ranks(deal), ROWS).get_page(number)
    best = selectors.best(deal)
    drawn = _plot(deal, None if page.mine is None else page.mine.margin)
    rows = [_row(each, account, best) for each in pages]
    return page._replace(
        verdict="" if page.mine is None else _verdict(page.mine),
        rows=rows,
        pages=pages,
        has_newcomers=any(row.attempt.is_newcomer for row in rows),
        plot=drawn,
        plot_words="" if drawn is None else _plot_words(drawn.spread),
        hand=None if best is None else hand(page.deal, best.match_id, page.deal.seat),
    )


def _row(each: Attempt, account: UUID | None, best: Attempt | None) -> Row:
    is_ranked = each.margin is not None and not each.is_newcomer
    rank = each.rank if is_ranked else None  # type: ignore[attr-defined] # Of the query.
    return Row(rank, each, each.account_id == account, each == best)


def _plot(deal: UUID, mine: float | None) -> Plot | None:
    spread = selectors.spread(deal)
    if spread is None:
        return None
    begin, width = plots.scale(spread)
    return plots.plot(spread, selectors.columns(deal, begin=begin, width=width), mine)


def _verdict(mine: Attempt) -> str:
    place = selectors.place_of(mine)
    if place is None:
        return _("You did not play this deal to the end, so you are not compared.")
    return placed(place, mine.points, 0)


def placed(place: Place, points: float | None, digits: int) -> str:
    """Return where somebody came with their cards, and what that is worth."""
    said = [
        _("Your rank among those with these cards: %(rank)s of %(count)s.")
        % {"rank": place.rank, "count": place.of}
    ]
    if points is not None:
        gained = _("That is %(points)s of 100 points.")
        said.append(gained % {"points": floatformat(points, digits)})
    return " ".join(said)


def _plot_words(spread: Spread) -> str:
    words = ngettext(
        "%(count)s player. The margin went from %(low)s to %(high)s, half of them above"
        " %(middle)s.",
        "%(count)s players. The margin went from %(low)s to %(high)s, half of them above"
        " %(middle)s.",
        spread.players,
    )
    figures = {"low": spread.low, "high": spread.high, "middle": spread.median}
    said = {name: floatformat(value, 1) for name, value in figures.items()}
    return words % {"count": spread.players, **said}


def hand(deal: Deal, match_id: UUID, seat: int, account: UUID | None = None) -> Hand | None:
    """Return what everybody held on a seat of a deal that is closed, as long as tables were alike.

    That is up to the first decision of who plays a house deal alone, and of anybody in a round,
    where others sit on every seat of every table. It is read as the account may, by default as
    strangers.
    """
    with matches.current_state(match_id, account) as state:
        recording = RECORDINGS.of(state)
        is_open_to_all = redaction.viewer_of(state, account) == ALL
    at = first_decision(recording, None if deal.round else seat)
    tell = glance_of(deal.game)
    if at is None or tell is None or not is_open_to_all:
        return None
    view: JsonMapping | None = redaction.game_view(recording.at(at), seat)
    people = people_at(deal, match_id, seat)
    # A line may begin with a seat, which within a sentence is written small.
    return (
        None
        if view is None
        else Hand(at, match_id, [capfirst(each) for each in tell(view, people)])
    )


def people_at(deal: Deal, match_id: UUID, seat: int, me: int | None = None) -> People:
    """Return who sits where at any table of a deal, beside a seat: nobody but its bots."""
    known = match_page.people_of(match_id, seat)
    names = {
        each: _("seat %(number)d") % {"number": each + 1}
        if deal.round or each == seat
        else known.name(each)
        for each in range(deal.seats)
    }
    return People(names, me)


def first_decision(recording: Recording, seat: int | None) -> int | None:
    """Return the version at which a seat, or anybody, first had to decide."""
    for version in range(1, recording.head.version):
        acting = recording.at(version).acting
        if acting if seat is None else seat in acting:
            return version
    return None
