"""Two desks of one evening that are cut off from the server by turns, and what becomes of it all.

Each desk is a browser of its own on the console. Every command says its name as its reason, which
stands in the events that it has made.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, expect

from eventstore import streams
from tests.e2e.browsers import Visitor, visitor
from tests.tournaments.events import REPORTED, Event
from tournaments.events import KIND
from tournaments.services import lifecycle
from tournaments.state import Role

ENTRANTS, TABLES = 24, 6
AT_ONCE_MAX = 6
CUT = 0.3
"""How often the network of a desk goes or comes before it gives its next commands."""
TYPING = "addEventListener('load', () => document.dispatchEvent(new Event('input')))"
"""Somebody who types is not interrupted: the page does not load anew when all has been sent."""
GIVE = """async ({ at, commands, account }) => {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const outcomes = [];
  for (const { act, fields, words } of commands) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("csrfmiddlewaretoken", token);
    form.set("next", `${at}/away`);
    form.set("held", JSON.stringify({ account, words, hidden: [] }));
    const answer = await fetch(`${at}/do/${act}`, { method: "POST", body: form });
    if (answer.status === 202) { outcomes.push("kept"); continue; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const refusal = page.querySelector(".messages .bad, .messages .warn, .note.bad, .fault");
    outcomes.push(refusal || !answer.ok ? "refused" : "done");
  }
  return outcomes;
}"""
QUEUE = "async () => (await offlineQueue.list()).map(({ words, state }) => [words, state])"
SENT = """async () => {
  const waits = async () => (await offlineQueue.list()).some((each) => each.state === "waiting");
  while (await waits()) await new Promise((resolve) => setTimeout(resolve, 50));
}"""


class Given(NamedTuple):
    """A command as a desk has given it."""

    name: str
    act: str
    fields: Mapping[str, Any]
    outcome: str
    """What was said at once: done, refused, or kept for later."""


class Desk:
    """A browser on the console, with a network that comes and goes."""

    def __init__(self, somebody: Visitor, browser: Browser, site: str, event: Event) -> None:
        self.at = f"/organise/{event.slug}"
        self.account = str(somebody.player.account)
        self.page = somebody.open(browser, site, f"{self.at}/away")
        expect(self.page.locator("html[data-kept]")).to_be_attached()
        self.page.add_init_script(TYPING)
        self.page.reload()
        self.is_cut = False
        self.version = event.state.version
        self.given: list[Given] = []

    def cut(self, *, off: bool) -> None:
        self.is_cut = off
        self.page.context.set_offline(off)

    def give(self, commands: list[tuple[str, str, dict[str, Any]]], version: int) -> None:
        """Give commands, on the version that a page shows: the newest, or the last that came."""
        if not self.is_cut:
            self.version = version
        named = [
            {
                "act": act,
                "words": name,
                "fields": {
                    **fields,
                    "reason": name,
                    "key": f"key-of-{name:-<16}",
                    "version": self.version,
                },
            }
            for name, act, fields in commands
        ]
        about = {"at": self.at, "commands": named, "account": self.account}
        outcomes = self.page.evaluate(GIVE, about)
        for (name, act, fields), outcome in zip(commands, outcomes, strict=True):
            self.given.append(Given(name, act, fields, outcome))

    def merge(self) -> dict[str, str]:
        """Come back, send everything, and return what the list shows of what was not done."""
        self.cut(off=False)
        self.page.reload()
        self.page.evaluate(SENT)
        return dict(self.page.evaluate(QUEUE))

    def log(self) -> list[str]:
        """Return the lines of the log as the console shows them, without their times."""
        self.page.goto(f"{self.at}/log")
        self.page.evaluate("for (const each of document.querySelectorAll('time')) each.remove()")
        lines = self.page.locator("ol.news > li").all_inner_texts()
        return [re.sub(r"\s+", " ", each) for each in lines]


class Evening:
    """A club night with two desks, and what they give at random."""

    def __init__(self, browser: Browser, site: str, seed: int) -> None:
        self.random = Random(seed)
        self.event = Event(**REPORTED, name="Club night", checkin=True)
        people = [visitor(), visitor()]
        for each in people:
            self.event.do(lifecycle.give_role, account=each.player.account, role=Role.ORGANISER)
        self.event.step("open")
        self.event.enter_names(ENTRANTS)
        self.event.step("open-checkin")
        self.desks = [Desk(each, browser, site, self.event) for each in people]
        self.names = (f"command-{number}" for number in range(10**6))

    def play(self, count: int) -> None:
        """Have the desks give so many commands: before the start, and in the first round."""
        half = count // 2
        while self._given() < count:
            if self._given() >= half and not self.event.state.stages:
                self.event.start()
                self.event.pair()
            desk = self.random.choice(self.desks)
            if self.random.random() < CUT:
                desk.cut(off=not desk.is_cut)
            bunch = self.random.randint(1, min(AT_ONCE_MAX, count - self._given()))
            desk.give([self._command() for _ in range(bunch)], self.event.state.version)

    def _given(self) -> int:
        return sum(len(desk.given) for desk in self.desks)

    def _command(self) -> tuple[str, str, dict[str, Any]]:
        random, name, state = self.random, next(self.names), self.event.state
        kinds = (
            ["notice", "enter", "check-in", "report"]
            if state.stages
            else ["notice", "enter", *["check-in"] * 3]
        )
        act = random.choice([*kinds, *(["report"] * 4 if state.stages else [])])
        if act == "notice":
            return name, act, {"text": f"Said by {name}"}
        if act == "enter":
            return name, act, {"name": f"Walk-in {random.randint(1, 40)}"}
        if act == "check-in":
            return name, act, {"entrant": random.randint(1, ENTRANTS)}
        table = random.choice(state.rounds[0].tables)
        places = random.sample(range(1, len(table.seats) + 1), len(table.seats))
        if random.random() < 0.5:
            places.sort()
        return (
            name,
            act,
            {
                "table_id": str(table.id),
                **{f"place_{seat}": place for seat, place in enumerate(places)},
            },
        )


class Verdict(NamedTuple):
    """What became of the commands, and what is wrong."""

    outcomes: Counter[str]
    faults: list[str]


def judged(evening: Evening) -> Verdict:
    """Bring both desks back, and compare what each shows with what the stream holds."""
    shown = [desk.merge() for desk in evening.desks]
    state = evening.event.state
    events = [(each.type, json.loads(each.body)) for each in streams.load(KIND, state.id)]
    made: dict[str, list[tuple[str, Any]]] = {}
    for type_, body in events:
        made.setdefault(body.get("reason", ""), []).append((type_, body))
    outcomes: Counter[str] = Counter()
    faults = []
    for desk, listed in zip(evening.desks, shown, strict=True):
        for given in desk.given:
            outcome = _outcome(given, made.get(given.name, []), listed, events)
            outcomes[outcome] += 1
            if outcome.startswith("WRONG"):
                faults.append(f"{given.name} {given.act} {given.outcome}: {outcome}")
    return Verdict(outcomes, faults)


EVENTS = {
    "notice": "notice_put",
    "enter": "entrant_registered",
    "check-in": "entrant_checked_in",
    "report": "result_recorded",
}


def _outcome(
    given: Given,
    made: list[tuple[str, Any]],
    listed: Mapping[str, str],
    events: list[tuple[str, Any]],
) -> str:
    """Return what became of a command: done, shown, or what is wrong with it."""
    is_listed = given.name in listed
    if made:
        if [type_ for type_, _body in made] != [EVENTS[given.act]]:
            return "WRONG: done more than once, or something else"
        return (
            "WRONG: done, and shown as not done"
            if is_listed or given.outcome == "refused"
            else "done"
        )
    if given.outcome == "refused":
        return "WRONG: kept though it was refused" if is_listed else "refused at once"
    if is_listed:
        return f"shown as {listed[given.name]}"
    return "so already" if any(_is_same(given, *each) for each in events) else "WRONG: lost"


def _is_same(given: Given, type_: str, body: Mapping[str, Any]) -> bool:
    """Return whether an event is what a command wanted."""
    if type_ != EVENTS[given.act]:
        return False
    if given.act == "check-in":
        return bool(body["entrant"] == given.fields["entrant"])
    if given.act == "report":
        places = [value for name, value in given.fields.items() if name.startswith("place_")]
        return bool(body["table"] == given.fields["table_id"] and body["places"] == places)
    return False
