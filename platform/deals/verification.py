"""Check that the rows of a deal are what its stream comes to, and its tables dealt from it."""

import json
from collections.abc import Iterator, Sequence
from uuid import UUID

from deals import audit, results
from deals.aggregate import columns
from deals.events import KIND
from deals.models import Attempt, Deal, DealSecret
from deals.state import DealState
from eventstore import streams
from eventstore.events import StoredEvent
from eventstore.verification import Fault, column_faults
from games import fair_draws
from matches.events import KIND as MATCH
from matches.models import Match


def verify_deal(deal_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with a deal beyond its chain."""
    found = audit.Audit(deal_id).run(events)
    if found.faults:
        yield from (Fault(KIND, deal_id, *fault) for fault in found.faults)
        return
    state = found.state
    row = Deal.objects.filter(pk=deal_id).first()
    if row is None:
        yield Fault(KIND, deal_id, 0, "has no row")
        return
    yield from column_faults(KIND, row, columns(state))
    sealed = DealSecret.objects.filter(deal=deal_id).first()
    secret = b"" if sealed is None else bytes(sealed.secret)
    if fair_draws.commitment(secret, state.opened.deal).hex() != state.opened.commitment:
        yield Fault(KIND, deal_id, 1, "its secret is not the one that was committed to")
    for text in _table_faults(state):
        yield Fault(KIND, deal_id, state.version, text)


def _table_faults(state: DealState) -> Iterator[str]:
    """Yield what is wrong with the tables of a deal and with what they came to."""
    rows = {row.match_id: row for row in Attempt.objects.filter(deal=state.id)}
    alone = {match: account for match, account in state.tables.items() if account is not None}
    if {match: row.account_id for match, row in rows.items()} != alone:
        yield "the rows of attempts are not those of a rebuild"
        return
    if {match for match, row in rows.items() if row.is_newcomer} != state.newcomers:
        yield "the rows of attempts do not say rightly which accounts are newer than the deal"
    matches = Match.objects.in_bulk(list(state.tables))
    for match_id in state.tables:
        opened = json.loads(streams.load(MATCH, match_id, until=1)[0].body)
        fault = audit.match_fault(state, match_id, opened)
        if fault is not None:
            yield f"match {match_id}: {fault}"
        if matches[match_id].withheld != (state.closed is None):
            yield f"match {match_id}: the row does not say rightly whether it is withheld"
    if state.closed is not None and state.opened.house:
        kept = state.closed.scoring
        if kept and kept.beta != audit.beta_of(kept, results.counted(state)):
            yield "it is not compared as so many are"
        for each in results.outcomes(state):
            wanted = results.columns(each)
            if {name: getattr(rows[each.match], name) for name in wanted} != wanted:
                yield f"match {each.match}: the row of the attempt is not that of a rebuild"
