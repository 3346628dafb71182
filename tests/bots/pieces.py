"""Contests of bots that are no part of the platform, played in pieces."""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

import msgspec

from bots.core import Bot
from bots.league import Played, play, played_as
from games.core import AnyRules, Seat

NO_END = 1e9


def play_on(
    rules: AnyRules,
    table: Callable[[Seat], Sequence[Bot]],
    deals: int,
    kept: Path | None = None,
    seconds: float = NO_END,
) -> list[Played]:
    """Play deals of the league, each from every seat, and return the matches.

    `table` tells who sits where when the bot in question has a seat. With a file it goes on where
    it stopped, after so many seconds of the processor.
    """
    played: list[Played] = []
    if kept is not None and kept.exists():
        played = msgspec.json.decode(kept.read_bytes(), type=list[Played])
    end = process_time() + seconds
    seats = len(table(0))
    for deal in range(len(played) // seats, deals):
        if process_time() > end:
            break
        for seat in range(seats):
            text = f"league/{rules.id}/{seats}/{deal}"
            played.append(played_as(deal, seat, play(rules, table(seat), text, {})))
        if kept is not None:
            kept.write_bytes(msgspec.json.encode(played))
    return played
