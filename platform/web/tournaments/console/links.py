"""Links and QR codes by which people enter or help, for whoever hands them out."""

from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournaments import invitations
from tournaments.services.invitations import ENTRY
from tournaments.state import OVER, InvitationState
from web.tournaments.console.console_context import ConsoleContext, console_context, page
from web.tournaments.console.link_forms import HelperForm, LinkForm
from web.words import ROLES, label

SIGN_UPS_MAX = 200
"""How many may sign up by the wall's code: more than a room holds, fewer than a prank needs."""


class Link(NamedTuple):
    """A link that still counts."""

    number: int
    words: str
    address: str
    """Empty where the site's key has changed since."""
    is_entry: bool
    on_wall: bool
    used: int
    uses_max: int
    until: object


@never_cache
@login_required
def links_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the links that count, each with its QR code, to organisers alone."""
    found = console_context(request, slug)
    if "invite" not in found.can:
        raise Http404
    now = timezone.now()
    links = [
        _link(request, found, each)
        for each in found.state.invitations.values()
        if invitations.is_open(found.state, each, now)
    ]
    context = {
        "wall": next((each for each in links if each.on_wall), None),
        "guests": [each for each in links if each.is_entry and not each.on_wall],
        "helpers": [each for each in links if not each.is_entry],
        "guests_form": LinkForm(found.state, found.me, auto_id="guests_%s"),
        "helper_form": HelperForm(found.state, found.me, auto_id="helper_%s"),
        "sign_ups_max": SIGN_UPS_MAX,
        "is_over": found.state.status in OVER,
        "needs_accounts": found.state.settings["play"] == "matches",
    }
    return page(request, found, "links", 200, context)


def _link(request: HttpRequest, found: ConsoleContext, each: InvitationState) -> Link:
    code = invitations.current(found.state, each)
    path = reverse("web:tournament-join", args=[found.slug, code]) if code else ""
    is_entry = each.grants == ENTRY
    return Link(
        each.number,
        "" if is_entry else label(ROLES, each.grants),
        request.build_absolute_uri(path) if code else "",
        is_entry,
        each.on_wall,
        each.used,
        each.uses_max,
        each.until,
    )
