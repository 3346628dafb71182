"""How the events of entrants are folded. Pure."""

from uuid import UUID

from msgspec import UNSET

from tournaments import events as e
from tournaments.folds import merging
from tournaments.folds.base import Fold, count_unchained, free, table_of
from tournaments.scores import with_last
from tournaments.state import (
    PRESENT,
    EntrantState,
    EntrantStatus,
    Penalty,
    TournamentState,
)


def _registered(state: TournamentState, event: e.EntrantRegistered) -> None:
    entrant = EntrantState(event)
    state.entrants[entrant.number] = entrant
    if event.late and state.stage is not None:
        entrant.presence = EntrantStatus.CHECKED_IN
        state.stage.entrants.append(entrant.number)
        free(state, [entrant.number])


def _is(presence: EntrantStatus) -> Fold:
    def fold(state: TournamentState, event: e.OfEntrant) -> None:
        state.entrants[event.entrant].presence = presence

    return fold


def _dropped(state: TournamentState, event: e.EntrantDropped) -> None:
    state.entrants[event.entrant].presence = EntrantStatus.DROPPED
    state.entrants[event.entrant].left_why = event.reason


def _disqualified(state: TournamentState, event: e.EntrantDisqualified) -> None:
    """Take an entrant out; void results put them last at the tables of open rounds."""
    entrant = state.entrants[event.entrant]
    entrant.presence = EntrantStatus.DISQUALIFIED
    entrant.left_why = event.reason
    if event.results != "void":
        return
    entrant.is_void = True
    open_rounds = [each for each in state.rounds if each.published and not each.closed]
    for table in (each for round_ in open_rounds for each in round_.tables):
        if event.entrant in table.seats:
            table.last = (*table.last, event.entrant)
            if table.places is not None:
                last = [table.seats.index(each) for each in table.last]
                table.places = with_last(table.places, last)


def _readded(state: TournamentState, event: e.EntrantReadded) -> None:
    """Let an entrant play again; who was absent at the start enters the stage late."""
    number = event.entrant
    state.entrants[number].presence = EntrantStatus.CHECKED_IN
    state.entrants[number].left_why = ""
    if state.stage is not None and number not in state.stage.entrants:
        state.stage.entrants.append(number)
    free(state, [number])


def _rested(state: TournamentState, event: e.EntrantRested) -> None:
    state.entrants[event.entrant].resting = True


def _ready(state: TournamentState, event: e.EntrantReady) -> None:
    state.entrants[event.entrant].resting = False
    free(state, [event.entrant])


def _substituted(state: TournamentState, event: e.EntrantSubstituted) -> None:
    entrant = state.entrants[event.entrant]
    entrant.name, entrant.club = event.name, ""
    entrant.payment, entrant.amount = "unpaid", ""
    # The code was given to somebody else.
    entrant.code_digest, entrant.code_is_own = "", False
    entrant.account = None if event.account is None else UUID(event.account)
    entrant.bot = event.bot
    for _, table in state.tables():
        # Whoever comes now has agreed to nothing.
        table.agreed = tuple(each for each in table.agreed if each != event.entrant)
    for round_ in state.rounds:
        round_.changed = round_.changed or not round_.published


def _renamed(state: TournamentState, event: e.EntrantRenamed) -> None:
    state.entrants[event.entrant].name = event.name


def _merged(state: TournamentState, event: e.EntrantsMerged) -> None:
    """Put an entrant in the place of the other, wherever the other was."""
    kept, other = state.entrants[event.entrant], state.entrants[event.other]
    for name in ("account", "club", "rating"):
        setattr(kept, name, getattr(kept, name) or getattr(other, name))
    kept.penalty += other.penalty
    kept.no_shows += other.no_shows
    if other.presence in PRESENT and kept.presence not in PRESENT:
        kept.presence = other.presence
    kept.seed = kept.seed or other.seed
    other.presence, other.account = EntrantStatus.WITHDRAWN, None
    other.code_digest, other.penalty, other.seed = "", 0, 0
    merging.substitute(state, other.number, by=kept.number)


def _payment_marked(state: TournamentState, event: e.PaymentMarked) -> None:
    entrant = state.entrants[event.entrant]
    entrant.payment, entrant.amount = event.payment, event.amount


def _codes_issued(state: TournamentState, event: e.CodesIssued) -> None:
    """Note the digests; the version goes into the codes, so that no code is ever made twice."""
    for number, digest in event.codes.items():
        # A rollback may have taken the entrant away, but never gives a replaced code back.
        entrant = state.entrants.get(int(number))
        if entrant is not None:
            entrant.code_digest = digest
            entrant.code_is_own = event.own is True
            entrant.code_serial = state.version


def _linked(state: TournamentState, event: e.EntrantLinked) -> None:
    state.entrants[event.entrant].account = UUID(event.account)


def _penalised(state: TournamentState, event: e.PenaltyGiven) -> None:
    if event.table is UNSET:
        state.entrants[event.entrant].penalty += event.units
        return
    given = Penalty(event.entrant, event.units, event.reason)
    table_of(state, event.table).penalties.append(given)


def _bye_booked(state: TournamentState, event: e.ByeBooked) -> None:
    booked = state.booked.setdefault(event.round, {})
    if event.lifted:
        booked.pop(event.entrant, None)
    else:
        booked[event.entrant] = event.units


def _no_show(state: TournamentState, event: e.NoShowRecorded) -> None:
    state.entrants[event.entrant].no_shows += 1


def _imported(state: TournamentState, event: e.ReportImported) -> None:
    state.imported = event


def _seeded(state: TournamentState, event: e.SeedsAssigned) -> None:
    for seed, entrant in enumerate(event.order, start=1):
        state.entrants[entrant].seed = seed
    count_unchained(state)


def _teams_assigned(state: TournamentState, event: e.TeamsAssigned) -> None:
    state.teams = event if event.teams else None


OF_ENTRANTS: dict[type[e.TournamentEvent], Fold] = {
    e.EntrantRegistered: _registered,
    e.EntrantPromoted: _is(EntrantStatus.ENTERED),
    e.EntrantWithdrawn: _is(EntrantStatus.WITHDRAWN),
    e.EntrantCheckedIn: _is(EntrantStatus.CHECKED_IN),
    e.EntrantCheckedOut: _is(EntrantStatus.ENTERED),
    e.EntrantAbsent: _is(EntrantStatus.ABSENT),
    e.EntrantDropped: _dropped,
    e.EntrantReadded: _readded,
    e.EntrantRested: _rested,
    e.EntrantReady: _ready,
    e.EntrantDisqualified: _disqualified,
    e.EntrantSubstituted: _substituted,
    e.EntrantRenamed: _renamed,
    e.EntrantsMerged: _merged,
    e.PaymentMarked: _payment_marked,
    e.CodesIssued: _codes_issued,
    e.EntrantLinked: _linked,
    e.PenaltyGiven: _penalised,
    e.ByeBooked: _bye_booked,
    e.NoShowRecorded: _no_show,
    e.ReportImported: _imported,
    e.SeedsAssigned: _seeded,
    e.TeamsAssigned: _teams_assigned,
}
