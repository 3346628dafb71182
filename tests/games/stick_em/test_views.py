"""What each viewer sees of Stick 'Em, and what the log tells him."""

from typing import Any

import pytest

from games.core import ALL, PUBLIC, Event, replay
from games.stick_em.events import CardPlayed, HandsDealt, PainChosen, TrickTaken
from games.stick_em.model import State
from tests.games.stick_em.dealer import CHANCE, RULES, new_state, play, playing
from tests.games.tables import Table
from tests.games.tables import play as play_match

MEMORY: dict[str, object] = {"history": "memory"}


def two_tricks(given: dict[str, object] | None = None) -> State:
    """Return a table after one trick and two cards."""
    state = playing(["B3 B1", "B10 B2", "Y0 Y1"], "R1 R2 R3", given=given)
    play(state, "B3 B10 Y0 B2 Y1")
    return state


def log(events: list[Event], state: State, viewer: int) -> list[tuple[str, dict[str, Any]]]:
    return [
        (RULES.event_type(event), RULES.redact(event, index, viewer, state))
        for index, event in enumerate(events)
    ]


def test_a_seat_sees_its_own_hand_sorted_and_the_sizes_of_the_others() -> None:
    view = RULES.view(playing(["B10 R2", "B1 B2", "Y0"], "R4 R5 R6"), 0)

    assert view["seat"] == 0
    assert view["hand"] == ["red-2", "blue-10"]
    assert view["hands"] is None
    assert view["hand_sizes"] == [2, 2, 1]


def test_the_public_sees_no_hand_and_all_sees_every_one() -> None:
    state = playing(["B10 R2", "B1 B2", "Y0"], "R4 R5 R6")

    assert RULES.view(state, PUBLIC)["hand"] is None
    assert RULES.view(state, PUBLIC)["hands"] is None
    assert RULES.view(state, ALL)["hands"] == [
        ["red-2", "blue-10"],
        ["blue-1", "blue-2"],
        ["yellow-0"],
    ]


def test_everybody_sees_the_table() -> None:
    view = RULES.view(two_tricks(), PUBLIC)

    assert view["pain"] == ["red-1", "red-2", "red-3"]
    assert view["to_act"] == [0]
    assert view["lead"] == "blue"
    assert view["trick"] == [{"seat": 1, "card": "blue-2"}, {"seat": 2, "card": "yellow-1"}]
    assert view["trick_number"] == 2
    assert view["captured"] == [[], ["blue-3", "blue-10", "yellow-0"], []]
    assert view["captured_sizes"] == [0, 3, 0]
    assert view["last_trick"] == {
        "seat": 1,
        "cards": [
            {"seat": 0, "card": "blue-3"},
            {"seat": 1, "card": "blue-10"},
            {"seat": 2, "card": "yellow-0"},
        ],
    }


def test_with_history_memory_captured_cards_are_hidden_from_everybody() -> None:
    for viewer in (PUBLIC, 0, 1):
        view = RULES.view(two_tricks(MEMORY), viewer)
        assert view["captured"] is None
        assert view["captured_sizes"] == [0, 3, 0]
        assert view["last_trick"] == {"seat": 1, "cards": None}
        assert len(view["trick"]) == 2


def test_a_deal_shows_each_seat_its_own_hand_and_the_others_lengths() -> None:
    dealt = HandsDealt(((1, 0), (15,), ()))
    state = new_state(3)

    assert RULES.redact(dealt, 1, 1, state) == {"hands": [2, ["yellow-0"], 0]}
    assert RULES.redact(dealt, 1, PUBLIC, state) == {"hands": [2, 1, 0]}


def test_a_pick_is_told_to_its_seat_alone_also_after_the_end() -> None:
    match = play_match(Table(RULES, 3), seed=1)
    picks = [
        (index, event) for index, event in enumerate(match.events) if isinstance(event, PainChosen)
    ]

    for index, event in picks:
        for viewer in (PUBLIC, 0, 1, 2):
            shown = RULES.redact(event, index, viewer, match.end)
            assert (shown["card"] is None) == (viewer != event.seat)


def test_with_history_memory_the_log_forgets_every_trick_once_it_is_complete() -> None:
    match = play_match(Table(RULES, 3, (("history", "memory"),)), seed=1)
    counts = dict(match.states)
    round_one, trick = 3 + 3, 3 + 1
    after_five = round_one + 5 * trick
    events = match.events[: after_five + 2]

    shown = log(events, counts[after_five + 2], 0)[round_one:]

    assert all(data["card"] is None for name, data in shown[:-2] if name == "card_played")
    assert all(data["cards"] == 3 for name, data in shown if name == "trick_taken")
    assert [data["card"] is None for _, data in shown[-2:]] == [False, False]


def test_with_history_memory_the_log_tells_a_round_once_it_is_scored() -> None:
    match = play_match(Table(RULES, 3, (("history", "memory"),)), seed=1)
    counts = dict(match.states)
    size = 15 * 3 + 18
    running = counts[size + 2]
    events = match.events[: size + 2]

    shown = log(events, running, PUBLIC)

    whole = [(RULES.event_type(event), RULES.event_data(event)) for event in events]
    assert shown[6 : size - 1] == whole[6 : size - 1]


def test_with_history_memory_whoever_watches_is_told_each_card_as_it_is_played() -> None:
    state = playing(["B3 B1", "B10 B2", "Y0 Y1"], "R1 R2 R3", given=MEMORY)
    play(state, "B3 B10")
    played, taken = RULES.decide(state, 2, 15, CHANCE)

    at_once = RULES.redact(played, 8, PUBLIC, replay(RULES, state, [played]))
    later = RULES.redact(played, 8, PUBLIC, replay(RULES, state, [taken]))

    assert (at_once["card"], later["card"]) == ("yellow-0", None)


def test_with_history_open_the_log_keeps_every_trick() -> None:
    state = two_tricks()
    taken = TrickTaken(1, (48, 55, 15))

    assert RULES.redact(CardPlayed(0, 48), 6, 2, state)["card"] == "blue-3"
    assert RULES.redact(taken, 9, 2, state) == RULES.event_data(taken)


@pytest.mark.parametrize("given", [{}, MEMORY])
def test_imagining_deals_another_world(given: dict[str, object]) -> None:
    state = new_state(4, given)
    replay(RULES, state, RULES.opening_events(state, CHANCE))

    imagined = RULES.determinise(state, 2, CHANCE)

    assert imagined.hands[2] == state.hands[2]
    assert imagined.hands != state.hands
