"""What is shown: tables of games and matches, and the table at which a match is played."""

from collections.abc import Iterable
from datetime import datetime

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cutpurse.cli.wording import Wording, words
from cutpurse.client.models import Event, Game, Match, MatchSummary, Result, Seat
from games.json_types import JsonMapping

PER_SEAT = frozenset(
    {
        "captured",
        "captured_sizes",
        "committed",
        "fronts",
        "hand_sizes",
        "hand_values",
        "hands",
        "held",
        "inside",
        "lairs",
        "loots",
        "lying",
        "money",
        "orders",
        "pain",
        "powers",
        "scores",
        "scoundrel_used",
        "scoundrels",
        "spaces",
        "stack",
        "tokens_left",
        "totals",
    }
)
"""Fields of views with one item a seat: they become columns."""
UNSAID = frozenset({"seat", "to_act", "deck", "history"})
"""Fields that the rest of the page says already."""
SEALED = frozenset({"client_seed", "commitment", "seed"})
"""Fields of events that are for proofs, not for reading."""
BADGE = " [bot]"


def games(found: Iterable[Game]) -> Table:
    """Return the games, with the rules that they are usually played by first."""
    table = Table("game", "name", "players", "rules")
    for game in found:
        players = f"{game.players.min}-{game.players.max}"
        rules = ", ".join([game.rules, *(other.rules for other in game.other_rules)])
        table.add_row(Text(game.id), Text(game.name), players, Text(rules))
    return table


def matches(found: Iterable[MatchSummary]) -> Table:
    """Return matches, a row each."""
    table = Table("match", "game", "status", "players", "opened", "placings")
    for match in found:
        bots = set(match.bots)
        names = [name + BADGE if name in bots else name for name in match.players]
        names += ["(free)"] * (match.seats_max - len(names))
        placings = match.result.placings if match.result else None
        table.add_row(
            Text(match.id),
            Text(match.game),
            match.status,
            Text(", ".join(names)),
            f"{datetime.fromisoformat(match.opened_at):%d %b %H:%M}",
            " ".join(map(str, placings or [])),
        )
    return table


def match(shown: Match) -> Group:
    """Return a match as its viewer sees it: the seats, the table, and what may be done."""
    wording = wording_of(shown)
    parts: list[RenderableType] = [_title(shown, wording), _seats(shown, wording)]
    if shown.view is not None:
        parts.append(_rest(shown.view, shown.seats_max, wording))
    if shown.legal_moves:
        parts.append(moves(shown.legal_moves, wording))
    if shown.result is not None:
        parts.append(result(shown.result, shown.seats))
    return Group(*parts)


def wording_of(shown: Match) -> Wording:
    """Return how things read at a match."""
    return Wording(shown.game, {seat.seat: seat.player for seat in shown.seats})


def _title(shown: Match, wording: Wording) -> Text:
    deadline = "" if shown.deadline is None else f", until {shown.deadline[11:19]} UTC"
    acting = ", ".join(wording.name_at(seat) for seat in shown.to_act)
    turn = f"; to act: {acting}{deadline}" if acting else ""
    return Text(f"{shown.game} {shown.id}: {shown.status}, version {shown.version}{turn}", "bold")


def _seats(shown: Match, wording: Wording) -> Table:
    """Return a row a seat, with what the view says of each."""
    view = shown.view or {}
    columns = [name for name in view if _is_per_seat(name, view[name], shown.seats_max)]
    table = Table("seat", "player", *map(words, columns), box=None, header_style="dim")
    for seat in shown.seats:
        name = seat.player + (BADGE if seat.is_bot else "")
        mark = ">" if seat.seat in shown.to_act else " "
        style = "bold" if seat.seat == shown.my_seat else ""
        cells = [wording.value(view[column][seat.seat]) for column in columns]
        table.add_row(f"{mark}{seat.seat}", Text(name), *cells, style=style)
    return table


def _is_per_seat(name: str, value: object, seats: int) -> bool:
    if name not in PER_SEAT or not isinstance(value, list) or len(value) != seats:
        return False
    # The cards taken are too many for a column; how many they are stands beside them.
    return name != "captured" and not any(
        isinstance(item, list) for item in value if name == "scores"
    )


def _rest(view: JsonMapping, seats: int, wording: Wording) -> Table:
    """Return the fields of the view that belong to the whole table, a row each."""
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in view.items():
        is_said = name in UNSAID or _is_per_seat(name, value, seats)
        if is_said or value in (None, [], {}) or name == "captured":
            continue
        table.add_row(words(name), wording.named(name, value))
    return table


def moves(legal: Iterable[JsonMapping], wording: Wording) -> Group:
    """Return the legal moves, numbered from 1."""
    table = Table(box=None, show_header=False)
    for number, move in enumerate(legal, start=1):
        table.add_row(str(number), wording.move(move))
    return Group(Text("Your moves", style="bold"), table)


def result(ended: Result, seats: Iterable[Seat]) -> RenderableType:
    """Return how a match ended."""
    if ended.placings is None or ended.scores is None:
        return Text(f"Called off: {ended.reason}", style="bold")
    table = Table("place", "player", "score", title=words(ended.reason), title_justify="left")
    names = {seat.seat: seat.player for seat in seats}
    order = sorted(range(len(ended.placings)), key=lambda seat: ended.placings[seat])  # type: ignore[index] # Checked above.
    for seat in order:
        score = str(ended.scores[seat])
        table.add_row(str(ended.placings[seat]), Text(names.get(seat, str(seat))), score)
    return table


def event(happened: Event, wording: Wording) -> Text:
    """Return an event as a line, with the player's name for the seat's number."""
    data = dict(happened.data)
    who = data.pop("seat", None)
    name = "" if who is None else f"{wording.name_at(who)}: "
    said = wording.fields({field: item for field, item in data.items() if field not in SEALED})
    number = Text(f"{happened.version:>4} ", style="dim")
    kind = Text(words(happened.type), style="bold")
    return Text.assemble(number, name, kind, ": " if data else "", said if data else "")
