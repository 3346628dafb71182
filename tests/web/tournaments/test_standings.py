"""Standings, pairings and the log of a tournament say why they are as they are."""

import re

import pytest
from django.test import Client

from tests.samples import leading
from tests.tournaments.events import REPORTED, Event
from tests.web.tournaments.visits import over_the_board, page
from tests.web.visitors import text
from tournaments.events import CATALOGUE
from tournaments.services import forfeits, lifecycle, penalties, rounds
from web.tournaments import labels
from web.tournaments.event_words import EVENTS

pytestmark = pytest.mark.django_db


def test_standings_explain_every_tie_break_and_mark_who_goes_on() -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 2, "final": 4}}])
    event.enter_names(9).start()
    event.play_round()
    shown = page(Client(), event, "/standings")
    number = re.findall(r"why=(\d+)#", shown)[0]
    why = page(Client(), event, f"/standings?why={number}")
    after = page(Client(), event, "/standings?round=1")

    assert shown.count('on-word">advances') == 4
    assert shown.count('cut">') == 1
    assert "How many tables the entrant has won" in why
    assert "round 1" in why
    assert "advances" not in after
    assert page(Client(), event, "/standings?why=x&round=99999999")


def test_pairings_show_their_reasons() -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 2}}])
    event.enter_names(5).start()
    event.play_round()
    event.pair()
    why = page(Client(), event, "/rounds/2?why")

    assert event.round.pairing.seed in why
    assert "10 meetings are repeats." in why
    assert "p1 and p2" in why
    assert "repeated meetings" in why


def test_notes_have_words_in_the_readers_language_and_names_for_numbers() -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 2}}])
    event.enter_names(5).start()
    event.play_round()
    event.pair(publish=False)
    event.do(rounds.swap, number=2, first=1, second=2)
    event.do(rounds.publish, number=2)

    why = text(
        Client().get(f"/tournaments/{event.slug}/rounds/2?why", headers={"Accept-Language": "de"})
    )

    assert "p1 und p2 wurden von Hand getauscht." in why


def test_the_log_tells_what_was_taken_back_and_why() -> None:
    event, _ = over_the_board(3)
    version = event.state.version
    event.report(0, [1, 2, 3])
    event.do(penalties.penalise, entrant=1, units=60, reason="late <b>again</b>")
    event.do(lifecycle.roll_back, to_version=version, reason="wrong table")

    shown = page(Client(), event, "/log")
    assert shown.count("<s>") == 2
    assert "was given a penalty of 0.5 points." in shown
    assert "late &lt;b&gt;again&lt;/b&gt;" in shown
    assert f"rolled back to version {version}" in shown


def test_the_log_tells_who_sits_out_once_the_round_is_published() -> None:
    event = Event(**REPORTED).enter_names(9).start()
    event.pair(publish=False)
    event.do(rounds.sit_out, number=1, entrant=1)

    assert "The staff worked on the next round." in page(Client(), event, "/log")
    event.do(rounds.publish, number=1)
    assert "p1 has a bye by request." in page(Client(), event, "/log")


def test_every_kind_of_event_has_words_in_the_log() -> None:
    second = {"judge_called_by_staff", "notice_removed", "result_forfeited"}
    second |= {"pair_let_meet", "table_unpaid", "table_extended"}
    second |= {"bye_lifted", "penalty_at_table", "seat_by_default", "picture_removed"}
    second |= {"draw_withdrawn", "match_corrected", "result_agreed", "result_at_limit"}
    second |= {"code_issued", "code_kept", "draw_repeated", "draw_unforced"}
    second |= {"draw_sealed_alone", "draw_missed"}

    assert {*CATALOGUE} | second == {*EVENTS}


def test_groups_stand_in_the_standings_with_the_right_by_which_somebody_goes_on() -> None:
    stages = [{"format": "groups", "options": {"size": 4}}, {"format": "knockout", "take": 4}]
    duels = {"min": 2, "target": 2, "max": 2}
    event = Event(game="pickpocket", **REPORTED, table=duels, stages=stages)
    event.enter_names(8).start()
    event.play_round()
    shown = page(Client(), event, "/standings")

    assert '<th scope="col">Group</th>' in shown
    assert {"A1", "A2", "B1", "B2"} == set(re.findall(r"advances as ([A-Z]\d)", shown))


@pytest.mark.parametrize(
    ("language", "words"),
    leading(
        [
            ("nl", ("Stand", "0,5", "gaat door", "Waarom?")),
            ("fr", ("Classement", "qualifié", "Pourquoi\N{NO-BREAK SPACE}?")),
            ("de", ("Tabelle", "0,5", "kommt weiter", "Warum?")),
        ]
    ),
)
def test_the_standings_speak_the_readers_language(language: str, words: tuple[str, ...]) -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 1, "final": 3}}])
    event.enter_names(6).start().pair()
    event.report(0, [1, 2, 3])
    event.report(1, [1, 2, 3])

    shown = text(
        Client().get(f"/tournaments/{event.slug}/standings", headers={"Accept-Language": language})
    )
    assert [each for each in words if each not in shown] == []


@pytest.mark.parametrize(
    ("told", "written"),
    [("1 2/3", "1.67"), ("2.5", "2.5"), ("1/3", "0.33"), ("-1/3", "\u22120.33"), ("4", "4")],
)
def test_points_are_written_one_way_on_pages(told: str, written: str) -> None:
    assert labels.points(told) == written


def test_nobody_advances_before_there_is_a_result() -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 2, "final": 4}}])
    event.enter_names(9).start()
    event.pair()
    before = page(Client(), event, "/standings")
    event.report(0, list(range(1, len(event.round.tables[0].seats) + 1)))

    assert "advances" not in before
    assert page(Client(), event, "/standings").count('on-word">advances') == 4


def test_standings_explain_rounds_that_were_not_played() -> None:
    event = Event(**REPORTED, tiebreaks=["buchholz"], stages=[{"format": "swiss"}])
    event.enter_names(6).start().pair()
    one, other, _came = event.round.tables[0].seats
    event.do(
        forfeits.forfeit,
        table_id=event.round.tables[0].id,
        absent=[one, other],
        places=[2, 2, 1],
    )
    event.report(1, [1, 1, 1])
    event.do(rounds.close, number=1)

    why = page(Client(), event, f"/standings?why={one}")

    assert "round 1: forfeit" in why
