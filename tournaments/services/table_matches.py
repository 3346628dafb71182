"""The tables of tournaments, played as matches: opened, followed, called off."""

import json
from itertools import count
from typing import NamedTuple
from uuid import UUID

from agenda.registry import Job
from deals.services import rounds as deal_rounds
from eventstore import streams
from games import fair_draws
from matches import integration_events, sequel
from matches.events import KIND
from matches.house import house
from matches.integration_events import MatchNotice
from matches.models import Match
from matches.services import leaving, opening, seating
from matches.services.opening import Dealt
from matches.state import OVER, Status
from ratings.services.commands import by_slug
from ratings.services.settling import Ruling
from tournaments import command_handler, drawing, plans, stage_plan, wells
from tournaments.models import Table, Tournament
from tournaments.services import results, round_deals
from tournaments.state import TableState, TournamentState

REASON = "the tournament's table is no longer played"
BY_STAFF = frozenset({"report", "override"})
"""Sources of a result that is not the match's own."""
DECIDED = "the tournament's staff has decided the table"
AGREED = "the players have agreed to a draw"
OFF_FOR = frozenset({REASON, DECIDED, AGREED})
"""Why matches are called off here; one that a table waits for all the same is played anew."""


def sync_table(due: Job) -> None:
    """Open the match of a published table, or call off the match of one that is void or gone.

    Safe to run twice: a match is opened under the table's id as its key.
    """
    if due.payload:
        void_match(UUID(due.payload), _why_not_played(due.subject))
        return
    found = _wanted(due.subject)
    if found is None:
        return
    state, table = found
    if table.match is None or table.wants_match or _is_off_for_nothing(table.match):
        open_table(state, table)
    else:
        record_result(integration_events.load_notice(table.match))


def _is_off_for_nothing(match_id: UUID) -> bool:
    """Tell whether a match was called off for a decision that has been rolled back since."""
    notice = integration_events.load_notice(match_id)
    return notice.status is Status.VOID and notice.result["reason"] in OFF_FOR


def _why_not_played(table_id: UUID) -> str:
    """Return why nobody waits for the match of a table any more."""
    row = Table.objects.filter(id=table_id).only("places", "tournament_id").first()
    if row is None or row.places is None:
        return REASON
    found = command_handler.load(row.tournament_id).table(table_id)
    return AGREED if found is not None and found[1].ended == "agreed" else DECIDED


def _wanted(table_id: UUID) -> tuple[TournamentState, TableState] | None:
    """Return a table that is to be played, with its tournament.

    Nobody decides the table before the transaction ends: whoever does then knows of its match.
    """
    row = Table.objects.filter(id=table_id).values_list("tournament_id", flat=True).first()
    if row is None:
        return None
    Tournament.objects.select_for_update().filter(id=row).first()
    state = command_handler.load(row)
    found = state.table(table_id)
    if found is None or found[1].done or found[1].choosing is not None:
        return None
    return state, found[1]


def open_table(state: TournamentState, table: TableState) -> None:
    """Open a table's match, or the next of several, and note it in the tournament."""
    key, match_id, slot = _opened(state, table)
    board = _board_of(match_id)
    results.match_opened(table_id=table.id, match=match_id, slot=slot, board=board)
    for seat, number in enumerate(table.seated):
        entrant = state.entrants[number]
        seating.assign_seat(
            match_id=match_id,
            seat=seat,
            key=f"{key}-{seat}",
            bot=entrant.bot,
            account=entrant.account,
        )
    record_result(integration_events.load_notice(match_id))


class TableDeal(NamedTuple):
    """What a match is dealt from, and under which slot of the tournament."""

    slot: str
    dealt: Dealt


def _slot(state: TournamentState, table: TableState) -> TableDeal | None:
    """Return the slot of the next deal of a table; None where the tournament has no well."""
    found = state.table(table.id)
    if found is None:
        return None
    round_ = found[0]
    slot = drawing.slot(state, round_, round_.tables.index(table) + 1)
    drawn = None if slot is None else state.draws.find(slot.draw)
    if slot is None or drawn is None:
        return None
    name = fair_draws.deal_of(str(state.id), slot.name)
    secret = wells.slot_secret(state, slot.name)
    roll = round_deals.roll_of(drawn, table.seated)
    return TableDeal(slot.name, Dealt(name, secret, bytes.fromhex(drawn.value), draw_roll=roll))


