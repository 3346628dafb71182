"""How a match reads in the terminal, for every game at every moment."""

from random import Random
from typing import Any

import pytest
from rich.console import Console

from cutpurse.cli import rendering
from cutpurse.cli.wording import Wording
from cutpurse.client.models import Event, Match, Result, Seat
from games import registry
from games.chance import FairChance
from games.core import PUBLIC, AnyRules
from games.pickpocket import terminal as pickpocket

SEATS = 3
every_game = pytest.mark.parametrize(
    "rules", registry.current_games(), ids=lambda rules: rules.game
)


def text(shown: Any) -> str:
    console = Console(width=160, color_system=None)
    with console.capture() as capture:
        console.print(shown)
    return capture.get()


def seats() -> list[Seat]:
    people = [
        Seat(number, name, None, is_bot=False, left=False, away=False)
        for number, name in enumerate(("ann", "bob"))
    ]
    return [*people, Seat(2, "greedy", "greedy", is_bot=True, left=False, away=False)]


def match(rules: AnyRules, state: Any, viewer: int) -> Match:
    """Return a match as the client gets it."""
    mine = [] if viewer == PUBLIC else rules.legal_moves(state, viewer)
    return Match(
        id="m",
        game=rules.game,
        rules=rules.id,
        dataset=rules.datasets[0],
        options={},
        seats_max=SEATS,
        seats=seats(),
        clock=None,
        on_timeout="auto",
        bots="allowed",
        commitment="",
        vacations=False,
        imported=False,
        votes={},
        no_votes={},
        clocks=[],
        paused=None,
        result=None,
        version=1,
        status="live",
        to_act=list(rules.to_act(state)),
        deadline="2026-11-21T12:00:30.000Z",
        view=rules.view(state, viewer),
        legal_moves=[rules.move_data(state, viewer, move) for move in mine],
        my_seat=None if viewer == PUBLIC else viewer,
    )


def played(rules: AnyRules, moves: int) -> Any:
    """Return a state some random moves into a match."""
    state = rules.new_state(SEATS, rules.check_options(SEATS, {}, None), rules.datasets[0])
    chance, rng = FairChance(b"a" * 32), Random(moves)
    for event in rules.opening_events(state, chance):
        rules.evolve(state, event)
    for _ in range(moves):
        acting = rules.to_act(state)
        if not acting:
            break
        move = rng.choice(list(rules.legal_moves(state, acting[0])))
        for event in rules.decide(state, acting[0], move, chance):
            rules.evolve(state, event)
    return state


@every_game
@pytest.mark.parametrize("moves", [0, 3, 17, 60])
def test_the_table_reads_without_the_marks_of_programs(rules: AnyRules, moves: int) -> None:
    state = played(rules, moves)
    for viewer in (PUBLIC, *rules.to_act(state)):
        shown = text(rendering.match(match(rules, state, viewer)))

        assert not {"{", "}", "_", "None", "'"} & set(shown.split()) | (set("{}_'") & set(shown))
        assert "ann" in shown
        assert "greedy [bot]" in shown


@every_game
def test_every_legal_move_has_a_number_and_a_name_of_its_own(rules: AnyRules) -> None:
    state = played(rules, 5)
    seat = rules.to_act(state)[0]
    legal = match(rules, state, seat).legal_moves

    lines = text(rendering.moves(legal, Wording(rules.game, {}))).splitlines()[1:]

    assert len(lines) == len(legal) == len({line.split(maxsplit=1)[1] for line in lines})
    assert [line.split()[0] for line in lines] == [str(each + 1) for each in range(len(legal))]


@pytest.mark.parametrize(
    ("game", "code", "name"),
    [
        ("stick-em", "yellow-7", "7 yellow"),
        ("second-story", "7WY", "7 of waves & wyrms"),
        ("second-story", "AS", "ace of suns"),
        ("second-story", "CK", "crown of knots"),
        ("pickpocket", "PKV", "purse+key+vial"),
        ("sticky-fingers", "lockpick", "lockpick"),
        ("stick-em", "[red]", "[red]"),
    ],
)
def test_cards_and_tiles_are_called_by_their_names(game: str, code: str, name: str) -> None:
    assert Wording(game, {}).card(code).plain == name


def test_a_move_reads_as_it_is_said() -> None:
    move = {"type": "play_card", "card": "blue-3"}

    at_cards, at_tiles = Wording("stick-em", {}), Wording("pickpocket", {1: "bob"})

    assert at_cards.move(move).plain == "play card: 3 blue"
    assert at_tiles.move({"type": "draw_tile"}).plain == "draw tile"
    leave = {"type": "leave", "seat": 1, "with": ["PK"]}
    assert at_tiles.move(leave).plain == "leave: bob, with purse+key"


def test_a_game_may_name_its_fields_in_whatever_collection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pickpocket, "SEATS", ("victim",))
    monkeypatch.setattr(pickpocket, "EVIDENT", ["what"], raising=False)

    said = Wording("pickpocket", {0: "ann"}).move({"type": "rob", "victim": 0, "what": "PK"})

    assert said.plain == "rob: victim ann, purse+key"


def test_a_move_that_names_but_a_seat_says_who_sits_there() -> None:
    at_table = Wording("pickpocket", {0: "ann", 1: "bob"})

    assert at_table.move({"type": "accuse", "seat": 1}).plain == "accuse: bob"
    assert at_table.fields({"round": 1, "leader": 0}).plain == "round 1, leader ann"


def test_an_event_names_its_player() -> None:
    rules = registry.current_rules("stick-em")
    at_table = rendering.wording_of(match(rules, played(rules, 0), PUBLIC))
    played_card = Event(9, "card_played", {"seat": 1, "card": "red-2"}, "", None)
    taken = Event(10, "trick_taken", {"cards": [{"seat": 0, "card": "red-1"}]}, "", None)

    assert rendering.event(played_card, at_table).plain == "   9 bob: card played: 2 red"
    assert rendering.event(taken, at_table).plain == "  10 trick taken: (ann, 1 red)"


def test_a_result_stands_in_the_order_of_the_places() -> None:
    ended = Result([2, 1, 2], [4, 9, 4], "played_out")

    lines = text(rendering.result(ended, seats())).splitlines()

    assert [name for line in lines for name in ("ann", "bob", "greedy") if name in line] == [
        "bob",
        "ann",
        "greedy",
    ]
    assert "Called off: boredom" in text(
        rendering.result(Result(placings=None, scores=None, reason="boredom"), seats())
    )
