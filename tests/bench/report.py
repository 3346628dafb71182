"""The figures for a reader."""

from collections.abc import Iterable, Iterator

from rich.console import JustifyMethod
from rich.table import Table

from tests.bench.figures import Figure, Figures
from tests.bench.gates import gate, limit

COLUMNS = ("figure", "value", "unit", "anchor", "anchor's value", "ratio", "gate")


def table(figures: Figures) -> Table:
    """Return a table with one line for each anchor of a figure."""
    made = Table(title="Medians of this run; an anchor was measured by turns with its figure")
    for column in COLUMNS:
        side: JustifyMethod = "right" if column in COLUMNS[1:2] + COLUMNS[4:] else "left"
        made.add_column(column, justify=side, overflow="fold")
    for name, figure in figures.items():
        for line in _lines(name, figure):
            made.add_row(*line)
    return made


def _lines(name: str, figure: Figure) -> Iterator[Iterable[str]]:
    first = (name, _number(figure.value), figure.unit)
    if not figure.anchors:
        yield (*first, "", "", "", _limit(name, figure.value))
    for anchor, value in figure.anchors.items():
        ratio = figure.ratios[anchor]
        yield (*first, anchor, _number(value), f"{ratio:.2f}", _gate(gate(name, anchor), ratio))
        first = ("", "", "")


def _limit(name: str, value: float) -> str:
    most = limit(name)
    if most is None:
        return ""
    word, colour = ("kept", "green") if value < most else ("missed", "red")
    return f"[{colour}]{word}: < {most:g}[/]"


def _gate(least: float | None, ratio: float) -> str:
    if least is None:
        return ""
    colour = "green" if ratio >= least else "red"
    return f"[{colour}]{'reached' if ratio >= least else 'missed'}: {least:g}[/]"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
