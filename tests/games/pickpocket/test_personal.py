"""Pickpocket by `pickpocket@2`: each seat draws from the bag in an order of its own."""

from collections.abc import Sequence
from random import Random

import pytest

from games import registry
from games.chance import Chance, FairChance
from games.core import ALL, PUBLIC, AnyRules, Event, replay
from games.fair_draws import OrderChance
from games.pickpocket.dataset import BOXES, DATASETS
from games.pickpocket.events import (
    GloveTileTaken,
    GuardAppeared,
    HandsDealt,
    MarkersStacked,
    NightBegan,
    OrdersDrawn,
    TileDrawn,
)
from games.pickpocket.model import PersonalState
from games.pickpocket.personal import Pickpocket2
from games.pickpocket.tiles import LOOTS, guard
from tests.games import boards
from tests.games.likelihood import Excess, matches
from tests.games.pickpocket.dealer import CHANCE, move_of, tiles
from tests.games.pickpocket.dealer import RULES as FIRST_RULES
from tests.games.pickpocket.material import PickpocketMaterial, draws

RULES = Pickpocket2()
BOX = BOXES[DATASETS[0]]


def new_state(seats: int, **options: object) -> PersonalState:
    state = RULES.new_state(seats, RULES.check_options(seats, options))
    assert isinstance(state, PersonalState)
    return state


def opened(chance: Chance, seats: int = 4, **options: object) -> PersonalState:
    state = new_state(seats, **options)
    replay(RULES, state, RULES.opening_events(state, chance))
    return state


def tavern(bag: str, *orders: Sequence[int]) -> PersonalState:
    """Return a tavern with these tiles in the bag, and what each seat would draw of them."""
    state = new_state(len(orders))
    seats = range(len(orders))
    opening = [
        MarkersStacked(tuple(seats)),
        HandsDealt(tuple(() for _ in seats)),
        OrdersDrawn(tiles(bag), tuple(map(tuple, orders))),
        NightBegan(1, 0, None),
    ]
    replay(RULES, state, opening)
    return state


def draw(state: PersonalState) -> Sequence[Event]:
    (seat,) = RULES.to_act(state)
    events = RULES.decide(state, seat, move_of("draw"), CHANCE)
    replay(RULES, state, events)
    return events


def test_the_game_and_its_moves_are_those_of_the_first_rules_which_stay_the_usual_ones() -> None:
    for name in ("game", "title", "options", "seats_min", "seats_max", "breaks"):
        assert getattr(RULES, name) == getattr(FIRST_RULES, name)
    assert RULES.move_schema() == FIRST_RULES.move_schema()
    assert registry.current_rules("pickpocket").id == "pickpocket@1"
    assert registry.rules("pickpocket@2").game == "pickpocket"


def test_the_opening_draws_an_order_of_the_bag_for_each_seat() -> None:
    fair = FairChance(boards.ROOT)
    markers = fair.shuffle("markers", range(4))
    loot = fair.shuffle("deal", BOX.loot)
    orders = [tuple(fair.shuffle(f"bag/{seat}", range(59))) for seat in range(4)]

    opening = RULES.opening_events(new_state(4), FairChance(boards.ROOT))

    assert opening == (
        MarkersStacked(tuple(markers)),
        HandsDealt(tuple(tuple(loot[3 * seat : 3 * seat + 3]) for seat in range(4))),
        OrdersDrawn(tuple(sorted([*loot[12:], *BOX.guards])), tuple(orders)),
        NightBegan(1, markers[0], None),
    )


def test_the_orders_are_those_of_the_published_board() -> None:
    drawn = RULES.opening_events(new_state(4), OrderChance(boards.ROOT))[2]

    assert isinstance(drawn, OrdersDrawn)
    expected = [tuple(boards.order(f"bag/{seat}", range(59))) for seat in range(4)]
    assert drawn.orders == tuple(expected)


def test_each_seat_draws_the_first_piece_of_its_order_that_is_still_there() -> None:
    state = tavern("PK PV KV PKVJ", [2, 0, 1, 3], [2, 3, 1, 0], [0, 3, 2, 1], [3, 2, 1, 0])

    drawn = [draw(state)[0] for _ in range(4)]

    assert drawn == [
        TileDrawn(0, *tiles("KV")),
        TileDrawn(1, *tiles("PKVJ")),
        TileDrawn(2, *tiles("PK")),
        TileDrawn(3, *tiles("PV")),
    ]
    assert state.bag == []
    assert state.orders == [[], [], [], []]


def test_of_equal_tiles_the_one_that_was_drawn_goes_out_of_every_order() -> None:
    # The first and the third piece are alike: seat 0 draws the third, so seat 1 has the first.
    state = tavern("PK PV PK KV", [2, 1, 0, 3], [1, 0, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3])

    drawn = [draw(state)[0] for _ in range(3)]

    assert drawn == [
        TileDrawn(0, *tiles("PK")),
        TileDrawn(1, *tiles("PV")),
        TileDrawn(2, *tiles("PK")),
    ]
    assert state.orders[3] == [3]
    assert state.bag == [*tiles("KV")]


