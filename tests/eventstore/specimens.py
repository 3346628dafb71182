"""Streams of every kind, as the conformance suite of the kernel takes them."""

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from eventstore.aggregate import Aggregate, CommandContext
from eventstore.command_handler import handle
from tests.toys import tally

Decide = Callable[[Any, Any], None]


class Specimen(NamedTuple):
    """What the suite needs to know of one kind of stream."""

    aggregate: Aggregate[Any, Any]
    opened: Callable[[], UUID]
    """Opens a stream of that kind and returns its id."""
    step: Callable[[int], Decide]
    """A command that may always be given; another number makes another one."""
    refusal: Exception
    """What a command of this kind is refused with."""
    old: tuple[str, int, str, str]
    """An event of an older schema: type, schema, body, and how it is written today."""
    code: Callable[[Exception], str]
    """What a refusal is: `version_conflict`, `idempotency_key_reused` or `not_found`."""
    actor: str = "system"


def new_key() -> str:
    return secrets.token_urlsafe(24)


def of_tally() -> Specimen:
    def opened() -> UUID:
        tally.make_table()
        stream_id = uuid4()

        def begin(_state: tally.State, work: tally.Work) -> None:
            work.add(tally.Opened())

        handle(
            tally.TALLY, stream_id, CommandContext("system", new_key()), begin, expected_version=0
        )
        return stream_id

    def step(number: int) -> Decide:
        def add(_state: tally.State, work: tally.Work) -> None:
            work.add(tally.Added(number), tally.Added(1))

        return add

    codes = {
        "ConcurrencyError": "version_conflict",
        "KeyReusedError": "idempotency_key_reused",
        "UnknownStreamError": "not_found",
    }
    return Specimen(
        aggregate=tally.TALLY,
        opened=opened,
        step=step,
        refusal=tally.Refused(),
        old=("amount_added", 1, '{"n":7}', '{"amount":7}'),
        code=lambda error: codes[type(error).__name__],
    )


SPECIMENS: dict[str, Callable[[], Specimen]] = {"tally": of_tally}
