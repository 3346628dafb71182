"""The audit of a time that was lost: what the platform owes, apart from what the operator took."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from tests.chaos import checks, sights
from tests.chaos.journal import Ask, Journal
from tests.chaos.record import History, Record
from tests.chaos.rewinds import LostTime


def own(lost: LostTime, histories: Mapping[UUID, History]) -> Mapping[UUID, History]:
    """Return the histories of the matches that were played around a lost time."""
    return {
        match: histories[match]
        for match in lost.journal.matches
        if match in histories and match not in lost.gone
    }


def faults(lost: LostTime, histories: Mapping[UUID, History]) -> Iterator[str]:
    """Yield what was wrong around a lost time."""
    whole = Record(lost.journal, histories)
    owed = Record(_owed(lost), histories)
    found = (
        *checks.lost(owed),
        *checks.doubled(whole),
        *checks.unasked(whole),
        *checks.out_of_order(owed),
        *checks.clock_faults(whole),
        *checks.unfinished(owed),
        *sights.wrong_views(owed),
        *lost.journal.complaints,
    )
    yield from (f"{lost.way}: {fault}" for fault in found)
    if not moves_lost(lost, histories):
        yield f"{lost.way}: no acknowledged move was lost, so nothing was shown"
    if not any(ask.what == "move" for ask in since(lost)):
        yield f"{lost.way}: no move was acknowledged afterwards"


def moves_lost(lost: LostTime, histories: Mapping[UUID, History]) -> int:
    """Return how many moves of the lost time were acknowledged and are not there any more."""
    stored = {(event.actor, event.key) for history in histories.values() for event in history}
    acked = checks.acknowledged(Record(lost.journal, {}))
    return sum(
        ask.what == "move" and _is_lost(lost, ask) and (ask.actor, ask.key) not in stored
        for ask in acked
    )


def since(lost: LostTime) -> list[Ask]:
    """Return what was acknowledged after the database had gone back."""
    acked = checks.acknowledged(Record(lost.journal, {}))
    return [ask for ask in acked if (ask.answered_at or 0.0) > lost.back_at]


def _owed(lost: LostTime) -> Journal:
    """Return what has to be true: all but what was answered in the lost time."""
    journal = Journal()
    journal.asks = [ask for ask in lost.journal.asks if not _is_lost(lost, ask)]
    journal.looks = [
        look
        for look in lost.journal.looks
        if look.asked_at < lost.kept_at - LATEST_S or look.asked_at > lost.back_at
    ]
    journal.matches = [match for match in lost.journal.matches if match not in lost.gone]
    journal.finished = lost.journal.finished
    return journal


LATEST_S = 4.0
"""How long before the present was kept a request may have been sent that was answered after it."""


def _is_lost(lost: LostTime, ask: Ask) -> bool:
    return lost.kept_at <= (ask.answered_at or 0.0) <= lost.back_at
