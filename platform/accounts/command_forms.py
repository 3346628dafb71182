"""What a command of the admin's desk asks for, and what it tells."""

from abc import abstractmethod
from collections.abc import Collection
from typing import Any, ClassVar

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from accounts.admin_commands import AdminCommand, CommandOutcome
from api import form_fields
from api.formats import REASON_MAX

WIDGETS: tuple[tuple[type[forms.Field], type[forms.Widget]], ...] = (
    (forms.BooleanField, UnfoldBooleanSwitchWidget),
    (forms.FloatField, UnfoldAdminDecimalFieldWidget),
    (forms.IntegerField, UnfoldAdminIntegerFieldWidget),
    (forms.ChoiceField, UnfoldAdminSelectWidget),
)
"""How the admin draws a field of a request; everything else is text."""


def fields_of(request: type[msgspec.Struct], skip: Collection[str]) -> dict[str, forms.Field]:
    """Return the form fields of a request as the admin draws them."""
    fields = form_fields.fields_of(request, {"reason", *skip})
    for field in fields.values():
        of_kind = next((widget for kind, widget in WIDGETS if isinstance(field, kind)), None)
        is_long = isinstance(field, forms.CharField) and not (
            field.max_length or isinstance(field, form_fields.NumbersField)
        )
        text = UnfoldAdminTextareaWidget if is_long else UnfoldAdminTextInputWidget
        field.widget = (of_kind or text)(attrs=field.widget.attrs)
        if isinstance(field, forms.ChoiceField):
            field.widget.choices = field.choices
    return fields


class CommandForm(forms.Form):
    """A command of the staff on one row."""

    title: ClassVar[str | Promise]
    is_sensitive: ClassVar[bool] = False
    """Whether the password is asked for again, and nothing is filled in by the address."""
    for_superusers: ClassVar[bool] = False
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("It is kept with your name, and players may read it."),
        max_length=REASON_MAX,
        widget=UnfoldAdminTextInputWidget,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # What a command needs of its own comes first.
        self.fields["reason"] = self.fields.pop("reason")
        for field in self.fields.values():
            _translate(field)

    @classmethod
    def initial_values(cls, target: Any) -> dict[str, object]:  # noqa: ARG003 - Commands that need it use it.
        """Return what the form begins with."""
        return {}

    def prepare(self, target: Any) -> None:
        """Offer what depends on the row."""

    @abstractmethod
    def run(self, target: Any, order: AdminCommand) -> CommandOutcome:
        """Carry the command out, or in a dry run only tell; raises Problem."""


def _translate(field: forms.Field) -> None:
    """Say a field in the reader's language; what a request declares is English there."""
    field.label = gettext(str(field.label)) if field.label else ""
    field.help_text = gettext(str(field.help_text)) if field.help_text else ""
    if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.ModelChoiceField):
        choices: Any = field.choices
        field.choices = [(value, gettext(str(text))) for value, text in choices]
