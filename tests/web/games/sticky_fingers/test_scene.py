"""The table of Sticky Fingers: each move is made with what lies there, or it says why not."""

import json
import re
from random import Random

import pytest

from games.chance import FairChance
from games.core import ALL, PUBLIC
from games.sticky_fingers.cards import LOOT
from tests.games.sticky_fingers.dealer import (
    CHANCE,
    RULES,
    acting,
    do,
    give,
    hold,
    names,
    opened,
    show,
)
from tests.samples import leading
from tests.web.games.played import matches
from tests.web.games.sticky_fingers.looks import (
    decisions,
    look,
    moves,
    offers,
    place,
    plate,
    table,
    things,
)

SAMPLE = 7
"""Of the decisions of a match, one in so many is looked at."""
OPTIONS = [
    {},
    {"squares": "chosen", "visibility": "open"},
    {"scoundrels": "choose", "reshuffle": "eager"},
]


@pytest.mark.parametrize("given", leading(OPTIONS), ids=str)
def test_every_legal_move_is_made_with_a_thing_of_the_table_and_nothing_else_is(
    given: dict[str, str],
) -> None:
    for match in matches("sticky-fingers", seeds=1, **given):
        for seat, state in list(decisions(match))[::SAMPLE]:
            offered = {offer.value for offer in offers(table(state, seat))}

            legal = {json.dumps(move, separators=(",", ":")) for move in moves(state, seat)}
            assert offered == legal


@pytest.mark.more
def test_only_the_player_whose_turn_it_is_is_offered_moves_and_reasons() -> None:
    for match in matches("sticky-fingers", seeds=1):
        for _count, state in match.states[::15]:
            for viewer in {*range(state.seats), PUBLIC, ALL} - set(RULES.to_act(state)):
                shown = table(state, viewer)

                assert not list(offers(shown))
                assert not any(thing.why_not for thing in things(shown))


@pytest.mark.more
def test_whatever_lies_at_the_open_location_can_be_used_or_says_why_not() -> None:
    for match in matches("sticky-fingers", seeds=1):
        for seat, state in list(decisions(match))[::SAMPLE]:
            for there in table(state, seat).places:
                lying = [*there.things, *(swap.thing for swap in there.swaps)]
                asked = [thing for thing in lying if thing.card and there.state == "now"]

                assert all(bool(thing.options) != bool(thing.why_not) for thing in asked)


def test_no_front_is_named_to_a_viewer_who_may_not_look_at_it() -> None:
    for match in matches("sticky-fingers", seeds=1):
        for _count, state in match.states[::15]:
            for viewer in (*range(state.seats), PUBLIC):
                own = {LOOT.names[card] for card in state.loot[viewer]} if viewer >= 0 else set()

                named = set(re.findall(r"\b[A-Z]{3}\d\b", repr(look(state, viewer))))

                assert named <= own


def test_tables_are_the_same_in_worlds_that_a_viewer_cannot_tell_apart() -> None:
    for match in matches("sticky-fingers", seeds=1):
        for count, state in match.states[::25]:
            for seat in range(state.seats):
                other = RULES.determinise(state, seat, FairChance(bytes([count % 256] * 32)))

                assert repr(look(other, seat)) == repr(look(state, seat))


def test_a_location_takes_a_token_as_a_whole_unless_squares_are_chosen() -> None:
    state, chosen = opened(3), opened(3, given={"squares": "chosen"})

    assert [each.offer is not None for each in table(state).places] == [True] * 5
    assert [square.is_next for square in place(state, "ruin").squares] == [True] + [False] * 4
    assert [each.offer for each in table(chosen).places] == [None] * 5
    assert all(square.offer for square in place(chosen, "ruin").squares)
    assert look(state).advice == "3 tokens left."


def test_a_location_is_open_while_its_tokens_act_and_done_afterwards() -> None:
    shown = table(acting("ruin", [0, 1]))

    assert [each.state for each in shown.places] == ["done", "done", "now", "", ""]
    assert [square.is_acting for square in shown.places[2].squares] == [True] + [False] * 4


def test_a_back_lights_what_the_player_lacks_and_the_scoundrel_may_lend() -> None:
    state = acting("villa", [0])
    show(state, "villa", "MON1", "PAI1")
    give(state, 0, "P")

    chest, other = place(state, "villa").things

    # Hans lends his hammer for the chest of hammer and pliers.
    assert [option.note for option in chest.options] == ["your scoundrel lends: hammer"]
    assert chest.card == "back"
    assert "lacking" not in chest.drawing
    assert other.why_not.startswith("You lack: ")
    assert "lacking" in other.drawing


def test_a_scoundrel_who_has_lent_its_tool_is_named_as_the_reason() -> None:
    state = acting("villa", [0, 0])
    show(state, "villa", "MON1", "MON2")
    give(state, 0, "PP")
    do(state, "steal_loot", slot=0, with_scoundrel=True)

    gone, left = place(state, "villa").things

    assert gone.words == "an empty space"
    assert left.why_not == ("You lack: hammer. Your scoundrel has lent its tool here already.")
    assert plate(state, 0).is_spent


