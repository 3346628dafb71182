"""What entrants' clients do for the chance of a draw: they promise a share, and show it.

A draw that was sealed goes on by itself: with the last share, or when time is up.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from msgspec import structs

from agenda import heartbeat
from agenda import sql as agenda
from agenda.registry import Job
from api.problems import Problem
from eventstore.canonical import format_timestamp
from games import fair_draws
from games.messages import Message
from matches import deals, refusals, signing
from matches.answers import ChanceStanding
from tournaments import drawing, rolls
from tournaments import events as e
from tournaments.aggregate import DRAW_SHARES
from tournaments.command_handler import CommandResult, find, handle, require_visible
from tournaments.models import DrawAsk, DrawShare, Entrant, Tournament
from tournaments.services import lifecycle, pairing, rounds
from tournaments.state import DrawInProgress
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
    slug = Tournament.objects.filter(id=job.subject).values_list("slug", flat=True).first()
    if slug is None:
        return
    state = go_on(slug, at=max(job.due_at, datetime.now(UTC))).state
    if (running := state.draws.running) is not None:
        due_at = due(running)
        agenda.schedule(kind=DRAW_SHARES, subject=state.id, due_at=due_at, version=state.version)


def due(running: DrawInProgress) -> datetime:
    """Return when the time of a step is up: after an outage it begins anew."""
    until = running.due_at
    outages = heartbeat.outages_since(until - deals.SHOW)
    return max(until, outages[-1].ended_at + deals.SHOW) if outages else until


def go_on(slug: str, at: datetime | None = None) -> CommandResult:
    """Carry out what a promise, a share or the time has made possible for a draw, if anything."""
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
    missing = sorted(running.deal.sealed.keys() - shares.keys())
    if not missing:
        _make(work, running, shares)
    elif is_due:
        shown = [e.EntrantShare(each, share.hex()) for each, share in sorted(shares.items())]
        asked, attempt = running.asked, running.deal.attempt
        work.add(e.DrawRefused(draw=asked.draw, attempt=attempt, shares=shown, withheld=missing))
        _seal_again(work, running, is_due=False)


def _seal_again(work: UnitOfWork, running: DrawInProgress, *, is_due: bool) -> None:
    """Seal the next attempt once all have promised afresh, or time is up for those who have not.

    Where nobody is left whose share is awaited, the draw is made without any.
    """
    there = rolls.promised(work.state, work.at)
    if running.awaited - there.keys() and not is_due:
        return
    if there:
        work.add(drawing.sealing_again(work.state, there, signing.sign))
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
    work.draw_alone(drawing.sealed_occasion(work.state, running.asked))
