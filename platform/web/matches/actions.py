"""What people do at a table, by forms: move, sit down, fill seats, start, leave.

A form carries the version that its page showed. The key of a command is made from the match, that
version and what is asked, so that a double click, a second window and a reload all mean the same
command, which is carried out once.
"""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from uuid import UUID

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from api import limits
from api.problems import Problem, invalid
from games.json_types import JsonObject
from games.messages import Message
from matches import selectors
from matches.actors import Player, PlayerCommand
from matches.command_handler import CommandResult
from matches.services import leaving, moving, pausing, seating
from ratings.services import seats
from web import requests
from web.matches import chance, rematches
from web.matches.views import PART, TEMPLATES, render_match

VERSION_MAX = 2**31 - 1


@login_required
def move(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Make the move that the pressed button stands for."""
    if request.method != "POST":
        return redirect("web:match", match_id)
    try:
        limits.spend_leased("play", f"account:{requests.member(request).pk}")
        wanted = _move(request.POST.get("move", ""))
        version = _version(request)
        moving.submit_move(
            match_id=match_id,
            move=wanted,
            expected_version=version,
            **_command(request, match_id, ["move", version, wanted]),
        )
    except Problem as problem:
        return render_match(request, match_id, problem)
    return _done(request, match_id)


@login_required
def run_action(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Do what the pressed button says: `sit`, `bot`, `fill`, `rise`, `start` and so on.

    The button's value is the act, and for a seat its number and bot: `bot 2 greedy`. What is said
    about a rematch leads to that match, as soon as there is one.
    """
    if request.method != "POST":
        return redirect("web:match", match_id)
    name, *about = request.POST.get("act", "").split(" ")
    seed = request.POST.get("client_seed", "")
    try:
        limits.spend_leased("write", f"account:{requests.member(request).pk}")
        if name in REMATCHES:
            following = REMATCHES[name](match_id, requests.player(request))
            return redirect("web:match", following) if following else _done(request, match_id)
        command = _command(request, match_id, [name, *about, _version(request), seed])
        if name == "sit":
            seats.take_seat(
                match_id=match_id,
                seat=_seat(about, 0),
                client_seed=seed or None,
                shares=chance.says_shares(request),
                **command,
            )
        else:
            _perform(match_id, name, about, command)
    except Problem as problem:
        return render_match(request, match_id, problem)
    return _done(request, match_id)


@login_required
def invitation(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Ask whoever was sent the address whether to sit down; say nothing about the match before.

    A private match is not to be found, but who has its id has been invited.
    """
    if request.method != "POST":
        return render(request, "web/matches/invitation.html", {"match_id": match_id})
    asked = ["invitation", request.POST.get("client_seed", "")]
    try:
        limits.spend_leased("write", f"account:{requests.member(request).pk}")
        seats.take_seat(
            match_id=match_id,
            shares=chance.says_shares(request),
            **_command(request, match_id, asked),
        )
    except Problem as problem:
        if problem.code == "not_found":
            raise
        return render_match(request, match_id, problem)
    return redirect("web:match", match_id)


def _perform(match_id: UUID, name: str, about: list[str], command: PlayerCommand) -> CommandResult:
    if name == "bot":
        bot = about[1] if len(about) > 1 else ""
        return seats.seat_bot(match_id=match_id, bot=bot, seat=_seat(about, 0), **command)
    if name == "fill":
        return _fill(match_id, " ".join(about), command)
    plain = PLAIN.get(name)
    if plain is None:
        raise invalid(
            "act", Message("must be sit, bot, fill or one of %(known)s", known=list(PLAIN))
        )
    return plain(match_id=match_id, **command)


def _fill(match_id: UUID, bot: str, command: PlayerCommand) -> CommandResult:
    """Put a bot on every free seat; each seat is a command with a key of its own."""
    page = selectors.match_page(match_id, command["player"].account)
    taken = {seat.seat for seat in page.seats}
    answer = CommandResult(page, replayed=True)
    for seat in range(page.seats_max):
        if seat not in taken:
            digest = sha256(command["fingerprint"] + bytes([seat])).digest()
            one: PlayerCommand = {**command, "key": _key(digest), "fingerprint": digest}
            answer = seats.seat_bot(match_id=match_id, bot=bot, **one)
    return answer


PLAIN: Mapping[str, Callable[..., CommandResult]] = {
    "rise": seating.give_seat_back,
    "start": seating.start,
    "call-off": leaving.abort_vote,
    "resign": leaving.resign,
    "vote": leaving.abort_vote,
    "return": leaving.come_back,
    "pause": partial(pausing.pause, is_organiser=False, reason=""),
    "resume": partial(pausing.resume, is_organiser=False, reason=""),
}
"""Acts that say nothing but themselves."""


REMATCHES: Mapping[str, Callable[[UUID, Player], UUID | None]] = {
    "again": partial(rematches.answer, wants=True),
    "again-no": partial(rematches.answer, wants=False),
    "again-start": rematches.start,
}
"""What somebody may say about another match like one that is over."""


def _seat(about: list[str], place: int) -> int | None:
    given = about[place] if len(about) > place else ""
    return int(given) if given.isascii() and given.isdigit() and len(given) < 3 else None


def _move(text: str) -> JsonObject:
    """Return a move from a button's value; raises parse_error for anything else."""
    try:
        return msgspec.json.decode(text.encode(), type=JsonObject)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise Problem("parse_error", Message("The move is not a JSON object.")) from error


def _version(request: HttpRequest) -> int:
    """Return the version that the form's page showed; raises invalid."""
    given = request.POST.get("version", "")
    if given.isascii() and given.isdigit() and len(given) <= 10 and int(given) <= VERSION_MAX:
        return int(given)
    raise invalid("version", Message("must be the version that the page showed; reload it"))


def _command(request: HttpRequest, match_id: UUID, asked: Sequence[object]) -> PlayerCommand:
    """Return who acts, the key and the fingerprint of what is asked, as services take them."""
    said = msgspec.json.encode(["page", match_id, asked], order="deterministic")
    digest = sha256(said).digest()
    return {"player": requests.player(request), "key": _key(digest), "fingerprint": digest}


def _key(digest: bytes) -> str:
    return urlsafe_b64encode(digest).decode().rstrip("=")


def _done(request: HttpRequest, match_id: UUID) -> HttpResponse:
    if request.headers.get(PART) in TEMPLATES:
        return render_match(request, match_id)
    return redirect("web:match", match_id)
