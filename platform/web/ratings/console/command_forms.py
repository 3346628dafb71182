"""The forms of the commands on ladders, made from the requests of their table."""

from collections.abc import Mapping
from typing import ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from api import form_fields
from api.formats import REASON_MAX
from games.json_types import JsonObject
from ratings.api.commands import COMMON, LadderEndpoint
from ratings.api.requests import Ordered


class ActForm(forms.Form):
    """A command of the staff on a ladder."""

    command: ClassVar[LadderEndpoint]
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MAX,
        help_text=_("Players read it. It is kept with your name, which they do not see here."),
    )

    def __init__(
        self, data: QueryDict | None = None, *, initial: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        # What a command needs of its own comes first.
        self.fields["reason"] = self.fields.pop("reason")

    def asked(self) -> tuple[Ordered, JsonObject]:
        """Return the request as a struct, and the match that it is about, if any."""
        about = {"match_id": self.cleaned_data["match"]} if self.command.is_about_match else {}
        return form_fields.convert(self.command.request, self.cleaned_data), about


def form_of(command: LadderEndpoint) -> type[ActForm]:
    """Return the form of a command."""
    own = form_fields.fields_of(command.request, {"reason", *COMMON})
    for name, field in own.items():
        field.help_text = ""  # It says to callers of the API what its label says here.
        if isinstance(field, forms.CharField) and name == "text" and field.max_length is None:
            field.widget = forms.Textarea(attrs={"rows": 10})
    match = {"match": forms.UUIDField(label=_("Match"))} if command.is_about_match else {}
    attributes: dict[str, object] = {**match, **own, "command": command, "__doc__": command.help}
    return type("CommandForm", (ActForm,), attributes)
