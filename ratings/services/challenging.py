"""Challenges: who may challenge whom, and what becomes of it."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from agenda import sql as agenda
from api.ids import uuid7
from eventstore.canonical import format_timestamp
from ratings import ladder_store, players, refusals
from ratings.ladder import events as e
from ratings.ladder import rungs
from ratings.ladder.settings import parsed
from ratings.ladder_store import CommandContext
from ratings.models import Call, ChallengeRow, Ladder, RatingChange, Standing
from ratings.players import PlayerRef
from ratings.services.matchmaking import TABLE

LAPSE = "challenge_lapse"
"""The agenda's kind for a challenge that nobody has answered in time."""

Reason = dict[str, object]


def join(*, ladder_id: UUID, player: PlayerRef, author: CommandContext) -> Ladder:
    """Let somebody take the lowest rung; raises Problem."""
    with transaction.atomic():
        ladder = _open_challenge_ladder(ladder_id)
        refusal = players.entry_refusal(ladder, player.key)
        if refusal is not None:
            raise refusal
        standing = ladder.standings.filter(player=player.key).first()
        if standing is not None and standing.position is not None:
            raise refusals.not_eligible("already_on_ladder", "You stand on this ladder already.")
        ladder_store.append_and_project(
            ladder, [e.PlayerJoined(player=player.key, name=player.name)], author
        )
    return ladder


def leave(*, ladder_id: UUID, player: PlayerRef, author: CommandContext) -> None:
    """Let somebody leave the rungs; those below move up."""
    with transaction.atomic():
        ladder = ladder_store.lock_ladder(ladder_id)
        standing = ladder.standings.filter(player=player.key).first()
        if standing is None or standing.position is None:
            raise refusals.not_found("player on this ladder")
        ladder_store.append_and_project(ladder, [e.PlayerLeft(player=player.key)], author)


def reasons_against(ladder: Ladder, challenger: str, opponents: Sequence[str]) -> list[Reason]:
    """Return every reason why a challenge is not allowed, as a code and its numbers."""
    rules = parsed(ladder.settings)
    limits = rules.challenges
    table = [challenger, *opponents]
    plain: list[Reason] = []
    plain.extend(_closed(ladder))
    if len(set(table)) < len(table):
        plain.append({"code": "player_twice"})
    if not rules.players.min <= len(table) <= rules.players.max:
        limit = {"min": rules.players.min, "max": rules.players.max}
        plain.append({"code": "player_count", "players": len(table), **limit})
    return [
        *plain,
        *_out_of_reach(ladder, challenger, opponents),
        *_too_many(ladder, challenger, opponents, limits.open_max),
        *_rematch(ladder, table, limits.rematch_days),
    ]


def _closed(ladder: Ladder) -> Iterator[Reason]:
    """Yield why no challenge may begin or be accepted now."""
    if ladder.is_paused:
        yield {"code": "ladder_paused"}
    if not parsed(ladder.settings).has_clock():
        yield {"code": "no_clock"}


def _out_of_reach(ladder: Ladder, challenger: str, opponents: Sequence[str]) -> Iterator[Reason]:
    limits = parsed(ladder.settings).challenges
    rows = ladder.standings.filter(position__isnull=False)
    rows = rows.filter(player__in=[challenger, *opponents])
    rungs_of = {row.player: row.position or 0 for row in rows}
    for key in opponents:
        if key not in rungs_of:
            yield {"code": "opponent_not_on_ladder", "player": key}
    if challenger not in rungs_of:
        yield {"code": "not_on_ladder"}
        return
    mine = rungs_of[challenger]
    top = rungs.reach(mine, percent=limits.reach_percent, places=limits.reach_places)
    places = [rungs_of[key] for key in opponents if key in rungs_of]
    for place in places:
        if place < top:
            yield {"code": "out_of_reach", "position": place, "highest": top}
    if all(place >= mine for place in places):
        yield {"code": "nobody_above_you", "position": mine}


