"""Read deals, play one, and compare two goes at one."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import structs

from api import limits
from api.problems import Problem
from deals import differing, refusals, round_results, selectors
from deals.models import Deal
from deals.services import attempts
from matches import selectors as matches
from web import requests
from web.deals import daily_page
from web.deals.deal_page import deal_page, hand, people_at
from web.deals.round_page import round_page
from web.embeds import framing
from web.matches import refusals as words
from web.matches.table import table as drawn_table
from web.templatetags.web_pages import title as game_title


def daily(request: HttpRequest) -> HttpResponse:
    """Show the deals of today, yesterday's, and the table of the week or the month."""
    me = requests.account_id(request)
    asked = request.GET.get("period", "")
    period = asked if asked in daily_page.PERIODS else daily_page.PERIODS[0]
    context = {
        "section": "home",
        "cards": daily_page.cards(me),
        "yesterday": daily_page.yesterday(me),
        "standing": daily_page.standing(period, me),
        "periods": daily_page.PERIODS,
        "is_newcomer": daily_page.is_newcomer(requests.account(request)),
    }
    return render(request, "web/deals/daily.html", context)


@login_required
def play(request: HttpRequest, deal_id: UUID) -> HttpResponse:
    """Have the reader's one go at a deal, or lead on to it."""
    if request.method != "POST":
        return redirect("web:deal", deal_id)
    try:
        limits.spend_leased("write", f"account:{requests.member(request).pk}")
        match = attempts.begin(deal_id=deal_id, **requests.command(request))
    except Problem as problem:
        if problem.code == "deal_already_played":
            return redirect("web:match", problem.params["match"])
        messages.error(request, words.words(problem))
        return redirect("web:deal", deal_id)
    return redirect("web:match", match)


def deal(request: HttpRequest, deal_id: UUID) -> HttpResponse:
    """Show a deal: how everybody fared who held the same cards, once it is closed."""
    found = selectors.require(deal_id)
    if found.round:
        shown = round_page(found, requests.account(request))
        return render(request, "web/deals/round.html", {"section": "tournaments", "page": shown})
    page = deal_page(deal_id, requests.account(request), request.GET.get("page", ""))
    return render(request, "web/deals/deal.html", {"section": "home", "page": page})


@framing.framed
def table(request: HttpRequest, deal_id: UUID) -> HttpResponse:
    """Show what everybody held at their first decision, as a frame of the deal's page."""
    found = selectors.require(deal_id)
    best = selectors.best(deal_id)
    if selectors.status_of(found) != "closed" or best is None:
        raise refusals.deal_open()
    shown = hand(found, best.match_id, found.seat)
    if shown is None:
        raise refusals.not_found()
    page, recording = matches.recorded(best.match_id, None)
    moment = matches.replay_of(recording, None, at=shown.at, viewer=str(found.seat))
    people = people_at(found, best.match_id, found.seat, me=found.seat)
    then = structs.replace(
        page,
        clocks=[],
        to_act=moment.to_act,
        status=moment.status,
        my_seat=found.seat,
        result=None,
        version=shown.at,
        view=moment.view,
    )
    context = {
        **vars(drawn_table(then, moment.view, [], people)),
        "match": then,
        "title": game_title(found.game),
        "version": shown.at,
        "live": "",
        "home": request.build_absolute_uri(reverse("web:deal", args=[deal_id])),
        "hints": None,
    }
    return framing.page(request, "match", context)


def compare(request: HttpRequest, deal_id: UUID, match_id: UUID) -> HttpResponseBase:
    """Lead to a replay, at the first decision in which it differs from one's own, or the best."""
    found = selectors.require(deal_id)
    if selectors.status_of(found) != "closed":
        raise refusals.deal_open()
    if found.round:
        return _compare_in_round(request, found, match_id)
    shown = selectors.ranked(deal_id).filter(match=match_id).first()
    if shown is None:
        raise refusals.not_found()
    mine = selectors.attempt_of(deal_id, requests.account_id(request))
    other = mine or selectors.best(deal_id)
    if other is None or other.match_id == match_id:
        return _replay(match_id, found.seat)
    one, another = (
        differing.decisions(each.match_id, found.seat, each.account_id) for each in (other, shown)
    )
    return _replay_where_differing(request, match_id, found.seat, one, another)


def _compare_in_round(request: HttpRequest, deal: Deal, match_id: UUID) -> HttpResponseBase:
    """Lead to a table of a round, at the first decision of a seat that differs from another's.

    That is the reader's own table, if they held the same cards, or the best.
    """
    me = requests.account_id(request)
    selectors.require_visible(deal, me)
    closed = selectors.closing_of(deal)
    asked = request.GET.get("seat", "")
    seat = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 2 else 0
    if closed is None or seat >= deal.seats:
        raise refusals.not_found()
    held = round_results.by_seat(deal, closed)[seat]
    shown = next((each for each in held if each.match == match_id), None)
    if shown is None:
        raise refusals.not_found()
    mine = next((each for each in held if me is not None and each.account == me), None)
    other = mine or held[0]
    if other.match == match_id:
        return _replay(match_id, seat)
    one, another = (differing.decisions(each.match, seat, each.account) for each in (other, shown))
    return _replay_where_differing(request, match_id, seat, one, another)


def _replay_where_differing(
    request: HttpRequest,
    match_id: UUID,
    seat: int,
    mine: list[differing.Decision],
    theirs: list[differing.Decision],
) -> HttpResponseBase:
    """Lead to a replay where its decisions differ from others, or say that none does."""
    fork = differing.first(mine, theirs)
    if fork is None:
        said = (
            _("No decision differs. The replay starts at the beginning.")
            if len(mine) == len(theirs)
            else _(
                "No decision differs while both players decided for themselves. The replay "
                "starts at the beginning."
            )
        )
        messages.info(request, said)
    return _replay(match_id, seat, None if fork is None else fork.theirs)


def _replay(match_id: UUID, seat: int, at: int | None = None) -> HttpResponseBase:
    """Lead to a replay as a seat saw it, by default at its start."""
    said = QueryDict(mutable=True)
    said["viewer"] = str(seat)
    if at is not None:
        said["at"] = str(at)
    return redirect(f"{reverse('web:replay', args=[match_id])}?{said.urlencode()}")
