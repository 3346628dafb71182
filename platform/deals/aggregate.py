"""Deals as the kernel sees them: streams with a row each, locked while a command decides."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from uuid import UUID

from django.db import transaction

from api.problems import Problem
from deals import events as e
from deals import refusals
from deals.models import Attempt, Deal
from deals.state import DealState, evolve
from eventstore.aggregate import PlainAggregate, UnitOfWork
from eventstore.errors import StoreError
from eventstore.events import Moment, StoredEvent
from eventstore.memory import Entry
from matches.stream_refusals import refused_by_store

Work = UnitOfWork[DealState]


class DealAggregate(PlainAggregate[DealState]):
    """The kind of stream."""

    kind = e.KIND
    catalogue = e.CATALOGUE
    refusals = (Problem,)

    def initial(self, stream_id: UUID) -> DealState:
        """Return a deal before it is opened."""
        return DealState(stream_id)

    def evolve(self, state: DealState, event: e.DealEvent, moment: Moment) -> None:
        """Fold one event."""
        evolve(state, event, moment)

    @contextmanager
    def attempting(self, held: Entry[DealState]) -> Iterator[object]:
        """Lock the deal's row, so that nobody begins while it is closed."""
        with transaction.atomic():
            yield Deal.objects.select_for_update(no_key=True).filter(pk=held.stream_id).first()

    def project(self, work: Work, stored: Sequence[StoredEvent]) -> None:
        """Write the deal's row, and those of who has begun to play it."""
        Deal.objects.update_or_create(pk=work.state.id, defaults=columns(work.state))
        Attempt.objects.bulk_create(_attempts(work.state.id, stored))

    def refusal(self, error: StoreError) -> Exception:
        """Return the problem that a refusal by the store is."""
        return refused_by_store(error, refusals.not_found())


DEAL = DealAggregate()


def _attempts(deal: UUID, stored: Sequence[StoredEvent]) -> Iterator[Attempt]:
    for each in stored:
        event = e.CATALOGUE.decode(each.type, each.schema, each.body)
        if isinstance(event, e.DealTableAdded) and event.account:
            yield Attempt(
                deal_id=deal,
                account_id=UUID(event.account),
                match_id=UUID(event.match),
                begun_at=each.at,
                is_newcomer=bool(event.newcomer),
            )


def columns(state: DealState) -> dict[str, object]:
    """Return the columns of a deal's row that follow from its events."""
    opened = state.opened
    house, round_ = opened.house or None, opened.round or None
    return {
        "game": opened.game,
        "rules": opened.rules,
        "dataset": opened.dataset,
        "options": opened.options,
        "seats": opened.seats,
        "seat": 0 if house is None else house.seat,
        "bot": "" if house is None else house.bot,
        "tournament": None if round_ is None else UUID(round_.tournament),
        "round": None if round_ is None else round_.number,
        "commitment": opened.commitment,
        "beacon": opened.beacon or "",
        "beacon_value": "" if state.beacon is None else state.beacon.value or "",
        "awaits_beacon": state.awaits_beacon,
        "day": None if opened.day is None else date.fromisoformat(opened.day),
        "opened_by_id": None if opened.opened_by is None else UUID(opened.opened_by),
        "opens_at": state.opens_at,
        "closes_at": state.closes_at,
        "closed_at": state.closed_at,
        "tables": len(state.tables),
        "version": state.version,
    }
