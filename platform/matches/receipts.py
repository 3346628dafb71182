"""Receipts of players: that the public log held the head of their match, while it was played.

A receipt tells nothing of the match before its secret is known. Afterwards it shows whether what
was played up to then is what the log of the match says.
"""

from uuid import UUID

from matches import selectors
from matches.events import KIND
from matches.history_answers import ReceiptShown
from transparency import selectors as public_log


def newest(match_id: UUID, account: UUID | None, *, after: int = 0) -> ReceiptShown:
    """Return the newest receipt of a match, if it is of later than a version; raises Problem.

    It is for somebody who has a seat there.
    """
    with selectors.current_state(match_id, account) as state:
        if state.seat_of(account) is None:
            raise selectors.no_seat(state, account)
    # No move waits while the log is read.
    found = public_log.newest_proof(KIND, match_id, after=after)
    if found is None:
        return ReceiptShown(str(match_id))
    return ReceiptShown(str(match_id), found.version, found.entry.hex(), str(found.proof))
