"""Logs of tournaments as somebody writes them anew, with hashes that fit."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest

from eventstore import chain
from tests import independent
from tests.tournaments.events import Event
from tournaments import logs, selectors
from tournaments.events import KIND

WRITTEN: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":")}


def values(value: object) -> Iterator[tuple[list[Any], Any]]:
    """Yield every place in lists and objects that can be changed, with what holds it."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            inner: Any = value[key]
            if isinstance(inner, dict | list):
                yield from values(inner)
            else:
                yield [value], key


def another(value: object) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value}x" if isinstance(value, str) else "x"


def forged(text: str, kind: str, stream: str, pick: Callable[[int], int]) -> str:
    """Change one value of one event, and make every hash from there on fit again."""
    header, *events = [json.loads(line) for line in text.splitlines()]
    spots = [
        (number, holder[0], key)
        for number, event in enumerate(events)
        if event["data"] is not None
        for holder, key in values(event["data"])
    ]
    _, holder, key = spots[pick(len(spots))]
    holder[key] = another(holder[key])
    return rehashed(header, events, kind, stream)


def rehashed(
    header: dict[str, Any],
    events: list[dict[str, Any]],
    kind: str,
    stream: str,
    *,
    is_bound: bool = True,
) -> str:
    """Make the hash of every event that has data fit what it says, and what binds gaps too."""
    last = chain.genesis(kind, UUID(stream))
    hashes: dict[int, str] = {}
    for event in events:
        if event["data"] is None:
            last = bytes.fromhex(event["hash"])
            continue
        if event["type"] == "history_bound" and is_bound:
            event["data"]["hash"] = hashes[event["data"]["version"]]
        body = independent.canonical(event["data"])
        line = chain.timed_line(
            event["version"],
            event["type"],
            body,
            event["at"],
            by=event.get("by"),
            schema=event.get("schema", 1),
        )
        last = chain.link(last, line)
        event["hash"] = hashes[event["version"]] = last.hex()
    lines = [json.dumps(each, **WRITTEN) for each in (header, *events)]
    return "\n".join(lines) + "\n"


@pytest.mark.usefixtures("public_log")
class Log:
    """A downloaded log that somebody writes anew."""

    def __init__(self, event: Event) -> None:
        self.stream = str(event.state.id)
        first, *rest = "".join(selectors.log(event.state)).splitlines()
        self.header: dict[str, Any] = json.loads(first)
        self.events: list[dict[str, Any]] = [json.loads(line) for line in rest]

    def of(self, kind: str) -> dict[str, Any]:
        """Return the first event of a kind."""
        return next(each for each in self.events if each["type"] == kind)

    def drop(self, *kinds: str) -> None:
        self.events = [each for each in self.events if each["type"] not in kinds]
        for version, each in enumerate(self.events, start=1):
            each["version"] = version

    def text(self) -> str:
        return rehashed(self.header, self.events, KIND, self.stream)

    def findings(self) -> list[str]:
        """Return what is wrong, once all hashes fit."""
        return [each.text for each in logs.check(*logs.parse([self.text()])).findings]
