"""Messages of leased rows in every order: lost, late, doubled, their runs killed or failing."""

from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agenda import registry, rows, runs, sql
from agenda.registry import Job
from tests.agenda.rows import LEASED, handled, lapse, state

pytestmark = pytest.mark.usefixtures("agenda")


class Subject:
    """What a row is about, with the messages that were sent for it."""

    def __init__(self) -> None:
        self.id = uuid4()
        self.version = 0
        self.messages: list[Job] = []
        self.runs: list[int] = []
        self.fails_next = False
        self.put()

    def put(self) -> None:
        """Move on to the next version."""
        self.version += 1
        sql.schedule(kind=LEASED, subject=self.id, version=self.version)

    def send(self) -> None:
        """Lease the row if it is free, and send a message for it."""
        leased = rows.lease(registry.handlers("leased"), 50, in_flight_max=None)
        self.messages += [due for due, _ in leased]

    def lose(self) -> None:
        """Lose the oldest message."""
        del self.messages[:1]

    def deliver_oldest(self) -> None:
        """Deliver the oldest message; it may be delivered again."""
        for due in self.messages[:1]:
            runs.run_leased(LEASED, self.id, due.version, due.lease_until)

    def deliver_newest(self) -> None:
        """Deliver the newest message; it may be delivered again."""
        for due in self.messages[-1:]:
            runs.run_leased(LEASED, self.id, due.version, due.lease_until)

    def kill(self) -> None:
        """Deliver the newest message to a process that is killed in the middle of the run."""
        for due in self.messages[-1:]:
            rows.confirm_lease(registry.handler(LEASED), self.id, due.version, due.lease_until)

    def fail(self) -> None:
        """Have the next run fail."""
        self.fails_next = True

    def lapse(self) -> None:
        """Let so much time pass that any lease is over, and any wait after a failure."""
        lapse(self.id)
        rows.retry_now([(LEASED, self.id)])

    def run(self, due: Job) -> None:
        """Handle the row."""
        assert due.version == self.version
        if self.fails_next:
            self.fails_next = False
            raise ZeroDivisionError
        self.runs.append(due.version)


WHATEVER = (
    Subject.put,
    Subject.send,
    Subject.lose,
    Subject.deliver_oldest,
    Subject.deliver_newest,
    Subject.kill,
    Subject.fail,
    Subject.lapse,
)


@settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.sampled_from(WHATEVER), max_size=15))
def test_whatever_happens_to_messages_and_runs_the_last_version_runs(
    actions: list[object],
) -> None:
    subject = Subject()

    with handled(LEASED, subject.run, "leased"):
        for act in actions:
            act(subject)  # type: ignore[operator]  # One of the above.
        for _ in range(2):
            subject.lapse()
            runs.run_due_now()

    assert state(LEASED, subject.id) is None
    assert subject.runs[-1] == subject.version
    assert subject.runs == sorted(set(subject.runs))
