"""Whether the public log holds how a match ended, by the proof in the header of its log."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from eventstore.events import StoredEvent
from matches import audit
from matches.events import KIND
from transparency import checkpoints
from transparency.checkpoints import Checkpoint, Proof
from transparency.entries import blind_of_match, entry


class Included(NamedTuple):
    """Where the end of a match stands in a public log."""

    proof: Proof
    checkpoint: Checkpoint


def check(text: str, match_id: UUID, events: Sequence[StoredEvent]) -> Included:
    """Return where a public log holds the last event of a match that is over.

    Of the proof in a log's header nothing else is looked at; who has signed it is another question.
    Raises NoteError where it proves another history.
    """
    seed, last = audit.revealed_seed(events), events[-1]
    proof = checkpoints.read_proof(text)
    blind = blind_of_match(seed or b"", match_id)
    wanted = entry(blind, KIND, match_id, last.version, last.hash)
    return Included(proof, checkpoints.leads_to(wanted, proof))
