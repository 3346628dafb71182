"""Logs of tournaments whose tables share deals, offline: with their deals and their matches."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, structs

from api.ids import uuid7
from cutpurse import verify
from deals import selectors as deals
from deals import shadow_tables
from deals.events import KIND as DEAL
from deals.events import RoundOf
from eventstore import streams
from matches import logs as match_logs
from matches import selectors as matches
from tests.tournaments.cups import checked, opened
from tests.tournaments.events import Event, assert_verified, run_all
from tests.tournaments.forged_logs import Log, rehashed
from tests.tournaments.sharing import of_bots
from tournaments import board_audit, dealt, selectors, verdict
from tournaments import events as e
from tournaments.board_audit import closed
from tournaments.draw_audit import Audit
from tournaments.events import KIND
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


@pytest.mark.more
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


Change = Callable[[dict[str, Any]], object]
"""What somebody makes of the data of an event."""
RANKINGS = ("stage_completed", "tournament_finished")
OF_DEALS = ("result_recorded", "round_deal_closed")
FORGERIES: list[tuple[str, Change, str]] = [
    (
        "result_recorded",
        lambda data: data.update(scores=[each + 1 for each in data["scores"]]),
        "the tournament counts other scores than those of the match",
    ),
    (
        "result_recorded",
        lambda data: data.update(places=[1, 1, 1]),
        "the tournament counts other places than those of the match",
    ),
    (
        "round_deal_closed",
        lambda data: data.update(shadow=[each + 1 for each in data["shadow"]]),
        "deal 1 is compared with other means of bots than it has",
    ),
    (
        "stage_completed",
        lambda data: data["ranking"].reverse(),
        "the ranking of stage 1 has",
    ),
    (
        "tournament_finished",
        lambda data: data["ranking"].reverse(),
        "the final ranking has",
    ),
]


def test_whatever_of_the_standings_is_forged_is_found_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shadow_tables, "MATCHES", 10)
    event = finished(deals={"compare": "margin", "shadow": True})
    paths = written(event, tmp_path)
    assert said_of(paths, capsys)[0] == 0

    for kind, change, found in FORGERIES:
        log = Log(event)
        if kind in OF_DEALS:
            # Who forges a result forges the rankings that follow from it as well.
            log.drop(*RANKINGS)
        change(log.of(kind)["data"])
        paths["cup"].write_text(log.text())
        code, said = said_of(paths, capsys)
        assert code == 1, found
        assert found in said


@pytest.mark.more
def test_shadow_tables_that_are_forged_in_both_logs_are_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shadow_tables, "MATCHES", 10)
    event = finished(deals={"compare": "margin", "shadow": True})
    paths = written(event, tmp_path)
    header, *lines = map(json.loads, paths["deal-1"].read_text().splitlines())
    lines[-1]["data"]["shadow"][0] += 20_000
    paths["deal-1"].write_text(rehashed(header, lines, DEAL, header["deal"]))
    code, said = said_of(paths, capsys)

    assert code == 1
    assert "FAULT the means of its shadow tables are not what the bots make of it" in said


@pytest.mark.more
def test_a_deal_that_is_another_than_its_tournament_says_is_found() -> None:
    event = finished(deals={"compare": "placing"})
    audit = Audit(event.state.id).run(streams.load(KIND, event.state.id))
    board = audit.state.boards[1]

    def wrong(opened: dict[str, Any] | None = None, **closed: Any) -> list[str]:
        deal = deals.load(board.deal)
        deal.opened = structs.replace(deal.opened, **(opened or {}))
        assert deal.closed is not None
        deal.closed = structs.replace(deal.closed, **closed)
        return list(dealt.faults_of_deal(deal, board, audit))

    assert wrong() == []
    assert wrong({"round": RoundOf(str(audit.id), 2, 1)}) == [
        "deal 1 says that it is of another round"
    ]
    assert wrong({"seats": 4}) == ["deal 1 is for tables of another size"]
    assert wrong({"bind": "00" * 32}) == ["deal 1 does not depend on the draw of its round"]
    assert wrong({"commitment": "00" * 32}) == [
        "the secret of deal 1 does not come from the well of the tournament"
    ]
    assert wrong(scoring=UNSET) == ["deal 1 is compared otherwise than its plan says"]
    audit.deals.shared[str(uuid7())] = 1
    assert wrong() == ["deal 1 was played by other matches than the tournament has opened"]


@pytest.mark.more
def test_an_end_that_the_match_did_not_have_is_found(tmp_path: Path) -> None:
    event = finished()
    wells = verdict.Wells(list(written(event, tmp_path).values()))
    table = event.round.tables[0]
    opening = json.dumps(opened(event, 0))
    right = {"scores": table.scores, "placings": table.places, "reason": "finished"}

    def said(**about: Any) -> tuple[bool, str]:
        found = wells.verdict(str(table.match), opening, json.dumps({**right, **about}))
        assert found is not None
        return found

    begin = "FAULT by the log of the tournament:"
    assert said()[0]
    scores, places = [each + 1 for each in table.scores or ()], [1, 1, 1]
    assert said(scores=scores) == (
        False,
        f"{begin} the tournament counts other scores than those of the match",
    )
    assert said(placings=places) == (
        False,
        f"{begin} the tournament counts other places than those of the match",
    )
    assert said(reason="time_limit") == (
        False,
        f"{begin} the tournament and the match differ on whether it was ended at its time limit",
    )


@pytest.mark.more
def test_a_match_of_a_running_tournament_is_not_yet_shown_and_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = of_bots()
    event.pair()
    run_all()
    paths = written(event, tmp_path)
    code, said = said_of(paths, capsys)

    assert code == 0, said
    assert said.count(verdict.NOT_SHOWN) == 2
    assert "FAULT" not in said
    assert verify.main(["--strict", *map(str, paths.values())]) == 1
    assert f"WARNING {verdict.NOT_SHOWN}" in capsys.readouterr().out

    wells = verdict.Wells(list(paths.values()))
    match, opening = str(event.round.tables[0].match), opened(event, 0)
    other = wells.verdict(match, json.dumps({**opening, "bind": "00" * 32}), "{}")
    assert other == (
        False,
        "FAULT by the log of the tournament: the deal does not depend on the draw of its round",
    )


@pytest.mark.more
@pytest.mark.parametrize("shares", [True, False])
def test_a_deal_that_does_not_fit_the_well_that_is_shown_is_a_fault(
    tmp_path: Path, *, shares: bool
) -> None:
    event = finished(**({} if shares else {"deals": None, "on_timeout": "auto"}))
    wells = verdict.Wells([path for name, path in written(event, tmp_path).items()])
    match, opening = str(event.round.tables[0].match), opened(event, 0)
    slot = opened(event, 1)["deal"]

    def said(**about: Any) -> tuple[bool, str]:
        found = wells.verdict(match, json.dumps({**opening, **about}), "{}")
        assert found is not None
        return found

    begin = "FAULT by the log of the tournament:"
    assert said(commitment="00" * 32) == (
        False,
        f"{begin} the secret of the deal does not come from the well of the tournament",
    )
    if not shares:
        wrong = f"{begin} the tournament has dealt no such match under the slot"
        assert said(deal=slot) == (False, f"{wrong} {slot.partition('/')[2]}")


@pytest.mark.more
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
        return board_audit.dealt(state, e.RoundDealt(round=1, boards=[e.RoundBoard(**said)]))

    assert wrong() is None
    assert wrong(board=2) == "deal 2: the next one has the number 1"
    assert wrong(tables=ids[:1]) == "deal 1: it is not for the tables of its size"
    assert wrong(draw=draw + 1) == "deal 1: it depends on another draw"
    assert wrong(seats=4) == "round 1 has not one deal for every size of table"


@pytest.mark.more
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
