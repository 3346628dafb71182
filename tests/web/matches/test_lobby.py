"""The lobby: one's own turns first, open seats, matches opened against bots or with people."""

import re
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts import services
from accounts.models import Account
from games import registry
from games.parts import part_of
from matches import lobby
from matches.models import Match
from tests.callers import PASSWORD, new_key, new_name
from tests.operations import with_scopes
from tests.web.visitors import member, open_match, start_match, text

pytestmark = pytest.mark.django_db

GAMES = [rules.game for rules in registry.current_games()]


def test_ones_own_turns_come_first_then_other_tables_then_open_seats() -> None:
    browser, account = member()
    match = start_match(browser, "stick-em")
    waits = open_match(browser, "pickpocket", seats=4)
    other = open_match(member()[0], "second-story")
    page = text(browser.get("/"))

    places = [page.index(f"/matches/{each}") for each in (match, waits, other)]
    assert places == sorted(places)
    assert [seat.match_id for seat in lobby.turns(account.pk)] == [match]
    told = {"count": 1, "words": "1 turn", "news": [], "chance": [], "seal_words": None}
    assert browser.get("/turns").json() == told
    assert Client().get("/turns").json()["count"] == 0
    assert f"/matches/{waits}" not in page[page.index("Open seats") :]


def test_the_count_of_turns_leads_from_one_table_that_waits_to_the_next() -> None:
    browser, _ = member()
    nowhere = browser.get("/turns/next")
    tables = [f"/matches/{start_match(browser, 'stick-em')}" for _ in range(3)]

    walked = [browser.get("/turns/next")["Location"]]
    while len(walked) < 4:
        after = walked[-1].removeprefix("/matches/")
        assert f"/turns/next?after={after}" in text(browser.get(walked[-1]))
        walked.append(browser.get(f"/turns/next?after={after}")["Location"])

    assert (nowhere["Location"], Client().get("/turns/next?after=x")["Location"]) == ("/", "/")
    assert sorted(walked[:3]) == sorted(tables)
    assert walked[3] == walked[0]


@pytest.mark.parametrize("game", [game for game in GAMES if part_of(game, "greedy")])
def test_every_game_starts_against_bots_at_once(game: str) -> None:
    browser, account = member()

    match = Match.objects.get(pk=start_match(browser, game))

    assert (match.game, match.status, match.seats_max) == (game, "live", 3)
    assert [seat.bot for seat in match.chairs.all()] == ["", "greedy", "greedy"]
    assert match.chairs.all()[0].account_id == account.pk


def test_more_matches_cost_the_first_page_no_more_queries() -> None:
    browser, account = member()

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            browser.get("/")
        # What the site says of itself is kept for some seconds, and then asked for again.
        return sum("site_profile" not in each["sql"] for each in asked.captured_queries)

    for game in GAMES:
        start_match(browser, game)
        open_match(browser, game, seats=3)
    few = queries()
    for game in GAMES:
        start_match(browser, game)
        open_match(browser, game, seats=3)

    assert queries() == few
    assert len(lobby.tables(account.pk)) == 2 * len(GAMES)


def test_a_form_that_comes_twice_opens_one_match() -> None:
    browser, account = member()
    form = {"seats": 3, "bot": "gentle", "key": new_key()}

    first = browser.post("/games/stick-em/start", form)
    second = browser.post("/games/stick-em/start", form)

    assert first["Location"] == second["Location"]
    assert Match.objects.filter(opened_by=account).count() == 1


def test_a_stranger_is_asked_to_sign_in_before_a_match_on_a_site_without_guests(
    settings: Settings,
) -> None:
    settings.GUESTS = "off"

    answer = Client().post("/games/stick-em/start", {"seats": 3, "bot": "greedy"})

    assert answer["Location"] == "/sign-in?next=/games/stick-em"


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("stick-em", {"seats": 2, "bot": "greedy"}),
        ("stick-em", {"seats": 3, "bot": "nobody"}),
        ("stick-em", {}),
    ],
)
def test_a_start_that_does_not_fit_opens_nothing(game: str, said: dict[str, object]) -> None:
    browser, account = member()

    answer = browser.post(f"/games/{game}/start", said)

    assert answer.status_code == 400
    assert 'class="fault"' in text(answer)
    assert not Match.objects.filter(opened_by=account).exists()


