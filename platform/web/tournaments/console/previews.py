"""What an act would change, as its page tells it: the dry run's report in words and tables."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.json_types import JsonMapping
from tournaments.command_handler import CommandResult
from web.tournaments.console.labels import CHOICES
from web.words import STATUSES, label

Report = JsonMapping


class Change(NamedTuple):
    """A table of a round that would be another."""

    round: int
    kind: str
    players: str
    before: str
    after: str


class Move(NamedTuple):
    """Somebody whose rank or points would change."""

    name: str
    rank_before: int | None
    rank_after: int
    points_before: str | None
    points_after: str

    @property
    def way(self) -> str:
        """Whether the rank gets better (`up`), worse (`down`), or stays (empty)."""
        if self.rank_before is None or self.rank_before == self.rank_after:
            return ""
        return "up" if self.rank_after < self.rank_before else "down"


class Advance(NamedTuple):
    """Who would go on to a later stage, and who no longer."""

    stage: int
    coming: str
    going: str
    has_started: bool


class Choice(NamedTuple):
    """What can be done about the consequences."""

    id: str
    words: str
    is_chosen: bool


class Preview(NamedTuple):
    """Everything that a page of consequences shows."""

    version: int
    status: tuple[str, str] | None
    tables: list[Change]
    standings: list[Move]
    advancement: list[Advance]
    built_on: list[int]
    choices: list[Choice]
    ratings: list[JsonMapping]
    still_drawn: bool

    @property
    def changes_nothing(self) -> bool:
        """Whether no table, standing, place or rating changes."""
        return not any((self.status, self.tables, self.standings, self.advancement, self.ratings))


def preview(done: CommandResult, then: str) -> Preview:
    """Return the report of a dry run for its page; `then` is the choice it was made with."""
    report: Report = done.consequences or {}
    change = report["status"]
    status = None
    if change is not None:
        status = (label(STATUSES, change["before"]), label(STATUSES, change["after"]))
    return Preview(
        version=report["version"],
        status=status,
        tables=list(_tables(report)),
        standings=list(_standings(report)),
        advancement=[
            Advance(
                each["stage"], ", ".join(each["in"]), ", ".join(each["out"]), each["has_started"]
            )
            for each in report["advancement"]
        ],
        built_on=list(report["paired_on_old_results"]),
        choices=list(_choices(report, then)),
        ratings=[each for each in report["ratings"] if each["players"]],
        still_drawn=report["still_drawn"],
    )


def _tables(report: Report) -> Iterator[Change]:
    kinds = {"added": _("new"), "removed": _("removed"), "changed": _("changed")}
    for each in report["tables"]:
        before, after = each["before"], each["after"]
        players = (after or before)["players"]
        moved = before is not None and after is not None and before["players"] != players
        yield Change(
            each["round"],
            kinds.get(each["change"], each["change"]),
            ", ".join(players),
            _ended(before, with_names=moved),
            _ended(after, with_names=moved),
        )


def _ended(table: Report | None, *, with_names: bool = False) -> str:
    """Return how a table has ended: its players from the first place to the last."""
    if table is None:
        return "-"
    if table["void"]:
        return _("called off")
    if table["stopped"]:
        return _("to be decided by the staff")
    if table["places"] is None:
        return ", ".join(table["players"]) if with_names else _("no result")
    placed = sorted(zip(table["places"], table["players"], strict=True), key=lambda each: each[0])
    report = ", ".join(f"{place}. {name}" for place, name in placed if name not in table["absent"])
    if not table["absent"]:
        return report
    away = _("did not come: %(names)s") % {"names": ", ".join(table["absent"])}
    return f"{report} ({away})" if report else away


def _standings(report: Report) -> Iterator[Move]:
    for each in report["standings"]:
        rank, points = each["rank"], each["points"]
        yield Move(each["name"], rank["before"], rank["after"], points["before"], points["after"])


def _choices(report: Report, then: str) -> Iterator[Choice]:
    """Yield the choices, if there is more than one; the report has them as `id: what it means`.

    What the report lists besides is for later, as a tie that a judge has to decide.
    """
    ids = [each.partition(":")[0] for each in report["choices"]]
    ids = [each for each in ids if each in CHOICES]
    if len(ids) > 1:
        for each in ids:
            yield Choice(each, label(CHOICES, each), each == then)
