"""Another match like one that is over, for those who sat there.

Everybody is asked and sees who wants it. It opens as soon as all people do, or when one of those
who do starts it without the rest, who still find their seats free.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Literal, NamedTuple, TypedDict
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts import guests
from api.problems import Problem
from eventstore import streams
from games.messages import Message
from matches import selectors
from matches.actors import Player
from matches.answers import MatchShown
from matches.models import Match, RematchAnswer, Seat
from matches.services import opening, seating
from matches.state import OVER, Status
from web.games.narration import People

Answer = Literal["yes", "no", "bot", ""]
"""What a seat says; a bot always comes along, and who has said nothing yet says nothing."""


class Rematch(NamedTuple):
    """How far those who sat at a match have agreed on another one."""

    answers: Mapping[int, Answer]
    """By seat."""
    mine: Answer
    following: UUID | None
    """The match that followed, once it is open."""
    is_seated: bool
    """Whether the reader sits there already."""
    is_waiting: bool
    """Whether people have yet to answer, so that one may start without them."""


class RematchSeat(NamedTuple):
    """A seat and what it says."""

    seat: int
    name: str
    answer: Answer
    words: Promise


class _Key(TypedDict):
    """By what a command is known when it comes again."""

    key: str
    fingerprint: bytes


WORDS: Mapping[Answer, Promise] = {
    "yes": gettext_lazy("wants another one"),
    "no": gettext_lazy("not now"),
    "bot": gettext_lazy("will join"),
    "": gettext_lazy("has not answered yet"),
}


def may_follow(row: Match, page: MatchShown) -> bool:
    """Return whether a match is over and somebody who sat there may ask for another.

    What belongs to a ladder or a tournament is put together there, and a deal is played once.
    """
    is_free = row.ladder_id is None and row.table_id is None and row.deal_id is None
    return is_free and page.status in OVER and page.my_seat is not None


def rematch(match_id: UUID, account: UUID) -> Rematch:
    """Return how far a rematch has come, for somebody who sat there."""
    seat_rows = list(Seat.objects.filter(match=match_id).order_by("seat"))
    given = _given(match_id)
    answers = {seat_row.seat: _answer(seat_row, given) for seat_row in seat_rows}
    following = _following(match_id, seat_rows)
    at_table = Seat.objects.filter(match=following, account=account)
    return Rematch(
        answers,
        next(answers[seat_row.seat] for seat_row in seat_rows if seat_row.account_id == account),
        following,
        following is not None and at_table.exists(),
        "" in answers.values(),
    )


def rematch_seats(found: Rematch, people: People) -> list[RematchSeat]:
    """Return what each seat says of a rematch, as a page shows it."""
    return [
        RematchSeat(seat, people.name(seat), said, WORDS[said])
        for seat, said in found.answers.items()
    ]


def _given(match_id: UUID) -> dict[UUID, bool]:
    return dict(RematchAnswer.objects.filter(match=match_id).values_list("account", "wants"))


def _answer(seat_row: Seat, given: Mapping[UUID, bool]) -> Answer:
    if seat_row.account_id is None:
        return "bot"
    wants = given.get(seat_row.account_id)
    return "" if wants is None else "yes" if wants else "no"


def answer(match_id: UUID, player: Player, *, wants: bool) -> UUID | None:
    """Note what a player says; return the match that follows where they are seated now.

    That opens with the last yes, with everybody who said so at the seats that they had.
    """
    page = selectors.match_page(match_id, player.account)
    with transaction.atomic():
        row = _locked(match_id, page)
        RematchAnswer.objects.update_or_create(
            match=row, account_id=player.account, defaults={"wants": wants}
        )
        if not wants:
            return None
        seat_rows = list(Seat.objects.filter(match=match_id).order_by("seat"))
        following = _following(match_id, seat_rows)
        if following is None and "" in rematch(match_id, player.account).answers.values():
            return None
        return _joined(row, page, seat_rows, following, player)


def start(match_id: UUID, player: Player) -> UUID:
    """Open the match that follows without those who have not answered; raises Problem.

    Its opener wants it by that. Whoever says yes later finds their seat, if it is still free.
    """
    page = selectors.match_page(match_id, player.account)
    with transaction.atomic():
        row = _locked(match_id, page)
        RematchAnswer.objects.update_or_create(
            match=row, account_id=player.account, defaults={"wants": True}
        )
        seat_rows = list(Seat.objects.filter(match=match_id).order_by("seat"))
        return _joined(row, page, seat_rows, _following(match_id, seat_rows), player)


def _locked(match_id: UUID, page: MatchShown) -> Match:
    """Return the match, which others who answer wait for; raises permission_denied."""
    row = Match.objects.select_for_update().get(id=match_id)
    if not may_follow(row, page):
        text = Message("Only the players of this match can play it again.")
        raise Problem("permission_denied", text)
    return row


def _joined(
    row: Match, page: MatchShown, seat_rows: Sequence[Seat], following: UUID | None, player: Player
) -> UUID:
    """Seat all who want it at the match that follows, and open that first if need be."""
    if following is None:
        following = _open(row, page, player)
    given = _given(row.id)
    people = [seat_row for seat_row in seat_rows if seat_row.account_id is not None]
    # The one who asks comes first, so that a refusal is theirs to see.
    people.sort(key=lambda seat_row: seat_row.account_id != player.account)
    for seat_row in people:
        assert seat_row.account_id is not None  # noqa: S101 - Only people are left.
        if given.get(seat_row.account_id) and _is_waiting(following, seat_row.account_id):
            _seat(row.id, following, seat_row, player)
    return following


def _seat(match_id: UUID, following: UUID, seat_row: Seat, asked_by: Player) -> None:
    """Seat somebody where they sat; of others who may not sit down now their seat stays free."""
    assert seat_row.account_id is not None  # noqa: S101 - Bots are seated when the match opens.
    is_asking = seat_row.account_id == asked_by.account
    player = asked_by if is_asking else Player(seat_row.account_id, _name(seat_row))
    try:
        with transaction.atomic():
            seating.take_seat(
                match_id=following,
                player=player,
                seat=seat_row.seat,
                is_invited=True,
                # Who took part in the chance of the last one does so again.
                shares=seat_row.shares,
                **_command(match_id, "sit"),
            )
    except Problem:
        if is_asking:
            raise


def _name(seat_row: Seat) -> str:
    return seat_row.player if seat_row.account is None else seat_row.account.username


def _open(row: Match, page: MatchShown, player: Player) -> UUID:
    wanted = opening.Request(
        game=page.game,
        rules=page.rules,
        seats=page.seats_max,
        options=page.options,
        dataset=page.dataset,
        clock=msgspec.to_builtins(page.clock),
        on_timeout=page.on_timeout,
        visibility=_visibility(row, player),
        start=row.start,
        bots=page.bots,
        beacon=page.beacon is not msgspec.UNSET,
    )
    following, is_old = opening.open_match(
        player=player, request=wanted, **_command(row.id, "open")
    )
    for seat_row in [] if is_old else _bots(row.id):
        seating.seat_bot(
            match_id=following,
            player=player,
            bot=seat_row.bot,
            seat=seat_row.seat,
            **_command(row.id, f"bot {seat_row.seat}"),
        )
    return following


def _visibility(row: Match, player: Player) -> str:
    """Return who may see the match that follows: what a guest opens is not for strangers."""
    is_shut = guests.is_guest(player.account) and not guests.may_meet_strangers()
    return Match.Visibility.PRIVATE.value if is_shut else row.visibility


def _bots(match_id: UUID) -> QuerySet[Seat]:
    return Seat.objects.filter(match=match_id, account=None).exclude(bot="")


def _following(match_id: UUID, seat_rows: Sequence[Seat]) -> UUID | None:
    """Return the match with which somebody has followed on already."""
    key = _command(match_id, "open")["key"]
    for seat_row in seat_rows:
        if seat_row.account_id is not None:
            command = streams.find_opening(f"account:{seat_row.account_id}", key)
            if command is not None:
                return command.stream_id
    return None


def _is_waiting(match_id: UUID, account: UUID) -> bool:
    """Return whether a match has not begun and an account does not sit there yet."""
    waiting = Match.objects.filter(id=match_id, status=Status.OPEN.value)
    return waiting.exclude(chairs__account=account).exists()


def _command(match_id: UUID, part: str) -> _Key:
    """Return key and fingerprint: the same for whoever asks, and however often."""
    digest = sha256(msgspec.json.encode(["again", match_id, part])).digest()
    return {"key": digest.hex(), "fingerprint": digest}
