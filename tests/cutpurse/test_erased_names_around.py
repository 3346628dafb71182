"""An erased name is in nothing that friends and opponents have of it, nor in what the staff reads.

Rooms, notifications, webhooks' logs, calendars, others' data files, pictures of shared links, and
every single page of the admin.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.test import Client
from django.urls import NoReverseMatch, reverse
from msgspec import structs
from pytest_django import Settings

from accounts import friendships, services
from accounts.models import Account
from api import buckets, limits
from api.scopes import PROGRAM_SCOPES
from matches.actors import Player
from matches.services import personal_invitations
from moderation.services import reporting
from moderation.services.reporting import Complaint
from notifications import calendars, preferences
from notifications.models import Delivery
from site_profile import selectors
from site_profile import services as profile
from site_profile.models import TalkForm
from tests.callers import PASSWORD, Caller, new_key, new_name
from tests.cutpurse.test_erased_names import SEALED
from tests.matches import tables
from tests.notifications.people import run_all, webhook
from tests.notifications.receivers import receiving
from tests.operations import operations, with_scopes
from tests.ratings import ladders
from tests.tournaments.events import REPORTED, Event
from tests.web.accounts.test_data_file import contents
from tests.web.visitors import BACKEND
from tournaments.services.entry import Newcomer
from web.accounts.account_deletion import delete_account
from web.embeds import cards

pytestmark = [pytest.mark.django_db, pytest.mark.more]

NAME = "Zebulonquist"


class Around(NamedTuple):
    """What an opponent has been through with somebody."""

    ann: Account
    caller: Caller
    match: UUID
    event: Event
    hook: UUID


@pytest.fixture(autouse=True)
def _site_with_own_words(settings: Settings) -> Iterator[None]:
    settings.LIMITS = dict.fromkeys(buckets.DEFAULTS, "1000000/second burst 1000000 lease 1000")
    settings.NOTIFY_NETWORKS = ["127.0.0.1/32"]
    limits.reset()
    profile.change(talk=TalkForm.WORDS)
    yield
    selectors.forget()
    limits.reset()


def said(caller: Caller, path: str, words: str) -> None:
    assert caller.post(f"{path}/remarks", {"words": words}, key=new_key()).status in {200, 201}


def been_through(one: Account, address: str) -> Around:
    """Return an opponent, a friend, with whom somebody has played and talked."""
    ann = services.register(username=new_name(), password=PASSWORD, email="ann@example.org")
    callers = [with_scopes(*PROGRAM_SCOPES, account=each) for each in (one, ann)]
    preferences.choose(
        account_id=ann.pk, choices={"friend_request": ("email",), "invitation": ("email",)}
    )
    friendships.ask(account_id=one.pk, other_id=ann.pk)
    friendships.accept(account_id=ann.pk, other_id=one.pk)
    open_match = tables.opened(Player(one.pk, one.username))
    personal_invitations.invite(match_id=open_match, account_id=one.pk, friend_id=ann.pk)

    event = Event(**REPORTED)
    event.enter(*(Newcomer(each.username, each.pk) for each in (one, ann)))
    event.enter_names(3)
    event.start()
    hook = webhook(ann, address, ("round_published",), tournament=event.slug)
    players = [Player(each.pk, each.username) for each in (one, ann)]
    match = tables.begun(players, game="second-story")
    for path in (f"/matches/{match}", f"/tournaments/{event.slug}"):
        for caller in callers:
            said(caller, path, "well played")
    tables.play_out(match, players)
    event.play_round()
    complaint = Complaint(about=one.pk, ground="other", match=match)
    reporting.report(reporter_id=ann.pk, site="", complaint=complaint)
    run_all()
    return Around(ann, callers[1], match, event, hook.pk)


def answers_of(around: Around, gone: str) -> dict[str, str]:
    """Return what an opponent reads over the API, by address."""
    ids = {
        "match_id": around.match,
        "slug": around.event.slug,
        "webhook": around.hook,
        "name": gone,
        "username": gone,
        "number": 1,
        "entrant": 1,
        "table_id": around.event.round.tables[0].id,
        "delivery": Delivery.objects.filter(target=around.hook)[0].pk,
    }
    found = {}
    for operation in operations():
        if operation.writes or operation.path in SEALED or operation.path.endswith("stream"):
            continue
        answer = around.caller.get(operation.at(**ids))
        content = answer.response
        body = b"".join(content) if content.streaming else content.content
        if answer.status == 200:
            found[operation.path] = body.decode(errors="replace")
    return found


def test_friends_and_opponents_have_the_name_nowhere() -> None:
    one = services.register(username=NAME, password=PASSWORD, email="zeb@example.test")
    with receiving() as receiver:
        around = been_through(one, f"{receiver.address}/hook")
    before = around.caller.get(f"/tournaments/{around.event.slug}/remarks").body
    assert NAME in json.dumps(before)
    assert NAME in str(cards.of_match(around.match))

    gone = delete_account(one)

    browser = Client()
    browser.force_login(around.ann, backend=BACKEND)
    found = answers_of(around, gone)
    pages = (
        *("/friends", "/account/notifications", "/account/webhooks", "/account/decisions"),
        *(f"/account/webhooks/{around.hook}", f"/matches/{around.match}", "/turns", "/"),
        *(f"/tournaments/{around.event.slug}", f"/tournaments/{around.event.slug}/wall"),
        *(f"/embed/tournaments/{around.event.slug}/standings", f"/players/{around.ann.username}"),
        calendars.path_of(preferences.of(around.ann.pk)),
    )
    for page in pages:
        answer = browser.get(page)
        assert answer.status_code == 200, page
        found[f"page {page}"] = answer.content.decode()
    found["data file"] = json.dumps(contents(browser))
    found["picture of the match"] = str(cards.of_match(around.match))
    found["picture of the tournament"] = str(cards.of_tournament(around.event.slug))

    read = ("/tournaments/{slug}/remarks", "/matches/{match_id}/remarks")
    assert {*read, "/me/webhooks/{webhook}/deliveries", "/me/recent-players"} <= set(found)
    assert [where for where, text in found.items() if NAME.lower() in text.lower()] == []


def test_the_staff_reads_the_name_on_no_page_of_the_admin() -> None:
    one = services.register(username=NAME, password=PASSWORD, email="zeb@example.test")
    ladder = ladders.opened(listed_games=1, entry="people")
    with receiving() as receiver:
        been_through(one, f"{receiver.address}/hook")
    rated = ladders.result([NAME, "Ben"], [1, 2])
    ladders.record(ladder, structs.replace(rated, players=[f"account:{one.pk}", "guest:Ben"]))
    staff = services.register(username=new_name(), password=PASSWORD)
    Account.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    browser = Client()
    browser.force_login(Account.objects.get(pk=staff.pk), backend=BACKEND)

    delete_account(one)

    shown = dict(single_pages(browser))
    assert len(shown) > 15
    assert [where for where, text in shown.items() if NAME.lower() in text.lower()] == []


def single_pages(browser: Client) -> Iterator[tuple[str, str]]:
    """Yield the newest pages of every section of the admin, and their histories."""
    for model in apps.get_models():
        if not admin.site.is_registered(model):
            continue
        meta = model._meta  # noqa: SLF001 - Django's public name.
        for row in model._default_manager.order_by("-pk")[:6]:  # noqa: SLF001 - Likewise.
            for view in ("change", "history"):
                try:
                    address = reverse(
                        f"admin:{meta.app_label}_{meta.model_name}_{view}",
                        args=[quote(row.pk)],
                    )
                except NoReverseMatch:
                    continue
                answer = browser.get(address)
                if answer.status_code == 200:
                    yield address, answer.content.decode()
