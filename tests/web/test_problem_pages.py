"""Every problem's `type` leads to what it means and what to do: as JSON, and as a page."""

import pytest
from django.test import Client

from api.problem_advice import ADVICE
from api.problem_codes import KINDS
from tests.callers import Caller
from tests.samples import leading

pytestmark = pytest.mark.django_db

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def test_every_code_has_advice_and_no_other() -> None:
    assert list(ADVICE) == list(KINDS)
    assert all(len(text) > 40 for text in ADVICE.values())


def test_the_type_of_a_problem_leads_a_program_to_what_to_do() -> None:
    problem = Caller().get("/me").body

    shown = Caller().get(problem["type"])

    assert shown.body == {
        "code": "not_authenticated",
        "status": 401,
        "title": problem["title"],
        "advice": ADVICE["not_authenticated"],
    }


@pytest.mark.parametrize("code", leading(KINDS, 6))
def test_the_type_of_a_problem_leads_a_browser_to_its_page(code: str) -> None:
    visitor = Client()

    led = visitor.get(f"/api/v1/problems/{code}", headers={"Accept": BROWSER})
    shown = visitor.get(led["Location"]).content.decode()

    assert (led.status_code, led["Location"]) == (303, f"/problems/{code}")
    assert "Accept" in led["Vary"]
    assert f"<code>{code}</code>" in shown
    assert f"<code>{KINDS[code].status}</code>" in shown


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/json, text/html"])
def test_whoever_does_not_put_pages_first_gets_json(accept: str) -> None:
    assert Caller().get("/problems/invalid", Accept=accept).status == 200


def test_all_codes_are_listed_in_both_forms() -> None:
    listed = Caller().get("/problems").body
    page = Client().get("/problems").content.decode()

    assert [each["code"] for each in listed] == list(KINDS)
    assert all(each["advice"] for each in listed)
    assert all(f'href="/problems/{code}"' in page for code in KINDS)


def test_a_page_speaks_the_readers_language_and_keeps_the_apis_words() -> None:
    page = Client().get("/problems/illegal_move", headers={"Accept-Language": "de"})
    text = page.content.decode()

    assert "Die Regeln erlauben diesen Zug nicht." in text
    assert "Wähle einen der <code>legal_moves</code>" in text
    assert "`" not in text.partition("<main")[2].partition("</main>")[0]


def test_a_code_that_there_is_not_has_no_page() -> None:
    assert Client().get("/problems/no_such_code").status_code == 404
    assert Caller().get("/problems/no_such_code", Accept=BROWSER).code == "not_found"
