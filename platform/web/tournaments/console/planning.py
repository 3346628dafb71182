"""The plan of a tournament: mine, the templates, a new one, and what may be changed of it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import organisers
from accounts.models import Account
from api import idempotency, limits
from api.problems import Problem
from games import registry as games
from games.core import UnknownGameError
from tournaments import command_handler, selectors
from tournaments.api.commands import COMMANDS
from tournaments.models import Tournament
from tournaments.services import lifecycle
from tournaments.state import OVER, Role
from tournaments.templates import templates
from tournaments.unit_of_work import Principal
from web import requests
from web.tournaments.console import plans
from web.tournaments.console.console_context import (
    SECTION,
    ConsoleContext,
    console_context,
    keep,
    page,
)
from web.tournaments.console.details_form import DetailsForm, initial_details
from web.tournaments.console.plan_fields import Settings
from web.tournaments.console.quick_form import QuickForm
from web.tournaments.console.refusals import refusal
from web.words import STATUSES, label

BLANK = "blank"
"""The template that is none."""
OWN_SEARCHED, OWN_SHOWN = 20, 4
"""How many own events are looked at for templates, and offered."""


@never_cache
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """List the tournaments in which the reader has a role: those that go on first."""
    me = requests.member(request)
    rows = list(selectors.run_by(me.pk))
    over = {status.value for status in OVER}
    options = [(row, label(STATUSES, row.status)) for row in rows]
    context = {
        **SECTION,
        "going": [each for each in options if each[0].status not in over],
        "over": [each for each in options if each[0].status in over],
        "may_plan": organisers.may_organise(me),
    }
    return keep(render(request, "web/tournaments/console/mine.html", context), me)


def planner(request: HttpRequest) -> Account:
    """Return the reader, who may plan tournaments; raises PermissionDenied."""
    me = requests.member(request)
    if not organisers.may_organise(me):
        raise PermissionDenied
    return me


@never_cache
@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Make a tournament in one screen, or offer the templates of a game and an empty plan."""
    me = planner(request)
    if request.method != "POST":
        return _choice(request, QuickForm(), me)
    form = QuickForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            slug = _made(request, form.settings(), me, picture=form.cleaned_data["picture"])
        except Problem as problem:
            form.add_faults(problem.errors, refusal(problem))
        else:
            messages.success(
                request, _("The tournament has been created. Open entry when you are ready.")
            )
            return redirect("web:organise-console", slug)
    return _choice(request, form, me)


def _choice(request: HttpRequest, form: QuickForm, me: Account) -> HttpResponse:
    rules = games.current_games()
    asked = request.GET.get("game", "")
    game = asked if asked in {each.game for each in rules} else rules[0].game
    context = {
        **SECTION,
        "form": form,
        "games": rules,
        "game": game,
        "templates": [each for each in templates() if each.game == game],
        "own": _own_events(me),
    }
    status = 400 if form.errors else 200
    return render(request, "web/tournaments/console/choose.html", context, status=status)


def _own_events(me: Account) -> list[Tournament]:
    """Return the latest events that somebody organises, of several with one name the last."""
    latest: dict[str, Tournament] = {}
    for row in selectors.run_by(me.pk)[:OWN_SEARCHED]:
        if row.name in latest or len(latest) == OWN_SHOWN:
            continue
        if command_handler.load(row.pk).role_of(me.pk) is Role.ORGANISER:
            latest[row.name] = row
    return list(latest.values())


