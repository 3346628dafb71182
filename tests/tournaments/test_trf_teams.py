"""Teams in reports of duels: lines 013 of TRF16 and 310 of TRF26 come in, and go out again."""

from importlib import import_module

import pytest

from tests.tournaments import team_events
from tests.tournaments.events import REPORTED, Event, refused
from tests.tournaments.saved_reports import REPORTS
from tests.tournaments.test_files import text
from tests.tournaments.test_trf import file, imported, until
from tournaments.services import importing, results
from tournaments.services import teams as services
from tournaments.trf import reading
from tournaments.trf.report import Team, TrfError

GAMES = ("   3 w 1", "   4 b 0", "   1 b 0", "   2 w 1")
OLD = (
    "013 Reds                               1    2\n",
    "013 Blues                              3    4\n",
)
NEW = (
    "310   1 Reds                             RED   1500    2.0    1.5   1     1    2\n",
    "310   2 Blues                            BLU   1400    0.0    0.5   2     3    4\n",
)


def export_of(event: Event) -> str:
    return text(f"/tournaments/{event.slug}/export?format=trf")


@pytest.mark.parametrize("lines", [OLD, NEW], ids=["TRF16", "TRF26"])
def test_teams_are_read_with_their_players_in_the_order_of_their_boards(
    lines: tuple[str, ...],
) -> None:
    report = reading.read(file(*GAMES) + "".join(lines))

    assert report.teams == (Team("Reds", (1, 2)), Team("Blues", (3, 4)))
    assert [each.line for each in report.notes] == ([] if lines is OLD else [5, 6])


def test_of_two_kinds_of_lines_the_newer_one_counts() -> None:
    report = reading.read(file(*GAMES) + "".join((*OLD, *NEW[:1])))

    assert report.teams == (Team("Reds", (1, 2)),)


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("310   3 Greens                                                            9", "player 9"),
        ("310   3 Greens                                                            1", "already"),
        (
            "310   3 Greens                                                            x",
            "column 74",
        ),
        ("310   3                                                                   4", "column 9"),
        (
            "310   3 blues                                                              ",
            "this name",
        ),
    ],
)
def test_what_contradicts_itself_is_refused_with_its_line(line: str, where: str) -> None:
    with pytest.raises(TrfError, match=f"line 7, column .*{where}|line 7, {where}"):
        reading.read(file(*GAMES) + "".join(NEW) + line + "\n")


@pytest.mark.django_db
@pytest.mark.parametrize("lines", [OLD, NEW], ids=["TRF16", "TRF26"])
def test_teams_come_in_as_teams_and_the_file_goes_out_unchanged(lines: tuple[str, ...]) -> None:
    report = file(*GAMES) + "".join(lines)
    event = imported(report)

    assert event.state.teams is not None
    assert [(each.name, each.entrants) for each in event.state.teams.teams] == [
        ("Reds", [1, 2]),
        ("Blues", [3, 4]),
    ]
    assert export_of(event) == report


@pytest.mark.django_db
def test_teams_change_no_pairing_of_the_file() -> None:
    report = REPORTS["nine"]
    numbers = sorted(int(line[4:8]) for line in report.splitlines() if line.startswith("001"))
    half = "".join(f"{each:>4} " for each in numbers[: len(numbers) // 2])
    both = until(report, 3) + f"{'310   1 Reds':<73}{half}".rstrip() + "\n"

    plain, with_teams = imported(until(report, 3)), imported(both)

    drafts = [
        {frozenset(table.seats) for table in event.pair().tables} for event in (plain, with_teams)
    ]
    assert drafts[0] == drafts[1]


@pytest.mark.django_db
def test_after_a_correction_a_team_keeps_its_players_and_no_points_that_are_old() -> None:
    event = imported(file(*GAMES) + "".join(NEW))
    table = event.state.rounds[0].tables[0]
    event.do(results.override, table_id=table.id, places=[1, 1], scores=None)

    written = [line for line in export_of(event).splitlines() if line.startswith("310")]
    assert [line[:54] for line in written] == [line[:54] for line in NEW]
    assert [line[54:71].strip() for line in written] == ["", ""]
    assert reading.read(export_of(event)).teams == reading.read(file(*GAMES) + "".join(NEW)).teams

    event.do(services.assign, teams=[("Reds", [1, 4]), ("Blues", [2, 3])])
    assert [each.players for each in reading.read(export_of(event)).teams] == [(1, 4), (2, 3)]


@pytest.mark.django_db
def test_teams_that_meet_on_boards_are_written_as_fide_s_own_program_reads_them() -> None:
    event = team_events.begun(4, 2, pairing="round_robin")
    for _ in range(3):
        event.pair()
        team_events.lower_number_wins(event)
    report = export_of(event)

    theirs = import_module("gacrux.trf2json").trf2json()
    theirs.parse_file(report, 0)

    found = {
        each["cid"]: (
            float(each["matchPoints"]),
            float(each["gamePoints"]),
            each["rank"],
            [player["cid"] for player in each["cplayers"]],
        )
        for each in theirs.tcompetitors.values()
    }
    assert found == {
        1: (6.0, 6.0, 1, [1, 2]),
        2: (4.0, 4.0, 2, [3, 4]),
        3: (2.0, 2.0, 3, [5, 6]),
        4: (0.0, 0.0, 4, [7, 8]),
    }


@pytest.mark.django_db
def test_a_report_is_no_plan_of_boards() -> None:
    boards = {"format": "team_boards", "options": {"boards": 2}}
    event = Event(**REPORTED, game="pickpocket", table=team_events.DUEL, stages=[boards])

    with refused("invalid_options"):
        event.do(importing.take_over, text=file(*GAMES))
