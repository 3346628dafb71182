"""Downloaded logs whose end a witness has signed, as of a site that asks one."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from pytest_django import Settings

from matches import logs
from transparency import checkpoints, identity
from transparency.notes import COSIGNED, Signature, Signer

WITNESS = Signer("witness.example", bytes(31) + b"\7", COSIGNED)
AT = datetime(2026, 11, 22, 13, 44, 12, tzinfo=UTC)
GAP = "\n\n"


def keep_log(settings: Settings) -> None:
    """Have the site keep a public log."""
    settings.LOG_KEY = "a secret of the tests"
    settings.LOG_ORIGIN = "club.example/cutpurse/1"


def cosigned(proof: str, at: datetime = AT) -> str:
    """Return a proof whose checkpoint the witness has signed as well."""
    note = checkpoints.read_proof(proof).note
    return signed_also(proof, WITNESS.cosign(note.text, int(at.timestamp())))


def signed_also(proof: str, line: Signature) -> str:
    """Return a proof with one more line below its checkpoint."""
    note = checkpoints.read_proof(proof).note
    signed = note._replace(signatures=(*note.signatures, line))
    return f"{proof.partition(GAP)[0]}{GAP}{signed}"


def cosign(path: Path) -> None:
    """Have the witness sign the checkpoint in the header of a file."""
    rewrite(path, cosigned)


def rewrite(path: Path, change: Callable[[str], str | None]) -> None:
    """Change the proof in the header of a file, or leave it out."""
    header, events = path.read_text().split("\n", 1)
    named = json.loads(header)
    changed = {**named, "log": change(named["log"])}
    if changed["log"] is None:
        del changed["log"]
    path.write_text("".join(logs.text([changed])) + events)


def keys() -> list[str]:
    """Return the arguments that name the keys of the log and of its witness."""
    return ["--key", str(identity.signer().key), "--key", str(WITNESS.key)]
