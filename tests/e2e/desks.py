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
from tournaments.services import lifecycle, pairing, presence, rounds
from tournaments.state import EntrantStatus, Role

ENTRANTS, ROUNDS = 24, 8
PROMPT = 16
"""Entrants whom a third person checks in before the start, at the latest."""
AT_ONCE_MAX = 6
BEFORE_START = 30
"""Commands after which the tournament is started."""
HASTE = 0.1
"""How often somebody pairs, publishes or closes a round that is not so far, or drops a player."""
CUT = 0.3
"""How often the network of a desk goes or comes before it gives its next commands."""
PATIENT = 0.7
"""How often somebody whose network is back waits until all has been sent."""
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
    const faults = ".messages .bad, .messages .warn, .note.bad:not([hidden]), .fault";
    const refusal = page.querySelector(faults);
    // A round that was paired leads to its draft, which may have remarks of its own.
    const drawn = act === "pair" && answer.url.includes("/rounds/");
    outcomes.push(drawn || (!refusal && answer.ok) ? "done" : "refused");
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
        pods = {"format": "pods", "options": {"rounds": ROUNDS}}
        self.event = Event(**REPORTED, name="Club night", checkin=True, stages=[pods])
        people = [visitor(), visitor()]
        for each in people:
            self.event.do(lifecycle.give_role, account=each.player.account, role=Role.ORGANISER)
        self.event.step("open")
        self.event.enter_names(ENTRANTS)
        self.event.step("open-checkin")
        self.desks = [Desk(each, browser, site, self.event) for each in people]
        self.names = (f"command-{number}" for number in range(10**6))

    def play(self, count: int) -> None:
        """Have the desks give so many commands: before the start, and round after round."""
        while self._given() < count:
            if self._given() >= BEFORE_START and not self.event.state.stages:
                self._start()
            self._repair()
            desk = self.random.choice(self.desks)
            if self.random.random() < CUT:
                desk.cut(off=not desk.is_cut)
                if not desk.is_cut and self.random.random() < PATIENT:
                    desk.page.evaluate(SENT)
            bunch = self.random.randint(1, min(AT_ONCE_MAX, count - self._given()))
            desk.give([self._command() for _ in range(bunch)], self.event.state.version)

    def _start(self) -> None:
        """Start with those who are there, and with most of those whose check-in still waits."""
        for entrant in range(1, PROMPT + 1):
            if self.event.state.entrants[entrant].presence is EntrantStatus.ENTERED:
                self.event.do(presence.check_in, entrant=entrant)
        self.event.start()

    def _repair(self) -> None:
        """Pair a draft again whose players have dropped, which nobody could publish any more."""
        round_ = self.event.state.round
        if round_ is None or round_.published:
            return
        if pairing.placed(round_) - set(self.event.state.present):
            self.event.do(rounds.repair, number=round_.number)

    def _given(self) -> int:
        return sum(len(desk.given) for desk in self.desks)

    def _command(self) -> tuple[str, str, dict[str, Any]]:
        random, state = self.random, self.event.state
        if not state.stages:
            act = random.choice(["notice", "enter", *["check-in"] * 3])
        elif random.random() < HASTE:
            act = random.choice(["pair", "publish", "close", "drop"])
        else:
            due = self._due()
            often = 5 if due == "report" else 2
            act = random.choice(["notice", "enter", "check-in", *[due] * often])
        return next(self.names), act, self._fields(act)

    def _due(self) -> str:
        """Return what the round that is there waits for."""
        round_ = self.event.state.round
        if round_ is None or round_.closed:
            return "pair"
        if not round_.published:
            return "publish"
        return "close" if all(table.done for table in round_.tables) else "report"

    def _fields(self, act: str) -> dict[str, Any]:
        random, state = self.random, self.event.state
        if act == "notice":
            return {"text": f"Said at {random.randint(1, 10**6)}"}
        if act == "enter":
            return {"name": f"Walk-in {random.randint(1, 40)}"}
        if act in {"check-in", "drop"}:
            return {"entrant": random.randint(1, ENTRANTS)}
        if act == "pair":
            return {}
        if act in {"publish", "close"}:
            return {"number": max(1, len(state.rounds))}
        return self._result()

    def _result(self) -> dict[str, Any]:
        """Return the form of a result: mostly of a table that has none, or a slip of earlier."""
        random, state = self.random, self.event.state
        last = [each for each in state.rounds if each.published][-1].tables
        waiting = [each for each in last if not each.done]
        table = random.choice(waiting if random.random() < 0.7 else last)
        places = random.sample(range(1, len(table.seats) + 1), len(table.seats))
        if random.random() < 0.5:
            places.sort()
        fields = {f"place_{seat}": place for seat, place in enumerate(places)}
        return {"table_id": str(table.id), **fields}


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
    "pair": "round_paired",
    "publish": "round_published",
    "close": "round_closed",
    "drop": "entrant_dropped",
}
"""What each command makes, once."""
BESIDE = {"close": {"stage_ended"}, "pair": {"draw_shown"}}
"""What may come with it."""


def _outcome(
    given: Given,
    made: list[tuple[str, Any]],
    listed: Mapping[str, str],
    events: list[tuple[str, Any]],
) -> str:
    """Return what became of a command: done, shown, or what is wrong with it."""
    is_listed = given.name in listed
    if made:
        types = [type_ for type_, _body in made]
        own = EVENTS[given.act]
        if types.count(own) != 1 or not {own}.union(BESIDE.get(given.act, ())).issuperset(types):
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
    if given.act in {"check-in", "drop"}:
        return bool(body["entrant"] == given.fields["entrant"])
    if given.act in {"publish", "close"}:
        return bool(body["round"] == given.fields["number"])
    if given.act == "report":
        places = [value for name, value in given.fields.items() if name.startswith("place_")]
        return bool(body["table"] == given.fields["table_id"] and body["places"] == places)
    return False
