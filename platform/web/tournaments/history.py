"""The log of a tournament in words: what was done, by whom, when and why."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import selectors
from tournaments.points.core import in_points
from tournaments.state import Data
from web.tournaments import labels, people
from web.tournaments.page_context import TournamentContext

Context = dict[str, Any]
PAGE = 50
"""Events on a page of the log."""

PLAIN: Mapping[str, Promise] = {
    "tournament_created": gettext_lazy("The tournament was created."),
    "settings_changed": gettext_lazy("The settings were changed."),
    "entry_opened": gettext_lazy("Entry was opened."),
    "entry_closed": gettext_lazy("Entry was closed."),
    "checkin_opened": gettext_lazy("Check-in was opened."),
    "seeds_assigned": gettext_lazy("The entrants were seeded."),
    "tournament_started": gettext_lazy("The tournament started; lots were drawn."),
    "tournament_paused": gettext_lazy("The tournament was paused."),
    "tournament_resumed": gettext_lazy("The tournament has resumed."),
    "tournament_cancelled": gettext_lazy("The tournament was called off."),
    "tournament_finished": gettext_lazy("The tournament was finished; the ranking is final."),
    "tournament_reopened": gettext_lazy("The tournament was reopened."),
    "pair_kept_apart": gettext_lazy("The staff decided whether two entrants may meet."),
}
ABOUT_ENTRANTS: Mapping[str, Promise] = {
    "entrant_registered": gettext_lazy("%(entrant)s entered."),
    "entrant_promoted": gettext_lazy("%(entrant)s moved up from the waiting list."),
    "entrant_withdrawn": gettext_lazy("%(entrant)s withdrew."),
    "entrant_checked_in": gettext_lazy("%(entrant)s checked in."),
    "entrant_absent": gettext_lazy("%(entrant)s had not checked in and is absent."),
    "entrant_dropped": gettext_lazy("%(entrant)s dropped out."),
    "entrant_readded": gettext_lazy("%(entrant)s is back in the tournament."),
    "entrant_disqualified": gettext_lazy("%(entrant)s was disqualified."),
    "no_show_recorded": gettext_lazy("%(entrant)s did not show up."),
    "entrant_sat_out": gettext_lazy("%(entrant)s has a bye by request."),
    "entrant_rested": gettext_lazy("%(entrant)s is taking a break."),
    "entrant_ready": gettext_lazy("%(entrant)s is back."),
    "entrant_substituted": gettext_lazy("%(entrant)s replaces another player."),
}
ABOUT_ROUNDS: Mapping[str, Promise] = {
    "round_paired": gettext_lazy("Round %(round)s was paired as a draft."),
    "round_unpaired": gettext_lazy("The draft of round %(round)s was discarded."),
    "round_repaired": gettext_lazy("Tables of round %(round)s were re-paired."),
    "seats_swapped": gettext_lazy("Two entrants swapped seats in round %(round)s."),
    "round_published": gettext_lazy("Round %(round)s was published."),
    "round_unpublished": gettext_lazy("Round %(round)s is a draft again."),
    "time_extended": gettext_lazy("Round %(round)s got more time."),
    "round_closed": gettext_lazy("Round %(round)s was closed."),
    "round_reopened": gettext_lazy("Round %(round)s was reopened."),
    "stage_started": gettext_lazy("Stage %(stage)s started."),
    "stage_completed": gettext_lazy("Stage %(stage)s was completed."),
    "stage_reopened": gettext_lazy("Stage %(stage)s was reopened."),
}
ABOUT_TABLES: Mapping[str, Promise] = {
    "table_opened": gettext_lazy("The match at %(table)s was opened."),
    "table_stopped": gettext_lazy(
        "%(table)s ended without a result: the staff decides how it counts."
    ),
    "table_voided": gettext_lazy("%(table)s was called off."),
    "table_replayed": gettext_lazy("%(table)s is being replayed."),
    "result_reported": gettext_lazy("A result was reported at %(table)s: %(result)s"),
    "result_recorded": gettext_lazy("Result at %(table)s: %(result)s"),
    "tie_decided": gettext_lazy("Players who advance from %(table)s: %(result)s"),
}

SPECIAL = frozenset({"penalty_given", "rolled_back", "role_given", "role_taken", "season_followed"})
"""Kinds whose sentences need more than a name."""


def lines(visit: TournamentContext) -> list[Context]:
    """Return every event that the reader may see, the latest first."""
    events = selectors.audit(visit.state, visit.account)
    undone = _undone(events)
    actors = people.accounts(
        UUID(event["actor"].removeprefix("account:"))
        for event in events
        if event["actor"].startswith("account:")
    )
    tables = _tables(visit, events)
    return [
        {
            "version": event["version"],
            "words": _words(visit, event, tables),
            "actor": _actor(event["actor"], actors),
            "reason": event["reason"],
            "at": datetime.fromisoformat(event["at"]),
            "undone": event["version"] in undone,
        }
        for event in reversed(events)
    ]


def _undone(events: Sequence[Data]) -> set[int]:
    """Return the versions that later rollbacks have undone."""
    undone: set[int] = set()
    for event in events:
        if event["type"] == "rolled_back":
            undone.update(range(event["data"]["to_version"] + 1, event["version"]))
    return undone


def _actor(actor: str, known: Mapping[UUID, str]) -> str:
    if not actor.startswith("account:"):
        return ""
    return known.get(UUID(actor.removeprefix("account:")), "")


def _tables(
    visit: TournamentContext, events: Sequence[Data]
) -> dict[str, tuple[int, int, list[int]]]:
    """Return round, number and seats of every table that the reader may know, by id."""
    found: dict[str, tuple[int, int, list[int]]] = {}
    for event in events:
        if event["type"] == "round_paired" and event["data"] is not None:
            for number, table in enumerate(event["data"]["tables"], start=1):
                found[table["id"]] = (event["data"]["round"], number, table["seats"])
    for round_ in visit.visible:
        for number, seated in enumerate(round_.tables, start=1):
            found[str(seated.id)] = (round_.number, number, list(seated.seats))
    return found


def _words(
    visit: TournamentContext, event: Data, tables: Mapping[str, tuple[int, int, list[int]]]
) -> str:
    kind, data = event["type"], event["data"]
    if data is None:
        return _("The staff worked on the next round.")
    if kind in PLAIN:
        return str(PLAIN[kind])
    if kind in ABOUT_ENTRANTS:
        person = visit.people.get(data["entrant"])
        return str(ABOUT_ENTRANTS[kind]) % {"entrant": person.name if person else data["entrant"]}
    if kind in ABOUT_ROUNDS:
        number, stage = data.get("round", ""), data.get("stage", -1) + 1
        return str(ABOUT_ROUNDS[kind]) % {"round": number, "stage": stage}
    if kind in ABOUT_TABLES:
        return _of_table(visit, kind, data, tables)
    return _special(visit, kind, data)


def _of_table(
    visit: TournamentContext,
    kind: str,
    data: Data,
    tables: Mapping[str, tuple[int, int, list[int]]],
) -> str:
    known = tables.get(data["table"])
    if known is None:
        table, seats = _("a deleted table"), []
    else:
        table = _("table %(table)s of round %(round)s") % {"table": known[1], "round": known[0]}
        seats = known[2]
    if kind.startswith("table_"):
        sentence = str(ABOUT_TABLES[kind]) % {"table": table, "result": ""}
        return sentence[:1].upper() + sentence[1:]
    if kind == "tie_decided":
        result = people.names(visit.people, data["order"])
        return str(ABOUT_TABLES[kind]) % {"table": table, "result": result}
    result = ", ".join(
        f"{place}. {visit.people[each].name}"
        for place, each in sorted(zip(data["places"], seats, strict=False))
    )
    return str(ABOUT_TABLES[kind]) % {"table": table, "result": result}


def _special(visit: TournamentContext, kind: str, data: Data) -> str:
    if kind == "penalty_given":
        return _("%(entrant)s was given a penalty of %(points)s points.") % {
            "entrant": visit.people[data["entrant"]].name,
            "points": labels.number(in_points(data["units"])),
        }
    if kind == "season_followed":
        return _("The next season was created: %(slug)s.") % {"slug": data["slug"]}
    if kind == "rolled_back":
        return _("The tournament was rolled back to version %(version)s.") % {
            "version": data["to_version"]
        }
    if kind in {"role_given", "role_taken"}:
        name = people.accounts([UUID(data["account"])]).get(UUID(data["account"]), "")
        if kind == "role_taken":
            return _("%(name)s no longer has a role.") % {"name": name}
        return _("%(name)s became %(role)s.") % {"name": name, "role": labels.ROLES[data["role"]]}
    return kind.replace("_", " ")
