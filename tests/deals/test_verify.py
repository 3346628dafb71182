"""Logs of deals, offline: what the command says of them, alone and beside their matches."""

import json
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from cutpurse import verify
from deals import selectors
from deals.audit import Audit
from deals.events import KIND
from deals.verdict import verdict
from eventstore import streams
from eventstore.canonical import format_timestamp
from games import fair_draws
from games.fair_draws import Seal
from matches import dealer, draws, lifecycle_audit, logs
from matches import selectors as matches
from matches.events import CATALOGUE, MatchOpened
from matches.events import KIND as MATCH
from matches.state import MatchState
from tests.deals import played
from tests.matches import tables
from transparency.notes import Signer

pytestmark = pytest.mark.django_db

VECTORS = {
    "deal": "00000000-0000-7000-8000-00000000000a/board/1",
    "secret": "94871022df19251bac78f500c74f2e4bd064a88ee14940c3a629579635ebfa00",
    "commitment": "f82a215a5f284a4977d6ef9b7c469ff322c26cb1112206cf5fb464cce9d12b56",
    "bind": "a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7",
    "root": "b7e53c019cf7b409eddd9c3e599e8df94eb802b91403a09bef81d6011dc34558",
}
"""Of fair/2, for a deal at several tables."""


def files(deal: UUID, folder: Path) -> list[Path]:
    """Write the logs of a deal that is closed, and of its matches."""
    written = []
    of_matches = {str(match): matches.log(match, None) for match in selectors.load(deal).tables}
    for name, lines in {"deal": selectors.log(deal, None), **of_matches}.items():
        path = folder / f"{name}.ndjson"
        path.write_text("".join(logs.text(lines)))
        written.append(path)
    return written


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> UUID:
    """Return a deal that two have played, and that is closed."""
    deal = played.opened("pickpocket", 3)
    for number, player in enumerate(tables.people(2)):
        played.played(deal, player, seed=number)
    played.close(deal, monkeypatch)
    return deal


def test_the_root_of_a_deal_at_several_tables_is_that_of_the_vectors() -> None:
    secret, bind = (bytes.fromhex(VECTORS[name]) for name in ("secret", "bind"))
    commitment = fair_draws.commitment(secret, VECTORS["deal"])
    seal = Seal(VECTORS["deal"], 1, commitment, bind, {})

    assert commitment.hex() == VECTORS["commitment"]
    assert seal.root(secret, {}).hex() == VECTORS["root"]


def test_a_match_of_a_deal_has_the_root_of_an_empty_roll() -> None:
    deal = played.opened()
    player = tables.people(1)[0]
    match = played.begun(deal, player)
    opened = selectors.load(deal).opened
    secret = dealer.read_seed(match)
    seal = Seal(opened.deal, 1, bytes.fromhex(opened.commitment), fair_draws.NO_BIND, {})

    with matches.current_state(match, player.account) as state:
        assert draws.root(state, secret) == seal.root(secret, {})


def test_logs_of_a_deal_and_its_matches_are_verified_together(
    closed: UUID, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = [str(path) for path in files(closed, tmp_path)]

    code = verify.main(written)
    said = capsys.readouterr().out.splitlines()
    alone = verify.main(written[1:2])

    assert (code, alone) == (0, 0)
    assert sum("consistent" in line for line in said) == 3
    assert sum("the same cards as at all 2 tables" in line for line in said) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [('"reason":"time_up"', '"reason":"called_off"'), ('"seats":3', '"seats":4')],
)
def test_a_log_that_was_changed_is_found(
    closed: UUID, tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str
) -> None:
    path = files(closed, tmp_path)[0]
    path.write_text(path.read_text().replace(old, new))

    assert verify.main([str(path)]) == 1
    assert "FAULT" in capsys.readouterr().out


def test_a_match_that_is_none_of_the_deal_is_found(
    closed: UUID,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = played.opened("pickpocket", 3)
    played.played(other, tables.people(1)[0])
    played.close(other, monkeypatch)
    (tmp_path / "other").mkdir()
    mine, theirs = files(closed, tmp_path), files(other, tmp_path / "other")
    lines = theirs[1].read_text().splitlines()
    opened = json.loads(lines[1])["data"]

    code = verify.main([str(mine[0]), str(theirs[1])])
    said = capsys.readouterr().out

    assert code == 0
    assert opened["shared_deal"] == str(other)
    assert "the same cards" not in said


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("deal", VECTORS["deal"], "the deal is named after another stream"),
        ("bind", VECTORS["bind"], "the deal depends on something"),
    ],
)
def test_a_deal_whose_secret_was_that_of_another_is_found(
    closed: UUID, field: str, value: str, fault: str
) -> None:
    events = streams.load(KIND, closed)
    body = {**json.loads(events[0].body), field: value}
    forged = [events[0]._replace(body=json.dumps(body)), *events[1:]]

    found = Audit(closed).run(forged)

    assert Audit(closed).run(events).faults == []
    assert found.faults == [(1, fault)]


@pytest.mark.parametrize(("field", "value"), [("deal", VECTORS["deal"]), ("bind", VECTORS["bind"])])
def test_a_match_that_is_dealt_from_another_deal_than_it_names_is_found(
    closed: UUID, field: str, value: str
) -> None:
    match = next(iter(selectors.load(closed).tables))
    stored = streams.load(MATCH, match, until=1)[0]
    event = CATALOGUE.decode(stored.type, stored.schema, stored.body)
    assert isinstance(event, MatchOpened)
    check = lifecycle_audit.CHECKS[MatchOpened]

    assert check(MatchState(match), event, stored.at) is None
    forged = msgspec.structs.replace(event, **{field: value})
    assert check(MatchState(match), forged, stored.at) == "the deal is not that of its stream"


def test_the_verdict_says_when_a_deal_was_announced_and_claims_no_more(
    closed: UUID, tmp_path: Path
) -> None:
    is_good, said = verdict(files(closed, tmp_path)[0])
    announced = format_timestamp(streams.load(KIND, closed)[0].at)

    assert is_good
    assert f"announced, at {announced}" in said[1]
    assert "before" not in said[1]


def test_what_the_log_of_a_deal_does_not_prove_is_no_success(
    closed: UUID, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(files(closed, tmp_path)[0])
    key = str(Signer("club.example/cutpurse/1", bytes(32)).key)

    assert verify.main([path]) == 0
    assert verify.main([path, "--key", key]) == 1
    assert "NOT SHOWN TO BE LOGGED: the file has no proof" in capsys.readouterr().out
    assert verify.main([path, "--against", "http://127.0.0.1:9"]) == 1
    assert "NOT SHOWN TO BE GENUINE" in capsys.readouterr().out
