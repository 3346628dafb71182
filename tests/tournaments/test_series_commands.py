"""The table of a series' commands: each of them in the hands of each role, on each way in."""

import json
import re
from typing import Any

import msgspec
import pytest

from api.form_fields import names_in
from api.problems import Problem
from cutpurse.api_urls import description
from tests.tournaments.circuits import Circuit, evening
from tests.tournaments.events import REPORTED, Event, somebody
from tournaments.series import managing, qualification
from tournaments.series.endpoints import COMMANDS
from tournaments.unit_of_work import Principal
from web.series.actions import ACTIONS, OWN_PAGES

pytestmark = pytest.mark.django_db


class Hands:
    """A series in which every command can be given, and who gives one."""

    def __init__(self) -> None:
        self.player = somebody("ann")
        self.circuit = Circuit()
        event, self.more = (
            evening(self.circuit.organiser, [self.player, "Jan", "Piet"]) for _ in range(2)
        )
        self.circuit.add(event)
        self.event = event.slug
        final = Event(self.circuit.organiser, **REPORTED)
        final.step("open")
        self.circuit.do(qualification.add, tournament=final.slug, places=1)
        self.final = Event(self.circuit.organiser, **REPORTED).slug

    def bodies(self) -> dict[str, dict[str, Any]]:
        """Return what commands must be told."""
        jan, piet = ({"tournament": self.event, "entrant": number} for number in (2, 3))
        return {
            "settings": {"settings": {"name": "Renamed"}, "reason": "a new year"},
            "add-event": {"tournament": self.more.slug},
            "link": {"entrants": [jan, piet], "same": False},
            "adjust": {**jan, "points": 5, "reason": "miscounted"},
            "organiser": {"account": somebody("otto").name},
            "qualify": {"tournament": self.final, "places": 1},
            "answer": {"accept": True},
        }

    def refusal(self, name: str, who: Principal) -> str:
        """Try a command, and return the code of its refusal; empty when it would be done."""
        command = COMMANDS[name]
        ids = {"tournament": self.event, "number": 1}
        asked = msgspec.convert(self.bodies().get(name, {}), command.request)
        about = {each: ids[each] for each in names_in(command.path)}
        try:
            command.carry_out(asked, who, self.circuit.slug, dry_run=True, **about)
        except Problem as problem:
            return problem.code
        return ""


def test_a_command_is_for_those_who_run_the_series_and_an_answer_for_players() -> None:
    running, closed = Hands(), Hands()
    closed.circuit.do(managing.close, closed=True)
    site = somebody("boss")._replace(of_site=True)

    for name in COMMANDS:
        hands = closed if name == "reopen" else running
        organiser = hands.circuit.organiser
        strangers = {hands.refusal(name, who) for who in (somebody("eve"), hands.player)}
        without_scope = hands.refusal(name, organiser._replace(with_role=False))

        if COMMANDS[name].by_entrants:
            assert strangers == {"", "entry_not_eligible"}, name
            continue
        assert strangers == {"permission_denied"}, name
        assert without_scope == "scope_missing", name
        assert hands.refusal(name, organiser._replace(with_role=True)) == "", name
        if name not in {"add-event", "qualify"}:
            assert hands.refusal(name, site) not in {"permission_denied", "scope_missing"}, name


def test_every_command_is_in_the_description_of_the_api() -> None:
    described = json.loads(description())["paths"]

    for command in COMMANDS.values():
        path = re.sub(r"<\w+:(\w+)>", r"{\1}", command.path)
        operation = described[f"/api/v1/series/{{slug}}/{path}"][command.method]
        assert operation["summary"] == command.summary
        assert operation["description"].startswith(command.help)


def test_the_console_offers_what_the_table_has() -> None:
    assert {name for name, each in COMMANDS.items() if each.label} == OWN_PAGES | (
        set(ACTIONS) & set(COMMANDS)
    )
    assert all(
        COMMANDS[form.command.id].service is form.command.service for form in ACTIONS.values()
    )
