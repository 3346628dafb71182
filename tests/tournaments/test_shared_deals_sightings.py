"""Accounts that play the deal of a round from one address are shown to the staff alone."""

import json
from copy import copy
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from accounts.models import Account
from accounts.services import issue_token
from deals import shown, sightings
from deals.models import Attempt, Deal, Sighting
from matches import visits
from matches.actors import Player
from matches.models import Match
from ratings.models import Ladder
from ratings.models import Sighting as SeenOnLadder
from ratings.services import sightings as ladders
from tests.callers import Caller
from tests.deals import played
from tests.matches import tables
from tests.ratings.admins import new_admin, open_ladder
from tests.tournaments.sharing import People, account_of
from tournaments.services import lifecycle, presence
from tournaments.services.entry import Newcomer
from tournaments.state import Role
from web.accounts.account_deletion import delete_account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

WITHOUT = (Role.JUDGE, Role.SCOREKEEPER)
"""Those of the staff who are told of no addresses."""
HERE, THERE = "203.0.113.7", "198.51.100.1"


def browser(account: Account, address: str = HERE) -> Client:
    client = Client(REMOTE_ADDR=address)
    client.force_login(account)
    return client


def program(player: Player, address: str = HERE) -> Caller:
    token = issue_token(account=account_of(player), name="test", scopes=["play"])
    return Caller(token.secret, address)


def paired() -> People:
    cup = People()
    cup.pair()
    return cup


def groups() -> list[tuple[tuple[str, ...], int]]:
    (deal,) = Deal.objects.values_list("pk", flat=True)
    return [(each.names, each.tables) for each in sightings.shared(deal)]


def another(deal: Deal, number: int) -> Deal:
    """Return a deal like another, of another round."""
    made = copy(deal)
    made.pk, made.round = uuid4(), number
    made.save(force_insert=True)
    return made


def named(*players: Player) -> tuple[str, ...]:
    return tuple(sorted(each.username for each in players))


def page_of(cup: People, who: Account, address: str) -> str:
    answer: Any = browser(who, THERE).get(address)
    return str(answer.content.decode()) if answer.status_code == 200 else ""


def test_two_accounts_at_two_tables_of_one_deal_are_shown_together_by_page_and_program() -> None:
    cup = paired()
    one, beside = cup.at(0)[:2]
    other, elsewhere = cup.at(1)[:2]

    browser(account_of(one)).get(f"/matches/{cup.match(0)}")
    browser(account_of(beside), THERE).get(f"/matches/{cup.match(0)}")
    browser(account_of(elsewhere), "192.0.2.1").get(f"/matches/{cup.match(1)}")
    alone = groups()
    assert program(other).get(f"/matches/{cup.match(1)}").status == 200

    assert alone == []
    assert groups() == [(named(one, other), 2)]


def test_who_only_follows_the_stream_of_their_table_is_seen_too() -> None:
    cup = paired()
    one, other = cup.at(0)[0], cup.at(0)[1]

    visits.note_follower(cup.match(0), one.account, HERE)
    visits.note_follower(cup.match(0), other.account, HERE)

    assert groups() == [(named(one, other), 1)]


def test_a_page_that_is_read_again_and_again_is_noted_once() -> None:
    cup = paired()
    client = browser(account_of(cup.at(0)[0]))

    for _ in range(3):
        client.get(f"/matches/{cup.match(0)}")

    assert Sighting.objects.count() == 1


@pytest.mark.more
def test_nobody_is_noted_at_a_deal_that_is_closed_or_at_a_match_with_its_own() -> None:
    cup = paired()
    for table in (0, 1):
        browser(account_of(cup.at(table)[0])).get(f"/matches/{cup.match(table)}")
    assert Sighting.objects.count() == 2
    for table in (0, 1):
        cup.play(table)
    results = shown.deal(cup.deal().id, None).seat_results or []

    browser(account_of(cup.at(0)[1])).get(f"/matches/{cup.match(0)}")
    lone = People(deals=None)
    lone.pair()
    browser(account_of(lone.at(0)[0])).get(f"/matches/{lone.match(0)}")

    assert Match.objects.filter(deal_id=None).exists()
    assert Sighting.objects.count() == 2
    # It is a hint: the two have played on, and are compared like everybody else.
    assert {each.left_out for seat in results for each in seat.results} == {None}


def test_no_address_is_kept_and_the_digest_is_another_one_for_every_deal_for_a_month() -> None:
    for cup in (paired(), paired()):
        for table in (0, 1):
            browser(account_of(cup.at(table)[0])).get(f"/matches/{cup.match(table)}")
    with connection.cursor() as cursor:
        cursor.execute("SELECT s::text FROM deals_sighting s")
        rows = [row for (row,) in cursor.fetchall()]
    deals = Deal.objects.values_list("pk", flat=True)

    assert len(rows) == 4
    assert not [row for row in rows if HERE in row]
    assert Sighting.objects.values("origin").distinct().count() == 2
    assert all(sightings.shared(deal) for deal in deals)
    Sighting.objects.update(seen_at=datetime.now(UTC) - ladders.KEPT - timedelta(minutes=1))
    assert not [deal for deal in deals if sightings.shared(deal)]
    sightings.purge()
    assert not Sighting.objects.exists()


