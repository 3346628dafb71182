"""Logs of tournaments whose tables share deals, offline: with their deals and their matches."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from api.ids import uuid7
from cutpurse import verify
from deals import selectors as deals
from deals import shadow_tables
from matches import logs as match_logs
from matches import selectors as matches
from tests.tournaments.cups import checked, opened
from tests.tournaments.events import Event, assert_verified, run_all
from tests.tournaments.sharing import of_bots
from tournaments import events as e
from tournaments import selectors, verdict
from tournaments.board_audit import closed, dealt
from tournaments.services import lifecycle, rounds

pytestmark = pytest.mark.django_db

ONE_ROUND: dict[str, Any] = {"stages": [{"options": {"rounds": 1}}]}


def finished(**settings: Any) -> Event:
    """Return a tournament of bots that is over."""
    event = of_bots(**{**ONE_ROUND, **settings})
    event.pair()
    run_all()
    event.do(rounds.close, number=1)
    event.do(lifecycle.finish)
    return event


def written(event: Event, folder: Path) -> dict[str, Path]:
    """Write the logs of a tournament, of its deals and of its matches."""
    boards = event.state.boards.values()
    found = {f"deal-{each.number}": deals.log(each.deal, None) for each in boards}
    for place, table in enumerate(event.round.tables):
        assert table.match is not None
        found[f"match-{place}"] = iter(matches.log(table.match, None))
    paths = {"cup": folder / "cup.ndjson"}
    paths["cup"].write_text("".join(selectors.log(event.state)))
    for name, lines in found.items():
        paths[name] = folder / f"{name}.ndjson"
        paths[name].write_text("".join(match_logs.text(lines)))
    return paths


def said_of(paths: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = verify.main([str(path) for path in paths.values()])
    return code, capsys.readouterr().out


def test_a_tournament_its_deals_and_their_matches_are_verified_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # In a test all runs in one transaction, which may not idle for as long as 200 take.
    monkeypatch.setattr(shadow_tables, "MATCHES", 10)
    event = finished(deals={"compare": "margin", "shadow": True})

    code, said = said_of(written(event, tmp_path), capsys)

    assert code == 0, said
    assert "round 1: 2 tables of 3 played one deal, bots counted in" in said
    assert "compared by rounds/1 with beta" in said
    assert said.count("dealt from the well of its tournament") == 2
    assert said.count("the same cards as at all 2 tables") == 2
    assert "shadow tables: 10 matches of bots played again" in said


def test_means_of_bots_that_a_plan_or_a_deal_has_not_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shadow_tables, "MATCHES", 10)
    event = finished(deals={"compare": "margin", "shadow": True})
    state, paths = event.state, written(event, tmp_path)
    board, wells = state.boards[1], verdict.Wells(list(paths.values()))
    deal = deals.load(board.deal)
    assert deal.closed is not None
    assert wells.faults_of_deals(paths["cup"], {str(deal.id): deal}) == []
    assert_verified(event)

    deal.closed = structs.replace(deal.closed, shadow=[each + 1 for each in board.shadow])
    state.boards[1] = board._replace(is_closed=False)
    ended = e.RoundDealClosed(round=1, board=1, shadow=list(board.shadow))

    text = "deal 1 is compared with other means of bots than it has"
    wrong = wells.faults_of_deals(paths["cup"], {str(deal.id): deal})
    assert wrong == [f"FAULT by the log of a deal: {text}"]
    assert closed(state, ended) is None
    state.settings["deals"] = {**state.settings["deals"], "shadow": False}
    assert closed(state, ended) == "deal 1 is compared with bots, which its plan has not"


def test_scores_that_a_tournament_counts_otherwise_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = finished()
    paths = written(event, tmp_path)
    table = event.round.tables[0]
    ended = json.dumps({"scores": [each + 1 for each in table.scores or ()]})
    wells = verdict.Wells(list(paths.values()))
    said = json.dumps(opened(event, 0))
    found = wells.verdict(str(table.match), said, ended)

    text = "the tournament counts other scores than those of the match"
    assert found == (False, f"FAULT by the log of the tournament: {text}")
    assert "consistent" in said_of({"cup": paths["cup"]}, capsys)[1]


def test_a_match_of_a_deal_that_no_table_of_its_round_has_played_is_found(tmp_path: Path) -> None:
    event = finished()
    wells = verdict.Wells(list(written(event, tmp_path).values()))
    said = json.dumps(opened(event, 0))

    text = "the tournament has opened no such match at a table of its deal"
    found = wells.verdict(str(uuid7()), said, "{}")
    assert found == (False, f"FAULT by the log of the tournament: {text}")


def test_deals_that_are_not_for_all_tables_of_a_size_are_found() -> None:
    event = of_bots()
    event.pair(publish=False)
    state = event.state
    ids = [str(table.id) for table in state.rounds[0].tables]
    draw = state.rounds[0].draw
    assert draw is not None
    right = e.RoundBoard(board=1, seats=3, deal=ids[0], draw=draw, tables=ids)

    def wrong(**about: Any) -> str | None:
        said = {name: getattr(right, name) for name in right.__struct_fields__} | about
        return dealt(state, e.RoundDealt(round=1, boards=[e.RoundBoard(**said)]))

    assert wrong() is None
    assert wrong(board=2) == "deal 2: the next one has the number 1"
    assert wrong(tables=ids[:1]) == "deal 1: it is not for the tables of its size"
    assert wrong(draw=draw + 1) == "deal 1: it hangs on another draw"
    assert wrong(seats=4) == "round 1 has not one deal for every size of table"


def test_a_deal_that_was_shown_while_somebody_could_play_it_is_found() -> None:
    event = of_bots()
    event.pair()
    state = event.state

    assert closed(state, e.RoundDealClosed(round=1, board=1)) == (
        "deal 1 was shown while it could be played"
    )
    assert closed(state, e.RoundDealClosed(round=1, board=2)) == "there is no deal 2 to close"
    run_all()
    assert closed(event.state, e.RoundDealClosed(round=1, board=1)) == (
        "there is no deal 1 to close"
    )
    assert checked(event).findings == []