def _too_many(
    ladder: Ladder, challenger: str, opponents: Sequence[str], most: int
) -> Iterator[Reason]:
    waiting = ladder.challenges.filter(status__in=["open", "accepted"])
    mine = waiting.filter(challenger=challenger)
    if mine.count() >= most:
        yield {"code": "too_many_out", "max": most}
    for key in opponents:
        if waiting.filter(opponents__contains=[key]).count() >= most:
            yield {"code": "too_many_in", "player": key, "max": most}
    if any(set(each.opponents) == set(opponents) for each in mine):
        yield {"code": "already_challenged"}


def _rematch(ladder: Ladder, table: Sequence[str], days: int) -> list[Reason]:
    since = datetime.now(UTC) - timedelta(days=days)
    recent = RatingChange.objects.filter(ladder=ladder, at__gt=since, player=table[0])
    for match, at in recent.values_list("match", "at"):
        seated = RatingChange.objects.filter(ladder=ladder, match=match)
        if set(seated.values_list("player", flat=True)) == set(table):
            allowed = format_timestamp(at + timedelta(days=days))
            return [{"code": "rematch_too_soon", "days": days, "from": allowed}]
    return []


def create(
    *, ladder_id: UUID, challenger: PlayerRef, opponents: Sequence[str], author: CommandContext
) -> ChallengeRow:
    """Challenge players by name; raises challenge_not_allowed with every reason."""
    with transaction.atomic():
        ladder = _open_challenge_ladder(ladder_id)
        keys = [players.require_standing(ladder, name).player for name in opponents]
        against = reasons_against(ladder, challenger.key, keys)
        if against:
            raise refusals.challenge_not_allowed(with_names(ladder, against))
        hours = parsed(ladder.settings).challenges.answer_hours
        answer_by = datetime.now(UTC) + timedelta(hours=hours)
        challenge = uuid7()
        event = e.ChallengeMade(
            challenge=str(challenge),
            challenger=challenger.key,
            opponents=keys,
            answer_by=format_timestamp(answer_by),
        )
        ladder_store.append_and_project(ladder, [event], author)
        agenda.schedule(kind=LAPSE, subject=challenge, due_at=answer_by, version=0)
    return ChallengeRow.objects.get(id=challenge)


def answer(
    *, challenge_id: UUID, player: PlayerRef, accept: bool, author: CommandContext
) -> ChallengeRow:
    """Accept or decline; with the last acceptance the match is opened. Raises Problem."""
    with transaction.atomic():
        ladder, challenge = _locked_challenge(challenge_id)
        if player.key not in challenge.opponents:
            raise refusals.not_found("challenge to you")
        _require_open(challenge)
        if player.key in challenge.accepted:
            raise refusals.challenge_not_allowed([{"code": "answered_already"}])
        if accept and not parsed(ladder.settings).has_clock():
            raise refusals.challenge_not_allowed([{"code": "no_clock"}])
        events: list[e.LadderEvent] = [
            e.ChallengeAnswered(challenge=str(challenge_id), player=player.key, accept=accept)
        ]
        if not accept:
            events.append(_close(ladder, challenge, [player.key], "declined"))
        ladder_store.append_and_project(ladder, events, author)
        challenge.refresh_from_db()
        if challenge.status == "accepted":
            _call(ladder, challenge)
        if challenge.status != "open":
            agenda.cancel(kind=LAPSE, subject=challenge_id)
    return challenge


def withdraw(*, challenge_id: UUID, player: PlayerRef, author: CommandContext) -> ChallengeRow:
    """Let a challenger think better of it."""
    with transaction.atomic():
        ladder, challenge = _locked_challenge(challenge_id)
        if player.key != challenge.challenger:
            raise refusals.not_found("challenge of yours")
        _require_open(challenge)
        ladder_store.append_and_project(
            ladder, [_close(ladder, challenge, [], "withdrawn")], author
        )
        agenda.cancel(kind=LAPSE, subject=challenge_id)
        challenge.refresh_from_db()
    return challenge