def test_the_console_the_admin_and_the_page_of_the_deal_tell_the_staff_and_nobody_else() -> None:
    cup = paired()
    one, other = cup.at(0)[0], cup.at(1)[0]
    for table, player in enumerate((one, other)):
        browser(account_of(player)).get(f"/matches/{cup.match(table)}")
    organiser = Account.objects.get(username=cup.event.organiser.name)
    (deal,) = Deal.objects.values_list("pk", flat=True)
    console = f"/organise/{cup.event.slug}/entrants"
    said = ", ".join(named(one, other))

    in_console = page_of(cup, organiser, console)
    public = [
        page_of(cup, account_of(one), f"/deals/{deal}"),
        page_of(cup, account_of(one), console),
    ]
    api = json.dumps(program(one).get(f"/deals/{deal}").body)
    Account.objects.filter(pk=organiser.pk).update(is_staff=True, is_superuser=True)
    organiser.refresh_from_db()

    assert said in in_console
    assert "2 tables with the same cards" in in_console
    assert public[1] == ""
    assert said not in public[0] + api
    assert "origin" not in api
    assert said in page_of(cup, organiser, f"/deals/{deal}")
    assert said in page_of(cup, organiser, f"/admin/deals/deal/{deal}/change/")


@pytest.mark.more
def test_of_the_staff_of_a_tournament_only_organisers_who_do_not_play_are_told() -> None:
    cup = paired()
    one, other, third = cup.at(0)[0], cup.at(1)[0], cup.at(0)[1]
    for table, player in enumerate((one, other)):
        browser(account_of(player)).get(f"/matches/{cup.match(table)}")
    outside = [account_of(each) for each in tables.people(2)]
    roles = [(account_of(third), Role.ORGANISER), *zip(outside, WITHOUT, strict=True)]
    for account, role in roles:
        cup.event.do(lifecycle.give_role, account=account.pk, role=role)
    console, title = f"/organise/{cup.event.slug}/entrants", "Accounts at one address"
    told = [title in page_of(cup, account, console) for account, _role in roles]
    organiser = Account.objects.get(username=cup.event.organiser.name)

    assert told == [False, False, False]
    seen = unescape(page_of(cup, organiser, console))
    assert title in seen
    assert "Only organisers who do not play here and the site's staff see this." in seen
    plan = page_of(cup, account_of(one), f"/tournaments/{cup.event.slug}")
    assert "the staff can see who plays from the same address" in plan


def test_who_is_erased_leaves_no_address_behind() -> None:
    cup = paired()
    one, other = cup.at(0)[0], cup.at(1)[0]
    for table, player in enumerate((one, other)):
        browser(account_of(player)).get(f"/matches/{cup.match(table)}")
    match = played.begun(played.opened(), one)
    Attempt.objects.filter(match=match).update(origin="a digest")
    ladder = Ladder.objects.get(slug=open_ladder(new_admin()))
    ladders.note(ladder_id=ladder.id, account_id=account_of(one).pk, site=HERE)

    delete_account(account_of(one))

    assert [each.account_id for each in Sighting.objects.all()] == [other.account]
    assert not SeenOnLadder.objects.exists()
    assert not Attempt.objects.exclude(origin="").exists()


def test_a_visit_to_a_go_at_a_house_deal_is_not_noted_as_it_was_when_it_began() -> None:
    (one,) = tables.people(1)
    match = played.begun(played.opened(), one)

    assert browser(account_of(one)).get(f"/matches/{match}").status_code == 200

    assert not Sighting.objects.exists()


@pytest.mark.more
def test_the_page_of_entrants_asks_as_little_for_many_rounds_as_for_one(
    django_assert_num_queries: Any,
) -> None:
    cup = paired()
    now = datetime.now(UTC)
    (deal,) = Deal.objects.all()
    accounts = [account_of(each) for each in (*cup.at(0), *cup.at(1))]
    more = [another(deal, number) for number in range(2, 6)]
    for each in (deal, *more):
        for place, account in enumerate(accounts):
            origin = f"{each.pk} {place // 2}"
            Sighting.objects.create(deal=each, account=account, origin=origin, seen_at=now)

    tournament = cup.event.state.id
    with django_assert_num_queries(4):
        found = sightings.in_rounds(tournament)

    assert [each.round for each in found] == [n for n in range(1, 6) for _ in range(3)]
    assert {len(each.shared.accounts) for each in found} == {2}


@pytest.mark.more
def test_whoever_has_been_replaced_since_is_told_of_by_their_user_name() -> None:
    cup = People(names=["One", "Two", "Three", "Four", "Five", "Six"])
    cup.pair()
    one, other = cup.at(0)[0], cup.at(1)[0]
    for table, player in enumerate((one, other)):
        browser(account_of(player)).get(f"/matches/{cup.match(table)}")
    gone, stays = cup.event.state.entrant_of(one.account), cup.event.state.entrant_of(other.account)
    assert gone is not None
    assert stays is not None

    new = next(iter(tables.people(1)))
    cup.event.do(presence.substitute, entrant=gone.number, by=Newcomer(new.username, new.account))
    organiser = Account.objects.get(username=cup.event.organiser.name)
    told = page_of(cup, organiser, f"/organise/{cup.event.slug}/entrants")

    shown_names = sorted([(one.username, one.username), (other.username, stays.name)])
    assert ", ".join(name for _username, name in shown_names) in told
