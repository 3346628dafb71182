"""Measurements made one after another and kept in a file, so that a long run is resumed."""

import argparse
import sys
from collections.abc import Callable, Collection, Sequence
from math import inf
from pathlib import Path
from time import monotonic
from typing import TypeVar

import msgspec

Found = TypeVar("Found")


def resumed(
    kept: Path, kind: type[Found], count: int, find: Callable[[int], Found], seconds: float = inf
) -> list[Found]:
    """Return what was found of the first so many numbers, each of its kind and a line of the file.

    What the file lacks is found now; after so many seconds nothing more is begun.
    """
    lines = kept.read_bytes().splitlines() if kept.exists() else []
    found: list[Found] = [msgspec.json.decode(line, type=kind) for line in lines]
    end = monotonic() + seconds
    with kept.open("ab") as file:
        for number in range(len(found), count):
            if monotonic() >= end:
                break
            found.append(find(number))
            file.write(msgspec.json.encode(found[-1]) + b"\n")
            file.flush()
    return found


def measure(
    kind: type[Found],
    games: Collection[str],
    look: Callable[[str, int], Found],
    report: Callable[[str, Sequence[Found]], str],
    arguments: Sequence[str] | None = None,
) -> None:
    """Look at so many matches of the game that is asked for, and print what all of them tell."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=games)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--kept", type=Path, required=True, help="file of what was looked at")
    parser.add_argument("--seconds", type=float, default=inf, help="for new matches, at most")
    asked = parser.parse_args(arguments)

    def find(number: int) -> Found:
        return look(asked.game, number)

    matches = resumed(asked.kept, kind, asked.matches, find, asked.seconds)
    sys.stdout.write(report(asked.game, matches))