@never_cache
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Show the form of a plan, filled from a template, and make the tournament."""
    me = planner(request)
    start = _start(request.POST.get("game") or request.GET.get("game", ""), request)
    if request.method != "POST":
        return _planned(request, plans.filled_form(start), start)
    if "change" in request.POST:
        return _planned(request, plans.reshaped(start["game"], request.POST), start)
    plan = plans.sent(start["game"], request.POST)
    if plan.is_valid():
        try:
            slug = _made(request, plan.settings, me)
        except Problem as problem:
            plan.add_faults(problem.errors, refusal(problem))
        else:
            messages.success(
                request, _("The settings are saved. Only the staff can see a draft of a round.")
            )
            return redirect("web:organise-console", slug)
    return _planned(request, plan, start)


def _start(game: str, request: HttpRequest) -> Settings:
    """Return the settings of the template that the address names; raises Http404."""
    wanted = request.GET.get("template", BLANK)
    try:
        games.current_rules(game)
    except UnknownGameError:
        raise Http404 from None
    found = next((each for each in templates() if each.id == wanted and each.game == game), None)
    return plans.from_template(game, {} if found is None else found.settings)


def _made(
    request: HttpRequest, settings: Settings, me: Account, *, picture: bytes | None = None
) -> str:
    """Make the tournament, once however often the form is sent; return its address."""
    limits.spend("tournament", f"account:{me.pk}")
    said_ = requests.command(request)

    def work() -> tuple[int, bytes]:
        who = Principal(me.pk, me.username)
        state = lifecycle.create_tournament(who=who, asked=settings)
        slug = str(state.settings["slug"])
        if picture is not None:
            COMMANDS["picture"].give(slug=slug, who=who, uploaded=picture)
        return 201, slug.encode()

    mark = said_["fingerprint"]
    answer = idempotency.run_once(
        actor=f"account:{me.pk}", key=said_["key"], fingerprint=mark, work=work
    )
    return answer.body.decode()


def _planned(request: HttpRequest, plan: plans.Plan, start: Settings) -> HttpResponse:
    status = 400 if plan.has_faults else 200
    context = {**SECTION, **_shape(plan), "game": start["game"]}
    return render(request, "web/tournaments/console/new.html", context, status=status)


def _shape(plan: plans.Plan) -> dict[str, object]:
    more = len(plan.stages) < plans.STAGES_MAX
    return {"form": plan.form, "stages": plan.stages, "may_add": more, "plan_form": plan}


@never_cache
@login_required
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the plan; its organisers may change it until the tournament starts."""
    found = console_context(request, slug)
    own = found.state.settings
    may_edit = "open" in found.can and not found.state.stages and found.state.status not in OVER
    if request.method != "POST":
        plan = plans.filled_form(own, own)
    elif "details" in request.POST and "open" in found.can:
        return _described(request, found)
    elif not may_edit:
        raise PermissionDenied
    elif "change" in request.POST:
        plan = plans.reshaped(own["game"], request.POST, own)
    else:
        plan = plans.sent(own["game"], request.POST, own)
        if plan.is_valid():
            try:
                _edited(request, plan, found)
            except Problem as problem:
                plan.add_faults(problem.errors, refusal(problem))
            else:
                messages.success(request, _("Saved."))
                return redirect("web:organise-console", slug)
    status = 400 if plan.has_faults else 200
    context = {
        **_shape(plan),
        "may_edit": may_edit,
        "may_describe": "open" in found.can,
        "details": DetailsForm(initial=initial_details(own)),
        "game": own["game"],
    }
    return page(request, found, "settings", status, context)


def _described(request: HttpRequest, found: ConsoleContext) -> HttpResponse:
    """Change what people want to know before they come, which the start does not end."""
    form = DetailsForm(request.POST)
    if form.is_valid():
        try:
            lifecycle.describe(slug=found.slug, who=found.who, about=form.details(), reason="")
        except Problem as problem:
            form.add_error(None, refusal(problem))
        else:
            messages.success(request, _("Saved."))
            return redirect("web:tournament", found.slug)
    context = {"may_describe": True, "details": form}
    return page(request, found, "settings", 400, context)


def _edited(request: HttpRequest, plan: plans.Plan, found: ConsoleContext) -> None:
    """Save a plan."""
    given = request.POST.get("version", "")
    version = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else None
    lifecycle.edit(
        slug=found.slug,
        who=found.who,
        asked=plan.settings,
        reason="",
        expected_version=version,
    )
