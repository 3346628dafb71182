"""Lists of the admin: as many queries for twenty rows as for two, and no id where a name is."""

import re
import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.idp.oidc.models import Client as Program
from django.contrib import admin
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts import programs
from accounts.models import Account, Session, SignUpInvitation, Token
from agenda import sql as agenda
from agenda.models import DueListing
from api.ids import uuid7
from deals.models import Deal
from eventstore.models import Verification
from matches.models import Match
from moderation.models import Case
from notifications import webhooks
from notifications.models import Delivery
from notifications.webhooks import WebhookFields
from partiality.models import PairTest
from ratings.models import (
    ChallengeRow,
    Ladder,
    RatedMatch,
    SeasonStanding,
    Standing,
)
from site_profile.models import SiteProfile
from tests.callers import PASSWORD, new_name
from tests.deals import played
from tests.matches import tables
from tests.ratings import ladders
from tests.samples import leading
from tests.tournaments.circuits import Circuit
from tests.tournaments.events import REPORTED, Event
from tournaments.models import Series, Tournament
from web.backoffice import words

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
ID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}")


def account() -> Account:
    return Account.objects.create(username=new_name())


def a_token() -> None:
    Token.objects.create(
        account=account(), digest=secrets.token_bytes(32), prefix="cp_", scopes=["play"],
        expires_at=datetime.now(UTC) + timedelta(days=1),
    )  # fmt: skip


def a_session() -> None:
    Session.objects.create(
        session_key=secrets.token_hex(16), session_data="", account=account(), expire_date=NOW
    )


def an_invitation() -> None:
    SignUpInvitation.objects.create(
        digest=secrets.token_bytes(32), uses_left=1, expires_at=NOW, note="the club"
    )


def a_match() -> None:
    tables.begun(tables.people(3), options={"rounds": 1})


def a_deal() -> None:
    played.opened()


def a_tournament() -> None:
    Event(**REPORTED).enter_names(4)


def a_series() -> None:
    Circuit()


def a_rated_match() -> None:
    ladder = ladders.opened(name=f"Club {secrets.token_hex(2)}")
    ladders.played(ladder, [secrets.token_hex(3), secrets.token_hex(3)], [1, 2])


def a_final_standing() -> None:
    a_rated_match()
    row = Standing.objects.order_by("-id").first()
    assert row is not None
    SeasonStanding.objects.create(
        ladder=row.ladder, season=1, player=row.player, name=row.name, rank=1, rating=row.rating,
        games=3, points=0,
    )  # fmt: skip


def a_challenge() -> None:
    a_rated_match()
    rows = list(Standing.objects.order_by("-id")[:2])
    ChallengeRow.objects.create(
        id=uuid7(), ladder=rows[0].ladder, challenger=rows[0].player, opponents=[rows[1].player],
        accepted=[], status="open", answer_by=NOW, made_at=NOW,
    )  # fmt: skip


def a_pair() -> None:
    first, second = sorted([account(), account()], key=lambda each: each.pk)
    PairTest.objects.create(
        first=first, second=second, game="stick-em", seats=4, version="partiality/2",
        tested_at=NOW, matches=16, figures=[0.1, 3.4], p=None, compared_with=[0, 0], tests=1,
        decisions=[],
    )  # fmt: skip


def a_case() -> None:
    Case.objects.create(
        id=uuid7(), about=account(), status="open", version=1, opened_at=NOW, updated_at=NOW
    )


def a_row_of_the_agenda() -> None:
    agenda.schedule(kind="bot_turn", subject=uuid7(), version=1)


def a_verification() -> None:
    Verification.objects.create(at=NOW, streams=1, faults=0)


def a_delivery() -> None:
    webhook = webhooks.create(
        account_id=account().pk,
        fields=WebhookFields("https://example.org/hook", "standard", ["my_table"]),
    )
    webhooks.test(account_id=webhook.account_id, webhook_id=webhook.pk)


