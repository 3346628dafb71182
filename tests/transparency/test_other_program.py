"""A program that is not ours reads the log: tlog-scales, for any log in C2SP's tlog-tiles."""

import json
from itertools import pairwise
from uuid import UUID

import pytest
from cryptography.exceptions import InvalidSignature
from django.test import Client
from pytest_django import Settings
from tlog_scales.reader import TilesReader
from tlog_scales.signing import Ed25519CosignatureVerifier, Vkey
from tlog_scales.tiles import leaf_hash
from tlog_scales.tlog import (
    Checkpoint,
    ConsistencyProof,
    ConsistencyProofInvalid,
    InclusionProof,
    InclusionProofInvalid,
)
from tlog_scales.utils import b64dec

from matches import logs, selectors
from matches.events import KIND
from tests.matches import tables
from transparency import notes, store, writer
from transparency.entries import blind_of_match, entry
from transparency.models import LogCheckpoint

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def key(settings: Settings) -> None:
    settings.LOG_KEY = "a secret of the tests"
    settings.LOG_ORIGIN = "club.example/cutpurse/1"


class Site:
    """Where tlog-scales reads tiles from."""

    def get(self, *path: str) -> bytes | None:
        answer = Client().get("/log/" + "/".join(path))
        return bytes(answer.content) if answer.status_code == 200 else None


def ended() -> UUID:
    """Return a match that is over and in the log."""
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    tables.play_out(match, players)
    writer.log_moved()
    return match


def log_key() -> Vkey:
    text = (Site().get("keys") or b"").decode()
    return Vkey.from_string(text.splitlines()[0])


def test_it_finds_the_log_signed_with_its_key_and_every_entry_in_the_tiles() -> None:
    ended()
    reader = TilesReader(Site())

    point = reader.get_checkpoint()

    point.verify(log_key())
    with pytest.raises(InvalidSignature):
        Checkpoint(point.origin, point.size + 1, point.root_hash, point.signatures).verify(
            log_key()
        )
    for index in range(point.size):
        leaf = leaf_hash(reader.get_entry(index))
        proof = reader.get_inclusion_proof(index, point.size)
        proof.check(leaf, point.root_hash)
        with pytest.raises(InclusionProofInvalid):
            proof.check(leaf_hash(bytes(32)), point.root_hash)


def test_it_follows_our_proofs_that_the_log_has_only_grown() -> None:
    reader = TilesReader(Site())
    points = []
    for _ in range(3):
        ended()
        points.append(reader.get_checkpoint())

    for before, now in pairwise(points):
        lines = (Site().get("consistency", str(before.size), str(now.size)) or b"").decode()
        ours = ConsistencyProof(before.size, now.size, list(map(b64dec, lines.split())))
        ours.check(before.root_hash, now.root_hash)
        assert ours == reader.get_consistency_proof(before.size, now.size)
        with pytest.raises(ConsistencyProofInvalid):
            ours.check(bytes(32), now.root_hash)


def test_it_follows_the_proof_in_the_header_of_a_match_that_was_downloaded() -> None:
    match = ended()
    first, *_, end = "".join(logs.text(selectors.log(match, None))).splitlines()
    last = json.loads(end)
    blind = blind_of_match(bytes.fromhex(last["data"]["seed"]), match)
    head = bytes.fromhex(last["hash"])
    leaf = leaf_hash(entry(blind, KIND, match, last["version"], head))

    above, _, note = json.loads(first)["log"].partition("\n\n")
    _, index, *hashes = above.splitlines()
    point = Checkpoint.from_text(note)

    point.verify(log_key())
    proof = InclusionProof(int(index.split()[1]), point.size, list(map(b64dec, hashes)))
    proof.check(leaf, point.root_hash)
    with pytest.raises(InclusionProofInvalid):
        proof.check(leaf_hash(bytes(32)), point.root_hash)


def test_it_reads_the_signature_of_a_witness_and_its_time() -> None:
    ended()
    witness = notes.Signer("witness.example", bytes(32), notes.COSIGNED)
    row = store.newest()
    assert row is not None
    note = notes.read(row.note)
    signed = note._replace(signatures=(*note.signatures, witness.cosign(note.text, 1_700_000_000)))
    LogCheckpoint.objects.filter(size=row.size).update(note=str(signed))

    point = TilesReader(Site()).get_checkpoint()

    vkey = Vkey.from_string(str(witness.key))
    point.verify(vkey)
    (line,) = [each for each in point.signatures if vkey.match(each)]
    assert Ed25519CosignatureVerifier.get_timestamp(line.payload) == 1_700_000_000
