"""Matches to whose deal everybody adds chance, and who is kept off rolls for withholding it."""

import json
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from games.core import ALL
from matches import archive, logs, rolls, selectors
from matches.house import house
from matches.models import Match, RollRecord
from tests.matches import tables
from tests.matches.forging import rehashed
from tests.matches.sharers import Sharer, require_sound, seated, status, time_is_up
from tests.matches.tables import refused

pytestmark = pytest.mark.django_db

RATED = {"ladder": UUID(int=5)}


@pytest.fixture
def sharers() -> list[Sharer]:
    return [Sharer(each) for each in tables.people(3)]


def assigned(sharers: list[Sharer]) -> UUID:
    """Return a match of a tournament's table to which everybody was assigned, there or not."""
    match = tables.opened(house(), belongs_to={"table": uuid4()}, chance="required")
    for each in sharers:
        tables.seat(match, each.player, is_assigned=True)
    return match


def chance_of(match: UUID) -> list[str]:
    return [each.chance for each in selectors.proof(match, None).seats or []]


def test_a_deal_that_everybody_adds_to_is_made_of_all_shares(sharers: list[Sharer]) -> None:
    match = assigned(sharers)
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)

    assert status(match) == "live"
    assert chance_of(match) == ["share"] * 3
    require_sound(match)


def test_nobody_sits_down_who_adds_nothing(sharers: list[Sharer]) -> None:
    one, other, _ = sharers
    match = tables.opened(one.player, chance="required")
    for about in ({}, {"client_seed": "bob"}):
        with refused("shares_needed"):
            tables.seat(match, other.player, **about)
    with refused("shares_needed"):
        tables.seat_bot(match, one.player)

    assert tables.types(match) == ["match_opened"]


def test_who_does_not_come_loses_the_seat_before_the_deal(sharers: list[Sharer]) -> None:
    match = assigned(sharers)
    for each in sharers[:2]:
        each.promise(match)
    assert status(match) == "open"
    time_is_up(match)
    assert tables.types(match)[-2:] == ["seat_given_up", "chance_sealed"]
    for each in sharers[:2]:
        each.show(match)

    assert chance_of(match) == ["share", "share", "away"]
    assert "seat_resigned" in tables.types(match)
    require_sound(match)


def test_everybody_has_a_minute_at_least_even_where_nothing_is_gathered(
    sharers: list[Sharer],
) -> None:
    match = tables.opened(sharers[0].player, chance="required", gather=0)
    for each in sharers:
        tables.seat(match, each.player, shares=True)
    asked = sharers[0].look(match).chance

    assert asked
    assert asked.until is not None
    assert status(match) == "open"


def test_where_nobody_waits_for_the_result_the_seat_is_free_again(sharers: list[Sharer]) -> None:
    match = seated(sharers, chance="required")
    sharers[0].promise(match)
    time_is_up(match)

    assert tables.types(match)[-2:] == ["seat_given_up"] * 2
    assert sorted(int(each["seat"]) for each in tables.page(match)["seats"] if each["player"]) == [
        0
    ]
    require_sound(match)


def test_a_match_that_nobody_comes_to_is_called_off_without_a_deal(sharers: list[Sharer]) -> None:
    match = assigned(sharers)
    time_is_up(match)

    assert tables.types(match)[-1] == "match_voided"
    assert "match_started" not in tables.types(match)
    result = Match.objects.get(id=match).result
    assert result is not None
    assert result["reason"] == "nobody was there to add chance to the deal"
    require_sound(match)


def test_who_does_not_come_loses_to_a_bot_that_is_there(sharers: list[Sharer]) -> None:
    match = tables.opened(house(), belongs_to={"table": uuid4()}, chance="required")
    for each in sharers[:2]:
        tables.seat(match, each.player, is_assigned=True)
    tables.seat_bot(match, house())
    time_is_up(match)

    assert "match_voided" not in tables.types(match)
    assert status(match) == "finished"
    require_sound(match)


