"""What deals have on the agenda."""

from datetime import timedelta

from agenda.periodic_jobs import PeriodicJob
from agenda.registry import Handler
from deals import sightings
from deals.services import closing, daily, opening, waiting

HANDLERS = (
    Handler(opening.CLOSE, closing.close_when_due, "leased", lease_s=45),
    Handler(waiting.KIND, waiting.settle, "leased"),
)
PERIODIC = (
    PeriodicJob("announce_deals", daily.announce, timedelta(minutes=10)),
    PeriodicJob("purge_deal_sightings", sightings.purge, timedelta(days=1)),
)
