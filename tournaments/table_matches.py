"""The tables of tournaments, played as matches: opened, followed, called off."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from msgspec import structs

from accounts.models import Account
from agenda.registry import Job
from api.problems import Problem
from bots import registry as bots
from eventstore import streams
from matches import integration_events
from matches.actors import Player
from matches.house import house
from matches.integration_events import MatchNotice
from matches.pubsub import publish_match_moved
from matches.services import extending, leaving, opening, seating
from matches.services.opening import Request
from matches.state import KIND, OVER, MatchState, Status
from ratings.models import Ladder, RatedMatch, RatingChange
from ratings.services import corrections
from ratings.services.commands import AdminCommand, by_slug, new_key
from tournaments import command_handler, plans, ports
from tournaments.models import Table
from tournaments.ports import Correction, Extension
from tournaments.services import results
from tournaments.state import EntrantState, TableState, TournamentState

STARTED, VOIDED = "match_started", "match_voided"
REASON_CORRECTED = "put right by the staff of the tournament"
REASON = "the tournament's table is no longer played"


def sync_table(due: Job) -> None:
    """Open the match of a published table, or call off the match of one that is void or gone.

    Safe to run twice: a match is opened under the table's id as its key.
    """
    if due.payload:
        void_match(UUID(due.payload))
        return
    found = _wanted(due.subject)
    if found is None:
        return
    state, table = found
    if table.match is None:
        open_table(state, table)
    else:
        _take_over(integration_events.load_notice(table.match))


def _wanted(table_id: UUID) -> tuple[TournamentState, TableState] | None:
    """Return a table that is to be played, with its tournament."""
    row = Table.objects.filter(id=table_id).values_list("tournament_id", flat=True).first()
    if row is None:
        return None
    state = command_handler.load(row)
    found = state.table(table_id)
    if found is None or found[1].done:
        return None
    return state, found[1]


def open_table(state: TournamentState, table: TableState) -> None:
    """Open a table's match, its players on their seats, and note it in the tournament."""
    opener = house()
    key = f"table-{table.id}"
    match_id, _ = opening.open_match(
        player=opener,
        request=request(state.settings, len(table.seats))._replace(rules=state.rules),
        key=key,
        fingerprint=b"",
        belongs_to=followers(state, table),
    )
    results.match_opened(table_id=table.id, match=match_id)
    for seat, number in enumerate(table.seats):
        sit(match_id, opener, state.entrants[number], f"{key}-{seat}", seat)
    told = integration_events.load_notice(match_id)
    if told.status in OVER:
        _take_over(told)


def followers(state: TournamentState, table: TableState) -> dict[str, UUID]:
    """Return whom the match belongs to: its table, and the tournament's ladder if it has one."""
    ladder = state.settings.get("ladder")
    return {"table": table.id} if ladder is None else {"table": table.id, "ladder": by_slug(ladder)}


def sit(match_id: UUID, opener: Player, entrant: EntrantState, key: str, seat: int) -> None:
    """Put an entrant on the seat of its pairing: a bot, or a person who need not be there."""
    if entrant.bot is not None:
        seating.seat_bot(
            match_id=match_id,
            player=opener,
            bot=entrant.bot,
            key=key,
            fingerprint=b"",
            seat=seat,
        )
        return
    account = Account.objects.get(id=entrant.account or UUID(int=0))
    seating.take_seat(
        match_id=match_id,
        player=Player(account.pk, account.username),
        key=key,
        fingerprint=b"",
        seat=seat,
    )


def request(settings: Mapping[str, Any], seats: int) -> Request:
    """Return the match that a tournament's settings ask for."""
    return Request(
        game=settings["game"],
        seats=seats,
        options=settings["options"],
        clock=settings["clock"],
        on_timeout=plans.on_timeout(settings),
        visibility=settings["visibility"],
        vacations=not plans.has_deadline(settings),
    )


def record_result(told: MatchNotice) -> None:
    """Take over how a table's match has ended."""
    if told.status in OVER:
        _take_over(told)


def _take_over(told: MatchNotice) -> None:
    if told.status not in OVER:
        return
    is_void = told.status is Status.VOID
    results.match_ended(
        table_id=told.belongs_to["table"],
        match=told.match,
        places=None if is_void else told.result["placings"],
        scores=None if is_void else told.result["scores"],
        detail=told.result["reason"] if is_void else "",
        gone=[seat for seat, each in enumerate(told.sitting) if each.is_gone],
    )


def void_match(match_id: UUID) -> None:
    """Void a match that no table waits for; a match that is over stays as it is."""
    if integration_events.load_notice(match_id).status in OVER:
        return
    leaving.void(match_id=match_id, actor="system", reason=REASON, key=f"off-{match_id}")


def check_match(settings: Mapping[str, Any], seats: int) -> None:
    """Raise Problem when a tournament's matches could not be opened with that many seats."""
    opening.complete(request(settings, seats))


def check_bot(bot: str, game: str) -> None:
    """Raise Problem when no such bot plays the game."""
    known = [each.id for each in bots.bots_for(game)]
    if bot not in known:
        raise Problem("invalid", f"bot: must be {' or '.join(known)}, not {bot}")


def check_ladder(slug: str, game: str) -> None:
    """Raise Problem when there is no such ladder of the game."""
    if not Ladder.objects.filter(slug=slug, game=game).exists():
        raise Problem("invalid", f"ladder: there is no ladder {slug} for {game}")


def correct_rating(
    correction: Correction, actor: str, reason: str, dry_run: bool
) -> dict[str, Any] | None:
    """Rate a match anew, or annul it, on its ladder; None when it does not count there so."""
    row = RatedMatch.objects.filter(match=correction.match, status="rated").first()
    if row is None:
        return None
    places = correction.places
    changes = RatingChange.objects.filter(ladder=row.ladder_id, match=correction.match)
    if places == list(changes.order_by("seat").values_list("place", flat=True)):
        return None
    order = AdminCommand(actor, reason or REASON_CORRECTED, new_key(), dry_run)
    ladder, match = row.ladder_id, row.match
    told = (
        corrections.annul(ladder_id=ladder, match_id=match, order=order)
        if places is None
        else corrections.correct(ladder_id=ladder, match_id=match, places=places, order=order)
    )
    return structs.asdict(told)


def extend_clock(more: Extension) -> None:
    """Give the players of a match more time."""
    extending.extend(match_id=more.match, seconds=more.seconds, reason=more.reason, key=more.key)


def is_untouched(match_id: UUID) -> bool:
    """Return whether nobody has done anything in a match since it began.

    What a command adds after its first event carries no key, so a key is a later command's.
    """
    events = streams.load(KIND, match_id)
    begun = next((event.version for event in events if event.type == STARTED), len(events))
    return not any(event.key for event in events[begun:])


def awaited(match_id: UUID) -> list[int]:
    """Return the seats whose people are to decide, or were when the match was called off."""
    events = streams.load(KIND, match_id)
    end = next((at for at, event in enumerate(events) if event.type == VOIDED), len(events))
    state = MatchState(match_id).fold(events[:end])
    return [seat for seat in state.acting if state.is_awaited(seat)]


LENT = ports.Ports(
    check_match,
    check_bot,
    check_ladder,
    correct_rating,
    publish_match_moved,
    extend_clock,
    is_untouched,
    awaited,
)
"""What tournaments may use of the platform."""
