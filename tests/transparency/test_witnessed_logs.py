"""What `cutpurse-verify --strict` asks of a downloaded log's proof, and of its witnesses."""

from pathlib import Path
from uuid import UUID

import pytest
from pytest_django import Settings

from cutpurse import verify
from matches import logs
from matches import selectors as matches
from tests.matches import tables
from tests.matches.sharers import Sharer, end, seated
from tests.transparency import cosigned
from tests.transparency.cosigned import WITNESS
from transparency import checkpoints, identity, notes, writer
from transparency.notes import COSIGNED, Signer
from transparency.trusted_keys import NO_PROOF, NO_WITNESS

pytestmark = pytest.mark.django_db
SAID = "witness.example at 2026-11-22T13:44:12.000Z"


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    cosigned.keep_log(settings)


def over() -> UUID:
    """Return a match that is over, to whose deal all have added chance."""
    sharers = [Sharer(each) for each in tables.people(3)]
    match = seated(sharers)
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)
    end(match)
    return match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the log of a match whose end the public log holds."""
    match = over()
    writer.log_moved()
    path = tmp_path / "m.ndjson"
    path.write_text("".join(logs.text(matches.log(match, None))))
    return path


@pytest.fixture
def verified(file: Path, capsys: pytest.CaptureFixture[str]) -> "Verified":
    return Verified(file, capsys)


class Verified:
    """The program, asked for one file."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path, self.capsys = path, capsys

    def __call__(self, *arguments: str) -> tuple[int, str]:
        """Return how the program ends, and what it says."""
        code = verify.main([str(self.path), *arguments])
        return code, self.capsys.readouterr().out


def sign_also(path: Path, signer: Signer, at: int) -> None:
    """Have somebody sign the checkpoint in a file's header under the name of its witness."""

    def signed(proof: str) -> str:
        line = signer.cosign(checkpoints.read_proof(proof).note.text, at)
        return cosigned.signed_also(proof, line._replace(id=WITNESS.key.id))

    cosigned.rewrite(path, signed)


def test_a_log_without_a_proof_is_consistent_and_not_strictly_right(
    file: Path, verified: Verified
) -> None:
    cosigned.rewrite(file, lambda _: None)

    code, said = verified("--strict")

    assert code == 1
    assert f"WARNING {NO_PROOF}" in said
    assert NO_PROOF.startswith("no log proof")
    assert verified()[0] == 0


def test_a_log_that_no_witness_has_signed_is_not_strictly_right(verified: Verified) -> None:
    code, said = verified("--strict", "--key", str(identity.signer().key))

    assert code == 1
    assert f"WARNING {NO_WITNESS}" in said
    assert NO_WITNESS.startswith("no witness")
    assert verified("--key", str(identity.signer().key))[0] == 0


def test_the_witness_that_has_signed_is_named_with_when_it_did(
    file: Path, verified: Verified
) -> None:
    cosigned.cosign(file)

    code, said = verified("--strict", *cosigned.keys())

    assert code == 0, said
    assert f", signed by club.example/cutpurse/1, {SAID}\n" in said
    assert "WARNING" not in said


def test_a_witness_whose_key_was_not_given_is_named_and_does_not_count(
    file: Path, verified: Verified
) -> None:
    cosigned.cosign(file)

    code, said = verified("--strict", "--key", str(identity.signer().key))

    assert code == 1
    assert f"WARNING no witness was checked: {SAID} is said to have signed" in said


def test_a_line_that_the_witness_has_not_written_is_refused(file: Path, verified: Verified) -> None:
    impostor = Signer(WITNESS.key.name, bytes(31) + b"\x08", COSIGNED)
    sign_also(file, impostor, 1_790_000_000)

    code, said = verified("--strict", *cosigned.keys())

    assert code == 1
    assert "NOT SHOWN TO BE LOGGED: the signature of witness.example is not its own" in said


@pytest.mark.parametrize("at", [notes.TIME_MAX + 1, 2**64 - 1])
def test_a_time_that_no_calendar_has_is_no_time_of_a_witness(
    at: int, file: Path, verified: Verified
) -> None:
    sign_also(file, WITNESS, at)

    assert f"WARNING {NO_WITNESS}" in verified("--strict")[1]
    code, said = verified("--strict", *cosigned.keys())
    assert code == 1
    assert "witness.example has signed at no time that can be" in said
