"""What cases have on the agenda: the effects of a ban, and the ends of measures."""

from agenda.registry import Handler, Job
from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from moderation import effects
from moderation import events as e
from moderation.aggregate import CASE, EFFECTS, ENDS, Work
from moderation.models import Case
from moderation.state import CaseState


def carry_out(due: Job) -> None:
    """Take somebody off whatever a bar or a ban keeps them from; again does no harm."""
    case = Case.objects.filter(pk=due.subject, in_force=True).select_related("about").first()
    if case is None:
        return
    effects.leave_events(case.about, begun=case.measure == "ban")
    if case.measure == "ban":
        effects.leave_ladders(case.about)
        effects.leave_matches(case.about)


def end_measure(due: Job) -> None:
    """End a measure at its time, unless it was decided anew or has been lifted."""

    def decide(state: CaseState, work: Work) -> None:
        if state.is_in_force and state.until is not None and state.until <= work.at:
            work.add(e.MeasureEnded())

    if Case.objects.filter(pk=due.subject, in_force=True).exists():
        handle(CASE, due.subject, CommandContext("system", f"ends:{due.subject}"), decide)


HANDLERS = (
    Handler(EFFECTS, carry_out, "leased", lease_s=50),
    Handler(ENDS, end_measure, "leased"),
)
