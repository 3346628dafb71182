"""What entrants' clients do for the chance of a draw: they promise a share, and show it.

A draw that was sealed goes on by itself: with the last share and its beacon, or when time is up.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from msgspec import UNSET, structs

from agenda import heartbeat
from agenda import sql as agenda
from agenda.registry import Job
from api.problems import Problem
from beacons.waiting import Settled
from eventstore.canonical import format_timestamp
from games import fair_draws
from games.messages import Message
from matches import deals, metrics, refusals, signing
from matches.answers import ChanceStanding
from tournaments import draw_beacons, drawing, rolls
from tournaments import events as e
from tournaments.aggregate import DRAW_SHARES
from tournaments.command_handler import CommandResult, find, handle, require_visible
from tournaments.models import DrawAsk, DrawShare, Entrant, Tournament
from tournaments.services import lifecycle, pairing, rounds
from tournaments.state import DrawInProgress, TournamentState
from tournaments.unit_of_work import PLATFORM, Principal, UnitOfWork

UNWRITTEN = frozenset({"version_conflict", "not_found", "server_error", "unavailable"})
"""Refusals of the store, after which the same is tried again."""


class Part(NamedTuple):
    """What a draw asks of somebody."""

    ask: DrawAsk
    entrant: int
    account: UUID


def promise(
    *, slug: str, who: Principal, draw: int, attempt: int, promise: bytes
) -> ChanceStanding:
    """Note what an entrant has promised; until the seal a newer promise replaces it.

    Raises Problem: no such draw, another attempt, sealed already, not asked.
    """
    with _asked(slug, who, draw) as part:
        ask = part.ask
        _require_attempt(ask, attempt)
        sealed = _promises(ask)
        if sealed is not None and sealed.get(part.entrant) != promise:
            raise refusals.already_sealed()
        if sealed is None:
            DrawShare.objects.update_or_create(
                tournament_id=ask.tournament_id,
                entrant=part.entrant,
                defaults={
                    "account_id": part.account,
                    "draw": draw,
                    "attempt": attempt,
                    "promise": promise,
                    "share": None,
                    "at": datetime.now(UTC),
                },
            )
    if ask.until is not None:
        go_on(slug)
    return standing(ask)


def show(*, slug: str, who: Principal, draw: int, attempt: int, share: bytes) -> ChanceStanding:
    """Note the share of an entrant; with the last one the draw is made.

    Raises Problem: no such draw, another attempt, not on the roll, another share than was promised.
    """
    with _asked(slug, who, draw) as part:
        ask = part.ask
        _require_attempt(ask, attempt)
        sealed = _promises(ask) or {}
        if part.entrant not in sealed:
            raise refusals.not_on_roll()
        name = drawing.deal_name(ask.tournament_id, draw)
        if fair_draws.promise(name, attempt, part.entrant, share) != sealed[part.entrant]:
            raise refusals.share_mismatch()
        rows = DrawShare.objects.filter(tournament=ask.tournament_id, draw=draw, attempt=attempt)
        rows.filter(entrant=part.entrant).update(share=share)
        is_last = rows.filter(share__isnull=False).count() >= len(sealed)
    if is_last:
        go_on(slug)
    return standing(ask)


@contextmanager
def _asked(slug: str, who: Principal, draw: int) -> Iterator[Part]:
    """Hold a tournament whose draw asks something of somebody, so that nobody draws meanwhile."""
    require_visible(find(slug), who)
    with transaction.atomic():
        row = Tournament.objects.select_for_update().get(slug=slug)
        ask = DrawAsk.objects.filter(tournament=row, draw=draw).first()
        if ask is None or who.account is None:
            raise refusals.not_on_roll()
        own = Entrant.objects.filter(tournament=row, account=who.account, number__in=ask.entrants)
        number = own.values_list("number", flat=True).first()
        if number is None:
            raise refusals.not_on_roll()
        yield Part(ask, number, who.account)


def _require_attempt(ask: DrawAsk, attempt: int) -> None:
    if attempt != ask.attempt:
        text = Message("must be %(attempt)s, the attempt that runs", attempt=ask.attempt)
        raise refusals.invalid("attempt", text)


def _promises(ask: DrawAsk) -> Mapping[int, bytes] | None:
    """Return what is on the roll, by entrant; None until it is sealed."""
    return fair_draws.promises_of(ask.seal) if ask.seal else None


def standing(asked: DrawAsk) -> ChanceStanding:
    """Return how far the chance of a draw has come; of one that is made, that nothing waits."""
    ask = DrawAsk.objects.filter(tournament=asked.tournament_id, draw=asked.draw).first()
    if ask is None:
        return ChanceStanding(attempt=asked.attempt, until=None, expected=[], seal=None)
    rows = DrawShare.objects.filter(
        tournament=ask.tournament_id, draw=ask.draw, attempt=ask.attempt
    )
    if ask.seal:
        rows = rows.filter(share__isnull=False)
    done = set(rows.values_list("entrant", flat=True))
    return ChanceStanding(
        attempt=ask.attempt,
        until=None if ask.until is None else format_timestamp(ask.until),
        expected=[each for each in ask.entrants if each not in done],
        seal=ask.seal or None,
    )


# How a draw goes on.


def look_at_draw(job: Job) -> None:
    """Go on with a draw whose time to show, or to promise afresh, is up."""
    state = _go_on_by(job)
    if state is None or (running := state.draws.running) is None:
        return
    if running.deal.sealed is None or _missing(running, rolls.shares(state)):
        due_at = due(running)
        agenda.schedule(kind=DRAW_SHARES, subject=state.id, due_at=due_at, version=state.version)


def look_at_beacon(job: Job) -> None:
    """Make a draw with the beacon that was sealed, or end the attempt for which it did not come.

    Where a share is missing that is for whoever ends the time to show.
    """
    state = _go_on_by(job)
    if state is None or (running := state.draws.running) is None:
        return
    if running.deal.named == job.payload:
        # Whoever asks the source is late, or the seals of several draws name one beacon.
        draw_beacons.look_again(state, datetime.now(UTC))


def _go_on_by(job: Job) -> TournamentState | None:
    slug = Tournament.objects.filter(id=job.subject).values_list("slug", flat=True).first()
    if slug is None:
        return None
    return go_on(slug, at=max(job.due_at, datetime.now(UTC))).state


def _missing(running: DrawInProgress, shares: Mapping[int, bytes]) -> list[int]:
    """Return the entrants on the roll whose share is not there."""
    return sorted((running.deal.sealed or {}).keys() - shares.keys())


def due(running: DrawInProgress) -> datetime:
    """Return when the time of a step is up: after an outage it begins anew."""
    until = running.due_at
    outages = heartbeat.outages_since(until - deals.SHOW)
    return max(until, outages[-1].ended_at + deals.SHOW) if outages else until


def go_on(slug: str, at: datetime | None = None) -> CommandResult:
    """Carry out what a promise, a share or the time has made possible for a draw, if anything."""
    done = _carry(slug, at)
    running = done.state.draws.running
    if running is not None and running.deal.sealed is None and not running.awaited:
        # An attempt is over, and nobody has to promise afresh.
        return _carry(slug, at)
    return done


def _carry(slug: str, at: datetime | None) -> CommandResult:
    try:
        return handle(slug=slug, who=PLATFORM, decide=_go_on, at=at)
    except Problem as problem:
        if problem.code in UNWRITTEN:
            raise
    # What was sealed cannot be drawn from this value: it counts as drawn, and nothing follows.
    return handle(slug=slug, who=PLATFORM, decide=_show_alone, at=at)


def _go_on(work: UnitOfWork) -> None:
    running = work.state.draws.running
    if running is None:
        return
    work.context = structs.replace(work.context, reason=running.asked.reason)
    is_due = work.at >= due(running)
    if running.deal.sealed is None:
        _seal_again(work, running, is_due=is_due)
        return
    shares = rolls.shares(work.state)
    missing = _missing(running, shares)
    if missing and is_due:
        _refuse(work, running, shares, missing)
    elif not missing and running.deal.named is None:
        _make(work, running, shares)
    elif not missing and (beacon := draw_beacons.settled(running, work.at)) is not None:
        _go_on_with(work, running, shares, beacon)


def _refuse(
    work: UnitOfWork,
    running: DrawInProgress,
    shares: Mapping[int, bytes],
    withheld: list[int],
) -> None:
    """End an attempt for which shares are missing, or the beacon, and seal the next if one may.

    Where nobody has to promise afresh that is for the next command: what is made there may turn out
    not to be drawable, and this attempt is over all the same.
    """
    shown = [e.EntrantShare(each, share.hex()) for each, share in sorted(shares.items())]
    work.add(
        e.DrawRefused(
            draw=running.asked.draw,
            attempt=running.deal.attempt,
            shares=shown,
            withheld=withheld,
            beacon=UNSET if withheld else None,
        )
    )
    if running.awaited:
        _seal_again(work, running, is_due=False)


def _go_on_with(
    work: UnitOfWork, running: DrawInProgress, shares: Mapping[int, bytes], beacon: Settled
) -> None:
    """Make a draw whose beacon is settled; where that did not come, another attempt has none."""
    work.beacon_value = beacon.value
    if beacon.value is not None:
        _make(work, running, shares)
        return
    work.also.append(metrics.BEACONS_MISSED.inc)
    _refuse(work, running, shares, [])


def _seal_again(work: UnitOfWork, running: DrawInProgress, *, is_due: bool) -> None:
    """Seal the next attempt once all have promised afresh, or time is up for those who have not.

    Where nobody is left whose share is awaited, and no beacon, the draw is made without any.
    """
    there = rolls.promised(work.state, work.at)
    if running.awaited - there.keys() and not is_due:
        return
    beacon = draw_beacons.first(work)
    if there or beacon is not None:
        work.add(drawing.sealing_again(work.state, there, beacon, signing.sign))
    else:
        _make(work, running, {})


def _make(work: UnitOfWork, running: DrawInProgress, shares: Mapping[int, bytes]) -> None:
    """Make a draw, and what is drawn by it."""
    work.shares = shares
    asked, state = running.asked, work.state
    match asked.kind:
        case "pairing" if asked.publishes is True:
            rounds.start_next_step(work)
        case "pairing":
            pairing.pair_next(work)
        case "repair":
            round_ = state.rounds[(asked.round or 0) - 1]
            rounds.repair_draft(work, round_, asked.pinned or ())
        case "seeds":
            lifecycle.draw_seeds(work, asked.method or "", asked.series or None)
        case "lots":
            lifecycle.draw_lots(work)
        case "deal":
            pairing.publish_draft(work, asked.round or 0)


def _show_alone(work: UnitOfWork) -> None:
    running = work.state.draws.running
    if running is None:
        return
    work.context = structs.replace(work.context, reason=running.asked.reason)
    sealed = running.deal.sealed or {}
    work.shares = {
        each: share for each, share in rolls.shares(work.state).items() if each in sealed
    }
    found = draw_beacons.settled(running, work.at)
    work.beacon_value = None if found is None else found.value
    work.draw_alone(drawing.sealed_occasion(work.state, running.asked))
