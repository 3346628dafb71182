"""The tables of a dump: their columns, as DuckDB types them, and what each is."""

from typing import NamedTuple

FORMAT = "cutpurse-dump/1"
"""Raised when a column goes or changes its meaning; further ones may come."""


class Column(NamedTuple):
    """A column of a table."""

    name: str
    type: str
    """As DuckDB writes it; Parquet has its own for each."""
    meaning: str


TABLES: dict[str, tuple[Column, ...]] = {
    "matches": (
        Column("match", "VARCHAR", "pseudonym of the match, in every table"),
        Column("game", "VARCHAR", "such as `stick-em`"),
        Column("rules", "VARCHAR", "id of the version of the rules, such as `stick-em@1`"),
        Column("dataset", "VARCHAR", "id of the components that it was played with"),
        Column("options", "VARCHAR", "JSON: every option of the game by name"),
        Column("seats", "INTEGER", "how many played"),
        Column("clock", "VARCHAR", "JSON: the time control in seconds; null without one"),
        Column("day", "DATE", "day of the start, UTC"),
        Column("duration_ms", "BIGINT", "milliseconds from the start to the end"),
        Column("reason", "VARCHAR", "how it ended: `played_out`, `resigned`, `forfeited`, …"),
        Column("ladder", "VARCHAR", "slug of the ladder that it was played for, if it is public"),
        Column("in_tournament", "BOOLEAN", "whether it was a table of a tournament"),
        Column(
            "players",
            "STRUCT(seat INTEGER, player VARCHAR, kind VARCHAR, place INTEGER,"
            " score INTEGER, gave_up BOOLEAN)[]",
            "a seat each: pseudonym, or id of a built-in bot; `person`, `guest`, `program` or "
            "`bot`; place from 1, ties share; the game's score; whether the player gave up",
        ),
    ),
    "events": (
        Column("match", "VARCHAR", "pseudonym of the match"),
        Column("number", "INTEGER", "from 1, in order"),
        Column("ms", "BIGINT", "milliseconds since the start"),
        Column("type", "VARCHAR", "kind of event; docs/events.md and the rules of each game"),
        Column("seat", "INTEGER", "the seat that it is about; null for the others"),
        Column("data", "VARCHAR", "JSON: everything that happened; null for events of no game"),
    ),
    "decisions": (
        Column("match", "VARCHAR", "pseudonym of the match"),
        Column("number", "INTEGER", "number of the event that the decision made"),
        Column("seat", "INTEGER", "the seat that decided"),
        Column("player", "VARCHAR", "pseudonym of the player whose seat it is, or id of a bot"),
        Column("by", "VARCHAR", "`player`, `bot` (built in, also in a player's stead) or `clock`"),
        Column("ms", "BIGINT", "milliseconds from when the seat had to decide, breaks included"),
        Column("view", "VARCHAR", "JSON: the seat's knowledge, as the API shows it"),
        Column("legal_moves", "VARCHAR", "JSON: its legal moves, in the order of the rules"),
        Column("move", "VARCHAR", "JSON: the chosen move"),
    ),
    "ratings": (
        Column("match", "VARCHAR", "pseudonym of the match"),
        Column("ladder", "VARCHAR", "slug of the ladder"),
        Column("season", "INTEGER", "number of the ladder's season"),
        Column("seat", "INTEGER", "the seat of the player"),
        Column("player", "VARCHAR", "pseudonym of the player, or id of a built-in bot"),
        Column("place", "INTEGER", "place for which the match was rated"),
        Column("games_before", "INTEGER", "rated matches of the player until then"),
        Column("rating_before", "DOUBLE", "rating, in points of the ladder's system"),
        Column("rating_after", "DOUBLE", "the same after the match"),
        Column("deviation_before", "DOUBLE", "how uncertain the rating was; 0 where none is kept"),
        Column("deviation_after", "DOUBLE", "the same after the match"),
    ),
}
"""By name, in the order in which they are listed."""


def json_columns(table: str) -> str:
    """Return the columns of a table as DuckDB's `read_json` takes them."""
    inner = ", ".join(f"\"{each.name}\": '{each.type}'" for each in TABLES[table])
    return f"{{{inner}}}"


def dictionary() -> dict[str, object]:
    """Return the data dictionary, JSON-ready."""
    return {
        "format": FORMAT,
        "tables": {
            name: [column._asdict() for column in columns] for name, columns in TABLES.items()
        },
    }
