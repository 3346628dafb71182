"""Seats of challenges, by the events of a ladder alone."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import msgspec
import pytest

from eventstore.events import NewEvent, StoredEvent
from ratings import rung_audit
from ratings.ladder import events as e
from ratings.ladder.settings import Settings
from ratings.well_audit import Audit

LADDER = uuid4()
BEGIN = datetime(2026, 11, 22, 13, 44, tzinfo=UTC)
ANN, BOB, CLEO = (f"account:{UUID(int=number)}" for number in (1, 2, 3))
ONE, OTHER = str(UUID(int=7)), str(UUID(int=8))


def stored(*events: e.LadderEvent) -> list[StoredEvent]:
    """Return events as they stand in a stream of theirs."""
    return stored_with({}, *events)


def stored_with(settings: dict[str, object], *events: e.LadderEvent) -> list[StoredEvent]:
    """Return the same of a ladder with settings of its own."""
    usual = msgspec.to_builtins(Settings(name="Rungs", game="pickpocket", kind="challenge"))
    opened = e.LadderOpened(slug="rungs", settings={**usual, **settings})
    joined = [e.PlayerJoined(player=key, name=key[-4:]) for key in (ANN, BOB, CLEO)]
    return [_row(number, each) for number, each in enumerate([opened, *joined, *events], start=1)]


def _row(version: int, event: e.LadderEvent) -> StoredEvent:
    new: NewEvent = e.CATALOGUE.encode(event)
    at = BEGIN + timedelta(minutes=version)
    return StoredEvent(version, new.type, new.schema, new.body, "system", None, None, at, b"")


def made(*players: str, challenge: str = ONE, slot: int = 1) -> e.MatchMade:
    return e.MatchMade(slot=slot, match=str(uuid4()), players=list(players), challenge=challenge)


def accepted(challenge: str = ONE) -> list[e.LadderEvent]:
    """Return how Cleo challenges Ann, who accepts."""
    return [
        e.ChallengeMade(
            challenge=challenge,
            challenger=CLEO,
            opponents=[ANN],
            answer_by="2026-11-25T00:00:00.000Z",
        ),
        e.ChallengeAnswered(challenge=challenge, player=ANN, accept=True),
    ]


def rated(match: str, first: str, second: str) -> e.MatchRated:
    players = [first, second]
    return e.MatchRated(
        match=match, players=players, names=[each[-4:] for each in players], places=[1, 2]
    )


def found(*events: e.LadderEvent) -> str | None:
    finding = rung_audit.misseated(LADDER, stored(*events))
    return None if finding is None else finding.text


def test_whoever_stands_highest_leads() -> None:
    assert found(*accepted(), made(ANN, CLEO)) is None
    assert found(*accepted(), made(CLEO, ANN)) == "the seats of slot 1 are not those of the rungs"


def test_by_the_rungs_when_all_had_accepted() -> None:
    passed = rated(str(uuid4()), CLEO, ANN)

    assert found(*accepted(), passed, made(ANN, CLEO)) is None
    assert found(passed, *accepted(), made(CLEO, ANN)) is None


def test_what_is_annulled_later_was_true_then_and_is_not_any_more() -> None:
    match = str(uuid4())
    passed, annulled = rated(match, CLEO, ANN), e.MatchAnnulled(match=match, reason="a bug")

    assert found(passed, *accepted(), annulled, made(CLEO, ANN)) is None
    assert found(passed, annulled, *accepted(), made(ANN, CLEO)) is None


@pytest.mark.parametrize(
    "events",
    [
        [made(ANN, CLEO)],
        [accepted()[0], made(ANN, CLEO)],
        [*accepted(), made(ANN, BOB)],
        [*accepted(), made(ANN, CLEO, challenge=OTHER)],
        [*accepted(), made(ANN, CLEO), made(ANN, CLEO)],
        [*accepted(), made(ANN, CLEO), accepted()[1], made(ANN, CLEO)],
    ],
)
def test_a_match_needs_a_challenge_that_all_have_accepted_and_that_is_its_own(
    events: list[e.LadderEvent],
) -> None:
    assert found(*events) == "slot 1 is of no challenge that all of its players have accepted"


def test_what_cannot_follow_is_a_finding_and_no_crash() -> None:
    answered = e.ChallengeAnswered(challenge=OTHER, player=ANN, accept=True)

    assert str(found(answered)).startswith("challenge_answered does not follow")


def merged(gone: str, into: str) -> e.PlayersMerged:
    return e.PlayersMerged(gone=gone, into=into, into_name="somebody")


@pytest.mark.parametrize(
    "mergers",
    [
        [merged(ANN, ANN)],
        [merged(ANN, BOB), merged(BOB, ANN)],
        [merged(ANN, BOB), merged(BOB, CLEO), merged(CLEO, ANN)],
        [merged(ANN, BOB), merged(BOB, CLEO), merged(CLEO, BOB)],
    ],
)
def test_players_who_are_merged_in_a_circle_are_a_finding_and_hang_nobody(
    mergers: list[e.LadderEvent],
) -> None:
    text = "players are merged into one who is merged into them"

    assert found(*mergers, *accepted(), made(ANN, CLEO)) == text


def test_players_who_are_merged_one_after_another_are_none() -> None:
    assert found(merged("guest:a", "guest:b"), merged("guest:b", BOB), *accepted()) is None


@pytest.mark.parametrize(
    "later",
    [{"system": "glicko@1"}, {"parameters": {"momentum": 3}}, {"tempo": "fast"}, {"season": ""}],
)
def test_a_ladder_whose_ratings_a_later_program_reckons_is_checked_all_the_same(
    later: dict[str, object],
) -> None:
    edited = e.LadderEdited(changes=later)

    for events in (
        stored_with(later, *accepted(), made(ANN, CLEO)),
        stored(edited, *accepted(), made(ANN, CLEO)),
    ):
        assert rung_audit.misseated(LADDER, events) is None
    wrong = rung_audit.misseated(LADDER, stored_with(later, *accepted(), made(CLEO, ANN)))
    assert wrong is not None
    assert wrong.text == "the seats of slot 1 are not those of the rungs"


def test_how_far_a_match_lifts_is_what_it_was_when_it_was_played() -> None:
    one_rung = e.LadderEdited(changes={"challenges": {"reach_places": 1}, "moves_min": 3})
    passed = rated(str(uuid4()), CLEO, ANN)

    assert found(passed, *accepted(), made(CLEO, ANN)) is None
    assert found(passed, one_rung, *accepted(), made(CLEO, ANN)) is None
    assert found(one_rung, passed, *accepted(), made(ANN, CLEO)) is None


def test_rules_of_challenges_that_a_later_program_brings_are_what_this_one_lacks() -> None:
    rules: dict[str, object] = {"challenges": {"reach_stars": 2}}
    well = "00" * 32
    events = stored_with(rules, *accepted(), made(ANN, CLEO))
    body = msgspec.json.decode(events[0].body)
    events[0] = events[0]._replace(body=msgspec.json.encode({**body, "well": well}).decode())

    audit = Audit(LADDER).run(events)

    assert audit.finding is None
    assert str(audit.lacks).startswith("a later version of this program: challenges: ")
