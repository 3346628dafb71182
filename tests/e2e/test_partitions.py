"""Two consoles that are cut off from the server by turns, and merged again."""

import os

import pytest
from playwright.sync_api import Browser

from tests.e2e.desks import Evening, judged
from tests.tournaments.events import assert_verified
from web.tournaments.console import logs

COMMANDS = int(os.environ.get("PARTITION_COMMANDS", "90"))
"""`make chaos` gives five hundred."""
SEED = int(os.environ.get("PARTITION_SEED", "23"))


@pytest.mark.usefixtures("committed_db")
def test_after_two_consoles_are_merged_each_command_is_done_once_or_shown_as_not_done(
    site: str, browser: Browser
) -> None:
    evening = Evening(browser, site, SEED)

    evening.play(COMMANDS)
    verdict = judged(evening)

    assert verdict.faults == []
    assert sum(verdict.outcomes.values()) == COMMANDS
    assert {"done", "shown as undecided"} <= set(verdict.outcomes), verdict.outcomes
    first, second = (desk.log() for desk in evening.desks)
    assert first == second
    assert len(first) == len(logs.lines(evening.event.state))
    assert_verified(evening.event)
    print(f"\n{COMMANDS} commands, seed {SEED}: {dict(verdict.outcomes)}")  # noqa: T201
