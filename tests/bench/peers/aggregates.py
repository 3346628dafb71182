"""The library `eventsourcing` with the same events and the same work in its mutators.

Its aggregates come in two styles. Most are written with the decorator `@event`; where events are
classes of their own with a method `apply`, the library folds them with less overhead. The code of
both is made here from a game's event types, so that every game has its anchor.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from types import new_class
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.utils import register_topic

from games.core import AnyRules, Event
from tests.bench.randomness import seats_of

AnyAggregate = Any
"""A class made at run time; its instances hold the game's state as `table`."""


@cache
def decorated(rules: AnyRules) -> AnyAggregate:
    """Return the aggregate class whose mutators are methods with `@event`."""
    return _made("Decorated", rules, _mutators(rules))


@cache
def explicit(rules: AnyRules) -> AnyAggregate:
    """Return the aggregate class whose events apply themselves."""
    return _made("Explicit", rules, _events_that_apply(rules))


def _made(style: str, rules: AnyRules, namespace: dict[str, Any]) -> AnyAggregate:
    seats = seats_of(rules)
    options = rules.check_options(seats, {})

    def begin(self: Any) -> None:
        self.table = rules.new_state(seats, options)

    name = f"{style}{type(rules).__name__}"
    body = {"__module__": __name__, "__qualname__": name, "__init__": begin, **namespace}
    made = new_class(name, (Aggregate,), exec_body=lambda scope: scope.update(body))
    register_topic(f"{__name__}:{name}", made)
    return made


def _mutators(rules: AnyRules) -> dict[str, Any]:
    """Return one decorated method an event type.

    The library reads the parameters off the signature, and methods that only claim to have one are
    slower; so they are written out, as the standard library does for named tuples.
    """
    methods = {}
    for name, kind in rules.event_types.items():
        fields = ", ".join(kind.__struct_fields__)
        scope: dict[str, Any] = {"fold": rules.folds[kind], "kind": kind}
        source = f"def {name}(self, {fields}): fold(self.table, kind({fields}))"
        exec(source, scope)  # noqa: S102 - Names of our own types are all that it holds.
        methods[name] = event(kind.__name__)(scope[name])
    return methods


def _events_that_apply(rules: AnyRules) -> dict[str, Any]:
    classes = {}
    for kind in rules.event_types.values():

        def apply(self: Any, aggregate: Any, fold: Any = rules.folds[kind]) -> None:
            # A fold only reads the fields of the event, which this event has too.
            fold(aggregate.table, self)

        body = {"__annotations__": dict.fromkeys(kind.__struct_fields__, Any), "apply": apply}
        place = {"__module__": __name__, "__qualname__": f"{type(rules).__name__}.{kind.__name__}"}
        classes[kind.__name__] = type(kind.__name__, (Aggregate.Event,), {**place, **body})
    return classes


def played(aggregate_class: AnyAggregate, events: Iterable[Event]) -> AnyAggregate:
    """Return an aggregate with the events of a match, all of them pending."""
    aggregate = aggregate_class()
    for each in events:
        kind = getattr(aggregate_class, type(each).__name__)
        aggregate.trigger_event(kind, **{f: getattr(each, f) for f in each.__struct_fields__})
    return aggregate


def folded(events: Sequence[Any]) -> Any:
    """Return the aggregate that its events make, in the library's way."""
    aggregate = None
    for each in events:
        aggregate = each.mutate(aggregate)
    return aggregate


def application(
    *, database: str, host: str, port: str, user: str, password: str
) -> Application[Any]:
    """Return an application that keeps its aggregates in a PostgreSQL database."""
    return Application(
        {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": database,
            "POSTGRES_HOST": host,
            "POSTGRES_PORT": port or "5432",
            "POSTGRES_USER": user,
            # The library wants one, whether the server asks for it or not.
            "POSTGRES_PASSWORD": password or "none",
        }
    )
