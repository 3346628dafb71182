"""Set a position up on a page: change what lies where, look at it, open it as a study."""

import secrets
from collections.abc import Mapping
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from api import limits
from api.problems import Problem, invalid
from games import positions, registry
from games.core import ALL, AnyRules, UnknownGameError
from games.json_types import JsonObject
from games.messages import Message
from games.positions import Positions
from studies import grounds, services, setting
from studies.answers import PositionShown
from studies.boards import Moment
from studies.setting import SEED_MAX, Wanted
from web import requests
from web.games.narration import People
from web.games.registry import language
from web.matches.match_forms import option_values, wording
from web.matches.refusals import words
from web.matches.table import Status, table, without_match
from web.messages import localise
from web.studies.position_form import PositionForm, read, write
from web.studies.views import number

OPTION = "option."
FIELD = "position."
"""How the refusal of a position names the fields of its form."""


def setting_up(request: HttpRequest) -> HttpResponse:
    """Show a form for a position and the table that it comes to; open it as a study by POST."""
    if request.method == "POST":
        return _opened(request)
    said = request.GET
    if "study" in said or said.get("from") == "opening":
        try:
            return redirect(_address(_start(request)))
        except Problem as problem:
            return _page(request, said, problem)
    _rules(said)
    if not said.get("seed", "").strip():
        # So the address holds the whole position, also what is dealt.
        whole = said.copy()
        whole["seed"] = secrets.token_hex(4)
        return redirect(f"{request.path}?{whole.urlencode()}")
    return _page(request, said)


@login_required
def _opened(request: HttpRequest) -> HttpResponse:
    me = requests.member(request).pk
    try:
        limits.spend_leased("write", f"account:{me}")
        made = services.set_up(account_id=me, wanted=_wanted(request.POST))
    except Problem as problem:
        return _page(request, request.POST, problem)
    return redirect("web:study", made)


def _start(request: HttpRequest) -> PositionShown:
    """Return what a link starts from: a moment of a study, or the opening of a match."""
    said = request.GET
    if "study" not in said:
        found = setting.opening_of(_wanted(said))
        at = found.table
        where = (at.rules.game, at.rules.id, at.seats, at.dataset, dict(at.options))
        return PositionShown(*where, found.position)
    try:
        study = UUID(said["study"])
    except ValueError as error:
        raise Http404 from error
    moment = Moment(number(said.get("line")) or 0, number(said.get("ply")) or 0)
    return setting.of_study(study, requests.account_id(request), moment)


def _address(start: PositionShown) -> str:
    """Return the address of the page with a position filled in."""
    rules = registry.rules(start.rules)
    usual = rules.check_options(start.seats, {}, start.dataset)
    options = {
        f"{OPTION}{name}": str(value)
        for name, value in start.options.items()
        if value != usual[name]
    }
    typed = write(_offered(rules), start.position)
    said = {"game": start.game, "seats": str(start.seats), **options, **typed}
    if rules is not registry.current_rules(start.game):
        said["rules"] = start.rules
    return f"{reverse('web:set-position')}?{urlencode(said)}"


def _offered(rules: AnyRules) -> Positions:
    game = positions.offered(rules.game)
    if game is None:
        raise Http404
    return game


def _rules(said: QueryDict) -> AnyRules:
    try:
        name = said.get("rules") or said.get("game") or registry.current_games()[0].game
        return registry.named_rules(name)
    except UnknownGameError as error:
        raise Http404 from error


def _seats(said: QueryDict, rules: AnyRules) -> int:
    return number(said.get("seats")) or rules.seats_usual or rules.seats_min


def _wanted(said: QueryDict) -> Wanted:
    """Return the position that a form asks for."""
    rules = _rules(said)
    seats = _seats(said, rules)
    seed = said.get("seed", "").strip()
    if len(seed) > SEED_MAX:
        text = Message("must have at most %(most)s characters", most=SEED_MAX)
        raise invalid("seed", text)
    typed = _typed(said)
    return Wanted(
        game=rules.game,
        seats=seats,
        options=_options(said, rules),
        position=read(_offered(rules), min(seats, rules.seats_max), typed),
        rules=rules.id,
        seed=seed or None,
    )


