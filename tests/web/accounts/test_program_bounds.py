"""What a program of somebody else may not, whoever allows it what."""

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import services
from accounts.models import Account
from api import limits
from tests.callers import PASSWORD, Caller, new_name, new_player
from tests.web.accounts.flows import BACK, KEY, Flow, program
from tests.web.visitors import member, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits(settings: Settings) -> Iterator[None]:
    settings.IDP_OIDC_PRIVATE_KEY = KEY
    limits.reset()
    yield
    limits.reset()


def of_staff() -> tuple[Client, Account]:
    """Return a browser of somebody who may do anything here."""
    browser, account = member()
    Account.objects.filter(pk=account.pk).update(is_staff=True, is_superuser=True)
    return browser, account


def test_programs_need_no_form_of_ours_but_the_question_does() -> None:
    browser, _ = member()
    flow = Flow(program(), browser, "openid")
    bearer = {"Authorization": f"Bearer {flow.tokens()['access_token']}"}
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser.cookies

    person = strict.post("/oauth/person", headers=bearer)
    forged = strict.post("/oauth/authorize", {"request": "x", "action": "grant"})

    assert person.status_code == 200
    assert forged.status_code == 403


def test_a_program_of_the_staff_can_no_more_than_one_of_anybody(settings: Settings) -> None:
    settings.ORGANISERS = "staff"
    browser, _ = of_staff()
    got = Flow(program(), browser, "read play organise").tokens()
    caller = Caller(got["access_token"])
    match = new_player().post("/matches", {"game": "stick-em", "seats": 3}).body["id"]
    cup = {"slug": new_name().replace("_", "-"), "name": "Cup", "game": "stick-em"}

    me = caller.get("/me").body
    paused = caller.post(f"/matches/{match}/pause", {"reason": "a test"})
    made = caller.post("/tournaments", cup)
    series = caller.post("/series", {"slug": cup["slug"], "name": "Cups"})

    assert (me["is_staff"], me["may_organise"]) == (False, False)
    assert (paused.status, paused.code) == (403, "seat_not_yours")
    assert (made.status, made.code) == (403, "permission_denied")
    assert (series.status, series.code) == (403, "permission_denied")


def test_a_program_of_the_staff_runs_no_tournament_of_others() -> None:
    browser, account = of_staff()
    said = {"username": account.username, "password": PASSWORD, "scopes": ["organise", "read"]}
    own = Caller(Caller().post("/tokens", said).body["token"])
    _, maker = of_staff()
    by_maker = {**said, "username": maker.username}
    slug = new_name().replace("_", "-")
    cup = {"slug": slug, "name": "Cup", "game": "stick-em"}
    made = Caller(Caller().post("/tokens", by_maker).body["token"]).post("/tournaments", cup)
    caller = Caller(Flow(program(), browser, "read organise").tokens()["access_token"])

    as_program = caller.post(f"/tournaments/{slug}/cancel", {"reason": "a test"})
    codes = caller.get(f"/tournaments/{slug}/invitations/links")
    as_staff = own.post(f"/tournaments/{slug}/cancel", {"reason": "a test"})

    assert made.status == 201
    assert (as_program.status, codes.status) == (403, 403)
    assert as_staff.status == 200


def test_a_program_knows_neither_other_tokens_nor_how_to_reach_who_runs_a_bot() -> None:
    browser, account = member()
    Account.objects.filter(pk=account.pk).update(bot_contact="someone@example.org")
    services.issue_token(account=account, name="mine", scopes=["read"], expires_in=3600)
    got = Flow(program(), browser).tokens()
    caller = Caller(got["access_token"])

    listed = caller.get("/tokens").body["results"]

    assert [each["id"] for each in listed] == [caller.get("/me").body["token_id"]]
    assert caller.get("/me").body["bot_contact"] == ""


@pytest.mark.parametrize("prompt", [None, "none"])
@pytest.mark.parametrize(
    "where",
    [
        f"{BACK}?next=elsewhere",
        f"{BACK};x",
        "https://CLUB.example/back",
        "https://ann:secret@club.example/back",
        "https://club.example:443/back",
        "http://127.0.0.1:9000/other",
        "http://127.0.0.1:9000/back?next=elsewhere",
        "http://ann@127.0.0.1:9000/back",
        "http://127.0.0.1.evil.example/back",
    ],
)
def test_where_people_are_led_back_is_compared_letter_by_letter(
    where: str, prompt: str | None
) -> None:
    browser, _ = member()
    made = program(redirects=(BACK, "http://127.0.0.1/back"))
    flow = Flow(made, browser, "openid")

    answer = browser.get(flow.address(redirect_uri=where, prompt=prompt))

    assert "Location" not in answer
    assert "Nothing has been allowed" in text(answer)


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]"])
def test_a_program_on_ones_own_machine_listens_at_any_port(host: str) -> None:
    browser, _ = member()
    made = program(redirects=(f"http://{host}/back",))

    answer = Flow(made, browser).ask(redirect_uri=f"http://{host}:50123/back")

    assert "Allow Club calendar?" in text(answer)


def test_a_stranger_who_is_not_to_be_asked_is_sent_back_or_signs_in() -> None:
    stranger = Client()
    made = program()

    known = stranger.get(Flow(made, stranger, "openid").address(prompt="none"))
    plain = stranger.get(Flow(made, stranger, "read").address(prompt="none"))

    assert known["Location"].startswith(f"{BACK}?error=login_required")
    assert plain["Location"].startswith("/sign-in?next=/oauth/authorize")


def test_a_program_that_comes_too_often_is_told_in_json_when_it_may_come_again(
    settings: Settings,
) -> None:
    settings.LIMITS = {"login_address": "1/hour burst 1"}
    limits.reset()
    flow = Flow(program(), Client())
    said = {"grant_type": "refresh_token", "client_id": flow.made.client.pk, "refresh_token": "x"}

    answers = [flow.post("/oauth/token", said) for _ in range(2)]

    assert [each.status_code for each in answers] == [400, 429]
    assert answers[1].json()["error"] == "temporarily_unavailable"
    assert int(answers[1]["Retry-After"]) > 60
