"""What notifications have on the agenda."""

from datetime import timedelta

from agenda.periodic_jobs import PeriodicJob
from agenda.registry import Handler
from notifications import digest, fan_out, noting, sending, turn_watch, turns

HANDLERS = (
    Handler(noting.NOTIFY, fan_out.fan_out, "leased", lease_s=45),
    Handler(fan_out.SEND, sending.send_batch, "leased", lease_s=sending.LEASE_S),
    Handler(digest.KIND, digest.send, "leased"),
    Handler(turn_watch.KIND, turns.look, "leased", lease_s=45),
)
PERIODIC = (
    PeriodicJob("purge_notifications", fan_out.purge, timedelta(days=1)),
    PeriodicJob("purge_notified_turns", turns.purge, timedelta(days=1)),
)
