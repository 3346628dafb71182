"""What the pages say of the deals of a ladder: bound before anybody searched, and to be checked."""

import json
import re

import pytest
from django.test import Client

from agenda import runs
from matches import sharing
from matches.actors import Player
from matches.models import Match, Seat
from matches.services import leaving
from ratings.models import Ladder
from ratings.services.commands import by_slug
from tests.independent import ladder as checked
from tests.matches.sharers import Sharer
from tests.ratings.searchers import Season, log_of
from tests.web.ratings.visits import page, plain
from tests.web.visitors import member

pytestmark = pytest.mark.django_db

BOUND = "that was fixed when the season of the ladder began, before anyone searched"
PART = "part of this deal was fixed when the season of the ladder began, before anyone searched"


def test_the_page_of_a_match_says_that_the_site_was_bound_before_anyone_searched() -> None:
    seen = plain(page(f"/matches/{Season().play()}/replay"))

    assert BOUND in seen
    assert "did not choose which players got these cards" in seen
    assert "fixed when the tournament was created" not in seen


def test_so_it_says_where_the_players_have_added_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "is_there", lambda _account: True)
    match = Season().find()
    seated = Seat.objects.filter(match=match).values_list("account", "player")
    sharers = [Sharer(Player(account, name)) for account, name in seated if account]
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)
    assert Match.objects.get(id=match).status == "live"
    leaving.void(match_id=match, actor="system", reason="rain", key="x")
    runs.run_due_now()

    seen = plain(page(f"/matches/{match}/replay"))

    assert PART in seen
    assert "Proven to every player at this table" in seen


def test_the_page_of_a_ladder_has_what_binds_the_site_and_the_log() -> None:
    season = Season()
    match = season.play()
    season.close()

    html = page(f"/ladders/{season.slug}")
    (file,) = re.findall(r'href="(/ladders/[^"]+/log\.ndjson)"', html)

    assert season.ladder.well in html
    assert checked(Client().get(file).getvalue().decode(), [log_of(match)]) == [1]


def test_a_ladder_without_a_well_says_nothing_of_it() -> None:
    season = Season()
    Ladder.objects.filter(id=by_slug(season.slug)).update(well="")

    assert "data-well" not in page(f"/ladders/{season.slug}")


def test_the_log_of_a_private_ladder_is_for_its_members_alone() -> None:
    season = Season()
    browser, account = member()
    settings = {**season.ladder.settings, "members": [account.username]}
    Ladder.objects.filter(slug=season.slug).update(visibility="private", settings=settings)
    address = f"/ladders/{season.slug}/log.ndjson"

    assert Client().get(address).status_code == 404
    first = browser.get(address).getvalue().decode().splitlines()[0]
    assert json.loads(first)["ladder"] == str(season.ladder.id)
