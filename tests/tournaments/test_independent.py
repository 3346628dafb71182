"""What is downloaded is checked by a program that has nothing of ours, and no history passes twice.

`tests.independent` is that program.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import Settings

from eventstore import chain
from games import registry
from games.core import AnyRules
from matches import logs as match_logs
from matches import selectors as matches
from matches.events import KIND as MATCH
from matches.inclusion import check as check_inclusion
from tests import independent
from tests.independent import WrongError
from tests.matches import tables
from tests.matches.sharers import Sharer
from tests.tournaments.events import REPORTED, Event, run_all
from tournaments import logs, selectors
from tournaments.events import KIND
from tournaments.services import lifecycle
from transparency import writer
from transparency.entries import blind_of_match
from transparency.notes import NoteError

pytestmark = pytest.mark.django_db

THREES = {"table": {"min": 3, "target": 3, "max": 3}}
WRITTEN: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":")}


@pytest.fixture
def public_log(settings: Settings) -> None:
    settings.LOG_KEY = "a secret of the tests"
    settings.LOG_ORIGIN = "club.example/cutpurse/1"


def played(rules: AnyRules) -> UUID:
    """Return a match that is over, to whose deal the first two seats have added chance."""
    players = tables.people(max(rules.seats_min, 3))
    match = tables.opened(players[0], seats=len(players), game=rules.game)
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


@pytest.mark.parametrize("rules", registry.current_games(), ids=lambda rules: rules.game)
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


def values(value: object) -> Iterator[tuple[list[Any], Any]]:
    """Yield every place in lists and objects that can be changed, with what holds it."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            inner: Any = value[key]
            if isinstance(inner, dict | list):
                yield from values(inner)
            else:
                yield [value], key


def another(value: object) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value}x" if isinstance(value, str) else "x"


def forged(text: str, kind: str, stream: str, pick: Callable[[int], int]) -> str:
    """Change one value of one event, and make every hash from there on fit again."""
    header, *events = [json.loads(line) for line in text.splitlines()]
    spots = [
        (number, holder[0], key)
        for number, event in enumerate(events)
        if event["data"] is not None
        for holder, key in values(event["data"])
    ]
    _, holder, key = spots[pick(len(spots))]
    holder[key] = another(holder[key])
    last = chain.genesis(kind, UUID(stream))
    for event in events:
        body = independent.canonical(event["data"])
        line = chain.timed_line(
            event["version"],
            event["type"],
            body,
            event["at"],
            by=event.get("by"),
            schema=event.get("schema", 1),
        )
        last = chain.link(last, line)
        event["hash"] = last.hex()
    lines = [json.dumps(each, **WRITTEN) for each in (header, *events)]
    return "\n".join(lines) + "\n"


@pytest.mark.usefixtures("public_log")
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


def refuses(check: Callable[[], object]) -> bool:
    """Tell whether a log is refused, by a finding or by the proof of the public log."""
    try:
        return bool(check())
    except (NoteError, ValueError):
        return True
