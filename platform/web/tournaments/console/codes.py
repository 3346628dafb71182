"""The codes of entrants, for whoever hands them out: on the screen and on paper."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from tournaments import codes
from tournaments.services.entrant_codes import HOLDERS
from tournaments.state import OVER, TournamentState
from web.collation import sort_key
from web.tournaments.console.console_context import console_context, page


@never_cache
@login_required
def codes_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show each entrant's code with its link, to organisers alone; printed, a card each.

    Who plays as well does not see those of the own table: two codes confirm a result.
    """
    found = console_context(request, slug)
    if "issue-codes" not in found.can:
        raise Http404
    state = found.state
    everybody = [
        each for each in state.entrants.values() if each.presence in HOLDERS and each.bot is None
    ]
    own = state.entrant_of(found.me.pk)
    opponents = set() if own is None else _opponents(state, own.number)
    cards = []
    for each in sorted(everybody, key=lambda entrant: sort_key(entrant.name)):
        code = codes.current(state, each)
        address = reverse("web:tournament-code", args=[found.slug, code]) if code else ""
        shown = request.build_absolute_uri(address) if code else ""
        cards.append((each, shown, each.number in opponents))
    context = {
        "cards": cards,
        "missing": sum(not address and not each.code_is_own for each, address, _hidden in cards),
        "is_over": state.status in OVER,
    }
    return page(request, found, "codes", 200, context)


def _opponents(state: TournamentState, own: int) -> set[int]:
    """Return whose reports somebody could make up: with whom they sit at a table that is open."""
    tables = (table for round_ in state.rounds for table in round_.tables if table.is_open)
    return {each for table in tables if own in table.seats for each in table.seats} - {own}
