"""Pages of deals and ladders say in a sentence and a drawing what was proven, and what not."""

import re
from io import StringIO
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from ratings.models import MadeMatch
from tests.deals import played
from tests.ratings.searchers import Season
from tests.tournaments.events import run_all
from tests.tournaments.test_shared_deals_added import entered_all, paired
from tests.web.deals.test_deal_pages import page
from tournaments.selectors.deal_tables import of_deal
from web.deals.proofs import of_round
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
        (4, "draw", "To be proven, once the deal is closed, to the 4 of 6 entrants who added"),
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


@pytest.mark.parametrize("on", [0, 4])
def test_the_deal_of_a_round_is_proven_once_it_is_closed(on: int) -> None:
    event, _ = paired(on)
    (board,) = event.state.boards.values()
    source = of_deal(event.state.id, board.deal).source
    before, after = (of_round(source, is_closed=each).sentence for each in (False, True))

    assert before.startswith("To be proven")
    assert after.startswith("Proven")
    assert ("fixed when the tournament was created" in after) == (on == 0)
    assert not source.is_of_later_well


def test_the_deal_of_a_round_says_where_its_secret_took_the_place_of_another() -> None:
    event, _ = entered_all()
    call_command("renew_wells", reason="backup of 14:00", stdout=StringIO())
    event.pair()
    run_all()
    (board,) = event.state.boards.values()
    sentence, _words, _looks = drawn(page(Client(), f"/deals/{board.deal}"))

    assert "it replaced an earlier one" in sentence
    assert "fixed when the tournament was created" not in sentence
    assert board.is_of_later_well


def test_of_a_deal_whose_draw_is_not_known_nothing_is_said_to_be_proven() -> None:
    event, _ = entered_all()
    proof = of_round(of_deal(event.state.id, UUID(int=1)).source, is_closed=True)

    assert proof.sentence.startswith("It is no longer known")
    assert "no entrant" not in f"{proof.sentence} {proof.shows} {proof.between}"
    assert proof.dots == ()


def test_a_deal_of_the_house_says_that_nobody_adds_chance() -> None:
    sentence, words, looks = drawn(page(Client(), f"/deals/{played.opened()}"))

    assert sentence.startswith("Proven to everyone")
    assert "Not proven: that the site did not choose that secret" in sentence
    assert "Players add nothing" in words
    assert looks == []


@pytest.mark.more
def test_a_ladder_draws_the_matches_that_its_season_has_dealt() -> None:
    season = Season()
    season.play()
    sentence, words, looks = drawn(page(Client(), f"/ladders/{season.slug}"))

    assert sentence.startswith("To be proven to everyone when the season is over")
    assert "dealt from it so far, one after another: 1." in words
    assert looks == ["share"]


@pytest.mark.more
def test_a_ladder_counts_the_matches_of_its_season_alone() -> None:
    season = Season()
    season.play()
    season.close()
    proof = of_season(season.ladder)
    assert ("0 so far" in proof.between, list(proof.dots)) == (True, [])

    season.play()
    proof = of_season(season.ladder)

    assert "1 so far" in proof.between
    assert [dot.number for dot in proof.dots] == [2]
    assert "were fixed before the season began" in proof.sentence


@pytest.mark.more
def test_a_ladder_says_that_its_secret_was_replaced_in_mid_season() -> None:
    season = Season()
    season.play()
    call_command("renew_wells", reason="backup of 14:00", skip=1000, stdout=StringIO())
    season.play()
    body = page(Client(), f"/ladders/{season.slug}")
    sentence, words, looks = drawn(body)

    assert "since the secret of the season was replaced" in sentence
    assert "before the season began" not in sentence
    assert "dealt from it so far, one after another: 1." in words
    assert looks == ["share"]
    assert re.search(r'textLength="28"[^>]*>1002<', body)

    season.close()
    assert "were fixed before the season began" in of_season(season.ladder).sentence


def test_of_many_matches_the_drawing_has_the_last() -> None:
    ladder = Season().ladder
    MadeMatch.objects.bulk_create(
        MadeMatch(ladder=ladder, slot=slot, match=uuid4(), well=ladder.well)
        for slot in range(1, 101)
    )

    proof = of_season(ladder)

    assert [dot.number for dot in proof.dots] == list(range(92, 101))
    assert "100 so far" in proof.between
