"""A ladder's log whose header proves nothing of the public log is found out."""

import json
from pathlib import Path
from uuid import UUID

import pytest
from pytest_django import Settings

from matches import logs as match_logs
from tests.ratings.searchers import Season, verified
from transparency import entries, identity, tree, writer
from transparency.checkpoints import Checkpoint, Proof
from transparency.notes import Note

pytestmark = pytest.mark.django_db


@pytest.fixture
def logged(settings: Settings) -> list[str]:
    settings.LOG_KEY, settings.LOG_ORIGIN = "a secret of the tests", "club.example/cutpurse/1"
    season = Season(options={})
    season.play()
    writer.log_moved()
    return season.log.splitlines()


@pytest.mark.parametrize("blind", ["", "zz", "00" * 31, "0" * 65])
def test_a_blind_that_is_none_is_found(logged: list[str], tmp_path: Path, blind: str) -> None:
    header = {**json.loads(logged[0]), "blind": blind}

    code, said = verified(tmp_path, "".join(match_logs.text([header])) + _lines(logged[1:]))

    assert code == 1
    assert "FAULT the proof of the public log" in said


@pytest.mark.more
def test_a_hash_that_is_not_shown_proves_nothing(logged: list[str], tmp_path: Path) -> None:
    # Whoever writes the public log could log a hash of zeros, and tell any history with it.
    header, *events = map(json.loads, logged)
    last = events[-1]
    name = entries.entry(
        bytes.fromhex(header["blind"]),
        "ladder",
        UUID(header["ladder"]),
        last["version"],
        bytes(32),
    )
    root = tree.leaf_hash(name)
    text = str(Checkpoint("club.example/cutpurse/1", 1, root))
    header["log"] = str(Proof(0, (), Note(text, (identity.signer().sign(text),))))
    hidden = [{**each, "hash": None} for each in events]

    code, said = verified(tmp_path, "".join(match_logs.text([header, *hidden])))

    assert code == 1
    assert "no public log proves an end whose hash is not shown" in said


def _lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
