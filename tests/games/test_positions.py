"""Positions set by hand: what they say, what they leave to chance, and what cannot be."""

import random
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from games import positions, registry
from games.chance import Chance, FairChance
from games.core import ALL, AnyRules, Viewer
from games.positions import ANY, PositionError, Table
from tests.games.material import required_material
from tests.games.tables import tables

SET = [rules for rules in registry.all_rules() if positions.offered(rules.game)]
LEFT_OUT = {
    "stick-em": {"last_trick", "scores"},
    "second-story": {"rolls", "shuffles", "rolls_here", "starter", "street_chips"},
    "pickpocket": {"orders"},
    "sticky-fingers": {"shuffles"},
}
"""What a view tells of before, and no decision goes by; and orders of their own, which chance
deals alike by one order for all."""


def seeded(seed: str) -> FairChance:
    return FairChance(sha256(seed.encode()).digest())


class NoChance:
    """Chance that is asked for nothing."""

    def below(self, label: str, n: int) -> int:
        raise AssertionError(label, n)

    def shuffle(self, label: str, items: Any) -> Any:
        raise AssertionError(label, items)


def table(game: str, seats: int, rules: AnyRules | None = None, **options: object) -> Table:
    """Return a table of a game, with its usual rules and options but for those given."""
    found = rules or registry.current_rules(game)
    return Table(found, seats, found.check_options(seats, options), found.datasets[0])


def moments(each: Any, rng: random.Random, most: int) -> Iterator[Any]:
    """Yield decisions of a match of random moves."""
    rules, state, chance = each.rules, each.new_state(), seeded(str(each))
    for event in rules.opening_events(state, chance):
        rules.evolve(state, event)
    for _ in range(most):
        acting = rules.to_act(state)
        if not acting:
            return
        yield state
        move = rng.choice(list(rules.legal_moves(state, acting[0])))
        rules.apply_move(state, acting[0], move, chance)


def set_up(at: Table, chance: Chance | None = None, **said: Any) -> Any:
    return positions.set_up(at, said, chance or seeded("here"))


def faults(at: Table, **said: Any) -> list[str]:
    """Return which fields are wrong."""
    with pytest.raises(PositionError) as refused:
        set_up(at, **said)
    return [field for field, _text in refused.value.errors]


def view(at: Table, state: Any, viewer: Viewer = ALL) -> Any:
    return at.rules.view(state, viewer)


def play_out(rules: AnyRules, state: Any, rng: random.Random) -> None:
    """Play careful moves, and a random one now and then, to an end."""
    chance = seeded("on")
    for _ in range(5000):
        acting = rules.to_act(state)
        if not acting:
            break
        legal = list(rules.legal_moves(state, acting[0]))
        is_random = rng.random() < 0.5
        move = rng.choice(legal) if is_random else rules.timeout_move(state, acting[0])
        for event in rules.decide(state, acting[0], move, chance):
            rules.evolve(state, event)
    assert rules.outcome(state) is not None


# Examples.


def test_a_hand_is_held_as_it_is_set_and_filled_up_with_cards_that_lie_nowhere_else() -> None:
    at = table("stick-em", 4)
    held = ["red-0", "blue-10"]

    state = set_up(at, phase="play", trick=["green-3"], hands=[held, None, None, None])

    hands = view(at, state)["hands"]
    assert set(held) < set(hands[0])
    assert [len(hand) for hand in hands] == [13, 14, 14, 14]
    assert at.rules.to_act(state) == (1,)
    cards = [*(card for hand in hands for card in hand), *view(at, state)["pain"], "green-3"]
    assert len(set(cards)) == len(cards) == 60


def test_tricks_that_were_taken_are_missing_from_every_hand() -> None:
    at = table("stick-em", 3)

    state = set_up(at, round=2, totals=[7, -3, 0], phase="play", trick_leader=2,
                   captured=[[ANY] * 36, [], []])  # fmt: skip

    shown = view(at, state)
    assert (shown["trick_number"], shown["hand_sizes"], shown["to_act"]) == (13, [2, 2, 2], [2])
    assert shown["totals"] == [7, -3, 0]