def test_guards_and_what_the_glove_takes_come_in_the_seats_own_order_too() -> None:
    state = tavern("2 PK 3 PV", [0, 1, 2, 3], [3, 2, 1, 0], [0, 1, 2, 3], [0, 1, 2, 3])
    state.holders[1] = 1
    guarded = draw(state)[0]

    left = RULES.decide(state, 1, move_of("leave"), CHANCE)
    replay(RULES, state, left)

    assert isinstance(guarded, GuardAppeared)
    assert left[-1] == GloveTileTaken(1, *tiles("PV"))
    assert state.bag == sorted([*tiles("PK"), guard(3)])
    assert state.orders[0] == [2, 1]


@pytest.mark.parametrize("chance", [FairChance, OrderChance])
def test_a_seat_draws_in_one_order_at_all_tables_of_a_deal(
    chance: type[FairChance] | type[OrderChance],
) -> None:
    for seed in range(12):
        rng, fair = Random(seed), chance(boards.ROOT)
        state = new_state(4, powers=True)
        events = list(RULES.opening_events(state, fair))
        replay(RULES, state, events)
        while acting := RULES.to_act(state):
            move = rng.choice(list(RULES.legal_moves(state, acting[0])))
            events += (told := RULES.decide(state, acting[0], move, fair))
            replay(RULES, state, told)
        orders = [chance(boards.ROOT).shuffle(f"bag/{seat}", range(59)) for seat in range(4)]
        for seat, order in enumerate(orders):
            places = [
                order.index(it)
                for event, it in draws(events)
                if getattr(event, "seat", None) == seat
            ]
            assert places == sorted(places)


def off_by(rules: AnyRules, count: int) -> list[float]:
    """Return by how many standard errors tiles as the one before, and guards, come too often.

    Given all that has happened, each tile that is in the bag is as likely as any other.
    """
    same, guards = Excess(), Excess()
    for match in matches(rules, 4, {"powers": True}, count):
        before = -1
        for state, event in match:
            if not isinstance(event, TileDrawn | GuardAppeared | GloveTileTaken):
                continue
            tile = guard(event.value) if isinstance(event, GuardAppeared) else event.tile
            left = len(state.bag)
            in_bag = sum(each >= LOOTS for each in state.bag)
            same.add(came=tile == before, likely=state.bag.count(before) / left)
            guards.add(came=tile >= LOOTS, likely=in_bag / left)
            before = tile
    return [same.errors, guards.errors]


@pytest.mark.parametrize("rules", [FIRST_RULES, RULES], ids=lambda rules: rules.id)
def test_whatever_has_happened_each_tile_of_the_bag_is_as_likely_to_be_next(
    rules: AnyRules,
) -> None:
    assert max(map(abs, off_by(rules, 150))) < 4


def test_tiles_and_orders_are_hidden_from_everybody_until_the_end() -> None:
    state = opened(OrderChance(boards.ROOT))
    drawn = RULES.opening_events(new_state(4), OrderChance(boards.ROOT))[2]

    for viewer in (0, 1, 2, 3, PUBLIC):
        assert RULES.redact(drawn, 2, viewer, state) == {"tiles": 59, "orders": [59] * 4}
        view = RULES.view(state, viewer)
        assert (view["bag"], view["orders"], view["bag_size"]) == (None, None, 59)
    assert RULES.redact(drawn, 2, ALL, state) == RULES.event_data(drawn)


def test_who_sees_all_sees_what_each_seat_would_draw() -> None:
    state = tavern("PK PV KV 4", [3, 1, 0, 2], [2, 0, 1, 3], [0, 1, 2, 3], [0, 1, 2, 3])

    view = RULES.view(state, ALL)

    assert view["bag"] == ["guard-4", "PV", "PK", "KV"]
    assert [[view["bag"][at] for at in order] for order in view["orders"][:2]] == [
        ["guard-4", "PV", "PK", "KV"],
        ["KV", "PK", "PV", "guard-4"],
    ]


def test_an_imagined_bag_is_one_pile_of_all_that_a_seat_cannot_see() -> None:
    state = opened(OrderChance(boards.ROOT))

    imagined = RULES.determinise(state, 1, OrderChance(bytes(32)))

    assert isinstance(imagined, PersonalState)
    assert imagined.orders[1:] == imagined.orders[:-1]
    assert PickpocketMaterial().pieces(imagined) == PickpocketMaterial().pieces(state)
    assert imagined.hands[1] == state.hands[1]
    drawn = [RULES.decide(imagined, seat, move_of("draw"), CHANCE)[0] for seat in state.acting]
    assert drawn