def _slot_of(match_id: UUID, stream: UUID) -> str:
    """Return the slot that a match was opened in before; empty of one with a secret of its own."""
    opened = json.loads(streams.load(KIND, match_id, until=1)[0].body)
    if opened.get("shared_deal"):
        return ""
    return str(opened.get("deal", "")).removeprefix(f"{stream}/").removeprefix(str(match_id))


def _board_of(match_id: UUID) -> int | None:
    """Return which deal of its round a match plays, which is noted in that; None for its own."""
    deal = Match.objects.values_list("deal_id", flat=True).get(id=match_id)
    if deal is None:
        return None
    return deal_rounds.add_table(deal_id=deal, match=match_id)


def _opened(state: TournamentState, table: TableState) -> tuple[str, UUID, str]:
    """Open the match that comes next at a table, once, and return its key, id and slot.

    After a rollback it may be there already, and is taken up again, unless it was called off.
    """
    # A rollback to the draft keeps the ids of tables, which are dealt another deal then.
    first = f"table-{table.id}" if table.board is None else f"table-{table.id}-board-{table.board}"
    if table.counted:
        # At larger tables a bare number would be the key of a seat.
        said = "" if len(table.seats) == 2 else "match-"
        first = f"{first}-{said}{len(table.counted) + 1}"
    slot, asked = _slot(state, table), plans.match_request(state.settings, len(table.seats))
    shared = round_deals.of_table(state, table)
    for number in count(1):
        key = first if number == 1 else f"{first}-again-{number}"
        # A match that is opened again plays no deal that its players have seen.
        board = shared if number == 1 else None
        own = None if slot is None else slot.dealt
        match_id, is_there = opening.open_match(
            player=house(),
            request=(asked if board is None else board.request)._replace(rules=state.rules),
            key=key,
            fingerprint=b"",
            belongs_to=followers(state, table) | ({} if board is None else {"deal": board.deal}),
            dealt=own if board is None else board.dealt,
        )
        if integration_events.load_notice(match_id).status is not Status.VOID:
            said = "" if slot is None or board is not None else slot.slot
            return key, match_id, _slot_of(match_id, state.id) if is_there else said
    raise AssertionError


def followers(state: TournamentState, table: TableState) -> dict[str, UUID]:
    """Return whom the match belongs to: its table, and the tournament's ladder if it has one."""
    ladder = state.settings.get("ladder")
    return {"table": table.id} if ladder is None else {"table": table.id, "ladder": by_slug(ladder)}


def record_result(notice: MatchNotice) -> None:
    """Take over how a table's match has ended, if it has."""
    if notice.status not in OVER:
        return
    is_void = notice.status is Status.VOID
    results.match_ended(
        table_id=notice.belongs_to["table"],
        match=notice.match,
        places=None if is_void else notice.result["placings"],
        scores=None if is_void else notice.result["scores"],
        detail=notice.result["reason"] if is_void else "",
        is_at_limit=notice.result["reason"] == sequel.TIME_LIMIT,
        gone=[seat for seat, each in enumerate(notice.sitting) if each.is_gone],
    )


def find_ruling(table_id: UUID, match: UUID) -> Ruling | None:
    """Return how the staff has decided a table whose match is about to be rated, if it has.

    Nobody decides it meanwhile: the match's end was told to the table, which is locked since then.
    """
    row = Table.objects.filter(id=table_id).only("tournament_id", "source", "void").first()
    if row is None or not (row.void or row.source in BY_STAFF or _is_at_limit(table_id)):
        return None
    state = command_handler.load(row.tournament_id)
    found = state.table(table_id)
    if found is None or not found[1].done:
        return None
    if stage_plan.has_several(state, found[0].stage):
        return _ruling_of_several(found[1], match)
    if found[1].source == "match" and found[1].rated_places is not None:
        return None
    return Ruling(found[1].rated_places, found[1].unrated_for)


def _ruling_of_several(table: TableState, match: UUID) -> Ruling | None:
    """Return what is decided of one match of several: each that is over is rated by itself."""
    if match not in {each.match for each in table.counted}:
        return Ruling(None, "void")
    is_cut_short = table.unrated and match == table.match
    return Ruling(None, table.ended) if is_cut_short else None


def _is_at_limit(table_id: UUID) -> bool:
    """Tell whether the staff has ended the match of a table at its time limit."""
    return Match.objects.filter(table_id=table_id, result__reason=sequel.TIME_LIMIT).exists()


def void_match(match_id: UUID, reason: str = REASON) -> None:
    """Void a match that no table waits for; a match that is over stays as it is."""
    if integration_events.load_notice(match_id).status in OVER:
        return
    leaving.void(match_id=match_id, actor="system", reason=reason, key=f"off-{match_id}")
