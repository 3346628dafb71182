"""What is downloaded is checked by a program that has nothing of ours, and no history passes twice.

`tests.independent` is that program.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import Settings

from cutpurse import verify
from games import fair_draws, registry
from games.core import AnyRules
from matches import logs as match_logs
from matches import selectors as matches
from matches.events import KIND as MATCH
from matches.inclusion import check as check_inclusion
from tests import independent
from tests.independent import WrongError
from tests.matches import tables
from tests.matches.sharers import Sharer
from tests.samples import leading
from tests.tournaments.events import REPORTED, Event, run_all
from tests.tournaments.forged_logs import WRITTEN, Log, forged, rehashed
from tests.transparency.cosigned import cosign, keep_log, keys
from tournaments import dealt, draw_audit, logs, selectors, verdict
from tournaments import invitations as invitation_codes
from tournaments.dealt import Opened
from tournaments.events import KIND
from tournaments.services import conditions, identities, invitations, lifecycle, rounds
from tournaments.unit_of_work import Permission, Principal
from transparency import writer
from transparency.entries import blind_of_match
from transparency.notes import NoteError

pytestmark = pytest.mark.django_db

NOBODY = Principal(None)
THREES = {"table": {"min": 3, "target": 3, "max": 3}}


@pytest.fixture
def public_log(settings: Settings) -> None:
    keep_log(settings)


def played(rules: AnyRules) -> UUID:
    """Return a match that is over, to whose deal the first two seats have added chance."""
    players = tables.people(max(rules.seats_min, 3))
    match = tables.opened(players[0], seats=len(players), game=rules.game, rules=rules.id)
    sharers = [Sharer(each) for each in players[:2]]
    for number, player in enumerate(players):
        tables.seat(match, player, shares=number < 2)
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)
    tables.play_out(match, players)
    return match


def log_of(match: UUID) -> str:
    return "".join(match_logs.text(matches.log(match, None)))


def proof_of(match: UUID) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(matches.proof(match, None))
    return found


@pytest.mark.parametrize("rules", leading(registry.all_rules(), 2), ids=lambda rules: rules.id)
def test_a_match_of_every_game_is_checked_by_a_program_that_is_not_ours(rules: AnyRules) -> None:
    match = played(rules)
    text, proof = log_of(match), proof_of(match)

    assert independent.match(text, proof) > 0
    shown = next(line for line in text.splitlines() if '"chance_shown"' in line)
    forged = text.replace(shown, shown.replace('"share":"', '"share":"00', 1))
    with pytest.raises(WrongError):
        independent.match(forged, proof)


def finished() -> Event:
    """Return a tournament that is over, after a redraw and a swap."""
    event = Event(**THREES, bots="only", stages=[{"options": {"rounds": 2}}])
    event.enter_bots(6).start()
    for _ in range(2):
        event.pair()
        run_all()
        event.do(_closing(), number=event.round.number)
    event.do(lifecycle.finish)
    return event


def _closing() -> Callable[..., Any]:
    from tournaments.services import rounds  # noqa: PLC0415

    return rounds.close


def test_a_tournament_and_its_deals_are_checked_by_a_program_that_is_not_ours() -> None:
    event = finished()
    text = "".join(selectors.log(event.state))

    draws = independent.tournament(text)

    assert [each["kind"] for each in draws] == ["lots", "pairing", "pairing"]
    for _, table in event.state.tables():
        assert table.match is not None
        log = log_of(table.match)
        independent.match(log, proof_of(table.match))
        independent.dealt_from(text, draws, log)
    with pytest.raises(WrongError):
        independent.tournament(text.replace(draws[1]["value"], draws[2]["value"]))


@pytest.mark.more
def test_every_mutated_tournament_fails_against_an_older_checkpoint() -> None:
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 1}}]).enter_names(6).start()
    event.play_round()
    event.do(lifecycle.finish)
    writer.log_moved()
    text = "".join(selectors.log(event.state))
    header, lines = logs.parse([text])
    assert logs.check(header, lines).included is not None
    last = json.loads(text.splitlines()[-1])
    independent.logged(
        KIND, str(event.state.id), bytes.fromhex(header["blind"]), last, header["log"]
    )

    @settings(max_examples=100, deadline=None)
    @given(st.data())
    def fails(data: st.DataObject) -> None:
        wrong = forged(text, KIND, str(event.state.id), lambda n: data.draw(st.integers(0, n - 1)))
        assert refuses(lambda: logs.check(*logs.parse([wrong])).findings)
        ends = json.loads(wrong.splitlines()[-1])
        with pytest.raises(WrongError):
            independent.logged(
                KIND, str(event.state.id), bytes.fromhex(header["blind"]), ends, header["log"]
            )

    fails()


@pytest.mark.more
@pytest.mark.usefixtures("public_log")
def test_every_mutated_match_fails_against_an_older_checkpoint() -> None:
    match = played(registry.current_rules("second-story"))
    writer.log_moved()
    text = log_of(match)
    header, events = match_logs.parse([text])
    secret = bytes.fromhex(json.loads(text.splitlines()[-1])["data"]["seed"])
    blind = blind_of_match(secret, match)
    check_inclusion(header["log"], match, events)

    @settings(max_examples=100, deadline=None)
    @given(st.data())
    def fails(data: st.DataObject) -> None:
        wrong = forged(text, MATCH, str(match), lambda n: data.draw(st.integers(0, n - 1)))
        ends = json.loads(wrong.splitlines()[-1])
        with pytest.raises(WrongError):
            independent.logged(MATCH, str(match), blind, ends, header["log"])

    fails()


def over(**settings: Any) -> Event:
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 1}}], **settings)
    event.enter_names(6).start()
    event.play_round()
    event.do(lifecycle.finish)
    return event


def test_what_was_written_anew_does_not_pass_as_cleaned() -> None:
    log = Log(over())
    entered = log.of("entrant_registered")
    entered["data"]["name"] = "somebody else"
    entered["cleaned"] = True
    lines = [json.dumps(each, **WRITTEN) for each in (log.header, *log.events)]

    (found,) = logs.check(*logs.parse(["\n".join(lines) + "\n"])).findings

    assert found.text == "entrant_registered has a hash that its data cannot have"


def with_secrets() -> Event:
    """Return a tournament that is over, of which only the staff may know some events."""
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 1}}]).enter_names(5)
    event.step("open")
    event.do(conditions.set_conditions, asked={"invitation": True})
    event.do(invitations.invite, grants="entry")
    code = invitation_codes.make(event.state.id, 1)
    allowed = Permission(by_entrants=True)
    invitations.join(slug=event.slug, who=NOBODY, code=code, name="Zoe", permission=allowed)
    event.do(identities.mark_payments, entrants=[1, 2], payment="paid")
    event.start().play_round()
    event.do(lifecycle.finish)
    event.do(identities.mark_payments, entrants=[3], payment="paid")
    return event


@pytest.mark.more
@pytest.mark.usefixtures("public_log")
def test_the_chain_of_a_log_can_be_followed_over_what_only_the_staff_may_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = with_secrets()
    writer.log_moved()
    text = "".join(selectors.log(event.state))
    path = tmp_path / "log.ndjson"
    path.write_text(text)

    found = logs.check(*logs.parse([text]))

    assert (found.findings, found.breaks) == ([], ())
    assert found.hidden == 6
    cosign(path)
    assert verify.main([str(path), "--strict", *keys()]) == 0, capsys.readouterr().out
    assert independent.tournament(text)
    hidden = [json.loads(line) for line in text.splitlines()[1:]]
    assert {each["type"] for each in hidden if each["data"] is None} == logs.HIDDEN
    assert "paid" not in text


@pytest.mark.more
@pytest.mark.usefixtures("public_log")
def test_nothing_before_an_event_that_is_kept_close_can_be_changed() -> None:
    event = with_secrets()
    writer.log_moved()
    log = Log(event)
    log.of("entrant_registered")["data"]["name"] = "somebody else"
    text = log.text()

    with pytest.raises(NoteError):
        logs.check(*logs.parse([text]))
    bound = log.of("history_bound")
    bound["data"]["hash"] = "00" * 32
    text = rehashed(log.header, log.events, KIND, log.stream, is_bound=False)
    (found,) = logs.check(*logs.parse([text])).findings
    assert found.version == bound["version"]
    assert "has another hash than event" in found.text
    with pytest.raises(WrongError, match="has another hash"):
        independent.tournament(text)


@pytest.mark.usefixtures("public_log")
def test_where_a_later_event_does_not_bind_it_what_stands_before_is_said_to_be_loose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 1}}]).enter_names(6)
    event.do(identities.mark_payments, entrants=[1], payment="paid")
    event.start().play_round()
    event.do(lifecycle.finish)
    writer.log_moved()
    log = Log(event)
    log.drop("history_bound")
    paid = log.of("payment_marked")["version"]
    log.of("entrant_registered")["data"]["name"] = "somebody else"
    del log.header["log"], log.header["blind"]
    path = tmp_path / "log.ndjson"
    path.write_text(log.text())

    found = logs.check(*logs.parse([log.text()]))

    assert found.breaks == (paid,)
    assert verify.main([str(path), "--strict"]) == 1
    said = capsys.readouterr().out
    assert f"WARNING nothing binds what stands before event {paid}" in said
    with pytest.raises(WrongError, match="nothing binds"):
        independent.tournament(log.text())


def test_a_chain_that_was_taken_late_is_found_and_the_header_does_not_decide() -> None:
    log = Log(over())
    created = log.of("tournament_created")["data"]
    anchored = {"reason": "", "well": created.pop("well"), "anchor": created.pop("anchor")}
    late = {**log.events[1], "type": "anchor_added", "data": anchored}
    log.events.insert(1, late)
    log.drop()
    assert log.findings() == [draw_audit.LATE_CHAIN]

    log = Log(over())
    del log.of("tournament_created")["data"]["anchor"]
    log.drop("draw_shown", "well_revealed")
    assert log.findings() == ["the header says otherwise whether the draws come from a chain"]
    log.header["chain"] = False
    assert log.findings() == []


def test_the_header_of_a_tournament_without_a_chain_hides_nothing(tmp_path: Path) -> None:
    log = Log(over())
    del log.of("tournament_created")["data"]["anchor"]
    log.drop("draw_shown", "well_revealed")
    log.header["chain"] = False
    path = tmp_path / "log.ndjson"
    path.write_text(log.text())

    assert verify.main([str(path), "--strict"]) == 1


@pytest.mark.parametrize("kind", ["round_paired", "tournament_started", "seeds_assigned"])
def test_what_comes_from_no_draw_is_found(kind: str) -> None:
    log = Log(over())
    data = log.of(kind)["data"]
    del data["draw"]
    data["seed" if kind == "round_paired" else "random_seed"] = ""
    (found,) = log.findings()
    assert "no draw" in found or "nothing is drawn" in found or "lots" in found


def test_a_round_does_not_come_from_a_draw_that_was_made_for_another_thing() -> None:
    log = Log(over())
    lots = log.of("tournament_started")["data"]
    paired = log.of("round_paired")["data"]
    paired["draw"], paired["seed"] = lots["draw"], lots["random_seed"]

    assert log.findings() == [f"draw {lots['draw']} was not for this"]


@pytest.mark.more
def test_the_cost_of_a_change_is_counted_again() -> None:
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 2}}]).enter_names(6).start()
    event.play_round()
    event.pair(publish=False)
    one, other = (table.seats[0] for table in event.round.tables)
    event.do(rounds.swap, number=2, first=one, second=other)
    event.do(rounds.publish, number=2)
    log = Log(event)
    assert log.findings() == []
    log.of("seats_swapped")["data"]["cost"]["after"]["seats"] += 1

    assert log.findings() == ["round 2: a change by hand does not cost what it says"]


@pytest.mark.more
def test_a_match_that_is_dealt_from_no_slot_is_found() -> None:
    log = Log(finished())
    assert log.findings() == []
    del log.of("table_opened")["data"]["slot"]

    assert log.findings() == ["the deal of a match comes from no slot of the well"]


@pytest.mark.more
def test_a_deal_is_said_to_be_from_the_well_and_shown_to_be_by_the_log_of_the_tournament(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = finished()
    one, other = (table.match for table in event.state.rounds[0].tables)
    assert one is not None
    assert other is not None
    whole, match = tmp_path / "cup.ndjson", tmp_path / "match.ndjson"
    whole.write_text("".join(selectors.log(event.state)))
    match.write_text(log_of(one))
    stream = f"well of tournament {event.state.id}"

    verify.main([str(match), "--strict"])
    assert f"said to be dealt from slot 2/1/0 of the {stream}" in capsys.readouterr().out
    assert verify.main([str(whole), str(match)]) == 0
    assert "match.ndjson: dealt from the well of its tournament" in capsys.readouterr().out

    audit = verdict.checked(whole).audit
    assert audit is not None
    data = json.loads(log_of(one).splitlines()[1])["data"]
    opened = Opened.of(str(one), data)
    assert dealt.fault(opened, audit) is None
    other_secret = fair_draws.commitment(bytes(32), opened.deal).hex()
    for wrong in (
        opened._replace(match=str(other)),
        opened._replace(bind="00" * 32),
        opened._replace(commitment=other_secret),
    ):
        assert dealt.fault(wrong, audit) is not None


def test_an_end_that_does_not_show_the_secret_is_warned_of(tmp_path: Path) -> None:
    log = Log(over())
    log.drop("well_revealed")
    path = tmp_path / "log.ndjson"
    path.write_text(log.text())

    assert "the secret of its well was not shown" in str(verdict.checked(path).warnings)


def refuses(check: Callable[[], object]) -> bool:
    """Tell whether a log is refused, by a finding or by the proof of the public log."""
    try:
        return bool(check())
    except (NoteError, ValueError):
        return True
