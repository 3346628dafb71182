"""Signed notes, checkpoints and proofs as texts, against known vectors."""

import json
from pathlib import Path
from typing import Any

import pytest

from transparency import checkpoints, notes
from transparency.checkpoints import Checkpoint
from transparency.notes import Note, NoteError, Signer

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "log.json").read_text())
LAST = bytes.fromhex(VECTORS["entries"][6]["token"])


def signer() -> Signer:
    return Signer(VECTORS["origin"], bytes.fromhex(VECTORS["signing_seed"]))


def cosigner() -> Signer:
    return Signer(VECTORS["witness"], bytes.fromhex(VECTORS["witness_seed"]), notes.COSIGNED)


def test_a_checkpoint_is_signed_as_in_the_vectors() -> None:
    text = str(Checkpoint(VECTORS["origin"], 7, bytes.fromhex(VECTORS["roots"]["7"])))

    assert str(signer().key) == VECTORS["key"]
    assert str(Note(text, (signer().sign(text),))) == VECTORS["checkpoint"]


def test_a_witness_signs_the_checkpoint_and_its_time() -> None:
    note, key = notes.read(VECTORS["cosigned"]), notes.read_key(VECTORS["witness_key"])

    at = notes.witnessed_at(note, key)

    assert at == 1795341600
    signed = (note.signatures[0], cosigner().cosign(note.text, at))
    assert str(note._replace(signatures=signed)) == VECTORS["cosigned"]
    assert notes.signed_by(note, notes.read_key(VECTORS["key"]))


def test_a_proof_is_read_and_written_and_leads_to_its_checkpoint() -> None:
    proof = checkpoints.read_proof(VECTORS["tlog_proof_of_6"])

    assert str(proof) == VECTORS["tlog_proof_of_6"]
    assert checkpoints.leads_to(LAST, proof).size == 7
    with pytest.raises(NoteError, match=r"entry 6 of .* is another one"):
        checkpoints.leads_to(bytes(32), proof)


@pytest.mark.parametrize("at", [0, 25, 30, 60])
def test_a_changed_text_bears_no_signature_of_the_key(at: int) -> None:
    note = notes.read(VECTORS["checkpoint"])
    text = f"{note.text[:at]}{'x' if note.text[at] != 'x' else 'y'}{note.text[at + 1 :]}"

    with pytest.raises(NoteError, match="is not its own"):
        notes.signed_by(note._replace(text=text), notes.read_key(VECTORS["key"]))


def test_a_signature_of_another_key_counts_for_nothing() -> None:
    other = Signer(VECTORS["origin"], bytes(32))
    note = notes.read(VECTORS["checkpoint"])

    assert not notes.signed_by(note, other.key)
    assert notes.witnessed_at(note, notes.read_key(VECTORS["witness_key"])) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no text with signatures"),
        ("a\n\n— a AAAA", "no text with signatures"),
        ("a\n\n- a AAAAAAAA\n", "no line of a signature"),
        ("a\n\n— a AAAA=A\n", "no line of a signature"),
        ("a\n\n— a AAA\n", "not base64"),
        ("a\n\n" + "— a AAAAAAAA\n" * 65, "more than 64"),
    ],
)
def test_what_is_no_note_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(NoteError, match=words):
        notes.read(text)


@pytest.mark.parametrize(
    "text", ["", "a", "a+b", "a+00000000+AAAA", VECTORS["key"].replace("499f", "0000")]
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(NoteError):
        notes.read_key(text)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("tlog-proof@v1", "tlog-proof@v2"), "does not begin"),
        (("index 6", "index 06"), "is no number"),
        (("index 6", "index 9"), "no leaf 9"),
        (("index 6\n", ""), "no index"),
        (("\n7\n", "\n-7\n"), "is no number"),
        (("\n7\n", f"\n{'9' * 30}\n"), "is too large"),
        (("club.example/cutpurse/1\n7\n", "7\n"), "has an origin, a size and a root"),
    ],
)
def test_a_broken_proof_is_refused_in_words(change: tuple[str, str], words: str) -> None:
    with pytest.raises(NoteError, match=words):
        checkpoints.leads_to(
            LAST, checkpoints.read_proof(VECTORS["tlog_proof_of_6"].replace(*change))
        )
