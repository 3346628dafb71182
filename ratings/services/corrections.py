"""Put a ladder right: annul and correct matches, adjust ratings, merge players, rebuild."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from eventstore import streams
from games.messages import Message
from ratings import decisions, players, refusals, verification
from ratings.aggregate import LADDER, Work
from ratings.correction_answers import Consequences, Rebuilt
from ratings.ladder import events as e
from ratings.ladder.settings import parsed
from ratings.ladder_rows import LadderState
from ratings.models import Ladder, RatedMatch, RatingChange
from ratings.services.commands import LadderCommand, carry_out, require_reason

ADJUST_MAX = 10_000
"""Points; more is a slip of the keyboard."""


def ladder_of_match(match_id: UUID) -> UUID:
    """Return the ladder that a match came to; raises not_found."""
    row = RatedMatch.objects.filter(match=match_id).order_by("id").first()
    if row is None:
        raise refusals.not_found(Message("This match does not count on any ladder."))
    return row.ladder_id


def rated(ladder: Ladder, match_id: UUID) -> RatedMatch:
    """Return a match that counts on a ladder; raises not_found or result_locked."""
    row: RatedMatch | None = ladder.matches.filter(match=match_id).first()
    if row is None:
        raise refusals.not_rated_here()
    if row.status == "annulled":
        raise refusals.already_annulled(row.reason)
    if row.status != "rated":
        raise refusals.not_rated(row.reason)
    return row


def annul(*, ladder_id: UUID, match_id: UUID, order: LadderCommand) -> Consequences:
    """Let a match never have counted: ratings after it are folded anew."""

    def decide(state: LadderState, work: Work) -> None:
        ladder = state.row
        rated(ladder, match_id)
        work.add(e.MatchAnnulled(match=str(match_id), reason=require_reason(order)))

    return carry_out(ladder_id, decide, order)


def correct(
    *,
    ladder_id: UUID,
    match_id: UUID,
    places: Sequence[int],
    order: LadderCommand,
) -> Consequences:
    """Rate a match anew with other places, as after a dispute about the rules."""

    def decide(state: LadderState, work: Work) -> None:
        ladder = state.row
        row = rated(ladder, match_id)
        require_valid_places(places, row.seats)
        before = RatingChange.objects.filter(ladder=ladder, match=match_id).order_by("seat")
        if list(before.values_list("place", flat=True)) == list(places):
            raise refusals.invalid("places", Message("are the same as before"))
        corrected = e.MatchCorrected(
            match=str(match_id), places=list(places), reason=require_reason(order)
        )
        work.add(corrected)

    return carry_out(ladder_id, decide, order)


def follow_result(
    match_id: UUID, places: Sequence[int] | None, order: LadderCommand
) -> Consequences | None:
    """Rate a match anew as its result has been put right elsewhere, or annul it without places.

    None when it counts like that already, or on no ladder.
    """
    row = RatedMatch.objects.filter(match=match_id, status="rated").first()
    if row is None:
        return None
    if places is None:
        return annul(ladder_id=row.ladder_id, match_id=match_id, order=order)
    changes = RatingChange.objects.filter(ladder=row.ladder_id, match=match_id).order_by("seat")
    if list(places) == list(changes.values_list("place", flat=True)):
        return None
    return correct(ladder_id=row.ladder_id, match_id=match_id, places=places, order=order)


def require_valid_places(places: Sequence[int], seats: int) -> None:
    """Raise invalid unless places are what a match of that many can end with.

    Who ties has the same place, and the places after it are left out: 1, 1, 3.
    """
    right = [1 + sum(other < place for other in places) for place in places]
    if len(places) != seats or right != list(places):
        text = Message(
            "must be %(seats)s places by seat, such as 1, 2, 2, 4; players who tie share one",
            seats=seats,
        )
        raise refusals.invalid("places", text)


def adjust(
    *,
    ladder_id: UUID,
    player: str,
    points: float,
    order: LadderCommand,
) -> Consequences:
    """Move a player's rating by some points, positive or negative."""

    def decide(state: LadderState, work: Work) -> None:
        ladder = state.row
        standing = players.require_standing(ladder, player)
        decimals = parsed(ladder.settings).rating_system().decimals
        if not -ADJUST_MAX <= points <= ADJUST_MAX:
            raise refusals.invalid(
                "points", Message("must be from -%(most)s to %(most)s", most=ADJUST_MAX)
            )
        steps = round(points * 10**decimals)
        if not steps:
            raise refusals.invalid("points", Message("must move the rating"))
        why = require_reason(order)
        adjusted = e.RatingAdjusted(
            player=standing.player, name=standing.name, by=steps, reason=why
        )
        work.add(adjusted)

    return carry_out(ladder_id, decide, order)


def merge(*, ladder_id: UUID, gone: str, into: str, order: LadderCommand) -> Consequences:
    """Let two players have been one all along; matches where both sat no longer count."""

    def decide(state: LadderState, work: Work) -> None:
        ladder = state.row
        standing = players.require_standing(ladder, gone)
        remaining = players.by_name(ladder, into)
        # Whoever was merged into the one who goes would stand for nobody.
        if remaining.key in decisions.keys_of(ladder, standing.player):
            raise refusals.invalid("into", Message("must be another player"))
        merged = e.PlayersMerged(
            gone=standing.player,
            into=remaining.key,
            into_name=remaining.name,
            reason=require_reason(order),
        )
        work.add(merged)

    return carry_out(ladder_id, decide, order)


def rebuild(*, ladder_id: UUID, write: bool) -> Rebuilt:
    """Fold a ladder from its first event and say how many rows differ; repair them with write."""
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update().get(id=ladder_id)
        state = LADDER.fold(ladder_id, streams.load(e.KIND, ladder_id))
        different = verification.differences(ladder, state, write=write)
    return Rebuilt(
        ladder=ladder.slug,
        version=state.version,
        dry_run=not write,
        matches=sum(row.status == "rated" for row in state.rated),
        differences=sum(different.values()),
        tables=different,
    )
