"""The commands of the staff on a match, and what each would come to."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_forms import CommandForm
from api.problems import Problem
from games.messages import Message
from matches.actors import Player
from matches.models import Match
from matches.services import leaving, pausing


class MatchCommand(CommandForm):
    """A command that the match's own door judges; a dry run is rolled back."""

    def run(self, target: Match, order: AdminCommand) -> CommandOutcome:
        """Carry it out, or try it and take it back."""
        before = Match.objects.get(pk=target.pk)
        with transaction.atomic():
            self.carry_out(target, order)
            after = Match.objects.get(pk=target.pk)
            transaction.set_rollback(order.dry_run)
        return CommandOutcome(
            self.consequence(after),
            ("", gettext("before"), gettext("after")),
            list(changes(before, after)),
        )

    @abstractmethod
    def carry_out(self, target: Match, order: AdminCommand) -> None:
        """Call the service."""

    @abstractmethod
    def consequence(self, match: Match) -> str:
        """Return what it means for the players, in a sentence."""


CHANGED = {"status": _("status"), "version": _("version"), "deadline": _("deadline")}


def changes(before: Match, after: Match) -> Iterator[tuple[object, ...]]:
    """Yield what differs of a match, before and after."""
    for name, word in CHANGED.items():
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield str(word), old, new


class Pause(MatchCommand):
    """All clocks stand."""

    title = _("Pause")

    def carry_out(self, target: Match, order: AdminCommand) -> None:
        """Order a pause."""
        pausing.pause(match_id=target.pk, **ordered(order))

    def consequence(self, match: Match) -> str:
        """Return what it means."""
        text = gettext("All clocks stop until someone of the staff resumes. Players: %(count)s.")
        return text % {"count": match.seats_max}


class Resume(MatchCommand):
    """Clocks run again."""

    title = _("Resume")

    def carry_out(self, target: Match, order: AdminCommand) -> None:
        """Order that it goes on."""
        pausing.resume(match_id=target.pk, **ordered(order))

    def consequence(self, match: Match) -> str:
        """Return what it means."""
        text = gettext("All clocks run again, with the time that they had. Players: %(count)s.")
        return text % {"count": match.seats_max}


class Void(MatchCommand):
    """The match is called off."""

    title = _("Call off (void)")

    def carry_out(self, target: Match, order: AdminCommand) -> None:
        """Call it off."""
        if not order.reason:
            raise Problem("invalid", Message("Give a reason; the players can read it."))
        leaving.void(match_id=target.pk, actor=order.actor, reason=order.reason, key=order.key)

    def consequence(self, match: Match) -> str:
        """Return what it means."""
        text = gettext("The match ends for good without a result. Players: %(count)s.")
        text %= {"count": match.seats_max}
        if match.ladder_id is not None:
            text += " " + gettext("Its ladder will not rate it.")
        if match.table_id is not None:
            text += " " + gettext(
                "Its tournament's table is left without a result, to be replayed or decided."
            )
        return text


def ordered(order: AdminCommand) -> dict[str, Any]:
    """Return a command of the staff as the services of pauses take it."""
    return {
        "player": Player(order.account, order.username),
        "key": order.key,
        "fingerprint": b"",
        "is_organiser": True,
        "reason": order.reason,
    }


COMMANDS: Mapping[str, type[CommandForm]] = {"pause": Pause, "resume": Resume, "void": Void}
