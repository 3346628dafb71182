"""What pages say of luck: on the result, on a page of its own, and at the draws of a replay."""

import re
from uuid import UUID

import msgspec
import pytest
from django.utils import timezone

from analyses.answers import Luck, LuckOfDraw, LuckOfSeat, Review
from analyses.models import Analysis
from analyses.player_luck import LEAST
from bots.analysis.review import VERSION
from matches.models import Match
from tests.analyses.finished import analyse, finished
from tests.matches import tables
from tests.web.seated import Person
from tests.web.visitors import text
from web.games.narration import People
from web.matches import luck, luck_page

pytestmark = pytest.mark.django_db

ANN_AND_BOB = People({0: "Ann", 1: "Bob"}, 0)


def reckoned(*worths: float) -> Luck:
    steps = [LuckOfDraw(10 + at, [worth, -worth]) for at, worth in enumerate(worths)]
    return Luck("luck/2", "places", [], steps, 0.5)


def page_of(person: Person, match: UUID, address: str = "") -> str:
    return text(person.client.get(f"/matches/{match}{address}"))


def test_the_five_largest_draws_are_pointed_at_in_their_order() -> None:
    found = luck.mattered(reckoned(0.2, -0.9, 0.05, 0.4, 0.3, -0.5, 0.11))

    assert [draw.at for draw in found] == [10, 11, 13, 14, 15]


def test_a_draw_says_whom_it_moved_and_by_how_much() -> None:
    (draw,) = luck.mattered(reckoned(-0.26))

    assert luck.gains(draw, ANN_AND_BOB) == "Ann −0.3 and Bob +0.3"  # noqa: RUF001


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        (0.25, "You finished 0.2 places better than that."),
        (-0.7, "You finished 0.7 places worse than that."),
        (0.05, "You finished exactly where they put you."),
    ],
)
def test_the_result_says_what_the_draws_were_worth_to_its_reader(rest: float, words: str) -> None:
    seat = LuckOfSeat(seat=0, expected=2.0, luck=0.8, result=1.0, rest=rest)

    assert luck._sentence(seat) == (  # noqa: SLF001 - The words alone.
        f"The draws were worth +0.8 places to you. {words}"
    )


def test_a_finished_match_leads_to_its_luck() -> None:
    ann, bob = Person(), Person()
    match, _players = finished("second-story", [ann.player, bob.player])

    before = page_of(ann, match)
    early = page_of(ann, match, "/luck")
    analyse()
    after = page_of(ann, match, "/luck")

    assert f"/matches/{match}/luck" in before
    assert "data-waits" in early
    assert "We are comparing the draws" in early
    assert "data-waits" not in after
    assert "An estimate (luck/2)" in after
    assert ann.account.username in after


def pointed_at(person: Person, match: UUID) -> list[str]:
    """Have a match analysed, and return the versions of the draws that its page points at."""
    analyse()
    return re.findall(
        rf"/matches/{match}/replay\?at=(\d+)&amp;viewer=all", page_of(person, match, "/luck")
    )


def test_draws_that_mattered_lead_into_the_replay() -> None:
    ann, bob = Person(), Person()
    # In one of nine matches that are played at random no draw moves anybody far enough.
    matches = (finished("second-story", [ann.player, bob.player])[0] for _ in range(9))
    match, moments = next((each, found) for each in matches if (found := pointed_at(ann, each)))

    assert len(moments) <= 5
    assert 'class="mark-note"' in page_of(ann, match, "/replay")
    assert "This draw moved, in places:" in page_of(ann, match, f"/replay?at={moments[0]}")


def test_the_result_of_a_match_without_luck_says_nothing_of_it() -> None:
    ann = Person()
    match, _players = finished("stick-em", [ann.player, *tables.people(2)], options={"rounds": 1})
    analyse()

    assert "/luck" not in page_of(ann, match)
    assert ann.client.get(f"/matches/{match}/luck").status_code == 404
    assert "mark-note" not in page_of(ann, match, "/replay")


def test_nothing_is_said_of_a_running_match() -> None:
    ann, bob = Person(), Person()
    match = tables.begun([ann.player, bob.player], game="second-story")
    analyse()

    assert "/luck" not in page_of(ann, match)
    assert ann.client.get(f"/matches/{match}/luck").status_code == 404


def reviewed(match: UUID, seat: int, total: float) -> None:
    """Have a seat of a match reviewed, with mistakes that gave so much away."""
    body = Review(
        VERSION, "places", seat, decisions=9, judged=8, candidates=1,
        shown=[], more=1, good=[], total=total, total_se=0.1,
    )  # fmt: skip
    Analysis.objects.create(
        match_id=match,
        kind=Analysis.Kind.REVIEW,
        seat=seat,
        version=VERSION,
        body=msgspec.json.encode(body).decode(),
        queued_at=timezone.now(),
        done_at=timezone.now(),
    )


def figures(page: str) -> list[str]:
    return re.findall(r'class="figure luck-(?:number|unknown)">([^<]*)<', page)


@pytest.mark.more
def test_where_a_seat_was_reviewed_its_own_decisions_are_told_from_everything_else() -> None:
    ann, bob = Person(), Person()
    match, _players = finished("pickpocket", [ann.player, bob.player])
    analyse()
    before = page_of(ann, match, "/luck")
    reviewed(match, 0, 0.3)

    mine, theirs = page_of(ann, match, "/luck"), page_of(bob, match, "/luck")
    Analysis.objects.filter(kind="review").update(published=True)
    shown = page_of(bob, match, "/luck")

    assert len(figures(before)) == 4
    assert "Own decisions" not in before
    # Only its player reads a review, until it is published.
    assert figures(theirs) == figures(before)
    assert "Own decisions" not in theirs
    assert len(figures(mine)) == 6
    assert {"\N{MINUS SIGN}0.3", "\N{EN DASH}"} < set(figures(mine))
    assert "what the others decided, and what cannot be attributed" in mine
    assert figures(shown) == figures(mine)


def test_what_draws_decisions_and_everything_else_come_to_is_the_place() -> None:
    found = Luck("luck/2", "places", [LuckOfSeat(0, 1.5, 0.2, 2.0, -0.7)], [], 0.5)

    (row,) = luck_page._rows(found, ANN_AND_BOB, {0: 0.4})  # noqa: SLF001 - The figures alone.

    assert row.decisions is not None
    words = [row.draws.words, row.decisions.words, row.rest.words]
    assert words == ["+0.2", "\N{MINUS SIGN}0.4", "\N{MINUS SIGN}0.3"]


@pytest.mark.more
def test_the_page_of_a_player_draws_the_mean_of_many_matches() -> None:
    people = (Person(), Person())
    for seed in range(LEAST):
        finished("pickpocket", [each.player for each in people], seed)
    analyse()
    address = f"/players/{people[0].player.username}"

    page = text(people[1].client.get(address))

    (row,) = re.findall(r'class="luck-interval">.*\s*<td class="figure">(\S+)</td>', page)
    assert re.fullmatch(rf"[+{luck.MINUS}]?\d(\.\d\d)?", row)
    assert "The draws favour no one" in page
    reach = re.search(r'class="luck-reach" d="M([\d.]+) 7v10M\1 12H([\d.]+)M\2 7v10"', page)
    dot = re.search(r'class="luck-mean" cx="([\d.]+)"', page)
    assert reach is not None
    assert dot is not None
    assert 0 <= float(reach[1]) < float(dot[1]) < float(reach[2]) <= 200

    Match.objects.filter(chairs__account=people[0].account).update(withheld=True)
    assert "The draws favour no one" not in text(people[1].client.get(address))
