"""Who is asked for a share of the next draw, and what they have promised and shown.

Entrants are asked as soon as they wait for a draw, so that none has to be waited for once the staff
asks for it: before the start, and between two rounds while no table of theirs is being played.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from eventstore.canonical import format_timestamp
from eventstore.projections import Projection, Row
from matches import deals
from matches.account_news import Further
from matches.answers import ChanceAsked
from matches.models import Presence, RollRecord
from tournaments import drawing, stage_plan
from tournaments.answers import DrawChance
from tournaments.models import DrawAsk, DrawShare
from tournaments.record import Entrant
from tournaments.state import Status, TournamentState

FRESH = timedelta(seconds=30)
"""How long whoever has promised, or was seen, counts as there."""
ASKS_BEFORE = frozenset({Status.ENTRY, Status.CLOSED, Status.CHECKIN})
"""Before the start seeds and lots are drawn."""


class Ask(NamedTuple):
    """What a draw asks of one entrant."""

    account: UUID
    tournament: UUID
    slug: str
    entrant: Entrant
    draw: int
    attempt: int
    commitment: str
    bind: str
    seal: str
    until: datetime | None
    is_soon: bool
    promised: str
    """What is kept as their promise, in hexadecimal; empty without one."""
    is_shown: bool

    @property
    def deal(self) -> str:
        """The name of the draw, as promises and seals have it."""
        return drawing.deal_name(self.tournament, self.draw)

    @property
    def chance(self) -> ChanceAsked:
        """What is asked for, as clients know it from deals."""
        return ChanceAsked(
            deal=self.deal,
            bind=self.bind,
            attempt=self.attempt,
            step="show" if self.seal else "promise",
            expected=[self.entrant],
            until=None if self.until is None else format_timestamp(self.until),
            seal=self.seal or None,
        )


ASKS = """
    SELECT e.account_id, a.tournament_id, t.slug, e.number, a.draw, a.attempt, a.commitment,
        a.bind, a.seal, a.until, a.is_soon, coalesce(encode(s.promise, 'hex'), ''),
        s.share IS NOT NULL
    FROM tournaments_entrant e
    JOIN tournaments_drawask a
        ON a.tournament_id = e.tournament_id AND e.number = ANY(a.entrants)
    JOIN tournaments_tournament t ON t.id = a.tournament_id
    LEFT JOIN tournaments_drawshare s ON s.tournament_id = a.tournament_id
        AND s.entrant = e.number AND s.draw = a.draw AND s.attempt = a.attempt
        AND s.account_id = e.account_id
    WHERE e.account_id = ANY(%s) AND (a.seal <> '' OR NOT EXISTS (
        SELECT FROM matches_rollrecord r
        WHERE r.account_id = e.account_id AND r.kept_off_until > now()
    ))
    ORDER BY a.tournament_id
