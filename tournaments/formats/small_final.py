"""The small final: beside the final, those who were out one round before play for the next places.

With duels it is the match for third place. At tables of more it seats as many as the final does of
those who missed the final: whoever was placed better first, then by points, then by seed. Pure.
"""

from collections.abc import Collection

from tournaments.formats.core import OpenTiers, Stage
from tournaments.record import Entrant, Round

FINAL, THIRD = "final", "third"
"""The keys of the two tables."""


def players(stage: Stage, going: Collection[Entrant], most: int) -> tuple[Entrant, ...]:
    """Return who plays for the places behind the final, to which `going` go on, `most` at most.

    One alone has the first of these places, since the others have left; nobody where a table
    could not be seated, or where nobody has left.
    """
    seed = {entrant: place for place, entrant in enumerate(stage.seeds)}
    points = stage.record.points
    out = sorted(
        (place, -points.get(each, 0), seed[each], each)
        for table in stage.record.rounds[-1].tables
        if table.places is not None
        for each, place in zip(table.seats, table.places, strict=True)
        if each not in going
    )
    active = set(stage.active)
    there = [each for *_, each in out if each in active]
    if len(there) >= stage.sizes.least:
        return tuple(there[:most])
    return tuple(there) if len(there) == 1 < len(out) else ()


def places_before(round_: Round) -> int:
    """Return how many places the final decides; those of the small final come after them."""
    return sum(len(table.seats) for table in round_.tables if table.key == FINAL)


def open_tiers(stage: Stage, entrant: Entrant, tier: tuple[int, ...]) -> OpenTiers | None:
    """Return between which tiers somebody can end who is out; None where that is settled."""
    rounds = stage.record.rounds
    if not stage.options["third_place"] or entrant not in stage.active or not rounds:
        return None
    number, last = len(rounds), rounds[-1]
    before = places_before(last)
    for table in last.tables:
        if table.key == THIRD and entrant in table.seats:
            if table.places is not None or not table.counts:
                return None
            return OpenTiers((number, -before - len(table.seats)), (number, -before - 1))
    if before or not any(entrant in table.seats for table in last.tables):
        return None
    # Behind everybody who is sure of the next round, whose floor is one place higher.
    return OpenTiers(tier, (number + 1, -len(stage.seeds) - 1))
