"""Who takes a trick in Stick 'Em: the rulebook's examples and the rulings."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.stick_em.cards import COLOUR, NUMBER
from games.stick_em.events import TrickSetAside, TrickTaken
from games.stick_em.scoring import winning_position
from tests.games.stick_em.dealer import RULES, cards, play, playing, trick

JILLIAN, ANDREW, SHERI, CONNOR = range(4)

TRICKS = {
    "SE-V1 only the lead colour, and an off-colour zero is ignored": (
        JILLIAN,
        "B3 B10 Y0 B7",
        ANDREW,
    ),
    "SE-V2 the highest card off the lead colour": (ANDREW, "Y9 G5 R6 B4", CONNOR),
    "SE-V3 equal highest off the lead colour, the first played": (CONNOR, "G11 R5 Y5 G8", JILLIAN),
    "SE-V5 a led zero, and only one other card of its colour": (0, "P0 P1 P2 R0", 2),
    "SE-V6 a led zero sets the lead colour": (0, "P0 R1 P8 P2", 1),
    "SE-V7 the leader may win": (0, "B8 B1 B0", 0),
    "SE-V8 the lowest card off the lead colour beats the highest in it": (0, "B11 R1 B10 B9", 1),
    "SE-V9 zeros of other colours beat nothing": (0, "B4 R0 Y0 G0", 0),
    "SE-V10 the only card that is no zero": (0, "P0 R0 P1 G0", 2),
    "SE-V11 one card off the lead colour among zeros": (0, "G5 Y0 R8 P0", 2),
    "SE-V12 the leader's equal number is lead colour and does not count": (0, "R7 Y7 B7", 1),
    "SE-V21 an unbeaten leader who does not sit in the first seat": (2, "B11 B3 B4 R0", 2),
}


@pytest.mark.parametrize(("leader", "plays", "winner"), TRICKS.values(), ids=TRICKS)
def test_a_trick_goes_to(leader: int, plays: str, winner: int) -> None:
    assert trick(plays, leader=leader) == TrickTaken(winner, cards(plays))


def test_se_v4_a_trick_of_zeros_is_set_aside_and_its_leader_leads_again() -> None:
    state = playing(["P0 P1", "R0 R1", "G0 G1", "Y0 Y1"], "B1 B2 B3 B4")

    events = play(state, "P0 R0 G0 Y0")

    assert events[-1] == TrickSetAside(cards("P0 R0 G0 Y0"))
    assert RULES.to_act(state) == (0,)
    assert state.captured == [[], [], [], []]
    assert len(state.aside) == 4
    assert state.tricks == 1


def test_a_trick_of_zeros_led_from_any_seat_leaves_the_lead_there() -> None:
    state = playing(["P0 P1", "R0 R1", "G0 G1"], "B1 B2 B3", leader=2)

    play(state, "G0 P0 R0")

    assert RULES.to_act(state) == (2,)


def test_a_trick_of_zeros_goes_to_its_leader_where_the_option_says_so() -> None:
    taken = trick("G0 P0 R0", leader=2, all_zero="leader_wins")

    assert taken == TrickTaken(2, cards("G0 P0 R0"))


def test_the_option_for_zeros_changes_no_other_trick() -> None:
    assert trick("P0 R0 P1 G0", all_zero="leader_wins") == TrickTaken(2, cards("P0 R0 P1 G0"))


def test_the_winner_leads_the_next_trick() -> None:
    state = playing(["B3 B1", "B10 B2", "Y0 Y1", "B7 Y2"], "R1 R2 R3 R4")

    play(state, "B3 B10 Y0 B7")

    assert RULES.to_act(state) == (ANDREW,)
    assert state.captured[ANDREW] == list(cards("B3 B10 Y0 B7"))


def test_any_card_may_be_played_whatever_was_led() -> None:
    state = playing(["B3", "B10 R2 G0", "B5"], "P1 P2 P3")

    play(state, "B3")

    assert set(RULES.legal_moves(state, 1)) == set(cards("B10 R2 G0"))


tricks = st.lists(st.integers(0, 89), min_size=3, max_size=6, unique=True)


@given(cards=tricks)
def test_a_trick_has_no_winner_only_if_every_card_is_a_zero(cards: list[int]) -> None:
    position = winning_position(cards)

    assert (position is None) == (not any(NUMBER[card] for card in cards))
    assert position is None or NUMBER[cards[position]] > 0


@given(cards=tricks)
def test_a_trick_follows_the_rulebook_word_by_word(cards: list[int]) -> None:
    lead = COLOUR[cards[0]]
    counted = [card for card in cards if NUMBER[card]]
    assume(counted)
    other = [card for card in counted if COLOUR[card] != lead]
    highest = max(NUMBER[card] for card in other or counted)

    first = next(card for card in other or counted if NUMBER[card] == highest)

    assert winning_position(cards) == cards.index(first)


@given(cards=tricks, zero=st.integers(0, 5).map(lambda colour: colour * 15), data=st.data())
def test_a_zero_that_is_not_led_changes_nothing(
    cards: list[int], zero: int, data: st.DataObject
) -> None:
    assume(zero not in cards)
    position = winning_position(cards)
    at = data.draw(st.integers(1, len(cards)))

    with_zero = winning_position([*cards[:at], zero, *cards[at:]])

    shifted = None if position is None else position + (position >= at)
    assert with_zero == shifted
