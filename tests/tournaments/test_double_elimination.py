"""Double elimination: two brackets, no early rematches, whoever leaves."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.events import Event
from tests.tournaments.stages import SCHEME, Played
from tournaments import brackets
from tournaments.formats import double_brackets
from tournaments.formats.core import InfeasibleError, Pairing, Sizes
from tournaments.formats.double_brackets import Match, structure
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.record import Entrant, Round, Table

DUELS = Sizes(2, 2, 2)


def play(played: Played, pairing: Pairing, losers: set[Entrant] | None = None) -> None:
    """Let the better seed win everywhere, but for those who are to lose."""
    tables = []
    for number, seats in enumerate(pairing.tables):
        winner = min(seats, key=lambda each: (each in (losers or ()), each))
        places = tuple(1 if each == winner else 2 for each in seats)
        earned = SCHEME.points(places, None)
        tables.append(Table(seats, places, None, earned, key=pairing.key(number)))
    played.pairings.append(pairing)
    number = len(played.rounds) + 1
    played.rounds.append(Round(number, tuple(tables), pairing.byes, pairing.walkovers))


def meetings(pairing: Pairing) -> dict[str, list[Entrant]]:
    return {key: sorted(table) for key, table in zip(pairing.keys, pairing.tables, strict=True)}


def test_eight_play_two_brackets_and_a_final() -> None:
    played = Played(DoubleElimination(), 8, DUELS)

    assert meetings(played.pair()) == {
        "W1-1": [1, 8],
        "W1-2": [4, 5],
        "W1-3": [2, 7],
        "W1-4": [3, 6],
    }
    play(played, played.pair())
    second = played.pair()
    assert meetings(second) == {"W2-1": [1, 4], "W2-2": [2, 3], "L1-1": [5, 8], "L1-2": [6, 7]}
    assert second.sources[2] == ("loser of W1-1", "loser of W1-2")
    play(played, second)
    # The losers of the second round cross to the other half.
    assert meetings(played.pair()) == {"W3-1": [1, 2], "L2-1": [3, 5], "L2-2": [4, 6]}
    play(played, played.pair())
    assert meetings(played.pair()) == {"L3-1": [3, 4]}
    play(played, played.pair())
    assert meetings(played.pair()) == {"L4-1": [2, 3]}
    play(played, played.pair())
    assert meetings(played.pair()) == {"F1": [1, 2]}
    play(played, played.pair())
    assert played.format.is_over(played.stage())
    assert played.stage().standings[:6] == (1, 2, 3, 4, 5, 6)


def test_who_comes_unbeaten_into_the_final_and_loses_there_has_a_second_chance() -> None:
    played = Played(DoubleElimination(), 4, DUELS)
    while "F1" not in meetings(played.pair()):
        play(played, played.pair())
    play(played, played.pair(), {1})

    second = played.pair()

    assert meetings(second) == {"F2": [1, 2]}
    play(played, second)
    assert played.format.is_over(played.stage())
    assert played.stage().standings[:2] == (1, 2)


def test_the_second_chance_can_be_left_out() -> None:
    played = Played(DoubleElimination(), 4, DUELS, reset=False)
    while "F1" not in meetings(played.pair()):
        play(played, played.pair())
    play(played, played.pair(), {1})

    assert played.format.is_over(played.stage())
    assert played.stage().standings[:2] == (2, 1)


def test_who_leaves_loses_by_a_walkover_that_stands_even_if_he_returns() -> None:
    played = Played(DoubleElimination(), 4, DUELS)
    play(played, played.pair())
    played.gone.add(2)

    pairing = played.pair()

    assert pairing.walkovers == {"W2-1": 1}
    assert meetings(pairing) == {"L1-1": [3, 4]}
    play(played, pairing)
    played.gone.clear()
    # The other place of the last round of the losers' bracket has stayed empty.
    assert meetings(played.pair()) == {"F1": [1, 3]}


def test_a_duel_that_was_called_off_is_played_again() -> None:
    played = Played(DoubleElimination(), 2, DUELS)
    first = played.pair()
    void = Table(first.tables[0], counts=False, key="W1-1")
    played.rounds.append(Round(1, (void,)))

    assert meetings(played.pair()) == {"W1-1": [1, 2]}


def test_a_level_duel_goes_to_whom_a_judge_prefers_and_before_that_to_the_better_seed() -> None:
    played = Played(DoubleElimination(), 2, DUELS, ties="judge")
    seats = played.pair().tables[0]
    level = Table(seats, (1, 1), None, (60, 60), key="W1-1")
    played.rounds.append(Round(1, (level,)))

    assert played.format.cut_ties(played.stage()) == ((0, (1, 2), "judge"),)
    assert played.pair().sources == (("winner of W1-1", "loser of W1-1"),)
    assert played.format.tiers(played.stage())[2] < played.format.tiers(played.stage())[1]
    played.rounds[0] = Round(1, (level._replace(decided=(2, 1)),))
    assert played.format.tiers(played.stage())[1] < played.format.tiers(played.stage())[2]


@settings(max_examples=8, deadline=None)
@given(entrants=st.integers(2, 40), seed=st.integers(0, 2**32), usual=st.booleans())
def test_everybody_but_the_winner_loses_twice(entrants: int, seed: int, usual: bool) -> None:
    crossing = "usual" if usual else "latest"
    played = Played(DoubleElimination(), entrants, DUELS, seed, crossing=crossing).play_out()

    tables = [table for round_ in played.rounds for table in round_.tables]
    lost = Counter(map(bracket_loser, tables))
    assert len(tables) in {2 * entrants - 2, 2 * entrants - 1}
    assert lost.pop(played.stage().standings[0], 0) <= 1
    assert set(lost.values()) == {2}
    assert len(lost) == entrants - 1
    assert len(played.rounds) <= (played.format.rounds(entrants, DUELS, played.options) or 0) + 1


def bracket_loser(table: Table) -> Entrant:
    """Return who lost; of two who are level the lower seed."""
    assert table.places is not None
    return max(zip(table.places, table.seats, strict=True))[1]


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64, 128, 256])
def test_the_losers_bracket_takes_everybody_once(size: int) -> None:
    matches = structure(size, "usual")

    depth = size.bit_length() - 1
    assert len(matches) == 2 * size - 1
    for level in range(1, depth):
        for number in (2 * level - 1, 2 * level):
            found = [match for match in matches if match.key.startswith(f"L{number}-")]
            assert len(found) == size >> (level + 1)
    fed = Counter(source for match in matches for source in match.sources)
    assert set(fed.values()) == {1}
    assert sum(source.kind == "loser" for source in fed) == size


def soonest_rematch(matches: tuple[Match, ...]) -> int:
    """Return the first round of the losers' bracket in which two who have met may meet again."""
    falls = {
        source.of: match.key
        for match in matches
        for source in match.sources
        if source.kind == "loser" and match.key[0] == "L"
    }
    onward = {
        source.of: match.key
        for match in matches
        for source in match.sources
        if source.kind == "winner"
    }
    found = []
    for first, fallen_to in falls.items():
        behind = road(fallen_to, onward)
        # The winner of that match may fall from any later one.
        later = onward[first]
        while later in falls:
            found.append(min(behind & road(falls[later], onward))[0])
            later = onward[later]
    return min(found)


