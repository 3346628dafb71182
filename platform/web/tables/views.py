"""The page of a match."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from matches import selectors
from web import requests
from web.tables import waiting


def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show a match: who sits there, and before the start what one may do about it."""
    page = selectors.match_page(match_id, requests.account_id(request))
    context = {"match": page, "section": "matches", **waiting.choices(request, match_id, page)}
    return render(request, "web/tables/waiting.html", context)
