"""Searching, joining and challenging by the forms of the pages."""

import json
import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.core import mail
from django.test import Client

from accounts.models import Account
from agenda import runs, sql
from api.ids import uuid7
from matches.actors import Player
from matches.models import Match, Seat
from matches.services.opening import Request
from notifications import preferences
from ratings.models import ChallengeRow, Ladder, Seek, Sighting
from ratings.services import managing, matchmaking, opening
from ratings.services.opening import open_found_match
from tests.ratings import ladders
from tests.web.visitors import member, text
from web import mails

pytestmark = pytest.mark.django_db

Person = tuple[Client, Account]


def address(ladder: Ladder, more: str = "") -> str:
    return f"/ladders/{ladder.slug}{more}"


def sought(browser: Client, ladder: Ladder, **said: object) -> str:
    """Search by the form, and return where it leads."""
    answer = browser.post(address(ladder, "/search"), {"seats": 2, "after": uuid7(), **said})
    assert answer.status_code == 302, text(answer)
    return str(answer["Location"])


def begun(ladder: Ladder) -> UUID:
    """Do what the worker does for those who search, and return the match."""
    (call,) = matchmaking.form_matches(ladder.id)
    match = open_found_match(call.id)
    assert match is not None
    return match


def key() -> str:
    return uuid7().hex


def joined(ladder: Ladder, *people: Person) -> None:
    """Let people join a ladder by its button, the first on the highest rung."""
    for browser, _ in people:
        assert browser.post(address(ladder, "/join"), {"key": key()}).status_code == 302


def challenged(ladder: Ladder, browser: Client, *names: str, form_key: str = "") -> str:
    """Challenge by the form, and return where it leads."""
    said = {"opponent": list(names), "key": form_key or key()}
    answer = browser.post(address(ladder, "/challenge"), said)
    assert answer.status_code == 302, text(answer)
    return str(answer["Location"])


def refused(answer: object, status: int) -> str:
    """Return the words of a refusal."""
    assert getattr(answer, "status_code", 0) == status
    return " ".join(re.sub(r"<[^>]*>", " ", text(answer).partition("<main")[2]).split())


def test_two_who_search_alike_are_led_to_one_table() -> None:
    ladder = ladders.opened()
    (ann, account), (bob, _) = member(), member()

    waiting = sought(ann, ladder)
    page = text(ann.get(waiting))
    other = sought(bob, ladder)
    match = begun(ladder)

    assert re.search(r"Opponents may now be up to \d{3} points away from you", page)
    assert "Nobody else is searching for the same match yet." in page
    for browser, where in ((ann, waiting), (bob, other)):
        assert browser.get(where)["Location"] == f"/matches/{match}"
    state = ann.get(waiting, headers={"Accept": "application/json"}).json()
    assert state["state"] == "found"
    assert state["address"] == f"/matches/{match}"
    assert Match.objects.get(id=match).clock == {"per_move": 3600}
    news = ann.get("/turns").json()["news"]
    assert [each["address"] for each in news] == [f"/matches/{match}"]
    assert Seat.objects.filter(match=match, account=account).exists()


def test_a_search_shows_how_far_it_reaches_by_now() -> None:
    ladder = ladders.opened()
    browser, account = member()
    where = sought(browser, ladder)
    Seek.objects.filter(account=account).update(made_at=datetime.now(UTC) - timedelta(seconds=90))

    state = browser.get(where, headers={"Accept": "application/json"}).json()

    assert (
        state["words"]
        == "Opponents may be up to 600 points away; the range does not widen further."
    )
    assert state["part"] == 1
    assert "does not widen further" in text(browser.get(where))


def test_a_search_of_somebody_else_is_over_for_me_and_tells_nothing() -> None:
    ladder = ladders.opened()
    (ann, _), (bob, _), (eve, _) = member(), member(), member()
    where = sought(ann, ladder)
    sought(bob, ladder)
    begun(ladder)

    assert eve.get(where, headers={"Accept": "application/json"}).json()["state"] == "over"
    assert "This search is over" in text(eve.get(where))
    assert Client().get(where)["Location"].startswith("/sign-in")


def test_a_search_can_be_stopped_also_twice() -> None:
    ladder = ladders.opened()
    browser, account = member()
    sought(browser, ladder)

    for _ in range(2):
        answer = browser.post(address(ladder, "/search/stop"))
        assert answer["Location"] == address(ladder)

    assert not Seek.objects.filter(account=account).exists()


def test_a_form_sent_again_after_the_match_was_found_leads_to_it() -> None:
    ladder = ladders.opened()
    (ann, account), (bob, _) = member(), member()
    shown = uuid7()
    where = sought(ann, ladder, after=shown)
    sought(bob, ladder)
    match = begun(ladder)

    assert sought(ann, ladder, after=shown) == f"/matches/{match}"
    assert not Seek.objects.filter(account=account).exists()
    stopped = ann.post(address(ladder, "/search/stop"), {"search": where.rpartition("/")[2]})
    assert stopped["Location"] == f"/matches/{match}"


