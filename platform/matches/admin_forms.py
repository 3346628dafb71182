"""The commands of the staff on a match, and what each would come to."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, NamedTuple, Self

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_forms import CommandForm, fields_of
from api import form_fields
from eventstore.events import StoredEvent
from matches.actors import Player
from matches.api import requests
from matches.command_handler import Decide, handle
from matches.commit import CommandContext
from matches.models import Match
from matches.services import leaving, pausing
from matches.state import MatchState


class Standing(msgspec.Struct, frozen=True):
    """How a match stands."""

    status: str
    version: int
    deadline: datetime | None

    @classmethod
    def of_row(cls, match: Match) -> Self:
        """Return how it stands now."""
        return cls(match.status, match.version, match.deadline)

    @classmethod
    def of_state(cls, state: MatchState, _events: Sequence[StoredEvent]) -> Self:
        """Return how it stands after a command."""
        return cls(state.status.value, state.version, state.deadline)


CHANGED = {"status": _("status"), "version": _("version"), "deadline": _("deadline")}


def changes(before: Standing, after: msgspec.Struct) -> Iterator[tuple[object, ...]]:
    """Yield what differs of a match, before and after."""
    for name, word in CHANGED.items():
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield str(word), old, new


class StaffCommand(NamedTuple):
    """What the staff can order of a match."""

    title: Promise
    request: type[msgspec.Struct]
    decide: Callable[[Player, Any], Decide]
    """Returns what decides on it, from who orders it and the request."""
    consequence: Callable[[Match], str]
    """Returns what it means for the players, in a sentence."""


class MatchCommand(CommandForm):
    """A command of the staff, judged as those of players are."""

    command: ClassVar[StaffCommand]

    def run(self, target: Match, order: AdminCommand) -> CommandOutcome:
        """Carry it out, or try it."""
        asked = form_fields.convert(self.command.request, self.cleaned_data)
        decide = self.command.decide(Player(order.account, order.username), asked)
        context = CommandContext(order.actor, order.key)
        before = Standing.of_row(Match.objects.get(pk=target.pk))
        done = handle(target.pk, context, decide, Standing.of_state, dry_run=order.dry_run)
        return CommandOutcome(
            self.command.consequence(target),
            ("", gettext("before"), gettext("after")),
            list(changes(before, done.body)),
        )


def form_of(command: StaffCommand) -> type[MatchCommand]:
    """Return the form that asks for a command."""
    about = {"title": command.title, "command": command, "__doc__": command.request.__doc__}
    return type("CommandForm", (MatchCommand,), {**about, **fields_of(command.request, ())})


def to_pause(player: Player, asked: requests.PauseMatch) -> Decide:
    """Return what decides on a pause that the staff orders."""
    return pausing.to_pause(player, is_organiser=True, reason=asked.reason or "")


def to_resume(player: Player, asked: requests.PauseMatch) -> Decide:
    """Return what decides that a match goes on, as the staff orders."""
    return pausing.to_resume(player, is_organiser=True, reason=asked.reason or "")


def to_void(player: Player, asked: requests.CallOff) -> Decide:
    """Return what decides that a match is called off."""
    return leaving.to_void(player.actor, asked.reason)


def pause_means(match: Match) -> str:
    """Return what a pause means."""
    text = gettext(
        "All clocks stop until a member of the staff resumes the match. Players: %(count)s."
    )
    return text % {"count": match.seats_max}


def resuming_means(match: Match) -> str:
    """Return what it means that a match goes on."""
    text = gettext("All clocks run again with the time they had. Players: %(count)s.")
    return text % {"count": match.seats_max}


def void_means(match: Match) -> str:
    """Return what it means that a match is called off."""
    text = gettext("The match ends without a result. This cannot be undone. Players: %(count)s.")
    text %= {"count": match.seats_max}
    if match.ladder_id is not None:
        text += " " + gettext("Its ladder will not rate it.")
    if match.table_id is not None:
        text += " " + gettext(
            "Its tournament's table is left without a result, to be replayed or decided."
        )
    return text


COMMANDS: Mapping[str, type[CommandForm]] = {
    "pause": form_of(StaffCommand(_("Pause"), requests.PauseMatch, to_pause, pause_means)),
    "resume": form_of(StaffCommand(_("Resume"), requests.PauseMatch, to_resume, resuming_means)),
    "void": form_of(StaffCommand(_("Call off (void)"), requests.CallOff, to_void, void_means)),
}
