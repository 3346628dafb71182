"""Pages of deals and ladders say in a sentence and a drawing what was proven, and what not."""

import re

import pytest
from django.test import Client

from tests.deals import played
from tests.ratings.searchers import Season
from tests.tournaments.test_shared_deals_added import paired
from tests.web.deals.test_deal_pages import page
from web.ratings.proofs import of_season

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def drawn(body: str) -> tuple[str, str, list[str]]:
    """Return the sentence of a page's proof, its drawing in words, and the looks of its dots."""
    (sentence,) = re.findall(r'<p class="proven">(.*?)</p>', body, re.DOTALL)
    (drawing,) = re.findall(r'<figure class="proven-drawing">(.*?)</figure>', body, re.DOTALL)
    (words,) = re.findall(r'role="img" aria-label="([^"]+)"', drawing)
    return sentence, words, re.findall(r'<circle class="proven-seat is-(\w+)"', drawing)


@pytest.mark.parametrize(
    ("on", "look", "said"),
    [
        (4, "draw", "Proven to the 4 of 6 entrants who added chance to the draw of this round"),
        (2, "draw", "fewer than half of the entrants added chance"),
        (0, "none", "since no entrant added chance to that draw"),
    ],
)
def test_the_deal_of_a_round_says_who_added_chance_to_its_draw(
    on: int, look: str, said: str
) -> None:
    event, _ = paired(on)
    (board,) = event.state.boards.values()
    body = page(Client(), f"/deals/{board.deal}")
    sentence, words, looks = drawn(body)

    assert said in sentence
    assert "Not proven" in sentence
    assert f"{on} entrants added chance" in words
    assert looks == [look]
    names = [event.state.entrants[number].name for number in range(1, on + 1)]
    line = f"Chance added by {on} of 6 entrants: {', '.join(names)}"
    assert (line in body) == (on > 0)
    for number in range(on + 1, 7):
        assert f"{event.state.entrants[number].name}</p>" not in body


def test_a_deal_of_the_house_says_that_nobody_adds_chance() -> None:
    sentence, words, looks = drawn(page(Client(), f"/deals/{played.opened()}"))

    assert sentence.startswith("Proven to everyone")
    assert "Not proven: that the site did not choose that secret" in sentence
    assert "Players add nothing" in words
    assert looks == []


def test_a_ladder_draws_the_matches_that_its_season_has_dealt() -> None:
    season = Season()
    season.play()
    sentence, words, looks = drawn(page(Client(), f"/ladders/{season.slug}"))

    assert sentence.startswith("To be proven to everyone when the season is over")
    assert "1 matches were dealt" in words
    assert looks == ["share"]


@pytest.mark.parametrize(("slots", "numbers"), [(0, []), (2, [1, 2]), (100, list(range(92, 101)))])
def test_of_many_matches_the_drawing_has_the_last(slots: int, numbers: list[int]) -> None:
    assert [dot.number for dot in of_season(slots).dots] == numbers
