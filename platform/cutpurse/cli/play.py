"""Play and watch in the terminal: what happens, the table when it is your turn, your decision."""

from collections.abc import Callable

from rich.console import Console

from cutpurse.cli import tables
from cutpurse.cli.errors import CliError
from cutpurse.client import Client, IllegalMoveError, Match, VersionConflictError

RESIGN = "resign"
QUIT = "quit"

Ask = Callable[[str], str]
"""Asks the person and returns what was typed."""


def watch(client: Client, match_id: str, console: Console) -> None:
    """Show a match as it stands, then all that happens, to the end."""
    shown = client.match(match_id)
    console.print(tables.match(shown))
    if shown.result is not None:
        return
    for item in client.watch(match_id, since=shown.version):
        if not isinstance(item, Match):
            if item.type == "seat_taken":
                shown = client.match(match_id)
            console.print(tables.event(item, tables.wording_of(shown)))
    _end(client, match_id, console)


def play(client: Client, match_id: str, console: Console, ask: Ask) -> None:
    """Play a seat to the end of the match, or until the person has had enough.

    Raises CliError for somebody without a seat.
    """
    seen = client.match(match_id)
    if seen.my_seat is None:
        raise CliError(
            "You have no seat at this match; `cutpurse join` takes one while it is open."
        )
    since = seen.version
    now = decided(client, seen, console, ask)
    if now is None:
        return
    for item in client.watch(match_id, since=since):
        if isinstance(item, Match):
            continue
        console.print(tables.event(item, tables.wording_of(now)))
        # What came before the last look is only told; what is newer may bring a decision.
        if item.version > now.version:
            now = decided(client, client.match(match_id), console, ask)
            if now is None:
                return
    _end(client, match_id, console)


def decided(client: Client, seen: Match, console: Console, ask: Ask) -> Match | None:
    """Have the person decide for as long as it is the seat's turn, and return the match then.

    Return None for who has had enough.
    """
    while seen.legal_moves:
        console.print(tables.match(seen))
        typed = ask(f"Your move (1-{len(seen.legal_moves)}, {RESIGN}, {QUIT})").strip().lower()
        if typed == QUIT:
            console.print(f"The match goes on; come back with `cutpurse play {seen.id}`.")
            return None
        try:
            if typed == RESIGN:
                client.resign(seen.id)
            elif typed.isdigit() and 1 <= int(typed) <= len(seen.legal_moves):
                client.move(seen.id, seen.legal_moves[int(typed) - 1], seen.version)
            else:
                console.print(f"{typed!r} is none of the moves.", markup=False)
        except VersionConflictError:
            console.print("Somebody was faster; look again.")
        except IllegalMoveError as refusal:
            console.print(str(refusal), markup=False)
        seen = client.match(seen.id)
    return seen


def _end(client: Client, match_id: str, console: Console) -> None:
    ended = client.match(match_id)
    if ended.result is not None:
        console.print(tables.result(ended.result, ended.seats))