def test_who_never_shows_a_share_loses_the_seat_at_the_second_time(sharers: list[Sharer]) -> None:
    match = assigned(sharers)
    for _ in range(2):
        for each in sharers:
            each.promise(match)
        for each in sharers[:2]:
            each.show(match)
        time_is_up(match)
    assert tables.types(match)[-1] == "seat_given_up"
    for each in sharers[:2]:
        each.promise(match)
    for each in sharers[:2]:
        each.show(match)

    assert chance_of(match)[:2] == ["share", "share"]
    require_sound(match)


def test_a_verifier_finds_a_deal_from_which_somebody_was_left_out(sharers: list[Sharer]) -> None:
    match = tables.opened(sharers[0].player, gather=0)
    for each in sharers:
        tables.seat(match, each.player, shares=True)
    tables.play_out(match, [each.player for each in sharers])
    assert tables.log_findings(match) == []
    lines = [json.loads(line) for line in archive.log_lines(match, ALL)]
    lines[1]["data"]["chance"] = "required"
    header, events = logs.parse(logs.text(rehashed(lines)))

    assert [each.text for each in logs.findings(header, events)] == [
        "seat 0 has to add to the chance, and is left out"
    ]


NOW = datetime(2026, 1, 1, tzinfo=UTC)


def roll(account: UUID, *, withheld: bool = False) -> None:
    rolls.note([account], [account] if withheld else [], NOW)


def test_three_refusals_of_the_last_fifty_rolls_keep_an_account_off_for_thirty_days() -> None:
    (player,) = tables.people(1)
    for _ in range(2):
        roll(player.account, withheld=True)
    for _ in range(49):
        roll(player.account)
    roll(player.account, withheld=True)
    assert rolls.kept_off_until(player.account, NOW) is None
    roll(player.account, withheld=True)
    assert rolls.kept_off_until(player.account, NOW) is None
    roll(player.account, withheld=True)

    until = rolls.kept_off_until(player.account, NOW)
    assert until == NOW + timedelta(days=30)
    assert rolls.kept_off_until(player.account, until) is None


def test_what_an_account_was_kept_off_for_does_not_count_again() -> None:
    (player,) = tables.people(1)
    for _ in range(3):
        roll(player.account, withheld=True)
    later = NOW + timedelta(days=31)
    for _ in range(2):
        rolls.note([player.account], [player.account], later)
    assert rolls.kept_off_until(player.account, later) is None
    rolls.note([player.account], [player.account], later)

    assert rolls.kept_off_until(player.account, later) == later + timedelta(days=30)


def test_who_never_withholds_a_share_is_not_counted() -> None:
    (player,) = tables.people(1)
    roll(player.account)

    assert not RollRecord.objects.exists()


def refuse(sharers: list[Sharer], refusing: Sharer) -> None:
    match = seated(sharers)
    for each in sharers:
        each.promise(match)
    for each in sharers:
        if each is not refusing:
            each.show(match)
    time_is_up(match)


def test_who_withholds_three_times_adds_nothing_for_a_while_and_others_do(
    sharers: list[Sharer],
) -> None:
    *others, third = sharers
    for _ in range(3):
        refuse(sharers, third)
    match = seated(sharers)
    for each in others:
        each.promise(match)
    for each in others:
        each.show(match)

    assert chance_of(match) == ["share", "share", "none"]
    with refused("shares_needed") as problem:
        tables.seat(tables.opened(others[0].player, chance="required"), third.player, shares=True)
    assert "you are kept off until" in str(problem.value.detail)
    require_sound(match)


def test_where_nobody_shows_a_share_nobody_has_refused(sharers: list[Sharer]) -> None:
    for _ in range(3):
        match = seated(sharers)
        for each in sharers:
            each.promise(match)
        time_is_up(match)
        assert tables.types(match)[-1] == "chance_shown"

    assert not RollRecord.objects.exists()


@pytest.mark.more
def test_who_is_kept_off_and_has_entered_is_waited_for_all_the_same(sharers: list[Sharer]) -> None:
    for _ in range(3):
        refuse(sharers, sharers[2])
    match = assigned(sharers)
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)

    assert chance_of(match) == ["share"] * 3
