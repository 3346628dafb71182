"""What a notification says to somebody, when it is sent: by names as they are then.

Whatever is news no longer, or no longer for the reader, says nothing and is dropped. Nothing of a
match is read but who plays, whose turn it is and how it has ended.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Account
from accounts.tokens import actor_of
from eventstore.models import Event
from games import registry
from games.core import UnknownGameError
from matches import selectors
from matches.events import KIND as MATCH
from matches.models import PersonalInvitation, Seat
from matches.services import personal_invitations
from matches.state import Status
from notifications.kinds import Kind
from notifications.models import Notification
from ratings.models import Call, ChallengeRow
from tournaments import visibility
from tournaments.command_handler import load
from tournaments.models import Tournament
from tournaments.state import TournamentState


class Words(NamedTuple):
    """What is said, in the reader's language."""

    title: str
    text: str
    path: str
    """The page that it leads to."""


@dataclass
class Scene:
    """What one notification is about, loaded once for all who are told."""

    notification: Notification
    _state: TournamentState | None = None
    _row: Tournament | None = None
    _names: dict[UUID, str] = field(default_factory=dict)

    @property
    def about(self) -> Mapping[str, str]:
        """The facts."""
        found: Mapping[str, str] = self.notification.about
        return found

    def tournament(self) -> Tournament | None:
        """Return the tournament's row."""
        if self._row is None:
            self._row = Tournament.objects.filter(pk=self.notification.stream).first()
        return self._row

    def state(self) -> TournamentState:
        """Return the tournament."""
        if self._state is None:
            self._state = load(self.notification.stream)
        return self._state

    def actor(self) -> str:
        """Return what the account that did something is called now; empty where it is closed."""
        by = UUID(self.about["by"])
        if by not in self._names:
            found = Account.objects.filter(pk=by, is_active=True).first()
            self._names[by] = "" if found is None else found.username
        return self._names[by]


def said(scene: Scene, account: Account) -> Words | None:
    """Return what somebody is told, in the active language; None where it is news no longer."""
    kind: Kind = scene.notification.kind  # type: ignore[assignment] # Written by `noting`.
    return BY_KIND[kind](scene, account)


def title_of(game: str) -> str:
    """Return the name of a game; its id when it is played here no more."""
    try:
        return registry.current_rules(game).title
    except UnknownGameError:
        return game


def seat_of(match: UUID, account: UUID) -> Seat | None:
    """Return the seat that somebody still plays on at a match."""
    found = Seat.objects.filter(match=match, account=account, left=False)
    return found.select_related("match").first()


def is_waiting_turn(seat: Seat, decided_at: int) -> bool:
    """Return whether it is still the turn that somebody was to be told of."""
    match = seat.match
    is_turn = match.status == Status.LIVE.value and seat.seat in match.to_act and not seat.bot
    return (
        is_turn
        and seat.account_id is not None
        and not selectors.is_paused(match.pk)
        and last_decision(match.pk, seat.account_id) == decided_at
    )


def last_decision(match: UUID, account: UUID) -> int:
    """Return the version of somebody's last own event in a match; 0 before the first."""
    own = Event.objects.filter(stream_kind=MATCH, stream_id=match, actor=actor_of(account))
    found = own.order_by("-version").values_list("version", flat=True).first()
    return found or 0


def _your_turn(scene: Scene, account: Account) -> Words | None:
    match = scene.notification.stream
    seat = seat_of(match, account.pk)
    if seat is None or not is_waiting_turn(seat, int(scene.about["decided_at"])):
        return None
    game = title_of(seat.match.game)
    return Words(
        _("Your turn: %(game)s") % {"game": game},
        _("The others at the table are waiting for your decision."),
        _match(match),
    )


def _match_started(scene: Scene, account: Account) -> Words | None:
    match = scene.notification.stream
    seat = seat_of(match, account.pk)
    call = Call.objects.filter(match=match).select_related("ladder").first()
    if seat is None or call is None or seat.match.status != Status.LIVE.value:
        return None
    names = ", ".join(
        each.shown_player for each in seat.match.chairs.select_related("account").order_by("seat")
    )
    about = {"game": title_of(seat.match.game), "names": names}
    return Words(
        _("Your match on %(ladder)s has started") % {"ladder": call.ladder.name},
        _("%(game)s: %(names)s") % about,
        _match(match),
    )


def _match_finished(scene: Scene, account: Account) -> Words | None:
    match = scene.notification.stream
    seat = seat_of(match, account.pk)
    if seat is None or seat.match.status != Status.FINISHED.value:
        return None
    placings = (seat.match.result or {}).get("placings", [])
    game = {"game": title_of(seat.match.game)}
    place = placings[seat.seat] if seat.seat < len(placings) else 0
    text = _("You finished in place %(place)s.") % {"place": place}
    return Words(_("Match over: %(game)s") % game, text, _match(match))


def _invitation(scene: Scene, account: Account) -> Words | None:
    match = scene.notification.stream
    found = personal_invitations.received(account.pk).filter(match=match).first()
    if found is None:
        return None
    text = _("%(name)s invites you to a match of %(game)s.")
    names = {"name": found.invited_by.username, "game": title_of(found.match.game)}
    return Words(text % names, _("The seat is free until someone takes it."), _invited(found))


