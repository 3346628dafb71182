"""The forms of the console's acts: what each asks for, and what services take of it.

The fields of a form come from the request of its command; classes have those that pages show
otherwise, and those that addresses name.
"""

import re
from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Account
from api import form_fields
from api.formats import REASON_MAX
from api.problems import Problem
from tournaments.api.endpoints import TournamentEndpoint
from tournaments.services.lifecycle import SERIES
from tournaments.state import RoundState, TableState, TournamentState
from tournaments.unit_of_work import Principal
from web.tournaments.console.labels import CHOICES

VERSION_MAX = 2**31 - 1
PART = re.compile(r"[.\[]")
"""What stands between a field and a part of it: `accounts[3]`."""


class ActForm(forms.Form):
    """What a command is told: the fields of its request, why, and at which version it was decided.

    Who overrides `arguments` builds all that the service takes; the form then has no fields but the
    class's own.
    """

    command: ClassVar[TournamentEndpoint]
    given: ClassVar[Mapping[str, object]] = {}
    """What the button itself says of the request."""
    covers: ClassVar[frozenset[str]] = frozenset()
    """Fields of the request for which the class has others."""

    asked_first: ClassVar[bool] = False
    """Whether its page comes before the act, though nothing in it has to be filled in."""

    template: ClassVar[str] = "act"
    """The page that asks for it."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MAX,
        required=False,
        help_text=gettext_lazy("Appears in the log, where everyone can read it."),
    )
    version = forms.IntegerField(
        widget=forms.HiddenInput, min_value=0, max_value=VERSION_MAX, required=False
    )

    def __init__(self, state: TournamentState, me: Account, *args: Any, **about: Any) -> None:
        super().__init__(*args, **about)
        self.state = state
        self.me = me
        self._set_up(state)

    def _set_up(self, state: TournamentState) -> None:
        """Fill in what depends on the tournament; who overrides this calls it first."""

    def full_clean(self) -> None:
        """Refuse what the request does not take, though each field by itself is valid."""
        super().full_clean()
        if not self.is_bound or self.errors or not self.takes_its_request():
            return
        try:
            self.asked()
        except Problem as problem:
            for each in problem.errors:
                field = PART.split(each.field)[0]
                self.add_error(field if field in self.fields else None, RegexValidator.message)

    @classmethod
    def takes_its_request(cls) -> bool:
        """Whether its fields are those of the command's request."""
        return cls.arguments is ActForm.arguments

    def asked(self) -> msgspec.Struct:
        """Return the request that the form says; raises Problem."""
        asked: msgspec.Struct = form_fields.convert(self.command.request, self.said())
        return asked

    def arguments(self) -> dict[str, object]:
        """Return what the service takes besides who, why and the version."""
        asked = self.asked()
        who = Principal(self.me.pk, self.me.username)
        slug = self.state.settings["slug"]
        return {**self.address(), **self.command.takes(asked, who, slug)}

    def address(self) -> dict[str, object]:
        """Return what the command's address names."""
        return {name: self.cleaned_data[name] for name in form_fields.names_in(self.command.path)}

    def said(self) -> Mapping[str, object]:
        """Return the values of the request's fields."""
        return {**self.cleaned_data, **self.given}

    def rewrites(self) -> bool:
        """Whether the act changes what stands already, so that its consequences are shown first."""
        return True

    @property
    def is_settled(self) -> bool:
        """Whether it can be done; until then its page shows what it would come to."""
        return True

    @property
    def asks(self) -> bool:
        """Whether somebody has to fill something in before the act makes sense."""
        return any(field.required for field in self.visible())

    def visible(self) -> list[forms.Field]:
        """Return the fields that people see, without the reason."""
        own = self.fields.items()
        return [field for name, field in own if name != "reason" and not field.widget.is_hidden]

    def subject(self) -> str:
        """Return whom or what it is about, for the heading of its page."""
        return ""


class NoticeForm(ActForm):
    """What everyone is told; nothing takes the notice down."""

    asked_first = True

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        self.fields["text"].initial = state.notice


class EntrantForm(ActForm):
    """An act about one entrant."""

    entrant = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=10_000)

    def clean_entrant(self) -> int:
        """Refuse somebody who is not there."""
        number = int(self.cleaned_data["entrant"])
        if number not in self.state.entrants:
            raise forms.ValidationError(_("This entrant does not exist."), code="unknown")
        return number

    def subject(self) -> str:
        """Return the entrant's name."""
        text = str(self["entrant"].value() or "")
        number = int(text) if text.isascii() and text.isdigit() else 0
        return self.state.name(number) if number in self.state.entrants else ""


class LeaveForm(EntrantForm):
    """Somebody leaves; the page asks why, since everyone reads it beside the name."""

    asked_first = True


