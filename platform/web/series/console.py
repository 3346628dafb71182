"""What the staff of a series does by forms: each act is shown before it is done."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import organisers
from api import limits
from api.problems import Problem
from tournaments import selectors as tournaments
from tournaments.models import Tournament
from tournaments.series import linking, managing, qualification, selectors
from tournaments.series.commands import CommandResult
from tournaments.series.selectors import SeriesRead
from tournaments.state import OVER, Status
from web import requests
from web.series import pages, words
from web.series.forms import AdjustForm, EventForm, LinkForm, QualifierForm, ReasonForm, SeriesForm
from web.series.views import head, may_run, principal, read
from web.tournaments import labels
from web.tournaments.console.plan_form import free_slug

CONFIRMED = "confirmed"
NOT_CARRIED = {"csrfmiddlewaretoken", CONFIRMED, "key"}
Context = dict[str, object]


class Act(NamedTuple):
    """Something that the staff does to a series."""

    title: Promise | str
    done: Promise | str
    arguments: Callable[[SeriesRead, Any], dict[str, Any]]
    """Returns what the service takes of a form that was sent; raises Problem or Http404."""
    service: Callable[..., CommandResult]


@never_cache
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Make a series."""
    organisers.require(requests.member(request))
    form = SeriesForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        plan = form.plan()
        try:
            limits.spend_leased("write", f"account:{requests.member(request).pk}")
            state = managing.open_series(
                slug=free_series_slug(plan.name), plan=plan, who=principal(request)
            )
        except Problem as problem:
            form.add_faults(problem.errors, labels.refusal(problem))
        else:
            return redirect("web:series-run", state.slug)
    status = 400 if request.method == "POST" else 200
    context = {"section": "tournaments", "form": form, "series": None}
    return render(request, "web/series/plan.html", context, status=status)


def free_series_slug(name: str) -> str:
    """Return a slug for a name that neither a series nor a tournament has."""
    return free_slug(name)


