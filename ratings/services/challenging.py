"""Challenges: who may challenge whom, and what becomes of it."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, cast
from uuid import UUID

from accounts import blocks
from agenda import sql as agenda
from agenda.announcements import Announcement, announce
from api.ids import uuid7
from eventstore.aggregate import CommandContext
from eventstore.canonical import format_timestamp
from eventstore.command_handler import handle
from games.messages import Message
from matches import sharing
from ratings import players, refusals
from ratings.aggregate import LADDER, Work
from ratings.ladder import events as e
from ratings.ladder import rungs
from ratings.ladder.settings import parsed
from ratings.ladder_rows import LadderState
from ratings.models import Call, ChallengeRow, Ladder, RatingChange, Standing
from ratings.players import PlayerRef
from ratings.playing_answers import ChallengeShown
from ratings.services.matchmaking import TABLE

LAPSE = "challenge_lapse"
"""The agenda's kind for a challenge that nobody has answered in time."""

Reason = dict[str, object]


def join(
    *, ladder_id: UUID, player: PlayerRef, author: CommandContext, shares: bool = False
) -> Ladder:
    """Let somebody take the lowest rung; raises Problem."""

    def decide(state: LadderState, work: Work) -> None:
        ladder = _open_challenge_ladder(state)
        refusal = players.entry_refusal(ladder, player.key)
        if refusal is not None:
            raise refusal
        account = players.account_id(player.key)
        if account is not None and parsed(ladder.settings).chance == "required":
            sharing.require(account, says_so=shares)
        standing = ladder.standings.filter(player=player.key).first()
        if standing is not None and standing.position is not None:
            raise refusals.not_eligible(
                "already_on_ladder", Message("You are already on this ladder.")
            )
        work.add(e.PlayerJoined(player=player.key, name=player.name))

    handle(LADDER, ladder_id, author, decide)
    return Ladder.objects.get(id=ladder_id)


def leave(*, ladder_id: UUID, player: PlayerRef, author: CommandContext) -> None:
    """Let somebody leave the rungs; those below move up."""

    def decide(state: LadderState, work: Work) -> None:
        standing = state.row.standings.filter(player=player.key).first()
        if standing is None or standing.position is None:
            raise refusals.not_found(Message("You are not on this ladder."))
        work.add(e.PlayerLeft(player=player.key))

    handle(LADDER, ladder_id, author, decide)


def reasons_against(ladder: Ladder, challenger: str, opponents: Sequence[str]) -> list[Reason]:
    """Return every reason why a challenge is not allowed, as a code and its numbers."""
    rules = parsed(ladder.settings)
    limits = rules.challenges
    table = [challenger, *opponents]
    plain: list[Reason] = []
    plain.extend(_closed(ladder))
    plain.extend(_apart(table))
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


def _apart(table: Sequence[str]) -> Iterator[Reason]:
    """Yield that there is no such table where one at it has blocked another; not who."""
    accounts = [each for each in map(players.account_id, table) if each is not None]
    if blocks.apart_among(accounts):
        yield {"code": "not_available"}


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
    *, ladder_id: UUID, player: PlayerRef, opponents: Sequence[str], author: CommandContext
) -> ChallengeRow:
    """Challenge players by name; raises challenge_not_allowed with every reason."""

    def decide(state: LadderState, work: Work) -> None:
        ladder = _open_challenge_ladder(state)
        keys = [players.require_standing(ladder, name).player for name in opponents]
        against = reasons_against(ladder, player.key, keys)
        if against:
            raise refusals.challenge_not_allowed(with_names(ladder, against))
        hours = parsed(ladder.settings).challenges.answer_hours
        answer_by = datetime.now(UTC) + timedelta(hours=hours)
        challenge = uuid7()
        work.add(
            e.ChallengeMade(
                challenge=str(challenge),
                challenger=player.key,
                opponents=keys,
                answer_by=format_timestamp(answer_by),
            )
        )
        work.also.append(
            lambda: agenda.schedule(kind=LAPSE, subject=challenge, due_at=answer_by, version=0)
        )
        people = [each for each in map(players.account_id, keys) if each is not None]
        by = players.account_id(player.key)
        made = Announcement("challenge", challenge, people, by=by)
        work.also.append(lambda: announce(made))

    (made,) = handle(LADDER, ladder_id, author, decide).events
    event = e.CATALOGUE.decode(made.type, made.schema, made.body)
    assert isinstance(event, e.ChallengeMade)  # noqa: S101 - It is what was decided.
    return ChallengeRow.objects.get(id=event.challenge)


