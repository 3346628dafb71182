"""What the pages of the console ask for after a time without network: each command is judged anew.

A command comes as the form that it was given by, with the version that its page showed. What fits
is carried out, once for the key of its form; what somebody else has overtaken is shown with what
they did and what it would change, and waits for a decision.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from api.problems import Problem
from eventstore.events import StoredEvent
from tournaments.state import TableState
from web import requests
from web.messages import localise
from web.tournaments.console import logs
from web.tournaments.console.action_view import (
    CONFIRMED,
    CONFLICT,
    ActionAttempt,
    Done,
    do_once,
    done_of,
    run,
)
from web.tournaments.console.actions import ACTIONS, Action, is_allowed
from web.tournaments.console.console import address
from web.tournaments.console.console_context import ConsoleContext, console_context, page
from web.tournaments.console.offline import overlaps
from web.tournaments.console.previews import preview
from web.tournaments.console.result_forms import ResultForm

OWN, SEEN = "X-Offline-Own", "X-Offline-Seen"
"""Headers: the versions that this device has made, as `12-14,17`; and up to which version whoever
decides has seen what others did."""
SPANS = re.compile(r"[0-9]{1,9}(-[0-9]{1,9})?(,[0-9]{1,9}(-[0-9]{1,9})?){0,400}")
TRIES = 5
"""How often a command is judged again when somebody acts while it is."""
TABLES_KEPT = 40


class Undecided(Exception):  # noqa: N818 - It is no error.
    """Somebody has to look at it before it is done."""

    def __init__(self, attempt: ActionAttempt, events: list[StoredEvent]) -> None:
        super().__init__()
        self.attempt = attempt
        self.events = events


class Refused(Exception):  # noqa: N818 - An answer.
    """It cannot be done, as the tournament stands; the text says why."""


class Command(NamedTuple):
    """A command as it arrives."""

    request: HttpRequest
    slug: str
    act: Action
    own: frozenset[int]
    seen: int | None

    def attempt(self) -> ActionAttempt:
        """Return it, on the tournament as it stands; raises Refused."""
        try:
            found = console_context(self.request, self.slug, at_entrance=True)
        except Http404 as missing:
            raise Refused(_("You no longer have a role in this tournament.")) from missing
        attempt = self._with(found, self.act)
        if overlaps.has_result(attempt) and not overlaps.is_so(attempt):
            attempt = self._with(found, ACTIONS["correct"])
        return attempt

    def _with(self, found: ConsoleContext, act: Action) -> ActionAttempt:
        if not is_allowed(found.role, act):
            raise Refused(_("Your role in this tournament does not allow that."))
        form = act.form(found.state, found.me, self.request.POST, self.request.FILES)
        if not form.is_valid():
            raise Refused(" ".join(str(each[0]) for each in form.errors.values()))
        return ActionAttempt(self.request, found, act, form)

    def carry_out(self) -> Done:
        """Do it if it fits; raises Undecided, Refused and Problem."""
        for _again in range(TRIES):
            attempt = self.attempt()
            state = attempt.found.state
            if overlaps.is_so(attempt):
                return Done(len(state.rounds), 0, 0)
            made_at = attempt.form.cleaned_data["version"] or 0
            events = overlaps.since(attempt, max(made_at, self.seen or 0), but=self.own)
            if events or (self.seen is None and self._needs_a_look(attempt)):
                raise Undecided(attempt, events)
            try:
                done = run(attempt, dry_run=False, at_version=state.version)
            except Problem as problem:
                if problem.code == CONFLICT:
                    continue
                raise
            return done_of(attempt, done.state, state.version + 1)
        raise Refused(_("Others keep changing this. Please try again."))

    def _needs_a_look(self, attempt: ActionAttempt) -> bool:
        """Return whether it rewrites what is there, or was meant for another moment."""
        act = attempt.act
        rewrites = act.command.previews and CONFIRMED not in self.request.POST
        return rewrites or act.command.id in overlaps.OF_THE_MOMENT


@never_cache
@require_POST
def receive(request: HttpRequest, slug: str, act: str) -> JsonResponse:
    """Judge a command that was given without network: done, already so, to be decided, refused."""
    if requests.account(request) is None:
        return JsonResponse({}, status=401)
    if act not in ACTIONS:
        raise Http404
    spans, seen = request.headers.get(OWN, ""), request.headers.get(SEEN, "")
    command = Command(
        request, slug, ACTIONS[act], _versions(spans), int(seen) if seen.isdigit() else None
    )
    try:
        done = do_once(
            request, command.carry_out, path=reverse("web:organise-do", args=[slug, act])
        )
    except Undecided as undecided:
        return JsonResponse(_question(undecided))
    except (Refused, Problem) as error:
        words = localise(error.detail) if isinstance(error, Problem) else str(error)
        return JsonResponse({"outcome": "refused", "words": words})
    outcome = "done" if done.last else "so already"
    return JsonResponse({"outcome": outcome, "versions": [done.first, done.last]})


def _versions(spans: str) -> frozenset[int]:
    """Return the versions that spans as `12-14,17` name; none where they cannot be read."""
    if not SPANS.fullmatch(spans):
        return frozenset()
    ends = [list(map(int, span.split("-"))) for span in spans.split(",")]
    few = [(each[0], each[-1]) for each in ends if each[-1] - each[0] < 1000]
    return frozenset(version for first, last in few for version in range(first, last + 1))


def _question(undecided: Undecided) -> dict[str, object]:
    """Return what somebody has to look at: what others did, both versions, what would change."""
    attempt, versions = undecided.attempt, {event.version for event in undecided.events}
    state = attempt.found.state
    lines = [line for line in logs.lines(state) if line.version in versions]
    change, fault = None, ""
    try:
        change = preview(run(attempt, dry_run=True), "keep")
    except Problem as problem:
        fault = localise(problem.detail)
    now, mine = _versions_of(attempt)
    context = {"lines": lines, "change": change, "fault": fault, "now": now, "mine": mine}
    html = render_to_string("web/tournaments/console/offline/question.html", context)
    return {"outcome": "undecided", "version": state.version, "html": html, "may": not fault}


def _versions_of(attempt: ActionAttempt) -> tuple[str, str]:
    """Return the result that a table has, and the one that was entered; empty for other acts."""
    form = attempt.form
    if not isinstance(form, ResultForm) or (found := form.table()) is None:
        return "", ""
    table, name = found[1], attempt.found.state.name
    names = [name(each) for each in table.seats]
    return _result(names, _places(table)), _result(names, form.arguments()["places"])


def _places(table: TableState) -> Sequence[int]:
    return table.places or (() if table.reported is None else table.reported.places)


def _result(names: list[str], places: Sequence[int]) -> str:
    ranked = sorted(zip(places, names, strict=False), key=lambda each: each[0])
    return ", ".join(f"{place}. {name}" for place, name in ranked) or _("no result")


@never_cache
@require_GET
def status(request: HttpRequest, slug: str) -> JsonResponse:
    """Tell a page that reaches the server who is signed in, and which pages are worth keeping."""
    me = requests.account(request)
    if me is None:
        return JsonResponse({}, status=401)
    found = console_context(request, slug, at_entrance=True)
    return JsonResponse(
        {
            "account": str(me.pk),
            "token": get_token(request),
            "version": found.state.version,
            "pages": list(_pages(found)),
        }
    )


def _pages(found: ConsoleContext) -> list[str]:
    """Return the pages of an event that its staff needs without network."""
    state = found.state
    pages = [address(state, "console"), address(state, "entrants"), address(state, "away")]
    if found.is_at_entrance:
        return pages
    if state.stages:
        pages.append(address(state, "standings"))
    if state.round is not None:
        pages.append(address(state, "round", state.round.number))
        if state.round.published:
            tables = state.round.tables[:TABLES_KEPT]
            pages += [address(state, "table", table.id) for table in tables]
    return pages


@never_cache
@login_required
def away(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what stands in for pages that are not kept."""
    found = console_context(request, slug, at_entrance=True)
    return page(request, found, "offline/away", 200, {})