def _invited(row: PersonalInvitation) -> str:
    return reverse("web:join", args=[row.match.invitation.code])


def _challenge(scene: Scene, account: Account) -> Words | None:
    row = ChallengeRow.objects.filter(pk=scene.notification.stream, status="open").first()
    key = f"account:{account.pk}"
    if row is None or key not in row.opponents or key in row.accepted or not scene.actor():
        return None
    names = {"name": scene.actor(), "ladder": row.ladder.name}
    return Words(
        _("%(name)s challenges you on %(ladder)s.") % names,
        _("Accept or decline before the challenge lapses."),
        reverse("web:ladder-challenge", args=[row.ladder.slug, row.pk]),
    )


def _friend_request(scene: Scene, account: Account) -> Words | None:
    from accounts import friendships  # noqa: PLC0415 - For this one kind.

    asking = {each.pk for each in friendships.requests(account.pk)}
    if UUID(scene.about["by"]) not in asking:
        return None
    text = _("%(name)s wants to be your friend.") % {"name": scene.actor()}
    return Words(text, _("Accept or decline on your page of friends."), reverse("web:friends"))


def _seen(scene: Scene, account: Account) -> Tournament | None:
    row = scene.tournament()
    return row if row is not None and visibility.sees(row, account.pk) else None


def _my_table(scene: Scene, account: Account) -> Words | None:
    row = _seen(scene, account)
    number = int(scene.about["round"])
    state = scene.state()
    entrant = state.entrant_of(account.pk)
    if row is None or entrant is None or not _is_on(state, number):
        return None
    about = {"round": number, "tournament": row.name}
    round_ = state.rounds[number - 1]
    page = reverse("web:tournament-round", args=[row.slug, number])
    if entrant.number in round_.byes:
        title = _("Round %(round)s of %(tournament)s: you have a bye") % about
        return Words(title, _("You do not play in this round."), page)
    for place, table in enumerate(round_.tables, start=1):
        if entrant.number in table.seats:
            title = _("Round %(round)s of %(tournament)s: table %(table)s")
            text = _("The round is published, and you are playing.")
            return Words(title % {**about, "table": place}, text, page)
    return None


def _is_on(state: TournamentState, number: int) -> bool:
    """Return whether a round is published, and not over."""
    return number <= len(state.rounds) and state.rounds[number - 1].status == "live"


def _round_published(scene: Scene, account: Account) -> Words | None:
    row = _seen(scene, account)
    number = int(scene.about["round"])
    if row is None or not _is_on(scene.state(), number):
        return None
    title = _("Round %(round)s of %(tournament)s") % {"round": number, "tournament": row.name}
    page = reverse("web:tournament-round", args=[row.slug, number])
    return Words(title, _("The round is published."), page)


def _dispute_decided(scene: Scene, account: Account) -> Words | None:
    row = _seen(scene, account)
    found = scene.state().table(UUID(scene.about["table"]))
    if row is None or found is None or not found[1].decision:
        return None
    page = reverse("web:tournament-table", args=[row.slug, found[1].id])
    title = _("The staff of %(tournament)s has decided the result of your table")
    text = _("Read the decision and its reason on the table's page.")
    return Words(title % {"tournament": row.name}, text, page)


def _checkin_opened(scene: Scene, account: Account) -> Words | None:
    row = _seen(scene, account)
    if row is None or row.status != "checkin":
        return None
    title = _("Check-in is open: %(tournament)s") % {"tournament": row.name}
    text = _("Check in, or your place may go to someone else.")
    return Words(title, text, reverse("web:tournament", args=[row.slug]))


def _tournament_started(scene: Scene, account: Account) -> Words | None:
    row = _seen(scene, account)
    if row is None or row.status != "running":
        return None
    title = _("%(tournament)s has started") % {"tournament": row.name}
    return Words(title, _("Follow it round by round."), _tournament(row))


def _tournament_finished(scene: Scene, account: Account) -> Words | None:
    row = _seen(scene, account)
    if row is None or row.status != "finished":
        return None
    title = _("%(tournament)s is over") % {"tournament": row.name}
    page = reverse("web:tournament-standings", args=[row.slug])
    return Words(title, _("See the final standings."), page)


def _tournament(row: Tournament) -> str:
    return reverse("web:tournament", args=[row.slug])


def _match(match: UUID) -> str:
    return reverse("web:match", args=[match])


def _test(_scene: Scene, _account: Account) -> Words | None:
    page = reverse("web:notifications")
    return Words(_("A test"), _("Notifications arrive here."), page)


def _nothing(_scene: Scene, _account: Account) -> Words | None:
    """Return nothing: a digest is a mail of its own."""
    return None


BY_KIND: Mapping[Kind, Callable[[Scene, Account], Words | None]] = {
    "your_turn": _your_turn,
    "match_started": _match_started,
    "match_finished": _match_finished,
    "invitation": _invitation,
    "challenge": _challenge,
    "friend_request": _friend_request,
    "my_table": _my_table,
    "round_published": _round_published,
    "dispute_decided": _dispute_decided,
    "checkin_opened": _checkin_opened,
    "tournament_started": _tournament_started,
    "tournament_finished": _tournament_finished,
    "weekly_digest": _nothing,
    "test": _test,
}
