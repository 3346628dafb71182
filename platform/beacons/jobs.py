"""What beacons have on the agenda."""

from datetime import timedelta

from agenda.periodic_jobs import PeriodicJob
from agenda.registry import Handler
from beacons import waiting

HANDLERS = (Handler(waiting.FETCH, waiting.fetch, "leased"),)
PERIODIC = (
    PeriodicJob("look_at_beacon", waiting.look, timedelta(seconds=30)),
    PeriodicJob("purge_beacons", waiting.purge, timedelta(days=1)),
)
