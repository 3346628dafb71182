"""The reported person asks for another look."""

from uuid import UUID

from accounts import characters
from api import idempotency
from api.problems import Problem, invalid
from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from games.messages import Message
from moderation.aggregate import CASE, Work
from moderation.events import AppealMade
from moderation.models import APPEAL_MAX, Case
from moderation.state import DECIDED, CaseState


def appeal(*, case_id: UUID, account_id: UUID, words: str) -> Case:
    """Appeal against a decision, once; raises not_found, permission_denied and invalid."""
    clean = characters.canonical(words)
    if not 1 <= len(clean) <= APPEAL_MAX:
        raise invalid("words", Message("must have 1 to %(most)s characters", most=APPEAL_MAX))
    if not Case.objects.filter(pk=case_id, about=account_id).exclude(measure="").exists():
        raise Problem("not_found", Message("There is no such decision about you."))

    def decide(state: CaseState, work: Work) -> None:
        if state.status != DECIDED or state.measure == "none":
            detail = Message("You have already appealed, or there is nothing to appeal against.")
            raise Problem("permission_denied", detail)
        work.add(AppealMade())
        work.also.append(lambda: Case.objects.filter(pk=case_id).update(appeal_words=clean))

    context = CommandContext(f"account:{account_id}", idempotency.new_key())
    handle(CASE, case_id, context, decide)
    return Case.objects.get(pk=case_id)
