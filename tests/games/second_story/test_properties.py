"""What holds in every match, whatever is played."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Event
from games.second_story.cards import CHIPS
from games.second_story.events import (
    ChipsTaken,
    DiceRolled,
    HouseEntered,
    LastNightBegan,
    NightBegan,
    NightEnded,
    ThiefCaught,
)
from games.second_story.model import NOBODY
from tests.games.second_story.dealer import RULES
from tests.games.second_story.material import SecondStoryMaterial
from tests.games.tables import Match, Table, play

flags = st.booleans()
options = st.fixed_dictionaries(
    {"excuse": flags, "pawns": flags, "courts": flags, "may_decline_chip": flags}
)
matches = st.builds(
    lambda seats, chosen, seed: play(Table(RULES, seats, tuple(chosen.items())), seed),
    st.integers(2, 5),
    options,
    st.integers(0, 2**32),
)
every_match = given(match=matches)
few = settings(max_examples=20, deadline=None)


def following(match: Match) -> list[tuple[Event, Event]]:
    """Return every event with the next one."""
    return list(zip(match.events, match.events[1:], strict=False))


@few
@every_match
def test_there_are_always_ten_chips_of_each_suit_and_every_card_once(match: Match) -> None:
    for _, state in match.states:
        pieces = SecondStoryMaterial().pieces(state)
        assert [count for name, count in pieces if name != "card"] == [CHIPS] * 6
        assert [card for name, card in pieces if name == "card"] == list(state.deck)


@few
@every_match
def test_every_successful_roll_is_followed_by_chips_taken_and_only_such(match: Match) -> None:
    for event, after in following(match):
        if isinstance(event, DiceRolled) and max(event.dice) >= event.need:
            assert isinstance(after, ChipsTaken)
        if isinstance(after, ChipsTaken):
            assert isinstance(event, DiceRolled)


@few
@every_match
def test_every_night_closes_exactly_once_and_the_last_night_begins_at_most_once(
    match: Match,
) -> None:
    shape = "".join(
        "(" if isinstance(event, NightBegan) else ")"
        for event in match.events
        if isinstance(event, NightBegan | ThiefCaught | NightEnded)
    )
    assert shape == "()" * (len(shape) // 2)
    began = [event for event in match.events if isinstance(event, LastNightBegan)]
    assert len(began) <= 1


@pytest.mark.more
@few
@every_match
def test_each_seat_has_one_turn_after_the_last_night_began(match: Match) -> None:
    at = [index for index, event in enumerate(match.events) if isinstance(event, LastNightBegan)]
    if not at:
        assert match.end.night == 1000
        return
    last = match.events[at[0]]
    assert isinstance(last, LastNightBegan)

    turns = [event.seat for event in match.events[at[0] :] if isinstance(event, NightBegan)]

    seats = match.table.seats
    assert turns == [(last.last_seat + step) % seats for step in range(1, seats + 1)]


@few
@every_match
def test_a_score_is_never_more_than_half_of_a_lair_nor_than_ten(match: Match) -> None:
    for _, state in match.states:
        for score, lair in zip(RULES.current_scores(state), state.lairs, strict=True):
            assert 0 <= score <= min(CHIPS, sum(lair) // 2)


@few
@every_match
def test_a_house_is_entered_by_the_seat_whose_night_it_is(match: Match) -> None:
    active = NOBODY
    for event in match.events:
        if isinstance(event, NightBegan):
            active = event.seat
        elif isinstance(event, HouseEntered | DiceRolled | ChipsTaken | NightEnded | ThiefCaught):
            assert event.seat == active
