"""The rows of ladders as tuples: read, compared with a fold, and written.

Rows are written only where they differ, so one settled match touches a handful; what a re-fold
changes in thousands goes in by COPY.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
from django.db import connection
from psycopg import sql

from eventstore.canonical import parse_timestamp
from ratings.ladder.state import Archived, Change, Player, Rated, Season, State

Row = tuple[Any, ...]
Rows = dict[Row, Row]
"""Rows by their key; a row begins with its key."""

COPIED_FROM = 200
"""From so many rows on, COPY beats one statement a row."""


class Projection(NamedTuple):
    """One projection of a ladder."""

    name: str
    key: tuple[str, ...]
    rest: tuple[str, ...]
    of_state: Callable[[State], Iterable[Row]]
    narrowed_by: int = 1
    """How many columns of the key must be among those asked for."""

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns but the ladder's."""
        return self.key + self.rest

    def folded(self, state: State) -> Rows:
        """Return the rows that a state gives."""
        return self.by_key(self.of_state(state))

    def by_key(self, rows: Iterable[Row]) -> Rows:
        """Return rows by their key."""
        size = len(self.key)
        return {row[:size]: row for row in rows}

    def stored(self, ladder: UUID, only: Sequence[object] | None = None) -> Rows:
        """Return the rows of a ladder as the database has them, or only some by their key."""
        text = sql.SQL("SELECT {columns} FROM {table} WHERE ladder_id = %s").format(
            columns=_names(self.columns), table=sql.Identifier(self.name)
        )
        values: list[object] = [ladder]
        if only is not None:
            for column in self.key[: self.narrowed_by]:
                text += sql.SQL(" AND {} = ANY(%s)").format(sql.Identifier(column))
                values.append(list(only))
        with _cursor() as cursor:
            cursor.execute(text, values)
            return self.by_key(map(_comparable, cursor.fetchall()))

    def write(self, ladder: UUID, before: Mapping[Row, Row], after: Mapping[Row, Row]) -> int:
        """Make the rows `before` in the database those of `after`; return how many differed."""
        gone = [key for key in before if key not in after]
        new = [row for key, row in after.items() if before.get(key) != row]
        with _cursor() as cursor:
            if len(new) >= COPIED_FROM:
                gone += [row[: len(self.key)] for row in new]
                self._delete(cursor, ladder, gone)
                self._copy(cursor, ladder, new)
            else:
                self._delete(cursor, ladder, gone)
                cursor.executemany(self._upsert(), [(ladder, *_writable(row)) for row in new])
        return len(gone) + len(new)

    def _delete(self, cursor: "psycopg.Cursor[Row]", ladder: UUID, keys: Sequence[Row]) -> None:
        text = sql.SQL("DELETE FROM {table} WHERE ladder_id = %s AND ({key}) = ({marks})").format(
            table=sql.Identifier(self.name), key=_names(self.key), marks=_marks(len(self.key))
        )
        cursor.executemany(text, [(ladder, *key) for key in keys])

    def _copy(self, cursor: "psycopg.Cursor[Row]", ladder: UUID, rows: Iterable[Row]) -> None:
        text = sql.SQL("COPY {table} (ladder_id, {columns}) FROM STDIN").format(
            table=sql.Identifier(self.name), columns=_names(self.columns)
        )
        with cursor.copy(text) as copy:
            for row in rows:
                copy.write_row((ladder, *_writable(row)))

    def _upsert(self) -> sql.Composed:
        if self.name == "ratings_challengerow":
            conflict: sql.Composable = sql.SQL("id")
        else:
            conflict = sql.SQL("ladder_id, {}").format(_names(self.key))
        settings = [
            sql.SQL("{0} = EXCLUDED.{0}").format(sql.Identifier(name)) for name in self.rest
        ]
        return sql.SQL(
            "INSERT INTO {table} (ladder_id, {columns}) VALUES (%s, {marks})"
            " ON CONFLICT ({conflict}) DO UPDATE SET {settings}"
        ).format(
            table=sql.Identifier(self.name),
            columns=_names(self.columns),
            marks=_marks(len(self.columns)),
            conflict=conflict,
            settings=sql.SQL(", ").join(settings),
        )


def _cursor() -> "psycopg.Cursor[Row]":
    connection.ensure_connection()
    return psycopg.Cursor(connection.connection)


def _names(columns: Sequence[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _marks(count: int) -> sql.Composed:
    return sql.SQL(", ").join([sql.Placeholder()] * count)


def _comparable(row: Row) -> Row:
    return tuple(tuple(value) if isinstance(value, list) else value for value in row)


def _writable(row: Row) -> Row:
    # A tuple would be written as a composite value, not as an array.
    return tuple(list(value) if isinstance(value, tuple) else value for value in row)


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


def _rated(state: State) -> Iterable[Row]:
    for row in state.rated:
        yield (UUID(row.match), *row[1:])


def _changes(state: State) -> Iterable[Row]:
    for row in state.changes():
        yield (row.version, row.seat, UUID(row.match), *row[3:])


def _table(
    model: str, key: Sequence[str], rest: Sequence[str], of_state: Callable[[State], Iterable[Row]]
) -> Projection:
    return Projection(f"ratings_{model}", tuple(key), tuple(rest), of_state)


PLAYERS = _table(
    "standing",
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
RATED = _table("ratedmatch", ["match"], Rated._fields[1:], _rated)
CHANGES = _table("ratingchange", ["version", "seat"], ["match", *Change._fields[3:]], _changes)
SEATS = _table(
    "seatstatistic", ["seats", "seat"], ["games", "firsts", "places", "halves", "residual"], _seats
)
MEETINGS = _table(
    "meeting", ["one", "other"], ["season", "season_games", "day", "on_day"], _meetings
)._replace(narrowed_by=2)
SEASONS = _table("seasonrow", ["number"], Season._fields[1:], lambda state: state.seasons)
ARCHIVE = _table(
    "seasonstanding", ["season", "player"], Archived._fields[2:], lambda state: state.archive
)
CHALLENGES = _table(
    "challengerow",
    ["id"],
    ["challenger", "opponents", "accepted", "status", "answer_by", "made_at"],
    _challenges,
)

TABLES = (PLAYERS, MEETINGS, RATED, CHANGES, SEATS, SEASONS, ARCHIVE, CHALLENGES)