def test_an_exchange_that_is_closed_or_too_dear_says_so() -> None:
    state = acting("ruin", [1, 0])
    give(state, 1, "HH")
    give(state, 0, "LM")
    do(state, "exchange_tools", square=0, tools=names("H"))

    closed, two, three, *_others = (swap.thing for swap in place(state, "ruin").swaps)

    assert closed.why_not == "Basil has taken this exchange; it opens again next round."
    assert two.only is not None
    assert three.why_not == "This takes 3 tools; you hold 2."
    assert three.words == "give 3, draw 4"


@pytest.mark.more
def test_a_sale_tells_what_it_brings() -> None:
    seen = 0
    for match in matches("sticky-fingers", seeds=1):
        for seat, state in list(decisions(match))[::SAMPLE]:
            for fence in place(state, "harbor", seat).things:
                for option in fence.options[:2]:
                    after = state.copy()
                    do(after, "sell_loot", fence=fence.card, loot=option.offer.move["loot"])
                    seen += 1

                    assert option.note == f"+{after.money[seat] - state.money[seat]}"
    assert seen


def test_loot_is_sold_by_the_fence_or_by_the_card_itself() -> None:
    state = acting("harbor", [0])
    hold(state, 0, "STA1", "GOL1")
    show(state, "harbor", "FB3", "FB2")

    fences, (statue, gold) = place(state, "harbor").things, table(state).loot

    assert [len(fence.options) for fence in fences] == [2, 0]
    assert fences[1].why_not == "This fence buys nothing that you hold."
    assert statue.only is not None
    assert statue.only.offer.move == {"type": "sell_loot", "fence": "FB3", "loot": ["STA1"]}
    assert gold.card.startswith("gold-")


@pytest.mark.parametrize(
    ("at", "hand", "why"),
    [
        ("villa", "", "You lack the tools for every card here."),
        ("ruin", "", "No exchange is open for the tools you hold."),
        ("harbor", "H", "You hold no loot to sell."),
    ],
)
def test_who_can_only_pass_is_told_why(at: str, hand: str, why: str) -> None:
    state = acting(at, [0])
    give(state, 0, hand)

    assert [offer.kind for offer in offers(table(state))] == ["pass"]
    assert look(state).advice == why


def test_a_city_without_tools_leaves_nothing_but_to_pass() -> None:
    state = acting("city", [0])
    state.display[0] = []

    assert look(state).advice == "No tools are left in the City."
    assert place(state, "city").things == []


def test_equal_tools_of_the_city_lie_in_one_pile_and_those_of_a_hand_from_nine_on() -> None:
    state = opened(5)
    state.display[0] = [0, 0, 3, 0]
    give(state, 0, "HHHHLLMP")
    give(state, 1, "HHHHLLMPW")

    city = place(state, "city").things

    assert [(pile.card, pile.count) for pile in city] == [("hammer", 3), ("pliers", 1)]
    assert len(table(state, 0).hand) == 8
    assert [pile.count for pile in table(state, 1).hand] == [4, 2, 1, 1, 1]


def test_a_piece_past_the_end_of_the_track_starts_again_with_what_it_has_left_behind() -> None:
    state = opened(3)
    state.money = [20, 23, 41]

    there = {
        marker.seat: (space.money, marker.lap, marker.words)
        for space in table(state).track
        for marker in space.markers
    }

    assert there == {
        0: (20, 0, "Heron: 20"),
        1: (3, 20, "Basil: 23"),
        2: (1, 40, "Wren: 41"),
    }


def test_a_plate_tells_what_everybody_may_know_of_a_seat() -> None:
    state = acting("harbor", [0])
    hold(state, 1, "STA1")
    give(state, 1, "HHW")

    shown = plate(state, 1)

    assert (shown.tool, shown.scoundrel) == ("welding", "Yoshiko Yosetsuki (welding torch)")
    assert (shown.tools, shown.loot, shown.tokens, len(shown.held)) == (3, 1, 0, 1)
    assert shown.note == "Yosetsuki"
    assert plate(state, 0).note == "starts · Hammer"
    assert list(shown.open_tools) == list(shown.open_loot) == []
    assert [pile.count for pile in plate(state, 1, ALL).open_tools] == [2, 1]
    assert [front.card for front in plate(state, 1, ALL).open_loot] == ["statue-2"]


def test_what_was_opened_at_one_decision_has_another_name_at_the_next() -> None:
    state, seen = opened(2), set()
    for _move in range(12):
        (seat,) = RULES.to_act(state)
        seen.add(table(state).turn)
        RULES.apply_move(state, seat, RULES.legal_moves(state, seat)[0], CHANCE)

    assert len(seen) == 12


def test_the_bar_says_whose_tokens_go_down_or_what_is_open() -> None:
    rng, state = Random(1), opened(2)
    for _token in range(2):
        (seat,) = RULES.to_act(state)
        RULES.apply_move(state, seat, rng.choice(list(RULES.legal_moves(state, seat))), CHANCE)

    assert look(state).facts == [("Round", "1"), ("Token", "2/3")]
    assert look(acting("museum", [0])).facts[1:] == [("Location", "Museum")]
