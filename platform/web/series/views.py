"""The pages of series that everybody reads."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import organisers
from api import limits
from api.problems import Problem
from tournaments import site_staff
from tournaments.models import Series
from tournaments.series import selectors
from tournaments.series.endpoints import COMMANDS
from tournaments.series.requests import Answer
from tournaments.series.selectors import SeriesRead
from tournaments.unit_of_work import Principal
from web import requests
from web.series import graph, pages, words
from web.tournaments import labels, people
from web.tournaments.views import PART

Context = dict[str, object]
LISTED_MAX = 100
LOG_MAX = 300


def series_list(request: HttpRequest) -> HttpResponse:
    """List the series, those that go on first."""
    me = requests.account(request)
    rows = list(Series.objects.order_by("closed", "-id")[:LISTED_MAX])
    context = {
        "section": "tournaments",
        "rows": rows,
        "organises": me is not None and organisers.may_organise(me),
    }
    return render(request, "web/series/list.html", context)


def read(request: HttpRequest, slug: str) -> SeriesRead:
    """Return a series as the reader may see it; raises not_found."""
    return selectors.read(slug, requests.account_id(request))


def may_run(found: SeriesRead) -> bool:
    """Return whether the reader runs a series, or every one."""
    return found.reader in found.state.organisers or site_staff.may_run_all(found.reader)


def head(found: SeriesRead, tab: str) -> Context:
    """Return what every page of a series shows."""
    state = found.state
    names = people.accounts(state.organisers)
    return {
        "section": "tournaments",
        "series": state,
        "plan": state.plan,
        "tab": tab,
        "organisers": sorted(names.values()),
        "may_run": may_run(found),
        "people_count": len(found.standings.lines),
    }


def series_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings, the graph, the events and who qualifies."""
    found = read(request, slug)
    plan, names = found.state.plan, pages.event_names(found)
    columns = [
        (at, found.tournaments.get(each), names[each])
        for at, each in enumerate(found.standings.counted, start=1)
    ]
    lines = pages.standings_rows(found)
    context = {
        **head(found, "standings"),
        "lines": lines,
        "columns": columns,
        "has_corrections": any(each["adjusted"] for each in lines),
        "drawn": pages.drawn(found, names),
        "size": graph,
        "right": graph.WIDTH - graph.RIGHT,
        "bottom": graph.HEIGHT - graph.BOTTOM,
        "events": pages.events(found),
        "groups": [
            (each.name, words.points_words(each.points), words.group_facts(each))
            for each in plan.groups
        ],
        "facts": words.facts(plan),
        "tiebreaks": [words.TIEBREAKS[each] for each in plan.tiebreaks],
        "qualifiers": pages.qualifiers(found),
    }
    is_part = request.headers.get(PART) == "tournament"
    frame = "web/series/part.html" if is_part else "web/series/page.html"
    response = render(request, frame, context)
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, [PART])
    return response


def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was done, by whom and why, the latest first."""
    found = read(request, slug)
    context = {**head(found, "log"), "lines": pages.log_lines(found)[:LOG_MAX]}
    return render(request, "web/series/log.html", context)


def live(request: HttpRequest, slug: str) -> HttpResponse:  # noqa: ARG001 - Its form.
    """Lead to the series: the stream of its versions is served by `cutpurse.asgi` alone."""
    return redirect("web:series", slug)


def principal(request: HttpRequest) -> Principal:
    """Return who acts by a form."""
    me = requests.member(request)
    return Principal(me.pk, me.username, of_site=site_staff.may_run_all(me.pk))


@require_POST
@login_required
def answer(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a place in a tournament, or leave it to the next in line."""
    accept = request.POST.get("answer") == "accept"
    try:
        limits.spend_leased("write", f"account:{requests.member(request).pk}")
        asked = Answer(accept=accept)
        COMMANDS["answer"].carry_out(asked, principal(request), slug, number=number)
    except Problem as problem:
        messages.error(request, labels.refusal(problem))
    else:
        done = (
            _("You are entered.") if accept else _("You have declined; the next in line may enter.")
        )
        messages.success(request, done)
    return redirect("web:series", slug)
