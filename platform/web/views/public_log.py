"""The public log of the site, for people: what it is, where it stands, and who watches it."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from transparency import checkpoints, identity, notes, site_stream, store
from transparency.checkpoints import Checkpoint


class WitnessLine(NamedTuple):
    """Another site that is asked to sign, and whether it has signed the newest checkpoint."""

    name: str
    has_signed: bool


class Shown(NamedTuple):
    """The newest checkpoint, and who has signed it."""

    checkpoint: Checkpoint
    root: str
    at: object
    key: str
    witnesses: list[WitnessLine]


def public_log(request: HttpRequest) -> HttpResponse:
    """Show the log."""
    said = {
        "log": _shown(),
        "rewinds": site_stream.declared()[::-1],
        "rotations": site_stream.rotated()[::-1],
    }
    return render(request, "web/public_log.html", said)


def _shown() -> Shown | None:
    last = store.newest() if identity.is_kept() else None
    if last is None:
        return None
    note = notes.read(last.note)
    checkpoint = checkpoints.read(note)
    signed = {(each.name, each.id) for each in note.signatures}
    return Shown(
        checkpoint,
        checkpoints.encoded(checkpoint.root),
        last.at,
        str(identity.signer().key),
        [
            WitnessLine(each.key.name, (each.key.name, each.key.id) in signed)
            for each in identity.witnesses()
        ],
    )
