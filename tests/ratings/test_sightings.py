"""Accounts that play from one address are shown to who runs the ladder, and to nobody else."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from accounts.models import Account
from ratings.models import Ladder, Sighting
from ratings.services import sightings
from tests.callers import Caller, new_name, new_player
from tests.ratings.admins import new_admin, ok, open_ladder
from tests.ratings.test_matchmaking import named_player

pytestmark = pytest.mark.django_db

HERE, THERE = "203.0.113.7", "198.51.100.1"


def account(name: str) -> Account:
    return Account.objects.get(username=name)


def seen(slug: str, *names: str, site: str = HERE) -> Ladder:
    """Let accounts have played from an address."""
    ladder = Ladder.objects.get(slug=slug)
    for name in names:
        sightings.note(ladder_id=ladder.id, account_id=account(name).pk, site=site)
    return ladder


def names(count: int) -> list[str]:
    found = [new_name() for _ in range(count)]
    for name in found:
        new_player(name=name)
    return found


def flags(admin: Caller, slug: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ok(admin.get(f"/ladders/{slug}/shared-addresses"))["results"]
    return found


def test_who_searches_or_sits_down_from_one_address_is_shown_together() -> None:
    admin = new_admin()
    slug = open_ladder(admin)
    (ann, ann_name), (bob, bob_name) = named_player(), named_player()

    ok(ann.post(f"/ladders/{slug}/searches", {"seats": 2}), 201)
    match = ok(bob.post("/matches", {"game": "pickpocket", "seats": 2, "ladder": slug}), 201)["id"]
    alone = flags(admin, slug)
    ok(bob.post(f"/matches/{match}/seats", {}), 201)

    assert alone == []
    (flag,) = flags(admin, slug)
    assert flag["players"] == sorted([ann_name, bob_name])
    assert flag["pairs_met"] == 0


def test_who_takes_part_in_challenges_from_one_address_is_shown_too() -> None:
    admin = new_admin()
    slug = open_ladder(admin, kind="challenge")
    people = [named_player() for _ in range(3)]

    for caller, _ in people:
        ok(caller.post(f"/ladders/{slug}/rungs", {}), 201)

    (flag,) = flags(admin, slug)
    assert flag["players"] == sorted(name for _, name in people)


def test_others_at_other_addresses_and_on_other_ladders_are_not_put_together() -> None:
    admin = new_admin()
    slug, other = open_ladder(admin), open_ladder(admin)
    ann, bob, cleo = names(3)

    ladder = seen(slug, ann)
    seen(slug, bob, site=THERE)
    seen(other, cleo)

    assert flags(admin, slug) == flags(admin, other) == []
    here, there = (
        sightings.digest(each.id, HERE) for each in (ladder, Ladder.objects.get(slug=other))
    )
    assert here != there


def test_nobody_but_who_runs_ladders_may_know() -> None:
    slug = open_ladder(new_admin())
    seen(slug, *names(2))

    assert Caller().get(f"/ladders/{slug}/shared-addresses").status == 401
    assert new_player().get(f"/ladders/{slug}/shared-addresses").status == 403
    for page in ("", "/standings", "/log", "/seats"):
        assert "origin" not in json.dumps(Caller().get(f"/ladders/{slug}{page}").body, default=str)


def test_no_address_is_kept_and_the_digest_for_a_month_alone() -> None:
    slug = open_ladder(new_admin())
    ladder = seen(slug, *names(2))
    with connection.cursor() as cursor:
        cursor.execute("SELECT s::text FROM ratings_sighting s WHERE ladder_id = %s", [ladder.id])
        rows = [row for (row,) in cursor.fetchall()]
    assert len(rows) == 2
    assert not [row for row in rows if HERE in row]

    old = datetime.now(UTC) - sightings.KEPT - timedelta(minutes=1)
    Sighting.objects.filter(ladder=ladder).update(seen_at=old)
    shown = sightings.shared(ladder)
    sightings.purge()

    assert shown == []
    assert not Sighting.objects.filter(ladder=ladder).exists()


def test_where_no_address_is_known_nobody_is_put_together() -> None:
    slug = open_ladder(new_admin())

    ladder = seen(slug, *names(2), site="unknown")

    assert sightings.shared(ladder) == []


def test_it_is_a_hint_and_the_two_go_on_playing() -> None:
    slug = open_ladder(new_admin())
    (ann, one), (bob, other) = named_player(), named_player()
    seen(slug, one, other)

    for player in (ann, bob):
        ok(player.post(f"/ladders/{slug}/searches", {"seats": 2}), 201)
