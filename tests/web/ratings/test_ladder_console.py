"""The console of ladders: the staff opens and commands them by forms, with a preview each."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

import pytest
from django.contrib.auth.models import Permission
from django.forms import Textarea, TextInput
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from msgspec import Meta

from accounts.models import Account
from ratings.api.commands import COMMANDS
from ratings.api.requests import Ordered
from ratings.ladder.events import CATALOGUE
from ratings.management.commands.ladder import ACTIONS
from ratings.models import Ladder
from ratings.systems.registry import systems
from tests.callers import PASSWORD, new_name
from tests.ratings import ladders
from tests.web.visitors import BACKEND
from web.ratings.console.command_forms import form_of
from web.ratings.console.labels import CHOICES, EVENTS, LABELS, OF_DEALS, PARAMETERS
from web.ratings.console.views import OFFERED

pytestmark = pytest.mark.django_db


def signed_in(*, is_staff: bool, may: bool) -> Client:
    account = Account.objects.create_user(new_name(), password=PASSWORD, is_staff=is_staff)
    if may:
        account.user_permissions.add(Permission.objects.get(codename="change_ladder"))
    client = Client()
    client.force_login(account, "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def boss() -> Client:
    return signed_in(is_staff=True, may=True)


SELECTS = re.compile(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', re.DOTALL)
TEXTS = re.compile(r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', re.DOTALL)


def forms_of(page: str) -> list[str]:
    return re.findall(r"<form.*?</form>", page, re.DOTALL)


def fields_of(form: str) -> dict[str, str]:
    """Return what a form would send as it stands."""
    found: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        about = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
        if about.get("type") in {"checkbox", "radio"} and " checked" not in tag:
            continue
        if "name" in about:
            empty = "on" if about.get("type") == "checkbox" else ""
            found[about["name"]] = about.get("value", empty)
    for name, body in SELECTS.findall(form):
        chosen = re.search(r'value="([^"]*)" selected', body)
        found[name] = chosen[1] if chosen else ""
    return found | {name: body.strip() for name, body in TEXTS.findall(form)}


def sent(client: Client, address: str, **said: str) -> str:
    """Fill in the form of a page, and return what follows, which should be the preview."""
    (form,) = [
        each for each in forms_of(client.get(address).content.decode()) if "id_reason" in each
    ]
    return str(client.post(address, {**fields_of(form), **said}).content.decode())


def confirmed(client: Client, address: str, preview: str) -> str:
    """Confirm what a preview has shown, and return the page that follows."""
    (form,) = [each for each in forms_of(preview) if 'name="confirmed"' in each]
    answer = client.post(address, fields_of(form), follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def address(ladder: Ladder, name: str, **query: object) -> str:
    text = "&".join(f"{key}={value}" for key, value in query.items())
    return f"/ladders/{ladder.slug}/run/{name}" + (f"?{text}" if text else "")


class TestOpening:
    def test_a_ladder_takes_two_pages_and_a_preview_in_words(self, boss: Client) -> None:
        begun = "/new-ladder?game=pickpocket&kind=challenge&system=elo"

        preview = sent(boss, begun, name="Club", slug="the-club", challenges__open_max="2")

        assert "Nothing has been saved yet" in preview
        assert not Ladder.objects.filter(slug="the-club").exists()
        confirmed(boss, begun, preview)
        settings = Ladder.objects.get(slug="the-club").settings
        assert (settings["challenges"]["open_max"], settings["clock"]) == (2, 60)
        assert settings["repeats"]["day_full"] == 2
        assert settings["parameters"]["k"] == 12

    def test_what_is_wrong_stands_at_its_field_and_opens_nothing(self, boss: Client) -> None:
        begun = "/new-ladder?game=second-story&kind=rating&system=elo"

        page = sent(boss, begun, name="Club", slug="the-club", players__max="6")

        assert re.search(r'id="id_players__\w+_error"', page) or "2 to 5 players" in page
        assert not Ladder.objects.filter(slug="the-club").exists()


class TestCommands:
    def test_settings_are_changed_and_what_was_not_touched_stays_as_it_is(
        self, boss: Client
    ) -> None:
        ladder = ladders.opened()
        before = dict(ladder.settings)

        where = address(ladder, "edit")
        preview = sent(boss, where, clock="90", reason="a quicker evening")
        confirmed(boss, where, preview)

        ladder.refresh_from_db()
        assert ladder.settings == {**before, "clock": 90}

    def test_a_form_that_changes_nothing_is_refused(self, boss: Client) -> None:
        ladder = ladders.opened()

        page = sent(boss, address(ladder, "edit"), reason="nothing")

        assert "name at least one setting" in page.lower()

    def test_an_adjustment_is_shown_first_and_the_player_reads_why(self, boss: Client) -> None:
        ladder = ladders.opened()
        ladders.played(ladder, ["ann", "bob"], [1, 2])
        where = address(ladder, "adjust")

        preview = sent(boss, where, player="ann", points="-20", reason="a wrong clock")
        untouched = ladders.ratings(ladder)["ann"]
        console = confirmed(boss, where, preview)
        page = Client().get(f"/ladders/{ladder.slug}/players/guest:ann").content.decode()

        assert "Nothing has been changed yet" in preview
        assert ladders.ratings(ladder)["ann"] == untouched - 20_000
        assert "player=ann&amp;points=20.0" in console
        assert "Rating adjusted by \N{MINUS SIGN}20" in page
        assert page.count("a wrong clock") >= 2

    def test_the_preview_of_a_merge_names_who_becomes_whom(self, boss: Client) -> None:
        ladder = ladders.opened()
        ladders.played(ladder, ["ann", "bob"], [1, 2])
        ladders.played(ladder, ["cleo", "bob"], [1, 2])
        where = address(ladder, "merge")

        preview = sent(boss, where, gone="ann", into="cleo", reason="one person")

        assert "ann leaves the ladder, and their matches count as played by cleo." in preview

    def test_a_match_is_annulled_from_its_page_and_its_players_read_why(self, boss: Client) -> None:
        ladder = ladders.opened()
        match = ladders.played(ladder, ["ann", "bob"], [1, 2])
        ladders.played(ladder, ["ann", "bob"], [1, 2])
        page = boss.get(f"/ladders/{ladder.slug}/matches/{match}").content.decode()
        (where,) = re.findall(r'href="([^"]+/run/annul[^"]+)"', page)

        confirmed(boss, where, sent(boss, where, reason="two hands were one"))

        assert ladder.matches.get(match=match).status == "annulled"
        for name in ("ann", "bob"):
            page = Client().get(f"/ladders/{ladder.slug}/players/guest:{name}").content.decode()
            assert "Match annulled" in page
            assert "two hands were one" in page

    @pytest.mark.more
    def test_a_season_is_closed_and_the_next_one_named(self, boss: Client) -> None:
        ladder = ladders.opened()
        ladders.played(ladder, ["ann", "bob"], [1, 2])
        where = address(ladder, "season")

        confirmed(boss, where, sent(boss, where, name="Spring", reason="spring has come"))

        ladder.refresh_from_db()
        assert (ladder.settings["season"], ladder.seasons.count()) == ("Spring", 1)

    def test_what_happens_meanwhile_is_shown_before_a_command_is_carried_out(
        self, boss: Client
    ) -> None:
        ladder = ladders.opened()
        ladders.played(ladder, ["ann", "bob"], [1, 2])
        where = address(ladder, "adjust")
        preview = sent(boss, where, player="ann", points="5", reason="a slip")
        ladders.played(ladder, ["ann", "bob"], [2, 1])
        then = ladders.ratings(ladder)["ann"]

        again = confirmed(boss, where, preview)

        assert "Something has happened on the ladder meanwhile" in again
        assert ladders.ratings(ladder)["ann"] == then

    def test_a_paused_ladder_can_be_resumed(self, boss: Client) -> None:
        ladder = ladders.opened()
        where = address(ladder, "pause")

        console = confirmed(boss, where, sent(boss, where, reason="the hall is closed"))

        assert "Resume the ladder" in console
        ladder.refresh_from_db()
        assert ladder.is_paused


@pytest.mark.more
def test_every_setting_and_value_has_words(boss: Client) -> None:
    for kind in ("rating", "points", "challenge"):
        for system in systems():
            page = boss.get(f"/new-ladder?game=pickpocket&kind={kind}&system={system.id}")
            names = set(page.context["form"].fields) - {"reason", "slug"}
            own = {name for name in names if not name.startswith(("parameters__", "options__"))}
            assert own <= LABELS.keys(), own - LABELS.keys()
            told = {name.removeprefix("parameters__") for name in names if "parameters__" in name}
            assert told <= PARAMETERS.keys(), told - PARAMETERS.keys()
            for name, words in CHOICES.items():
                if name in names:
                    assert {
                        key for key, _words in page.context["form"].fields[name].choices
                    } == set(words)


@pytest.mark.parametrize(
    "who", [{"is_staff": False, "may": True}, {"is_staff": True, "may": False}], ids=str
)
def test_nobody_without_the_right_reaches_any_page_of_it(who: Mapping[str, bool]) -> None:
    ladder = ladders.opened()
    client = signed_in(**who)

    for where in ("/new-ladder", f"/ladders/{ladder.slug}/run", address(ladder, "edit")):
        assert client.get(where).status_code == 403
        assert client.post(where, {"confirmed": "yes", "reason": "mine"}).status_code == 403
    assert "/run" not in client.get(f"/ladders/{ladder.slug}").content.decode()


def test_every_command_of_the_table_is_in_the_console_and_on_the_command_line() -> None:
    assert set(OFFERED) == {"edit", *COMMANDS}
    assert set(ACTIONS) >= set(COMMANDS)


@pytest.mark.more
@pytest.mark.parametrize("name", COMMANDS)
def test_the_words_of_the_table_are_on_the_pages_in_their_language(name: str) -> None:
    ladder, command = ladders.opened(), COMMANDS[name]
    superuser = Client(headers={"accept-language": "de"})
    superuser.force_login(Account.objects.create_superuser(new_name(), PASSWORD), backend=BACKEND)
    address = f"/ladders/{ladder.slug}/run"

    listed = superuser.get(address).content.decode()
    asked = superuser.get(f"{address}/{name}").content.decode()
    desk = superuser.get(reverse("admin:ratings_ladder_do", args=[ladder.pk, name]))

    with translation.override("en"):
        english = str(command.about)
    with translation.override("de"):
        title, about = str(command.called(paused=False)), str(command.about)
        assert about != english
        assert escape(title) in listed
        assert escape(title) in asked
        assert escape(about) in listed
        assert escape(about) in asked
        assert escape(str(command.label)) in desk.content.decode()


def test_a_field_is_called_by_what_its_command_means_by_it() -> None:
    class Motto(Ordered, frozen=True, kw_only=True):
        text: Annotated[str, Meta(max_length=80, extra={"label": "Motto"})]

    motto = form_of(replace(COMMANDS["pause"], id="motto", request=Motto))().fields["text"]
    file = form_of(COMMANDS["import"])().fields["text"]

    assert (motto.label, type(motto.widget)) == ("Motto", TextInput)
    assert (file.label, type(file.widget)) == ("CSV or NDJSON", Textarea)


def test_every_kind_of_event_has_words_in_the_history() -> None:
    of_players = {"match_rated", "match_not_rated", "player_joined", "player_left"}
    of_players |= {"challenge_made", "challenge_answered", "challenge_closed"}

    assert {*CATALOGUE} == {*EVENTS, *OF_DEALS, *of_players}