def expire(challenge_id: UUID) -> None:
    """Close a challenge that not all have answered in time; harmless when it is closed."""
    ladder, challenge = _locked_challenge(challenge_id)
    if challenge.status == "open":
        silent = [key for key in challenge.opponents if key not in challenge.accepted]
        author = CommandContext("system", f"lapse:{challenge_id}")
        ladder_store.append_and_project(
            ladder, [_close(ladder, challenge, silent, "lapsed")], author
        )


def _close(
    ladder: Ladder, challenge: ChallengeRow, forfeits: list[str], reason: str
) -> e.ChallengeClosed:
    gives_up = parsed(ladder.settings).challenges.refusal == "forfeit"
    return e.ChallengeClosed(
        challenge=str(challenge.id),
        challenger=challenge.challenger,
        forfeits=forfeits if gives_up else [],
        reason=reason,
    )


def _call(ladder: Ladder, challenge: ChallengeRow) -> None:
    """Have the match of an accepted challenge opened; whoever stood highest leads."""
    table = [challenge.challenger, *challenge.opponents]
    rows = Standing.objects.filter(ladder=ladder, player__in=table).order_by("position")
    order = list(rows.values_list("player", flat=True))
    now = datetime.now(UTC)
    Call.objects.create(id=challenge.id, ladder=ladder, players=order, made_at=now)
    agenda.schedule(kind=TABLE, subject=challenge.id, version=0)


def _open_challenge_ladder(ladder_id: UUID) -> Ladder:
    ladder = ladder_store.lock_ladder(ladder_id)
    if ladder.kind != "challenge":
        raise refusals.challenge_not_allowed([{"code": "no_challenge_ladder"}])
    closed = list(_closed(ladder))
    if closed:
        raise refusals.challenge_not_allowed(closed)
    return ladder


def _locked_challenge(challenge_id: UUID) -> tuple[Ladder, ChallengeRow]:
    row = ChallengeRow.objects.filter(id=challenge_id).first()
    if row is None:
        raise refusals.not_found("challenge")
    ladder = ladder_store.lock_ladder(row.ladder_id)
    row.refresh_from_db()
    return ladder, row


def _require_open(challenge: ChallengeRow) -> None:
    if challenge.status != "open":
        reason: Reason = {"code": "challenge_not_open", "status": challenge.status}
        raise refusals.challenge_not_allowed([reason])


def get_challenge(ladder: Ladder, challenge_id: UUID) -> ChallengeRow:
    """Return a challenge on a ladder; raises not_found."""
    row: ChallengeRow | None = ladder.challenges.filter(id=challenge_id).first()
    if row is None:
        raise refusals.not_found("challenge on this ladder")
    return row


def with_names(ladder: Ladder, reasons: Sequence[Reason]) -> list[Reason]:
    """Return reasons with names in place of keys."""
    names = dict(ladder.standings.values_list("player", "name"))
    return [
        {**reason, "player": names.get(str(reason["player"]), reason["player"])}
        if "player" in reason
        else dict(reason)
        for reason in reasons
    ]


def serialise_challenge(challenge: ChallengeRow) -> dict[str, Any]:
    """Return a challenge as the API shows it."""
    table = [challenge.challenger, *challenge.opponents]
    rows = Standing.objects.filter(ladder=challenge.ladder_id, player__in=table)
    names = dict(rows.values_list("player", "name"))
    call = Call.objects.filter(id=challenge.id).first()
    return {
        "id": str(challenge.id),
        "challenger": names.get(challenge.challenger, challenge.challenger),
        "opponents": [names.get(key, key) for key in challenge.opponents],
        "accepted": [names.get(key, key) for key in challenge.accepted],
        "status": challenge.status,
        "answer_by": format_timestamp(challenge.answer_by),
        "match": None if call is None or call.match is None else str(call.match),
    }
