"""Who is told of what."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from uuid import UUID

from accounts.models import Account
from notifications import preferences
from notifications.kinds import KINDS, Kind
from notifications.models import Follow, Notification, Webhook
from notifications.preferences import Target
from tournaments import visibility
from tournaments.command_handler import load
from tournaments.models import Entrant, Tournament
from tournaments.state import PRESENT, EntrantStatus, TournamentState


def of(row: Notification, now: datetime) -> list[Target]:
    """Return every address that is to be told of something."""
    kind: Kind = row.kind  # type: ignore[assignment] # Written by `noting`.
    if not KINDS[kind].of_tournament:
        return preferences.targets(kind, map(UUID, row.about["people"]), now)
    tournament = Tournament.objects.filter(pk=row.stream).first()
    if tournament is None:
        return []
    people = PEOPLE[kind](row)
    found = preferences.targets(kind, people, now)
    watching = Webhook.objects.filter(tournament=row.stream).order_by("pk")
    seeing = [each for each in watching if visibility.sees(tournament, each.account_id)]
    return [*found, *preferences.webhook_targets(kind, seeing, now)]


def _of_table(row: Notification) -> Iterable[UUID]:
    """Return the accounts of a table."""
    state = load(row.stream)
    found = state.table(UUID(row.about["table"]))
    return [] if found is None else _accounts(state, found[1].seats)


def _of_round(row: Notification) -> Iterable[UUID]:
    """Return the accounts that play in a round, or have a bye in it."""
    state = load(row.stream)
    return _accounts(state, round_entrants(state, int(row.about["round"])))


def round_entrants(state: TournamentState, number: int) -> list[int]:
    """Return who has a table or a bye in a round that is published; nobody where it is not."""
    if number > len(state.rounds) or not state.rounds[number - 1].published:
        return []
    round_ = state.rounds[number - 1]
    return [*(seat for table in round_.tables for seat in table.seats), *round_.byes]


def _accounts(state: TournamentState, entrants: Iterable[int]) -> list[UUID]:
    accounts = (state.entrants[each].account for each in entrants)
    return [each for each in accounts if each is not None]


def _followers_alone(row: Notification) -> Iterable[UUID]:
    """Return who follows a tournament and is not told of an own table in the round."""
    return set(_followers(row.stream)) - set(_of_round(row))


def _followers(tournament: UUID) -> list[UUID]:
    """Return who follows a tournament and may know of it."""
    row = Tournament.objects.get(pk=tournament)
    found = Follow.objects.filter(tournament=tournament).values_list("account", flat=True)
    is_public = visibility.sees(row, None)
    return [each for each in found if is_public or visibility.sees(row, each)]


def _entrants_and_followers(row: Notification) -> Iterable[UUID]:
    """Return who takes part in a tournament, and who follows it."""
    gone = (EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED)
    entered = Entrant.objects.filter(tournament=row.stream, account__isnull=False)
    playing = entered.exclude(presence__in=gone).values_list("account", flat=True)
    return {*filter(None, playing), *_followers(row.stream)}


def _to_check_in(row: Notification) -> Iterable[UUID]:
    entered = Entrant.objects.filter(tournament=row.stream, presence__in=PRESENT)
    return filter(None, entered.values_list("account", flat=True))


PEOPLE: Mapping[Kind, Callable[[Notification], Iterable[UUID]]] = {
    "my_table": _of_round,
    "round_published": _followers_alone,
    "dispute_decided": _of_table,
    "checkin_opened": _to_check_in,
    "tournament_started": _entrants_and_followers,
    "tournament_finished": _entrants_and_followers,
}


def names(accounts: Iterable[UUID]) -> dict[UUID, str]:
    """Return what accounts are called now."""
    return dict(Account.objects.filter(pk__in=set(accounts)).values_list("pk", "username"))
