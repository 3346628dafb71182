"""What matches have on the agenda, and what is done when it is due."""

from datetime import timedelta

from agenda import heartbeat
from agenda.periodic_jobs import PeriodicJob
from agenda.registry import Handler, Job
from eventstore import partitions
from matches import integration_events, metrics, presence, remarks
from matches.commit import BOT_TURN, CLOCK, NEWS
from matches.services import (
    beacon_of_deal,
    chance,
    connections,
    gathering,
    outages,
    personal_invitations,
    turns,
    vacation_notes,
)
from matches.vacation_aggregate import AGENDA as VACATION


def expire_clocks(due: Job) -> None:
    """Move for the seats that have run out of time."""
    turns.expire_clock(due.subject, due.version, due.due_at)


def play_bot_turns(due: Job) -> None:
    """Let the built-in bots act."""
    metrics.BOT_MOVES.inc(turns.play_bots(due.subject, due.version))


def publish_notice(due: Job) -> None:
    """Tell whoever a match belongs to how it stands."""
    integration_events.publish(due.subject)


def compensate_outage(due: Job) -> None:
    """Give clocks back what an outage took."""
    outages.compensate_all(due.subject)


def apply_vacation(due: Job) -> None:
    """Note an account's vacation in its matches."""
    vacation_notes.apply_to_matches(due.subject, due.version)


def mark_reconnected(due: Job) -> None:
    """Note in an account's matches that it is back."""
    connections.carry(due.subject)


def ensure_partitions() -> None:
    """Make the partitions of the events of the months to come."""
    partitions.add_months()


HANDLERS = (
    Handler(gathering.SEAL, chance.end_promising, "inline", waits_for_web=True),
    Handler(gathering.SHOW, chance.end_showing, "inline", waits_for_web=True),
    Handler(beacon_of_deal.KIND, chance.draw_beacon, "inline", waits_for_web=True),
    Handler(CLOCK, expire_clocks, "inline", waits_for_web=True),
    Handler(BOT_TURN, play_bot_turns, "leased"),
    Handler(NEWS, publish_notice, "inline"),
    Handler(VACATION, apply_vacation, "leased", lease_s=45),
    Handler(presence.AGENDA, mark_reconnected, "leased", lease_s=45),
    Handler(heartbeat.KIND, compensate_outage, "leased", lease_s=45),
)
PERIODIC = (
    PeriodicJob("ensure_partitions", ensure_partitions, timedelta(days=1)),
    PeriodicJob("purge_remarks", remarks.purge, timedelta(days=1)),
    PeriodicJob("purge_invitations", personal_invitations.purge, timedelta(days=1)),
)
