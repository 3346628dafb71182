"""The command that tries everything, at one small table of a game."""

import pytest

from games import registry
from tests.conformance import cli, worlds
from tests.games.contract import CHECKS
from tests.games.tables import Table

SMALL = Table(registry.current_rules("second-story"), 2, (("courts", True),))


def test_the_command_tries_a_table_and_says_how_much_that_was(
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = "second-story@1-2p-excuse=True-pawns=True-courts=True-may_decline_chip=True"

    assert cli.main(["engines", "--only", name]) == 0

    said = f"engines: 1 tables, {len(CHECKS)} checks at each, 0 faults"
    assert said in capsys.readouterr().out


def test_the_command_fails_where_nothing_fits_what_it_is_asked_for() -> None:
    assert cli.main(["engines", "--only", "no such table"]) == 1


@pytest.mark.more
@pytest.mark.usefixtures("committed_db")
def test_api_pages_and_streams_are_the_same_bytes_in_worlds_that_look_alike(site: str) -> None:
    figures = worlds.looked_at(SMALL, site)

    assert [cli.first_difference(*pair) for pair in figures.differing] == []
    assert figures.pairs
    assert figures.answers > 60


@pytest.mark.usefixtures("committed_db")
def test_a_planted_leak_is_found() -> None:
    assert worlds.planted_leak(SMALL).differing
