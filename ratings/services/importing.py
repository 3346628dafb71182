"""Bring past results in: all of a file or nothing, with a report line by line."""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Literal, NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.db.models.functions import Lower

from accounts import characters
from accounts import names as naming
from accounts.models import Account
from api import spreadsheets
from api.problems import Problem, field_error
from eventstore.canonical import format_timestamp, truncate_to_ms
from games.json_types import JsonMapping, JsonObject
from games.messages import Message
from ratings import players, refusals
from ratings.aggregate import Work
from ratings.correction_answers import Imported, LineImported
from ratings.ladder import events as e
from ratings.ladder.settings import Settings, parsed
from ratings.ladder_rows import LadderState
from ratings.models import Ladder
from ratings.players import PlayerRef
from ratings.services import commands
from ratings.services.commands import LadderCommand, require_reason

Format = Literal["csv", "ndjson"]
LINES_MAX = 20_000
NAME_MAX = 30
ERRORS_SHOWN = 100
SEATS = range(1, 7)
WHOLE = re.compile(r"-?[0-9]{1,6}")
PARTS = ("player", "place", "score")
CSV_COLUMNS = ("played_at", *(f"{part}{seat}" for seat in SEATS for part in PARTS))
"""`played_at,player1,place1,player2,place2,…`, and `score1` and so on where they are known."""


class LineError(NamedTuple):
    """What is wrong with one line of a file."""

    line: int
    """From 1, the heading of a CSV included."""
    text: Message


class LineFault(ValueError):  # noqa: N818 - What is wrong, as a value until it is told.
    """What is wrong with the fields of a line."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class Result(NamedTuple):
    """One past match."""

    line: int
    played_at: datetime
    names: list[str]
    places: list[int]
    scores: list[int] | None


def import_results(
    *, ladder_id: UUID, text: str, form: Format, guests: bool, order: LadderCommand
) -> Imported:
    """Rate past results in the order in which they were played; returns the consequences.

    Names are those of accounts; with guests, unknown names become players without an account, who
    can be merged into one later. Raises invalid with the faults of every line, and then nothing
    is written.
    """
    lines: list[LineImported] = []

    def decide(state: LadderState, work: Work) -> None:
        ladder = state.row
        results, errors = read(text, form)
        judged, more = _events(ladder, results, guests=guests, reason=require_reason(order))
        errors += more
        if errors:
            raise _refused(errors)
        if not judged:
            raise refusals.invalid("text", Message("holds no result"))
        lines.extend(LineImported(line=line, match=event.match) for line, event in judged)
        work.add(*(event for _, event in judged))

    consequences = commands.carry_out(ladder_id, decide, order)
    return Imported(**msgspec.structs.asdict(consequences), imported=len(lines), lines=lines)


def read(text: str, form: Format) -> tuple[list[Result], list[LineError]]:
    """Return the results of a file and what is wrong with its other lines."""
    if "\0" in text:
        raise refusals.invalid("text", Message("must not hold NUL characters"))
    results: list[Result] = []
    errors: list[LineError] = []
    rows = _csv_rows(text) if form == "csv" else _json_rows(text)
    for line, row in rows:
        if line > LINES_MAX + 1:
            errors.append(
                LineError(
                    line, Message("a file has at most %(limit)s lines; split it", limit=LINES_MAX)
                )
            )
            break
        if isinstance(row, Message):
            errors.append(LineError(line, row))
            continue
        try:
            results.append(_result(line, row))
        except LineFault as error:
            errors.append(LineError(line, error.message))
    return results, errors


def _csv_rows(text: str) -> Iterator[tuple[int, JsonMapping | Message]]:
    """Yield each line as fields, or as what is wrong with it."""
    reader = csv.reader(StringIO(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")))
    try:
        heading = next(reader, [])
        unknown = [name for name in heading if name not in CSV_COLUMNS]
        if unknown or len(set(heading)) < len(heading) or "played_at" not in heading:
            yield (
                1,
                Message(
                    "the heading must be %(wanted)s,…, not %(given)s",
                    wanted=",".join(CSV_COLUMNS[:5]),
                    given=",".join(heading[:6]),
                ),
            )
            return
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) > len(heading):
                yield (
                    reader.line_num,
                    Message(
                        "has %(cells)s cells under %(headings)s headings",
                        cells=len(cells),
                        headings=len(heading),
                    ),
                )
                continue
            row = dict(zip(heading, map(_as_written, cells), strict=False))
            yield reader.line_num, _gathered(row)
    except csv.Error as error:
        yield reader.line_num, Message("is not CSV: %(fault)s", fault=str(error))


def _as_written(cell: str) -> str:
    return spreadsheets.read(cell.strip())


def _gathered(row: Mapping[str, str]) -> JsonObject:
    seats = [seat for seat in SEATS if row.get(f"player{seat}")]
    stray = [
        seat
        for seat in SEATS
        if seat not in seats and (row.get(f"place{seat}") or row.get(f"score{seat}"))
    ]
    scores = [row.get(f"score{seat}", "") for seat in seats]
    return {
        "played_at": row["played_at"],
        "players": [row[f"player{seat}"] for seat in seats] + [""] * len(stray),
        "places": [row.get(f"place{seat}", "") for seat in seats + stray],
        "scores": scores if any(scores) else None,
    }


def _json_rows(text: str) -> Iterator[tuple[int, JsonMapping | Message]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            yield number, Message("is not JSON")
            continue
        known = {"played_at", "players", "places", "scores"}
        if not isinstance(row, dict) or set(row) - known or not {"players", "places"} <= set(row):
            yield (
                number,
                Message("must be an object of played_at, players, places and perhaps scores"),
            )
            continue
        yield number, row


def _result(line: int, row: JsonMapping) -> Result:
    """Return a line's result; raises LineFault."""
    names, places, scores = row["players"], row["places"], row.get("scores")
    if not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
        message = Message("players must be names")
        raise LineFault(message)
    if bad := [name for name in names if not 1 <= len(name) <= NAME_MAX]:
        message = Message(
            "a name has 1 to %(limit)s characters, unlike %(name)s",
            limit=NAME_MAX,
            name=repr(bad[0][:40]),
        )
        raise LineFault(message)
    names = [naming.canonical(name) for name in names]
    for fault in filter(None, map(characters.fault, names)):
        raise LineFault(fault)
    if len({naming.key(name) for name in names}) < len(names):
        message = Message("a player has two seats at the table")
        raise LineFault(message)
    return Result(
        line,
        _moment(row.get("played_at")),
        names,
        _numbers("places", places, len(names)),
        None if scores is None else _numbers("scores", scores, len(names)),
    )