"""
"""Who is kept off rolls is asked for no promise: it would come to nothing, as if left out."""


def asks_of(accounts: Sequence[UUID]) -> list[Ask]:
    """Return what draws ask of some accounts, by one query."""
    with connection.cursor() as cursor:
        cursor.execute(ASKS, [list(accounts)])
        return [Ask(*row) for row in cursor.fetchall()]


def news_of(accounts: Sequence[UUID]) -> list[Further]:
    """Return the lines of their own streams that tell some accounts what draws ask of them."""
    return [
        Further(
            each.account,
            (each.tournament, each.draw, each.attempt, each.seal),
            DrawChance(
                tournament=each.slug,
                draw=each.draw,
                my_entrant=each.entrant,
                commitment=each.commitment,
                chance=each.chance,
            ),
        )
        for each in asks_of(accounts)
    ]


def expected(state: TournamentState) -> list[Entrant]:
    """Return whom the next draw asks for a promise or a share, by number."""
    draws = state.draws
    if draws.chain is None or draws.is_revealed:
        return []
    return sorted(_waiting(state)) if draws.running is None else draws.running.expected


def asked(state: TournamentState) -> Iterator[Row]:
    """Yield the one row of what the next draw asks for; none where nobody is asked."""
    entrants, draws = tuple(expected(state)), state.draws
    if not entrants:
        return
    about = (draws.count + 1, draws.last_link, entrants)
    if draws.running is None:
        yield (*about, 1, "", "", None, state.status is not Status.ENTRY)
        return
    deal = draws.running.deal
    note = deals.note(drawing.seal(state, deal.bind).text, deal.signature)
    seal = "" if deal.sealed is None else note
    yield (*about, deal.attempt, deal.bind.hex(), seal, draws.running.due_at, True)


ASKS_OF_DRAWS = Projection(
    DrawAsk,
    "tournament_id",
    (),
    ("draw", "commitment", "entrants", "attempt", "bind", "seal", "until", "is_soon"),
    asked,
)
"""What entrants have promised and shown (`DrawShare`) follows from no event: it has no rebuild."""


def _waiting(state: TournamentState) -> Iterator[Entrant]:
    """Yield the entrants who wait for a draw that could come next."""
    if state.status is Status.RUNNING:
        stage = state.stage
        is_on = stage is not None and not state.paused
        if not is_on or stage_plan.format_of(state, len(state.stages) - 1).continuous:
            return
    elif state.status not in ASKS_BEFORE:
        return
    playing = {
        each
        for round_, table in state.tables()
        if round_.published and table.is_open
        for each in table.seats
    }
    for number in state.present:
        entrant = state.entrants[number]
        if entrant.account is not None and entrant.bot is None and number not in playing:
            yield number


def promised(state: TournamentState, now: datetime) -> dict[Entrant, bytes]:
    """Return what those have promised who are there and may be on the roll, by entrant.

    The tournament's row is locked, as it is by those who promise.
    """
    running = state.draws.running
    if running is None:
        attempt, asked = 1, {*_waiting(state)}
    else:
        attempt, asked = running.deal.attempt, running.awaited
    if not asked:
        return {}
    rows = DrawShare.objects.filter(
        tournament=state.id, draw=state.draws.count + 1, attempt=attempt, entrant__in=asked
    )
    owner = {number: state.entrants[number].account for number in asked}
    found = [row for row in rows if row.account_id == owner[row.entrant]]
    if not found:
        return {}
    accounts = [row.account_id for row in found]
    here, kept_off = _here(accounts, now), _kept_off(accounts, now)
    return {
        row.entrant: bytes(row.promise)
        for row in found
        if row.account_id not in kept_off and (row.account_id in here or row.at >= now - FRESH)
    }


def _here(accounts: Sequence[UUID], now: datetime) -> set[UUID]:
    """Return who of some accounts was seen a moment ago."""
    seen = Presence.objects.filter(account__in=accounts, seen_at__gte=now - FRESH)
    return set(seen.values_list("account", flat=True))


def _kept_off(accounts: Sequence[UUID], now: datetime) -> set[UUID]:
    """Return who of some accounts may be on no roll for now, having withheld too many shares."""
    found = RollRecord.objects.filter(account__in=accounts, kept_off_until__gt=now)
    return set(found.values_list("account", flat=True))


def shares(state: TournamentState) -> Mapping[Entrant, bytes]:
    """Return the shares that are there of the attempt that is sealed, by entrant."""
    running = state.draws.running
    if running is None or running.deal.sealed is None:
        return {}
    rows = DrawShare.objects.filter(
        tournament=state.id,
        draw=running.asked.draw,
        attempt=running.deal.attempt,
        share__isnull=False,
    )
    return {
        row.entrant: bytes(row.share or b"") for row in rows if row.entrant in running.deal.sealed
    }


def missing(state: TournamentState) -> list[Entrant]:
    """Return for whose share a draw still waits, or for whose next promise; nobody without one."""
    running = state.draws.running
    if running is None or not running.expected:
        return []
    there = shares(state)
    left = [each for each in running.expected if each not in there]
    # With the last share a draw without a beacon is made: it waits for nothing else.
    return left if left or running.deal.named is not None else running.expected


def forget(state: TournamentState) -> None:
    """Forget what was promised for the draws that are made."""
    DrawShare.objects.filter(tournament=state.id, draw__lte=state.draws.count).delete()


def erase(*, account_id: UUID) -> None:
    """Forget what an account has promised and shown."""
    DrawShare.objects.filter(account=account_id).delete()
