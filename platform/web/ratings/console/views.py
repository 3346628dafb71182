"""The pages of the console: what stands where, a command with its preview, a new ladder."""

from collections.abc import Mapping, Sequence

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import Account
from api.problems import Problem
from games import registry as games
from ratings import selectors, stakes
from ratings.api.commands import COMMANDS
from ratings.correction_answers import Consequences
from ratings.ladder.settings import FIXED, parsed
from ratings.models import Ladder
from ratings.services import managing
from ratings.services.commands import LadderCommand, by_slug
from ratings.systems import registry
from web import requests
from web.messages import localise
from web.ratings import standings, words
from web.ratings.console import history
from web.ratings.console.command_forms import ActForm, form_of
from web.ratings.console.labels import EDIT
from web.ratings.console.settings_form import SettingsForm
from web.ratings.rights import require_right

OFFERED = ("edit", *COMMANDS)
PLAYERS_SHOWN = 100


def order(request: HttpRequest, account: Account, reason: str, *, dry_run: bool) -> LadderCommand:
    """Return the order of a member of the staff; what was previewed is what is applied."""
    version = request.POST.get("version", "")
    is_number = version.isascii() and version.isdigit() and len(version) < 10
    seen = int(version) if is_number and not dry_run else None
    key = requests.form_key(request)
    return LadderCommand(f"account:{account.pk}", reason.strip(), key, dry_run, seen)


