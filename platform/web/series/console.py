"""What the staff of a series does by forms: each act is shown before it is done."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import organisers
from api import limits
from api.problems import Problem
from tournaments.series import managing, selectors
from tournaments.series.answers import SeriesMove
from tournaments.series.endpoints import COMMANDS
from tournaments.series.people import Person
from tournaments.series.requests import SeriesSettings
from tournaments.series.selectors import SeriesRead
from web import requests
from web.series import pages, words
from web.series.actions import ACTIONS, ActionForm
from web.series.forms import ReasonForm, SeriesForm
from web.series.views import head, may_run, principal, read
from web.tournaments import labels
from web.tournaments.console.slugs import free_slug

CONFIRMED = "confirmed"
NOT_CARRIED = {"csrfmiddlewaretoken", CONFIRMED, "key"}
Context = dict[str, object]
SHOWN = ("add-event", "qualify", "adjust", "link")
"""Actions whose forms stand on the console."""


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


def _context(found: SeriesRead, refused: ActionForm | None = None) -> Context:
    """Return what the console shows; a form that was refused stands there with its faults."""
    conflicts = [
        ", ".join(found.names.get(ref, "?") for ref in refs)
        for refs in found.standings.people.conflicts
    ]
    shown = {id_.replace("-", "_"): _shown(found, id_, refused) for id_ in SHOWN}
    return {
        **head(found, "run"),
        "events": pages.events(found),
        "qualifiers": pages.qualifiers(found),
        "forms": shown,
        "refused": refused,
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


def _shown(found: SeriesRead, id_: str, refused: ActionForm | None) -> ActionForm:
    return refused if refused is not None and type(refused) is ACTIONS[id_] else ACTIONS[id_](found)


def _where(found: SeriesRead, person: Person) -> str:
    names = [found.tournaments.get(ref.tournament) for ref in person.refs]
    shown = ", ".join(each.name for each in names if each is not None)
    return f"{shown} ({found.person(person).account})" if person.account else shown


@never_cache
@require_POST
@login_required
def act(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show whom an action moves, where it moves anybody, and do it once that was seen."""
    found = _run_by(request, slug)
    wanted = ACTIONS.get(name)
    if wanted is None:
        raise Http404
    form = wanted(found, request.POST)
    if not form.is_valid():
        return _refused(request, form)
    try:
        limits.spend_leased("write", f"account:{requests.member(request).pk}")
        if CONFIRMED not in request.POST:
            tried = form.carry_out(principal(request), dry_run=True)
            moves = list(selectors.moves(found, SeriesRead(tried.state, found.reader)))
            if moves:
                return _preview(request, form, moves)
        form.carry_out(principal(request))
    except Problem as problem:
        if problem.errors:
            form.add_faults(problem.errors)
            return _refused(request, form)
        messages.error(request, labels.refusal(problem))
    else:
        messages.success(request, str(form.command.done))
    return redirect("web:series-run", slug)


def _refused(request: HttpRequest, form: ActionForm) -> HttpResponse:
    """Show the console with what is wrong in a form that was sent."""
    return render(request, "web/series/run.html", _context(form.found, form), status=400)


def _preview(request: HttpRequest, form: ActionForm, moves: list[SeriesMove]) -> HttpResponse:
    carried = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in NOT_CARRIED
        for value in values
    ]
    context = {**head(form.found, "run"), "act": form, "moves": moves, "carried": carried}
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
    command = COMMANDS["settings"]
    asked = SeriesSettings(settings=form.plan(), reason=why.cleaned_data["reason"])
    try:
        limits.spend_leased("write", f"account:{requests.member(request).pk}")
        if CONFIRMED not in request.POST:
            tried = command.carry_out(asked, principal(request), slug, dry_run=True)
            moves = list(selectors.moves(found, SeriesRead(tried.state, found.reader)))
            if moves:
                return _settings(request, found, form, why, moves)
        command.carry_out(asked, principal(request), slug)
    except Problem as problem:
        form.add_faults(problem.errors, labels.refusal(problem))
        return _settings(request, found, form, why, [], status=400)
    messages.success(request, str(command.done))
    return redirect("web:series-run", slug)


def _settings(  # noqa: PLR0913, PLR0917 - what the page is put together from.
    request: HttpRequest,
    found: SeriesRead,
    form: SeriesForm,
    why: ReasonForm,
    moves: list[SeriesMove],
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
