"""A tournament in one screen, and what people are told of it before they come."""

import re
from datetime import UTC, datetime
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Account
from tests.callers import new_key, new_name
from tests.site_profile.test_profile import picture
from tests.web.tournaments.consoles import Console, planner
from tests.web.visitors import text
from tournaments import command_handler
from tournaments.models import Tournament
from tournaments.services import lifecycle
from tournaments.state import Role

pytestmark = pytest.mark.django_db

NEW = "/organise/new/template"
DETAILS = {
    "about_starts_at_0": "2026-11-26T19:00",
    "about_starts_at_1": "Europe/Berlin",
    "about_place": "The Owl, back room",
}
MORE = {
    "about_fee": "5 € at the door",
    "about_contact": "olga@example.org",
    "about_rules_url": "https://example.org/rules",
    "about_description": "Bring a friend.\n\nBring <b>two</b>.",
}


def asked(**changes: Any) -> dict[str, Any]:
    """Return the form as somebody sends it who has changed little."""
    name = f"Evening {new_name()}"
    filled = {"kind": "in-person", "game": "pickpocket", "rounds": "4", "minutes": "45"}
    return {**filled, "clock": "30", "name": name, "key": str(new_key()), **DETAILS, **changes}


def made(browser: Client, form: dict[str, str]) -> dict[str, Any]:
    answer = browser.post(NEW, form)
    assert answer.status_code == 302, text(answer)
    slug = answer["Location"].removeprefix("/organise/")
    settings: dict[str, Any] = Tournament.objects.get(slug=slug).settings
    return settings


def test_an_evening_in_person_is_made_in_one_screen() -> None:
    settings = made(planner(), asked())

    assert (settings["game"], settings["play"]) == ("pickpocket", "reported")
    assert (settings["round_seconds"], settings["clock"]) == (45 * 60, None)
    assert settings["stages"][0]["options"]["rounds"] == 4
    starts_at = datetime.fromisoformat(settings["about"]["starts_at"])
    assert starts_at == datetime(2026, 11, 26, 18, tzinfo=UTC), "seven in Berlin"
    assert settings["about"]["place"] == "The Owl, back room"


def test_description_fee_contact_rules_and_a_picture_are_asked_behind_one_fold() -> None:
    browser = planner()
    shown = text(browser.get(NEW))
    fold = shown[shown.index('<details class="more">') :].partition("</details>")[0]
    assert all(f'name="{name}"' in fold for name in (*MORE, "picture"))

    wrong = browser.post(NEW, asked(picture=SimpleUploadedFile("p.png", b"no picture")))
    assert wrong.status_code == 400
    assert '<details class="more" open>' in text(wrong)

    settings = made(browser, asked(**MORE, picture=SimpleUploadedFile("p.png", picture())))
    assert {f"about_{name}": said for name, said in settings["about"].items()}.items() >= (
        MORE.items()
    )
    found = command_handler.find(settings["slug"])
    assert command_handler.load(found.id).picture is not None


def test_an_event_online_always_has_a_clock() -> None:
    settings = made(planner(), asked(kind="online", minutes="", clock=""))

    assert (settings["play"], settings["bots"]) == ("matches", "none")
    assert settings["clock"]["per_move"] == 120


def test_a_form_that_is_sent_twice_makes_one_tournament() -> None:
    browser, form = planner(), asked()

    made(browser, form)
    made(browser, form)

    assert Tournament.objects.filter(name=form["name"]).count() == 1


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "This field is required."),
        ("minutes", "", "Enter the time."),
        ("rounds", "0", "greater than or equal to 1"),
        ("about_starts_at_0", "26 November", "Choose a date and a time."),
        ("about_starts_at_1", "Mars/Olympus", "Choose a date and a time."),
        ("game", "chess", "not one of the available choices"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_made(field: str, value: str, words: str) -> None:
    form = asked(**{field: value})

    answer = planner().post(NEW, form)

    assert answer.status_code == 400
    assert words in unescape(text(answer))
    assert not Tournament.objects.filter(name=form["name"]).exists()


def test_people_read_what_the_organiser_says_of_the_event_also_after_its_start() -> None:
    console = Console(4)
    console.done("open")
    console.event.start()

    answer = console.browser.post(f"{console.at}/settings", {"details": "1", **DETAILS, **MORE})

    assert answer.status_code == 302
    page = text(Client().get(f"/tournaments/{console.event.slug}"))
    assert '<time datetime="2026-11-26T18:00:00+00:00" data-tell="whole">' in page
    for words in ("The Owl, back room", "5 € at the door", "olga@example.org"):
        assert words in page
    assert '<a href="https://example.org/rules" rel="nofollow ugc noopener">' in page
    assert "<p>Bring &lt;b&gt;two&lt;/b&gt;.</p>" in page
    assert "The Owl, back room" in text(console.browser.get(f"{console.at}/settings"))


def test_only_links_to_the_web_are_links() -> None:
    console = Console()

    answer = console.browser.post(
        f"{console.at}/settings", {"details": "1", "about_rules_url": "javascript:alert(1)"}
    )

    assert answer.status_code == 400
    assert (
        "about" not in console.event.state.settings
        or not (console.event.state.settings["about"]["rules_url"])
    )


def test_bots_are_let_into_an_event_online_in_the_same_screen_and_never_into_a_room() -> None:
    assert made(planner(), asked(kind="online", bots="allowed"))["bots"] == "allowed"
    assert made(planner(), asked(bots="allowed"))["bots"] == "none"


def test_own_events_are_offered_to_be_held_again_each_name_once() -> None:
    olga = planner()
    assert "Or repeat one of your tournaments" not in unescape(text(olga.get(NEW)))
    first = asked(name="Thursday club")
    for form in (first, {**first, "key": str(new_key())}, asked(name="Spring cup")):
        made(olga, form)
    judged = Console(name="Somebody else's")
    me = Account.objects.get(pk=olga.session["_auth_user_id"])
    judged.event.do(lifecycle.give_role, account=me.pk, role=Role.JUDGE)

    shown = unescape(text(olga.get(NEW)))

    own = shown.partition("Or repeat one of your tournaments")[2].partition("Or begin with")[0]
    assert [own.count(each) for each in ("Thursday club", "Spring cup")] == [1, 1]
    assert "Somebody else's" not in own
    latest = Tournament.objects.filter(name="Thursday club").order_by("created_at").last()
    assert latest is not None
    assert f"/organise/{latest.slug}/again" in own
    mine = unescape(text(olga.get("/organise")))
    names = re.findall(r">(Thursday club|Spring cup|Somebody else's)</a>", mine)
    assert names == ["Somebody else's", "Spring cup", "Thursday club", "Thursday club"]