def console(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what can be done to a ladder, its seasons, and what has been done."""
    require_right(request)
    ladder = Ladder.objects.get(id=by_slug(slug))
    context = {
        **standings.frame(ladder),
        "acts": [{"id": each, **wording(ladder, each)} for each in OFFERED],
        "seasons": selectors.seasons(ladder),
        "lines": history.lines(ladder),
    }
    return render(request, "web/ratings/console/console.html", context)


def wording(ladder: Ladder, name: str) -> dict[str, object]:
    """Return what a command is called and what it does; a ladder that rests can go on."""
    if name == "edit":
        title, about = EDIT
        return {"title": title, "about": about}
    command, paused = COMMANDS[name], ladder.is_paused
    goes_on = paused and command.by_state is not None
    return {"title": command.called(paused=paused), "about": "" if goes_on else command.about}


def act(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Ask for what a command needs, show what it would come to, and carry it out."""
    account = require_right(request)
    ladder = Ladder.objects.get(id=by_slug(slug))
    if name not in OFFERED:
        raise Http404
    form = form_for(ladder, name, request)
    context: dict[str, object] = {
        **standings.frame(ladder),
        "form": form,
        "name": name,
        "version": ladder.version,
        **wording(ladder, name),
    }
    if request.method == "POST" and form.is_valid():
        dry_run = request.POST.get("confirmed") != "yes"
        given = order(request, account, form.cleaned_data["reason"], dry_run=dry_run)
        try:
            result = run(ladder, name, form, given)
        except Problem as problem:
            if problem.code == "version_conflict":
                context["news"] = True
                result = run(
                    ladder, name, form, given._replace(dry_run=True, expected_version=None)
                )
                context |= preview(result, request) | summary(name, form)
            else:
                add_problem(form, problem)
        else:
            if not dry_run:
                messages.success(request, _("Done: %(title)s.") % {"title": context["title"]})
                return redirect("web:ladder-console", slug)
            context |= preview(result, request) | summary(name, form)
    return render(request, "web/ratings/console/act.html", context)


def form_for(ladder: Ladder, name: str, request: HttpRequest) -> forms.Form:
    """Return the form of a command, filled in by the address of its page or by what was sent."""
    data = request.POST if request.method == "POST" else None
    if name == "edit":
        holds = parsed(ladder.settings).as_data()
        return with_reason(SettingsForm({each: holds[each] for each in FIXED}, data, holds=holds))
    initial = {**request.GET.dict()}
    if name == "pause":
        initial["paused"] = "" if ladder.is_paused else "on"
    return form_of(COMMANDS[name])(data, initial=initial)


def with_reason(form: SettingsForm) -> SettingsForm:
    """Return a form that asks for the reason as well."""
    form.fields["reason"] = ActForm.base_fields["reason"]
    return form


def run(ladder: Ladder, name: str, form: forms.Form, given: LadderCommand) -> Consequences:
    """Carry a command out, or try it; raises Problem."""
    if isinstance(form, SettingsForm):
        return managing.edit(ladder_id=ladder.id, changes=form.changes(), order=given)
    assert isinstance(form, ActForm)  # noqa: S101 - There are two kinds.
    asked, about = form.asked()
    return COMMANDS[name].handle(asked, given, ladder.id, **about)


def preview(result: Consequences, request: HttpRequest) -> dict[str, object]:
    """Return what a page shows before a command is carried out, and the form to do it."""
    carried = [
        (key, value)
        for key, values in request.POST.lists()
        for value in values
        if key not in {"csrfmiddlewaretoken", "key", "version", "confirmed"}
    ]
    return {"result": result, "moves": result.players[:PLAYERS_SHOWN], "carried": carried}


def summary(name: str, form: forms.Form) -> dict[str, object]:
    """Return who becomes whom, of a merge: the table of moves does not tell."""
    if name != "merge":
        return {}
    words = _("%(gone)s leaves the ladder, and their matches count as played by %(into)s.")
    return {"summary": words % form.cleaned_data}


def add_problem(form: forms.Form, problem: Problem) -> None:
    """Show a refusal where its fields are."""
    if isinstance(form, SettingsForm):
        form.add_faults([(each.field, localise(each.message)) for each in problem.errors])
    else:
        for each in problem.errors:
            field = each.field.partition(".")[0]
            form.add_error(field if field in form.fields else None, localise(each.message))
    if not problem.errors:
        form.add_error(None, localise(problem.detail))


def new(request: HttpRequest) -> HttpResponse:
    """Open a ladder: first its game, kind and system, then everything else, then a preview."""
    account = require_right(request)
    begin = BeginForm(request.GET or None)
    if not begin.is_valid():
        return render(request, "web/ratings/console/begin.html", {"form": begin, **SECTION})
    fixed = begin.cleaned_data
    rules = games.current_rules(fixed["game"])
    usual = stakes.for_new({**fixed, "name": rules.title})
    usual["players"] = {"min": rules.seats_min, "max": rules.seats_max}
    holds = {**parsed(usual).as_data(), "clock": CLOCK_USUAL}
    data = request.POST if request.method == "POST" else None
    form = with_reason(SettingsForm(fixed, data, holds=holds))
    form.fields = {"slug": slug_field(), **form.fields}
    form.fields["reason"].initial = _("A new ladder")
    context: dict[str, object] = {"form": form, "fixed": fixed, "game": rules.game, **SECTION}
    if request.method == "POST" and form.is_valid():
        dry_run = request.POST.get("confirmed") != "yes"
        given = order(request, account, form.cleaned_data["reason"], dry_run=dry_run)
        given = given._replace(expected_version=None)
        try:
            ladder = managing.open_ladder(
                slug=form.cleaned_data["slug"], settings=form.settings(), order=given
            )
        except Problem as problem:
            add_problem(form, problem)
        else:
            if not dry_run:
                messages.success(request, _("%(name)s is open.") % {"name": ladder.name})
                return redirect("web:ladder", ladder.slug)
            context |= opened(ladder, request)
    return render(request, "web/ratings/console/new.html", context)


SECTION: Mapping[str, object] = {"section": "ladders"}
CLOCK_USUAL = 60


def opened(ladder: Ladder, request: HttpRequest) -> dict[str, object]:
    """Return what a new ladder would be, in words, and the form to open it."""
    return {
        "ladder": ladder,
        "rules": words.rules(parsed(ladder.settings)),
        "carried": [
            (key, value)
            for key, values in request.POST.lists()
            for value in values
            if key not in {"csrfmiddlewaretoken", "key", "confirmed"}
        ],
    }


def slug_field() -> forms.RegexField:
    """Return the field of a new ladder's address."""
    return forms.RegexField(
        r"^[a-z0-9]+(-[a-z0-9]+)*$",
        label=_("Address: lower-case letters, digits and hyphens"),
        max_length=managing.SLUG_MAX,
    )


def choices() -> dict[str, Sequence[tuple[str, str]]]:
    """Return what cannot be changed later."""
    return {
        "game": [(rules.game, rules.title) for rules in games.current_games()],
        "kind": [(each, str(title)) for each, title in words.KINDS.items()],
        "system": [(each.id, _(each.title)) for each in registry.systems()],
    }


class BeginForm(forms.Form):
    """What a ladder is for ever."""

    def __init__(self, data: QueryDict | None) -> None:
        super().__init__(data)
        titles = {"game": _("Game"), "kind": _("What orders the standings"), "system": _("Ratings")}
        for name, some in choices().items():
            self.fields[name] = forms.ChoiceField(
                label=titles[name], choices=some, initial=some[0][0]
            )