def road(start: str, onward: dict[str, str]) -> set[tuple[int, str]]:
    """Return the matches of the losers' bracket from one to its last, each with its round."""
    found = set()
    key = start
    while key[0] == "L":
        found.add((int(key[1:].partition("-")[0]), key))
        key = onward[key]
    return found


@pytest.mark.parametrize("size", [8, 16, 32])
def test_no_way_of_crossing_puts_a_rematch_off_for_longer(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = soonest_rematch(structure(size, "latest"))
    levels = range(1, size.bit_length() - 2)
    every = product(*(range(size >> (level + 1)) for level in levels))

    best = 0
    for masks in every:
        monkeypatch.setattr(
            double_brackets,
            "crossing_mask",
            lambda _size, level, _crossing, masks=masks: (*masks, 0, 0)[level - 1],
        )
        best = max(best, soonest_rematch(structure.__wrapped__(size, "latest")))

    assert ours == best
    monkeypatch.undo()
    assert ours >= soonest_rematch(structure(size, "usual"))


def test_tables_of_three_are_sent_to_lives() -> None:
    with pytest.raises(InfeasibleError, match="for duels") as refusal:
        Played(DoubleElimination(), 8, Sizes(3, 4, 5))

    assert "lives" in refusal.value.possible


@pytest.mark.django_db
def test_both_brackets_are_drawn_to_the_grand_final_from_the_first_round_on() -> None:
    event = Event(
        play="reported",
        game="pickpocket",
        table={"min": 2, "target": 2, "max": 2},
        stages=[{"format": "double_elimination"}],
    ).enter_names(8)
    event.start()
    first = event.pair()
    for number in range(4):
        event.report(number, [1, 2])

    stage = brackets.bracket(event.state).stages[0]

    keys = [[table.key for table in round_.tables] for round_ in stage.rounds]
    assert keys[:2] == [
        ["W1-1", "W1-2", "W1-3", "W1-4"],
        ["W2-1", "W2-2", "L1-1", "L1-2"],
    ]
    assert keys[-1] == ["F1"]
    final = stage.rounds[-1].tables[0].seats
    texts = {seat.source.text for seat in final if seat.source}
    assert texts == {"winner of W3-1", "winner of L4-1"}
    # Who has lost once is still in the running.
    assert stage.rounds[0].tables[0].advances == list(first.tables[0].seats)
