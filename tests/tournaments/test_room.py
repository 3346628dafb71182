"""A tournament's room: who hears whom, while it runs and afterwards, and that no event tells."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts import blocks, sanctions, services
from accounts.models import Account
from api import limits
from api.ids import uuid7
from matches import remarks
from matches.models import Remark
from moderation.models import Report
from site_profile import selectors
from site_profile import services as profile
from site_profile.models import TalkForm
from tests.callers import PASSWORD, Caller, new_key, new_name, new_player
from tests.operations import with_scopes
from tests.tournaments.events import REPORTED, Event
from tests.web.visitors import signed_in, text
from tournaments import room
from tournaments.models import Tournament
from tournaments.services import lifecycle, presence
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Principal

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _site_with_own_words() -> Iterator[None]:
    limits.reset()
    profile.change(talk=TalkForm.WORDS)
    yield
    selectors.forget()
    limits.reset()


def person() -> tuple[Account, Caller]:
    account = services.register(username=new_name(), password=PASSWORD)
    return account, with_scopes("play", "read", "organise", account=account)


def evening(*accounts: Account, **settings: object) -> Event:
    event = Event(**{**REPORTED, **settings})
    event.enter(*(Newcomer(each.username, each.pk) for each in accounts))
    event.enter_names(3)
    return event.start()


def organiser_of(event: Event) -> Account:
    assert event.organiser.account is not None
    return Account.objects.get(pk=event.organiser.account)


def say(caller: Caller, event: Event, words: str = "hello") -> int:
    said = {"words": words}
    return caller.post(f"/tournaments/{event.slug}/remarks", said, key=new_key()).status


def heard(caller: Caller, event: Event) -> list[str]:
    results = caller.get(f"/tournaments/{event.slug}/remarks").body["results"]
    return [each["words"] or each["phrase"] for each in results]


def test_players_and_staff_are_heard_by_all() -> None:
    (ann, by_ann), (_carol, by_carol) = person(), person()
    event = evening(ann)
    olga = with_scopes("play", account=organiser_of(event))

    assert say(by_ann, event, "Where is table 3?") == 201
    assert say(olga, event, "By the window.") == 201

    for reader in (by_ann, olga, by_carol, Caller()):
        assert heard(reader, event) == ["By the window.", "Where is table 3?"]


def test_spectators_are_heard_by_spectators_and_staff_alone_until_it_is_over() -> None:
    (ann, by_ann), (_carol, by_carol), (_dave, by_dave) = person(), person(), person()
    event = evening(ann)
    olga = with_scopes("play", account=organiser_of(event))
    event.play_round()

    assert say(by_carol, event, "what a finish at table 1") == 201

    assert heard(by_dave, event) == heard(olga, event) == ["what a finish at table 1"]
    assert heard(by_ann, event) == heard(Caller(), event) == []
    event.do(lifecycle.finish)
    assert heard(by_ann, event) == heard(Caller(), event) == ["what a finish at table 1"]


def test_an_organiser_who_plays_does_not_hear_the_spectators() -> None:
    olga, by_olga = person()
    _carol, by_carol = person()
    event = Event(Principal(olga.pk, olga.username), **REPORTED)
    event.step("open")
    event.enter(Newcomer(olga.username, olga.pk))
    event.enter_names(3).start()

    say(by_carol, event)

    assert heard(by_olga, event) == []


def test_who_leaves_is_a_player_to_the_end_of_the_own_table_and_then_a_spectator() -> None:
    ann, by_ann = person()
    _carol, by_carol = person()
    event = evening(ann)
    event.pair()
    number = event.state.entrant_of(ann.pk)
    assert number is not None
    say(by_carol, event)
    event.do(presence.leave, entrant=number.number)

    assert room.is_player(event.state, ann.pk) == bool(
        [t for t in event.round.tables if number.number in t.seats and t.is_open]
    )
    for place, table in enumerate(event.round.tables):
        if table.is_open:
            event.report(place, list(range(1, len(table.seats) + 1)))
    assert heard(by_ann, event) == ["hello"]


def test_who_enters_hears_the_spectators_no_more() -> None:
    ann, by_ann = person()
    _carol, by_carol = person()
    event = Event(**REPORTED)
    event.step("open")
    say(by_carol, event)
    assert heard(by_ann, event) == ["hello"]

    event.enter(Newcomer(ann.username, ann.pk))

    assert heard(by_ann, event) == []
    assert room.rooms_of(event.state.id, ann.pk) == ("players",)


def test_nothing_that_is_said_is_an_event_and_no_version_moves() -> None:
    ann, by_ann = person()
    event = evening(ann)
    before = event.state.version

    say(by_ann, event, "nobody will find this")

    assert event.state.version == before
    log = text(Client().get(f"/tournaments/{event.slug}/log"))
    assert "nobody will find this" not in log


def test_phrases_are_said_here_too_and_own_words_only_where_the_site_allows_them() -> None:
    ann, by_ann = person()
    event = evening(ann)
    profile.change(talk=TalkForm.PHRASES)

    assert say(by_ann, event) == 403
    address = f"/tournaments/{event.slug}/remarks"
    assert by_ann.post(address, {"phrase": "thanks"}, key=new_key()).status == 201
    assert heard(by_ann, event) == ["thanks"]


def test_who_is_muted_or_a_program_says_nothing_and_whom_one_has_blocked_is_not_heard() -> None:
    (ann, by_ann), (bob, by_bob) = person(), person()
    event = evening(ann, bob)
    say(by_bob, event, "hey ann")
    blocks.block(account_id=ann.pk, other_id=bob.pk)
    robin = new_player()
    robin.post("/me/bot", {"contact": "robin@example.org"})

    assert heard(by_ann, event) == []
    assert say(robin, event) == 403
    sanctions.impose(case=uuid7(), account_id=bob.pk, kind="mute", until=None)
    assert say(by_bob, event) == 403


def test_too_much_talk_is_refused() -> None:
    ann, by_ann = person()
    event = evening(ann)

    statuses = [say(by_ann, event, f"number {number}") for number in range(8)]

    assert (statuses[0], statuses[-1]) == (201, 429)


def test_there_is_no_room_of_a_draft_or_a_private_tournament_for_strangers() -> None:
    _carol, by_carol = person()
    ann, by_ann = person()
    private, draft = evening(ann, visibility="private"), Event(**REPORTED)

    for event in (private, draft):
        assert by_carol.get(f"/tournaments/{event.slug}/remarks").code == "not_found"
        assert say(by_carol, event) == 404
        assert Client().get(f"/tournaments/{event.slug}/talk").status_code == 404
    assert say(by_ann, private) == 201
    olga = with_scopes("play", account=organiser_of(draft))
    assert say(olga, draft) == 403


def test_a_day_after_the_end_nobody_talks_any_more() -> None:
    ann, by_ann = person()
    event = evening(ann)
    event.play_round()
    event.do(lifecycle.finish)
    assert say(by_ann, event, "thanks, all") == 201

    long_ago = timezone.now() - room.AFTERWARDS - timedelta(minutes=1)
    Tournament.objects.filter(slug=event.slug).update(updated_at=long_ago)

    assert say(by_ann, event) == 403


@pytest.mark.more
def test_judges_and_organisers_remove_what_others_have_said_and_players_their_own() -> None:
    (ann, by_ann), (bob, by_bob) = person(), person()
    event = evening(ann, bob)
    say(by_ann, event, "one")
    say(by_ann, event, "two")
    two, one = Remark.objects.filter(tournament=event.state.id).order_by("-id")
    address = f"/tournaments/{event.slug}/remarks"
    organiser = organiser_of(event)
    without_scope = with_scopes("play", account=organiser)
    olga = with_scopes("play", "organise", account=organiser)

    assert by_bob.delete(f"{address}/{one.pk}").status == 404
    assert by_bob.delete(f"{address}/{10**30}").status == 404
    assert without_scope.delete(f"{address}/{one.pk}").status == 404
    assert by_ann.delete(f"{address}/{one.pk}").status == 204
    assert olga.delete(f"{address}/{two.pk}").status == 204
    assert heard(by_bob, event) == []


@pytest.mark.more
def test_a_report_keeps_the_lines_around_it_that_the_reporter_heard() -> None:
    (ann, by_ann), (bob, by_bob), (_carol, by_carol) = person(), person(), person()
    event = evening(ann, bob)
    say(by_bob, event, "hello")
    say(by_carol, event, "only spectators hear this")
    say(by_ann, event, "you cheat")
    bad = Remark.objects.latest("id")
    about = {"account": str(ann.pk), "ground": "harassment", "remark": bad.pk}
    spectators = Remark.objects.get(room="spectators")

    answer = by_bob.post("/reports", {**about, "tournament": str(event.state.id)}, key=new_key())
    unheard = {
        "account": str(spectators.account_id),
        "ground": "other",
        "remark": spectators.pk,
        "tournament": str(event.state.id),
    }

    assert answer.status == 201, answer.body
    kept = Report.objects.get(pk=answer.body["id"])
    assert kept.tournament == event.state.id
    assert [line["words"] for line in kept.lines] == ["hello", "you cheat"]
    assert by_bob.post("/reports", unheard, key=new_key()).status == 404
    both = {**about, "tournament": str(event.state.id), "match": str(event.state.id)}
    assert by_bob.post("/reports", both, key=new_key()).status == 400


@pytest.mark.more
def test_the_page_says_reports_and_takes_back_and_tells_who_hears_it() -> None:
    (ann, by_ann), (carol, _by_carol) = person(), person()
    event = evening(ann)
    say(by_ann, event, "<i>hello</i>")
    page = f"/tournaments/{event.slug}/talk"
    player, watcher = signed_in(ann), signed_in(carol)

    seen = watcher.get(page).content.decode()
    assert "&lt;i&gt;hello&lt;/i&gt;" in seen
    assert "<i>hello" not in seen
    assert "the players can read it once the tournament is over" in seen
    assert watcher.post(page, {"words": "bravo"}).status_code == 302
    assert "bravo" in text(watcher.get(page))
    assert "bravo" not in text(player.get(page)) + text(Client().get(page))
    assert "Sign in to say something" in text(Client().get(page))
    (remark,) = Remark.objects.filter(account=ann)
    form = f"/report?tournament={event.state.id}&remark={remark.pk}&account={ann.pk}"
    assert "In the room of Cup." in text(watcher.get(form))
    said = {"who": str(ann.pk), "ground": "harassment", "remark": str(remark.pk), "words": ""}
    assert watcher.post(form, said).status_code == 302
    assert Report.objects.get().said == "<i>hello</i>"
    player.post(page, {"remove": str(remark.pk)})
    assert "hello" not in text(watcher.get(page))
    assert text(player.post(page, {"words": " "})).count("text that can be read") == 1


def test_a_remark_is_said_at_one_place() -> None:
    ann, _by_ann = person()
    for places in ({}, {"tournament": uuid7(), "match_id": UUID(int=1)}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Remark.objects.create(account=ann, room="players", phrase="nice", **places)


def test_what_was_said_goes_after_a_month_and_with_the_account() -> None:
    (ann, by_ann), (bob, by_bob) = person(), person()
    event = evening(ann, bob)
    say(by_ann, event)
    say(by_bob, event)
    Remark.objects.filter(account=ann).update(
        said_at=timezone.now() - remarks.KEPT - timedelta(days=1)
    )

    remarks.purge()

    assert [each.account for each in Remark.objects.all()] == [bob]
