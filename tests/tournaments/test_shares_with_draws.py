"""Shares come in once: with the draw of the round, or at the table where too few were on it."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
from pytest_django import Settings

from cutpurse import verify
from matches import logs as match_logs
from matches import selectors as matches
from matches import sharing
from matches.actors import Player
from matches.events import KIND as MATCH
from matches.services import leaving
from tests import independent
from tests.matches import tables as at_tables
from tests.matches.beacon_tables import come, named
from tests.matches.sharers import Sharer as AtTable
from tests.matches.sharers import require_sound, status
from tests.tournaments.cups import THREES, checked, opened, redraw
from tests.tournaments.draw_sharers import Sharer, entered, made, promise
from tests.tournaments.events import Event, run_all
from tests.tournaments.forged_logs import rehashed
from tests.transparency.cosigned import cosign, keep_log, keys
from tournaments import dealt, selectors
from tournaments.dealt import Opened
from tournaments.services import lifecycle, rounds
from transparency import writer

pytestmark = pytest.mark.django_db

ONE = [{"options": {"rounds": 1}}]


def paired(on: int, count: int = 6, **settings: Any) -> tuple[Event, list[Sharer]]:
    """Pair and publish a round to whose draw some add chance, whose pages are open."""
    event = Event(**{**THREES, "stages": ONE, **settings})
    people = entered_by_pages(event, count)
    event.start()
    promise(people[:on])
    event.do(rounds.pair)
    made(people[:on])
    event.do(rounds.publish, number=1)
    run_all()
    return event, people


def entered_by_pages(event: Event, count: int) -> list[Sharer]:
    people = entered(event, count)
    for each in people:
        assert each.who.account is not None
        sharing.mark(each.who.account)
    return people


def match_of(event: Event, place: int = 0) -> UUID:
    found = event.round.tables[place].match
    assert found is not None
    return found


def chance_of(match: UUID) -> list[str]:
    return [each.chance for each in matches.proof(match, None).seats or []]


def players_of(event: Event, people: list[Sharer], place: int = 0) -> list[AtTable]:
    by_number = {each.number: each.who for each in people}
    found = [by_number[number] for number in event.round.tables[place].seated]
    return [AtTable(Player(each.account, each.name)) for each in found if each.account]


def test_where_half_were_on_the_roll_tables_are_dealt_at_once() -> None:
    event, _ = paired(3)
    drawn = event.state.draws.shown[-1]
    for place, table in enumerate(event.round.tables):
        seats = [seat for seat, each in enumerate(table.seated) if each in {1, 2, 3}]
        said = opened(event, place)
        assert (said["draw_roll"], said["draw_seats"]) == ([3, 6], seats)
        assert said["bind"] == drawn.value
        match = match_of(event, place)
        assert status(match) == "live"
        assert "chance_sealed" not in at_tables.types(match)
        wanted = ["draw" if seat in seats else "none" for seat in range(3)]
        assert chance_of(match) == wanted
        require_sound(match)
    assert checked(event).findings == []


def test_where_fewer_were_tables_gather_themselves() -> None:
    event, people = paired(2)
    match = match_of(event)
    assert opened(event, 0)["draw_roll"] == [2, 6]
    assert status(match) == "open"
    seated = players_of(event, people)
    for each in seated:
        each.promise(match)
    for each in seated:
        each.show(match)

    assert status(match) == "live"
    assert set(chance_of(match)) == {"share"}
    require_sound(match)


def test_where_nobody_was_nothing_is_said_of_a_roll() -> None:
    event, _ = paired(0)

    assert "draw_roll" not in opened(event, 0)
    assert status(match_of(event)) == "open"


def test_where_chance_is_required_a_table_has_all_its_shares_or_gathers() -> None:
    event, people = paired(5, chance="required", gather=300)
    missing = people[5].number
    for place, table in enumerate(event.round.tables):
        match = match_of(event, place)
        assert status(match) == ("open" if missing in table.seated else "live")
        if status(match) == "live":
            assert chance_of(match) == ["draw"] * 3
            require_sound(match)


@pytest.mark.more
def test_deals_after_a_change_by_hand_hang_on_the_draw_that_was_made_since() -> None:
    event = Event(**THREES, stages=ONE)
    people = entered(event, 6)
    event.start()
    event.pair(publish=False)
    one, other = (table.seats[0] for table in event.round.tables)
    event.do(rounds.swap, number=1, first=one, second=other)
    promise(people)
    event.do(rounds.publish, number=1)
    made(people)
    run_all()

    assert [opened(event, place)["draw_roll"] for place in range(2)] == [[6, 6]] * 2
    assert opened(event, 0)["bind"] == event.state.draws.shown[-1].value


@pytest.mark.more
def test_a_redraw_without_shares_lets_the_tables_gather() -> None:
    event = Event(**THREES, stages=ONE)
    people = entered_by_pages(event, 6)
    event.start()
    promise(people)
    event.do(rounds.pair)
    made(people)
    redraw(event)
    event.do(rounds.publish, number=1)
    run_all()

    assert "draw_roll" not in opened(event, 0)
    assert status(match_of(event)) == "open"


def ended(event: Event) -> list[str]:
    """End a cup whose matches are called off, and return the logs of its matches."""
    found = [match_of(event, place) for place in range(len(event.round.tables))]
    for match in found:
        leaving.void(match_id=match, actor="system", reason="enough", key=f"enough-{match}")
    event.do(lifecycle.cancel, reason="enough")
    return ["".join(match_logs.text(matches.log(match, None))) for match in found]


def test_logs_say_and_prove_that_the_shares_came_with_the_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event, _ = paired(4)
    texts = ended(event)
    cup, match = tmp_path / "cup.ndjson", tmp_path / "match.ndjson"
    cup.write_text("".join(selectors.log(event.state)))
    match.write_text(texts[0])
    verify.main([str(match), str(cup), "--strict"])
    said = capsys.readouterr().out

    assert "the server, and 4 of 6 entrants with the draw that it depends on" in said
    assert "dealt from the well of its tournament" in said
    assert "only the server added chance" not in said
    assert "draw 2: the server, and 4 of 6 entrants: 1, 2, 3, 4" in said


@pytest.mark.parametrize("on", [4, 2])
def test_a_deal_hangs_on_a_draw_with_shares_and_waits_for_a_beacon(
    on: int, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.BEACON = "drand http://127.0.0.1:1"
    keep_log(settings)
    event, people = paired(on, beacon=True)
    drawn, match = event.state.draws.shown[-1], match_of(event)
    for step in ("promise", "show") if on == 2 else ():
        for each in players_of(event, people):
            getattr(each, step)(match)
    assert status(match) == "open"
    come(match)
    assert status(match) == "live"
    assert opened(event, 0)["bind"] == drawn.value
    require_sound(match)
    ended(event)
    writer.log_moved()
    text = "".join(match_logs.text(matches.log(match, None)))
    proof = msgspec.to_builtins(matches.proof(match, None))
    files = {"match": text, "cup": "".join(selectors.log(event.state))}
    for name, found in files.items():
        (tmp_path / name).write_text(found)
        cosign(tmp_path / name)

    assert verify.main([*(str(tmp_path / name) for name in files), "--strict", *keys()]) == 0
    said = capsys.readouterr().out
    assert f"{on} of 6 entrants with the draw that it depends on" in said
    assert f"beacon: {named(match).line} is " in said
    assert ", which drand has signed" in said
    assert independent.match(text, proof) > 0
    independent.dealt_from(files["cup"], independent.tournament(files["cup"]), text)


@pytest.mark.parametrize(
    ("roll", "seats"), [([5, 6], None), ([6, 6], [0, 1, 2]), ([4, 5], None), (None, None)]
)
def test_a_match_that_says_another_roll_is_found_by_the_log_of_the_tournament(
    roll: list[int] | None, seats: list[int] | None
) -> None:
    event, _ = paired(4)
    texts = ended(event)
    audit = checked(event).audit
    header, first = (json.loads(line) for line in texts[0].splitlines()[:2])
    said = first["data"]
    assert dealt.fault(Opened.of(header["match"], said), audit) is None
    seats = said["draw_seats"] if seats is None else seats
    forged = {**said, "draw_roll": roll, "draw_seats": None if roll is None else seats}

    assert "added chance" in str(dealt.fault(Opened.of(header["match"], forged), audit))


def test_a_table_that_asks_for_shares_though_they_came_with_the_draw_is_found() -> None:
    event, _ = paired(4)
    header, *events = [json.loads(line) for line in ended(event)[0].splitlines()]
    seated = next(each for each in events if each["type"] == "seat_taken")
    seated["data"] = dict(sorted({**seated["data"], "shares": True}.items()))
    forged = rehashed(header, events, MATCH, header["match"])
    found = match_logs.findings(*match_logs.parse(forged.splitlines(keepends=True)))

    assert [each.text for each in found] == ["the shares came in with a draw"]


@pytest.mark.more
def test_the_header_of_a_log_says_how_many_were_on_the_roll() -> None:
    event, _ = paired(4)
    header = json.loads(ended(event)[0].splitlines()[0])

    assert header["draw_roll"] == [4, 6]
    proof = msgspec.to_builtins(matches.proof(match_of(event), None))
    assert proof["draw_roll"] == [4, 6]
