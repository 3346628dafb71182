"""What holds in every match of Pickpocket."""

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Event, replay
from games.pickpocket.dataset import BOXES, DATASETS
from games.pickpocket.events import HandsScored, NightBegan, PassageUsed, ThiefLeft
from games.pickpocket.model import State
from games.pickpocket.tiles import LOOTS
from tests.games.pickpocket.dealer import RULES
from tests.games.pickpocket.material import PickpocketMaterial
from tests.games.tables import Match, Table, play

BOX = BOXES[DATASETS[0]]

matches = st.builds(
    lambda seats, powers, passage, counts, seed: play(
        Table(
            RULES,
            seats,
            (("powers", powers), ("passage", passage), ("guard_counts_in_double", counts)),
        ),
        seed,
    ),
    seats=st.integers(2, 6),
    powers=st.booleans(),
    passage=st.sampled_from(["french", "dutch"]),
    counts=st.booleans(),
    seed=st.integers(0, 2**32),
)


def after_each(match: Match) -> Iterator[tuple[Event, State]]:
    """Yield every event and the state after it, which is the same object each time."""
    state: State = match.table.new_state()
    for event in match.events:
        replay(RULES, state, [event])
        yield event, state


@settings(max_examples=25, deadline=None)
@given(match=matches)
def test_points_come_from_leaving_the_passage_and_hands_alone(match: Match) -> None:
    points = [0] * match.table.seats
    for event in match.events:
        if isinstance(event, ThiefLeft):
            doubled = 2 if event.doubled else 1
            assert event.points == event.elements * doubled + event.guards + event.bonus
        if isinstance(event, ThiefLeft | PassageUsed):
            points[event.seat] += event.points
    last = match.events[-1]

    assert isinstance(last, HandsScored)
    assert last.totals == tuple(map(sum, zip(points, last.values, strict=True)))
    assert match.end.scores == list(last.totals)


@settings(max_examples=25, deadline=None)
@given(match=matches)
def test_no_tile_is_lost_and_the_seventh_guard_ends_the_match(match: Match) -> None:
    whole = sorted([*BOX.loot, *BOX.guards])

    for _, state in match.states:
        assert PickpocketMaterial().pieces(state) == whole
        assert len(state.guards) < 2
    assert [state.guards_shown() == 7 for _, state in match.states[-2:]] == [False, True]


@settings(max_examples=25, deadline=None)
@given(match=matches)
def test_whoever_decides_is_inside_and_alone_in_stop_or_double_only(match: Match) -> None:
    for _, state in match.states[:-1]:
        view = RULES.view(state, 0)
        assert all(view["inside"][seat] for seat in view["to_act"])
        assert state.alone() == (view["double_steps"] is not None)
        assert state.bag
        assert any(tile >= LOOTS for tile in state.bag)


@settings(max_examples=25, deadline=None)
@given(match=matches)
def test_every_night_takes_tiles_out_of_bag_and_hands(match: Match) -> None:  # PK-46
    left = [
        len(state.bag) + sum(map(len, state.hands))
        for event, state in after_each(match)
        if isinstance(event, NightBegan)
    ]

    assert all(before > after for before, after in pairwise(left))


@settings(max_examples=25, deadline=None)
@given(match=matches)
def test_the_open_lines_are_those_that_every_tile_of_the_row_carries_on(match: Match) -> None:
    for _, state in match.states:
        view = RULES.view(state, 0)
        rows = [set(tile) for tile in view["row"]]
        shown = set("PKVJ").intersection(*rows)
        assert [line[0].upper() for line in view["open_lines"]] == [
            letter for letter in "PKVJ" if letter in shown
        ]
        assert view["loot"] == sum(tile.count(letter) for tile in view["row"] for letter in shown)