@never_cache
@login_required
def run(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what can be done to a series."""
    found = _run_by(request, slug)
    return render(request, "web/series/run.html", _context(found))


def _run_by(request: HttpRequest, slug: str) -> SeriesRead:
    found = read(request, slug)
    if not may_run(found):
        raise PermissionDenied
    return found


def _context(found: SeriesRead) -> Context:
    choices = pages.person_choices(found)
    conflicts = [
        ", ".join(found.names.get(ref, "?") for ref in refs)
        for refs in found.standings.people.conflicts
    ]
    return {
        **head(found, "run"),
        "events": pages.events(found),
        "qualifiers": pages.qualifiers(found),
        "event_form": _event_form(found),
        "qualifier_form": _qualifier_form(found),
        "adjust_form": _with_choices(AdjustForm(), person=choices),
        "link_form": _with_choices(LinkForm(), person=choices),
        "alike": [
            {
                "name": found.name(same[0]),
                "keys": [pages.key_of(each) for each in same],
                "where": [_where(found, each) for each in same],
            }
            for same in found.alike()
        ],
        "conflicts": conflicts,
    }


def _where(found: SeriesRead, person: Any) -> str:
    names = [found.tournaments.get(ref.tournament) for ref in person.refs]
    shown = ", ".join(each.name for each in names if each is not None)
    return f"{shown} ({found.person(person).account})" if person.account else shown


def _with_choices(form: forms.Form, **choices: list[tuple[str, str]]) -> forms.Form:
    for name, each in choices.items():
        field = form.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - as the forms declare.
        field.choices = each
    return form


def _mine(found: SeriesRead) -> list[Tournament]:
    """Return the tournaments that the reader runs and that are not in the series."""
    if found.reader is None:
        return []
    rows = tournaments.run_by(found.reader).exclude(id__in=list(found.state.events))
    return list(rows.exclude(status=Status.CANCELLED)[:200])


def _event_form(found: SeriesRead) -> forms.Form | None:
    mine = [(each.slug, each.name) for each in _mine(found)]
    groups = [(each.id, each.name) for each in found.state.plan.groups]
    return _with_choices(EventForm(), tournament=mine, group=groups) if mine else None


def _qualifier_form(found: SeriesRead) -> forms.Form | None:
    rows = [each for each in _mine(found) if each.status not in {*OVER, Status.RUNNING}]
    mine = [(each.slug, each.name) for each in rows]
    own = [(each.slug, each.name) for each in found.tournaments.values()]
    sources = [("", _("this series")), *own]
    return _with_choices(QualifierForm(), tournament=mine, event=sources) if mine else None


def _reason(said: Any) -> dict[str, Any]:
    return {"reason": said.get("reason", "")[:500]}


def _named(found: SeriesRead, key: str) -> tuple[str, int]:
    """Return an entrant that a form names by the tournament's id and a number."""
    tournament, _colon, number = key.partition(":")
    try:
        return found.slug(UUID(tournament)), int(number)
    except ValueError as error:
        raise Http404 from error


def _checked(form: forms.Form) -> dict[str, Any]:
    if not form.is_valid():
        fault = next(iter(form.errors.values()))
        raise Http404(str(fault))
    return dict(form.cleaned_data)


def _adjust(found: SeriesRead, said: Any) -> dict[str, Any]:
    form = _with_choices(AdjustForm(said), person=pages.person_choices(found))
    clean = _checked(form)
    tournament, entrant = _named(found, clean["person"])
    about = {"tournament": tournament, "entrant": entrant, "points": clean["points"]}
    return {**about, "reason": clean["reason"]}


def _link(same: bool) -> Callable[[SeriesRead, Any], dict[str, Any]]:
    def arguments(found: SeriesRead, said: Any) -> dict[str, Any]:
        named = [_named(found, each) for each in said.getlist("person")[:200]]
        return {"entrants": named, "same": same}

    return arguments


def _event(_found: SeriesRead, said: Any) -> dict[str, Any]:
    return {"tournament": said.get("tournament", ""), "group": said.get("group") or None}


def _removed(_found: SeriesRead, said: Any) -> dict[str, Any]:
    return {"tournament": said.get("tournament", ""), **_reason(said)}


def _qualify(_found: SeriesRead, said: Any) -> dict[str, Any]:
    places = said.get("places", "")
    number = int(places) if places.isascii() and places.isdigit() and len(places) < 4 else 1
    event = said.get("event") or None
    return {"tournament": said.get("tournament", ""), "places": max(1, number), "event": event}


def _numbered(said: Any) -> int:
    text = said.get("number", "")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Http404
    return int(text)


def _end(_found: SeriesRead, said: Any) -> dict[str, Any]:
    return {"number": _numbered(said)}


def _answered(accept: bool) -> Callable[[SeriesRead, Any], dict[str, Any]]:
    def arguments(_found: SeriesRead, said: Any) -> dict[str, Any]:
        text = said.get("entrant", "")
        entrant = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
        about = {"tournament": said.get("tournament", ""), "entrant": entrant}
        return {"number": _numbered(said), "accept": accept, **about}

    return arguments


def _closing(closed: bool) -> Callable[[SeriesRead, Any], dict[str, Any]]:
    return lambda _found, said: {"closed": closed, **_reason(said)}


ACTS: Mapping[str, Act] = {
    "add-event": Act(
        gettext_lazy("Add tournament"),
        gettext_lazy("The tournament has been added."),
        _event,
        managing.add_event,
    ),
    "remove-event": Act(
        gettext_lazy("Remove"),
        gettext_lazy("The tournament has been removed."),
        _removed,
        managing.remove_event,
    ),
    "link": Act(
        gettext_lazy("Same person"),
        gettext_lazy("They count as one person."),
        _link(same=True),
        linking.link,
    ),
    "part": Act(
        gettext_lazy("Different people"),
        gettext_lazy("They count as different people."),
        _link(same=False),
        linking.link,
    ),
    "adjust": Act(
        gettext_lazy("Correct points"),
        gettext_lazy("The points have been corrected."),
        _adjust,
        managing.adjust,
    ),
    "qualify": Act(
        gettext_lazy("Let the best qualify"),
        gettext_lazy("The best may enter from now on."),
        _qualify,
        qualification.add,
    ),
    "end-qualifier": Act(
        gettext_lazy("End qualification"),
        gettext_lazy("The qualification has been ended."),
        _end,
        qualification.remove,
    ),
    "accept": Act(
        gettext_lazy("Accepts"),
        gettext_lazy("The player is entered."),
        _answered(accept=True),
        qualification.answer,
    ),
    "decline": Act(
        gettext_lazy("Declines"),
        gettext_lazy("The next in line may enter."),
        _answered(accept=False),
        qualification.answer,
    ),
    "close": Act(
        gettext_lazy("Close series"),
        gettext_lazy("The series is closed."),
        _closing(closed=True),
        managing.close,
    ),
    "reopen": Act(
        gettext_lazy("Reopen series"),
        gettext_lazy("The series is open again."),
        _closing(closed=False),
        managing.close,
    ),
}
"""By id."""


@never_cache
@require_POST
@login_required
def act(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show whom an act moves, where it moves anybody, and do it once that was seen."""
    found = _run_by(request, slug)
    wanted = ACTS.get(name)
    if wanted is None:
        raise Http404
    try:
        limits.spend_leased("write", f"account:{requests.member(request).pk}")
        about = wanted.arguments(found, request.POST)
        command = {"slug": slug, "who": principal(request), **about}
        if CONFIRMED not in request.POST:
            tried = wanted.service(**command, dry_run=True)
            moves = list(selectors.moves(found, SeriesRead(tried.state, found.reader)))
            if moves:
                return _preview(request, found, wanted, moves)
        wanted.service(**command)
    except Problem as problem:
        messages.error(request, labels.refusal(problem))
    else:
        messages.success(request, str(wanted.done))
    return redirect("web:series-run", slug)


def _preview(
    request: HttpRequest, found: SeriesRead, wanted: Act, moves: list[Any]
) -> HttpResponse:
    carried = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in NOT_CARRIED
        for value in values
    ]
    context = {**head(found, "run"), "act": wanted, "moves": moves, "carried": carried}
    return render(request, "web/series/preview.html", context)


@never_cache
@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change how a series counts; whom that moves is shown first."""
    found = _run_by(request, slug)
    if request.method != "POST":
        form = SeriesForm(plan=found.state.plan)
        return _settings(request, found, form, ReasonForm(), [])
    form, why = SeriesForm(request.POST, found.state.plan), ReasonForm(request.POST)
    if not (form.is_valid() & why.is_valid()):
        return _settings(request, found, form, why, [], status=400)
    command = {
        "slug": slug,
        "who": principal(request),
        "plan": form.plan(),
        "reason": why.cleaned_data["reason"],
    }
    try:
        limits.spend_leased("write", f"account:{requests.member(request).pk}")
        if CONFIRMED not in request.POST:
            tried = managing.change(**command, dry_run=True)
            moves = list(selectors.moves(found, SeriesRead(tried.state, found.reader)))
            if moves:
                return _settings(request, found, form, why, moves)
        managing.change(**command)
    except Problem as problem:
        form.add_faults(problem.errors, labels.refusal(problem))
        return _settings(request, found, form, why, [], status=400)
    messages.success(request, _("The way of counting has been changed."))
    return redirect("web:series-run", slug)


def _settings(  # noqa: PLR0913, PLR0917 - what the page is put together from.
    request: HttpRequest,
    found: SeriesRead,
    form: SeriesForm,
    why: ReasonForm,
    moves: list[Any],
    status: int = 200,
) -> HttpResponse:
    context = {
        **head(found, "run"),
        "form": form,
        "why": why,
        "moves": moves,
        "by_words": words.BY,
    }
    return render(request, "web/series/plan.html", context, status=status)
