"""What a benchmark reports, in the form of bench.json."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

import msgspec

from games.core import AnyRules


class Figure(msgspec.Struct, frozen=True):
    """One measured quantity, and the anchors that were measured with it."""

    value: float
    unit: str
    anchors: dict[str, float] = {}
    """In the same unit."""
    ratios: dict[str, float] = {}
    """The value over each anchor; above 1 is faster where the unit is a rate."""

    @classmethod
    def of(cls, unit: str, medians: Mapping[str, float], own: str) -> Self:
        """Return the figure of medians by subject, of which one is our own."""
        value = medians[own]
        anchors = {name: median for name, median in medians.items() if name != own}
        ratios = {name: round(value / anchor, 3) for name, anchor in anchors.items()}
        return cls(round(value, 3), unit, {k: round(v, 3) for k, v in anchors.items()}, ratios)


Figures = dict[str, Figure]


def name(what: str, rules: AnyRules) -> str:
    """Return what a figure of a game is called, such as `fold_stick_em`."""
    return f"{what}_{rules.game.replace('-', '_')}"


def save(figures: Figures, file: Path) -> None:
    """Write bench.json."""
    file.write_bytes(msgspec.json.format(msgspec.json.encode(figures)) + b"\n")


def load(file: Path) -> Figures:
    """Return the figures of a bench.json."""
    return msgspec.json.decode(file.read_bytes(), type=Figures)
