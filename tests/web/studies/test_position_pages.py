"""A position set up on a page: filled in, looked at, linked to, opened as a study."""

import html
import random
import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, quote, urlencode, urlsplit
from uuid import UUID

import pytest
from django.test import Client

from api import limits
from games import positions, registry
from studies.models import Study
from studies.selectors import own
from tests.games.tables import tables
from tests.games.test_positions import moments
from tests.web.seated import Person, buttons
from tests.web.visitors import text
from web.studies.position_form import read, write

pytestmark = pytest.mark.django_db

GAMES = ["pickpocket", "second-story", "stick-em", "sticky-fingers"]
PAGE = "/studies/position"


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    limits.reset()
    yield
    limits.reset()


def opened(person: Person, **said: str) -> UUID:
    answer = person.client.post(PAGE, said)
    faults = re.findall(r"id=\"fault-[^\n]+", text(answer))
    assert answer.status_code == 302, faults
    return UUID(answer["Location"].removeprefix("/studies/"))


def cloth(page: str) -> str:
    """Return the table of a page."""
    return page.partition('data-zone="table"')[2].partition("<form")[0]


def position_of(person: Person, study: UUID) -> dict[str, object]:
    state, _ground = own(study, person.player.account)
    assert state.position is not None
    return dict(state.position.position)


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_form_shows_a_table_and_opens_as_a_study_with_moves_to_make(game: str) -> None:
    ann = Person()

    page = text(ann.client.get(f"{PAGE}?game={game}", follow=True))
    study = opened(ann, game=game)

    assert 'data-zone="table"' in page
    assert "is not possible" not in page
    assert buttons(text(ann.client.get(f"/studies/{study}")))


def test_what_is_filled_in_lies_there_and_seats_count_from_one() -> None:
    ann = Person()
    said = {"game": "stick-em", "seats": "3", "phase": "play", "trick_leader": "3",
            "trick": "green-3", "hands.0": "red-1, red-2", "captured.1": "3*?"}  # fmt: skip

    position = position_of(ann, opened(ann, **said))

    assert (position["trick_leader"], position["trick"]) == (2, ["green-3"])
    hands, captured = position["hands"], position["captured"]
    assert isinstance(hands, list)
    assert isinstance(captured, list)
    assert {"red-1", "red-2"} <= set(hands[0])
    assert [len(pile) for pile in captured] == [0, 3, 0]


def test_a_stranger_looks_at_a_position_by_its_address_and_signs_in_to_open_it() -> None:
    address = f"{PAGE}?{urlencode({'game': 'pickpocket', 'row': 'PK', 'seed': 'here'})}"

    first, again = (text(Client().get(address)) for _ in range(2))
    answer = Client().post(PAGE, {"game": "pickpocket"})

    assert cloth(first) == cloth(again)
    assert "Sign in to open it as a study" in first
    assert answer.status_code == 302
    assert not Study.objects.exists()


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_of_a_study_and_an_opening_fill_the_form_in(game: str) -> None:
    ann = Person()
    study = opened(ann, game=game)
    page = text(ann.client.get(f"/studies/{study}"))
    (link,) = re.findall(rf'href="({PAGE}\?study=[^"]+)"', page)

    change = ann.client.get(html.unescape(link))
    opening = ann.client.get(f"{PAGE}?game={game}&from=opening&seed=a")
    said = dict(parse_qsl(urlsplit(change["Location"]).query))

    assert "is not possible" not in text(ann.client.get(change["Location"], follow=True))
    assert "is not possible" not in text(ann.client.get(opening["Location"], follow=True))
    assert position_of(ann, opened(ann, **said)) == position_of(ann, study)


def test_nobody_changes_the_moment_of_a_study_that_is_not_shared() -> None:
    study = opened(Person(), game="pickpocket")

    assert Person().client.get(f"{PAGE}?study={study}&line=1").status_code == 404
    assert Client().get(f"{PAGE}?study=nonsense").status_code == 404


