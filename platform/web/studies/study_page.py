"""A study as its page shows it: the table at a moment, its lines, and what the author says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from msgspec import structs

from accounts import sanctions
from accounts.models import Account
from api.problems import Problem
from games import positions
from matches import remarks
from matches import selectors as matches
from matches.answers import MatchShown
from matches.services import talking
from studies import selectors
from studies.boards import Moment
from studies.events import LineMoveMade
from studies.grounds import Ground
from studies.models import Comment
from studies.selectors import Position
from studies.state import Line, StudyState
from web.games.narration import GameText, People
from web.games.registry import language
from web.games.shared_events import describe_event
from web.matches import match_page, refusals, talk
from web.matches.table import Status, TableContext, table, without_match


class Step(NamedTuple):
    """A move of the line."""

    ply: int
    words: Sequence[str]
    """What it set off, in sentences."""


class LineLink(NamedTuple):
    """A line in the list of lines."""

    number: int
    words: str
    moves: int
    is_here: bool


class CommentShown(NamedTuple):
    """A comment, and the moment that it is about."""

    id: str
    moment: Moment
    words: str
    is_here: bool


class Seat(NamedTuple):
    """A seat, as lines are begun for it."""

    seat: int
    name: str


@dataclass(frozen=True, kw_only=True)
class StudyPage:
    """What the page of a study shows."""

    id: UUID
    match: MatchShown
    """The match, or a table without one for a position that was set up by hand."""
    mine: bool
    author: UUID
    author_name: str
    silence: str
    """Why the author may not comment, in words; empty for who may."""
    needs_account: bool
    """Whether it is because the author is a guest."""
    voiceless: str
    """Why the author may not share, in words; empty for who may."""
    may_remove: bool
    """Whether the reader may remove comments: the author, and the site's staff."""
    shared: bool
    moment: Moment
    last: int
    """How many moves the line has."""
    viewer: str
    seat: int | None
    """Who is to move, where the author may make the move here."""
    status: Status
    steps: Sequence[Step]
    lines: Sequence[LineLink]
    comments: Sequence[CommentShown]
    seats: Sequence[Seat]
    leaves: int | None
    """The version of the match that the line leaves; None of a position."""
    may_change: bool
    """Whether the moment can be changed by hand into another position."""
    table: TableContext

    def context(self) -> dict[str, object]:
        """Return what the templates know by name."""
        ply = self.moment.ply
        return {
            "study": self,
            "match": self.match,
            "status": self.status,
            "in_study": True,
            "before": max(ply - 1, 0),
            "after": min(ply + 1, self.last),
            **vars(self.table),
        }


def study_page(
    study_id: UUID, account: UUID | None, *, line: int | None, ply: int | None, viewer: str | None
) -> StudyPage:
    """Return what the page of a study shows an account at a moment; raises not_found."""
    state, ground = selectors.readable(study_id, account)
    number = line if line in state.lines else max(state.lines)
    there = state.lines[number]
    last = len(there.moves)
    moment = Moment(number, last if ply is None else min(max(ply, 0), last))
    seats = ground.seats
    seen_by = None if not viewer else selectors.viewer_named(viewer, seats)
    position = selectors.position(state, ground, moment, seen_by)
    seat = position.viewer if position.viewer in position.to_act else None
    mine = state.author == account
    assert state.author is not None  # noqa: S101 - The first event says it.
    author = Account.objects.get(pk=state.author)
    me = position.viewer if position.viewer >= 0 else None
    page, people = _around(state, ground, account, me)
    silence = _refusal(talking.require_own_words, author) if mine else ""
    words = language(page.game, page.dataset)
    then = _at(page, position, me, moment)
    return StudyPage(
        id=study_id,
        match=then,
        mine=mine,
        author=author.pk,
        author_name=author.username,
        silence=silence,
        needs_account=bool(silence) and remarks.would_have_own_words(author),
        voiceless=_refusal(sanctions.require_voice, author) if mine else "",
        may_remove=mine or talk.may_remove(account),
        shared=state.shared,
        moment=moment,
        last=last,
        viewer=viewer or "",
        seat=seat if mine else None,
        status=_status(position, people),
        steps=_steps(there, words, people),
        lines=[_link(each, number) for each in state.lines.values()],
        comments=_comments(state, study_id, moment),
        seats=[Seat(each, people.name(each)) for each in range(seats)],
        leaves=None if state.match is None else _leaves(state, there),
        may_change=bool(position.to_act) and positions.offered(ground.rules.game) is not None,
        table=table(then, position.view, position.legal_moves if mine else [], people),
    )


def _refusal(require: Callable[[UUID], None], author: Account) -> str:
    try:
        require(author.pk)
    except Problem as problem:
        return refusals.words(problem)
    return ""


def _around(
    state: StudyState, ground: Ground, account: UUID | None, me: int | None
) -> tuple[MatchShown, People]:
    """Return the match and who sat there; of a position a table at which seats have numbers."""
    if state.match is None:
        return without_match(ground.rules, ground.seats, {}, ground.table.dataset), People({}, me)
    page, _recording = matches.recorded(state.match, account)
    return page, match_page.people_on(match_page.seats_of(state.match), me)


def _at(page: MatchShown, position: Position, me: int | None, moment: Moment) -> MatchShown:
    """Return the match as if it stood at this moment."""
    return structs.replace(
        page,
        clocks=[],
        clock=None,
        result=None,
        paused=None,
        seats=[structs.replace(each, left=False, away=False) for each in page.seats],
        to_act=list(position.to_act),
        status="live" if position.to_act else "finished",
        my_seat=me,
        version=moment.ply,
        view=position.view,
        legal_moves=position.legal_moves,
    )


def _status(position: Position, people: People) -> Status:
    if position.placings is not None:
        first = [seat for seat, place in enumerate(position.placings) if place == 1]
        names = people.names(first)
        return Status(_("In this line the winner is %(names)s.") % {"names": names}, False, False)
    names = people.names(position.to_act)
    mine = position.viewer in position.to_act
    return Status(_("%(names)s to move.") % {"names": names}, mine=mine, live=True)


def _steps(line: Line, words: GameText, people: People) -> list[Step]:
    return [Step(ply, _sentences(made, words, people)) for ply, made in enumerate(line.moves, 1)]


def _sentences(made: LineMoveMade, words: GameText, people: People) -> list[str]:
    found = (describe_event(words, each.type, each.data, people) for each in made.events)
    return [each for each in found if each is not None]


def _leaves(state: StudyState, line: Line) -> int | None:
    """Return the version of the match that a line leaves, or the line that it comes from."""
    while line.parent is not None:
        line = state.lines[line.parent]
    return line.at


def _link(line: Line, here: int) -> LineLink:
    if line.at == 0:
        words = _("from the position")
    elif line.parent is None:
        words = _("from event %(at)s of the match") % {"at": line.at}
    elif line.ply == 0:
        words = _("leaves line %(line)s at its start") % {"line": line.parent}
    else:
        about = {"line": line.parent, "ply": line.ply}
        words = _("leaves line %(line)s after move %(ply)s") % about
    return LineLink(line.number, words, len(line.moves), line.number == here)


def _comments(state: StudyState, study_id: UUID, moment: Moment) -> list[CommentShown]:
    found = []
    for row in Comment.objects.filter(study=study_id).order_by("id"):
        place = state.comments.get(row.pk)
        if place is not None:
            there = Moment(*place)
            found.append(CommentShown(str(row.pk), there, row.words, there == moment))
    return found
