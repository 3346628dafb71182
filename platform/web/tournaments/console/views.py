"""The pages of a tournament's console: each shows, and its buttons lead to `doing`."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.models import Account
from tournaments import selectors, stage_plan, stage_queries
from tournaments.answers import StandingsLine
from tournaments.foot import LEFT
from tournaments.services import (
    byes,
    importing,
)
from tournaments.state import (
    OVER,
    PRESENT,
    EntrantState,
    EntrantStatus,
    RoundState,
    Status,
    TournamentState,
)
from web.collation import sort_key
from web.messages import localise
from web.tournaments import teams
from web.tournaments.console import (
    entrant_forms,
    logs,
    round_forms,
    shared_addresses,
)
from web.tournaments.console.actions import ACTIONS, is_allowed
from web.tournaments.console.console import is_continuous, next_step, others, steps
from web.tournaments.console.console_context import ConsoleContext, console_context, page
from web.tournaments.console.forms import table_words
from web.tournaments.console.plan_fields import series_choices
from web.tournaments.console.round_views import repairs
from web.tournaments.console.score_entry import score_entry
from web.tournaments.labels import presence_words
from web.tournaments.people import people
from web.words import PRESENCES, ROLES, label

RECENT_MAX = 6


@never_cache
@login_required
def console(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where the tournament stands, what to do next, and what else can be done."""
    found = console_context(request, slug, at_entrance=True)
    if found.is_at_entrance:
        return _entrance(request, found)
    state = found.state
    following = next_step(state)
    stopped = next((table for _round, table in state.tables() if table.stopped), None)
    context = {
        "deciders": None if stopped is None else found.deciders_instead(stopped),
        "steps": steps(state),
        "next_step": following,
        "may_next": following.act is None or is_allowed(found.role, following.act),
        "next_role": ""
        if following.act is None
        else label(ROLES, following.act.command.role.value),
        "others": others(state, found.role, following.act),
        "round": state.round,
        "desk": score_entry(found),
        "recent": logs.lines(state)[:RECENT_MAX],
        "lines": stage_queries.lines_of(state)[:RECENT_MAX],
        "teams": teams.team_rows(state, people(state.id)) if _has_matches(state) else [],
        "import_notes": [
            (each.line, each.content, localise(each.why)) for each in selectors.import_notes(state)
        ],
    }
    return page(request, found, "console", 200, context)


def _has_matches(state: TournamentState) -> bool:
    return bool(state.stages) and stage_plan.has_boards(state)


@never_cache
@login_required
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """List who takes part, who waits and who has left, with the ways to enter more."""
    found = console_context(request, slug, at_entrance=True)
    if found.is_at_entrance:
        return _entrance(request, found)
    state = found.state
    is_checkin = state.status is Status.CHECKIN and not state.stages
    everybody = sorted(state.entrants.values(), key=lambda each: (each.seed or 10**6, each.number))
    context = {
        "there": [_person(each) for each in everybody if each.presence in PRESENT],
        "waiting": [_person(each) for each in everybody if each.presence is EntrantStatus.WAITING],
        "gone": [
            _person(each)
            for each in everybody
            if each.presence not in PRESENT | {EntrantStatus.WAITING}
        ],
        "is_checkin": is_checkin,
        "is_over": state.status in OVER,
        "missing": is_checkin and any(each.presence is EntrantStatus.ENTERED for each in everybody),
        "is_in": state.entrant_of(found.me.pk) is not None,
        "forms": _ways_in(found),
        "shared": shared_addresses.of(found),
    }
    return page(request, found, "entrants", 200, context)


def _entrance(request: HttpRequest, found: ConsoleContext) -> HttpResponse:
    """List the names of who takes part, for whoever checks them in at the door."""
    state = found.state
    people = sorted(
        (state.entrants[each] for each in state.present), key=lambda each: sort_key(each.name)
    )
    here = [each for each in people if each.presence is EntrantStatus.CHECKED_IN]
    context = {
        "people_count": len(people),
        "here": here,
        "missing": [each for each in people if each not in here],
        "is_checkin": state.status is Status.CHECKIN and not state.stages,
    }
    return page(request, found, "door", 200, context)


def _person(each: EntrantState) -> tuple[EntrantState, str]:
    return each, _presence(each)


def _presence(each: EntrantState) -> str:
    """Return whether somebody is there, or how they have left."""
    if each.presence is EntrantStatus.DROPPED:
        return presence_words(each)
    return label(PRESENCES, each.presence.value)


def _ways_in(found: ConsoleContext) -> list[dict[str, object]]:
    """Return the acts that enter somebody, with their forms, as far as the plan has a place.

    A list comes first until there are people, and then whoever walks in.
    """
    bots = found.state.settings["bots"]
    people = ["enter-list", *(["enter"] if bots != "only" else [])]
    ids = [
        *(reversed(people) if found.state.present else people),
        *(["enter-bots"] if bots != "none" else []),
        *(["import"] if _takes_reports(found.state) else []),
    ]
    forms = [(ACTIONS[each], ACTIONS[each].form(found.state, found.me)) for each in ids]
    return [{"act": act, "form": form} for act, form in forms if act.id in found.can]


