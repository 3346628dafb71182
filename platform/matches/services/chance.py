"""What players' clients do for the chance of a deal: they promise a share, and show it."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from agenda.registry import Job
from api.problems import Problem
from eventstore.canonical import format_timestamp
from games import fair_draws
from games.messages import Message
from matches import deals, draws, refusals, selectors
from matches.actors import SYSTEM, Player
from matches.aggregate import UnitOfWork
from matches.answers import ChanceStanding
from matches.command_handler import Decide, handle
from matches.commit import CommandContext
from matches.deals import Deal
from matches.models import ChancePending, Match
from matches.services import beacon_of_deal, gathering
from matches.services.answers import version_alone
from matches.services.moving import now
from matches.state import MatchState, Status
from matches.stream_refusals import version_conflict


class NothingDueError(Exception):
    """Somebody was faster, or something is still missing."""


def promise(*, match_id: UUID, player: Player, attempt: int, promise: bytes) -> ChanceStanding:
    """Note what a seat has promised; until the seal a newer promise replaces it.

    Raises Problem: no seat, another attempt, sealed already, no part in the chance.
    """
    with _waiting(match_id, player) as (state, deal, seat):
        if deal.sealed is not None and deal.sealed.get(seat) != promise:
            raise refusals.already_sealed()
        if seat not in gathering.sharing(state):
            raise refusals.not_on_roll()
        _require_attempt(deal, attempt)
        if deal.sealed is None:
            ChancePending.objects.update_or_create(
                match_id=match_id,
                seat=seat,
                defaults={
                    "account_id": player.account,
                    "attempt": attempt,
                    "promise": promise,
                    "share": None,
                    "at": now(),
                },
            )
    _carry(match_id, _seal_when_all_have_promised)
    return standing(match_id, player)


def show(*, match_id: UUID, player: Player, attempt: int, share: bytes) -> ChanceStanding:
    """Note the share of a seat; with the last one the match is dealt.

    Raises Problem: no seat, another attempt, not on the roll, another share than was promised.
    """
    with _waiting(match_id, player) as (state, deal, seat):
        _require_attempt(deal, attempt)
        if deal.sealed is None or seat not in deal.sealed:
            raise refusals.not_on_roll()
        if fair_draws.promise(deal.name, attempt, seat, share) != deal.sealed[seat]:
            raise refusals.share_mismatch()
        if state.status is Status.OPEN:
            ChancePending.objects.filter(match=match_id, seat=seat, attempt=attempt).update(
                share=share
            )
    _carry(match_id, _deal_when_all_have_shown)
    return standing(match_id, player)


def standing(match_id: UUID, player: Player) -> ChanceStanding:
    """Return how far the chance of a match has come, for somebody who has a seat there."""
    with selectors.current_state(match_id, player.account) as state:
        deal = state.deal
        if deal is None:
            raise refusals.not_on_roll()
        rows = ChancePending.objects.filter(match=match_id, attempt=deal.attempt)
        if deal.sealed is None:
            done = set(rows.values_list("seat", flat=True))
            expected = [seat for seat in gathering.sharing(state) if seat not in done]
            until = deal.promises_due() if gathering.is_full(state) else None
            seal = None
        else:
            done = set(rows.filter(share=None).values_list("seat", flat=True))
            expected = sorted(done)
            until = deal.shares_due()
            seal = deals.note(draws.seal(state).text, deal.signature)
        if state.status is not Status.OPEN:
            expected, until = [], None
        return ChanceStanding(
            attempt=deal.attempt,
            until=None if until is None else format_timestamp(until),
            expected=expected,
            seal=seal,
        )


@contextmanager
def _waiting(match_id: UUID, player: Player) -> Iterator[tuple[MatchState, Deal, int]]:
    """Hold a match that waits for its deal, so that nobody seals or deals meanwhile.

    Its state is held first and its row then, as commands do.
    """
    with selectors.current_state(match_id, player.account) as state, transaction.atomic():
        seat = state.seat_of(player.account)
        if seat is None:
            raise selectors.no_seat(state, player.account)
        row = _lock(match_id)
        if (row.version, bytes(row.head_hash)) != (state.version, state.hash):
            raise version_conflict(state.version, row.version)
        if state.over:
            raise refusals.match_over()
        if state.deal is None:
            raise refusals.not_on_roll()
        if state.status is not Status.OPEN and state.deal.sealed is None:
            raise refusals.match_started()
        yield state, state.deal, seat


def _lock(match_id: UUID) -> Match:
    """Hold the row of a match: until the transaction ends nobody promises or shows anything."""
    return Match.objects.select_for_update().get(id=match_id)


def _require_attempt(deal: Deal, attempt: int) -> None:
    if attempt != deal.attempt:
        text = Message("must be %(attempt)s, the attempt that runs", attempt=deal.attempt)
        raise refusals.invalid("attempt", text)


def _carry(match_id: UUID, decide: Decide) -> None:
    """Carry out what a promise or a share has made possible, if anything."""
    key = f"{match_id}:chance:{secrets.token_hex(8)}"
    try:
        with transaction.atomic():
            handle(match_id, CommandContext(SYSTEM, key), decide, version_alone)
    except NothingDueError:
        pass
    except Problem as problem:
        # Somebody else has carried it out.
        if problem.code != "version_conflict":
            raise


def _seal_when_all_have_promised(state: MatchState, work: UnitOfWork) -> None:
    deal, asked = state.deal, gathering.sharing(state)
    if deal is None or deal.sealed is not None or not gathering.is_full(state):
        raise NothingDueError
    starts = _lock(state.id).start
    if starts != Match.Start.FULL and deal.attempt == 1:
        raise NothingDueError
    if not asked or gathering.promised(state, now()).keys() < set(asked):
        raise NothingDueError
    gathering.deal_or_seal(work, now())


def _deal_when_all_have_shown(state: MatchState, work: UnitOfWork) -> None:
    if not gathering.show(work, _shares(state), is_due=False):
        raise NothingDueError


def _shares(state: MatchState) -> dict[int, bytes]:
    """Return the shares that are there, by seat; the match's row is locked."""
    deal = state.deal
    if deal is None or deal.sealed is None:
        return {}
    _lock(state.id)
    rows = ChancePending.objects.filter(match=state.id, attempt=deal.attempt, share__isnull=False)
    return {row.seat: bytes(row.share or b"") for row in rows if row.seat in deal.sealed}


