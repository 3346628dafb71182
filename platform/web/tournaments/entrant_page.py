"""An entrant's own page, behind the code: for people without an account, on a phone in the room."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from api import addresses, limits
from api.problems import Problem
from games.messages import Message
from tournaments import codes, command_handler
from tournaments.api.commands import COMMANDS
from tournaments.models import Tournament
from tournaments.services import entrant_codes
from tournaments.state import OVER, PRESENT, EntrantState, EntrantStatus, RoundState, TableState
from tournaments.unit_of_work import Permission, Principal
from web import requests
from web.messages import localise
from web.tournaments import clocks, labels, rounds
from web.tournaments.actions import Result, is_withdrawn, result_form, seat_of
from web.tournaments.page_context import TournamentContext
from web.tournaments.versions import versions

BUCKET = "code"
OFFER = "own-code"
"""The cookie that holds an offered code; it goes to the page of the present code alone."""
BY_ENTRANTS = Permission(by_entrants=True)
"""Linking is for whoever has a code, and for nobody by a role."""
DONE = {
    "check-in": gettext_lazy("You are checked in."),
    "drop": gettext_lazy("You have left the tournament."),
    "call-judge": gettext_lazy("A judge has been called."),
    "choose-seat": gettext_lazy("The seat has been taken."),
    "agree-draw": gettext_lazy("The agreement has been recorded."),
    "keep": gettext_lazy(
        "Only you have this code now. Links and cards with the old one no longer work. Keep this"
        " page open or save its address."
    ),
    "link": gettext_lazy("Your account is linked: you are this entrant wherever you sign in."),
}
"""What is told when something is done; a report has words of its own."""

Context = dict[str, Any]


def code_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show an entrant what is theirs, and do what the pressed button says."""
    try:
        seen, own = _holder(request, slug, code)
    except Http404:
        if kept := _kept(request, slug):
            return _private(redirect("web:tournament-code", slug, kept))
        raise
    if request.method == "POST":
        limits.spend(BUCKET, f"entrant:{seen.row.pk}:{own.number}")
        is_kept = request.POST.get("act") == "keep"
        fresh = (_fresh(request, seen.row) or codes.draw()) if is_kept else code
        invalid = _perform(request, seen, own, fresh)
        if invalid is None:
            is_new = is_kept and codes.holder(command_handler.load(seen.row.pk), fresh) is not None
            here = fresh if is_new else code
            return _private(redirect("web:tournament-code", slug, here))
        return _private(render(*_page(request, seen, own, code, invalid), status=400))
    return _offering(request, seen.row, _private(render(*_page(request, seen, own, code))))


