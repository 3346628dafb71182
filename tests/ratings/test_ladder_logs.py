"""The downloaded log of a ladder: it proves where the deals come from, or is found out."""

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pytest_django import Settings

from accounts import services
from accounts.models import Account
from agenda import runs
from eventstore import verification
from eventstore.events import StoredEvent
from matches import logs as match_logs
from matches.services import leaving
from ratings import verdict
from ratings.models import LadderWell, MadeMatch
from ratings.verdict import Ladders
from ratings.well_audit import Audit
from tests import independent
from tests.callers import Caller, new_name, new_player
from tests.independent import WrongError
from tests.ratings import ladders
from tests.ratings.admins import ok
from tests.ratings.searchers import Season, log_of, played_of_their_own, verified
from tests.ratings.test_matchmaking import play_out
from transparency import writer

pytestmark = pytest.mark.django_db


class TestASeasonOfThreeFoundMatches:
    @pytest.fixture
    def season(self) -> Season:
        return Season(options={})

    def test_proves_itself_to_a_program_that_is_not_ours(self, season: Season) -> None:
        played = [season.play() for _ in range(3)]
        season.close()

        assert independent.ladder(season.log, map(log_of, played)) == [1, 2, 3]
        assert season.types()[-2:] == ["season_closed", "well_revealed"]

    def test_is_verified_offline_with_its_matches(self, season: Season, tmp_path: Path) -> None:
        played = [season.play() for _ in range(3)]
        season.close()

        code, said = verified(tmp_path, season.log, *map(log_of, played))

        assert code == 0, said
        assert "season 1: 3 matches from slots 1 to 3; its well was revealed" in said
        assert "season 2: no match; its well is not revealed yet" in said
        for slot in (1, 2, 3):
            assert f"from the well of ladder {season.ladder.id}, slot {slot}, whose log" in said

    @pytest.mark.more
    def test_is_checked_once_for_itself_and_for_its_matches(
        self, season: Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = season.play()
        begun = []

        class Noted(Audit):
            def __init__(self, ladder: UUID) -> None:
                begun.append(ladder)
                super().__init__(ladder)

        monkeypatch.setattr(verdict, "Audit", Noted)

        assert verified(tmp_path, season.log, log_of(match))[0] == 0
        assert begun == [season.ladder.id]

    @pytest.mark.more
    def test_says_while_it_runs_that_the_well_is_not_revealed_yet(
        self, season: Season, tmp_path: Path
    ) -> None:
        match = season.play()

        code, said = verified(tmp_path, season.log, log_of(match))

        assert code == 0, said
        where = f"from the well of ladder {season.ladder.id}, slot 1"
        assert f"deal: {where}; the well is not revealed yet" in said
        alone = verified(tmp_path, log_of(match), strict=True)[1]
        assert f"said to be dealt from slot 1 of the well of ladder {season.ladder.id}" in alone

    @pytest.mark.more
    def test_accuses_nobody_of_a_match_that_was_made_after_it_was_downloaded(
        self, season: Season, tmp_path: Path
    ) -> None:
        season.play()
        before = season.log
        later = season.play()

        code, said = verified(tmp_path, before, log_of(later))

        assert code == 1
        assert "NOT CHECKED: the log of the ladder that is here ends before slot 2" in said
        assert "FAULT" not in said
        assert verified(tmp_path, season.log, log_of(later))[0] == 0

    @pytest.mark.more
    def test_says_of_a_match_that_players_have_opened_that_it_has_not_made_it(
        self, season: Season, tmp_path: Path
    ) -> None:
        season.play()
        match = played_of_their_own(season)

        code, said = verified(tmp_path, season.log, log_of(match))

        assert code == 0, said
        assert "1 matches from secrets of their own, which it has not made" in said
        ladder = f"ladder {season.ladder.id} has not made the match"
        assert f"deal: from a secret of its own: {ladder}" in said

    def test_has_what_it_is_bound_to_before_anybody_searches(self, season: Season) -> None:
        shown = ok(Caller().get(f"/ladders/{season.slug}"))
        secret = bytes(LadderWell.objects.get(ladder=season.ladder.id).secret)

        stream = str(season.ladder.id).encode()
        assert shown["well"] == independent.sha(b"fair-well/2", stream, secret).hex()
        assert shown["slots"] == 0
        assert season.types() == ["ladder_opened"]
        assert secret.hex() not in season.log

    def test_rows_are_those_of_a_rebuild(self, season: Season) -> None:
        season.play()
        season.close()
        season.play()

        assert ladders.differences(season.ladder) == 0
        assert verification.check("ladder", season.ladder.id) == []

    def test_the_public_log_holds_it(
        self, season: Season, tmp_path: Path, settings: Settings
    ) -> None:
        settings.LOG_KEY, settings.LOG_ORIGIN = "a secret of the tests", "club.example/cutpurse/1"
        season.play()
        season.close()
        writer.log_moved()

        header, events = independent.lines(season.log)
        blind = bytes.fromhex(header["blind"])
        independent.logged("ladder", header["ladder"], blind, events[-1], header["log"])
        code, said = verified(tmp_path, season.log)
        assert code == 0, said
        assert "history: entry" in said


def test_the_name_of_somebody_erased_is_taken_out_and_so_are_the_hashes_behind_it(
    tmp_path: Path,
) -> None:
    season = Season()
    name = new_name()
    ann = new_player(name=name)
    ok(ann.post(f"/ladders/{season.slug}/searches", {"seats": 2}), 201)
    season.search(1)
    runs.run_due_now()
    match = MadeMatch.objects.get().match
    play_out(match)
    runs.run_due_now()
    services.erase(account_id=Account.objects.get(username=name).pk)
    season.close()

    text = season.log
    assert name not in text
    assert json.loads(text.splitlines()[-1])["hash"] is None
    code, said = verified(tmp_path, text)
    assert code == 0, said
    assert "from event 3 on no hashes are shown" in said


Change = Callable[[list[dict[str, Any]]], object]


def _data(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each["data"] for each in events if each["type"] == kind)
    return found


def _without(kind: str) -> Change:
    def change(events: list[dict[str, Any]]) -> None:
        events.remove(next(each for each in events if each["type"] == kind))

    return change


HISTORIES: dict[str, tuple[Change, str]] = {
    "a slot left out": (
        lambda events: _data(events, "match_made").update(slot=2),
        "it should be slot 1, not 2",
    ),
    "a match hidden": (_without("match_made"), "it should be slot 1, not 2"),
    "a match that was called off hidden": (
        _without("match_not_rated"),
        "a well is shown while a match is played that was dealt from it",
    ),
    "other seats": (
        lambda events: _data(events, "match_made")["players"].reverse(),
        "the seats of slot 1 are not those that were drawn",
    ),
    "seats chosen for a challenge that nobody has made": (
        lambda events: _data(events, "match_made").update(challenge=str(UUID(int=7))),
        "slot 1 is of no challenge that all of its players have accepted",
    ),
    "another secret": (
        lambda events: _data(events, "well_revealed").update(secret="00" * 32),
        "the secret is not that of the well that was published",
    ),
    "another well": (
        lambda events: _data(events, "ladder_opened").update(well="00" * 32),
        "the secret of no well is shown",
    ),
}


class TestAHistoryThatWasWrittenAnew:
    @pytest.fixture
    def history(self) -> tuple[str, list[str]]:
        season = Season()
        first = season.find()
        leaving.void(match_id=first, actor="system", reason="no good cards", key="x")
        runs.run_due_now()
        second = season.play()
        season.close()
        return season.log, [log_of(first), log_of(second)]

    def test_with_hashes_that_fit_is_found(
        self, history: tuple[str, list[str]], tmp_path: Path
    ) -> None:
        for name, (change, words) in HISTORIES.items():
            text = rewritten(history[0], change)

            code, said = verified(tmp_path, text)

            assert code == 1, name
            assert words in said, name
            with pytest.raises(WrongError):
                independent.ladder(text, history[1])

    def test_without_hashes_that_fit_is_found(
        self, history: tuple[str, list[str]], tmp_path: Path
    ) -> None:
        header, *events = history[0].splitlines()
        events[1] = events[1].replace('"slot":1', '"slot":7')

        code, said = verified(tmp_path, "\n".join([header, *events]) + "\n")

        assert code == 1
        assert "match_made does not match its hash" in said

    def test_a_match_from_another_secret_is_found(
        self, history: tuple[str, list[str]], tmp_path: Path
    ) -> None:
        text, (_, second) = history
        other = Season()
        stranger = log_of(other.play()).replace(
            str(other.ladder.id), independent.lines(text)[0]["ladder"]
        )

        assert "FAULT" in verified(tmp_path, text, stranger)[1]
        assert verified(tmp_path, text, second)[0] == 0

    def test_one_that_denies_how_a_match_has_ended_is_found_by_the_log_of_that(
        self, history: tuple[str, list[str]], tmp_path: Path
    ) -> None:
        text, (first, second) = history

        def deny(events: list[dict[str, Any]]) -> None:
            rated = next(each for each in events if each["type"] == "match_rated")
            denied = {"match": rated["data"]["match"], "reason": "void"}
            rated.update(type="match_not_rated", data=denied)

        for log, change, words in (
            (second, deny, "the match was not called off"),
            (first, _renamed, "the match was called off"),
        ):
            code, said = verified(tmp_path, rewritten(text, change), log)

            assert code == 1, said
            assert f"FAULT by the log of the ladder: {words}" in said

    @pytest.mark.parametrize(
        ("field", "value", "words"),
        [
            ("places", [2, 1], "the ladder counts other places than those of the match"),
            ("places", [1, 2], "the ladder counts other places than those of the match"),
            ("scores", [7, 7], "the ladder counts other scores than those of the match"),
            ("names", ["ann", "bob"], "the ladder names others than those who sat in the match"),
        ],
    )
    def test_one_that_counts_a_match_otherwise_than_it_ended_is_found_by_the_log_of_that(
        self, history: tuple[str, list[str]], tmp_path: Path, field: str, value: Any, words: str
    ) -> None:
        text, (_, second) = history
        ended = independent.lines(second)[1][-1]["data"]
        if field == "places" and ended["placings"] == value:
            value = [3 - each for each in value]

        def change(events: list[dict[str, Any]]) -> None:
            _data(events, "match_rated")[field] = value

        code, said = verified(tmp_path, rewritten(text, change), second)

        assert code == 1, said
        assert f"FAULT by the log of the ladder: {words}" in said

    def test_a_match_under_the_name_of_a_slot_that_belongs_to_nobody_is_found(
        self, history: tuple[str, list[str]], tmp_path: Path
    ) -> None:
        text, (_, second) = history
        stranger = re.sub(r'"ladder":"[0-9a-f-]{36}"', '"ladder":null', second)

        found = Ladders([_file(tmp_path, text)]).verdict(*_read(_file(tmp_path, stranger)))

        assert found == (False, f"{verdict.FAULT}: the ladder has made that match otherwise")

    @pytest.mark.parametrize("slot", ["9" * 4_400, "\u0663", "0", ""])
    def test_a_deal_of_what_is_no_slot_is_a_fault_and_no_crash(
        self, history: tuple[str, list[str]], tmp_path: Path, slot: str
    ) -> None:
        text, (_, second) = history
        _match, events = _read(_file(tmp_path, second))
        opened = json.loads(events[0].body)
        opened["deal"] = f"{opened['ladder']}/{slot}"
        first = events[0]._replace(body=json.dumps(opened))
        ladders_here = Ladders([_file(tmp_path, text)])

        found = ladders_here.verdict(str(UUID(int=7)), [first, *events[1:]])

        assert found == (
            False,
            f"{verdict.FAULT}: the ladder has made no such match from slot {slot}",
        )


def _renamed(events: list[dict[str, Any]]) -> None:
    _data(events, "match_not_rated").update(reason="too_few_moves")


def _file(folder: Path, text: str) -> Path:
    path = folder / f"{hashlib.sha256(text.encode()).hexdigest()}.ndjson"
    path.write_text(text, encoding="utf-8")
    return path


def _read(path: Path) -> tuple[str, list[StoredEvent]]:
    header, events = match_logs.read(path)
    return header["match"], events


def rewritten(text: str, change: Change) -> str:
    """Return a log with another history, whose hashes fit."""
    header, events = independent.lines(text)
    change(events)
    last = independent.sha(b"cutpurse-chain/1", b"ladder", header["ladder"].encode())
    for number, event in enumerate(events, start=1):
        event["version"] = number
        names = ("at", "by", "data", "type", "version")
        line = {**{name: event[name] for name in names}, "schema": event.get("schema", 1)}
        last = hashlib.sha256(last + independent.canonical(line).encode()).digest()
        event["hash"] = last.hex()
    return "".join(match_logs.text([header, *events]))