def test_a_thief_decides_about_the_last_house_of_the_street_with_the_bag_that_is_set() -> None:
    at = table("second-story", 3)
    state = set_up(at, active=1, street=["AS", "7SK"], bag=["suns"],
                   lairs=[["moons"] * 3, None, None])  # fmt: skip
    legal = [at.rules.move_data(state, 1, move) for move in at.rules.legal_moves(state, 1)]

    shown = view(at, state)
    assert [move["approach"] for move in legal] == ["thorough", "quick"]
    assert (shown["bank"]["suns"], shown["bank"]["moons"]) == (9, 7)


def test_a_failed_roll_at_a_crown_leaves_a_second_chance_to_who_has_such_a_chip() -> None:
    at = table("second-story", 2)

    state = set_up(at, street=["CM"], phase="missed", lairs=[["moons"], None])
    moves = [at.rules.move_data(state, 0, move)["type"] for move in at.rules.legal_moves(state, 0)]

    assert moves == ["take_second_chance", "accept_caught"]
    assert faults(at, street=["CM"], phase="missed") == ["phase"]


@pytest.mark.parametrize(
    "said", [{"last_seat": 1, "last_suit": "suns"}, {"night": 999, "active": 2}, {}]
)
def test_a_thief_who_is_caught_at_once_is_dealt_another_night(said: dict[str, Any]) -> None:
    at = table("second-story", 3)

    for seed in range(40):
        state = set_up(at, seeded(str(seed)), **said)

        assert (state.night, at.rules.to_act(state)) == (
            said.get("night", 1), (said.get("active", 0),)
        )  # fmt: skip
        set_up(at, NoChance(), **positions.position_of(at.rules, state))


def test_whoever_is_alone_inside_plays_stop_or_double_for_the_row_that_is_set() -> None:
    at = table("pickpocket", 4)

    state = set_up(at, inside=[2], phase="double", steps=1, row=["PK", "PP"], guards=["guard-4"],
                   scores=[10, 20, 30, 40])  # fmt: skip

    shown = view(at, state)
    assert (at.rules.to_act(state), shown["scores"]) == ((2,), [10, 20, 30, 40])
    assert [len(hand) for hand in shown["hands"]] == [3, 3, 3, 3]


def test_tokens_act_where_the_first_place_with_some_is_resolved() -> None:
    at = table("sticky-fingers", 3)

    state = set_up(at, phase="act", villa_tokens=[None, 1, 0], harbor_tokens=[2], money=[5, 0, 9],
                   hands=[["hammer"], None, None])  # fmt: skip

    shown = view(at, state)
    assert (shown["place"], shown["square"], shown["to_act"]) == ("villa", 1, [1])
    assert (shown["money"], shown["hands"][0]) == ([5, 0, 9], ["hammer"])


# Properties.


@pytest.mark.parametrize("rules", SET, ids=lambda rules: rules.id)
def test_the_position_of_any_decision_sets_up_the_same_table_without_a_draw(
    rules: AnyRules,
) -> None:
    rng, tried = random.Random(7), 0
    left_out = LEFT_OUT[rules.game]
    for each in list(tables(rules))[::7]:
        at = table(rules.game, each.seats, rules, **dict(each.given))
        for state in moments(each, rng, 120):
            if rng.random() < 0.7:
                continue
            position = positions.position_of(rules, state)

            made: Any = positions.set_up(at, position, NoChance())

            then, now = view(at, state), view(at, made)
            assert {name for name in then if then[name] != now[name]} <= left_out
            assert rules.to_act(made) == rules.to_act(state)
            for seat in rules.to_act(state):
                legal = list(rules.legal_moves(state, seat))
                assert list(rules.legal_moves(made, seat)) == legal
            assert positions.position_of(rules, made) == position
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("rules", SET, ids=lambda rules: rules.id)
def test_whatever_can_be_set_up_keeps_every_piece_and_is_played_to_an_end(
    rules: AnyRules,
) -> None:
    """Positions with fields left out and pieces left to chance; some of them cannot be."""
    rng, material = random.Random(11), required_material(rules.game)
    made = 0
    for each in list(tables(rules))[::3]:
        at = table(rules.game, each.seats, rules, **dict(each.given))
        for state in moments(each, rng, 60):
            if rng.random() < 0.8:
                continue
            said = loosened(rules, positions.position_of(rules, state), rng)
            try:
                first: Any = positions.set_up(at, said, seeded("a"))
            except PositionError:
                continue
            again, other = (positions.set_up(at, said, seeded(seed)) for seed in ("a", "b"))
            whole = positions.position_of(rules, first)

            assert view(at, first) == view(at, again)
            assert material.pieces(first) == material.pieces(state) == material.pieces(other)
            assert ANY not in str(whole)
            for seat in rules.to_act(first):
                imagined = rules.determinise(first, seat, seeded("c"))
                assert view(at, imagined, seat) == view(at, first, seat)
            if rng.random() < 0.3:
                play_out(rules, first, rng)
            made += 1
    assert made >= 10


