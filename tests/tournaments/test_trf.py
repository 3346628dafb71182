"""Reports of duels as files: what they say comes in, and what came in goes out again.

The files of `data/reports` are from gacrux 1.11.65, FIDE's own program, `python -m
gacrux.tournamentgenerator -p 17 -n 7 -S 0.06 0.12 0.10`: byes, half-point byes and forfeits in
TRF26. The one with the lines of TRF(x) is made by hand.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.callers import Caller
from tests.tournaments.events import REPORTED, Event, refused
from tests.tournaments.saved_reports import REPORTS
from tests.tournaments.stages import Played
from tests.tournaments.test_api import done, made, new_organiser
from tests.tournaments.test_files import DUELS, text
from tournaments import stage_queries
from tournaments.formats.core import Sizes
from tournaments.formats.swiss import Swiss
from tournaments.record import Round, Table
from tournaments.services import importing, penalties, rounds
from tournaments.trf import cells, reading, writing
from tournaments.trf.report import Player, Report, TrfError

FILES = REPORTS
DUTCH = {"stages": [{"format": "swiss", "options": {"pairing": "fide_dutch"}}]}
every_file = pytest.mark.parametrize("name", ["nine", "thirty-one"])


def file(*lines: str, before: str = "") -> str:
    """Return a file of players ann, bob, cyd, dot with these rounds."""
    names = ("ann", "bob", "cyd", "dot", "eve")
    players = [
        f"{f'001 {number:>4}      {name}':<91}{line}"
        for number, (name, line) in enumerate(zip(names, lines, strict=False), start=1)
    ]
    return "\n".join([*before.splitlines(), *players, ""])


def test_byes_are_worth_what_the_file_says_and_forfeits_stay_forfeits() -> None:
    (first, second) = reading.read(
        file(
            "   2 b +     3 w 1",
            "   1 w -  0000 - H",
            "0000 - U     1 b 0",
            "   5 w -  0000 - F",
            "   4 b -  0000 - Z",
        )
    ).rounds

    assert first.tables == (
        Table((2, 1), (2, 1), absent=(2,)),
        Table((4, 5), (1, 1), absent=(4, 5)),
    )
    assert (first.granted, first.asked) == ({3: 120}, ())
    assert second.tables == (Table((1, 3), (1, 2)),)
    assert (second.granted, second.asked) == ({2: 60, 4: 120}, (2, 4))


def test_a_blank_round_is_a_round_and_shifts_none() -> None:
    report = reading.read(file("             2 w 1", "             1 b 0", "0000 - U"))

    assert [len(each.tables) for each in report.rounds] == [0, 1]
    assert report.rounds[0].byes == (3,)


def test_the_lines_of_trf_x_are_used_and_the_others_are_kept_as_notes() -> None:
    before = "012 Cup\nXXR 5\nXXC black1 rank\nXXP 1 3 2\nXXZ 2\nXXS PAB=0.5 W=3.0\n022 Delft"

    report = reading.read(file("   2 w 1", "   1 b 0", "0000 - U", before=before))

    assert (report.planned, report.first, report.by_rank) == (5, "b", True)
    assert (report.apart, report.away) == (((1, 2), (1, 3), (2, 3)), (2,))
    assert report.rounds[0].granted == {3: 60}
    assert [(each.line, str(each.why)) for each in report.notes] == [
        (5, "they are absent; bring them back for the round after"),
        (6, "the tournament's points count, not W 3.0"),
        (7, "is kept, and not used"),
    ]


def test_the_lines_of_trf26_say_the_same() -> None:
    before = "142 5\n152 B\n162  W 1.0    D 0.5    P 0.5\n240 H   2    2\n260   1   5    1    3"

    report = reading.read(file("   2 w 1", "   1 b 0", "0000 - U", before=before))

    assert (report.planned, report.first, report.apart) == (5, "b", ((1, 3),))
    assert (report.away, report.rounds[0].granted) == ((2,), {3: 60})


@pytest.mark.parametrize(
    ("faulty", "said"),
    [
        ("", "there is no player"),
        ("001    x      ann", "line 1, column 5: a line 001 begins with a start number"),
        ("001    1", "line 1, column 15: the name is missing"),
        (f"{'001    1      ann':<48}many", "line 1, column 49: a rating is a number"),
        ("001    1      ann\n001    1      bob", "line 2, column 5: .* already used"),
        (file("   2 w 1", "   3 b 0"), "line 1, column 92: 1 has met 2, but 2 has not met 1"),
        (file("   2 w 1", "   1 w 0"), "line 1, column 97: 1 and 2 cannot both have w"),
        (file("   2 w 1", "   1 b ="), "line 1, column 99: 1 and 2 give different results"),
        (file("   2 w +", "   1 b 0"), "line 1, column 99: .* different results"),
        (file("   2 w 1", "   1 b -"), "line 1, column 99: .* different results"),
        (file("   2 w 0", "   1 b 0"), "line 1, column 99: .* different results"),
        (file("   2 w ?", "   1 b ?"), "line 1, column 99: '[?]' is no result"),
        (file("0000 - 7"), "line 1, column 99: '7' is no result of a round without"),
        (file("   2 x 1", "   1 b 0"), "line 1, column 97: a colour is w, b or -"),
        (file("  2 w 1 ", "   1 b 0"), "line 1, column 96: there must be a blank"),
        (file("   2 w       2 b 1", "   1 b       1 w 0"), "column 99: the result is missing"),
        (file("   2 w 1", "   1 b 0", before="XXP 1 9"), "line 1, column 5: there is no player 9"),
        (file("   2 w 1", "   1 b 0", before="XXP 1 b"), "column 7: a start number is needed here"),
        (file("   2 w 1", "   1 b 0", before="XXR 5\n142 6"), "line 2, column 5: another line"),
    ],
)
def test_what_contradicts_itself_is_refused_with_its_place(faulty: str, said: str) -> None:
    with pytest.raises(TrfError, match=said):
        reading.read(faulty)


@settings(max_examples=20, deadline=None)
@given(entrants=st.integers(4, 13), seed=st.integers(0, 99))
def test_what_is_written_is_read_again(entrants: int, seed: int) -> None:
    played = Played(Swiss(), entrants, Sizes(2, 2, 2), seed, rounds=4)
    for _ in range(4):
        played.play(played.pair())
        last = played.rounds[-1]
        tables = tuple(_sometimes_forfeited(played, each) for each in last.tables)
        granted = dict.fromkeys(last.byes, 120)
        played.rounds[-1] = last._replace(tables=tables, granted=granted)
    players = tuple(Player(each, f"Player {each}", 1500) for each in played.seeds)

    again = reading.read(
        writing.written(Report("Club night", players, tuple(played.rounds), planned=6))
    )

    assert (again.name, again.planned) == ("Club night", 6)
    assert [(each.name, each.rating) for each in again.players] == [
        (each.name, each.rating) for each in players
    ]
    assert [_facts(each) for each in again.rounds] == [_facts(each) for each in played.rounds]


def _sometimes_forfeited(played: Played, table: Table) -> Table:
    absent = tuple(each for each in table.seats if played.rng.random() < 0.2)
    if not absent:
        return table
    places = tuple(1 if len(absent) == 2 or each not in absent else 2 for each in table.seats)
    return table._replace(places=places, absent=absent)


def _facts(round_: Round) -> object:
    tables = {(each.seats, each.places, frozenset(each.absent)) for each in round_.tables}
    return tables, round_.byes, dict(round_.granted)


def imported(report: str) -> Event:
    event = Event(**REPORTED, **DUELS, **DUTCH)
    event.do(importing.take_over, text=report)
    return event


@every_file
@pytest.mark.django_db
def test_a_file_that_came_in_goes_out_unchanged(name: str) -> None:
    event = imported(FILES[name])

    assert text(f"/tournaments/{event.slug}/export?format=trf") == FILES[name]


@pytest.mark.django_db
def test_a_year_of_rounds_is_taken_over_and_what_no_plan_has_is_refused() -> None:
    year = imported(file("   2 w 1", "   1 b 0", before="XXR 51"))

    assert year.state.stage_settings(0)["options"]["rounds"] == 51
    with refused("pairing_infeasible"):
        imported(file("   2 w 1", "   1 b 0", before="XXR 100"))


@pytest.mark.django_db
def test_only_what_has_changed_since_is_written_anew() -> None:
    event = imported(FILES["nine"])
    table = next(each for each in event.state.rounds[3].tables if each.absent == ())
    first, second = table.seats
    from tournaments.services import results  # noqa: PLC0415

    event.do(results.override, table_id=table.id, places=[1, 1], scores=None)

    before, after = (
        FILES["nine"].splitlines(),
        text(f"/tournaments/{event.slug}/export?format=trf").splitlines(),
    )
    kept = [line for line in before if not line.startswith("001")]
    assert [line for line in after if not line.startswith("001")] == kept
    rounds_ = {line[4:8]: line[91:] for line in before if line.startswith("001")}
    now = {line[4:8]: line[91:] for line in after if line.startswith("001")}
    changed = {int(each) for each in now if now[each].rstrip() != rounds_[each].rstrip()}
    assert changed == {first, second}


def until(report: str, count: int) -> str:
    """Return a file with its first rounds alone, and as XXZ who is not paired in the next one."""
    end = cells.FIRST + cells.WIDTH * count
    away = [
        line[4:8].strip()
        for line in report.splitlines()
        if line.startswith("001") and line[end : end + 4].strip() in {"", "0000"}
        if line[end + 7 : end + 8] != "U"
    ]
    lines = [
        line[:end].rstrip() if line.startswith("001") else line for line in report.splitlines()
    ]
    return "\n".join([*lines, f"XXZ {' '.join(away)}", ""])


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "count"), [("nine", 2), ("seventeen", 4), ("twenty-two", 5)])
def test_the_next_pairing_is_that_of_the_file(name: str, count: int) -> None:
    theirs = reading.read(FILES[name]).rounds[count]

    event = imported(until(FILES[name], count))
    event.do(rounds.pair)

    assert {each.seats for each in event.round.tables} == {each.seats for each in theirs.tables}
    assert set(event.round.byes) == set(theirs.byes) - set(theirs.asked)


@pytest.mark.django_db
def test_what_cannot_be_used_is_shown() -> None:
    organiser: Caller = new_organiser()
    cup = made(organiser, **DUELS, stages=[{"format": "swiss", "options": {"rounds": 4}}])

    taken = done(organiser.post(f"{cup}/import", {"trf": FILES["nine"]}))

    assert {"line": 2, "why": "is kept, and not used"}.items() <= taken["import_notes"][0].items()
    refused = organiser.post(f"{cup}/import", {"trf": "001    1"})
    assert refused.code == "round_already_live"


EIGHT = (
    "   3 w 1",
    "   4 w 1",
    "   1 b 0",
    "   2 b 0",
    "   7 w 1",
    "   8 w 1",
    "   5 b 0",
    "   6 b 0",
)
ACCELERATED = {
    "none": "XXR 5",
    "XXA": "XXR 5\n" + "\n".join(f"XXA {number:>4}  1.0  1.0" for number in (1, 2, 3, 4)),
    "250": "142 5\n250       1.0   1   2    1    4",
}


@pytest.mark.more
@pytest.mark.django_db
@pytest.mark.parametrize("how", ACCELERATED)
def test_virtual_points_count_in_the_next_pairing_and_in_no_standings(how: str) -> None:
    names = [*"abcdefgh"]
    players = [
        f"{f'001 {number:>4}      {name}':<91}{line}"
        for number, (name, line) in enumerate(zip(names, EIGHT, strict=True), start=1)
    ]
    report = "\n".join([*ACCELERATED[how].splitlines(), *players, ""])

    event = imported(report)
    event.do(rounds.pair)

    meets = {frozenset(table.seats) for table in event.round.tables}
    assert (frozenset({1, 2}) in meets) is (how != "none")
    assert {line.points for line in stage_queries.lines_of(event.state)} == {0, 120}
    assert text(f"/tournaments/{event.slug}/export?format=trf") == report


def test_points_beside_the_results_are_those_of_the_file() -> None:
    before = (
        "299    -0.5  -0.5    1    2\n299 W   0.5   0.5    1    1\n299     0.0  -1.0  999    1\n"
        "299 L   0.5   0.5    1    1\n299 P   0.5   0.5"
    )
    report = reading.read(file("   2 w 1", "   1 b 0", "0000 - U", before=before))

    assert dict(report.penalties) == {2: 60}
    assert report.rounds[0].tables == (Table((1, 2), (1, 2), taken=((1, 60),)),)
    assert report.rounds[0].granted == {3: 60}
    assert [(each.line, str(each.why)) for each in report.notes] == [
        (3, "counts at the end: give it after the last round"),
        (4, "is not the result of the round"),
    ]
    with pytest.raises(TrfError, match="line 1, column 5: there is no player 7"):
        reading.read(file("   2 w 1", "   1 b 0", before="299    -0.5  -0.5    1    7"))


@pytest.mark.more
@pytest.mark.django_db
def test_penalties_go_out_come_in_again_and_stay_as_they_were_written() -> None:
    event = Event(**REPORTED, **DUELS, **DUTCH).enter_names(4).start()
    event.play_round()
    table = event.round.tables[0]
    event.do(penalties.penalise, entrant=table.seats[1], units=60, reason="late")
    event.do(penalties.penalise, entrant=table.seats[0], units=60, table=table.id, reason="phone")

    report = text(f"/tournaments/{event.slug}/export?format=trf")
    again = imported(report)

    assert sum(line.startswith("299") for line in report.splitlines()) == 2
    # Who is level is told apart by lots, which an import draws for itself.
    assert {each.entrant: each.points for each in stage_queries.lines_of(again.state)} == {
        each.entrant: each.points for each in stage_queries.lines_of(event.state)
    }
    assert text(f"/tournaments/{again.slug}/export?format=trf") == report
    other = next(
        each for each in again.state.rounds[0].tables if set(each.seats) != set(table.seats)
    )
    again.do(penalties.penalise, entrant=other.seats[0], units=120, table=other.id, reason="x")
    written = text(f"/tournaments/{again.slug}/export?format=trf").splitlines()
    assert sum(line.startswith("299") for line in written) == 3
    assert f"299 W   0.0   0.0    1 {other.seats[0]:>4}" in written


@pytest.mark.django_db
def test_a_game_of_less_than_a_move_is_a_draw_that_was_agreed() -> None:
    report = file("   2 w D", "   1 b D", "   4 w =", "   3 b =")

    event = imported(report)

    assert [each.ended for each in event.state.rounds[0].tables] == ["agreed", ""]
    assert text(f"/tournaments/{event.slug}/export?format=trf") == report
