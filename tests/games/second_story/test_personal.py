"""Second Story by `second-story@2`: an order of the deck, and dice, for each seat and night."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

import pytest

from games import registry
from games.chance import Chance, FairChance
from games.core import ALL, PUBLIC, AnyRules, Event, replay
from games.fair_draws import OrderChance
from games.second_story.cards import RANK
from games.second_story.events import DeckShuffled, DiceRolled, HouseEntered, NightBegan, OrderDrawn
from games.second_story.model import State
from games.second_story.moves import ENTER_HOUSE, SECOND_CHANCE
from games.second_story.personal import SecondStory2
from tests.games import boards
from tests.games.likelihood import Excess, matches
from tests.games.second_story.dealer import RULES as FIRST_RULES
from tests.games.second_story.dealer import Fixed, cards, chips

T = TypeVar("T")
RULES = SecondStory2()
THOROUGH = 0


class Noting:
    """Chance that keeps the labels under which it is asked, one after another."""

    def __init__(self, inner: Chance) -> None:
        self.inner = inner
        self.labels: list[str] = []

    def below(self, label: str, n: int) -> int:
        """Draw and note it."""
        self._note(label)
        return self.inner.below(label, n)

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Draw and note it."""
        self._note(label)
        return self.inner.shuffle(label, items)

    def _note(self, label: str) -> None:
        if self.labels[-1:] != [label]:
            self.labels.append(label)


def opened(chance: Chance, seats: int = 3) -> tuple[State, list[Event]]:
    state = RULES.new_state(seats, RULES.check_options(seats, {}))
    events = list(RULES.opening_events(state, chance))
    return replay(RULES, state, events), events


def do(state: State, chance: Chance, move: int) -> list[Event]:
    (seat,) = RULES.to_act(state)
    events = list(RULES.decide(state, seat, move, chance))
    replay(RULES, state, events)
    return events


def played(chance: Chance, seed: int) -> list[Event]:
    """Return the events of a match of three in which all play as the seed has it."""
    rng = Random(seed)
    state, events = opened(chance)
    while acting := RULES.to_act(state):
        events += do(state, chance, rng.choice(list(RULES.legal_moves(state, acting[0]))))
    return events


def names(events: Sequence[Event]) -> list[str]:
    return [RULES.event_type(event) for event in events]


def test_the_game_and_its_moves_are_those_of_the_first_rules_which_stay_the_usual_ones() -> None:
    for name in ("game", "title", "options", "seats_min", "seats_max", "breaks"):
        assert getattr(RULES, name) == getattr(FIRST_RULES, name)
    assert RULES.move_schema() == FIRST_RULES.move_schema()
    assert registry.current_rules("second-story").id == "second-story@1"
    assert registry.rules("second-story@2").game == "second-story"


def test_a_match_begins_with_an_order_for_the_first_thief_alone() -> None:
    state, events = opened(Fixed("7SK", starter=1))

    assert names(events) == ["starter_drawn", "night_began", "order_drawn", "house_entered"]
    drawn = events[2]
    assert isinstance(drawn, OrderDrawn)
    assert (drawn.seat, sorted(drawn.order)) == (1, list(state.deck))
    assert state.draw == drawn.order[1:]


def test_orders_and_dice_have_labels_of_the_seat_its_own_night_and_the_house() -> None:
    chance = Noting(Fixed("7SK 3MW 2MK", [1, 10, 1, 1], starter=1))
    state, _ = opened(chance, seats=2)
    do(state, chance, THOROUGH)
    do(state, chance, THOROUGH)
    do(state, chance, ENTER_HOUSE)
    do(state, chance, THOROUGH)
    do(state, chance, THOROUGH)

    assert chance.labels == [
        *("starter", "deck/1/1/1", "roll/1/1/1"),
        *("deck/1/0/1", "roll/0/1/1", "roll/0/1/2"),
        *("deck/1/1/2", "roll/1/2/1"),
        "deck/1/0/2",
    ]


def test_another_roll_in_the_same_house_has_dice_of_its_own() -> None:
    chance = Noting(Fixed("CS", [1, 1, 1, 1, 1, 10]))
    state = RULES.new_state(2, RULES.check_options(2, {}))
    state.lairs[0] = chips("SS")
    replay(RULES, state, RULES.opening_events(state, chance))
    do(state, chance, SECOND_CHANCE)
    do(state, chance, SECOND_CHANCE)

    assert chance.labels[2:] == ["roll/0/1/1", "roll/0/1/1/2", "roll/0/1/1/3"]
    assert RULES.view(state, 0)["rolls_here"] == 3


def test_a_discard_pile_is_shuffled_in_the_order_of_the_thief_who_needs_it() -> None:
    chance = Noting(Fixed("2MK", [10]))
    state, _ = opened(chance)
    do(state, chance, THOROUGH)
    state.draw, state.discard = (), cards("9MS AM 5YK")

    events = do(state, chance, ENTER_HOUSE)

    assert isinstance(events[0], DeckShuffled)
    assert sorted(events[0].order) == sorted(cards("9MS AM 5YK"))
    assert events[1] == HouseEntered(0, events[0].order[0])
    assert chance.labels[-1] == "deck/2/0/1"


