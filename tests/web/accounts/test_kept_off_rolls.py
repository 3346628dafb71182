"""Everybody sees that an account is kept off the rolls of deals, and until when."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from eventstore.canonical import format_timestamp
from matches import rolls
from tests.callers import new_player
from tests.matches import tables

pytestmark = pytest.mark.django_db


def test_the_page_and_the_api_say_until_when_an_account_adds_no_chance() -> None:
    (ann,) = tables.people(1)
    address, reader = f"/players/{ann.username}", new_player()
    said = "Adds no chance to deals until"
    assert said not in Client().get(address).content.decode()
    assert reader.get(address).body["adds_no_chance_until"] is None
    now = datetime.now(UTC)
    for _ in range(3):
        rolls.note([ann.account], [ann.account], now)

    assert said in Client().get(address).content.decode()
    until = format_timestamp(now + rolls.KEPT_OFF)
    assert reader.get(address).body["adds_no_chance_until"] == until