def test_a_search_that_is_not_possible_says_why() -> None:
    ladder = ladders.opened(players={"min": 3, "max": 4})
    browser, account = member()
    form = {"seats": 2}

    wrong = refused(browser.post(address(ladder, "/search"), form), 400)
    managing.pause(ladder_id=ladder.id, paused=True, order=ladders.order())
    paused = refused(browser.post(address(ladder, "/search"), {**form, "seats": 3}), 409)

    assert "2 is not one of the available choices" in wrong
    assert "The ladder is paused. Matches in progress still count." in paused
    assert "The ladder is paused" in text(browser.get(address(ladder)))
    assert not Seek.objects.filter(account=account).exists()


def test_a_ladder_of_bots_tells_people_to_look_on() -> None:
    ladder = ladders.opened(entry="bots")
    browser, _ = member()

    assert "This ladder is for bots; you can watch." in text(browser.get(address(ladder)))
    answer = browser.post(address(ladder, "/search"), {"seats": 2})
    assert "This ladder is for bots" in refused(answer, answer.status_code)


def test_a_stranger_is_asked_to_sign_in_and_no_form_goes_without_a_token() -> None:
    ladder = ladders.opened(kind="challenge")
    strict = Client(enforce_csrf_checks=True)

    assert "Sign in to play on this ladder." in text(Client().get(address(ladder)))
    for more in ("/search", "/search/stop", "/join", "/leave", "/challenge"):
        assert strict.post(address(ladder, more)).status_code == 403, more


def test_joining_twice_takes_one_rung_and_leaving_twice_leaves_once() -> None:
    ladder = ladders.opened(kind="challenge")
    browser, account = member()
    same = key()

    for each in (same, same, key()):
        assert browser.post(address(ladder, "/join"), {"key": each}).status_code == 302
    standing = ladder.standings.get(player=f"account:{account.pk}")
    assert standing.position == 1
    assert "You are on rung 1." in text(browser.get(address(ladder)))

    for each in (same, key(), key()):
        assert browser.post(address(ladder, "/leave"), {"key": each}).status_code == 302
    standing.refresh_from_db()
    assert standing.position is None


def test_a_challenge_is_made_once_told_answered_and_played() -> None:
    ladder = ladders.opened(kind="challenge", name="The fence")
    ann, bob = member(), member()
    joined(ladder, ann, bob)
    same = key()

    where = challenged(ladder, bob[0], ann[1].username, form_key=same)
    again = challenged(ladder, bob[0], ann[1].username, form_key=same)

    assert where == again
    assert ChallengeRow.objects.filter(ladder=ladder).count() == 1
    assert "challenges you" in text(ann[0].get("/"))
    (told,) = ann[0].get("/turns").json()["news"]
    assert told["words"] == f"{bob[1].username} challenges you on The fence."
    assert told["address"] == where
    assert "Accept" in text(ann[0].get(where))
    assert "Accept" not in text(bob[0].get(where))
    for _ in range(2):
        answer = ann[0].post(where + "/answer", {"answer": "accept", "key": same})
        assert answer.status_code == 302
    match = open_found_match(UUID(where.rpartition("/")[2]))
    assert f"/matches/{match}" in text(bob[0].get(where))


@pytest.mark.more
def test_every_reason_against_a_challenge_stands_on_its_page() -> None:
    ladder = ladders.opened(kind="challenge", players={"min": 2, "max": 2})
    people = [member() for _ in range(7)]
    joined(ladder, *people)
    (top, first), *_, (last, _) = people
    above = people[-2][1].username

    seen = text(last.get(address(ladder, "/challenge"), {"opponent": first.username}))
    answer = last.post(
        address(ladder, "/challenge"), {"opponent": [first.username, above], "key": key()}
    )
    words = refused(answer, 403)

    assert "Rung 1 is too high for you: you can challenge up to rung 2." in seen
    assert "Rung 1 is too high for you" in words
    assert "There would be 3 players, but this ladder is for 2 to 2." in words
    assert not ChallengeRow.objects.filter(ladder=ladder).exists()
    stranger = text(member()[0].get(address(ladder, "/challenge")))
    assert "You are not on this ladder yet. Join it first." in stranger
    assert "only others can challenge you now" in text(top.get(address(ladder)))


@pytest.mark.more
def test_an_answer_that_comes_too_late_is_told_so() -> None:
    ladder = ladders.opened(kind="challenge")
    ann, bob = member(), member()
    joined(ladder, ann, bob)
    where = challenged(ladder, bob[0], ann[1].username)

    assert bob[0].post(where + "/withdraw", {"key": key()}).status_code == 302
    answer = ann[0].post(where + "/answer", {"answer": "accept", "key": key()})

    assert "This challenge is over." in refused(answer, 403)
    assert "withdrawn or not answered in time" in text(ann[0].get(where))
    foreign = ann[0].post(where + "/withdraw", {"key": key()})
    assert "That is already over." in refused(foreign, 404)