def test_a_night_that_begins_with_an_empty_deck_has_one_order() -> None:
    chance = Noting(Fixed("2MK", [1]))
    state, _ = opened(chance, seats=2)
    state.draw, state.discard = (), cards("9MS AM 5YK")

    told = names(do(state, chance, THOROUGH))

    assert told[told.index("night_began") :] == ["night_began", "deck_shuffled", "house_entered"]
    assert chance.labels[-1] == "deck/2/1/1"


def test_orders_and_dice_are_those_of_the_published_board() -> None:
    assert boards.order("deck/2", range(20)) == boards.BOARDS["order deck/2 of 0..19"]
    published = boards.BOARDS["draws"]["below roll/1/1 of 10, eight times"]
    assert boards.numbers("roll/1/1", 10, 8) == published
    deck = opened(FairChance(boards.ROOT))[0].deck

    _, events = opened(OrderChance(boards.ROOT))

    (starter,) = boards.numbers("starter", 3, 1)
    order = tuple(boards.order(f"deck/1/{starter}/1", deck))
    assert events[2] == OrderDrawn(starter, order)
    assert events[3] == HouseEntered(starter, order[0])


def nights_of(events: Sequence[Event], seat: int) -> list[list[Event]]:
    """Return what happened in each night of a seat, up to the first shuffle of the match."""
    nights: list[list[Event]] = []
    for event in events:
        if isinstance(event, DeckShuffled):
            return nights
        if isinstance(event, NightBegan):
            own = nights if event.seat == seat else []
            own.append([])
        if nights and getattr(event, "seat", None) == seat:
            nights[-1].append(event)
    return nights


@pytest.mark.parametrize("chance", [FairChance, OrderChance])
def test_a_seat_comes_upon_the_cards_in_one_order_at_all_tables_of_a_deal(
    chance: type[FairChance] | type[OrderChance],
) -> None:
    tables = [played(chance(boards.ROOT), seed) for seed in range(12)]
    deck = opened(chance(boards.ROOT))[0].deck

    seen = 0
    for seat in range(3):
        for events in tables:
            for number, night in enumerate(nights_of(events, seat), start=1):
                order = chance(boards.ROOT).shuffle(f"deck/1/{seat}/{number}", deck)
                houses = [event.card for event in night if isinstance(event, HouseEntered)]
                places = [order.index(house) for house in houses]
                assert places == sorted(places)
                seen += len(places)
    assert seen > 200


def test_the_dice_of_a_house_are_the_same_at_all_tables_of_a_deal() -> None:
    rolled: dict[tuple[int, int, int], set[int]] = {}
    for number in range(12):
        events = played(OrderChance(boards.ROOT), number)
        for seat in range(3):
            for night, told in enumerate(nights_of(events, seat), start=1):
                house, fresh = 0, False
                for event in told:
                    house += isinstance(event, HouseEntered)
                    fresh = fresh or isinstance(event, HouseEntered)
                    if isinstance(event, DiceRolled) and fresh:
                        first = event.dice[0]
                        rolled.setdefault((seat, night, house), set()).add(first)
                        fresh = False

    assert all(len(dice) == 1 for dice in rolled.values())
    label = "roll/{}/{}/{}"
    for where, (die,) in rolled.items():
        assert boards.numbers(label.format(*where), 10, 1) == [die - 1]
    assert len(rolled) > 30


def off_by(rules: AnyRules, count: int) -> list[float]:
    """Return by how many standard errors cards of the rank before, and Crowns, come too often.

    Given all that has happened, each card that is in the deck is as likely as any other.
    """
    same, crowns = Excess(), Excess()
    for match in matches(rules, 3, {}, count):
        before = 0
        for state, event in match:
            if not isinstance(event, HouseEntered):
                continue
            for excess, rank in ((same, before), (crowns, 10)):
                likely = sum(RANK[card] == rank for card in state.draw) / len(state.draw)
                excess.add(came=RANK[event.card] == rank, likely=likely)
            before = RANK[event.card]
    return [same.errors, crowns.errors]


@pytest.mark.parametrize("rules", [FIRST_RULES, RULES], ids=lambda rules: rules.id)
def test_whatever_has_happened_each_card_of_the_deck_is_as_likely_to_be_next(
    rules: AnyRules,
) -> None:
    assert max(map(abs, off_by(rules, 60))) < 4


def test_an_order_is_hidden_from_everybody_until_the_end() -> None:
    state, events = opened(OrderChance(boards.ROOT))
    drawn = events[2]

    for viewer in (0, 1, 2, PUBLIC):
        seen = RULES.redact(drawn, 2, viewer, state)
        assert seen == {"seat": state.active, "order": 36}
        assert RULES.view(state, viewer)["draw"] is None
    whole = RULES.redact(drawn, 2, ALL, state)
    assert whole["order"][1:] == RULES.view(state, ALL)["draw"]


def test_an_imagined_deck_is_any_order_of_the_cards_that_are_left() -> None:
    state, _ = opened(OrderChance(boards.ROOT))

    imagined = RULES.determinise(state, 0, OrderChance(bytes(32)))

    assert sorted(imagined.draw) == sorted(state.draw)
    assert imagined.draw != state.draw
    assert RULES.view(imagined, 0) == RULES.view(state, 0)
