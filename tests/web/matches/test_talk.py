"""Talk at the table on its page: phrases as buttons, and what each reader sees of them."""

import re
from collections.abc import Iterator
from uuid import UUID

import pytest
from django.test import Client
from pytest_django import Settings

from api import buckets, limits
from matches.phrases import PHRASES
from tests.matches import tables
from tests.web.seated import Person
from tests.web.visitors import text

pytestmark = pytest.mark.django_db

SAID = {"X-Part": "said"}


@pytest.fixture(autouse=True)
def only_the_limit_of_remarks(settings: Settings) -> Iterator[None]:
    boundless = dict.fromkeys(buckets.DEFAULTS, "100000/second burst 100000")
    settings.LIMITS = {**boundless, "remark": buckets.DEFAULTS["remark"]}
    limits.reset()
    yield
    limits.reset()


@pytest.fixture
def ann() -> Person:
    return Person()


@pytest.fixture
def bob() -> Person:
    return Person()


@pytest.fixture
def match(ann: Person, bob: Person) -> UUID:
    return tables.begun([ann.player, bob.player], ["greedy"], options={"rounds": 1})


def said(page: str) -> list[tuple[str, str]]:
    """Return the speakers and the words of the remarks on a page, oldest first."""
    found = re.findall(r'data-speaker="(\w+)"><b>.*?</b> <span[^>]*>([^<]*)</span>', page)
    return [(speaker, words) for speaker, words in found]


def test_a_button_says_a_phrase_and_each_reader_has_it_in_their_own_language(
    ann: Person, bob: Person, match: UUID
) -> None:
    offered = re.findall(r'name="phrase" value="(\w+)"', ann.look(match))
    answer = ann.client.post(f"/matches/{match}/remarks", {"phrase": "well_stolen"})
    seat = re.search(r'data-me="(\d)"', ann.look(match))

    assert offered == list(PHRASES)
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match}")
    assert seat is not None
    assert said(bob.look(match)) == [(seat[1], "Well stolen!")]
    assert said(bob.look(match, **{"Accept-Language": "nl"})) == [(seat[1], "Goed gejat!")]


def test_the_script_gets_what_was_said_and_nothing_else(ann: Person, match: UUID) -> None:
    address = f"/matches/{match}/remarks"
    answer = ann.client.post(address, {"phrase": "nice"}, headers=SAID)

    assert [words for _speaker, words in said(text(answer))] == ["Nice!"]
    assert "<html" not in text(answer)
    assert said(text(ann.client.get(address, headers=SAID))) == said(text(answer))
    assert ann.client.get(address)["Location"] == f"/matches/{match}"


def test_spectators_see_their_own_room_and_players_do_not(
    ann: Person, bob: Person, match: UUID
) -> None:
    carol, dave = Person(), Person()
    before = bob.look(match)
    carol.client.post(f"/matches/{match}/remarks", {"phrase": "clap"})

    assert said(dave.look(match)) == [("spectators", "👏")]
    assert said(ann.look(match)) == said(text(Client().get(f"/matches/{match}"))) == []
    assert carol.account.username not in bob.look(match)
    assert len(bob.look(match)) == len(before)


def test_who_is_not_signed_in_has_no_phrases_and_is_sent_to_sign_in(match: UUID) -> None:
    stranger = Client()
    answer = stranger.post(f"/matches/{match}/remarks", {"phrase": "nice"})

    assert 'name="phrase"' not in text(stranger.get(f"/matches/{match}"))
    assert answer.status_code == 302
    assert "sign-in" in answer["Location"]


@pytest.mark.parametrize("headers", [SAID, {}])
def test_a_refusal_is_said_in_words(ann: Person, match: UUID, headers: dict[str, str]) -> None:
    address = f"/matches/{match}/remarks"
    foreign = ann.client.post(address, {"phrase": "you fool"}, headers=headers)
    for _ in range(6):
        last = ann.client.post(address, {"phrase": "ouch"}, headers=headers)

    assert (foreign.status_code, last.status_code) == (400, 429)
    assert 'role="alert"' in text(foreign)
    assert 'role="alert"' in text(last)


def test_a_private_match_is_not_there_for_strangers(ann: Person, bob: Person) -> None:
    match = tables.begun([ann.player, bob.player], ["greedy"], visibility="private")
    carol = Person()

    for answer in (
        carol.client.get(f"/matches/{match}/remarks", headers=SAID),
        carol.client.post(f"/matches/{match}/remarks", {"phrase": "nice"}),
    ):
        assert answer.status_code == 404


def test_a_remark_leads_to_its_report_for_whoever_else_has_an_account(
    ann: Person, bob: Person, match: UUID
) -> None:
    ann.client.post(f"/matches/{match}/remarks", {"phrase": "ouch"})
    link = re.compile(r'class="said-report" href="([^"]*)"')
    found = link.findall(bob.look(match))

    assert len(found) == 1
    assert found == link.findall(text(bob.client.get(f"/matches/{match}/remarks", headers=SAID)))
    assert link.findall(ann.look(match)) == []
    form = text(bob.client.get(found[0].replace("&amp;", "&")))
    chosen = re.findall(r'<option value="(\d+)" selected>', form)
    assert found[0].endswith(f"remark={chosen[0]}")
    assert re.search(f'value="{ann.account.pk}"[^>]*checked', form)