@pytest.mark.more
def test_the_first_page_leads_to_rated_matches_and_shows_where_one_waits() -> None:
    ladder = ladders.opened(name="A ladder of mine", players={"min": 2, "max": 2})
    browser, _ = member()
    assert "Find a rated match" in text(browser.get("/"))

    sought(browser, ladder)

    page = text(browser.get("/"))
    assert "You are searching for a match of 2." in page
    assert "A ladder of mine" in page
    assert "Find a rated match" not in text(Client().get("/"))


def test_a_challenge_is_mailed_once_to_who_wants_it() -> None:
    ladder = ladders.opened(kind="challenge", name="The fence")
    ann, bob = member(email="ann@example.org"), member()
    preferences.choose(account_id=ann[1].pk, choices={"challenge": ["email"]})
    joined(ladder, ann, bob)
    where = challenged(ladder, bob[0], ann[1].username)

    runs.run_due_now()
    runs.run_due_now()

    (sent,) = [each for each in mail.outbox if each.to == ["ann@example.org"]]
    assert sent.subject == f"{bob[1].username} challenges you on The fence."
    assert f"https://play.example.test{where}" in sent.body


def test_a_match_that_was_looked_for_is_mailed_once_to_whoever_wants_it() -> None:
    ladder = ladders.opened(name="The <fence>")
    ann, bob = member(email="ann@example.org"), member(email="bob@example.org")
    ann[0].post(
        "/account/notifications",
        {"match_started": "email", "zone": "UTC"},
        headers={"Accept-Language": "de"},
    )
    for browser, _ in (ann, bob):
        sought(browser, ladder)

    runs.run_due_now()
    runs.run_due_now()

    match = Seat.objects.get(account=ann[1]).match_id
    (sent,) = mail.outbox
    assert sent.to == ["ann@example.org"]
    assert sent.subject == "Deine Partie auf The <fence> hat begonnen"
    assert f"https://play.example.test/matches/{match}\n" in sent.body
    assert f"Pickpocket: {ann[1].username}, {bob[1].username}" in sent.body or (
        f"Pickpocket: {bob[1].username}, {ann[1].username}" in sent.body
    )
    assert isinstance(sent, mail.EmailMultiAlternatives)
    assert "The &lt;fence&gt;" in str(sent.alternatives[0][0])


def test_a_row_of_an_earlier_release_still_tells_of_a_match_that_goes_on() -> None:
    ladder = ladders.opened()
    ann, bob = member(email="ann@example.org"), member()
    for browser, _ in (ann, bob):
        sought(browser, ladder)
    match = begun(ladder)
    runs.run_due_now()  # Nobody wants to know yet.
    preferences.choose(account_id=ann[1].pk, choices={"match_started": ["email"]})
    payload = json.dumps({"match": str(match), "account": str(ann[1].pk)})
    sql.schedule(kind=mails.FOUND_MAIL, subject=match, version=0, payload=payload)

    runs.run_due_now()

    assert [each.to for each in mail.outbox] == [["ann@example.org"]]


@pytest.mark.more
def test_a_rated_match_that_is_over_leads_to_its_explanation() -> None:
    ladder = ladders.opened()
    (ann, account), (bob, _) = member(), member()
    sought(ann, ladder)
    sought(bob, ladder)
    match = begun(ladder)

    page = address(ladder, f"/matches/{match}")
    assert "The ratings are being updated." in text(ann.get(page))
    version = Match.objects.get(id=match).version
    ann.post(f"/matches/{match}/act", {"act": "resign", "version": version})

    assert page in text(ann.get(f"/matches/{match}"))
    assert Seat.objects.get(match=match, account=account).left


def test_a_seat_at_a_rated_match_is_drawn_by_lot_on_its_page_too() -> None:
    ladder = ladders.opened()
    (ann, account), (bob, other) = member(), member()
    match, _ = opening.open_match(
        player=Player(account.pk, account.username),
        request=Request(game=ladder.game, seats=2, options={}),
        key=key(),
        fingerprint=b"",
        ladder=ladder.slug,
    )
    act = f"/matches/{match}/act"

    asked = ann.post(act, {"act": "sit 0", "key": key(), "version": 1})
    for browser in (ann, bob):
        browser.post(act, {"act": "sit", "key": key(), "version": 1})

    assert "drawn by lot" in refused(asked, 400)
    assert set(Seat.objects.filter(match=match).values_list("account", flat=True)) == {
        account.pk,
        other.pk,
    }
    assert Sighting.objects.filter(ladder=ladder).count() == 2
