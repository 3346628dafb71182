"""Rounds of Stick 'Em from deal to score, and what a seat may not do."""

from typing import Any

import pytest

from games.core import (
    ALL,
    Event,
    IllegalMoveError,
    NotYourTurnError,
    Outcome,
    replay,
)
from games.stick_em.cards import DATASETS, DECKS, NUMBER
from games.stick_em.events import (
    CardPlayed,
    HandsDealt,
    PainChosen,
    PainRevealed,
    RoundBegan,
    RoundScored,
    TrickSetAside,
    TrickTaken,
)
from games.stick_em.model import State
from tests.games.stick_em.dealer import (
    CHANCE,
    RULES,
    Dealt,
    card,
    cards,
    new_state,
    play,
    playing,
)
from tests.games.tables import Table
from tests.games.tables import play as play_match

SEATS = (3, 4, 5, 6)


def of_kind(events: list[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def picked(seats: int = 4) -> State:
    """Return a table where all but the last seat have picked their first card."""
    state = new_state(seats)
    replay(RULES, state, RULES.opening_events(state, CHANCE))
    for seat in range(seats - 1):
        replay(RULES, state, RULES.decide(state, seat, state.hands[seat][0], CHANCE))
    return state


@pytest.mark.parametrize(("seats", "size"), [(3, 45), (4, 60), (5, 75), (6, 90)])
def test_se_v17_the_whole_deck_is_dealt_fifteen_each(seats: int, size: int) -> None:
    state = new_state(seats)
    replay(RULES, state, RULES.opening_events(state, CHANCE))

    assert [len(hand) for hand in state.hands] == [15] * seats
    assert sorted(card for hand in state.hands for card in hand) == list(state.deck)
    assert len(state.deck) == size


def test_a_deck_is_in_canonical_order_and_gray_is_for_six_only() -> None:
    names = [RULES.event_data(PainRevealed(deck))["cards"] for deck in DECKS[DATASETS[0]].values()]

    assert [deck[0] for deck in names] == ["red-0"] * 4
    assert [deck[-1] for deck in names] == ["purple-8", "purple-11", "purple-14", "gray-14"]
    assert names[0][8:10] == ["red-8", "yellow-0"]


@pytest.mark.parametrize("seats", SEATS)
def test_se_v18_after_a_round_every_card_is_captured_aside_or_a_pain_card(seats: int) -> None:
    state = play_match(Table(RULES, seats, (("rounds", 1),)), seed=2).end

    captured = sum(map(len, state.captured)) + len(state.aside)

    assert captured == 14 * seats
    assert len(state.pain) == seats


@pytest.mark.parametrize("seats", SEATS)
def test_se_v19_every_seat_leads_one_round_in_turn(seats: int) -> None:
    events = play_match(Table(RULES, seats), seed=3).events

    began = of_kind(events, RoundBegan)

    assert [event.round for event in began] == list(range(1, seats + 1))
    assert [event.leader for event in began] == [
        (began[0].leader + later) % seats for later in range(seats)
    ]


def test_se_v20_with_one_pick_pending_no_colour_shows_and_no_card_is_played() -> None:
    state = picked(4)

    for viewer in (-1, 3):
        view = RULES.view(state, viewer)
        assert view["pain"] == [None] * 4
        assert view["committed"] == [True, True, True, False]
    assert RULES.view(state, 0)["pain"] == [RULES.view(state, ALL)["pain"][0], None, None, None]
    assert RULES.to_act(state) == (3,)
    for seat in range(3):
        with pytest.raises(NotYourTurnError):
            RULES.decide(state, seat, state.hands[seat][0], CHANCE)
        with pytest.raises(IllegalMoveError, match="type choose_pain"):
            RULES.parse_move(state, seat, {"type": "play_card", "card": "red-1"})


def test_a_pick_is_final() -> None:
    state = picked(4)

    with pytest.raises(NotYourTurnError):
        RULES.decide(state, 0, state.hands[0][0], CHANCE)


def test_seats_pick_in_any_order_and_the_last_pick_reveals_all() -> None:
    state = new_state(3)
    replay(RULES, state, RULES.opening_events(state, Dealt(1, hands_of(3))))

    for seat in (2, 0):
        chosen = RULES.decide(state, seat, state.hands[seat][4], CHANCE)
        assert chosen == (PainChosen(seat, state.hands[seat][4]),)
        replay(RULES, state, chosen)
    last = RULES.decide(state, 1, state.hands[1][2], CHANCE)
    replay(RULES, state, last)

    assert last == (PainChosen(1, state.pain[1]), PainRevealed(tuple(state.pain)))
    assert RULES.to_act(state) == (1,)


def test_the_pain_card_leaves_the_hand_and_never_reaches_a_trick() -> None:
    match = play_match(Table(RULES, 4), seed=4)
    rounds: list[tuple[set[int], set[int]]] = []
    for event in match.events:
        if isinstance(event, RoundBegan):
            rounds.append((set(), set()))
        elif isinstance(event, PainChosen):
            rounds[-1][0].add(event.card)
        elif isinstance(event, CardPlayed):
            rounds[-1][1].add(event.card)

    assert all(len(picks) == 4 and not picks & played for picks, played in rounds)
    assert all(len(played) == 4 * 14 for _, played in rounds)


def test_a_zero_may_be_picked_and_two_seats_may_pick_one_colour() -> None:
    state = new_state(3)
    replay(RULES, state, RULES.opening_events(state, Dealt(0, hands_of(3))))

    for seat, text in enumerate(["R0", "R1", "R2"]):
        replay(RULES, state, RULES.decide(state, seat, card(text), CHANCE))

    assert RULES.view(state, ALL)["pain"] == ["red-0", "red-1", "red-2"]


def hands_of(seats: int) -> list[list[int]]:
    """Return a deal of the whole deck in turns."""
    deck = DECKS[DATASETS[0]][seats]
    return [list(deck[seat::seats]) for seat in range(seats)]


def test_the_first_leader_and_every_deal_are_drawn_under_the_pinned_labels() -> None:
    dealt = Dealt(1, hands_of(3))
    state = new_state(3, {"rounds": 2})
    replay(RULES, state, opening := RULES.opening_events(state, dealt))
    while acting := RULES.to_act(state):
        move = RULES.timeout_move(state, acting[0])
        replay(RULES, state, RULES.decide(state, acting[0], move, dealt))

    assert opening == (RoundBegan(1, 1), HandsDealt(tuple(map(tuple, hands_of(3)))))
    assert dealt.labels == ["leader", "deal/1", "deal/2"]


def test_the_last_card_of_a_round_scores_it_and_deals_the_next() -> None:
    match = play_match(Table(RULES, 3), seed=5)
    kinds = [type(event) for event in match.events]

    end = kinds.index(RoundScored)

    assert kinds[end - 2] is CardPlayed
    assert kinds[end - 1] in (TrickTaken, TrickSetAside)
    assert kinds[end + 1 : end + 4] == [RoundBegan, HandsDealt, PainChosen]


@pytest.mark.parametrize("seats", SEATS)
def test_a_round_is_always_of_the_same_form(seats: int) -> None:
    events = play_match(Table(RULES, seats), seed=6).events
    size = 15 * seats + 18
    trick = [CardPlayed] * seats + [TrickTaken]
    form = [RoundBegan, HandsDealt, *[PainChosen] * seats, PainRevealed, *trick * 14, RoundScored]

    kinds = [TrickTaken if kind is TrickSetAside else kind for kind in map(type, events)]

    assert len(events) == size * seats
    assert all(kinds[at : at + size] == form for at in range(0, len(kinds), size))


def test_points_add_up_to_totals_and_totals_place_the_seats() -> None:
    match = play_match(Table(RULES, 4), seed=7)
    scored = of_kind(match.events, RoundScored)

    sums = tuple(map(sum, zip(*(event.points for event in scored), strict=True)))

    assert len(scored) == 4
    assert scored[-1].totals == sums == RULES.current_scores(match.end)
    outcome = RULES.outcome(match.end)
    assert outcome is not None
    assert outcome.scores == sums


def test_equal_totals_share_a_place() -> None:
    state = play_match(Table(RULES, 3), seed=8).end
    state.totals = (4, -7, 4)

    assert RULES.outcome(state) == Outcome((1, 3, 1), (4, -7, 4))


@pytest.mark.parametrize(("given", "rounds"), [({}, 5), ({"rounds": 1}, 1), ({"rounds": 12}, 12)])
def test_there_are_as_many_rounds_as_players_or_as_asked_for(
    given: dict[str, object], rounds: int
) -> None:
    assert new_state(5, given).rounds == rounds


def last_trick_of_zeros(all_zero: str) -> tuple[Event, ...]:
    """Play the round's last trick, all zeros, with nothing captured but by seat 1."""
    given = {"all_zero": all_zero, "rounds": 1}
    state = playing(["R0", "Y0", "G0"], "B1 B2 B3", leader=2, given=given)
    state.tricks = 13
    state.captured[1] = list(cards("R5 B4"))
    return play(state, "G0 R0 Y0")


def test_zeros_set_aside_in_the_last_trick_count_for_nobody() -> None:
    assert last_trick_of_zeros("aside")[1:] == (
        TrickSetAside(cards("G0 R0 Y0")),
        RoundScored((-1, -5, -3), (-1, -5, -3)),
    )


def test_zeros_that_go_to_their_leader_in_the_last_trick_count_for_him() -> None:
    assert last_trick_of_zeros("leader_wins")[1:] == (
        TrickTaken(2, cards("G0 R0 Y0")),
        RoundScored((-1, -5, 0), (-1, -5, 0)),
    )


def test_a_card_that_is_not_in_the_hand_is_refused() -> None:
    state = playing(["B3 B4", "B10", "B5"], "P1 P2 P3")

    for text in ("B10", "P1", "P14"):
        with pytest.raises(IllegalMoveError, match="not in your hand"):
            RULES.decide(state, 0, card(text), CHANCE)


def test_a_seat_whose_turn_it_is_not_is_refused_whatever_it_plays() -> None:
    state = playing(["B3", "B10", "B5"], "P1 P2 P3", leader=1)

    for seat in (0, 2, 3, -1):
        with pytest.raises(NotYourTurnError):
            RULES.decide(state, seat, card("B3"), CHANCE)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"type": "choose_pain", "card": "blue-3"}, "type play_card"),
        ({"card": "blue-3"}, "type play_card"),
        ({"type": "play_card"}, "card"),
        ({"type": "play_card", "card": "blue-15"}, "'blue-15' is not one of the names"),
        ({"type": "play_card", "card": 48}, "Expected `str`, got `int`"),
        ({"type": "play_card", "card": "blue-3", "seat": 0}, "unknown field `seat`"),
    ],
)
def test_a_misshapen_move_is_refused_with_its_reason(data: dict[str, Any], reason: str) -> None:
    state = playing(["B3", "B10", "B5"], "P1 P2 P3")

    with pytest.raises(IllegalMoveError, match=reason):
        RULES.parse_move(state, 0, data)


def test_no_move_can_be_made_after_the_end() -> None:
    state = play_match(Table(RULES, 3), seed=9).end

    with pytest.raises(IllegalMoveError, match="no move"):
        RULES.parse_move(state, 0, {"type": "play_card", "card": "blue-3"})


def test_on_a_timeout_the_lowest_card_is_picked_and_the_first_one_played() -> None:
    state = new_state(3)
    replay(RULES, state, RULES.opening_events(state, Dealt(0, hands_of(3))))
    lowest = RULES.timeout_move(state, 0)
    assert NUMBER[lowest] == min(NUMBER[card] for card in state.hands[0])

    state = playing(["B3 R4 Y1", "B10", "B5"], "P1 P2 P3")
    assert RULES.timeout_move(state, 0) == card("R4")
