"""Compare a receipt that a player has kept with the log of the match, which is over. Pure."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID

from eventstore.events import StoredEvent
from games import beacons
from games.beacons import Beacon
from matches import audit, deals
from matches.events import KIND
from transparency import checkpoints, notes
from transparency.entries import blind_of_match, entry
from transparency.notes import Key, NoteError


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


def witnessed_seal(
    receipt: Mapping[str, object], events: Sequence[StoredEvent], key: Key
) -> datetime | None:
    """Return when a witness had signed the sealed match, by a receipt that has no fault.

    None where that was no earlier than the beacon of the seal was due: then nobody but the server
    says that the seal is older. Raises NoteError, and ImportError where signatures are not read.
    """
    seals = [each for each in events if each.type == "chance_sealed"]
    beacon = Beacon.read(audit.parsed(seals[-1]).get("beacon", "")) if seals else None
    version = receipt.get("version")
    if beacon is None or not isinstance(version, int) or version < seals[-1].version:
        return None
    note = checkpoints.read_proof(str(receipt.get("proof"))).note
    seconds = notes.witnessed_at(note, key)
    if seconds is None:
        return None
    moment = datetime.fromtimestamp(seconds, UTC)
    after = seals[-1].at + deals.SHOW + beacons.AHEAD
    return moment if moment < beacon.due_from(after) else None
