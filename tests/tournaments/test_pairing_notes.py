"""Notes of a pairing say the same to programs, in English, and to pages, in all languages."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.utils.translation import override
from msgspec import UNSET, structs

import tournaments
from accounts import services
from tests.callers import PASSWORD, new_name
from tests.tournaments import team_events
from tests.tournaments.events import REPORTED, Event
from tests.tournaments.stages import Played
from tests.tournaments.test_dutch import after_one_round
from tests.tournaments.test_knockout import FOURS
from tournaments import events as e
from tournaments import pairing_notes
from tournaments.formats import dutch
from tournaments.formats.core import Pairing
from tournaments.formats.knockout import DECIDED, Knockout
from tournaments.formats.notes import Note
from tournaments.record import Round, Table
from tournaments.services import partial_repair, rounds
from tournaments.services.entry import Newcomer
from web.tournaments import notes

ENTRANTS = {number: f"p{number}" for number in range(1, 10)}
NAMES = notes.Names(paired=ENTRANTS, entrants=ENTRANTS)
MAKES = re.compile(r"class Note\(Message\)|formats\.notes import Note")
PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def paired(proposed: Pairing) -> e.RoundPaired:
    """Return the event of a pairing, as it comes back from the log."""
    data = partial_repair.as_data(proposed)
    event = e.RoundPaired(round=2, stage=0, algorithm="pods@4", seed="", **data)
    kept = e.CATALOGUE.encode(event)
    back = e.CATALOGUE.decode(kept.type, kept.schema, kept.body)
    assert back == event
    assert isinstance(back, e.RoundPaired)
    return back


def said(event: e.RoundPaired) -> list[str]:
    found = pairing_notes.notes_of(event)
    tables = [each for table in found.tables for each in table]
    return [notes.words(NAMES, each) for each in (*found.notes, *found.alternatives, *tables)]


def of_a_tie() -> Pairing:
    played = Played(Knockout(), 8, FOURS)
    tied = Table((4, 1, 5, 8), (1, 2, 2, 4), None, (0,) * 4)
    played.rounds.append(Round(1, (tied, Table((2, 3, 6, 7), (1, 2, 3, 4), None, (0,) * 4))))
    return played.pair()


def of_duels() -> Pairing:
    stage = after_one_round(((1, 3), (1, 2)), ((2, 4), (1, 2)), entrants=5, byes=(5,))
    pairing = dutch.pair(stage, 3)
    assert pairing is not None
    return pairing


def test_the_log_keeps_what_the_notes_of_a_tie_say_beside_the_sentence() -> None:
    event = paired(of_a_tie())

    assert event.notes[1:] == [
        "At the table of 4, 1, 5, 8 players were level across the cut: the better seed goes on."
    ]
    assert said(event)[1] == (
        "Tie for a qualifying place at the table of p4, p1, p5 and p8: the better seed advances."
    )


def test_the_notes_of_fides_rules_are_said_in_the_readers_language() -> None:
    event = paired(of_duels())

    assert event.notes[1] == "Float down: 5, 4."
    with override("de"):
        words = said(event)
    assert "Absteiger in eine tiefere Gruppe: p5 und p4." in words
    assert "p5 steigt aus der Gruppe mit 0,67 ab." in words
    assert any("Spieler: 2 mit 1" in each for each in words)
    assert not [each for each in words if "bracket" in each or "leads" in each]


def test_an_event_from_before_messages_were_kept_is_read_as_it_was() -> None:
    again = Note("meet_again", "Meet again: %(parts)s.", parts=[_pair(1, 2), _pair(3, 12)])
    all_of_before = [
        Note("repeats", "%(n)s meetings are repeats.", n=3),
        Note("table_sizes", "Tables have %(low)s to %(high)s players.", low=3, high=5),
        Note("next_swap", "The next best swap of two players costs %(n)s more.", n=-20),
        *of_a_tie().notes,
        again,
    ]
    for each in all_of_before:
        ((_text, found),) = pairing_notes.notes_of(_event_of(str(each))).notes

        assert found == pairing_notes.message(each)


def _pair(first: int, second: int) -> Note:
    return Note("pair", "%(first)s and %(second)s", first=(first,), second=(second,))


def _event_of(text: str) -> e.RoundPaired:
    bare = paired(Pairing(((1, 2),), notes=(text,)))
    return structs.replace(bare, messages=UNSET)


def test_a_format_may_say_what_pages_have_no_words_for() -> None:
    unknown = Note("of_a_toy", "Drawn by %(n)s dice.", n=2)

    assert said(paired(Pairing(((1, 2),), notes=(unknown, "As ever.")))) == [
        "Drawn by 2 dice.",
        "As ever.",
    ]


def made() -> Iterator[tuple[str, set[str]]]:
    """Yield the id of each note that the source makes, and the names of its values."""
    for file in Path(str(tournaments.__file__)).parent.rglob("*.py"):
        source = file.read_text()
        if not MAKES.search(source):
            continue
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) != "Note":
                continue
            values = {str(each.arg) for each in node.keywords}
            said = node.args[0]
            if isinstance(said, ast.Constant):
                yield str(said.value), values
            elif isinstance(said, ast.JoinedStr):
                yield from ((f"level_{how}", values) for how in DECIDED)
            else:
                yield from ((id_, values) for id_, _why in dutch.RULES.values())


def test_pages_have_words_for_every_note_that_is_made() -> None:
    found = dict(made())
    by_hand = {"swapped": {"names"}, "elsewhere": set[str]()}

    assert {*found, *by_hand} == {*notes.WORDS}
    for id_, values in {**found, **by_hand}.items():
        plain = notes.WORDS[id_] % dict.fromkeys((*values, "n"), 2)
        assert not PLACEHOLDER.search(str(plain))


@pytest.mark.django_db
def test_a_swap_by_hand_does_not_keep_the_name_of_somebody_erased() -> None:
    name = new_name()
    account = services.register(username=name, password=PASSWORD)
    event = Event(**REPORTED)
    event.enter(Newcomer(name, account.pk), *(Newcomer(f"p{each}") for each in range(2, 9)))
    event.start().pair(publish=False)
    other = next(table.seats[0] for table in event.round.tables if 1 not in table.seats)
    event.do(rounds.swap, number=1, first=1, second=other)
    event.do(rounds.publish, number=1)
    assert name in _notes(event)[-1]

    services.erase(account_id=account.pk)

    assert name not in " ".join(_notes(event))


@pytest.mark.django_db
def test_a_swap_within_teams_names_the_two_and_no_teams() -> None:
    event = team_events.begun(2, 3, boards=2)
    event.pair(publish=False)
    event.do(rounds.swap, number=1, first=2, second=3)

    found = pairing_notes.notes_of(event.round.pairing).notes[-1]

    called = notes.names_in(event.state, event.round)
    assert notes.words(called, found) == "p2 and p3 were swapped by hand." == found[0]


def _notes(event: Event) -> list[str]:
    answer = Client().get(f"/api/v1/tournaments/{event.slug}/rounds/1/explain")
    return list(answer.json()["notes"])
