"""Compare a receipt that a player has kept with the log of the match, which is over. Pure."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from eventstore.events import StoredEvent
from matches import audit
from matches.events import KIND
from transparency import checkpoints
from transparency.entries import blind_of_match, entry
from transparency.notes import NoteError


def fault(
    receipt: Mapping[str, object], match_id: UUID, events: Sequence[StoredEvent]
) -> str | None:
    """Return what is wrong with a log by a receipt of its match, or with the receipt itself."""
    version, said = receipt.get("version"), receipt.get("entry")
    if receipt.get("match") != str(match_id):
        return "the receipt is of another match"
    if not isinstance(version, int) or not 1 <= version <= len(events):
        return f"the receipt is of event {version}, which the log does not have"
    blind = blind_of_match(audit.revealed_seed(events) or b"", match_id)
    wanted = entry(blind, KIND, match_id, version, events[version - 1].hash)
    if said != wanted.hex():
        return f"up to event {version} the match was another one when the receipt was given"
    try:
        checkpoints.leads_to(wanted, checkpoints.read_proof(str(receipt.get("proof"))))
    except NoteError as error:
        return f"the receipt proves nothing: {error}"
    return None