def _typed(said: QueryDict) -> dict[str, str]:
    return {name: said.get(name, "") for name in said}


def _options(said: QueryDict, rules: AnyRules) -> Mapping[str, object]:
    chosen: dict[str, object] = {}
    for option in rules.options:
        values = {str(value): value for value in option_values(option)}
        text = said.get(f"{OPTION}{option.name}", "")
        if text:
            chosen[option.name] = values.get(text, text)
    return chosen


def _page(request: HttpRequest, said: QueryDict, problem: Problem | None = None) -> HttpResponse:
    """Return the form as it was filled in, with the table or what is wrong."""
    rules = _rules(said)
    game, seats = _offered(rules), _seats(said, rules)
    drawn: JsonObject = {}
    seed = said.get("seed", "").strip()[:SEED_MAX] or secrets.token_hex(4)
    if problem is None:
        try:
            drawn = _drawn(setting.found(_wanted(said)._replace(seed=seed)))
        except Problem as refused:
            problem = refused
    faults = [
        (each.field.removeprefix(FIELD), localise(each.message))
        for each in (() if problem is None else problem.errors)
    ]
    typed = _typed(said)
    names = language(rules.game, rules.datasets[0])
    shown = min(max(seats, rules.seats_min), rules.seats_max)
    form = PositionForm(game, names, shown, typed, dict(reversed(faults)))
    inputs = form.names()
    options = {f"{OPTION}{option.name}" for option in rules.options}
    known = {*inputs, *options, "seats", "seed"}
    kept = {name: text for name, text in typed.items() if name in known}
    start = {"game": rules.game, "seats": str(shown)}
    context = {
        "section": "matches",
        "rules": rules,
        "games": [each for each in registry.current_games() if positions.offered(each.game)],
        "seats": [(s, s == seats) for s in range(rules.seats_min, rules.seats_max + 1)],
        "options": _option_inputs(said, rules),
        "form": form,
        "seed": seed,
        "seed_most": SEED_MAX,
        "is_set": any(kept.get(name) for name in inputs),
        "as_shown": {**kept, **start, "rules": rules.id, "seed": seed}.items(),
        "problem": None if problem is None or faults else words(problem),
        "has_faults": bool(faults),
        "other_faults": [(form.title(name), text) for name, text in faults if name not in inputs],
        "clear": f"?{urlencode(start)}",
        "opening": f"?{urlencode({**start, 'from': 'opening'})}",
        "sign_in": f"{reverse('web:sign-in')}?{urlencode({'next': request.get_full_path()})}",
        **drawn,
    }
    status = 200 if problem is None else problem.status
    response = render(request, "web/studies/position.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _option_inputs(said: QueryDict, rules: AnyRules) -> list[dict[str, object]]:
    return [
        {
            "name": f"{OPTION}{option.name}",
            "title": _(option.title),
            "value": said.get(f"{OPTION}{option.name}", ""),
            "choices": [(str(value), wording(option, value)) for value in option_values(option)],
        }
        for option in rules.options
    ]


def _drawn(found: setting.Found) -> JsonObject:
    """Return what the templates of a table know of a position: all that lies there."""
    at = found.table
    state = positions.set_up(at, found.position, grounds.UNUSED)
    people = People({})
    acting = at.rules.to_act(state)
    view = at.rules.view(state, ALL)
    shown = {"to_act": list(acting), "view": view}
    match = without_match(at.rules, at.seats, shown, at.dataset)
    to_move = _("%(names)s to move.") % {"names": people.names(acting)}
    return {
        "match": match,
        "status": Status(to_move, mine=False, live=True),
        **vars(table(match, view, [], people)),
    }
