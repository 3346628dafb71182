"""Have whoever waits for a beacon look when it is settled: a row of the agenda with its line."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from agenda import sql as agenda
from beacons import waiting
from games.beacons import Beacon

LOOK_AGAIN = timedelta(seconds=5)
"""When to look again for one that is neither there nor given up when it should be."""


class Follower(NamedTuple):
    """Who waits: what is on the agenda, and at which version."""

    kind: str
    subject: UUID
    version: int

    def wait_for(self, beacon: Beacon, after: datetime) -> None:
        """Have a beacon asked for, and look when it is settled, in the same transaction.

        Raises OvertakenError where it is settled by now.
        """
        waiting.wait_for(beacon, after)
        self._look(beacon.line, beacon.given_up_from(after))

    def look_again(self, line: str, now: datetime) -> None:
        """Look again for one that is late."""
        self._look(line, now + LOOK_AGAIN)

    def _look(self, line: str, at: datetime) -> None:
        agenda.schedule(
            kind=self.kind, subject=self.subject, due_at=at, version=self.version, payload=line
        )
