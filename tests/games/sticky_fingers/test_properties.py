"""What holds at every moment of every match of Sticky Fingers."""

import random
from collections.abc import Iterator
from hashlib import sha256

from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import FairChance
from games.core import Event, replay
from games.options import Value
from games.sticky_fingers.cards import CITY, HARBOR, KINDS, LOOT_PILE, TOOL_PILE
from games.sticky_fingers.events import LootSold, TokenPlaced, ToolsTaken
from games.sticky_fingers.legal import picks
from games.sticky_fingers.model import ACT, NOBODY, NONE, State
from tests.games.sticky_fingers.dealer import RULES
from tests.games.sticky_fingers.material import StickyFingersMaterial

OPTIONS = st.fixed_dictionaries(
    {option.name: st.sampled_from(option.choices) for option in RULES.options}
)
MATCHES = given(seats=st.integers(2, 5), options=OPTIONS, seed=st.integers(0, 10_000))


def course(
    seats: int, options: dict[str, Value], seed: int
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Yield the table before each decision of a random match, and what the decision sets off."""
    rng = random.Random(seed)
    chance = FairChance(sha256(str(seed).encode()).digest())
    state = RULES.new_state(seats, RULES.check_options(seats, dict(options)))
    replay(RULES, state, RULES.opening_events(state, chance))
    while acting := RULES.to_act(state):
        move = rng.choice(RULES.legal_moves(state, acting[0]))
        events = RULES.decide(state, acting[0], move, chance)
        yield state, events
        replay(RULES, state, events)


@MATCHES
@settings(max_examples=12, deadline=None)
def test_no_card_is_lost_or_made(seats: int, options: dict[str, Value], seed: int) -> None:
    material = StickyFingersMaterial()
    for state, _ in course(seats, options, seed):
        assert len(material.pieces(state)) == 60 + 30 + 14
        assert min(min(hand) for hand in state.hands) >= 0
        assert all(
            known <= held
            for hand, public in zip(state.hands, state.known, strict=True)
            for held, known in zip(hand, public, strict=True)
        )


@MATCHES
@settings(max_examples=12, deadline=None)
def test_everybody_places_and_uses_three_tokens_a_round(
    seats: int, options: dict[str, Value], seed: int
) -> None:
    placed = used = 0
    for state, events in course(seats, options, seed):
        used += state.phase == ACT
        placed += sum(isinstance(event, TokenPlaced) for event in events)
        down = [seat for seat in (*state.squares, *state.exchange) if seat != NOBODY]
        assert all(down.count(seat) <= 3 for seat in range(seats))

    assert placed == used == state.round * seats * 3


@MATCHES
@settings(max_examples=12, deadline=None)
def test_money_only_grows_by_chests_and_sales_and_the_end_is_near_20(
    seats: int, options: dict[str, Value], seed: int
) -> None:
    money = [0] * seats
    for state, events in course(seats, options, seed):
        for event in events:
            if isinstance(event, LootSold):
                assert 2 <= event.points <= 10
                money[event.seat] += event.points
            else:
                money[getattr(event, "seat", 0)] += getattr(event, "value", 0)
        assert all(0 <= have < 20 + 3 * 10 for have in state.money)

    assert max(money) >= 20


@MATCHES
@settings(max_examples=12, deadline=None)
def test_displays_are_full_at_the_start_of_a_round_unless_cards_have_run_out(
    seats: int, options: dict[str, Value], seed: int
) -> None:
    for state, _ in course(seats, options, seed):
        if not state.placed and state.round:
            sizes = state.deck.sizes[seats]
            assert len(state.display[HARBOR]) == sizes[HARBOR]
            if len(state.display[CITY]) < sizes[CITY]:
                assert not state.piles[TOOL_PILE] + state.discards[TOOL_PILE]
            if NONE in state.display[1] + state.display[3]:
                assert not state.piles[LOOT_PILE] + state.discards[LOOT_PILE]


@given(counts=st.lists(st.integers(0, 4), min_size=5, max_size=5), size=st.integers(0, 4))
def test_every_choice_of_tools_is_offered_once(counts: list[int], size: int) -> None:
    offered = list(picks(counts, size))

    assert len(offered) == len(set(offered))
    for tools in offered:
        assert len(tools) == size
        assert all(tools.count(tool) <= counts[tool] for tool in range(5))
    expected = ways(counts, size) if size else 0
    assert len(offered) == expected


def ways(counts: list[int], size: int) -> int:
    """Return how many different hands of that size there are."""
    if not counts:
        return size == 0
    return sum(ways(counts[1:], size - taken) for taken in range(min(counts[0], size) + 1))


@MATCHES
@settings(max_examples=6, deadline=None)
def test_tools_taken_were_in_the_city_and_loot_sold_was_of_one_type(
    seats: int, options: dict[str, Value], seed: int
) -> None:
    for state, events in course(seats, options, seed):
        for event in events:
            if isinstance(event, ToolsTaken):
                assert all(tool in state.display[CITY] for tool in event.tools)
            if isinstance(event, LootSold):
                kinds = {KINDS.names[state.deck.kind[loot]] for loot in event.loot}
                assert len(kinds) == 1
                assert "money" not in kinds
