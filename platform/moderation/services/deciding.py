"""What the staff does with a case: look, decide, decide an appeal."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from accounts import services as accounts
from accounts.admin_commands import AdminCommand
from accounts.models import Account
from api.problems import Problem, invalid
from eventstore.aggregate import CommandContext
from eventstore.canonical import format_timestamp
from eventstore.command_handler import handle
from games.messages import Message
from moderation import moderators, notices
from moderation.aggregate import CASE, Work
from moderation.events import LASTING, AppealDecided, CaseDecided, CaseSeen, Ground, Measure
from moderation.models import Case
from moderation.state import APPEALED, OPEN, CaseState


class Decision(NamedTuple):
    """What is decided."""

    measure: Measure
    ground: Ground
    until: datetime | None = None
    """When a lasting measure ends; None for good."""
    new_name: str = ""
    """Of the person to be renamed."""


def see(*, case_id: UUID, by: UUID) -> None:
    """Note that a member of the staff has opened a case; once each."""

    def decide(state: CaseState, work: Work) -> None:
        moderators.require(by, state)
        if work.context.actor not in state.seen_by:
            work.add(CaseSeen())

    actor = f"account:{by}"
    handle(CASE, case_id, CommandContext(actor, f"seen:{by}"), decide)


def decide(*, case_id: UUID, order: AdminCommand, decision: Decision) -> None:
    """Decide an open case; raises permission_denied and invalid."""

    def act(state: CaseState, work: Work) -> None:
        about = _require(order.account, state, OPEN)
        _check(decision, work.at)
        if decision.measure == "rename":
            work.also.append(_renaming(case_id, about, decision.new_name))
        lasts = decision.measure in LASTING and decision.until is not None
        until = format_timestamp(decision.until) if lasts and decision.until else None
        work.add(
            CaseDecided(
                measure=decision.measure, ground=decision.ground, until=until, reason=order.reason
            )
        )
        work.also.append(lambda: notices.decided(case_id))

    if decision.measure == "rename":
        state = Case.objects.get(pk=case_id)
        accounts.rename(account_id=state.about_id, username=decision.new_name, dry_run=True)
    _handle(case_id, order, act)


def decide_appeal(*, case_id: UUID, order: AdminCommand, upheld: bool) -> None:
    """Uphold a decision or lift it; raises permission_denied for who made it."""

    def act(state: CaseState, work: Work) -> None:
        _require(order.account, state, APPEALED)
        moderators.require_other(order.account, state)
        work.add(AppealDecided(upheld=upheld, reason=order.reason))
        if not upheld and state.measure == "rename":
            work.also.append(lambda: _name_again(case_id))
        work.also.append(lambda: notices.decided(case_id))

    _handle(case_id, order, act)


def _handle(case_id: UUID, order: AdminCommand, act: Callable[[CaseState, Work], None]) -> None:
    context = CommandContext(order.actor, order.key, reason=order.reason)
    handle(CASE, case_id, context, act, dry_run=order.dry_run)


def _require(by: UUID, state: CaseState, status: str) -> Account:
    """Return whom a case is about; raises permission_denied."""
    moderators.require(by, state)
    if state.status != status:
        detail = Message(
            "This case is %(status)s; there is nothing to decide.", status=state.status
        )
        raise Problem("permission_denied", detail)
    return Account.objects.get(pk=str(state.about))


def _check(decision: Decision, now: datetime) -> None:
    if decision.until is not None and decision.measure in LASTING and decision.until <= now:
        raise invalid("until", Message("must be in the future"))


def _renaming(case_id: UUID, about: Account, name: str) -> Callable[[], object]:
    def rename() -> None:
        accounts.rename(account_id=about.pk, username=name, dry_run=False)
        Case.objects.filter(pk=case_id).update(name_before=about.username)

    return rename


def _name_again(case_id: UUID) -> None:
    """Give somebody the old name back, if nobody has it now."""
    case = Case.objects.get(pk=case_id)
    if not Account.objects.named(case.name_before).exists():
        accounts.rename(account_id=case.about_id, username=case.name_before, dry_run=False)