def _takes_reports(state: TournamentState) -> bool:
    return not state.entrants and not state.stages and importing.takes_reports(state.settings)


@never_cache
@login_required
def entrant(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one entrant, and what can be done about them."""
    found = console_context(request, slug)
    person = found.state.entrants.get(number)
    if person is None:
        raise Http404
    tables = [
        (table_words(round_, table), round_, table)
        for round_, table in found.state.tables()
        if number in table.seats and round_.published
    ]
    context = {
        "entrant": person,
        "presence": _presence(person),
        "acts": [ACTIONS[each] for each in _about(found.state, person) if each in found.can],
        "tables": tables,
        "may_sit_out": _may_sit_out(found, number),
    }
    return page(request, found, "entrant", 200, context)


def _may_sit_out(found: ConsoleContext, number: int) -> RoundState | None:
    """Return the round of which an entrant can be given a bye, if there is one."""
    shown = found.state.round
    if shown is None or shown.closed or "sit-out" not in repairs(found, shown):
        return None
    sits = dict(round_forms.seated(found.state, shown))
    return shown if number in sits else None


def _about(state: TournamentState, person: EntrantState) -> list[str]:
    """Return the acts that make sense for an entrant as they stand."""
    is_there = person.presence in PRESENT
    wanted = []
    if state.status is Status.CHECKIN and person.presence is EntrantStatus.ENTERED:
        wanted.append("check-in")
    if state.status is Status.CHECKIN and person.presence is EntrantStatus.CHECKED_IN:
        wanted.append("check-out")
    if person.presence in {EntrantStatus.DROPPED, EntrantStatus.ABSENT}:
        wanted.append("re-add")
    if is_there:
        wanted += ["substitute", "no-show"] if state.stages else ["substitute"]
    if is_there and byes.rounds_to_come(state):
        wanted.append("book-bye")
    if is_there and is_continuous(state):
        wanted.append("ready" if person.resting else "rest")
    if is_there or person.presence is EntrantStatus.WAITING:
        wanted.append("drop")
    if person.bot is None and person.presence is not EntrantStatus.WITHDRAWN:
        wanted += ["rename", "payment"]
        wanted += ["merge"] if state.status is not Status.CANCELLED else []
    wanted.append("penalty")
    if person.presence is not EntrantStatus.DISQUALIFIED:
        wanted.append("disqualify")
    return wanted


@never_cache
@login_required
def seeds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the order of the entrants, to be drawn, taken from ratings, or made by hand."""
    found = console_context(request, slug)
    state = found.state
    known = sorted(
        (state.entrants[each] for each in state.present),
        key=lambda each: (each.seed or 10**6, each.number),
    )
    may_seed = "seed" in found.can and not state.stages
    context = {
        "people": known,
        "may_seed": may_seed,
        "series": series_choices() if may_seed else [],
        "own_series": state.settings.get("seed_by_series"),
    }
    return page(request, found, "seeds", 200, context)


def _gone(line: StandingsLine) -> str:
    """Return how somebody has left; empty of who is there."""
    is_out = line.presence in LEFT | {EntrantStatus.DISQUALIFIED, EntrantStatus.WITHDRAWN}
    return presence_words(line) if is_out else ""


@never_cache
@login_required
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings, with the sums of the tie-breaks."""
    found = console_context(request, slug)
    table = selectors.standings(found.state)
    context = {
        "lines": [(line, _gone(line)) for line in table.results],
        "table": table,
        "teams": teams.team_rows(found.state, people(found.state.id)),
        "is_duels": all(len(each.seats) == 2 for _round_, each in found.state.tables()),
    }
    return page(request, found, "standings", 200, context)


@never_cache
@login_required
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everything that has happened, the latest first, with the way back."""
    found = console_context(request, slug)
    return page(request, found, "log", 200, {"lines": logs.lines(found.state)})


@never_cache
@login_required
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """List who runs the tournament, and let organisers give and take roles."""
    found = console_context(request, slug)
    roles = found.state.roles
    people = Account.objects.filter(id__in=roles).order_by("username")
    context = {
        "people": [(each, label(ROLES, roles[each.pk].value)) for each in people],
        "form": entrant_forms.RoleForm(found.state, found.me),
        "meanings": (
            (label(ROLES, "organiser"), _("everything")),
            (label(ROLES, "judge"), _("everything except settings and pairing")),
            (label(ROLES, "scorekeeper"), _("check-in and results")),
            (label(ROLES, "doorkeeper"), _("check-in, and nothing but the names of entrants")),
        ),
    }
    return page(request, found, "staff", 200, context)