def answer(
    *, challenge_id: UUID, player: PlayerRef, accept: bool, author: CommandContext
) -> ChallengeRow:
    """Accept or decline; with the last acceptance the match is opened. Raises Problem."""

    def decide(ladder: Ladder, challenge: ChallengeRow) -> list[e.LadderEvent]:
        if player.key not in challenge.opponents:
            raise refusals.not_found(Message("This challenge is not waiting for your answer."))
        _require_open(challenge)
        if player.key in challenge.accepted:
            raise refusals.challenge_not_allowed([{"code": "answered_already"}])
        if accept and not parsed(ladder.settings).has_clock():
            raise refusals.challenge_not_allowed([{"code": "no_clock"}])
        answered = e.ChallengeAnswered(
            challenge=str(challenge_id), player=player.key, accept=accept
        )
        return (
            [answered]
            if accept
            else [answered, _close(ladder, challenge, [player.key], "declined")]
        )

    return _change(challenge_id, author, decide)


def withdraw(*, challenge_id: UUID, player: PlayerRef, author: CommandContext) -> ChallengeRow:
    """Let a challenger think better of it."""

    def decide(ladder: Ladder, challenge: ChallengeRow) -> list[e.LadderEvent]:
        if player.key != challenge.challenger:
            raise refusals.not_found(Message("You did not make this challenge."))
        _require_open(challenge)
        return [_close(ladder, challenge, [], "withdrawn")]

    return _change(challenge_id, author, decide)


def expire(challenge_id: UUID) -> None:
    """Close a challenge that not all have answered in time; harmless when it is closed."""

    def decide(ladder: Ladder, challenge: ChallengeRow) -> list[e.LadderEvent]:
        if challenge.status != "open":
            return []
        silent = [key for key in challenge.opponents if key not in challenge.accepted]
        return [_close(ladder, challenge, silent, "lapsed")]

    _change(challenge_id, CommandContext("system", f"lapse:{challenge_id}"), decide)


def _change(
    challenge_id: UUID,
    author: CommandContext,
    decide: Callable[[Ladder, ChallengeRow], list[e.LadderEvent]],
) -> ChallengeRow:
    """Carry a command about a challenge out, with what follows from it; raises Problem."""
    row = ChallengeRow.objects.filter(id=challenge_id).first()
    if row is None:
        raise refusals.no_such_challenge()

    def decide_on_row(state: LadderState, work: Work) -> None:
        ladder = state.row
        row.refresh_from_db()
        work.add(*decide(ladder, row))
        work.also.append(lambda: follow(ladder))

    def follow(ladder: Ladder) -> None:
        row.refresh_from_db()
        if row.status == "accepted":
            _call(ladder, row)
        if row.status != "open":
            agenda.cancel(kind=LAPSE, subject=challenge_id)

    handle(LADDER, row.ladder_id, author, decide_on_row)
    row.refresh_from_db()
    return row


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


def _open_challenge_ladder(state: LadderState) -> Ladder:
    ladder = state.row
    if ladder.kind != "challenge":
        raise refusals.challenge_not_allowed([{"code": "no_challenge_ladder"}])
    closed = list(_closed(ladder))
    if closed:
        raise refusals.challenge_not_allowed(closed)
    return ladder


def _require_open(challenge: ChallengeRow) -> None:
    if challenge.status != "open":
        reason: Reason = {"code": "challenge_not_open", "status": challenge.status}
        raise refusals.challenge_not_allowed([reason])


def get_challenge(ladder: Ladder, challenge_id: UUID) -> ChallengeRow:
    """Return a challenge on a ladder; raises not_found."""
    row: ChallengeRow | None = ladder.challenges.filter(id=challenge_id).first()
    if row is None:
        raise refusals.no_such_challenge()
    return row


def with_names(ladder: Ladder, reasons: Sequence[Reason]) -> list[Reason]:
    """Return reasons with names in place of keys."""
    names = players.names(ladder.standings.all())
    return [
        {**reason, "player": names.get(str(reason["player"]), reason["player"])}
        if "player" in reason
        else dict(reason)
        for reason in reasons
    ]


def serialise_challenge(challenge: ChallengeRow) -> ChallengeShown:
    """Return a challenge as the API shows it."""
    table = [challenge.challenger, *challenge.opponents]
    rows = Standing.objects.filter(ladder=challenge.ladder_id, player__in=table)
    names = players.names(rows)
    call = Call.objects.filter(id=challenge.id).first()
    return ChallengeShown(
        id=str(challenge.id),
        challenger=names.get(challenge.challenger, challenge.challenger),
        opponents=[names.get(key, key) for key in challenge.opponents],
        accepted=[names.get(key, key) for key in challenge.accepted],
        status=cast("Literal['open', 'accepted', 'played', 'closed']", challenge.status),
        answer_by=format_timestamp(challenge.answer_by),
        match=None if call is None or call.match is None else str(call.match),
    )
