"""Open a match: against bots at once, or with everything chosen."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts import guests
from accounts.models import Account
from api.problems import Problem
from games import registry
from games.core import AnyRules, UnknownGameError
from matches.models import Match
from matches.services import invitations, opening, seating
from web import guest_sessions, requests
from web.matches import chance
from web.matches.match_forms import PEOPLE, NewMatchForm, QuickStartForm


def rules_of(game: str) -> AnyRules:
    """Return the rules of a game; raises Http404 when there is no such game."""
    try:
        return registry.current_rules(game)
    except UnknownGameError:
        raise Http404 from None


@require_POST
def start(request: HttpRequest, game: str) -> HttpResponse:
    """Open a match, sit down, and put bots on all other seats: the match runs."""
    rules = rules_of(game)
    if (answer := guest_sessions.turn_away(request, reverse("web:game", args=[game]))) is not None:
        return answer
    form = QuickStartForm(rules, request.POST)
    if not form.is_valid():
        return render(request, "web/start.html", {"rules": rules, "form": form}, status=400)
    guest_sessions.enter(request)
    wanted = opening.Request(
        game=game,
        seats=form.cleaned_data["seats"],
        options=form.options(),
        visibility=_usual_visibility(requests.member(request)),
    )
    match_id = _open(request, wanted)
    _sit_with_bots(request, match_id, wanted.seats, form.cleaned_data["bot"])
    return redirect("web:match", match_id)


def _usual_visibility(me: Account) -> str:
    """Return who may see a match that somebody starts without a choice."""
    is_shut = me.is_guest and not guests.may_meet_strangers()
    return (Match.Visibility.PRIVATE if is_shut else Match.Visibility.PUBLIC).value


def new(request: HttpRequest, game: str) -> HttpResponse:
    """Show the form for a match, and open what it asks for."""
    rules = rules_of(game)
    if (answer := guest_sessions.turn_away(request, request.path)) is not None:
        return answer
    me = requests.account(request)
    form = NewMatchForm(rules, request.POST or None, is_guest=me is None or me.is_guest)
    if request.method == "POST" and form.is_valid():
        guest_sessions.enter(request)
        try:
            return redirect("web:match", _opened(request, rules, form))
        except Problem as problem:
            if problem.code != "invalid_options":
                raise
            form.add_faults([(fault.field, fault.message) for fault in problem.errors])
    status = 400 if form.errors else 200
    context = {"rules": rules, "form": form, "section": "games"}
    return render(request, "web/new_match.html", context, status=status)


def _opened(request: HttpRequest, rules: AnyRules, form: NewMatchForm) -> UUID:
    said = form.cleaned_data
    wanted = opening.Request(
        game=rules.game,
        rules=said.get("rules") or None,
        seats=said["seats"],
        options=form.options(),
        dataset=said.get("dataset"),
        clock=form.per_move(),
        on_timeout=said["on_timeout"],
        visibility=said["visibility"],
        start=said["start"],
        beacon=said.get("beacon", False),
    )
    match_id = _open(request, wanted)
    if said["opponents"] == PEOPLE:
        invitations.renew(match_id=match_id, account=requests.member(request).pk)
        _sit(request, match_id)
    else:
        _sit_with_bots(request, match_id, wanted.seats, said["opponents"])
    return match_id


def _open(request: HttpRequest, wanted: opening.Request) -> UUID:
    match_id, _ = opening.open_match(request=wanted, **requests.command(request, "open"))
    return match_id


def _sit(request: HttpRequest, match_id: UUID) -> None:
    seating.take_seat(
        match_id=match_id,
        shares=chance.says_shares(request),
        **requests.command(request, "sit"),
    )


def _sit_with_bots(request: HttpRequest, match_id: UUID, seats: int, bot: str) -> None:
    _sit(request, match_id)
    for number in range(1, seats):
        seating.seat_bot(match_id=match_id, bot=bot, **requests.command(request, f"bot {number}"))
