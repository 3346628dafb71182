"""The views of matches, thin: each parses, calls one service or selector, and answers."""

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from django.http import HttpResponse, StreamingHttpResponse
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import idempotency, shapes
from accounts.api import Anybody, View
from accounts.authentication import identity, identity_or_none, needs
from accounts.openapi import Text, documented
from accounts.pagination import Page, page
from accounts.problems import Problem
from matches import logs, selectors
from matches.actors import Player
from matches.api import moves
from matches.api.answers import (
    Events,
    MatchListed,
    MatchShown,
    Moved,
    PauseVotes,
    Proof,
    Replay,
    Votes,
)
from matches.api.requests import (
    Ask,
    MatchQuery,
    Move,
    NewMatch,
    PauseMatch,
    ReplayQuery,
    SinceQuery,
    TakeSeat,
    ViewerQuery,
)
from matches.door import Answer
from matches.services import leaving, opening, pausing, seating

PLAY = needs("play", "bot")
TAGS = ("matches",)
REFUSALS = ("seat_not_yours", "match_over", "version_conflict", "permission_denied")


def viewer(request: Request) -> UUID | None:
    """Return the account that looks on; None for a stranger."""
    found = identity_or_none(request)
    return None if found is None else found.account_id


def player(request: Request) -> Player:
    """Return the account that acts."""
    found = identity(request)
    return Player(found.account_id, found.username, found.token_digest)


def command(request: Request, content: object) -> dict[str, Any]:
    """Return who acts, with which key, and the request's digest, as services take them."""
    key = idempotency.key_of(request) or opening.new_key()
    mark = idempotency.fingerprint(request, content)
    return {"player": player(request), "key": key, "fingerprint": mark}


def answered(answer: Answer, status: int = 200) -> Response:
    """Return a command's answer, marked when it is a repeated one."""
    response = Response(answer.body, status=status)
    if answer.replayed:
        response[idempotency.REPLAYED] = "true"
    return response


PUBLIC: Mapping[str, type[BasePermission]] = {"GET": Anybody}
"""Strangers may read too, as far as a match is public."""
PLAYERS: Mapping[str, type[BasePermission]] = {"GET": Anybody, "POST": PLAY, "DELETE": PLAY}
"""Everybody may read; players and programs act."""
ORGANISED: Mapping[str, type[BasePermission]] = {
    "POST": needs("play", "bot", *sorted(pausing.ORGANISERS))
}
"""Players and programs act, and whoever organises."""


def ask_nothing(request: Request) -> None:
    """Raise Problem unless the body is empty, or an empty object."""
    shapes.body(request, Ask)


