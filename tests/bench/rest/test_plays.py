"""The moves that are prepared are moves that both servers accept."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from games import registry
from games.core import AnyRules
from tests.bench import databases
from tests.bench.randomness import seats_of
from tests.bench.rest import control, plays, tables
from tests.bench.rest.load import Lane, drive
from tests.bench.rest.plays import Step

pytestmark = pytest.mark.more

every_game = pytest.mark.parametrize(
    "rules", registry.current_games(), ids=lambda rules: rules.game
)


@pytest.mark.django_db
@every_game
def test_the_platform_accepts_the_moves_that_were_prepared_for_it(rules: AnyRules) -> None:
    made = tables.table(rules.game, tables.people(seats_of(rules)))

    for step in list(plays.steps(made, 1))[:8]:
        answer = post(step)
        assert answer.status_code == 201, answer.content
        assert step.proof in answer.content


def post(step: Step) -> Any:
    """Send a prepared request to the site without a server."""
    head, _, body = step.request.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    path = first.split()[1]
    return Client().post(path, body, content_type="application/json", headers=headers)


@pytest.fixture
def control_matches(
    environment: dict[str, str], django_db_blocker: DjangoDbBlocker
) -> Iterator[list[list[plays.Table]]]:
    """Give the matches of one lane of the control, in a database of its own."""
    yield control.prepare(environment, game="stick-em", lanes=1, matches=1)
    databases.drop(control.DATABASE)


def test_the_control_accepts_the_moves_that_were_prepared_for_it(
    control_matches: list[list[plays.Table]], environment: dict[str, str], tmp_path: Path
) -> None:
    with control.serving(environment, tmp_path) as address:
        lane = Lane(address)
        lane.steps = plays.lane(control_matches[0], 1)[:16]

        outcome = drive([lane], 30.0)

    assert outcome.accepted == 16
    assert outcome.left == 0
