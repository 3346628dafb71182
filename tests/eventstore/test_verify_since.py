"""What runs of verify read again, by what earlier ones have noted."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from eventstore import verification
from eventstore.management.commands import verify
from eventstore.models import Checkpoint, Verification
from matches.models import Match
from ratings.models import Ladder
from tests.eventstore.made import ladder, live_match, note
from tests.matches import tables

pytestmark = pytest.mark.slow


@pytest.mark.django_db
class TestSince:
    def test_only_what_has_moved_since_it_was_found_whole_is_read_again(self) -> None:
        players = tables.people(3)
        still, moving = (("match", tables.begun(players)) for _ in range(2))
        new = ladder()
        note(still)
        note(moving)

        tables.next_move(moving[1], players, Random(1))

        assert {still, moving, new} & set(verification.moved(None)) == {moving, new}
        assert {still, moving, new} <= set(verification.everything())

    def test_since_a_moment_what_was_read_before_it_is_read_again(self) -> None:
        stream = live_match()
        note(stream)
        now = datetime.now(UTC)
        Checkpoint.objects.filter(stream_id=stream[1]).update(checked_at=now - timedelta(days=9))

        assert stream in verification.moved(now - timedelta(days=7))
        assert stream not in verification.moved(now - timedelta(days=14))

    @pytest.mark.parametrize("arguments", [(), ("--since",), ("--since", "2026-11-21T03:30Z")])
    def test_a_run_notes_what_is_whole_and_names_what_is_not(
        self, arguments: tuple[str, ...]
    ) -> None:
        whole, broken = live_match(), ladder()
        Ladder.objects.filter(id=broken[1]).update(version=9)

        output = run(*arguments)

        assert f"ladder {broken[1]} event 0: the row is at version 9" in output
        assert str(whole[1]) not in output
        assert {whole, broken} & set(verification.moved(None)) == {broken}
        last = Verification.objects.latest("at")
        assert (last.is_full, last.faults > 0) == (not arguments, True)

    def test_a_run_over_everything_trusts_no_checkpoint(self) -> None:
        stream = live_match()
        note(stream)
        Match.objects.filter(id=stream[1]).update(commitment="00")

        assert stream not in verification.moved(None)
        assert f"match {stream[1]} event 0: the row's commitment" in run()

    def test_a_stream_with_a_fault_is_read_again_by_every_run_until_it_is_whole(self) -> None:
        stream = live_match()
        note(stream)
        Match.objects.filter(id=stream[1]).update(on_timeout="never")
        run()

        assert "on_timeout" in run("--since")
        assert "on_timeout" in run("--since")
        Match.objects.filter(id=stream[1]).update(on_timeout="auto")
        assert str(stream[1]) not in run("--since")
        assert stream not in verification.moved(None)

    def test_a_sample_finds_what_the_last_event_does_not_tell(self) -> None:
        stream = live_match()
        note(stream)
        Match.objects.filter(id=stream[1]).update(commitment="00")

        assert str(stream[1]) not in run("--since", "--sample", "0")
        assert f"match {stream[1]} event 0: the row's commitment" in run("--since", "--sample", "1")
        assert not Verification.objects.latest("at").is_full

    def test_a_sample_is_a_share_of_what_has_not_moved_and_all_that_has(self) -> None:
        streams_noted = [live_match() for _ in range(3)]
        for stream in streams_noted:
            note(stream)
        moved = [ladder()]

        every, none = (verify.sampled(moved, share) for share in (1, 0))

        assert none == moved
        assert every == verification.everything()
        assert set(moved) <= set(verify.sampled(moved, 0.5)) <= set(every)

    @pytest.mark.parametrize(
        "arguments",
        [("--sample", "0.1"), ("--since", "--sample", "2"), ("--since", "--sample", "x")],
    )
    def test_a_sample_of_everything_or_of_no_share_is_refused(
        self, arguments: tuple[str, ...]
    ) -> None:
        with pytest.raises(CommandError, match="sample"):
            call_command("verify", *arguments)

    def test_a_moment_that_is_none_is_refused(self) -> None:
        with pytest.raises(CommandError, match="moment"):
            run("--since", "yesterday")


def run(*arguments: str) -> str:
    """Run the command and return what it prints, whatever other tests have left broken."""
    output = StringIO()
    try:
        call_command("verify", *arguments, stdout=output)
    except CommandError as error:
        if not str(error).endswith(" faults"):
            raise
    return output.getvalue()
