"""Open studies, read them, go on in them."""

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.access import identity, needs, viewer
from api.idempotency import idempotent
from api.openapi import documented
from api.pagination import Page, PageQuery, page
from api.views import View
from games.messages import Message
from matches.api.request_context import PUBLIC
from matches.redaction import viewer_name
from studies import refusals, selectors, services, setting, shown
from studies.answers import PositionShown, StudyListed, StudyPosition, StudyShown
from studies.api.requests import (
    MomentQuery,
    NewComment,
    NewLine,
    NewMove,
    NewPosition,
    NewStudy,
    PositionQuery,
    Sharing,
)
from studies.boards import Moment

TAGS = ["studies"]


class MatchStudies(View):
    """Studies of a match."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Study a match.",
        request=NewStudy,
        answers={201: StudyShown},
        problems=["match_not_over", "permission_denied"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, match_id: UUID) -> Response:
        """Create a study of a finished match, with a first line starting at a version.

        Undrawn cards and tiles stay in the order of the match; dice are rolled again. Only you can
        read the study until you share it.
        """
        asked = validation.parse_body(request, NewStudy)
        me = identity(request).account_id
        made = services.open_study(account_id=me, match_id=match_id, at=asked.at, bots=asked.bots)
        return Response(shown.study(made, me), status=201)


class MatchPosition(View):
    """A moment of a match, as a position."""

    access: ClassVar = PUBLIC

    @documented(
        "Get a position of a match.",
        query=PositionQuery,
        answers={200: PositionShown},
        problems=["match_not_over"],
        tags=TAGS,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return a position of a finished match, to edit and to set up as a study.

        The position is the last decision up to the given version. It contains everything that
        chance has determined, including the cards still to come.
        """
        at = validation.parse_query(request, PositionQuery).at
        return Response(setting.of_moment(match_id, viewer(request), at))


class Studies(View):
    """All studies."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Study a custom position.",
        request=NewPosition,
        answers={201: StudyShown},
        problems=["invalid_options", "permission_denied"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Create a study of a position: hands, open cards, and whose turn it is.

        The schema in `position` of `GET /games` describes the fields for each game. Every field may
        be omitted, and `?` denotes a piece that is dealt at random, determined by `seed`. 400
        `invalid` names every impossible field.
        """
        asked = validation.parse_body(request, NewPosition)
        me = identity(request).account_id
        wanted = setting.Wanted(
            game=asked.game,
            rules=asked.rules,
            seats=asked.seats,
            options=asked.options,
            dataset=asked.dataset,
            position=asked.position,
            seed=asked.seed,
        )
        made = services.set_up(account_id=me, wanted=wanted, bots=asked.bots)
        return Response(shown.study(made, me), status=201)


