"""Play and watch in the terminal: what happens, the table when it is your turn, your decision."""

from collections.abc import Callable

from rich.console import Console

from cutpurse.cli import rendering
from cutpurse.cli.errors import CliError
from cutpurse.client import Client, IllegalMoveError, Match, VersionConflictError

RESIGN = "resign"
QUIT = "quit"

Ask = Callable[[str], str]
"""Asks the person and returns what was typed."""


def watch(client: Client, match_id: str, console: Console) -> None:
    """Show a match as it stands, then all that happens, to the end."""
    shown = client.match(match_id)
    console.print(rendering.match(shown))
    if shown.result is not None:
        return
    for item in client.watch(match_id, since=shown.version):
        if isinstance(item, Match):
            shown = _gone_back(item, console)
            continue
        if item.type == "seat_taken":
            shown = client.match(match_id)
        console.print(rendering.event(item, rendering.wording_of(shown)))
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
        is_news = isinstance(item, Match) or item.version > now.version
        if isinstance(item, Match):
            _gone_back(item, console)
        else:
            console.print(rendering.event(item, rendering.wording_of(now)))
        # What came before the last look is only told; what is newer may bring a decision.
        if is_news:
            now = decided(client, client.match(match_id), console, ask)
            if now is None:
                return
    _end(client, match_id, console)


def _gone_back(seen: Match, console: Console) -> Match:
    """Say that a stream began again with how the match stands, and return that."""
    console.print("The server has gone back in time, and the match with it. It stands so:")
    console.print(rendering.match(seen))
    return seen


def decided(client: Client, seen: Match, console: Console, ask: Ask) -> Match | None:
    """Have the person decide for as long as it is the seat's turn, and return the match then.

    Return None for who has had enough.
    """
    while seen.legal_moves:
        console.print(rendering.match(seen))
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
        except VersionConflictError as conflict:
            went_back = "The server has gone back in time; look again."
            faster = "Somebody was faster; look again."
            console.print(went_back if conflict.went_back else faster)
        except IllegalMoveError as refusal:
            console.print(str(refusal), markup=False)
        seen = client.match(seen.id)
    return seen


def _end(client: Client, match_id: str, console: Console) -> None:
    ended = client.match(match_id)
    if ended.result is not None:
        console.print(rendering.result(ended.result, ended.seats))
