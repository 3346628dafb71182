"""The view of every command of the console: ask, show what would change, do it once, tell of it."""

import hashlib
import json
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from api import idempotency
from api.problems import Problem
from tournaments import rolls
from tournaments.command_handler import CommandResult
from tournaments.state import TournamentState
from web import requests
from web.tournaments.console import logs, undoing
from web.tournaments.console.actions import ACTIONS, Action, is_allowed
from web.tournaments.console.console import address
from web.tournaments.console.console_context import ConsoleContext, console_context, page
from web.tournaments.console.forms import ActForm
from web.tournaments.console.previews import preview
from web.tournaments.console.refusals import refusal

CONFIRMED = "confirmed"
NEXT = "next"
NOT_CARRIED = {"csrfmiddlewaretoken", requests.KEY, CONFIRMED, "version", "reason", "then", "held"}
"""What a page of consequences asks anew instead of carrying it on."""
CONFLICT = "version_conflict"
NEWS_MAX = 5


class Done(NamedTuple):
    """What an act has come to, the first time that its form was sent."""

    rounds: int
    """How many rounds there were then."""
    first: int
    """The version of its first event, or 0 where it changed nothing."""
    last: int
    """The version of its last."""
    undo: str = ""
    """Where a press that takes it back would begin; empty where the next page offers none."""
    is_drawing: bool = False
    """Whether what it asks for follows once its draw is made."""
    is_shared: bool = True
    """Whether entrants add chance to that draw; where nobody does it waits for a beacon."""


def done_of(attempt: "ActionAttempt", state: TournamentState, first: int) -> Done:
    """Return what an act has come to that has brought a tournament to a state."""
    start, running = 0, state.draws.running
    is_drawing, is_shared = running is not None, running is None or bool(rolls.missing(state))
    if attempt.act.id in undoing.OFFERED and not is_drawing:
        start = undoing.began(state, attempt.found.state.version)
    undo = str(start or "")
    return Done(len(state.rounds), first, state.version, undo, is_drawing, is_shared)


class ActionAttempt(NamedTuple):
    """An act that somebody wants to do, with what its form says."""

    request: HttpRequest
    found: ConsoleContext
    act: Action
    form: ActForm

    @property
    def previews(self) -> bool:
        """Whether its consequences are shown first: where it rewrites what stands already."""
        return self.act.command.previews and self.form.rewrites()


@never_cache
@login_required
def run_action(request: HttpRequest, slug: str, act: str) -> HttpResponse:
    """Ask what an act needs, show its consequences where it rewrites, and do it."""
    wanted = ACTIONS.get(act)
    found = console_context(request, slug, at_entrance=True)
    if wanted is None:
        raise Http404
    if not is_allowed(found.role, wanted):
        raise PermissionDenied
    if request.method != "POST":
        return _asked(request, found, wanted)
    form = wanted.form(found.state, found.me, request.POST, request.FILES)
    attempt = ActionAttempt(request, found, wanted, form)
    if not form.is_valid():
        return _ask(attempt, status=400)
    if not form.is_settled:
        return _ask(attempt)
    if attempt.previews and CONFIRMED not in request.POST:
        return _look(attempt)
    return _carry_out(attempt)


def _asked(request: HttpRequest, found: ConsoleContext, act: Action) -> HttpResponse:
    """Answer a link to an act: its consequences where nothing is left to ask, or its form."""
    form = act.form(found.state, found.me, request.GET)
    if act.command.previews and form.is_valid():
        return _look(ActionAttempt(request, found, act, form))
    fresh = act.form(found.state, found.me, initial=request.GET.dict())
    return _ask(ActionAttempt(request, found, act, fresh))


def _ask(attempt: ActionAttempt, status: int = 200, fault: str = "") -> HttpResponse:
    context = {
        "act": attempt.act,
        "form": attempt.form,
        "fault": fault,
        "next": _next(attempt.request, attempt.found),
    }
    return page(attempt.request, attempt.found, attempt.form.template, status, context)


def _look(attempt: ActionAttempt, news: list[logs.Line] | None = None) -> HttpResponse:
    """Show what an act would change, and ask for the confirmation that does it."""
    try:
        done = run(attempt, dry_run=True)
    except Problem as problem:
        return _refused(attempt, problem)
    form = attempt.form
    context = {
        "act": attempt.act,
        "form": form,
        "preview": preview(done, str(form.cleaned_data.get("then") or "keep")),
        "carried": _carried(form),
        "next": _next(attempt.request, attempt.found),
        "news": news,
        "action": attempt.request.path,
    }
    status = 409 if news is not None else 200
    return page(attempt.request, attempt.found, "preview", status, context)


def _carried(form: ActForm) -> list[tuple[str, object]]:
    """Return what the form has said, to be sent again with the confirmation."""
    assert isinstance(form.data, QueryDict)  # noqa: S101 - Forms of acts are bound to requests.
    return [
        (name, value)
        for name, values in form.data.lists()
        if name not in NOT_CARRIED
        for value in values
    ]


