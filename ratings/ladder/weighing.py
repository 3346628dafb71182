"""What each pair of a match counts: who has met whom, and who has left (see `meetings`)."""

from collections.abc import Iterator, Sequence
from datetime import date

from ratings.ladder.events import MatchRated
from ratings.ladder.meetings import PLAYED, Effort, Meeting, PairWeights
from ratings.ladder.state import Player, State
from ratings.systems.core import PARTS


def effort(state: State, event: MatchRated) -> Effort:
    """Return who of a match made fewer decisions than the ladder asks for, and who left it."""
    if event.moves is None or not state.settings.moves_min:
        return PLAYED
    least = state.settings.moves_min
    few = [seat for seat, made in enumerate(event.moves) if made is not None and made < least]
    return Effort(frozenset(few), frozenset(event.left)) if few else PLAYED


def weigh(
    state: State, players: Sequence[Player], places: Sequence[int], day: date, effort: Effort
) -> list[PairWeights] | None:
    """Return what each player's pairs count, and note that they have met; None for all wholly.

    In a pair that was too short nobody gains; who left it and came behind loses all the same, and
    it is no meeting.
    """
    if state.repeats is None and not effort.few:
        return None
    count = len(players)
    on_day, in_season = ([[0] * count for _ in range(count)] for _ in range(2))
    weights = [[0] * count for _ in range(count)]
    met = [player.met for player in players]
    for one, other in _pairs(count):
        if effort.short(one, other):
            behind = {one: places[one] > places[other], other: places[other] > places[one]}
            for seat, against in ((one, other), (other, one)):
                if seat in effort.left and behind[seat]:
                    weights[seat][against] = PARTS
            continue
        meeting = _meet(state, players[one], players[other], day)
        for seat, against in ((one, other), (other, one)):
            weights[seat][against] = PARTS
            if meeting is not None and state.repeats is not None:
                on_day[seat][against] = meeting.on_day
                in_season[seat][against] = meeting.season_games
                weights[seat][against] = (
                    state.repeats.day(meeting.on_day)
                    * state.repeats.season(meeting.season_games)
                    * state.repeats.known(mine=met[seat], theirs=met[against])
                    // PARTS**2
                )
    return [
        PairWeights(met[seat], tuple(on_day[seat]), tuple(in_season[seat]), tuple(weights[seat]))
        for seat in range(count)
    ]


def _pairs(count: int) -> Iterator[tuple[int, int]]:
    return ((one, other) for one in range(count) for other in range(one + 1, count))


def _meet(state: State, one: Player, other: Player, day: date) -> Meeting | None:
    """Count one more match of two players; None where the ladder does not count."""
    if state.repeats is None:
        return None
    key = (one.key, other.key) if one.key < other.key else (other.key, one.key)
    meeting = state.meetings.get(key)
    if meeting is None:
        meeting = state.meetings[key] = Meeting(state.season, 0, day, 0)
        one.met += 1
        other.met += 1
    if meeting.season != state.season:
        meeting.season, meeting.season_games = state.season, 0
    if meeting.day != day:
        meeting.day, meeting.on_day = day, 0
    meeting.season_games += 1
    meeting.on_day += 1
    return meeting


def are_whole(pair_weights: Sequence[PairWeights]) -> bool:
    """Return whether every pair of a match counts wholly."""
    others = len(pair_weights) - 1
    return all(sum(each.weights) == PARTS * others for each in pair_weights)


def part_of(
    points: Sequence[int], pair_weights: Sequence[PairWeights], effort: Effort
) -> list[int]:
    """Return the part of each player's points that counts.

    It is the mean weight of the pairs in which both have played.
    """
    others = len(pair_weights) - 1
    parts = [
        sum(
            weight for against, weight in enumerate(each.weights) if not effort.short(seat, against)
        )
        // others
        for seat, each in enumerate(pair_weights)
    ]
    return [each * part // PARTS for each, part in zip(points, parts, strict=True)]
