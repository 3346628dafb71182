"""The console's actions on a series: its commands, each with the form that asks for it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar
from uuid import UUID

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from api import form_fields
from api.formats import REASON_MAX
from api.problems import FieldError
from tournaments import selectors
from tournaments.api.endpoints import COMMON
from tournaments.models import Tournament
from tournaments.series import requests
from tournaments.series.commands import CommandResult
from tournaments.series.endpoints import COMMANDS, SeriesEndpoint
from tournaments.series.selectors import SeriesRead
from tournaments.state import OVER, Status
from tournaments.unit_of_work import Principal
from web.messages import localise
from web.series import pages
from web.series.forms import POINTS_MAX

MINE_MAX = 200
OWN_PAGES = frozenset({"settings", "answer"})
"""Commands that pages of their own ask for."""
Choices = list[tuple[str, str]]


class ActionForm(forms.Form):
    """What a command asks for: the fields of its request, and what its path names."""

    command: ClassVar[SeriesEndpoint]
    given: ClassVar[Mapping[str, object]] = {}
    """What the button itself says."""
    asks: ClassVar[frozenset[str]] = frozenset()
    """Fields of the request for which the form has others."""

    reason = forms.CharField(max_length=REASON_MAX, required=False, widget=forms.HiddenInput)

    def __init__(self, found: SeriesRead, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.found = found
        for name, choices in self.offers().items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - as the forms declare.
            field.choices = choices

    @property
    def title(self) -> str | Promise:
        """What its button says."""
        return self.command.label

    def offers(self) -> Mapping[str, Choices]:
        """Return what can be chosen, by field."""
        return {}

    def request(self) -> msgspec.Struct:
        """Return the request, once everything is valid."""
        said = {**self.cleaned_data, **self.given}
        asked: msgspec.Struct = form_fields.convert(self.command.request, said)
        return asked

    def carry_out(self, who: Principal, *, dry_run: bool = False) -> CommandResult:
        """Have the service do it, or try it; raises Problem."""
        said = self.cleaned_data
        address = {name: said[name] for name in form_fields.names_in(self.command.path)}
        slug = self.found.state.slug
        done: CommandResult = self.command.carry_out(
            self.request(), who, slug, dry_run=dry_run, **address
        )
        return done

    def add_faults(self, faults: Iterable[FieldError]) -> None:
        """Put each fault that the service has found to its field."""
        for fault in faults:
            field = fault.field if fault.field in self.fields else None
            self.add_error(field, localise(fault.message))


class EventForm(ActionForm):
    """A tournament that is to count."""

    tournament = forms.ChoiceField(label=gettext_lazy("Tournament"))
    group = forms.ChoiceField(label=gettext_lazy("Group"), required=False)

    def offers(self) -> Mapping[str, Choices]:
        """Return the reader's own tournaments, and the groups."""
        mine = [(each.slug, each.name) for each in mine_beside(self.found)]
        groups = [(each.id, each.name) for each in self.found.state.plan.groups]
        return {"tournament": mine, "group": groups}


class QualifierForm(ActionForm):
    """A tournament that the best may enter."""

    tournament = forms.ChoiceField(label=gettext_lazy("Tournament"))
    places = forms.IntegerField(label=gettext_lazy("Places"), min_value=1, max_value=200, initial=8)
    event = forms.ChoiceField(label=gettext_lazy("By the ranking of"), required=False)

    def offers(self) -> Mapping[str, Choices]:
        """Return the reader's own tournaments that have not begun, and what may decide."""
        rows = [each for each in mine_beside(self.found) if each.status not in HAS_BEGUN]
        own = [(each.slug, each.name) for each in self.found.tournaments.values()]
        return {
            "tournament": [(each.slug, each.name) for each in rows],
            "event": [("", _("this series")), *own],
        }


