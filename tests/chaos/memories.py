"""What a web server remembers of a time that the database has lost, and whether it shows it."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from uuid import UUID

from django.db import connections

from tests.chaos.journal import Journal, digest
from tests.chaos.people import Patience, Person
from tests.chaos.stage import Stage
from tests.rewinding import Past

OLD, FRESH = 0, 1
"""The numbers of the web servers."""
SEATS = 3
PATIENCE_S = 60.0
OPENING = {"game": "stick-em", "seats": SEATS, "options": {"rounds": 1}}


def shows_what_is_lost(stage: Stage) -> bool:
    """Return whether a server shows a lost state once other moves have taken its versions.

    A server that has started since, and remembers nothing, is the oracle.
    """
    past = Past(stage.home, durable=True)
    journal, patience = Journal(), Patience(PATIENCE_S)
    with ExitStack() as stack:
        stack.callback(past.forget)
        stack.callback(connections.close_all)
        people = [
            Person(f"http://127.0.0.1:{stage.ports[OLD]}", journal, Random(seat), patience)
            for seat in range(SEATS)
        ]
        match = _begun(people)
        seat = people[0].page(match)["to_act"][0]
        player = people[seat]
        past.keep()
        _move(player, match, choice=0)
        past.return_to()
        stage.restart_web(FRESH)
        with _through(player, stage.ports[FRESH]):
            _move(player, match, choice=-1)
            truth = player.page(match)
        shown = player.page(match)
    return shown["version"] == truth["version"] and digest(shown) != digest(truth)


@contextmanager
def trusting_versions(stage: Stage) -> Iterator[None]:
    """Let a web server trust its states by their version alone for a while."""
    child = stage.children[f"web-{OLD}"]
    command = child.command
    child.command = [
        "tests.chaos.version_only" if part == "cutpurse.server" else part for part in command
    ]
    try:
        stage.restart_web(OLD)
        yield
    finally:
        child.command = command
        stage.restart_web(OLD)


def _begun(people: list[Person]) -> UUID:
    match = UUID(people[0].ask("open", "/matches", OPENING).answer["id"])
    for person in people:
        person.ask("sit", f"/matches/{match}/seats", {}, match)
    return match


def _move(player: Person, match: UUID, *, choice: int) -> None:
    page = player.page(match)
    body = {"expected_version": page["version"], "move": page["legal_moves"][choice]}
    ask = player.ask("move", f"/matches/{match}/moves", body, match)
    if ask.answer is None:
        message = f"a move was refused: {ask.refused}"
        raise RuntimeError(message)


@contextmanager
def _through(player: Person, port: int) -> Iterator[None]:
    """Let a player ask another web server for a while."""
    before = player.http.base_url
    player.http.base_url = before.copy_with(port=port)
    yield
    player.http.base_url = before
