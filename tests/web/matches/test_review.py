"""The page of a review, and what the replay says at a decision."""

import re
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from analyses.models import Analysis
from bots.analysis import review as method
from games.stick_em.heuristic import StickEmHeuristic
from tests.analyses.finished import analyse, finished, look_into_few_worlds
from tests.matches import tables
from tests.web.seated import Person
from tests.web.visitors import text

pytestmark = pytest.mark.django_db


def a_match(ann: Person, bob: Person, game: str = "second-story") -> UUID:
    match, _players = finished(game, [ann.player, bob.player])
    return match


def page_of(person: Person, match: UUID, address: str = "") -> str:
    return text(person.client.get(f"/matches/{match}{address}"))


@pytest.mark.more
def test_a_player_goes_from_the_result_to_the_review_and_on_to_the_moments() -> None:
    ann, bob = Person(), Person()
    match = a_match(ann, bob)

    result = page_of(ann, match)
    before = page_of(ann, match, "/reviews/0")
    ann.client.post(f"/matches/{match}/reviews/0")
    waiting = page_of(ann, match, "/reviews/0")
    analyse()
    page = page_of(ann, match, "/reviews/0")
    (first, *_others) = re.findall(r"/replay\?at=(\d+)&amp;viewer=0", page)

    assert f"/matches/{match}/reviews/0" in result
    assert "Review my decisions" in before
    assert "data-waits" in waiting
    assert "analysed.js" in waiting
    assert 'http-equiv="refresh"' not in waiting
    assert "The analysis would change" in page
    assert "An estimate (review/5)" in page
    assert "places better</a>" in page
    assert ">Second Story</a>" in page
    assert "The analysis prefers:" in page_of(ann, match, f"/replay?at={first}&viewer=0")


@pytest.mark.more
def test_a_replay_reads_reviews_and_luck_once(monkeypatch: pytest.MonkeyPatch) -> None:
    look_into_few_worlds(monkeypatch)
    ann, bob = Person(), Person()
    match = a_match(ann, bob, "pickpocket")
    for seat, each in enumerate((ann, bob)):
        each.client.post(f"/matches/{match}/reviews/{seat}")
    analyse()
    page_of(ann, match, "/replay")

    with CaptureQueriesContext(connection) as captured:
        page_of(ann, match, "/replay?at=9999")

    read = [each for each in captured if 'FROM "analyses_analysis"' in each["sql"]]
    assert len(read) == 2


def test_others_read_nothing_of_it_before_it_is_published_not_even_in_the_replay() -> None:
    ann, bob = Person(), Person()
    match = a_match(ann, bob)
    ann.client.post(f"/matches/{match}/reviews/0")
    analyse()
    mine = page_of(ann, match, "/reviews/0")
    moment = f"/replay?at={re.findall(r'at=([0-9]+)&amp;viewer=0', mine)[0]}&viewer=0"

    hidden = bob.client.get(f"/matches/{match}/reviews/0").status_code
    silent = page_of(bob, match, moment)
    ann.client.post(f"/matches/{match}/reviews/0", {"published": "yes"})

    assert hidden == 404
    assert "The analysis prefers:" not in silent
    assert "The analysis prefers:" in page_of(bob, match, moment)
    page = page_of(bob, match, "/reviews/0")
    assert f"Decisions of {ann.account.username}" in page
    assert "Publish" not in page


def test_a_form_of_somebody_else_does_nothing() -> None:
    ann, bob = Person(), Person()
    match = a_match(ann, bob)

    answer = bob.client.post(f"/matches/{match}/reviews/0")

    assert answer.status_code == 404
    assert ann.client.get(f"/matches/{match}/reviews/0").status_code == 200
    assert "Review my decisions" in page_of(ann, match, "/reviews/0")


@pytest.mark.more
def test_the_page_says_where_a_share_of_what_is_found_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(StickEmHeuristic, "worlds", (4, 4))
    look_into_few_worlds(monkeypatch)
    words = "so only 50 % of what it finds is shown"
    ann = Person()
    pages = {}
    for game, others in (("stick-em", 2), ("pickpocket", 1)):
        match, _players = finished(game, [ann.player, *tables.people(others)])
        ann.client.post(f"/matches/{match}/reviews/0")
        analyse()
        pages[game] = page_of(ann, match, "/reviews/0")
        Analysis.objects.filter(kind="review").update(version=method.EARLIER[0])
        row = Analysis.objects.get(kind="review", match=match)
        body = row.body.replace(method.VERSION, method.EARLIER[0])
        Analysis.objects.filter(pk=row.pk).update(body=body)
        pages[f"earlier {game}"] = page_of(ann, match, "/reviews/0")

    assert [words in page for page in pages.values()] == [True, False, False, False]
    assert all("An estimate (review/" in page for page in pages.values())


@pytest.mark.more
def test_a_running_match_and_a_spectator_have_no_review() -> None:
    ann, bob, eve = Person(), Person(), Person()
    running = tables.begun([ann.player, bob.player], game="second-story")
    over = a_match(ann, bob)

    assert "/reviews/" not in page_of(ann, running)
    assert ann.client.get(f"/matches/{running}/reviews/0").status_code == 404
    assert "/reviews/" not in page_of(eve, over)
