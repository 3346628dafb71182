"""The table of commands: who may give them, and that every way in has all of them."""

import re
from uuid import uuid4

import pytest
from django.core.management import load_command_class
from django.test import Client
from django.urls import reverse

from accounts.models import Account
from ratings.api.commands import COMMANDS
from tests.callers import Caller, new_name, new_player
from tests.ratings import ladders

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", COMMANDS)
def test_only_who_runs_ladders_may_give_a_command(name: str) -> None:
    ladder = ladders.opened()
    address = "/" + re.sub("<slug:slug>", ladder.slug, COMMANDS[name].path)
    address = re.sub("<uuid:match_id>", str(uuid4()), address)
    player = new_player()
    staff, page = Client(), reverse("admin:ratings_ladder_do", args=[ladder.pk, name])
    staff.force_login(
        Account.objects.create_user(new_name(), "x", is_staff=True),
        backend="django.contrib.auth.backends.ModelBackend",
    )

    assert Caller().post(address, {}).status == 401
    refused = player.post(address, {})
    assert (refused.status, refused.body["code"]) == (403, "scope_missing")
    assert staff.get(page).status_code == 403
    ladder.refresh_from_db()
    assert ladder.version == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_form_and_a_word_on_the_command_line(name: str) -> None:
    ladder, command = ladders.opened(), COMMANDS[name]
    superuser = Client()
    superuser.force_login(
        Account.objects.create_superuser(new_name(), "x"),
        backend="django.contrib.auth.backends.ModelBackend",
    )

    shown = superuser.get(reverse("admin:ratings_ladder_do", args=[ladder.pk, name]))
    parser = load_command_class("ratings", "ladder").create_parser("manage.py", "ladder")

    asked = {*command.request.__struct_fields__} - {"expected_version"}
    assert asked <= set(shown.context["form"].fields)
    assert name in parser.format_help()
