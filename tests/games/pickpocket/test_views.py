"""What each viewer sees of Pickpocket, and what the log tells him."""

from games.core import ALL, PUBLIC, replay
from games.pickpocket.events import BagFilled, GloveTileTaken, HandsDealt, ThiefLeft
from games.pickpocket.moves import DRAW
from games.pickpocket.tiles import LOOT
from tests.games.pickpocket.dealer import CHANCE, RULES, do, draw, opened, tavern, tiles

HANDS = ["PK KJ", "VV"]


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_others() -> None:  # PK-48
    view = RULES.view(tavern(2, "PV 3", HANDS), 0)

    assert (view["hand"], view["hands"], view["hand_sizes"]) == (["PK", "KJ"], None, [2, 1])
    assert (view["bag"], view["bag_size"]) == (None, 9)


def test_the_public_sees_no_hand_and_all_sees_every_hand_and_the_bag() -> None:
    state = tavern(2, "PV 3", HANDS)

    assert RULES.view(state, PUBLIC)["hand"] is None
    assert RULES.view(state, PUBLIC)["hands"] is None
    assert RULES.view(state, ALL)["hands"] == [["PK", "KJ"], ["VV"]]
    assert RULES.view(state, ALL)["bag"][:2] == ["PV", "guard-3"]


def test_everybody_sees_the_table() -> None:
    state = tavern(3, "PKV PK 4 VJ", powers={"beer": 1})
    draw(state, 4)
    view = RULES.view(state, PUBLIC)

    assert (view["phase"], view["night"], view["to_act"]) == ("turn", 1, [1])
    assert (view["row"], view["discard"]) == (["PKV", "PK"], ["VJ"])
    assert (view["open_lines"], view["elements"]) == (["purse", "key"], [2, 2, 1, 0])
    assert (view["loot"], view["guards"], view["guards_left"]) == (4, [4], 6)
    assert (view["inside"], view["lying"]) == ([True] * 3, [True, False, False])
    assert view["powers"] == [[], ["beer"], []]
    assert view["double_steps"] is None


def test_a_view_says_what_everyone_left_with_tonight() -> None:
    state = tavern(4, "PKV VJ 3 J")

    do(state, "draw", "leave", "draw")
    view = RULES.view(state, PUBLIC)
    assert (view["inside"], view["left_with"]) == ([True, False, True, True], [None, 3, None, None])

    do(state, "leave", "draw")
    view = RULES.view(state, PUBLIC)
    assert (view["night"], view["left_with"]) == (1, [None, 3, None, 2])

    do(state, "draw")
    view = RULES.view(state, PUBLIC)
    assert (view["inside"], view["left_with"]) == ([True, False, False, False], [None, 3, None, 2])


def test_the_passage_leaves_with_points_and_a_new_night_begins_without() -> None:
    state = tavern(4, "PKV 2 3", powers={"passage": 3})

    do(state, "draw")
    escaped = RULES.decide(state, 1, DRAW, CHANCE)
    replay(RULES, state, escaped)
    found = RULES.decide(state, 2, DRAW, CHANCE)

    seen = []
    for event in found:
        RULES.evolve(state, event)
        seen.append(RULES.view(state, PUBLIC)["left_with"])
    assert [None, None, None, 8] in seen
    assert seen[-1] == [None] * 4


def test_a_view_says_what_leaving_now_would_pay_everyone_inside() -> None:
    state = tavern(4, "PKV 3 J J", powers={"bruce": 0, "accomplice": 1, "illusion": 3})

    do(state, "draw", "draw")
    assert RULES.view(state, PUBLIC)["exit_points"] == [8, 9, 6, 9]

    do(state, "leave", "leave", "draw")
    view = RULES.view(state, PUBLIC)
    assert (view["double_steps"], view["exit_points"]) == (0, [None, 12, None, None])


def test_hands_are_shown_at_the_end() -> None:
    state = tavern(2, "5", HANDS)
    state.past_guards = [2, 2, 3, 3, 4, 4]
    do(state, "draw")
    view = RULES.view(state, PUBLIC)

    assert (view["phase"], view["hands"]) == ("over", [["PK", "KJ"], ["VV"]])
    assert (view["hand_values"], view["scores"]) == ([4, 2], [4, 2])


def test_the_log_shows_each_seat_its_own_hand_and_nobody_the_bag() -> None:
    state = tavern(2)
    dealt = HandsDealt((tiles("PK KJ"), tiles("VV")))
    filled = BagFilled(tiles("PV 3"))

    assert RULES.redact(dealt, 1, 0, state) == {"hands": [["PK", "KJ"], 1]}
    assert RULES.redact(dealt, 1, PUBLIC, state) == {"hands": [2, 1]}
    assert RULES.redact(filled, 2, 0, state) == {"order": 2}
    assert RULES.redact(filled, 2, ALL, state) == {"order": ["PV", "guard-3"]}


def test_what_the_glove_takes_is_told_to_its_seat_alone() -> None:
    taken = GloveTileTaken(1, LOOT.index("PK"))

    assert RULES.redact(taken, 9, 1, tavern(2)) == {"seat": 1, "tile": "PK"}
    assert RULES.redact(taken, 9, 0, tavern(2)) == {"seat": 1, "tile": None}
    assert RULES.redact(taken, 9, PUBLIC, tavern(2)) == {"seat": 1, "tile": None}


def test_events_have_their_pinned_fields() -> None:
    left = ThiefLeft(1, 6, True, 3, 2, 17)

    assert RULES.event_type(left) == "thief_left"
    assert RULES.event_data(left) == {
        "seat": 1,
        "elements": 6,
        "doubled": True,
        "guards": 3,
        "bonus": 2,
        "points": 17,
    }


def test_imagining_deals_another_world() -> None:
    state = opened(4)

    imagined = RULES.determinise(state, 2, CHANCE)

    assert imagined.hands[2] == state.hands[2]
    assert imagined.hands != state.hands
    assert imagined.bag != state.bag


def test_imagining_gives_nobody_a_guard() -> None:
    state = replay(RULES, opened(6, "2"), [])

    for seat in range(6):
        imagined = RULES.determinise(state, seat, CHANCE)
        assert all(tile < len(LOOT.names) for hand in imagined.hands for tile in hand)
