"""`manage.py rewound`: which matches a restored database may have lost something of."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from io import StringIO
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from eventstore import verification
from matches.actors import Player
from matches.events import KIND
from matches.models import Match
from tests.matches import tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def said(*arguments: str) -> list[str]:
    """Return the lines that the command prints."""
    out = StringIO()
    call_command("rewound", *arguments, stdout=out)
    return out.getvalue().splitlines()


def named(*arguments: str, of: Collection[UUID]) -> list[UUID]:
    """Return which of some matches the command names, in its order."""
    lines = [line.split()[0] for line in said(*arguments) if " v" in line]
    return [UUID(each) for each in lines if UUID(each) in of]


def test_the_matches_that_were_being_played_when_history_ends_are_named(
    players: list[Player],
) -> None:
    both = [tables.begun(players, options={"rounds": 1}) for _ in range(2)]
    going, ended = both
    tables.opened(players[0])
    tables.play_out(ended, players)
    version = tables.page(going)["version"]

    assert named(of=both) == [going]
    assert f"{going} stick-em live v{version} for itself, opened by {players[0].username}" in said()
    assert any("Draws repeat" in line for line in said())
    started = Match.objects.get(id=ended).started_at
    assert started is not None
    assert named("--since", started.isoformat(), of=both) == sorted(both)
    assert named("--since", (started - timedelta(hours=1)).isoformat(), of=both) == []
    late = datetime.now(UTC) + timedelta(hours=1)
    assert named("--since", late.isoformat(), of=both) == [going]


def test_what_has_a_stake_for_others_comes_first_and_is_named_as_such(
    players: list[Player],
) -> None:
    both = [tables.begun(players) for _ in range(2)]
    rated = both[1]
    Match.objects.filter(id=rated).update(ladder_id=uuid4())

    assert named(of=both) == [rated, both[0]]
    assert any(line.startswith(f"{rated} ") and " rated, opened by" in line for line in said())


def test_a_match_is_voided_through_the_door_and_no_other(players: list[Player]) -> None:
    going, other, ended = (tables.begun(players, options={"rounds": 1}) for _ in range(3))
    tables.play_out(ended, players)

    with pytest.raises(CommandError, match=str(ended)):
        said("--void", str(ended), str(going))

    page = tables.page(going)
    assert (page["status"], page["result"]["reason"]) == ("void", "history lost")
    assert [tables.page(each)["status"] for each in (other, ended)] == ["live", "finished"]
    assert verification.check(KIND, going) == []
    assert tables.log_findings(going) == []
    assert said("--void", str(going)) == [f"{going} is void: history lost"]
