"""Two consoles that are cut off from the server by turns, and merged again."""

import os

import pytest
from playwright.sync_api import Browser

from tests.e2e.desks import Evening, judged
from tests.tournaments.events import assert_verified
from web.tournaments.console import logs

FEW, MANY = 90, 500
SEED = int(os.environ.get("PARTITION_SEED", "23"))


@pytest.mark.usefixtures("committed_db")
@pytest.mark.long
@pytest.mark.parametrize("commands", [FEW, MANY])
def test_after_two_consoles_are_merged_each_command_is_done_once_or_shown_as_not_done(
    site: str, browser: Browser, commands: int
) -> None:
    evening = Evening(browser, site, SEED)

    evening.play(commands)
    verdict = judged(evening)

    assert verdict.faults == []
    assert sum(verdict.outcomes.values()) == commands
    assert {"done", "shown as undecided"} <= set(verdict.outcomes), verdict.outcomes
    assert len(evening.event.state.rounds) > commands // MANY
    first, second = (desk.log() for desk in evening.desks)
    assert first == second
    assert len(first) == len(logs.lines(evening.event.state))
    assert_verified(evening.event)
    print(f"\n{commands} commands, seed {SEED}: {dict(verdict.outcomes)}")  # noqa: T201
