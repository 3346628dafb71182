"""Who added chance to a deal that all tables of a round play, as its matches and proofs say."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

from cutpurse import verify
from eventstore import streams, verification
from matches import logs as match_logs
from matches import redaction, sharing
from matches import selectors as matches
from matches.events import KIND as MATCH
from matches.folds import fold
from matches.services import leaving
from matches.state import MatchState
from tests.matches.sharers import status
from tests.tournaments.cups import checked, opened
from tests.tournaments.draw_sharers import Sharer, made, promise
from tests.tournaments.draw_sharers import entered as enter
from tests.tournaments.events import Event, run_all
from tests.tournaments.forged_logs import rehashed
from tests.tournaments.sharing import SHARED
from tournaments import dealt, selectors
from tournaments.dealt import Opened
from tournaments.services import lifecycle, rounds
from web.matches import proofs

pytestmark = pytest.mark.django_db

ONE_ROUND: dict[str, Any] = {"stages": [{"options": {"rounds": 1}}]}


def entered_all(count: int = 6) -> tuple[Event, list[Sharer]]:
    """Start a tournament of shared deals."""
    event = Event(**{**SHARED, **ONE_ROUND})
    people = enter(event, count)
    for each in people:
        assert each.who.account is not None
        sharing.mark(each.who.account)
    event.start()
    return event, people


def paired(on: int, count: int = 6) -> tuple[Event, list[Sharer]]:
    """Pair and publish a round of shared deals to whose draw some entrants add chance."""
    event, people = entered_all(count)
    promise(people[:on])
    event.do(rounds.pair)
    made(people[:on])
    event.do(rounds.publish, number=1)
    run_all()
    return event, people


def state_of(event: Event, place: int) -> MatchState:
    """Return the state of the match of a table, whose deal others may still play."""
    match = event.round.tables[place].match
    assert match is not None
    return fold(MatchState(match), streams.load(MATCH, match))


def texts_of(event: Event) -> list[str]:
    """Call off the matches of a round and end its tournament; return the logs of its matches."""
    found = [table.match for table in event.round.tables]
    for match in found:
        assert match is not None
        leaving.void(match_id=match, actor="system", reason="enough", key=f"enough-{match}")
    run_all()
    event.do(lifecycle.cancel, reason="enough")
    return ["".join(match_logs.text(matches.log(each, None))) for each in found if each]


def said_of(
    event: Event, text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """Return what `cutpurse-verify --strict` returns and says of a match and its tournament."""
    cup, match = folder / "cup.ndjson", folder / "match.ndjson"
    cup.write_text("".join(selectors.log(event.state)))
    match.write_text(text)
    code = verify.main([str(match), str(cup), "--strict"])
    return code, capsys.readouterr().out


@pytest.mark.parametrize("on", [2, 4])
def test_a_match_says_which_seats_have_added_chance_to_the_draw_of_its_deal(on: int) -> None:
    event, _ = paired(on)
    for place, table in enumerate(event.round.tables):
        said, match = opened(event, place), table.match
        assert match is not None
        assert said["shared_deal"]
        seats = [seat for seat, each in enumerate(table.seated) if each <= on]
        assert (said["draw_roll"], said["draw_seats"]) == ([on, 6], seats)
        assert status(match) == "live"
        wanted = ["draw" if seat in seats else "none" for seat in range(3)]
        assert [each["chance"] for each in redaction.chance_added(state_of(event, place))] == wanted
        assert list(verification.check(MATCH, match)) == []
    assert checked(event).findings == []


def test_where_nobody_added_chance_nothing_is_said_of_a_roll() -> None:
    event, _ = paired(0)

    assert "draw_roll" not in opened(event, 0)


def test_what_the_page_says_of_a_shared_deal_names_those_who_added_chance() -> None:
    event, _ = paired(4)
    found = proofs.proven(state_of(event, 0))

    assert "Proven to the entrants who added chance" in found.sentence
    assert "4 of 6" in found.sentence
    assert "no player's browser" not in found.sentence
    assert "fewer than half" not in found.sentence
    assert found.is_drawn


def test_what_the_page_says_of_a_roll_under_half_warns_of_it() -> None:
    event, _ = paired(2)
    found = proofs.proven(state_of(event, 0))
    assert "fewer than half of the entrants added chance" in found.sentence


def test_the_page_says_what_a_beacon_takes_to_make_up_for_few() -> None:
    few, many = (proofs.by_draw(on, 6, [], has_beacon=True) for on in (2, 4))

    assert "fewer than half of the entrants added chance" in few
    assert "Only a witness of the public log can prove that it did" in few
    assert "witness" not in many


def test_where_the_match_does_not_say_who_added_chance_the_page_of_the_deal_does() -> None:
    event, _ = paired(0)
    state = state_of(event, 0)
    found = proofs.proven(state)

    assert "no player's browser" not in found.sentence
    assert "Whether entrants added chance to that draw" in found.sentence
    assert found.deal is not None
    assert found.deal == state.belongs_to["deal"]
    shown = render_to_string("web/matches/proven.html", {"proven": found})
    assert f'href="/deals/{found.deal}"' in shown
    assert "what each added" not in shown
    assert proofs.proven(state_of(paired(4)[0], 0)).deal is None


@pytest.mark.more
def test_the_program_says_who_added_chance_to_a_shared_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event, _ = paired(4)
    _, said = said_of(event, texts_of(event)[0], tmp_path, capsys)

    assert "the server, and 4 of 6 entrants with the draw that it depends on" in said
    assert "added chance" not in "".join(line for line in said.splitlines() if "WARNING" in line)


@pytest.mark.more
def test_the_program_warns_where_fewer_than_half_added_chance_to_a_shared_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event, _ = paired(2)
    code, said = said_of(event, texts_of(event)[0], tmp_path, capsys)

    assert "WARNING only some added chance" in said
    assert "only the server added chance" not in said
    assert code == 1


def test_a_shared_deal_that_says_another_roll_is_found_by_the_log_of_the_tournament() -> None:
    event, _ = paired(4)
    text = texts_of(event)[0]
    audit = checked(event).audit
    header, first = (json.loads(line) for line in text.splitlines()[:2])
    said = first["data"]
    assert dealt.fault(Opened.of(header["match"], said), audit) is None
    for roll, seats in (([5, 6], said["draw_seats"]), ([6, 6], [0, 1, 2])):
        forged = {**said, "draw_roll": roll, "draw_seats": seats}
        assert "added chance" in str(dealt.fault(Opened.of(header["match"], forged), audit))


@pytest.mark.more
def test_a_log_from_before_shared_deals_named_a_roll_is_still_consistent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event, _ = paired(4)
    header, *events = [json.loads(line) for line in texts_of(event)[0].splitlines()]
    del header["draw_roll"]
    header["chance"] = [{**each, "chance": "none"} for each in header["chance"]]
    del events[0]["data"]["draw_roll"], events[0]["data"]["draw_seats"]
    old = rehashed(header, events, MATCH, header["match"])
    _, said = said_of(event, old, tmp_path, capsys)

    assert "FAULT" not in said
    assert "only the server added chance" in said
    assert "the deal is another" not in said
