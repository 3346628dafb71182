"""The page behind an invitation: somebody enters by a name or an account, or gets a role."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from api import addresses, limits
from api.problems import Problem
from tournaments import codes, command_handler, invitations
from tournaments.api.invitations import BUCKET
from tournaments.command_handler import CommandResult
from tournaments.models import Tournament
from tournaments.services import invitations as services
from tournaments.services.entry import NAME_MAX
from tournaments.state import InvitationState, TournamentState
from tournaments.unit_of_work import Permission, Principal
from web import requests
from web.matches import chance
from web.messages import localise
from web.tournaments import plan
from web.words import ROLES, label

BY_INVITATION = Permission(by_entrants=True)
"""Coming in is for whoever has the code."""


def join_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show what the invitation is for, and let somebody in."""
    row, state, invitation = _found(request, slug, code)
    if request.method != "POST":
        return _shown(request, row, state, invitation)
    as_self = request.POST.get("as") == "account"
    name = "" if as_self else request.POST.get("name", "").strip()
    try:
        limits.spend(BUCKET, f"address:{addresses.site(request)}")
        done = _join(request, slug, code, name)
    except Problem as problem:
        return _shown(request, row, state, invitation, fault=localise(problem.detail), name=name)
    return _welcome(request, slug, done, invitation, has_name=bool(name))


def _found(
    request: HttpRequest, slug: str, code: str
) -> tuple[Tournament, TournamentState, InvitationState]:
    """Return the tournament and the invitation; else Http404, so that nobody tries codes."""
    row = Tournament.objects.filter(slug=slug).first()
    state = None if row is None else command_handler.load(row.id)
    invitation = None if state is None else invitations.found(state, code)
    if row is None or state is None or invitation is None:
        limits.spend("code", f"address:{addresses.site(request)}")
        raise Http404(_("This invitation does not exist. Ask the organiser for a new one."))
    return row, state, invitation


def _join(request: HttpRequest, slug: str, code: str, name: str) -> CommandResult:
    """Carry it out; raises Problem, for a name that is none too."""
    me = None if name else requests.account(request)
    who = Principal(None, name) if me is None else Principal(me.pk, me.username)
    return services.join(
        slug=slug,
        who=who,
        code=code,
        name=name,
        shares=chance.says_shares(request),
        permission=BY_INVITATION,
    )


def _welcome(
    request: HttpRequest,
    slug: str,
    done: CommandResult,
    invitation: InvitationState,
    *,
    has_name: bool,
) -> HttpResponse:
    """Lead to where somebody goes on: the own code's page, the tournament, or the console."""
    if invitation.grants != services.ENTRY:
        messages.success(request, _("Thank you for helping."))
        return redirect("web:organise-console", slug)
    if not has_name:
        messages.success(request, _("You have entered."))
        return redirect("web:tournament", slug)
    entrant = done.state.entrants[len(done.state.entrants)]
    words = _("You have entered. This page is yours: keep it, or take a picture of the code.")
    messages.success(request, words)
    response = redirect("web:tournament-code", slug, codes.current(done.state, entrant))
    response["Referrer-Policy"] = "no-referrer"
    return response


def _shown(  # noqa: PLR0913 - What the page shows.
    request: HttpRequest,
    row: Tournament,
    state: TournamentState,
    invitation: InvitationState,
    *,
    fault: str = "",
    name: str = "",
) -> HttpResponse:
    member = requests.account(request)
    is_entry = invitation.grants == services.ENTRY
    context: dict[str, object] = {
        "section": "tournaments",
        "tournament": row,
        "about": plan.about(state.settings),
        "is_open": invitations.is_open(state, invitation, timezone.now()),
        "role": "" if is_entry else label(ROLES, invitation.grants),
        "takes_names": is_entry and state.settings["play"] != "matches",
        "member": None if member is None or member.is_guest else member,
        "is_in": member is not None and state.entrant_of(member.pk) is not None,
        "name": name,
        "name_max": NAME_MAX,
        "fault": fault,
        "here": request.path,
    }
    response = render(request, "web/tournaments/join.html", context, status=409 if fault else 200)
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "same-origin"
    return response
