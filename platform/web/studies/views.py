"""Read a study, and list one's own."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.contrib.messages import get_messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from api.problems import Problem
from studies import selectors
from web import requests
from web.matches import refusals
from web.studies.study_page import study_page

ROWS = 30
DIGITS_MAX = 6


def study(request: HttpRequest, study_id: UUID) -> HttpResponse:
    """Show a study at a moment of a line, as far as the reader may read it."""
    return render_study(request, study_id)


def render_study(
    request: HttpRequest, study_id: UUID, problem: Problem | None = None
) -> HttpResponse:
    """Return the page of a study, with what has just been refused; raises not_found."""
    said = request.POST if request.method == "POST" else request.GET
    page = study_page(
        study_id,
        requests.account_id(request),
        line=number(said.get("line")),
        ply=number(said.get("ply")),
        viewer=said.get("viewer"),
    )
    context = {
        "section": "matches",
        "problem": None if problem is None else refusals.words(problem),
        "address": request.build_absolute_uri(reverse("web:study", args=[study_id])),
        # Said on the table, which they would push off the window above it.
        "told": list(get_messages(request)),
        "messages": (),
        "typed": "" if problem is None else request.POST.get("words", ""),
        **page.context(),
    }
    status = 200 if problem is None else problem.status
    response = render(request, "web/studies/study.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


def number(text: str | None) -> int | None:
    """Return the number that an address or a form says; None for none."""
    found = text is not None and text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX
    return int(text or 0) if found else None


@login_required
def studies(request: HttpRequest) -> HttpResponse:
    """List one's own studies, the latest first."""
    rows = selectors.of_author(requests.member(request).pk)
    found = Paginator(rows, ROWS).get_page(request.GET.get("page"))
    return render(request, "web/studies/studies.html", {"section": "matches", "studies": found})
