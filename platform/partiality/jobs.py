"""What comparing pairs has on the agenda."""

from datetime import timedelta

from agenda.periodic_jobs import PeriodicJob
from partiality import services

PERIODIC = (
    PeriodicJob("compare_pairs", services.compare, timedelta(days=1), lease_s=50, queue="analyses"),
)
