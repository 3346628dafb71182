"""Who has paid: the list for the staff, with a filter and the sum."""

import re
from decimal import Decimal

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from tournaments.state import EntrantState, EntrantStatus
from web.collation import sort_key
from web.tournaments.console.console_context import console_context, page
from web.tournaments.console.identity_forms import PAYMENTS
from web.tournaments.console.many_forms import written
from web.words import label

AMOUNT = re.compile(r"\d+(?:[.,]\d{1,2})?")


@never_cache
@login_required
def payments_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who has paid, who has not, and how much there is."""
    found = console_context(request, slug)
    everybody = [
        each
        for each in found.state.entrants.values()
        if each.bot is None and each.presence is not EntrantStatus.WITHDRAWN
    ]
    chosen = request.GET.get("payment", "")
    shown = [each for each in everybody if chosen not in PAYMENTS or each.payment == chosen]
    counts = [
        (kind, words, sum(each.payment == kind for each in everybody))
        for kind, words in PAYMENTS.items()
    ]
    context = {
        "people": [
            (each, label(PAYMENTS, each.payment))
            for each in sorted(shown, key=lambda entrant: sort_key(entrant.name))
        ],
        "counts": counts,
        "everybody": len(everybody),
        "chosen": chosen if chosen in PAYMENTS else "",
        "unpaid": written(each.number for each in shown if each.payment == "unpaid"),
        "total": total(everybody),
        "fee": found.state.settings.get("about", {}).get("fee", "")[:40],
    }
    return page(request, found, "payments", 200, context)


def total(entrants: list[EntrantState]) -> Decimal | None:
    """Return the sum of the amounts that have a number; None where none has."""
    found = [AMOUNT.search(each.amount) for each in entrants if each.payment == "paid"]
    amounts = [Decimal(each.group().replace(",", ".")) for each in found if each]
    return sum(amounts, Decimal(0)) if amounts else None