def _offering(request: HttpRequest, row: Tournament, response: HttpResponse) -> HttpResponse:
    """Have this browser hold the code that "Replace my code" would take, for this page alone."""
    if not _fresh(request, row):
        response.set_cookie(
            OFFER,
            codes.offer(row.pk),
            max_age=codes.OFFERED_S,
            path=request.path,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return response


def _fresh(request: HttpRequest, row: Tournament) -> str:
    """Return the code that this browser was offered on this page; empty where it holds none."""
    return codes.offered(row.pk, request.COOKIES.get(OFFER, ""))


def _kept(request: HttpRequest, slug: str) -> str:
    """Return the code that this browser has taken in the place of the one in the address.

    So whoever has lost the answer comes in all the same. Empty for all others.
    """
    row = Tournament.objects.filter(slug=slug).first()
    fresh = "" if row is None else _fresh(request, row)
    if row is None or not fresh:
        return ""
    return fresh if codes.holder(command_handler.load(row.id), fresh) else ""


def _holder(request: HttpRequest, slug: str, code: str) -> tuple[TournamentContext, EntrantState]:
    """Return whose code it is, and the tournament, which the code opens; else Http404."""
    row = Tournament.objects.filter(slug=slug).first()
    state = None if row is None else command_handler.load(row.id)
    own = None if state is None else codes.holder(state, code)
    if row is None or state is None or own is None:
        limits.spend(BUCKET, f"address:{addresses.site(request)}")
        raise Http404(_("This code has ended or was replaced. Ask the organiser for a new one."))
    return TournamentContext(row, state, None), own


def _private(response: HttpResponse) -> HttpResponse:
    """Keep the address, which is the key, out of caches, indexes and other sites."""
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "same-origin"
    return response


def _who(seen: TournamentContext, own: EntrantState) -> Principal:
    return Principal(None, own.name, entrant=own.number, tournament=seen.row.pk)


def _perform(
    request: HttpRequest, seen: TournamentContext, own: EntrantState, fresh: str
) -> Result | None:
    """Do what a form asks for, and tell of it; returns a result that was filled in wrongly.

    `fresh` is the code from now on for an entrant who keeps theirs.
    """
    act = request.POST.get("act", "")
    try:
        if act == "report":
            return _report(request, seen, own)
        _act(request, seen, own, act, fresh)
    except Problem as problem:
        if not _is_done(act, own):
            messages.error(request, localise(problem.detail))
    else:
        messages.success(request, str(DONE[act]))
    return None


def _act(
    request: HttpRequest, seen: TournamentContext, own: EntrantState, act: str, fresh: str
) -> None:
    """Do what a button without fields says; raises Problem."""
    command: Context = {"slug": seen.row.slug, "who": _who(seen, own)}
    if act in {"check-in", "drop"}:
        COMMANDS[act].give(entrant=own.number, **command)
    elif act == "call-judge":
        COMMANDS[act].give(table_id=_table_of(request, seen, own)[1].id, **command)
    elif act == "choose-seat":
        table = _table_of(request, seen, own)[1]
        COMMANDS[act].give(table_id=table.id, seat=seat_of(request), **command)
    elif act == "agree-draw":
        table = _table_of(request, seen, own)[1]
        COMMANDS[act].give(table_id=table.id, withdrawn=is_withdrawn(request), **command)
    elif act == "keep":
        entrant_codes.keep(code=fresh, permission=BY_ENTRANTS, **command)
    elif act == "link":
        account = requests.member(request).pk
        entrant_codes.link(account=account, permission=BY_ENTRANTS, **command)
    else:
        raise Problem("invalid", Message("This form has expired. Please try again."))


def _is_done(act: str, own: EntrantState) -> bool:
    """Return whether another phone with this code has done it already."""
    if act == "check-in":
        return own.presence is EntrantStatus.CHECKED_IN
    return act == "drop" and own.presence in {EntrantStatus.DROPPED, EntrantStatus.WITHDRAWN}


def _table_of(
    request: HttpRequest, seen: TournamentContext, own: EntrantState
) -> tuple[RoundState, TableState, int]:
    """Return the own table that a form is about; raises Problem for one of an earlier round."""
    named = request.POST.get("table_id", "")
    for found in _own_tables(seen, own):
        if str(found[1].id) == named:
            return found
    text = Message(
        "That table is over, or belongs to an earlier round. Nothing was changed; this page "
        "shows your current table."
    )
    raise Problem("result_locked", text)


def _own_tables(
    seen: TournamentContext, own: EntrantState
) -> list[tuple[RoundState, TableState, int]]:
    """Return the own tables of rounds that are played, with their numbers."""
    return [
        (round_, table, number)
        for round_ in seen.published
        if not round_.closed and seen.state.status not in OVER
        for number, table in enumerate(round_.tables, start=1)
        if own.number in table.seats
    ]


def _report(request: HttpRequest, seen: TournamentContext, own: EntrantState) -> Result | None:
    _round, table, _number = _table_of(request, seen, own)
    form = result_form(seen, table, request.POST, own.number)
    if not form.is_valid():
        return form
    done = COMMANDS["report"].give(
        slug=seen.row.slug,
        who=_who(seen, own),
        table_id=table.id,
        places=form.places(),
        scores=form.scores(),
        drawn=form.drawn(),
        match=form.match(),
    )
    found = done.state.table(table.id)
    if found is not None and form.counts_at(found[1]):
        messages.success(request, _("The result counts."))
    elif found is None or not found[1].is_disputed:
        confirmation = _(
            "Reported. The result counts once another player at the table confirms it."
        )
        messages.success(request, confirmation)
    return None


def _page(
    request: HttpRequest,
    seen: TournamentContext,
    own: EntrantState,
    code: str,
    invalid: Result | None = None,
) -> tuple[HttpRequest, str, Context]:
    state = seen.state
    is_over = state.status in OVER
    # The row of the entrant marks the own seat: the reader is known by the code alone.
    reader = replace(seen, account=own.account) if own.account is not None else seen
    tables = [
        {
            "table": rounds.table_of(reader, table, number),
            "seat": table.seats.index(own.number) + 1,
            "round": round_.number,
            "clock": clocks.face(round_, table),
            "form": _report_form(seen, own, table, invalid),
            "versions": versions(state, table) if table.is_disputed else [],
            "has_version": own.number in table.versions,
            "draw": rounds.agreement(seen, round_, table, own.number),
            "chooses": table.choosing is not None and table.choosing.next == own.number,
            "own_report": table.reported is not None and table.reported.by == own.number,
        }
        for round_, table, number in _own_tables(seen, own)
    ]
    member = requests.account(request)
    context = {
        "section": "tournaments",
        "tournament": seen.row,
        "own": own,
        "name": seen.people[own.number].name,
        "presence": labels.presence_words(own),
        "here": reverse("web:tournament-code", args=[seen.row.slug, code]),
        "address": request.build_absolute_uri(
            reverse("web:tournament-code", args=[seen.row.slug, code])
        ),
        "is_over": is_over,
        "place": _place(seen, own),
        "notice": state.notice,
        "tables": tables,
        "old_slip": _old_slip(request, tables),
        "has_a_bye": any(own.number in each.byes for each in seen.published if not each.closed),
        "may_check_in": state.status == "checkin" and own.presence is EntrantStatus.ENTERED,
        "may_leave": not is_over and own.presence in PRESENT | {EntrantStatus.WAITING},
        "member": member,
        "may_link": not is_over and own.account is None,
        "is_mine": member is not None and member.pk == own.account,
    }
    return request, "web/tournaments/code.html", context


def _report_form(
    seen: TournamentContext, own: EntrantState, table: TableState, invalid: Result | None
) -> Result | None:
    is_reported = seen.state.settings["play"] == "reported" and table.choosing is None
    if not is_reported or not table.is_open:
        return None
    return invalid or result_form(seen, table, None, own.number)


def _place(seen: TournamentContext, own: EntrantState) -> int | None:
    ranking = seen.state.final_ranking or ()
    return ranking.index(own.number) + 1 if own.number in ranking else None


def _old_slip(request: HttpRequest, tables: list[Context]) -> int | None:
    """Return the round of the slip that was scanned, where another one is played now."""
    said = request.GET.get("round", "")
    number = int(said) if said.isascii() and said.isdigit() and len(said) < 6 else None
    return (
        number if number is not None and all(each["round"] != number for each in tables) else None
    )
