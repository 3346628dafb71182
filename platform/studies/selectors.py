"""Read studies, as far as somebody may. Selectors read; they never write."""

from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from eventstore import streams
from games.core import ALL, PUBLIC
from games.messages import Message
from matches import redaction
from matches import selectors as matches
from matches.recordings import Recording
from matches.state import Data, Status
from studies import boards, grounds, refusals
from studies.aggregate import STUDY
from studies.boards import Moment
from studies.events import KIND
from studies.grounds import Ground
from studies.models import Study
from studies.state import Line, StudyState


def finished(match_id: UUID, account: UUID | None) -> Recording:
    """Return the history of a match that may be studied: all of it is open to the account.

    Raises not_found and match_not_over.
    """
    _page, recording = matches.recorded(match_id, account)
    head = recording.head
    if head.status is not Status.FINISHED or redaction.viewer_of(head, account) != ALL:
        raise refusals.not_finished()
    return recording


def readable(study_id: UUID, account: UUID | None) -> tuple[StudyState, Ground]:
    """Return a study that the account may read, and what its lines leave; raises not_found.

    Its author may, and where it is shared everybody, as long as the author's account is open;
    one of a match only who may see the match.
    """
    row = Study.objects.filter(pk=study_id, deleted=False).select_related("author").first()
    if row is None or not (row.author_id == account or (row.shared and row.author.is_active)):
        raise refusals.not_found()
    recording = None if row.match_id is None else finished(row.match_id, account)
    state = STUDY.fold(study_id, streams.load(KIND, study_id))
    return state, ground_of(state, recording)


def ground_of(state: StudyState, recording: Recording | None) -> Ground:
    """Return what the lines of a study leave, given the history of its match, if it has one."""
    if recording is not None:
        return grounds.of_match(recording)
    assert state.position is not None  # noqa: S101 - A study is of the one or the other.
    return grounds.of_position(state.position)


def own(study_id: UUID, account: UUID) -> tuple[StudyState, Ground]:
    """Return a study of the account's own; raises not_found."""
    state, ground = readable(study_id, account)
    if state.author != account:
        raise refusals.not_found()
    return state, ground


def require_own(study_id: UUID, account: UUID) -> None:
    """Raise not_found for a study that is not the account's own, before anything else is done."""
    if not Study.objects.filter(pk=study_id, author=account, deleted=False).exists():
        raise refusals.not_found()


def of_author(account: UUID) -> QuerySet[Study]:
    """Return an account's studies, the latest first."""
    rows = Study.objects.filter(author=account, deleted=False).select_related("match")
    return rows.order_by("-id")


def line_of(state: StudyState, moment: Moment) -> Line:
    """Return the line of a moment; raises not_found where it has none such."""
    line = state.lines.get(moment.line)
    if line is None or not 0 <= moment.ply <= len(line.moves):
        raise refusals.no_line()
    return line


class Position(NamedTuple):
    """The table at a moment, as somebody looks at it."""

    viewer: int
    to_act: tuple[int, ...]
    view: Data
    legal_moves: list[Data]
    """Of the viewer."""
    placings: list[int] | None
    """Where the game is over in the line."""


def position(
    state: StudyState, ground: Ground, moment: Moment, viewer: int | None = None
) -> Position:
    """Return the table at a moment of a study; by default as the seat sees it that is to move."""
    line = line_of(state, moment)
    rules = ground.rules
    game = boards.board(ground, state, line, moment.ply)
    acting = rules.to_act(game)
    seen_by = viewer if viewer is not None else acting[0] if acting else ALL
    outcome = rules.outcome(game)
    return Position(
        viewer=seen_by,
        to_act=tuple(acting),
        view=rules.view(game, seen_by),
        legal_moves=[
            rules.move_data(game, seen_by, move) for move in rules.legal_moves(game, seen_by)
        ]
        if seen_by in acting
        else [],
        placings=None if outcome is None else list(outcome.placings),
    )


def viewer_named(name: str, seats: int) -> int:
    """Return the viewer of a name: `public`, `all` or a seat; raises invalid."""
    named = {"public": PUBLIC, "all": ALL, **{str(seat): seat for seat in range(seats)}}
    if name not in named:
        text = Message("must be public, all or a seat from 0 to %(most)s", most=seats - 1)
        raise refusals.invalid("viewer", text)
    return named[name]
