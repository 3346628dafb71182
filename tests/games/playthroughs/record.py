"""Record a playthrough: `python -m tests.games.playthroughs.record stick-em plain-3 --seats 3`.

A game is played by its current rules, and by others where it is named by their id.

An existing file is never overwritten: what it tells is for ever. Only where a view has got a new
field, `--views` writes the digests of a game's files anew and leaves all else as it is.
"""

import argparse
import random
import sys

from games import registry
from games.core import AnyRules
from tests.games.playthroughs import (
    FOLDER,
    Line,
    Replay,
    header,
    played_again,
    read,
    recorded,
    write,
)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("name", nargs="?", help="what the file is called after the game")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--views", action="store_true", help="write the digests of views anew")
    asked = parser.parse_args()
    if asked.views:
        refresh_views(asked.game)
        return
    rules = registry.named_rules(asked.game)
    path = FOLDER / f"{rules.game}-{asked.name}.ndjson"
    if path.exists():
        sys.exit(f"{path} stands for ever")
    given = dict(option.split("=", 1) for option in asked.option)
    write(path, record(rules, asked.seats, given, asked.seed))


def record(rules: AnyRules, seats: int, given: dict[str, str], seed: str) -> list[Line]:
    """Return the lines of a match of random legal moves."""
    lines = [header(rules, seats, {name: value(text) for name, text in given.items()}, seed)]
    match, rng = Replay(lines[0]), random.Random(seed)
    lines.append(match.opening())
    while acting := rules.to_act(match.state):
        seat = rng.choice(acting)
        move = rng.choice(list(rules.legal_moves(match.state, seat)))
        lines.append(match.decision(seat, rules.move_data(match.state, seat, move)))
    return [*lines, match.outcome()]


def value(text: str) -> bool | int | str:
    """Return an option's value as it was meant on the command line."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


def refresh_views(game: str) -> None:
    """Write the digests of the game's playthroughs anew; refuse where anything else differs."""
    for path in recorded(game):
        before = read(path)
        after = list(played_again(before))
        for old, new in zip(before, after, strict=True):
            if {**old, "views": new.get("views", "")} != {"views": "", **new}:
                sys.exit(f"{path} replays to something else: {old} is now {new}")
        write(path, after)


if __name__ == "__main__":
    main()
