"""Tournaments and ladders in which everybody adds chance to the deals."""

import json
from typing import Any

import pytest
from django.utils import timezone

from eventstore import streams
from matches import rolls
from matches.actors import Player
from matches.events import KIND
from matches.models import Match
from tests.callers import new_player
from tests.matches import tables
from tests.matches.sharers import Sharer, status, time_is_up
from tests.ratings.admins import new_admin, ok, open_ladder
from tests.tournaments.cups import PODS, THREES, opened, people
from tests.tournaments.events import Event, refused, run_all, somebody
from tournaments import invitations
from tournaments.services import entry, lifecycle, presence
from tournaments.services import invitations as services
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.django_db

REQUIRED = {"chance": "required", "gather": 300}


def event(**plan: Any) -> Event:
    return Event(**THREES, **{"stages": PODS, **REQUIRED, **plan})


def begun(cup: Event) -> tuple[list[Sharer], Any]:
    """Pair the first round, and return who sits at its first table, and the match."""
    cup.start()
    cup.pair()
    run_all()
    (table,) = cup.round.tables
    seated = [cup.state.entrants[number] for number in table.seated]
    return [Sharer(Player(each.account, each.name)) for each in seated if each.account], table.match


def test_who_enters_by_their_own_hand_says_that_their_client_adds_chance() -> None:
    cup = event()
    cup.step("open")
    ann = somebody()
    with refused("shares_needed"):
        cup.do(entry.register, who=ann, newcomers=[Newcomer(ann.name, ann.account)])
    cup.do(entry.register, who=ann, newcomers=[Newcomer(ann.name, ann.account, shares=True)])

    assert [each.account for each in cup.state.entrants.values()] == [ann.account]


def test_built_in_bots_neither_enter_nor_take_a_place() -> None:
    cup = people(event(bots="allowed"), 3)
    with refused("shares_needed"):
        cup.enter_bots(1)
    cup.start()
    with refused("shares_needed"):
        cup.do(presence.substitute, entrant=1, by=Newcomer("greedy", None, "greedy"))


def test_chance_is_not_required_any_more_once_a_bot_has_entered() -> None:
    cup = people(Event(**THREES, stages=PODS, bots="allowed"), 2).enter_bots(1)
    before = cup.state.version
    with refused("shares_needed"):
        cup.do(lifecycle.edit, asked=REQUIRED)
    assert cup.state.version == before
    bot = next(each.number for each in cup.state.entrants.values() if each.bot)
    cup.do(presence.leave, entrant=bot)
    cup.do(lifecycle.edit, asked=REQUIRED)

    assert cup.state.settings["chance"] == "required"


def test_where_results_are_reported_nothing_is_dealt_and_no_chance_is_required() -> None:
    with refused("invalid_options") as problem:
        event(play="reported")

    assert [each.field for each in problem.value.errors] == ["chance"]


def test_who_is_kept_off_rolls_cannot_enter_and_reads_until_when() -> None:
    cup = event()
    cup.step("open")
    ann = somebody()
    assert ann.account is not None
    for _ in range(3):
        rolls.note([ann.account], [ann.account], timezone.now())

    with refused("shares_needed") as problem:
        cup.do(entry.register, who=ann, newcomers=[Newcomer(ann.name, ann.account, shares=True)])
    assert "until" in problem.value.params


def test_everybody_is_waited_for_whether_or_not_a_page_was_open() -> None:
    sharers, match = begun(people(event(), 3))
    page = sharers[0].look(match)
    assert page.chance
    assert page.chance.expected == [0, 1, 2]
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)

    assert status(match) == "live"


def test_who_does_not_come_has_lost_the_match_and_the_others_play_on() -> None:
    cup = people(event(), 3)
    sharers, match = begun(cup)
    for each in sharers[:2]:
        each.promise(match)
    time_is_up(match)
    for each in sharers[:2]:
        each.show(match)

    assert "seat_resigned" in tables.types(match)
    assert status(match) == "live"


def test_a_table_that_nobody_comes_to_waits_for_the_staff() -> None:
    cup = people(event(), 3)
    _, match = begun(cup)
    time_is_up(match)
    run_all()

    (table,) = cup.round.tables
    assert Match.objects.get(id=match).status == "void"
    assert table.stopped
    assert not table.done


@pytest.mark.more
def test_a_plan_says_how_long_its_tables_wait() -> None:
    cup = people(Event(**THREES, stages=PODS, gather=7200), 3)
    begun(cup)

    assert opened(cup, 0)["gather"] == 7200


def test_an_entry_by_the_api_carries_it() -> None:
    cup = event()
    cup.step("open")
    ann = new_player()

    assert ann.post(f"/tournaments/{cup.slug}/entrants", {}).code == "shares_needed"
    ok(ann.post(f"/tournaments/{cup.slug}/entrants", {"shares": True}))
    assert len(cup.state.entrants) == 1


def test_an_invitation_lets_nobody_in_who_adds_nothing() -> None:
    cup = event()
    cup.step("open")
    cup.do(services.invite, grants="entry")
    address = f"/tournaments/{cup.slug}/join"
    code = {"code": invitations.make(cup.state.id, 1)}
    ann = new_player()

    assert ann.post(address, code).code == "shares_needed"
    ok(ann.post(address, {**code, "shares": True}))


def test_on_such_a_ladder_nobody_searches_or_sits_down_who_adds_nothing() -> None:
    slug = open_ladder(new_admin(), clock=60, chance="required")
    ann, bob = new_player(), new_player()
    address = f"/ladders/{slug}/searches"
    assert ann.post(address, {"seats": 2}).code == "shares_needed"
    for each in (ann, bob):
        ok(each.post(address, {"seats": 2, "shares": True}), 201)
    run_all()
    found = Match.objects.get(ladder_id__isnull=False)

    assert json.loads(streams.load(KIND, found.id, until=1)[0].body)["chance"] == "required"
    assert tables.page(found.id)["chance"]["expected"] == [0, 1]
    asked = {"game": "pickpocket", "seats": 2, "ladder": slug}
    waiting = ok(ann.post("/matches", asked), 201)["id"]
    assert bob.post(f"/matches/{waiting}/seats", {}).code == "shares_needed"


def test_a_ladder_that_requires_chance_fills_no_seats_with_bots() -> None:
    asked = {"clock": 60, "chance": "required", "bots_after": 30}
    refusal = new_admin().post("/ladders", {"slug": "x", "name": "X", "game": "stick-em", **asked})

    assert [each["field"] for each in refusal.body["errors"]] == ["bots_after"]