class Matches(View):
    """The matches that there are, and new ones."""

    access: ClassVar = PLAYERS

    @documented("List matches.", query=MatchQuery, answers={200: Page[MatchListed]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Newest first: public ones, and those that you opened or play in."""
        query = shapes.query(request, MatchQuery)
        rows = selectors.listed(
            viewer(request), game=query.game, status=query.status, player=query.player
        )
        return Response(page(request, query, rows, selectors.list_row))

    @documented(
        "Open a match.",
        request=NewMatch,
        answers={201: MatchShown},
        problems=(
            "invalid_options",
            "not_found",
            "entry_closed",
            "entry_not_eligible",
            "bots_not_allowed",
        ),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        """Whoever opens a match sits down, or puts bots down, with `POST …/seats`."""
        asked = shapes.body(request, NewMatch)
        wanted = opening.Request(
            game=asked.game,
            seats=asked.seats,
            options=asked.options,
            dataset=asked.dataset,
            clock=msgspec.to_builtins(asked.clock),
            on_timeout=asked.on_timeout,
            visibility=asked.visibility,
            start=asked.start,
            bots=asked.bots,
            ladder=asked.ladder,
        )
        match_id, replayed = opening.open_match(request=wanted, **command(request, request.data))
        body = selectors.opened_page(match_id, viewer(request))
        return answered(Answer(body, replayed), 201)


class MatchDetail(View):
    """One match."""

    access: ClassVar = PUBLIC

    @documented("Look at a match.", answers={200: MatchShown}, tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return all that you may know of it, and your legal moves when it is your turn."""
        return Response(selectors.match_page(match_id, viewer(request)))


class Seats(View):
    """The seats of a match."""

    access: ClassVar = PLAYERS

    @documented(
        "Take a seat, or put a bot on one.",
        request=TakeSeat,
        answers={201: Moved},
        problems=("seat_taken", "match_full", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Sit on the first free seat unless you name one; the match may start with it."""
        asked = shapes.body(request, TakeSeat)
        about = command(request, request.data)
        if asked.bot is not None:
            if asked.client_seed is not None:
                raise Problem("invalid", "A bot's client_seed is drawn by the server.")
            answer = seating.seat_bot(match_id=match_id, bot=asked.bot, seat=asked.seat, **about)
        else:
            answer = seating.take_seat(
                match_id=match_id, client_seed=asked.client_seed, seat=asked.seat, **about
            )
        return answered(answer, 201)


class MySeat(View):
    """Your own seat."""

    access: ClassVar = PLAYERS

    @documented("Get up before the start.", answers={200: Moved}, problems=REFUSALS, tags=TAGS)
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Give your seat back."""
        return answered(seating.give_seat_back(match_id=match_id, **command(request, None)))


class Start(View):
    """The start of a match."""

    access: ClassVar = PLAYERS

    @documented(
        "Start a match whose seats are taken.",
        request=Ask,
        answers={200: Moved},
        problems=("match_not_started", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """For the opener of a match with `start: manual`."""
        ask_nothing(request)
        return answered(seating.start(match_id=match_id, **command(request, None)))


class Moves(View):
    """The moves of a match."""

    access: ClassVar = PLAYERS
    buckets: ClassVar = {"POST": ""}

    @documented(
        "Make a move.",
        request=Move,
        answers={201: Moved},
        problems=(
            "illegal_move",
            "not_your_turn",
            "match_not_started",
            "clock_expired",
            "match_paused",
            *REFUSALS,
        ),
        key="required",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:  # noqa: ARG002 - Its form.
        """Send one of your legal moves and the version that you decided at."""
        raise AssertionError  # `dispatch` answers it.

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Answer a POST without the framework; leave the refusal of other methods to it."""
        if request.method != "POST":
            return super().dispatch(request, *args, **kwargs)
        headers = {name.lower(): value for name, value in request.headers.items()}
        reply = moves.answer(str(kwargs["match_id"]), headers, request.body)
        all_headers = {**moves.FIXED_HEADERS, **reply.headers}
        return HttpResponse(reply.body, status=reply.status, headers=all_headers)


class Resign(View):
    """Giving up."""

    access: ClassVar = PLAYERS

    @documented(
        "Give the match up.",
        request=Ask,
        answers={200: Moved},
        problems=("match_not_started", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Be placed last; a bot plays on for you while two people or more remain."""
        ask_nothing(request)
        return answered(leaving.resign(match_id=match_id, **command(request, None)))


class Return(View):
    """Coming back."""

    access: ClassVar = PLAYERS

    @documented(
        "Take your seat back.",
        request=Ask,
        answers={200: Moved},
        problems=("match_not_started", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """From the bot that plays for you since your time ran out, with `on_timeout: bot`."""
        ask_nothing(request)
        return answered(leaving.come_back(match_id=match_id, **command(request, None)))


class AbortVote(View):
    """Calling a match off."""

    access: ClassVar = PLAYERS

    @documented(
        "Call a match off.",
        request=Ask,
        answers={200: Votes},
        problems=("match_not_started", "already_voted", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Before the start the opener alone decides, afterwards all people at the table."""
        ask_nothing(request)
        return answered(leaving.abort_vote(match_id=match_id, **command(request, None)))


class PauseView(View):
    """A stop of all clocks."""

    access: ClassVar = ORGANISED
    change: ClassVar = staticmethod(pausing.pause)

    @documented(
        "Pause a match.",
        request=PauseMatch,
        answers={200: PauseVotes},
        problems=("match_not_started", "match_paused", "already_voted", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """All players vote; an organiser who does not play orders it and says why."""
        return self.answer(request, match_id)

    def answer(self, request: Request, match_id: UUID) -> Response:
        """Vote for the change, or order it."""
        asked = shapes.body(request, PauseMatch)
        answer = self.change(
            match_id=match_id,
            is_organiser=bool(identity(request).scopes & pausing.ORGANISERS),
            reason=asked.reason or "",
            **command(request, request.data),
        )
        return answered(answer)


class ResumeView(PauseView):
    """The end of a pause."""

    change: ClassVar = staticmethod(pausing.resume)

    @documented(
        "Go on after a pause.",
        request=PauseMatch,
        answers={200: PauseVotes},
        problems=("match_not_started", "match_not_paused", "already_voted", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """All players vote; what an organiser has paused, organisers end."""
        return self.answer(request, match_id)


class EventList(View):
    """The history of a match."""

    access: ClassVar = PUBLIC

    @documented("Read events.", query=SinceQuery, answers={200: Events}, tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return what happened after a version, as you may know it."""
        query = shapes.query(request, SinceQuery)
        found = selectors.history(match_id, viewer(request), since=query.since)
        return Response({"results": found.events})


class Log(View):
    """The history as a file."""

    access: ClassVar = PUBLIC

    @documented(
        "Download the log.",
        query=ViewerQuery,
        answers={200: Text(["application/x-ndjson"])},
        problems=("permission_denied",),
        tags=TAGS,
    )
    def get(self, request: Request, match_id: UUID) -> StreamingHttpResponse:
        """NDJSON: a header, then one event a line; after the end complete and verifiable."""
        query = shapes.query(request, ViewerQuery)
        lines = selectors.log(match_id, viewer(request), viewer=query.viewer)
        response = StreamingHttpResponse(logs.text(lines), content_type="application/x-ndjson")
        response["Content-Disposition"] = f'attachment; filename="{match_id}.ndjson"'
        return response


class ReplayView(View):
    """A moment of a match."""

    access: ClassVar = PUBLIC

    @documented(
        "Look at the table as it stood.",
        query=ReplayQuery,
        answers={200: Replay},
        problems=("permission_denied",),
        tags=TAGS,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the view at a version, and the event that led to it."""
        query = shapes.query(request, ReplayQuery)
        return Response(
            selectors.replay(match_id, viewer(request), at=query.at, viewer=query.viewer)
        )


class ProofView(View):
    """The fairness of a match."""

    access: ClassVar = PUBLIC

    @documented("Check the draws.", answers={200: Proof}, tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the commitment, and after the end the seed and every draw."""
        return Response(selectors.proof(match_id, viewer(request)))


class Stream(View):
    """The live stream of a match, described here and served by `cutpurse.asgi`."""

    access: ClassVar = PUBLIC
    buckets: ClassVar = {"GET": "stream"}

    @documented(
        "Follow a match live.",
        query=SinceQuery,
        answers={200: Text(["text/event-stream", "application/x-ndjson"])},
        tags=TAGS,
    )
    def get(self, request: Request, match_id: UUID) -> Response:  # noqa: ARG002 - Its form.
        """Send server-sent events, or NDJSON if you accept `application/x-ndjson`.

        A `snapshot` first, then every event as it happens, then `end`. With `since` or
        `Last-Event-ID` there is no snapshot and the stream goes on after that version.
        """
        raise Problem("unavailable", "This server has no streams; start it by cutpurse.asgi.")
