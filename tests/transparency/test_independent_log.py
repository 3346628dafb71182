"""The public log is checked by a program that is not ours: signatures, and that it only grows.

`tests.independent_log` is that program.
"""

import base64
from itertools import combinations_with_replacement

import pytest
from django.test import Client
from pytest_django import Settings

from tests import independent_log
from tests.independent_log import NotSignedError
from tests.matches import tables
from tests.transparency.cosigned import AT, WITNESS, keep_log
from tests.transparency.test_tree import Tiles, made, plain_root
from transparency import notes, tree, writer

SIZES = 20
PUBLIC = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
SIGNATURE = (
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)


def test_the_second_vector_of_rfc_8032_and_no_other_text_nor_signature() -> None:
    public, signature = bytes.fromhex(PUBLIC), bytes.fromhex(SIGNATURE)
    number = int.from_bytes(signature[32:], "little")
    added = (number + independent_log.ORDER).to_bytes(32, "little")

    assert independent_log.has_signed(public, b"\x72", signature)
    assert not independent_log.has_signed(public, b"\x73", signature)
    assert not independent_log.has_signed(public, b"\x72", signature[:32] + added)
    assert not independent_log.has_signed(public, b"\x72", signature[:-1])


def test_every_proof_that_a_log_grew_is_right_and_fits_no_other_log() -> None:
    leaves = made(SIZES)
    tiles = Tiles(leaves)
    roots = [plain_root(leaves[:size]) for size in range(SIZES + 1)]

    for first, second in combinations_with_replacement(range(1, SIZES + 1), 2):
        proof = tree.consistency(tiles.read, first, second)
        old, new = (first, roots[first]), (second, roots[second])

        independent_log.grew(old, new, proof)
        for wrong in (
            ((first, bytes(32)), new, proof),
            (old, (second, bytes(32)), proof),
            (old, new, [*proof, bytes(32)]),
            *((old, new, proof[:cut]) for cut in range(len(proof))),
        ):
            with pytest.raises(NotSignedError):
                independent_log.grew(*wrong)


@pytest.mark.django_db
def test_a_checkpoint_is_signed_by_the_key_that_the_site_shows_and_goes_on_from_the_last(
    settings: Settings,
) -> None:
    keep_log(settings)
    found = []
    for _ in range(2):
        tables.begun(tables.people(3))
        writer.log_moved()
        key, *_ = Client().get("/log/keys").content.decode().splitlines()
        note = Client().get("/log/checkpoint").content.decode()
        found.append(independent_log.checkpoint(note, key))
    first, second = found
    hashes = Client().get(f"/log/consistency/{first.size}/{second.size}").content.decode()
    proof = [base64.b64decode(each) for each in hashes.split()]

    assert first.size < second.size
    assert (first.origin, first.at) == (settings.LOG_ORIGIN, None)
    independent_log.grew((first.size, first.root), (second.size, second.root), proof)
    with pytest.raises(NotSignedError, match="is not its own"):
        independent_log.checkpoint(note.replace(f"\n{second.size}\n", "\n1\n", 1), key)

    signed = notes.read(note)
    line = WITNESS.cosign(signed.text, int(AT.timestamp()))
    both = str(signed._replace(signatures=(*signed.signatures, line)))
    assert independent_log.checkpoint(both, str(WITNESS.key)).at == int(AT.timestamp())
    with pytest.raises(NotSignedError, match="has not signed it"):
        independent_log.checkpoint(note, str(WITNESS.key))