def test_what_cannot_be_is_said_at_its_field_and_what_was_typed_stays() -> None:
    ann = Person()
    said = {"game": "stick-em", "seats": "3", "hands.0": "red-1", "hands.1": "red-1 red-2"}

    answer = ann.client.post(PAGE, said)
    page = text(answer)

    assert answer.status_code == 400
    assert 'id="fault-hands.1"' in page
    assert "red-1 is not available" in page
    assert ">red-1 red-2</textarea>" in page
    assert not Study.objects.exists()


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("game=stick-em&seats=3&pain.0=?&pain.1=?&pain.2=?", "Pain card: must leave someone"),
        ("game=sticky-fingers&seats=3&money.0=99", "Money: nobody can have"),
        ("game=pickpocket&seats=4&option.powers=zz", "powers"),
        ("game=pickpocket&seats=4&standing=1+-", "an empty place cannot be here"),
        ("game=pickpocket&seats=4&standing=7", "must be seats of this table"),
    ],
)
def test_a_fault_that_belongs_to_no_field_is_shown_all_the_same(address: str, shown: str) -> None:
    page = text(Client().get(f"{PAGE}?{address}", follow=True))

    assert "is not possible" in page
    assert shown in page.partition('class="note bad"')[2]


@pytest.mark.parametrize(
    ("language", "leader", "tokens"),
    [
        ("en", "must be a seat from 1 to 3", "seat 1 has only"),
        ("nl", "moet een plaats van 1 tot en met 3 zijn", "plaats 1 heeft maar"),
        ("fr", "doit être une place de 1 à 3", "la place 1 n"),
        ("de", "muss ein Sitz von 1 bis 3 sein", "Sitz 1 hat nur"),
    ],
)
def test_pages_count_seats_from_one_in_what_is_wrong_too(
    language: str, leader: str, tokens: str
) -> None:
    stranger = Client(headers={"accept-language": language})
    too_many = {"phase": "act", "ruin_tokens": "1 1 1", "exchange": "1"}
    asked = [
        {"game": "stick-em", "seats": "3", "leader": "4"},
        {"game": "sticky-fingers", "seats": "3", **too_many},
    ]

    pages = [text(stranger.get(f"{PAGE}?{urlencode(each)}", follow=True)) for each in asked]

    assert leader in pages[0].partition('id="fault-leader"')[2]
    assert tokens in pages[1]


def test_what_an_address_says_besides_is_not_sent_on() -> None:
    page = text(Person().client.get(f"{PAGE}?game=stick-em&seed=a&elements=1&hands.0=red-1"))

    form = page.partition('id="position-open"')[2]
    assert 'name="elements"' not in form
    assert 'name="hands.0" value="red-1"' in form


@pytest.mark.parametrize(
    "said",
    [
        {"seats": "99"},
        {"seats": "x"},
        {"round": "1e9"},
        {"leader": "-"},
        {"trick": "120*red-1 " * 300},
        {"hands.0": "\u0663*red-1 999999*?"},
        {"totals.0": "9" * 500},
        {"option.rounds": "many"},
        {"phase": "<script>"},
    ],
)
def test_nonsense_in_a_form_is_refused_and_breaks_nothing(said: dict[str, str]) -> None:
    answer = Person().client.post(PAGE, {"game": "stick-em", **said})

    assert answer.status_code in {302, 400, 422}
    assert "<script>" not in text(answer)


def test_an_address_without_a_seed_is_completed_so_that_it_shows_the_same_again() -> None:
    answer = Client().get(f"{PAGE}?game=pickpocket&row=PK")

    first, again = (text(Client().get(answer["Location"])) for _ in range(2))
    assert "row=PK&seed=" in answer["Location"]
    assert cloth(first) == cloth(again)
    assert quote(answer["Location"].partition("?")[2]) in first


def test_a_match_that_would_end_at_once_is_dealt_again() -> None:
    said = {"game": "second-story", "seats": "3", "last_seat": "1", "last_suit": "suns"}

    for seed in range(8):
        address = f"{PAGE}?{urlencode({**said, 'seed': seed})}"
        assert Client().get(address).status_code == 200


def test_an_unknown_game_or_rules_is_not_found() -> None:
    assert Client().get(f"{PAGE}?game=chess").status_code == 404
    assert Client().get(f"{PAGE}?rules=stick-em@9").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_what_a_form_says_of_a_position_is_read_as_it_was(game: str) -> None:
    offered = positions.offered(game)
    assert offered is not None
    rng = random.Random(5)
    for each in list(tables(registry.current_rules(game)))[::9]:
        for state in moments(each, rng, 40):
            position = positions.position_of(each.rules, state)

            typed = write(offered, position)

            whole = read(offered, each.seats, typed)
            assert {name: value for name, value in position.items() if value is not None} == {
                **{name: [None] * each.seats for name in position if position[name] is not None
                   and name not in whole},
                **whole,
            }  # fmt: skip
