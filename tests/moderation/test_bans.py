"""What a ban does: at tables, on ladders, in events, and to every command of the account."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from msgspec import structs

from accounts import sanctions, services
from accounts.models import Account, Session
from api.problems import Problem
from eventstore.aggregate import CommandContext
from matches.models import Match, Seat
from moderation import effects, jobs
from moderation.services import appealing, deciding
from ratings import selectors as ladders_shown
from ratings.models import ChallengeRow, Seek, Standing
from ratings.players import of_account
from ratings.services import challenging, matchmaking
from tests.callers import PASSWORD, Caller, new_key, new_player
from tests.matches.test_remarks import seated
from tests.moderation.test_cases import account, decided, due_of, moderator, order
from tests.operations import operations
from tests.ratings import ladders
from tests.tournaments.events import REPORTED, Event
from tests.web.visitors import member
from tournaments.models import Entrant
from tournaments.services.entry import Newcomer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def of(caller: Caller) -> Account:
    return Account.objects.get(pk=caller.get("/me").body["id"])


def banned(who: Account, **what: Any) -> None:
    case = decided(who, moderator(), **{"measure": "ban", **what})
    jobs.carry_out(due_of("case_effects", case))


def test_every_command_of_a_banned_account_is_refused() -> None:
    caller = new_player("play", "bot", "read", "organise", "account")
    browser = Client()
    browser.force_login(of(caller), backend="django.contrib.auth.backends.ModelBackend")
    banned(of(caller))
    answered = {}
    for operation in operations():
        needs_token = operation.about.get("security", []) and {} not in operation.about["security"]
        if operation.writes and needs_token:
            answered[str(operation)] = operation.ask(caller, operation.at(), key=new_key()).status

    assert len(answered) > 80
    assert set(answered.values()) == {401}
    assert browser.get("/account")["Location"].startswith("/sign-in")
    assert not Session.objects.filter(account__is_active=False).exists()


def test_no_new_token_and_no_session_for_who_is_banned() -> None:
    caller = new_player()
    who = of(caller)
    banned(who)
    wanted = {"username": who.username, "password": PASSWORD, "scopes": ["read"]}

    assert Caller().post("/tokens", wanted).status == 401
    with pytest.raises(Problem, match="banned"):
        services.reactivate(account_id=who.pk)


def test_running_matches_are_given_up_and_open_ones_left() -> None:
    match, ann, bob = seated()
    waiting = ann.post("/matches", {"game": "stick-em", "seats": 3}, key=new_key()).body["id"]
    bob.post(f"/matches/{waiting}/seats", {}, key=new_key())
    who = of(bob)

    banned(who)

    assert Seat.objects.get(match=match, account=who).left
    assert not Seat.objects.filter(match=waiting, account=who).exists()
    assert Match.objects.get(pk=waiting).status == "open"


def test_a_ban_leaves_the_listing_and_comes_back_with_the_rating_it_had() -> None:
    ladder = ladders.opened(listed_games=1)
    ann, bob = account(), account()
    names = [f"account:{each.pk}" for each in (ann, bob)]
    result = structs.replace(ladders.result([ann.username, bob.username], [1, 2]), players=names)
    ladders.record(ladder, result)
    before = Standing.objects.get(ladder=ladder, player=names[0]).rating
    case = decided(ann, moderator(), measure="ban")

    assert [each.player for each in ladders_shown.listed(ladder)] == names[1:]
    appealing.appeal(case_id=case.pk, account_id=ann.pk, words="No.")
    deciding.decide_appeal(case_id=case.pk, order=order(moderator()), upheld=False)

    assert {each.player for each in ladders_shown.listed(ladder)} == set(names)
    assert Standing.objects.get(ladder=ladder, player=names[0]).rating == before


def test_searches_challenges_and_rungs_end() -> None:
    ladder = ladders.opened(kind="challenge", entry="people")
    ann, bob, carol = account(), account(), account()
    for each in (ann, bob, carol):
        player = of_account(each.pk, each.username)
        author = CommandContext(player.key, new_key())
        challenging.join(ladder_id=ladder.pk, player=player, author=author)
    made = challenging.create(
        ladder_id=ladder.pk,
        player=of_account(carol.pk, carol.username),
        opponents=[bob.username],
        author=CommandContext(f"account:{carol.pk}", new_key()),
    )
    rated = ladders.opened(entry="people")
    matchmaking.start_search(ladder_id=rated.pk, account=bob, seats=3)

    effects.leave_ladders(bob)
    effects.leave_ladders(bob)

    assert not Seek.objects.exists()
    assert ChallengeRow.objects.get(pk=made.pk).status != "open"
    assert Standing.objects.get(ladder=ladder, player=f"account:{bob.pk}").position is None


def test_who_is_banned_drops_out_of_events_and_enters_none() -> None:
    event = Event(**REPORTED)
    bob = account()
    event.enter(Newcomer(bob.username, bob.pk))
    banned(bob)

    row = Entrant.objects.get(account=bob)
    assert row.presence in {"withdrawn", "dropped"}
    with pytest.raises(Problem, match="barred"):
        Event(**REPORTED).enter(Newcomer(bob.username, bob.pk))


def test_a_ban_that_was_decided_while_another_lasts_outlives_it() -> None:
    bob = account()
    first = decided(bob, moderator(), measure="ban")
    second = decided(bob, moderator(), measure="ban", until=timezone.now() + timedelta(days=1))
    sanctions.lift(case=first.pk)
    assert not Account.objects.get(pk=bob.pk).is_active

    sanctions.lift(case=second.pk)

    assert Account.objects.get(pk=bob.pk).is_active


def test_a_mute_hides_the_phrases_at_the_table() -> None:
    browser, who = member()
    answer = browser.post("/games/stick-em/start", {"seats": 3, "bot": "greedy"})
    assert "Say something" in browser.get(answer["Location"]).content.decode()

    decided(who, moderator(), measure="mute")

    assert "Say something" not in browser.get(answer["Location"]).content.decode()
