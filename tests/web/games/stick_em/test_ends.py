"""What a round of Stick 'Em came to, card by card."""

from typing import Any

import pytest

from games.core import ALL, PUBLIC
from tests.web.games.played import ending, matches, people, segments
from web.games.endings import by_points, standings, won
from web.games.lead_words import lead, points
from web.games.registry import ends_of
from web.games.stick_em.ends import Taken, rounds, sheet, way

COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}


def cards(text: str) -> list[str]:
    """Return the cards written so, as the log names them: "B10" is the blue 10."""
    return [f"{COLOURS[each[0]]}-{each[1:]}" for each in text.split()]


def told(
    pain: list[str], captured: list[str], points: list[int], totals: list[int]
) -> list[dict[str, Any]]:
    """Return the events of a round in which each seat took one trick at most."""
    taken = [
        {"type": "trick_taken", "data": {"seat": seat, "cards": cards(each)}}
        for seat, each in enumerate(captured)
        if each
    ]
    return [
        {"type": "pain_revealed", "data": {"cards": cards(" ".join(pain))}},
        *taken,
        {"type": "round_scored", "data": {"points": points, "totals": totals}},
    ]


def test_jillians_minus_five_of_the_rulebook_is_her_pain_card_two_more_and_six_others() -> None:
    events = told(["Y2", "R0"], ["Y5 Y4 B1 B3 B5 G7 R0 R11", ""], [-5, 0], [-5, 0])

    jillian, _andrew = rounds(events)

    assert jillian.own == -2
    assert jillian.pain == (Taken("yellow-5", -5), Taken("yellow-4", -4))
    assert jillian.hurt == -9
    assert jillian.plus == 6
    assert jillian.points == jillian.own + jillian.hurt + jillian.plus


def test_andrews_red_zero_costs_nothing_and_his_nine_others_outweigh_seven() -> None:
    captured = "R2 R4 R1 Y1 Y2 Y3 G1 G2 B1 B2 P0 P11"
    _jillian, andrew = rounds(told(["Y2", "R0"], ["", captured], [-2, 2], [-2, 2]))

    assert (andrew.own, andrew.hurt, andrew.plus) == (0, -7, 9)


def test_a_zero_of_the_pain_colour_is_shown_among_what_hurts_and_costs_nothing() -> None:
    seat, _other = rounds(told(["R3", "B1"], ["R0 G0 B11 Y3", ""], [0, -1], [0, -1]))

    assert seat.pain == (Taken("red-0", 0),)
    assert seat.plus == 3


def test_places_moved_are_counted_from_the_totals_of_the_round_before() -> None:
    events = told(["R1", "Y1", "G1"], ["", "", ""], [-1, 12, 5], [9, 14, 12])

    assert [(each.place, each.moved) for each in rounds(events)] == [(3, -2), (1, 2), (2, 0)]


@pytest.mark.parametrize("viewer", [0, PUBLIC, ALL])
@pytest.mark.parametrize("history", ["open", "memory"])
def test_the_parts_of_every_round_sum_to_what_the_engine_scored(viewer: int, history: str) -> None:
    looked_at = 0
    for match in matches("stick-em", seeds=1, history=history):
        for segment in segments(match, viewer):
            scored = segment.events[-1]["data"]
            for seat, each in enumerate(rounds(segment.events)):
                assert each.own + each.hurt + each.plus == each.points == scored["points"][seat]
                assert each.total == scored["totals"][seat]
                looked_at += 1
            shown = sheet(segment, people(match.table.seats))
            assert [len(row.cells) for row in shown.rows] == [9] * match.table.seats
            assert [row.place for row in shown.rows] == sorted(row.place for row in shown.rows)
    assert looked_at == 3 * 3 + 4 * 4 + 5 * 5 + 6 * 6


def test_the_way_ends_at_the_scores_and_each_seat_knows_what_decided() -> None:
    for match in matches("stick-em"):
        end = ending(match)

        assert [line[-1] for line in way(end)] == list(end.scores)
        rows = standings(end, people(match.table.seats), ends_of("stick-em"))
        assert [row.place for row in rows] == sorted(end.placings)
        assert all(row.why for row in rows)
        assert won(people(match.table.seats), rows)


@pytest.mark.parametrize(
    ("before", "after", "me", "words"),
    [
        ([9, 0, 4], [14, 12, 9], 2, "Heron stays in the lead; you are third, five points behind."),
        ([0, 7, 4], [14, 12, 9], 2, "Heron takes the lead; you are third, five points behind."),
        ([0, 7, 4], [14, 12, 9], 0, "You take the lead, two points ahead of Basil."),
        ([9, 7, 4], [14, 1, 1], 0, "You stay in the lead, 13 points ahead of Basil and Wren."),
        ([0, 0, 0], [14, 13, 9], None, "Heron takes the lead, one point ahead of Basil."),
        ([0, 0, 0], [14, 14, 9], 0, "You share the lead with Basil."),
        (
            [0, 0, 0],
            [14, 14, 9],
            2,
            "Heron and Basil share the lead; you are third, five points behind.",
        ),
        ([0, 0, 0], [4, 4, 4], None, "Heron, Basil and Wren share the lead."),
    ],
)
def test_the_first_words_say_who_leads_and_how_the_reader_stands(
    before: list[int], after: list[int], me: int | None, words: str
) -> None:
    assert lead(before, after, people(3, me)) == words


def test_small_numbers_are_words() -> None:
    assert [points(number) for number in (1, 2, 12, 13)] == [
        "one point",
        "two points",
        "twelve points",
        "13 points",
    ]


def test_equal_totals_below_zero_are_told_with_a_real_minus() -> None:
    assert by_points([-2, -2], people(2), 0, 1) == "equal at \N{MINUS SIGN}2"
