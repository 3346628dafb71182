"""The pages of tournaments: the list."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import selectors
from tournaments.state import Status

LISTED_MAX = 100
"""Tournaments that the list shows."""


def tournaments(request: HttpRequest) -> HttpResponse:
    """List the tournaments."""
    rows = selectors.listed(game=None, status=None).exclude(status=Status.DRAFT)
    context = {"section": "tournaments", "tournaments": rows[:LISTED_MAX]}
    return render(request, "web/tournaments/list.html", context)