def end_promising(job: Job) -> None:
    """Seal the promises of whoever is there: the time to promise is up."""

    def decide(state: MatchState, work: UnitOfWork) -> None:
        deal = state.deal
        if deal is None or deal.sealed is not None or not gathering.is_full(state):
            raise NothingDueError
        _lock(state.id)
        if not gathering.is_due(work, gathering.SEAL):
            raise NothingDueError
        gathering.deal_or_seal(work, now())

    _when_due(job, decide)


def end_showing(job: Job) -> None:
    """End an attempt whose shares have not all come in time."""

    def decide(state: MatchState, work: UnitOfWork) -> None:
        deal = state.deal
        if deal is None or deal.sealed is None or state.status is not Status.OPEN:
            raise NothingDueError
        shares = _shares(state)
        if shares.keys() != deal.sealed.keys() and not gathering.is_due(work, gathering.SHOW):
            raise NothingDueError
        if not gathering.show(work, shares, is_due=True):
            # The beacon is not there yet.
            raise NothingDueError

    _when_due(job, decide)


def draw_beacon(job: Job) -> None:
    """Deal with the beacon that was sealed, or end the attempt for which it did not come.

    Where a share is missing that is for whoever ends the time to show.
    """

    def decide(state: MatchState, work: UnitOfWork) -> None:
        deal = state.deal
        if deal is None or deal.sealed is None or state.status is not Status.OPEN:
            raise NothingDueError
        shares = _shares(state)
        if shares.keys() == deal.sealed.keys() and not gathering.show(work, shares, is_due=True):
            # Whoever asks the source is late, or the seals of several matches name one beacon.
            beacon_of_deal.look_again(work)
        if not work.events:
            raise NothingDueError

    _when_due(job, decide)


def _when_due(job: Job, decide: Decide) -> None:
    """Carry out what is due at a version of a match; at a later one nothing is.

    What cannot be written while the match stands there raises, so that the agenda tries again.
    """
    try:
        handle(
            job.subject,
            CommandContext(SYSTEM, f"{job.subject}:{job.kind}:{job.version}"),
            decide,
            version_alone,
            expected_version=job.version,
            not_before=job.due_at,
        )
    except NothingDueError:
        pass
    except Problem as problem:
        if problem.code not in ("version_conflict", "not_found"):
            raise
        if Match.objects.filter(id=job.subject, version=job.version).exists():
            raise