class MyStudies(View):
    """One's own studies."""

    @documented("List your studies.", query=PageQuery, answers={200: Page[StudyListed]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return your studies, latest first."""
        query = validation.parse_query(request, PageQuery)
        rows = selectors.of_author(identity(request).account_id)
        return Response(page(request, query, rows, shown.listed))


class StudyDetail(View):
    """A study."""

    access: ClassVar = {**PUBLIC, "DELETE": needs("play")}

    @documented("Get a study.", answers={200: StudyShown}, tags=TAGS)
    def get(self, request: Request, study: UUID) -> Response:
        """Return the lines and comments of your own study or of a shared one.

        A shared study of a private match can be read only by those who may see the match.
        """
        return Response(shown.study(study, viewer(request)))

    @documented("Delete a study.", answers={204: None}, tags=TAGS)
    def delete(self, request: Request, study: UUID) -> Response:
        """Delete your study, including its comments."""
        services.delete(account_id=identity(request).account_id, study_id=study)
        return Response(status=204)


class Lines(View):
    """Lines of a study."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Add a line.",
        request=NewLine,
        answers={201: StudyShown},
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, study: UUID) -> Response:
        """Start another line at a version of the match or at a position of an existing line."""
        asked = validation.parse_body(request, NewLine)
        if (asked.at is None) == (asked.line is None):
            raise refusals.invalid("at", Message("give either a version of the match or a line"))
        me = identity(request).account_id
        moment = None if asked.line is None else Moment(asked.line, asked.ply)
        services.begin_line(
            account_id=me, study_id=study, at=asked.at, moment=moment, bots=asked.bots
        )
        return Response(shown.study(study, me), status=201)


class LineDetail(View):
    """A line of a study."""

    access: ClassVar = PUBLIC

    @documented(
        "Get a position of a line.",
        query=MomentQuery,
        answers={200: StudyPosition},
        tags=TAGS,
    )
    def get(self, request: Request, study: UUID, line: int) -> Response:
        """Return the position after a number of moves of a line, with the legal moves."""
        query = validation.parse_query(request, MomentQuery)
        state, ground = selectors.readable(study, viewer(request))
        found = selectors.line_of(state, Moment(line, query.ply or 0))
        ply = len(found.moves) if query.ply is None else query.ply
        named = query.viewer
        seen_by = None if named is None else selectors.viewer_named(named, ground.seats)
        there = selectors.position(state, ground, Moment(line, ply), seen_by)
        return Response(_position(Moment(line, ply), there))


class LineMoves(View):
    """The moves of a line."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Make a move in a study.",
        request=NewMove,
        answers={201: StudyPosition},
        problems=["not_your_turn", "illegal_move"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, study: UUID, line: int) -> Response:
        """Make a move or have a bot choose it; bots then play their seats in the line.

        Before the end of the line, this starts a new line: the response says which one.
        """
        asked = validation.parse_body(request, NewMove)
        me = identity(request).account_id
        came_to = services.make_move(
            account_id=me,
            study_id=study,
            moment=Moment(line, asked.ply),
            seat=asked.seat,
            move=asked.move,
        )
        state, ground = selectors.own(study, me)
        there = selectors.position(state, ground, came_to)
        return Response(_position(came_to, there), status=201)


class Comments(View):
    """Comments of a study."""

    access: ClassVar = {"POST": needs("play")}
    buckets: ClassVar = {"POST": "remark"}

    @documented(
        "Add a comment.",
        request=NewComment,
        answers={201: StudyShown},
        problems=["permission_denied"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, study: UUID) -> Response:
        """Add a comment to a position of your study, for everyone who can read the study.

        Only where the site allows free text, and not for guests and bot accounts.
        """
        asked = validation.parse_body(request, NewComment)
        me = identity(request).account_id
        moment = Moment(asked.line, asked.ply)
        services.comment(account_id=me, study_id=study, moment=moment, words=asked.words)
        return Response(shown.study(study, me), status=201)


class CommentDetail(View):
    """A comment of a study."""

    access: ClassVar = {"DELETE": needs("play")}

    @documented("Delete a comment.", answers={204: None}, tags=TAGS)
    def delete(self, request: Request, study: UUID, comment: UUID) -> Response:
        """Permanently delete a comment of your study."""
        services.remove_comment(
            account_id=identity(request).account_id, study_id=study, comment_id=comment
        )
        return Response(status=204)


class Share(View):
    """Who reads a study."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Share or unshare a study.",
        request=Sharing,
        answers={200: StudyShown},
        problems=["permission_denied"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, study: UUID) -> Response:
        """Choose whether everyone who may see the match can read your study by its link."""
        asked = validation.parse_body(request, Sharing)
        me = identity(request).account_id
        services.share(account_id=me, study_id=study, shared=asked.shared)
        return Response(shown.study(study, me))


def _position(moment: Moment, there: selectors.Position) -> StudyPosition:
    return StudyPosition(
        line=moment.line,
        ply=moment.ply,
        viewer=str(viewer_name(there.viewer)),
        to_act=list(there.to_act),
        view=there.view,
        legal_moves=there.legal_moves,
        placings=there.placings,
    )
