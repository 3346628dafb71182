"""Viewers whose streams are cut again and again, and who resume after what they have."""

import json
import threading
import time
from random import Random
from typing import Any

import httpx

from tests.chaos.journal import Journal, Watch
from tests.chaos.people import Patience, Person

STAY_MAX_S = 4.0
"""A viewer hangs up of its own accord after this at the latest."""


class Watcher(threading.Thread):
    """Watches one match after another, each from its first event to its end."""

    def __init__(self, address: str, journal: Journal, random: Random, patience: Patience) -> None:
        super().__init__(name="watcher", daemon=True)
        self._address = f"{address}/api/v1"
        self._journal = journal
        self._random = random
        self._patience = patience
        self.people: list[Person] = []
        """In whose name some matches are watched."""
        self.closing = threading.Event()

    def run(self) -> None:
        """Watch until told to stop, and then the last match to its end."""
        while not self.closing.is_set():
            if not self._journal.matches:
                time.sleep(0.05)
                continue
            person = self._random.choice([None, *self.people])
            match = self._journal.matches[-1]
            watch = Watch(match, None if person is None else person.id)
            self._journal.watches.append(watch)
            self._follow(watch, person)

    def _follow(self, watch: Watch, person: Person | None) -> None:
        headers = {"Accept": "application/x-ndjson", "Connection": "close"}
        if person is not None:
            headers["Authorization"] = f"Bearer {person.secret}"
        while not watch.ended and not self._patience.is_over():
            watch.connections += 1
            try:
                self._listen(watch, headers)
            except httpx.TransportError as error:
                self._journal.met(f"stream: {type(error).__name__}")
                time.sleep(self._random.uniform(0.02, 0.3))

    def _listen(self, watch: Watch, headers: dict[str, str]) -> None:
        leave = time.monotonic() + self._random.uniform(0.3, STAY_MAX_S)
        url = f"{self._address}/matches/{watch.match}/stream?since={len(watch.events)}"
        timeout = httpx.Timeout(8.0)
        with httpx.stream("GET", url, headers=headers, timeout=timeout) as answer:
            if answer.status_code != httpx.codes.OK:
                answer.read()
                if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR:
                    self._journal.complaints.append(f"stream: {answer.text}")
                time.sleep(0.2)
                return
            for line in answer.iter_lines():
                if line:
                    _take(watch, json.loads(line))
                if watch.ended or time.monotonic() > leave:
                    return


def _take(watch: Watch, message: dict[str, Any]) -> None:
    if message["type"] == "end":
        watch.ended = True
    elif "hash" in message:
        # Whatever has none is no event, such as how the clocks stand.
        watch.events.append(message)
        watch.received.append(time.time())