def a_program() -> None:
    wanted = programs.Wanted(
        name=new_name(),
        homepage="https://club.example/",
        redirects=("https://club.example/back",),
        scopes=programs.SCOPES,
        is_public=True,
    )
    programs.register(account=account(), wanted=wanted)


MAKERS: dict[type[models.Model], Callable[[], object]] = {
    Account: account,
    Token: a_token,
    Session: a_session,
    SignUpInvitation: an_invitation,
    Match: a_match,
    Deal: a_deal,
    Tournament: a_tournament,
    Series: a_series,
    Ladder: a_rated_match,
    RatedMatch: a_rated_match,
    Standing: a_rated_match,
    SeasonStanding: a_final_standing,
    ChallengeRow: a_challenge,
    Case: a_case,
    PairTest: a_pair,
    DueListing: a_row_of_the_agenda,
    Delivery: a_delivery,
    Program: a_program,
    Verification: a_verification,
}
"""How a row of each list comes to be."""
WITHOUT_LIST = {SiteProfile}


@pytest.fixture
def staff(client: Client) -> Client:
    boss = Account.objects.create_superuser(new_name(), PASSWORD)
    client.force_login(boss, "django.contrib.auth.backends.ModelBackend")
    return client


def test_every_list_of_the_admin_is_tried_here() -> None:
    assert {*MAKERS, *WITHOUT_LIST} == set(admin.site._registry)  # noqa: SLF001


@pytest.mark.parametrize("model", leading(MAKERS, 4), ids=lambda model: str(model.__name__))
def test_a_list_takes_as_many_queries_for_twenty_rows_as_for_two(
    staff: Client, model: type[models.Model]
) -> None:
    make = MAKERS[model]
    meta = model._meta  # noqa: SLF001
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")

    def counted() -> tuple[int, str]:
        with CaptureQueriesContext(connection) as asked:
            answer = staff.get(address)
        assert answer.status_code == 200
        # What the site says of itself is kept for some seconds, and then asked for again.
        own = [each for each in asked.captured_queries if "site_profile" not in each["sql"]]
        return len(own), answer.content.decode()

    for _ in range(2):
        make()
    counted()
    few, _page = counted()
    for _ in range(18):
        make()
    many, page = counted()

    assert many == few
    shown = re.sub(r"<[^>]*>", " ", page)
    assert ID.findall(shown) == []


def fields_of(section: Any) -> Iterator[str]:
    for each in (*section.list_display, *(section.fields or ())):
        yield from (each,) if isinstance(each, str) else each


@pytest.mark.parametrize("language", ["nl", "fr", "de"])
def test_every_heading_of_the_admin_is_in_the_reader_s_language(language: str) -> None:
    untold = []
    for model, section in admin.site._registry.items():  # noqa: SLF001
        meta = model._meta  # noqa: SLF001
        names = {field.name for field in meta.fields}
        called = words.MODELS[meta.label]
        untold += [f"{meta.label}.{each}" for each in fields_of(section)
                   if each in names and each not in called.fields]  # fmt: skip
        with translation.override(language):
            assert str(meta.verbose_name_plural) == str(called.several)

    assert untold == []


def test_what_a_command_is_called_and_asks_for_is_in_the_reader_s_language(staff: Client) -> None:
    someone = account()
    case = Case.objects.create(
        id=uuid7(), about=someone, status="open", version=1, opened_at=NOW, updated_at=NOW
    )
    staff.cookies["django_language"] = "de"

    page = staff.get(f"/admin/moderation/case/{case.pk}/do/decide/").content.decode()
    cases = staff.get("/admin/moderation/case/").content.decode()
    site = staff.get("/admin/").content.decode()

    assert "Entscheiden" in page
    assert "Stummschalten" in page
    assert "Grund" in page
    assert "About whom" not in cases
    assert "There is no imprint." not in site
