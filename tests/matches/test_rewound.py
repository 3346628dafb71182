"""`manage.py rewound`: which matches a restored database may have lost something of."""

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


def named(*arguments: str) -> list[UUID]:
    """Return the matches that the command names."""
    return [UUID(line.split()[0]) for line in said(*arguments) if " v" in line]


def test_the_matches_that_were_being_played_when_history_ends_are_named(
    players: list[Player],
) -> None:
    going, ended = (tables.begun(players, options={"rounds": 1}) for _ in range(2))
    tables.opened(players[0])
    tables.play_out(ended, players)
    version = tables.page(going)["version"]

    assert named() == [going]
    assert said()[0] == (
        f"{going} stick-em live v{version} for itself, opened by {players[0].username}"
    )
    assert any("Draws repeat" in line for line in said())
    started = Match.objects.get(id=ended).started_at
    assert started is not None
    assert named("--since", started.isoformat()) == sorted([going, ended])
    assert named("--since", (started - timedelta(hours=1)).isoformat()) == []
    assert named("--since", (datetime.now(UTC) + timedelta(hours=1)).isoformat()) == [going]


def test_what_has_a_stake_for_others_comes_first_and_is_named_as_such(
    players: list[Player],
) -> None:
    tables.begun(players)
    rated = tables.begun(players)
    Match.objects.filter(id=rated).update(ladder_id=uuid4())

    assert named()[0] == rated
    assert " rated, opened by" in said()[0]


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
