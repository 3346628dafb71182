"""Deals in the admin: the staff may play them as well, so it shows no more than is public."""

import pytest
from django.test import Client

from accounts.models import Account
from deals.models import Attempt
from tests.callers import PASSWORD, new_name
from tests.deals import played
from tests.matches import tables

pytestmark = pytest.mark.django_db


def staff() -> Client:
    client = Client()
    boss = Account.objects.create_superuser(new_name(), PASSWORD)
    client.force_login(boss, "django.contrib.auth.backends.ModelBackend")
    return client


def test_of_an_open_deal_nothing_is_told_that_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    deal, client = played.opened("pickpocket", 4), staff()
    ann, bob = (player._replace(site="203.0.113.7") for player in tables.people(2))
    for player in (ann, bob):
        played.played(deal, player)
    address = f"/admin/deals/deal/{deal}/change/"

    before = client.get(address).content.decode()
    played.close(deal, monkeypatch)
    after = client.get(address).content.decode()
    margins = [f"{row.margin}" for row in Attempt.objects.filter(deal=deal)]

    assert "withheld until the deal is closed" in before
    assert not any(f">{margin}<" in before for margin in margins)
    assert all(margin in after for margin in margins)
    assert f"{min(ann.username, bob.username)}, " in before, "accounts at one address"
    assert "1 of 4" in before


def test_the_history_of_a_deal_is_verified_from_the_list() -> None:
    deal, client = played.opened(), staff()
    asked = {"action": "verify", "_selected_action": [str(deal)]}

    answer = client.post("/admin/deals/deal/", asked, follow=True)

    assert "is verified" in answer.content.decode()