class RoundForm(ActForm):
    """An act about one round."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=10_000)

    def subject(self) -> str:
        """Return the round in words."""
        return _("Round %(n)s") % {"n": self["number"].value()}


class DiscardForm(RoundForm):
    """A draft that is thrown away, and why: whoever draws again says so in public."""

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        self.fields["reason"].required = state.draws.chain is not None


class PairForm(RoundForm):
    """Two entrants of a round: the boxes that are ticked on its page."""

    covers = frozenset({"first", "second"})

    pair = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Two entrants"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        field = self.fields["pair"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 - As declared.
        field.choices = [(each.number, each.name) for each in state.entrants.values()]

    def clean_pair(self) -> tuple[int, ...]:
        """Refuse more or fewer than two."""
        chosen = self.cleaned_data["pair"]
        if len(chosen) != 2:
            words = _("Tick two players, not %(n)s.") % {"n": len(chosen)}
            raise forms.ValidationError(words, code="two")
        return chosen[0], chosen[1]

    def said(self) -> Mapping[str, object]:
        """Return the two, and what else is said."""
        first, second = self.cleaned_data["pair"]
        return {**super().said(), "first": first, "second": second}


class ApartForm(PairForm):
    """Two entrants who are not to meet, or may again."""

    number = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def subject(self) -> str:
        """Return nothing: the boxes say whom it is about."""
        return ""


class RepairForm(RoundForm):
    """A draft to be paired again, and the tables of it that stay."""

    pinned = forms.MultipleChoiceField(required=False, widget=forms.MultipleHiddenInput)

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        field = self.fields["pinned"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - As declared above.
        field.choices = [(str(table.id), str(table.id)) for _, table in state.tables()]


class TableForm(ActForm):
    """An act about one table."""

    table_id = forms.UUIDField(widget=forms.HiddenInput)

    def table(self) -> tuple[RoundState, TableState] | None:
        """Return the table that it is about, with its round; None when it is not there."""
        value = self["table_id"].value()
        try:
            return self.state.table(UUID(str(value)))
        except ValueError:
            return None

    def clean_table_id(self) -> UUID:
        """Refuse a table that is not there."""
        if self.table() is None:
            words = _("This table no longer exists.")
            raise forms.ValidationError(words, code="unknown")
        return UUID(str(self.cleaned_data["table_id"]))

    def subject(self) -> str:
        """Return the table in words."""
        found = self.table()
        return "" if found is None else table_words(*found)


class ThenForm(TableForm):
    """An act that rewrites a table, and what becomes of the rounds paired on it."""

    then = forms.ChoiceField(
        choices=list(CHOICES.items()), widget=forms.HiddenInput, required=False
    )

    def rewrites(self) -> bool:
        """Show consequences where the table has been decided, or its round is over."""
        found = self.table()
        return found is None or found[1].done or found[0].closed


class VoidForm(ThenForm):
    """A table that is called off, and what its players get: as the button says."""

    points = forms.ChoiceField(
        choices=[("bye", "bye"), ("none", "none")], widget=forms.HiddenInput, required=False
    )


class SeedForm(ActForm):
    """The order of the entrants; by hand, a number for each."""

    method = forms.ChoiceField(
        choices=[(each, each) for each in ("rating", "random", "manual", SERIES)],
        widget=forms.HiddenInput,
    )
    series = forms.SlugField(widget=forms.HiddenInput, max_length=60, required=False)

    def arguments(self) -> dict[str, object]:
        """Return the method, and the order by the numbers that were given; equals as they were."""
        method = self.cleaned_data["method"]
        if method == SERIES:
            return {"method": method, "series": self.cleaned_data["series"]}
        if method != "manual":
            return {"method": method}
        entrants = self.state.entrants
        known = sorted(self.state.present, key=lambda each: (entrants[each].seed or 10**6, each))
        return {"method": method, "order": sorted(known, key=self._number)}

    def _number(self, entrant: int) -> int:
        text = str(self.data.get(f"seed_{entrant}", ""))
        return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 10**6


class TakeBackForm(ActForm):
    """The version at which an act began that is taken back."""

    covers = frozenset({"version"})
    first = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=VERSION_MAX)

    def arguments(self) -> dict[str, object]:
        """Return the version."""
        return {"version": self.cleaned_data["first"]}


class BackForm(ActForm):
    """The version to return to."""

    def subject(self) -> str:
        """Return the version in words."""
        return _("Version %(n)s") % {"n": self["to_version"].value() or "?"}


def table_words(round_: RoundState, table: TableState) -> str:
    """Return a table in words: its number within its round."""
    number = round_.tables.index(table) + 1
    return _("Table %(table)s of round %(round)s") % {"table": number, "round": round_.number}
