"""How the events of tables are folded. Pure."""

from uuid import UUID

from msgspec import UNSET

from tournaments import events as e
from tournaments.folds.base import Fold, free, table_of
from tournaments.scores import with_last
from tournaments.state import CountedMatch, SeatChoice, TableState, TournamentState


def _judge_called(state: TournamentState, event: e.JudgeCalled) -> None:
    found = state.table(UUID(event.table))
    assert found is not None  # noqa: S101 - The event was judged with the table there.
    round_, table = found
    table.is_called = True
    if event.entrant is not None:
        round_.calls[event.entrant] = round_.calls.get(event.entrant, 0) + 1


def _call_answered(state: TournamentState, event: e.JudgeCallAnswered) -> None:
    table_of(state, event.table).is_called = False


def _seats_offered(state: TournamentState, event: e.SeatsOffered) -> None:
    assert state.at is not None  # noqa: S101 - An event has a moment.
    table_of(state, event.table).choosing = SeatChoice(event.order, event.seconds, state.at)


def _seat_chosen(state: TournamentState, event: e.SeatChosen) -> None:
    """Note a choice; once everybody has made one they sit down so."""
    table = table_of(state, event.table)
    choosing = table.choosing
    assert choosing is not None and state.at is not None  # noqa: S101, PT018 - As decided.
    choosing.choose(event.entrant, event.seat, state.at)
    if choosing.seats is not None:
        table.seats = choosing.seats
        table.choosing = None


def _match_opened(state: TournamentState, event: e.TableOpened) -> None:
    table = table_of(state, event.table)
    table.match = UUID(event.match)
    if event.board is UNSET:
        # A match that is opened again plays no deal that its players have seen.
        table.board = None
    else:
        board = state.boards[event.board]
        seated = {**board.seated, table.match: table.seats}
        state.boards[event.board] = board._replace(seated=seated)
    note_slot(state, event)


def _played(state: TournamentState, event: e.TablePlayed) -> None:
    table_of(state, event.table).is_played = True


def note_slot(state: TournamentState, event: e.TableOpened) -> None:
    """Note under which name of the tournament a match is dealt: no other one is."""
    if event.slot:
        draw, place, _ = event.slot.split("/")
        state.dealt[int(draw), int(place)] += 1


def _match_counted(state: TournamentState, event: e.MatchCounted) -> None:
    table = table_of(state, event.table)
    ended = CountedMatch(
        None if event.match is None else UUID(event.match),
        tuple(event.places),
        None if event.scores is None else tuple(event.scores),
    )
    if event.number:
        kept = table.counted
        table.counted = (*kept[: event.number - 1], ended, *kept[event.number :])
        return
    table.counted = (*table.counted, ended)
    if event.match is None:
        # What was reported of this match is settled; the next one is reported anew.
        _decided(table, event.reason, by_staff=False)


def _reported(state: TournamentState, event: e.ResultReported) -> None:
    table = table_of(state, event.table)
    table.reported = event
    if event.by is not None:
        table.changes[event.by] = table.changes.get(event.by, 0) + 1


def _disputed(state: TournamentState, event: e.ResultDisputed) -> None:
    table = table_of(state, event.table)
    table.disputes[event.by] = event
    table.changes[event.by] = table.changes.get(event.by, 0) + 1


def _draw_agreed(state: TournamentState, event: e.DrawAgreed) -> None:
    table = table_of(state, event.table)
    if event.lifted:
        table.agreed = ()
        return
    table.agreed = (*table.agreed, event.entrant)
    table.agreements[event.entrant] = table.agreements.get(event.entrant, 0) + 1


def _time_called(state: TournamentState, event: e.TimeCalled) -> None:
    """Note that the table is not asked for seats or agreements any more; its match tells more."""
    table_of(state, event.table).agreed = ()


def _decided(table: TableState, reason: str, *, by_staff: bool) -> None:
    """Keep why a table was decided by the staff, and end what the players talked about."""
    table.decision = reason if by_staff or table.is_disputed else ""
    table.reported = None
    table.disputes = {}
    table.changes = {}
    table.agreed = ()
    table.agreements = {}
    table.ended = ""
    table.unrated = False


def _result(state: TournamentState, event: e.ResultRecorded) -> None:
    table = table_of(state, event.table)
    table.choosing = None
    table.is_played = False
    table.places = with_last(event.places, [table.seats.index(each) for each in table.last])
    table.scores = None if event.scores is None else tuple(event.scores)
    table.source = event.source
    _decided(table, event.reason, by_staff=event.source == "override")
    table.ended = event.ended or ""
    table.unrated = event.rated is False
    table.times = 0 if event.summed else event.times or 1
    table.void = False
    table.stopped = None
    table.gone = tuple(event.gone or ())
    table.absent = tuple(event.absent or ())
    table.decided = ()
    free(state, table.seats)


def _taken_back(state: TournamentState, event: e.ResultTakenBack) -> None:
    """Have a table wait for somebody who confirms what was reported, as before."""
    table = table_of(state, event.table)
    table.places = table.scores = None
    table.source = table.decision = table.ended = ""
    table.unrated = False
    table.gone = table.absent = ()
    table.decided = ()
    table.times = 1
    table.reported = e.ResultReported(
        table=event.table, by=event.by, places=event.places, scores=event.scores
    )


def _stopped(state: TournamentState, event: e.TableStopped) -> None:
    """Have a table wait for the staff; its players can sit down elsewhere meanwhile."""
    table = table_of(state, event.table)
    table.choosing = None
    table.is_played = False
    table.stopped = {"cause": event.cause, "detail": event.detail, "awaited": event.awaited}
    free(state, table.seats)


def _tie_decided(state: TournamentState, event: e.TieDecided) -> None:
    table_of(state, event.table).decided = tuple(event.order)


def _voided(state: TournamentState, event: e.TableVoided) -> None:
    table = table_of(state, event.table)
    table.void = True
    table.is_played = False
    table.choosing = None
    table.unpaid = event.points == "none"
    table.stopped = None
    table.gone = table.absent = ()
    table.places = table.scores = None
    table.times = 1
    _decided(table, event.reason, by_staff=True)
    table.source = ""
    table.decided = ()
    free(state, table.seats)


def _replay_asked(state: TournamentState, event: e.TableReplayed) -> None:
    """Give the table a new id and no result: it is played again.

    One that came to nothing in its third match goes on with that one.
    """
    table = table_of(state, event.table)
    if table.stopped is None:
        table.counted = ()
    table.id = UUID(event.new_table)
    table.board = None
    table.is_played = False
    table.match = table.places = table.scores = table.stopped = None
    table.times = 1
    _decided(table, event.reason, by_staff=True)
    table.void = False
    table.gone = table.absent = ()
    table.source = ""
    table.decided = ()


OF_TABLES: dict[type[e.TournamentEvent], Fold] = {
    e.JudgeCalled: _judge_called,
    e.JudgeCallAnswered: _call_answered,
    e.SeatsOffered: _seats_offered,
    e.SeatChosen: _seat_chosen,
    e.TableOpened: _match_opened,
    e.TablePlayed: _played,
    e.MatchCounted: _match_counted,
    e.ResultReported: _reported,
    e.ResultDisputed: _disputed,
    e.DrawAgreed: _draw_agreed,
    e.TimeCalled: _time_called,
    e.ResultRecorded: _result,
    e.ResultTakenBack: _taken_back,
    e.TieDecided: _tie_decided,
    e.TableStopped: _stopped,
    e.TableVoided: _voided,
    e.TableReplayed: _replay_asked,
}