def _moment(value: object) -> datetime:
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        message = Message(
            "played_at must be a date such as 2019-03-31 or a time, not %(given)s",
            given=repr(str(value)[:40]),
        )
        raise LineFault(message) from None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    if not moment.year >= 1900 or moment > datetime.now(UTC):
        message = Message("played_at must be in the past")
        raise LineFault(message)
    return truncate_to_ms(moment.astimezone(UTC))


def _numbers(field: str, values: object, count: int) -> list[int]:
    if not isinstance(values, list) or len(values) != count:
        message = Message("%(field)s must be one for each player", field=field)
        raise LineFault(message)
    texts = [str(value) for value in values]
    if not all(map(WHOLE.fullmatch, texts)):
        message = Message(
            "%(field)s must be whole numbers, not %(given)s", field=field, given=f"{texts!s:.40}"
        )
        raise LineFault(message)
    return [int(text) for text in texts]


def _events(
    ladder: Ladder, results: Sequence[Result], *, guests: bool, reason: str
) -> tuple[list[tuple[int, e.MatchRated]], list[LineError]]:
    """Return each line's event, in the order of play, and the faults of lines."""
    rules = parsed(ladder.settings)
    known = _known({name for result in results for name in result.names})
    strangers = {name for each in results for name in each.names if name.lower() not in known}
    faults = naming.faults(strangers)
    past = set(ladder.matches.filter(source="import").values_list("match", flat=True))
    found: list[tuple[int, e.MatchRated]] = []
    errors: list[LineError] = []
    same: Counter[str] = Counter()
    for result in sorted(results, key=lambda each: each.played_at):
        fault = _fault(rules, result, known, guests=guests)
        fault = fault or next((faults[name] for name in result.names if name in faults), None)
        content = (
            f"{format_timestamp(result.played_at)} {result.names} {result.places} {result.scores}"
        )
        same[content] += 1
        match = uuid5(ladder.id, f"{content} {same[content]}")
        if not fault and match in past:
            fault = Message("is already on the ladder")
        if fault:
            errors.append(LineError(result.line, fault))
            continue
        table = [known.get(name.lower(), players.of_guest(name)) for name in result.names]
        event = e.MatchRated(
            match=str(match),
            players=[each.key for each in table],
            names=[each.name for each in table],
            places=result.places,
            scores=result.scores,
            played_at=format_timestamp(result.played_at),
            source="import",
            reason=reason,
        )
        found.append((result.line, event))
    return found, errors


def _known(names: set[str]) -> dict[str, PlayerRef]:
    """Return the accounts that have some of the names, by name in small letters."""
    lower = {name.lower() for name in names}
    rows = Account.objects.annotate(lower=Lower("username")).filter(lower__in=lower)
    return {row.username.lower(): players.of_account(row.pk, row.username) for row in rows}


def _fault(
    rules: Settings, result: Result, known: Mapping[str, PlayerRef], *, guests: bool
) -> Message | None:
    count = len(result.names)
    if not rules.players.min <= count <= rules.players.max:
        return Message(
            "%(count)s players, where the ladder takes %(least)s to %(most)s",
            count=count,
            least=rules.players.min,
            most=rules.players.max,
        )
    right = [1 + sum(other < place for other in result.places) for place in result.places]
    if right != result.places:
        return Message("places must be such as 1, 2, 2, 4, not %(given)s", given=result.places)
    unknown = [name for name in result.names if name.lower() not in known]
    if unknown and not guests:
        return Message("unknown name %(name)s; correct it, or import with guests", name=unknown[0])
    return None


def _refused(errors: Sequence[LineError]) -> Problem:
    shown = sorted(errors)[:ERRORS_SHOWN]
    return Problem(
        "invalid",
        Message(
            "Nothing was imported. Wrong lines: %(count)s; line %(line)s: %(fault)s.",
            count=len(errors),
            line=shown[0].line,
            fault=shown[0].text,
        ),
        params={"lines_wrong": len(errors)},
        errors=[field_error(f"line {error.line}", "invalid", error.text) for error in shown],
    )