def loosened(rules: AnyRules, position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return a position with some fields left out, and some pieces left to chance."""
    game = positions.offered(rules.game)
    assert game is not None
    fields = {field.name: field for field in game.FIELDS}
    said = {name: value for name, value in position.items() if rng.random() < 0.93}
    for name, value in said.items():
        if not fields[name].any or fields[name].kind != "pieces":
            continue
        lists = value if fields[name].each else [value]
        loose = [[ANY if it and rng.random() < 0.5 else it for it in each or []] for each in lists]
        said[name] = loose if fields[name].each else loose[0]
    return said


# Refusals.


WRONG: list[tuple[str, int, dict[str, Any], list[str]]] = [
    ("stick-em", 3, {"hands": [["red-1"], ["red-1"], None]}, ["hands.1"]),
    ("stick-em", 3, {"hands": [["gray-1"], None, None]}, ["hands.0"]),
    ("stick-em", 3, {"hands": [["rde-1"], None, None]}, ["hands.0"]),
    ("stick-em", 3, {"hands": [[ANY] * 16, None, None]}, ["hands.0"]),
    ("stick-em", 3, {"hands": [None]}, ["hands"]),
    ("stick-em", 3, {"totals": [1, 0, 0]}, ["totals.0"]),
    ("stick-em", 3, {"round": 2, "totals": [43, 0, -200]}, ["totals.0", "totals.2"]),
    ("stick-em", 3, {"round": 9}, ["round"]),
    ("stick-em", 3, {"leader": 3}, ["leader"]),
    ("stick-em", 3, {"phase": "play", "captured": [[ANY], [], []]}, ["captured.0"]),
    ("stick-em", 3, {"phase": "play", "trick": ["red-1", "red-2", "red-3"]}, ["trick"]),
    ("stick-em", 3, {"phase": "play", "aside": ["red-1", "red-2", "red-0"]}, ["aside"]),
    ("stick-em", 3, {"trick": ["red-1"]}, ["phase"]),
    ("stick-em", 3, {"pain": [ANY, ANY, ANY]}, ["pain"]),
    ("stick-em", 3, {"phase": "sleep", "hand": []}, ["phase", "hand"]),
    ("second-story", 2, {"lairs": [["suns"] * 6, ["suns"] * 5]}, ["lairs.1"]),
    ("second-story", 2, {"street": ["AM"]}, ["street"]),
    ("second-story", 2, {"street": ["PMSL"]}, ["street"]),
    ("second-story", 2, {"street": ["CM"], "phase": "house"}, ["phase"]),
    ("second-story", 2, {"bag": ["suns"]}, ["bag"]),
    ("second-story", 2, {"excuse_seat": 0}, ["excuse_seat"]),
    ("second-story", 2, {"last_seat": 0}, ["last_seat"]),
    ("second-story", 2, {"street": ["2MK"], "phase": "take", "dice": ["1", "1"]}, ["dice"]),
    ("second-story", 2, {"street": ["2MK"], "phase": "home", "dice": ["5"]}, ["dice"]),
    ("pickpocket", 3, {"inside": [1]}, ["phase"]),
    ("pickpocket", 3, {"inside": [1, 2], "active": 0}, ["active"]),
    ("pickpocket", 3, {"row": ["PK", "JJ"]}, ["row"]),
    ("pickpocket", 3, {"guards": ["guard-1", "guard-2"]}, ["guards"]),
    ("pickpocket", 3, {"powers": [["glove"], None, None]}, ["powers.0"]),
    ("pickpocket", 3, {"phase": "power"}, ["phase"]),
    ("pickpocket", 3, {"phase": "redraw"}, ["phase"]),
    ("pickpocket", 3, {"arrivals": [0, 0, 1]}, ["arrivals"]),
    ("pickpocket", 3, {"scores": [-1, 0, 0]}, ["scores.0"]),
    ("pickpocket", 3, {"left_with": [4, None, None]}, ["left_with.0"]),
    ("pickpocket", 3, {"steps": 1}, ["steps"]),
    ("pickpocket", 4, {"standing": [0]}, ["standing"]),
    ("sticky-fingers", 3, {"city_tokens": [1]}, ["phase"]),
    ("sticky-fingers", 3, {"city_tokens": [None, 0]}, ["city_tokens"]),
    ("sticky-fingers", 3, {"phase": "act"}, ["place"]),
    ("sticky-fingers", 3, {"phase": "act", "city_tokens": [0], "place": "ruin"}, ["place"]),
    ("sticky-fingers", 3, {"money": [999, 0, 0]}, ["money"]),
    ("sticky-fingers", 3, {"phase": "choose"}, ["phase"]),
    ("sticky-fingers", 3, {"scoundrels": ["hans", "hans", None]}, ["scoundrels.1"]),
    ("sticky-fingers", 3, {"known": [["map"], None, None], "hands": [[], None, None]}, ["known.0"]),
    ("sticky-fingers", 3, {"city": [ANY] * 30}, ["city"]),
    ("sticky-fingers", 3, {"loot": [["MON1", "MON1"], None, None]}, ["loot.0"]),
    ("sticky-fingers", 3, {"hands": [[ANY] * 120, None, None]}, ["hands.0"]),
    ("sticky-fingers", 3, {"exchange": [0]}, ["place"]),
    ("sticky-fingers", 3, {"phase": "act", "ruin_tokens": [0, 0, 0], "exchange": [0]}, ["phase"]),
    ("stick-em", 3, {"phase": "play", "captured": [[ANY] * 60, [], []]}, ["captured"]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "seats", "said", "wrong"), WRONG)
def test_what_cannot_be_is_refused_by_its_field(
    game: str, seats: int, said: dict[str, Any], wrong: list[str]
) -> None:
    assert faults(table(game, seats), **said) == wrong


@pytest.mark.parametrize("value", [True, 1.5, "1", [], {}, [[]], ["red-1", 3], "x" * 5000, 10**30])
@pytest.mark.parametrize("rules", SET, ids=lambda rules: rules.id)
def test_a_value_of_another_kind_is_refused(rules: AnyRules, value: Any) -> None:
    at = table(rules.game, rules.seats_max, rules)
    game = positions.offered(rules.game)
    assert game is not None

    for field in game.FIELDS:
        is_list = field.kind in {"pieces", "seats"} and value == []
        said = [value] * at.seats if field.each else value
        if not is_list:
            assert faults(at, **{field.name: said})[0].partition(".")[0] == field.name
    assert faults(at, nonsense=value) == ["nonsense"]


def test_a_refusal_names_the_piece_and_the_nearest_field() -> None:
    at = table("stick-em", 3)
    with pytest.raises(PositionError) as twice:
        set_up(at, hands=[["red-1"], ["red-1"], None])
    with pytest.raises(PositionError) as unknown:
        set_up(at, hand=[])

    assert "red-1 is not available: it is set twice" in str(twice.value)
    assert "did you mean hands?" in str(unknown.value)


def test_of_many_unknown_fields_only_some_are_named_and_the_known_ones_once() -> None:
    at = table("stick-em", 3)
    said: dict[str, Any] = {f"x{number}": 1 for number in range(500)}
    with pytest.raises(PositionError) as refused:
        set_up(at, **said)

    assert len(refused.value.errors) == 20
    assert str(refused.value).count("the fields are") == 1


def test_a_game_without_positions_offers_none() -> None:
    assert positions.offered("high-card") is None
