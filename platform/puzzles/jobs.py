"""What puzzles have on the agenda."""

from datetime import timedelta

from agenda.periodic_jobs import PeriodicJob
from puzzles import services

PERIODIC = (PeriodicJob("tend_puzzles", services.tend, timedelta(minutes=1)),)
