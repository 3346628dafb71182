"""What a night of Second Story came to, and which piles decided a match."""

from collections.abc import Sequence

import pytest

from games.second_story.cards import SUITS
from games.second_story.scoring import score
from tests.web.games.played import ending, matches, people, segments
from web.games.endings import Ending, standings, won
from web.games.registry import ends_of
from web.games.second_story.ends import came, counting_suit, made_of, night, sheet, way


def ended(*lairs: Sequence[int], placings: Sequence[int] = (1, 2)) -> Ending:
    """Return a match that ended with these chips."""
    counts = [dict(zip(SUITS.names, lair, strict=True)) for lair in lairs]
    scores = [score(lair) for lair in lairs]
    return Ending("", len(lairs), [], {"lairs": counts}, placings, scores)


def test_siveny_and_morgan_of_the_rulebook_are_told_apart_by_the_fourth_pile() -> None:
    end = ended((6, 4, 3, 2, 1, 0), (4, 4, 3, 3, 0, 0), placings=(2, 1))
    names = people(2)

    rows = standings(end, names, ends_of("second-story"))

    assert rows[0].why == "equal at 4 and 3; fourth pile 3 against 2 of Heron"
    assert rows[1].why == "equal at 4 and 3; fourth pile 2 against 3 of Basil"
    assert won(names, rows) == (
        "Basil has won: equal at 4 and 3; fourth pile 3 against 2 of Heron."
    )


def test_the_largest_pile_never_counts() -> None:
    end = ended((5, 3, 3, 2, 1, 0), (10, 3, 3, 2, 1, 0), placings=(1, 1))

    assert came(end, people(2), 0, 1) == "equal in every pile that counts"


def test_the_second_pile_decides_where_it_differs() -> None:
    end = ended((10, 4, 0, 0, 0, 0), (3, 3, 3, 3, 3, 3))

    assert came(end, people(2), 0, 1) == "second pile 4 against 3 of Basil"


def test_the_suit_that_counts_is_that_of_the_second_pile() -> None:
    lair = dict(zip(SUITS.names, (6, 0, 4, 3, 0, 0), strict=True))

    assert counting_suit(lair) == "waves"
    assert made_of(ended((6, 0, 4, 3, 0, 0)), 0) == "piles of 6, 4, 3, 0, 0 and 0; waves count"
    assert counting_suit({**lair, "waves": 0, "leaves": 0}) is None
    assert made_of(ended((9, 0, 0, 0, 0, 0)), 0) == "only one suit, so nothing counts"


def test_every_night_explains_the_change_of_the_score_it_made() -> None:
    caught = at_home = 0
    for match in matches("second-story", seeds=3):
        lines = way(ending(match))
        for segment in segments(match):
            each = night(segment)
            assert each.after == lines[each.seat][each.number]
            assert each.before == lines[each.seat][each.number - 1]
            assert sheet(segment, people(match.table.seats)).words
            if each.is_caught:
                assert each.after <= each.before
                caught += 1
            else:
                assert sum(each.chips.values()) >= sum(each.risked.values())
                at_home += 1
    assert caught
    assert at_home


@pytest.mark.more
def test_a_night_says_what_came_home_and_what_it_changed() -> None:
    for match in matches("second-story", seeds=3):
        for segment in segments(match):
            each = night(segment)
            words = sheet(segment, people(match.table.seats, each.seat)).words
            assert words.startswith("You are caught" if each.is_caught else "You come home with")
