"""Whether the site has signed the seals of a downloaded log, of a match and of a tournament."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pytest_django import Settings

from cutpurse import verify
from games.core import ALL
from matches import archive
from matches.events import KIND as MATCH
from tests.matches import tables
from tests.matches.sharers import Sharer, end, seated
from tests.tournaments.draw_sharers import begun, made, promise
from tests.tournaments.forged_logs import rehashed
from tournaments import selectors
from tournaments.events import KIND as TOURNAMENT
from tournaments.services import rounds
from transparency import identity, notes

pytestmark = pytest.mark.django_db
ORIGIN = "club.example/cutpurse/1"


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.LOG_KEY = "a secret of the tests"
    settings.LOG_ORIGIN = ORIGIN


class Sealed(NamedTuple):
    """A downloaded log, and how its hashes are made to fit again."""

    lines: list[dict[str, Any]]
    kind: str
    event: str
    """The type of the events that hold seals."""

    def text(self) -> str:
        header, *events = self.lines
        return rehashed(header, events, self.kind, str(next(iter(header.values()))))

    @property
    def seal(self) -> dict[str, Any]:
        found: dict[str, Any] = next(x for x in self.lines if x.get("type") == self.event)["data"]
        return found


def a_match() -> Sealed:
    sharers = [Sharer(each) for each in tables.people(3)]
    match = seated(sharers)
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)
    end(match)
    lines = [json.loads(line) for line in archive.log_lines(match, ALL)]
    return Sealed(lines, MATCH, "chance_sealed")


def a_tournament() -> Sealed:
    event, sharers = begun()
    promise(sharers)
    event.do(rounds.pair)
    made(sharers)
    event.do(rounds.publish, number=1)
    lines = [json.loads(line) for line in "".join(selectors.log(event.state)).splitlines()]
    return Sealed(lines, TOURNAMENT, "draw_sealed")


@pytest.fixture(params=[a_match, a_tournament])
def log(request: pytest.FixtureRequest) -> Sealed:
    make: Callable[[], Sealed] = request.param
    return make()


class Run(NamedTuple):
    """What the verifier said of a log."""

    code: int
    said: str


Verify = Callable[..., Run]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    def verified(log: Sealed, *keys: notes.Key) -> Run:
        path = tmp_path / "log.ndjson"
        path.write_text(log.text())
        options = [part for key in keys for part in ("--key", str(key))]
        return Run(verify.main([str(path), *options]), capsys.readouterr().out)

    return verified


def signed_otherwise(line: str) -> str:
    """Return a signature's line with its last bit turned."""
    dash, name, encoded = line.rstrip("\n").split(" ")
    value = bytearray(b64decode(encoded))
    value[-1] ^= 1
    return f"{dash} {name} {b64encode(value).decode()}\n"


def test_the_key_of_the_site_shows_that_it_has_signed_each_seal(log: Sealed, run: Verify) -> None:
    code, said = run(log, identity.sealer().key)

    assert code == 0
    assert f"seals: 1, signed by {ORIGIN}/seals" in said


def test_a_signature_that_was_changed_fails(log: Sealed, run: Verify) -> None:
    log.seal["signature"] = signed_otherwise(log.seal["signature"])

    code, said = run(log, identity.sealer().key)

    assert code == 1
    assert f"the signature of {ORIGIN}/seals is not its own" in said


def test_a_seal_that_another_site_has_signed_fails(log: Sealed, run: Verify) -> None:
    other = notes.Signer(f"{ORIGIN}/seals", bytes(32))

    code, said = run(log, other.key)

    assert code == 1
    assert f"{ORIGIN}/seals has not signed the seal" in said


def test_a_seal_that_nobody_has_signed_fails_where_a_key_is_given(log: Sealed, run: Verify) -> None:
    log.seal["signature"] = None

    assert run(log).code == 0
    assert run(log, identity.sealer().key).code == 1


def test_what_is_no_signature_is_a_fault_without_any_key(log: Sealed, run: Verify) -> None:
    log.seal["signature"] = "signed by me\n"

    code, said = run(log)

    assert code == 1
    assert "FAULT event" in said
    assert "is no line of a signature" in said


@pytest.mark.more
def test_without_a_key_for_them_it_is_said_who_is_named(log: Sealed, run: Verify) -> None:
    said = run(log, identity.signer().key).said

    assert f"seals: 1, of {ORIGIN}/seals; --key checks who signed them" in said
