"""Fold a ladder's events.

An annulment, a correction and a merger are retroactive: they change what earlier events come to. So
a stream is read twice, first for these, then event by event in its own order. An event that is not
retroactive can also be folded into the part of the ladder that it touches.
"""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from eventstore.canonical import parse_timestamp
from eventstore.events import Moment
from ratings.ladder import events as e
from ratings.ladder import rungs, weighing
from ratings.ladder.meetings import PLAYED, Effort, PairWeights
from ratings.ladder.settings import edited, parsed
from ratings.ladder.state import (
    Archived,
    Challenge,
    Made,
    Outcome,
    Player,
    Rated,
    Season,
    State,
    half_points,
    ranked,
)
from ratings.systems.core import Rating

SEAT_POINTS = 694_871
"""Thousandths of rating points that one whole share is worth near the middle: 1600 / ln 10."""
SEAT_TERM_MAX = 300_000
"""The most that a seat is believed to be worth, in thousandths of a point."""
SHORT = "short"
"""Why a rated match counts for some alone: not everybody had played long enough."""
make = tuple.__new__
"""Makes a named tuple in half the time of calling it."""


@contextmanager
def gc_paused() -> Iterator[None]:
    """Keep the collector of cycles away: a fold makes none, and it would look at every row."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def fold_stream(state: State, events: Sequence[e.LadderEvent], moments: Iterable[Moment]) -> None:
    """Fold a whole stream into a new state."""
    with gc_paused():
        for event in events:
            if isinstance(event, e.RETROACTIVE):
                state.later.collect(event)
        state.merged = state.later.merged
        for event, moment in zip(events, moments, strict=True):
            evolve(state, event, moment)


def evolve(state: State, event: e.LadderEvent, moment: Moment) -> None:
    """Fold one event."""
    step = STEPS.get(type(event))
    if step is not None:
        step(state, event, moment)


def _open(state: State, event: e.LadderOpened, _when: Moment) -> None:
    state.slug = event.slug
    state.well = event.well or ""
    state.apply_settings(parsed(event.settings))


def _rate(state: State, event: e.MatchRated, when: Moment) -> None:
    at = when.at if event.played_at is None else parse_timestamp(event.played_at)
    match, keys, places = event.match, event.players, event.places
    if state.merged:
        keys = [state.resolve_merged(key) for key in keys]
    played = weighing.effort(state, event)
    status, reason = "rated", SHORT if played.few else ""
    if match in state.later.annulled:
        status, reason = "annulled", state.later.annulled[match]
    elif len(set(keys)) < len(keys):
        status, reason = "not_rated", "player_twice"
    row = make(
        Rated, (match, when.version, at, state.season, len(keys), status, reason, event.source)
    )
    state.rated.append(row)
    if status == "rated":
        if state.later.places:
            places = state.later.places.get(match, places)
            if match in state.later.places:
                # Whoever says how it ended has looked at it: it counts as any other.
                played = PLAYED
                row = state.rated[-1] = row._replace(reason="")
        known = state.players
        try:
            players = [known[key] for key in keys]
        except KeyError:
            players = [state.player(key, name) for key, name in zip(keys, event.names, strict=True)]
        rate(state, row, players, Ended(places, event.scores, played))
    if event.challenge in state.challenges:
        state.challenges[event.challenge].status = "played"


class Ended(NamedTuple):
    """How a match ended, by seat."""

    places: Sequence[int]
    scores: Sequence[int] | None
    effort: Effort


def rate(state: State, row: Rated, players: Sequence[Player], ended: Ended) -> None:
    """Rate one match: ratings, points, rungs and seats.

    A rebuild spends its time here, so nothing is made that is not kept.
    """
    places, scores, effort = ended
    marks = [player.mark for player in players]
    count = len(players)
    terms = state.no_terms[count]
    if state.uses_seats:
        terms = [seat_term(state, count, seat) for seat in range(count)]
    pair_weights = None
    if (state.repeats is not None or effort.few) and row.source != "import":
        pair_weights = weighing.weigh(state, players, places, row.at.date(), effort)
    after = _after(state, marks, places, terms, pair_weights)
    if not effort.few:
        if state.uses_seats:
            _learn_seats(state, marks, places)
        state.seen_places(places)
    points = rungs_before = rungs_after = None
    if state.is_points:
        points = _points(state, places)
        if pair_weights is not None:
            points = weighing.part_of(points, pair_weights, effort)
        _score(players, points, best_of=state.settings.best_of)
    elif state.is_challenge:
        rungs_before = [player.position for player in players]
        _climb(state, [player.key for player in players], places)
        rungs_after = [player.position for player in players]
    _count(players, after, places, row.at, pair_weights)
    rungs_moved = (rungs_before, rungs_after)
    about = (row, players, places, scores, marks, after, terms, points, *rungs_moved, pair_weights)
    state.outcomes.append(make(Outcome, about))


def _count(
    players: Sequence[Player],
    after: Sequence[Rating],
    places: Sequence[int],
    at: datetime,
    pair_weights: Sequence[PairWeights] | None,
) -> None:
    """Count the match for each player of whom it says anything."""
    for seat, (player, mark, place) in enumerate(zip(players, after, places, strict=True)):
        if pair_weights is not None and not pair_weights[seat].counts:
            continue
        player.mark = mark
        player.season_games += 1
        if place == 1:
            player.firsts += 1
        last_at = player.last_at
        if last_at is None or last_at < at:
            player.last_at = at


def _after(
    state: State,
    marks: Sequence[Rating],
    places: Sequence[int],
    terms: Sequence[int],
    pair_weights: Sequence[PairWeights] | None,
) -> list[Rating]:
    """Return the marks after a match; for whom it does not count, the one before."""
    if pair_weights is None or weighing.are_whole(pair_weights):
        return state.system.rate(marks, places, terms)
    after = state.system.rate(marks, places, terms, [each.weights for each in pair_weights])
    return [
        mark if each.counts else before
        for before, mark, each in zip(marks, after, pair_weights, strict=True)
    ]


def _score(players: Sequence[Player], points: Sequence[int], *, best_of: int) -> None:
    for player, gained in zip(players, points, strict=True):
        player.best = sorted([*player.best, gained], reverse=True)[:best_of]


def seat_term(state: State, seats: int, seat: int) -> int:
    """Return what a seat is believed to be worth, in thousandths of a rating point.

    The mean share beyond expectation, shrunk towards zero by the prior, as rating points: near the
    middle of the curve a share is worth 1600/ln 10 points, and the others' seats lose what this
    one gains.
    """
    seen = state.seats_of(seats)[seat]
    scale = state.system.values["scale"]
    numerator = abs(seen.residual) * SEAT_POINTS * scale * (seats - 1)
    size = numerator // (1_000_000 * 400 * seats * (seen.games + state.seat_prior))
    return min(size, SEAT_TERM_MAX) * (1 if seen.residual >= 0 else -1)


def _learn_seats(state: State, marks: Sequence[Rating], places: Sequence[int]) -> None:
    """Count what each seat took beyond what the ratings alone expected."""
    count = len(places)
    shares = state.system.expected(marks)
    for place, seen, share in zip(places, state.seats_of(count), shares, strict=True):
        took = half_points(place, places) / (2 * (count - 1))
        seen.residual += round((took - share) * 1_000_000)


def _points(state: State, places: Sequence[int]) -> list[int]:
    """Return each player's points in thousandths; who ties shares what the places bring."""
    count = len(places)
    table = [each * 1000 for each in state.settings.points]
    by_place = (
        table + [0] * (count - len(table))
        if table
        else [1000 * (count - 1 - place) // (count - 1) for place in range(count)]
    )
    points = []
    for place in places:
        better = sum(other < place for other in places)
        level = sum(other == place for other in places)
        points.append(sum(by_place[better : better + level]) // level)
    return points


def _climb(state: State, keys: Sequence[str], places: Sequence[int]) -> None:
    rise_max = state.settings.challenges.reach_places
    state.rungs = rungs.after_match(state.rungs, keys, places, rise_max=rise_max)
    state.renumber()


def _not_rate(state: State, event: e.MatchNotRated, when: Moment) -> None:
    state.rated.append(
        Rated(
            event.match, when.version, when.at, state.season, 0, "not_rated", event.reason, "match"
        )
    )


def _adjust(state: State, event: e.RatingAdjusted, _when: Moment) -> None:
    player = state.player(state.resolve_merged(event.player), event.name)
    player.mark = player.mark._replace(rating=player.mark.rating + event.by)


def _merge(state: State, event: e.PlayersMerged, _when: Moment) -> None:
    if event.into in state.players:
        state.players[event.into].name = event.into_name


def _edit(state: State, event: e.LadderEdited, _when: Moment) -> None:
    state.apply_settings(edited(state.settings, event.changes))


def _pause(state: State, _event: e.LadderPaused, _when: Moment) -> None:
    state.is_paused = True


def _resume(state: State, _event: e.LadderResumed, _when: Moment) -> None:
    state.is_paused = False


def _close_season(state: State, event: e.SeasonClosed, when: Moment) -> None:
    played = [player for player in state.players.values() if player.season_games]
    for rank, player in ranked(state.settings.kind, played):
        state.archive.append(
            Archived(
                state.season,
                player.key,
                player.name,
                rank,
                player.rating,
                player.season_games,
                player.points,
                player.position,
            )
        )
    state.seasons.append(Season(state.season, state.settings.season, when.at))
    for player in state.players.values():
        player.mark = state.system.regressed(player.mark, event.keep_percent)
        player.season_games = 0
        player.best = []
    state.season += 1
    state.well = event.well or ""
    state.apply_settings(edited(state.settings, {"season": event.next, "season_end": {}}))


def _make(state: State, event: e.MatchMade, _when: Moment) -> None:
    state.slots = event.slot
    state.made.append(Made(event.slot, event.match, state.well))


def _renew_well(state: State, event: e.WellRenewed, _when: Moment) -> None:
    state.well = event.well
    state.slots += event.skipped


def _join(state: State, event: e.PlayerJoined, _when: Moment) -> None:
    player = state.player(state.resolve_merged(event.player), event.name)
    if player.position is None:
        state.rungs.append(player.key)
        player.position = len(state.rungs)


def _leave(state: State, event: e.PlayerLeft, _when: Moment) -> None:
    key = state.resolve_merged(event.player)
    if key in state.rungs:
        state.rungs.remove(key)
        state.players[key].position = None
        state.renumber()


def _challenge(state: State, event: e.ChallengeMade, when: Moment) -> None:
    state.challenges[event.challenge] = Challenge(
        event.challenge, event.challenger, list(event.opponents), event.answer_by, when.at
    )


def _answer(state: State, event: e.ChallengeAnswered, _when: Moment) -> None:
    challenge = state.challenges[event.challenge]
    if event.accept and event.player not in challenge.accepted:
        challenge.accepted.append(event.player)
    if set(challenge.accepted) == set(challenge.opponents):
        challenge.status = "accepted"


def _close_challenge(state: State, event: e.ChallengeClosed, _when: Moment) -> None:
    state.challenges[event.challenge].status = "closed"
    challenger = state.resolve_merged(event.challenger)
    passed = [key for key in map(state.resolve_merged, event.forfeits) if key != challenger]
    if passed:
        _climb(state, [challenger, *passed], [1, *[2] * len(passed)])


Step = Callable[[State, Any, Moment], None]

STEPS: dict[type[e.LadderEvent], Step] = {
    e.LadderOpened: _open,
    e.MatchRated: _rate,
    e.MatchNotRated: _not_rate,
    e.RatingAdjusted: _adjust,
    e.PlayersMerged: _merge,
    e.LadderEdited: _edit,
    e.LadderPaused: _pause,
    e.LadderResumed: _resume,
    e.SeasonClosed: _close_season,
    e.MatchMade: _make,
    e.WellRenewed: _renew_well,
    e.PlayerJoined: _join,
    e.PlayerLeft: _leave,
    e.ChallengeMade: _challenge,
    e.ChallengeAnswered: _answer,
    e.ChallengeClosed: _close_challenge,
}
"""How each event changes the state; the others are told by hindsight or by their own rows."""
