"""Draws that were sealed and given up for another chain: each counts as a draw that was made."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.tournaments.cups import checked, tables
from tests.tournaments.draw_sharers import Sharer, begun, made, promise, require_sound
from tests.tournaments.events import Event
from tests.tournaments.forged_logs import Log
from tournaments import selectors, verdict
from tournaments.answers import DrawGivenUp
from tournaments.services import presence, rounds

pytestmark = pytest.mark.django_db
REASON = "backup of 14:00"
REDRAWN = f'round 1 was drawn 2 times, nothing had changed: "{REASON}"'


def given_up(sharers: list[Sharer], event: Event) -> None:
    """Seal a draw of round 1 that waits for the last share, and give it up for another chain."""
    promise(sharers[:3])
    event.do(rounds.pair)
    made(sharers[:2])
    call_command("renew_wells", reason=REASON, stdout=StringIO())


def begun_again(count: int = 6, **settings: Any) -> tuple[Event, list[Sharer]]:
    event, sharers = begun(count, **settings)
    given_up(sharers, event)
    return event, sharers


def test_the_draw_that_takes_its_place_is_a_redraw_with_the_reason_of_the_site(
    tmp_path: Path,
) -> None:
    event, _ = begun_again()
    event.pair()

    shown = selectors.draws(event.state, None)

    assert (shown.draws[-1].drawn, shown.draws[-1].unforced) == (2, True)
    assert shown.draws[-1].why == REASON
    path = tmp_path / "cup.ndjson"
    path.write_text("".join(selectors.log(event.state)))
    found = verdict.checked(path)
    assert f"redrawn: {REDRAWN}" in found.words
    assert "1 redraws were unforced" in found.warnings
    require_sound(event)


def test_it_uses_up_the_redraw_that_the_plan_allows() -> None:
    event, _ = begun_again()
    event.pair(publish=False)
    drawn = event.round.draw, tables(event)

    event.do(rounds.unpair, number=1, reason="wrong clock set")
    event.pair()

    assert (event.round.draw, tables(event)) == drawn
    require_sound(event)


def test_where_no_redraw_is_allowed_the_round_is_drawn_once_more_all_the_same() -> None:
    event, _ = begun_again(redraws=0)

    event.pair()

    assert checked(event).audit.tally.redraws == (REDRAWN,)
    require_sound(event)


def test_a_redraw_that_is_given_up_leaves_the_draw_before() -> None:
    event, sharers = begun()
    event.pair(publish=False)
    first = event.round.draw, tables(event)
    event.do(rounds.unpair, number=1, reason="wrong clock set")
    given_up(sharers, event)

    event.pair()

    assert (event.round.draw, tables(event)) == first
    require_sound(event)


def test_who_has_left_meanwhile_is_a_ground_for_another_draw() -> None:
    event, _ = begun_again(count=9)
    for entrant in (7, 8, 9):
        event.do(presence.leave, entrant=entrant)

    event.pair()

    last = event.state.draws.shown[-1]
    assert (last.drawn, last.unforced) == (2, False)
    require_sound(event)


def test_what_is_given_up_is_listed_with_who_had_promised() -> None:
    event, _ = begun_again()

    (chain,) = selectors.draws(event.state, event.organiser.account).chains or []

    assert (chain.reason, chain.after) == (REASON, 1001)
    assert chain.given_up == DrawGivenUp(2, "pairing", 1, [1, 2, 3])


def test_a_chain_that_is_taken_while_no_draw_waits_ends_none() -> None:
    event, _ = begun()
    event.play_round()
    call_command("renew_wells", reason=REASON, stdout=StringIO())

    (chain,) = selectors.draws(event.state, None).chains or []

    assert not chain.given_up
    event.play_round()
    assert checked(event).audit.tally.redraws == ()


def test_the_page_of_the_draws_says_so(client: Client) -> None:
    event, _ = begun_again()
    event.pair()

    page = client.get(f"/tournaments/{event.slug}/draws").content.decode()

    assert "sealed and given up" in page
    assert "Since then the secrets were replaced" in page
    assert "fixed before them and replaced since" in page
    assert "New secrets were fixed for all later draws and deals." in page
    assert page.count(REASON) == 3


@pytest.mark.more
@pytest.mark.parametrize("field", ["drawn", "unforced"])
def test_a_log_that_counts_it_as_none_is_wrong(field: str) -> None:
    event, _ = begun_again()
    event.pair()
    log = Log(event)
    said = next(x for x in log.events if x["type"] == "draw_shown" and x["data"].get("round") == 1)
    said["data"][field] = 1 if field == "drawn" else False

    assert "draw 1002 is not what it must be" in log.findings()[0]


def test_a_seal_with_other_grounds_is_wrong() -> None:
    event, _ = begun_again()
    event.pair()
    log = Log(event)
    log.of("draw_sealed")["data"]["grounds"] = "00" * 32

    assert log.findings() == ["the grounds of draw 2 are not what was sealed"]


def test_a_seal_of_an_earlier_release_counts_as_it_did_then() -> None:
    event, _ = begun_again()
    event.pair()
    log = Log(event)
    log.of("draw_sealed")["data"].pop("grounds")
    said = next(x for x in log.events if x["type"] == "draw_shown" and x["data"].get("round") == 1)
    said["data"] |= {"drawn": 1, "unforced": False}

    assert log.findings() == []


def test_a_seal_without_grounds_behind_one_that_has_them_is_wrong() -> None:
    event, sharers = begun_again()
    promise(sharers[:3])
    event.do(rounds.pair)
    made(sharers[:3])
    event.do(rounds.publish, number=1)
    log = Log(event)
    seals = [each["data"] for each in log.events if each["type"] == "draw_sealed"]

    seals[-1].pop("grounds")

    assert log.findings() == [f"draw {seals[-1]['draw']} was sealed without its grounds"]
