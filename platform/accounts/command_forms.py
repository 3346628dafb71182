"""What a command of the admin's desk asks for, and what it tells."""

from abc import abstractmethod
from typing import Any, ClassVar

from django import forms
from unfold.widgets import UnfoldAdminTextInputWidget

from accounts.admin_commands import AdminCommand, CommandOutcome

REASON_MAX = 200
"""Characters of a reason: players read it."""


class CommandForm(forms.Form):
    """A command of the staff on one row."""

    title: ClassVar[str]
    is_sensitive: ClassVar[bool] = False
    """Whether the password is asked for again, and nothing is filled in by the address."""
    for_superusers: ClassVar[bool] = False
    reason = forms.CharField(
        label="Reason",
        help_text="It is kept with your name, and players may read it.",
        max_length=REASON_MAX,
        widget=UnfoldAdminTextInputWidget,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # What a command needs of its own comes first.
        self.fields["reason"] = self.fields.pop("reason")

    @classmethod
    def initial_values(cls, target: Any) -> dict[str, Any]:  # noqa: ARG003 - Commands that need it use it.
        """Return what the form begins with."""
        return {}

    @abstractmethod
    def run(self, target: Any, order: AdminCommand) -> CommandOutcome:
        """Carry the command out, or in a dry run only tell; raises Problem."""
