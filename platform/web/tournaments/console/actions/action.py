"""What an act of the console is, and who may do it."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.functional import Promise

from tournaments.command_handler import CommandResult
from tournaments.state import ROLES, Role
from web.tournaments.console.forms import ActForm

Words = str | Promise


class Action(NamedTuple):
    """Something that can be done to a tournament."""

    id: str
    title: Words
    """What its button says."""
    done: Words
    """What is told when it is done."""
    role: Role
    """The least role that may do it."""
    run: Callable[..., CommandResult]
    """The service: slug, who, reason, expected_version, dry_run, and what the form gives."""
    form: type[ActForm] = ActForm
    about: Words = ""
    """What it means, on its own page."""
    previews: bool = False
    """Whether its consequences are shown before it is done."""
    strict: bool = False
    """Whether it is refused when the tournament has moved on since its page was made."""
    is_dangerous: bool = False

    @property
    def asks(self) -> bool:
        """Whether its form has to be filled in first."""
        fields = self.form.base_fields.values()
        return any(each.required and not each.widget.is_hidden for each in fields)


def is_allowed(role: Role, act: Action) -> bool:
    """Return whether a role allows an act."""
    return ROLES.index(role) >= ROLES.index(act.role)


ORGANISER, JUDGE, SCOREKEEPER = Role.ORGANISER, Role.JUDGE, Role.SCOREKEEPER