def _carry_out(attempt: ActionAttempt) -> HttpResponse:
    """Do it once, however often the form is sent, and lead back to where it was pressed."""
    request, found, act, _form = attempt

    def work() -> Done:
        state = run(attempt, dry_run=False).state
        return done_of(attempt, state, state.version)

    try:
        done = do_once(request, work)
    except Problem as problem:
        return _refused(attempt, problem)
    if done.is_drawing:
        messages.info(request, _shares_follow() if done.is_shared else _beacon_follows())
    elif not (done.undo and is_allowed(found.role, ACTIONS["take-back"])):
        messages.success(request, str(act.command.done))
    if act.id == "pair" and not done.is_drawing:
        return redirect(address(found.state, "round", done.rounds))
    return redirect(_after(_next(request, found), done))


def _shares_follow() -> str:
    return _("Entrants add their chance; the result appears automatically.")


def _beacon_follows() -> str:
    return _("The draw waits for a public random number; the result appears automatically.")


def _after(page: str, done: Done) -> str:
    """Return the address of a page that offers to take back what was done, where that can be."""
    parts = urlsplit(page)
    said = QueryDict(parts.query, mutable=True)
    said.pop(undoing.DONE, None)
    if done.undo:
        said[undoing.DONE] = done.undo
    return urlunsplit(parts._replace(query=said.urlencode()))


def do_once(request: HttpRequest, work: Callable[[], Done], *, path: str = "") -> Done:
    """Return what the form's work has come to: now, or when it was sent for the first time.

    The path is that of the form, where it was sent to another.
    """
    said = requests.command(request, path=path)
    mark = said["fingerprint"]
    key = hashlib.sha256(said["key"].encode() + mark).hexdigest()
    answer = idempotency.run_once(
        actor=f"account:{said['player'].account}",
        key=key,
        fingerprint=mark,
        work=lambda: (200, json.dumps(work()).encode()),
    )
    told = json.loads(answer.body)
    return Done(*told) if isinstance(told, list) else Done(int(told), 0, 0)


def run(attempt: ActionAttempt, *, dry_run: bool, at_version: int | None = None) -> CommandResult:
    """Have the service do what is wanted, or try it.

    It is refused where the tournament has moved on: from the given version, or without one, for an
    act that is strict about it, from the one that its form was made at.
    """
    _request, found, act, form = attempt
    is_bound = (act.command.strict or attempt.previews) and not dry_run
    return act.command.give(
        slug=found.slug,
        who=found.who,
        reason=form.cleaned_data["reason"],
        expected_version=form.cleaned_data["version"]
        if at_version is None and is_bound
        else at_version,
        dry_run=dry_run,
        **form.arguments(),
    )


def _refused(attempt: ActionAttempt, problem: Problem) -> HttpResponse:
    """Say why it was not done: beside a form that was filled in, else where one came from."""
    request, found, act, form = attempt
    if problem.code == CONFLICT:
        return _overtaken(attempt)
    fault = " ".join(filter(None, (refusal(problem), _news_of_table(attempt))))
    if form.visible() or request.method != "POST" or act.command.previews:
        return _ask(attempt, problem.status, fault)
    messages.error(request, fault)
    return redirect(_next(request, found))


def _news_of_table(attempt: ActionAttempt) -> str:
    """Return what others have done at the table of a form since its page was made; or nothing."""
    said = attempt.form.cleaned_data
    table, version = str(said.get("table_id", "")), said.get("version")
    if not table or version is None:
        return ""
    state = attempt.found.state
    news = [line for line in logs.lines(state, since=version) if line.table == table]
    told = "; ".join(f"{line.words} ({line.actor})" for line in news[:NEWS_MAX])
    return told and _("Someone else acted first:") + " " + told


def _overtaken(attempt: ActionAttempt) -> HttpResponse:
    """Tell what somebody else has done meanwhile, and have the act decided anew."""
    request, found, act, form = attempt
    now = console_context(request, found.slug, at_entrance=True)
    news = logs.lines(now.state, since=form.cleaned_data["version"] or now.state.version)
    if attempt.previews:
        fresh = act.form(now.state, now.me, request.POST)
        if fresh.is_valid():
            return _look(ActionAttempt(request, now, act, fresh), news[:NEWS_MAX])
    said = ((line.words.removesuffix("."), line.actor) for line in news[:NEWS_MAX])
    told = "; ".join(f"{words} ({actor})" for words, actor in said)
    words = _("Someone else acted first: %(news)s. Here is the current state; please decide again.")
    messages.warning(request, words % {"news": told})
    return redirect(_next(request, now))


def _next(request: HttpRequest, found: ConsoleContext) -> str:
    """Return the address of our own that the form leads to, or the console."""
    wanted = request.POST.get(NEXT) or request.GET.get(NEXT, "")
    is_ours = url_has_allowed_host_and_scheme(
        wanted, {request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours else address(found.state, "console")