def test_a_match_is_opened_with_everything_chosen() -> None:
    browser, account = member()
    choices = {"option_rounds": "2", "option_history": "memory", "clock": "120"}

    match_id = open_match(
        browser, "stick-em", seats=4, visibility="private", start="manual", **choices
    )

    match = Match.objects.get(pk=match_id)
    assert match.options == {"all_zero": "aside", "history": "memory", "rounds": 2}
    assert (match.clock or {})["per_move"] == 120
    assert (match.visibility, match.start, match.opened_by_id) == ("private", "manual", account.pk)
    assert Client().get(f"/matches/{match_id}").status_code == 404
    assert str(match_id) not in text(Client().get("/matches"))


def test_a_match_is_opened_by_other_rules_of_a_game_that_has_some() -> None:
    browser, _ = member()
    assert 'name="rules"' not in text(browser.get("/games/stick-em/new"))
    page = text(browser.get("/games/second-story/new"))
    assert "an order for each player" in page

    usual = open_match(browser, "second-story", seats=3, rules="")
    other = open_match(browser, "second-story", seats=3, rules="second-story@2")

    assert Match.objects.get(pk=usual).rules == "second-story@1"
    assert Match.objects.get(pk=other).rules == "second-story@2"


def test_options_that_the_rules_refuse_are_told_at_their_field() -> None:
    browser, account = member()
    form = {
        "seats": 3,
        "opponents": "people",
        "visibility": "public",
        "start": "full",
        "on_timeout": "auto",
    }

    answer = browser.post("/games/pickpocket/new", {**form, "option_powers": "perhaps"})

    assert answer.status_code == 400
    assert re.search(r'id="id_option_powers"[^>]*aria-invalid="true"', text(answer)) or (
        'id="id_option_powers_error"' in text(answer)
    )
    assert not Match.objects.filter(opened_by=account).exists()


@pytest.mark.more
def test_matches_are_listed_by_status_and_game() -> None:
    browser, _ = member()
    here, there = open_match(browser, "stick-em", seats=3), open_match(browser, "pickpocket")
    live = start_match(browser, "second-story")

    def listed(query: str) -> set[UUID]:
        page = text(Client().get(f"/matches?{query}"))
        return {UUID(found) for found in re.findall(r'/matches/([0-9a-f-]{36})"', page)}

    assert {here, there} <= listed("")
    assert live not in listed("status=open")
    assert live in listed("status=live&game=second-story")
    assert here not in listed("status=open&game=pickpocket")
    assert there in listed("status=nonsense&game=nonsense")


@pytest.mark.more
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_tells_its_rules(game: str) -> None:
    page = text(Client().get(f"/games/{game}"))

    assert page.count("<h2") > 2
    assert 'href="../' not in page
    assert all(
        f'id="{anchor}"' in page for anchor in re.findall(r'href="#([a-z0-9-]+)" lang', page)
    )


def test_what_is_no_game_or_player_is_not_found() -> None:
    for address in ("/games/chess", "/games/chess/new", "/players/%00", "/players/no one"):
        assert member()[0].get(address).status_code == 404, address


@pytest.mark.more
def test_the_page_of_a_player_shows_public_matches_alone() -> None:
    name = new_name()
    account = services.register(username=name, password=PASSWORD)
    browser = Client()
    browser.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    shown = finished(account, browser, "public")
    hidden = finished(account, browser, "private")

    page = text(Client().get(f"/players/{name.upper()}"))
    own = text(browser.get(f"/players/{name}"))

    assert name in page
    assert str(shown) in page
    assert str(hidden) not in page
    assert str(hidden) in own
    assert [row.matches for row in lobby.by_game(account.pk)] == [1]


def finished(account: Account, browser: Client, visibility: str) -> UUID:
    """Open a match against bots, and end it by giving up over the API."""
    said = {
        "seats": 3,
        "opponents": "gentle",
        "visibility": visibility,
        "start": "full",
        "on_timeout": "auto",
    }
    answer = browser.post("/games/stick-em/new", said)
    match = UUID(answer["Location"].removeprefix("/matches/"))
    resigned = with_scopes("play", account=account).post(
        f"/matches/{match}/resign", {}, key=new_key()
    )
    assert resigned.status == 200
    return match
