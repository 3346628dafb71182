"""What every page has: its policy, its language, its look, and pages for what goes wrong."""

import re

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from cutpurse.urls import urlpatterns as site_patterns
from tests.callers import new_name
from tests.web.visitors import member, text

pytestmark = pytest.mark.django_db

PAGES = (
    *("/", "/games", "/games/stick-em", "/matches", "/sign-in", "/sign-up", "/styleguide"),
    "/nowhere",
)
MEMBERS_PAGES = ("/", "/account", "/games/pickpocket/new", "/matches?status=finished")


def broken(_request: HttpRequest) -> HttpResponse:
    """Fail as no view should."""
    message = "a secret that no page may show"
    raise RuntimeError(message)


def away(_request: HttpRequest) -> HttpResponse:
    """Fail as a view does whose database is away."""
    message = "the address of a server that no page may show"
    raise OperationalError(message)


handler500 = "web.views.errors.server_error"
urlpatterns = [path("broken", broken), path("away", away), *site_patterns]


@pytest.mark.parametrize("address", PAGES)
def test_a_page_runs_nothing_inline_and_nothing_from_elsewhere(address: str) -> None:
    answer = Client().get(address)
    page = text(answer)

    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "private" in answer["Cache-Control"]
    assert " style=" not in page
    assert " onclick=" not in page
    assert "<style" not in page
    assert "https://" not in page
    assert page.count("<script") == page.count('<script type="module" src="/static/') >= 1


@pytest.mark.parametrize("address", MEMBERS_PAGES)
def test_members_have_their_pages_and_strangers_are_asked_to_sign_in(address: str) -> None:
    browser, account = member()

    assert account.username in text(browser.get(address))
    if address.startswith("/account"):
        assert Client().get(address)["Location"].startswith("/sign-in?next=")


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "Sign in"), ("nl", "Inloggen"), ("fr", "Se connecter"), ("de", "Anmelden")],
)
def test_a_page_is_in_the_language_that_the_browser_asks_for(language: str, word: str) -> None:
    page = text(Client().get("/sign-in", headers={"Accept-Language": language}))

    assert f'<html lang="{language}"' in page
    assert word in page


def test_a_chosen_language_and_theme_stay() -> None:
    browser = Client()

    leads = browser.post("/language", {"language": "de", "next": "/games"})
    browser.post("/appearance", {"theme": "dark", "next": "//evil.example/"})
    page = text(browser.get("/games"))

    assert leads["Location"] == "/games"
    assert '<html lang="de" data-theme="dark"' in page
    browser.post("/appearance", {"theme": ""})
    assert "data-theme" not in text(browser.get("/games"))


def test_the_choice_of_a_theme_leads_nowhere_else() -> None:
    answer = Client().post("/appearance", {"theme": "dark", "next": "//evil.example/"})

    assert answer["Location"] == "/"


def test_programs_are_answered_in_english_whatever_they_ask_for() -> None:
    answer = Client().get("/api/v1/me", headers={"Accept-Language": "de"})

    assert "Send a token" in answer.json()["detail"]
    assert "Content-Language" not in answer.headers


def test_an_address_without_a_page_says_so_with_the_frame_around_it() -> None:
    answer = Client().get("/nowhere")

    assert answer.status_code == 404
    assert "Page not found" in text(answer)
    assert 'aria-label="Main menu"' in text(answer)


def test_a_form_from_elsewhere_is_refused_in_words() -> None:
    answer = Client(enforce_csrf_checks=True).post("/sign-up", {"username": new_name()})

    assert answer.status_code == 403
    assert "is not accepting cookies" in text(answer)


def test_our_mistakes_get_a_page_that_gives_nothing_away(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__

    answer = Client(raise_request_exception=False).get("/broken")

    assert answer.status_code == 500
    assert "your data is safe" in text(answer)
    assert "a secret" not in text(answer)
    assert answer["X-Request-Id"] in text(answer)


def test_an_outage_of_the_database_is_no_mistake_of_ours_but_a_reason_to_try_again(
    settings: Settings,
) -> None:
    settings.ROOT_URLCONF = __name__

    answer = Client(raise_request_exception=False).get("/away")

    assert answer.status_code == 503
    assert answer["Retry-After"] == "1"
    assert "Please try again in a moment" in text(answer)
    assert "the address of a server" not in text(answer)


@pytest.mark.parametrize("address", ["/", "/sign-in", "/sign-up", "/forgotten"])
def test_every_page_for_strangers_has_the_sites_name_at_its_head(address: str) -> None:
    page = text(Client().get(address, follow=True))

    assert re.search(r'class="brand".*?<span>Cutpurse</span>', page, re.DOTALL)
    assert "testserver" not in page.partition("<main")[0]
