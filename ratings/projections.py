"""The rows of ladders that follow from their streams."""

from collections.abc import Callable, Iterable, Sequence
from uuid import UUID

from django.db.models import Model

from eventstore.canonical import parse_timestamp
from eventstore.projections import Projection, Row
from ratings import models
from ratings.ladder.state import Archived, Change, Made, Player, Rated, Season, State


def player_row(player: Player) -> Row:
    """Return a player's row."""
    return (
        player.key,
        player.name,
        *player.mark,
        player.season_games,
        player.met,
        player.firsts,
        tuple(player.best),
        player.points,
        player.position,
        player.last_at,
    )


def _challenges(state: State) -> Iterable[Row]:
    for each in state.challenges.values():
        yield (
            UUID(each.key),
            each.challenger,
            tuple(each.opponents),
            tuple(each.accepted),
            each.status,
            parse_timestamp(each.answer_by),
            each.made_at,
        )


def _meetings(state: State) -> Iterable[Row]:
    for (one, other), each in state.meetings.items():
        yield (one, other, each.season, each.season_games, each.day, each.on_day)


def _seats(state: State) -> Iterable[Row]:
    for count, seat, seen in state.all_seats():
        yield (count, seat, seen.games, seen.firsts, seen.places, seen.halves, seen.residual)


def _made(state: State) -> Iterable[Row]:
    for row in state.made:
        yield (row.slot, UUID(row.match), row.well)


def _rated(state: State) -> Iterable[Row]:
    for row in state.rated:
        yield (UUID(row.match), *row[1:])


def _changes(state: State) -> Iterable[Row]:
    for row in state.changes():
        yield (row.version, row.seat, UUID(row.match), *row[3:])


def _of_ladders(
    model: type[Model],
    key: Sequence[str],
    rest: Sequence[str],
    of_state: Callable[[State], Iterable[Row]],
) -> Projection:
    return Projection(model, "ladder_id", tuple(key), tuple(rest), of_state)


PLAYERS = _of_ladders(
    models.Standing,
    ["player"],
    [
        "name",
        "rating",
        "deviation",
        "games",
        "season_games",
        "met",
        "firsts",
        "best",
        "points",
        "position",
        "last_at",
    ],
    lambda state: map(player_row, state.players.values()),
)
MADE = _of_ladders(models.MadeMatch, ["slot"], Made._fields[1:], _made)
RATED = _of_ladders(models.RatedMatch, ["match"], Rated._fields[1:], _rated)
CHANGES = _of_ladders(
    models.RatingChange, ["version", "seat"], ["match", *Change._fields[3:]], _changes
)
SEATS = _of_ladders(
    models.SeatStatistic,
    ["seats", "seat"],
    ["games", "firsts", "places", "halves", "residual"],
    _seats,
)
MEETINGS = _of_ladders(
    models.Meeting, ["one", "other"], ["season", "season_games", "day", "on_day"], _meetings
)
SEASONS = _of_ladders(models.SeasonRow, ["number"], Season._fields[1:], lambda state: state.seasons)
ARCHIVE = _of_ladders(
    models.SeasonStanding, ["season", "player"], Archived._fields[2:], lambda state: state.archive
)
CHALLENGES = _of_ladders(
    models.ChallengeRow,
    ["id"],
    ["challenger", "opponents", "accepted", "status", "answer_by", "made_at"],
    _challenges,
)

TABLES = (PLAYERS, MEETINGS, MADE, RATED, CHANGES, SEATS, SEASONS, ARCHIVE, CHALLENGES)
