"""The codes of entrants, for whoever hands them out: on the screen and on paper."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from tournaments import codes
from tournaments.services.entrant_codes import HOLDERS
from tournaments.state import OVER
from web.collation import sort_key
from web.tournaments.console.console_context import console_context, page


@never_cache
@login_required
def codes_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show each entrant's code with its link, to organisers alone; printed, a card each."""
    found = console_context(request, slug)
    if "issue-codes" not in found.can:
        raise Http404
    state = found.state
    everybody = [
        each for each in state.entrants.values() if each.presence in HOLDERS and each.bot is None
    ]
    cards = []
    for each in sorted(everybody, key=lambda entrant: sort_key(entrant.name)):
        code = codes.current(state, each)
        address = reverse("web:tournament-code", args=[found.slug, code]) if code else ""
        cards.append((each, request.build_absolute_uri(address) if code else ""))
    context = {
        "cards": cards,
        "missing": sum(not address for _each, address in cards),
        "is_over": state.status in OVER,
    }
    return page(request, found, "codes", 200, context)
