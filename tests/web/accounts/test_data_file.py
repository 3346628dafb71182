"""A person's data as one file: all of it, and nothing of anybody else's."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from accounts import blocks, mutes
from accounts.models import Account, DataFile, DataFilePart
from agenda import runs
from agenda.registry import Job
from analyses import services as analyses
from analyses.models import Analysis
from eventstore import streams
from matches import selectors
from matches.actors import Player
from matches.events import KIND
from matches.services import leaving
from studies import services as studies
from studies.boards import Moment
from tests.analyses.finished import finished
from tests.deals import played
from tests.matches import tables
from tests.matches.test_remarks import say, seated
from tests.moderation.test_cases import account, decided, moderator, report
from tests.samples import GAMES, sampled
from tests.web.visitors import BACKEND, member
from web.accounts import account_deletion, data_file, data_file_steps

pytestmark = pytest.mark.django_db

COVERED = {
    "accounts.Token.account": "tokens",
    "accounts.Session.account": "sessions",
    "accounts.EmailChange.account": "email_changes",
    "accounts.Sanction.account": "sanctions",
    "accounts.Friendship.asker": "friends",
    "accounts.Friendship.asked": "friends",
    "accounts.Block.blocker": "blocks",
    "accounts.Mute.muter": "mutes",
    "account.EmailAddress.user": "email_addresses",
    "allauth_idp_oidc.Client.owner": "own_programs",
    "allauth_idp_oidc.Token.user": "connected_programs",
    "mfa.Authenticator.user": "passkeys_and_codes",
    "socialaccount.SocialAccount.user": "other_sites",
    "admin.LogEntry.user": "acts_of_staff",
    "matches.Match.opened_by": "matches_opened",
    "matches.Seat.account": "matches",
    "matches.RematchAnswer.account": "rematch_answers",
    "matches.PersonalInvitation.account": "invitations",
    "matches.PersonalInvitation.invited_by": "invitations",
    "matches.Vacation.account": "vacations",
    "matches.Presence.account": "presence",
    "matches.RollRecord.account": "withheld_shares",
    "matches.Sharer.account": "pages_open",
    "matches.Remark.account": "remarks",
    "deals.Attempt.account": "deals",
    "deals.Deal.opened_by": "deals_opened",
    "deals.Sighting.account": "seen_at_deals",
    "moderation.Case.about": "decisions",
    "moderation.Report.reporter": "reports",
    "notifications.Preferences.account": "notification_settings",
    "notifications.Delivery.account": "notifications",
    "notifications.Follow.account": "followed",
    "notifications.PushSubscription.account": "browsers",
    "notifications.NotifiedTurn.account": "notified_turns",
    "notifications.Webhook.account": "webhooks",
    "puzzles.Answer.account": "puzzles",
    "ratings.Sighting.account": "sightings",
    "ratings.Seek.account": "searches",
    "studies.Study.author": "studies",
    "tournaments.Entrant.account": "tournaments",
    "tournaments.SeriesLine.account": "series",
}


def written() -> None:
    """Have a worker run until nothing is due."""
    runs.run_due_now()


def step(me: Account, version: int) -> Job:
    return Job(data_file_steps.KIND, me.pk, version, datetime.now(UTC), "", 0, None)


def contents(browser: Client) -> dict[str, Any]:
    browser.post("/account/data")
    written()
    answer: Any = browser.get("/account/data/file")
    assert answer.status_code == 200, answer.content[:500]
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        names = [each for each in archive.namelist() if each.endswith(".json")]
        return {each.removesuffix(".json"): json.loads(archive.read(each)) for each in names}


def test_every_reference_to_an_account_is_in_the_file_or_left_out_with_a_reason() -> None:
    options = [model._meta for model in apps.get_models()]  # noqa: SLF001 - Django's public name.
    references = {
        f"{each.label}.{field.name}"
        for each in options
        for field in each.get_fields()
        if field.is_relation and field.concrete and field.related_model is Account
    }

    assert references == set(COVERED) | set(data_file.LEFT_OUT)
    assert set(COVERED.values()) <= set(data_file.SECTIONS)
    assert all(data_file.LEFT_OUT.values())


def test_the_file_has_matches_moves_remarks_and_decisions() -> None:
    match, _ann, bob = seated()
    say(bob, match, "ouch")
    me = Account.objects.get(pk=bob.get("/me").body["id"])
    report(account(), me, words="He swore.")
    decided(me, moderator(), measure="bar")
    browser = Client()
    browser.force_login(me, backend=BACKEND)

    found = contents(browser)

    assert found["account"][0]["username"] == me.username
    assert "password" not in found["account"][0]
    assert [each["match"] for each in found["matches"]] == [str(match)]
    assert found["remarks"][0]["phrase"] == "ouch"
    assert {each["stream_id"] for each in found["moves_and_acts"]} == {str(match)}
    assert found["reports"][0]["words"] == "He swore."
    assert found["decisions"][0]["measure"] == "bar"
    assert "digest" not in found["tokens"][0]


@pytest.mark.more
@pytest.mark.parametrize(
    "game", sampled(["stick-em", "sticky-fingers", "second-story", "pickpocket"], *GAMES)
)
def test_of_a_running_match_the_file_knows_what_its_owner_may_know(game: str) -> None:
    _other, bob = member()
    client, me = member()
    others = tables.people(2 if game == "stick-em" else 0)
    players = [Player(bob.pk, bob.username), *others, Player(me.pk, me.username)]
    # Who sits down last deals the cards.
    match = tables.begun(players, game=game)
    shown = {
        line["version"]: line["data"] for line in selectors.log(match, me.pk)[1:] if "data" in line
    }

    found = [each for each in contents(client)["moves_and_acts"] if each["stream_kind"] == "match"]

    assert len(found) > 2
    assert [each["body"] for each in found] == [shown[each["version"]] for each in found]

    tables.play_out(match, players)
    acts = [each for each in contents(client)["moves_and_acts"] if each["stream_kind"] == "match"]
    stored = {event.version: json.loads(event.body) for event in streams.load(KIND, match)}

    assert [each["body"] for each in acts] == [stored[each["version"]] for each in acts]
    assert acts[: len(found)] != found


@pytest.mark.more
def test_the_file_does_not_tell_the_secret_of_a_deal_that_others_may_play() -> None:
    client, me = member()
    player = Player(me.pk, me.username)
    match = played.begun(played.opened(), player)
    leaving.resign(match_id=match, player=player, key=tables.new_key(), fingerprint=b"")
    seed = json.loads(streams.load(KIND, match)[-1].body)["seed"]

    text = json.dumps(contents(client))

    assert str(match) in text
    assert seed not in text


@pytest.mark.more
def test_reviews_and_the_lines_of_studies_are_in_the_file_and_go_with_the_account() -> None:
    client, me = member()
    _other, bob = member()
    players = [Player(each.pk, each.username) for each in (me, bob)]
    match, _players = finished("pickpocket", players)
    for seat, each in enumerate(players):
        analyses.request_review(match_id=match, account_id=each.account, seat=seat)
    study = studies.open_study(account_id=me.pk, match_id=match, at=1)
    moment = Moment(1, 0)
    studies.make_move(account_id=me.pk, study_id=study, moment=moment, seat=None, move=None)

    found = contents(client)
    account_deletion.delete_account(me)

    (review,) = found["reviews"]
    assert (review["match"], review["seat"]) == (str(match), 0)
    lines = [each for each in found["moves_and_acts"] if each["stream_id"] == str(study)]
    assert [each["type"] for each in lines] == ["study_opened", "line_begun", "line_move_made"]
    assert [each.seat for each in Analysis.objects.filter(kind="review")] == [1]


@pytest.mark.more
def test_the_file_says_nothing_of_who_has_blocked_muted_or_reported_somebody() -> None:
    browser, me = member()
    ann = account()
    blocks.block(account_id=ann.pk, other_id=me.pk)
    mutes.mute(account_id=ann.pk, other_id=me.pk)
    report(me, ann, words="A secret.")

    text = json.dumps(contents(browser))

    assert ann.username not in text
    assert str(ann.pk) not in text
    assert "A secret." not in text


@pytest.mark.more
def test_the_file_is_for_who_is_signed_in_and_limited() -> None:
    assert Client().post("/account/data").status_code == 302
    browser, _me = member()
    answers = []
    for _ in range(5):
        answers.append(browser.post("/account/data").status_code)
        written()

    assert answers == [302, 302, 302, 302, 429]


def test_a_file_is_written_step_by_step_and_the_page_tells_how_far_it_is() -> None:
    browser, me = member()
    browser.post("/account/data")

    begun = browser.get("/account/data").content.decode()
    data_file_steps.take_step(step(me, version=1))
    further = browser.get("/account/data").content.decode()
    early = browser.get("/account/data/file")
    browser.post("/account/data")
    written()
    ready = browser.get("/account/data").content.decode()

    assert 'value="0"' in begun
    assert 'data-state="writing"' in begun
    assert 'value="1"' in further
    assert early.status_code == 302
    assert 'data-state="ready"' in ready
    assert "/account/data/file" in ready


def test_a_step_that_is_taken_twice_writes_nothing_twice() -> None:
    browser, me = member()
    browser.post("/account/data")
    job = step(me, version=1)

    data_file_steps.take_step(job)
    data_file_steps.take_step(job)

    assert DataFile.objects.get(account=me).steps_done == 1
    assert DataFilePart.objects.filter(file=me.pk).count() == 1


def test_nobody_gets_the_file_of_another_and_it_ends() -> None:
    browser, me = member()
    contents(browser)
    stranger, _other = member()

    assert stranger.get("/account/data/file").status_code == 302
    assert Client().get("/account/data/file").status_code == 302
    DataFile.objects.filter(account=me).update(expires_at=datetime.now(UTC) - timedelta(hours=1))
    assert browser.get("/account/data/file").status_code == 302
    data_file_steps.purge()
    assert not DataFilePart.objects.filter(file=me.pk).exists()


def test_an_erased_account_leaves_no_file() -> None:
    browser, me = member()
    contents(browser)

    account_deletion.delete_account(me)

    assert not DataFile.objects.filter(account=me).exists()


@pytest.mark.more
def test_moves_are_the_own_ones() -> None:
    browser, me = member()
    other = account()
    players = [Player(each.pk, each.username) for each in (me, other)]
    match = tables.begun(players, game="second-story")
    tables.play_out(match, players)

    found = contents(browser)["moves_and_acts"]

    assert found
    assert str(other.pk) not in json.dumps(found)