class AdjustForm(ActionForm):
    """Somebody's points."""

    asks = frozenset({"tournament", "entrant"})

    person = forms.ChoiceField(label=gettext_lazy("Player"))
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        help_text=gettext_lazy("Negative takes points away."),
        min_value=-POINTS_MAX,
        max_value=POINTS_MAX,
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MAX,
        help_text=gettext_lazy("Appears in the log, where everyone can read it."),
    )
    field_order = ("person", "points", "reason")

    def offers(self) -> Mapping[str, Choices]:
        """Return everybody."""
        return {"person": pages.person_choices(self.found)}

    def request(self) -> requests.Adjustment:
        """Return whose points, and how many."""
        said = self.cleaned_data
        tournament, entrant = named(self.found, said["person"])
        return requests.Adjustment(
            tournament=tournament, entrant=entrant, points=said["points"], reason=said["reason"]
        )


class LinkForm(ActionForm):
    """People who are one, or are not."""

    asks = frozenset({"entrants", "same"})

    person = forms.MultipleChoiceField(
        label=gettext_lazy("Players"), widget=forms.CheckboxSelectMultiple
    )

    def offers(self) -> Mapping[str, Choices]:
        """Return everybody."""
        return {"person": pages.person_choices(self.found)}

    def request(self) -> requests.Link:
        """Return the entrants as whom they are named, and whether they are one."""
        entrants = [
            requests.NamedEntrant(tournament=tournament, entrant=entrant)
            for tournament, entrant in (
                named(self.found, each) for each in self.cleaned_data["person"]
            )
        ]
        is_same = bool(self.given["same"])
        return requests.Link(entrants=entrants, same=is_same, reason=self.cleaned_data["reason"])


HAS_BEGUN = frozenset({*OVER, Status.RUNNING})
FORMS: Mapping[str, type[ActionForm]] = {
    "add-event": EventForm,
    "link": LinkForm,
    "adjust": AdjustForm,
    "qualify": QualifierForm,
}
"""Forms that people fill in; the others are buttons."""


def mine_beside(found: SeriesRead) -> list[Tournament]:
    """Return the tournaments that the reader runs and that are not in the series."""
    if found.reader is None:
        return []
    rows = selectors.run_by(found.reader).exclude(id__in=list(found.state.events))
    return list(rows.exclude(status=Status.CANCELLED)[:MINE_MAX])


def named(found: SeriesRead, key: str) -> tuple[str, int]:
    """Return an entrant that a form offers by the tournament's id and a number."""
    tournament, _colon, number = key.partition(":")
    return found.slug(UUID(tournament)), int(number)


def form_of(
    command: SeriesEndpoint, base: type[ActionForm] = ActionForm, **given: object
) -> type[ActionForm]:
    """Return the form of a command; what people do not fill in is hidden in it."""
    path = form_fields.of_address(command.path)
    fields = {**path, **form_fields.fields_of(command.request, {*COMMON, *base.asks, *given})}
    hidden = {name: each for name, each in fields.items() if name not in base.base_fields}
    for each in hidden.values():
        each.widget = forms.HiddenInput()
    about = {"command": command, "given": given, "__doc__": command.help}
    return type("SeriesActionForm", (base,), {**about, **hidden})


def variant(of: str, label: Promise, done: Promise, **given: object) -> type[ActionForm]:
    """Return the form of a button that gives a command in one of its ways."""
    return form_of(
        replace(COMMANDS[of], label=label, done=done), FORMS.get(of, ActionForm), **given
    )


ACTIONS: Mapping[str, type[ActionForm]] = {
    **{
        id_: form_of(each, FORMS.get(id_, ActionForm))
        for id_, each in COMMANDS.items()
        if each.label and id_ not in OWN_PAGES
    },
    "link": form_of(COMMANDS["link"], LinkForm, same=True),
    "part": variant(
        "link",
        gettext_lazy("Different people"),
        gettext_lazy("They count as different people."),
        same=False,
    ),
    "accept": form_of(COMMANDS["answer"], accept=True),
    "decline": variant(
        "answer",
        gettext_lazy("Declines"),
        gettext_lazy("The next in line may enter."),
        accept=False,
    ),
}
"""By id, which is also the action's address."""
