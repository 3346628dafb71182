"""Controls of the checks: records with something wrong in them, each of which must be noticed."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID, uuid4

from eventstore import chain
from games.core import ALL
from matches import redaction
from matches.events import KIND
from matches.folds import fold
from matches.state import MatchState
from tests.chaos import checks, sights
from tests.chaos.checks import Check
from tests.chaos.journal import Journal, Watch
from tests.chaos.record import History, Record


class Control(NamedTuple):
    """Something that must fail, and whether it did."""

    name: str
    failed: bool


def tampered(record: Record) -> Iterator[Control]:
    """Yield whether each kind of wrong record is noticed; the record itself must be right."""
    cases: tuple[tuple[str, Callable[[Record], Record], Check], ...] = (
        ("an acknowledged move is missing in the store", without_a_move, checks.lost),
        ("a move stands in the store twice", with_a_move_twice, checks.doubled),
        ("a move that nobody asked for", forgetting_a_move, checks.unasked),
        ("a clock fired before its time", with_an_early_clock, checks.clock_faults),
        ("a match without its end", without_an_end, checks.unfinished),
        ("a seat was shown another's hand", with_swapped_views, sights.wrong_views),
        ("a state was shown that is not stored", with_a_phantom, sights.wrong_views),
        ("a stream left an event out", with_a_gap, sights.stream_faults),
        ("a stream told a hidden card", with_a_hidden_card, sights.stream_faults),
    )
    for name, tamper, check in cases:
        yield Control(name, any(True for _ in check(tamper(record))))
    yield Control("a move with another's name on it", is_forgery_found(record))
    yield Control("a chain that leaves out who moved", not is_forgery_found(unsigned(record)))


def is_forgery_found(record: Record) -> bool:
    """Return whether the chain tells that a move has been given another actor; it must hold now."""
    match, index = _a_move(record)
    history = list(record.histories[match])
    if chain.first_fault(KIND, match, history) is not None:
        message = f"the chain of {match} is broken as it is"
        raise ValueError(message)
    history[index] = history[index]._replace(actor=f"account:{uuid4()}")
    return chain.first_fault(KIND, match, history) is not None


def unsigned(record: Record) -> Record:
    """Make the chain of a match anew without its authors, as chain 1 was."""
    match, _ = _a_move(record)
    previous, history = chain.genesis(KIND, match), []
    for event in record.histories[match]:
        content = chain.line(event.version, event.type, event.body, event.at)
        previous = chain.link(previous, content)
        plain = event._replace(chain=chain.FIRST, salt=None, by=None, hash=previous)
        history.append(plain)
    return _changed(record, match, history)


def _changed(record: Record, match: UUID, history: History) -> Record:
    return Record(record.journal, {**record.histories, match: history})


def _a_move(record: Record) -> tuple[UUID, int]:
    """Return the match of an acknowledged move, and where in its history the move stands."""
    for ask in checks.acknowledged(record):
        if ask.what == "move" and ask.match is not None:
            for index, event in enumerate(record.histories[ask.match]):
                if event.key == ask.key:
                    return ask.match, index
    raise LookupError("no move was acknowledged")


def without_a_move(record: Record) -> Record:
    """Take an acknowledged move out of the store."""
    match, index = _a_move(record)
    history = record.histories[match]
    return _changed(record, match, [*history[:index], *history[index + 1 :]])


def with_a_move_twice(record: Record) -> Record:
    """Put a move into the store once more."""
    match, index = _a_move(record)
    history = record.histories[match]
    return _changed(record, match, [*history, history[index]])


def forgetting_a_move(record: Record) -> Record:
    """Let the client of a move forget it."""
    match, index = _a_move(record)
    key = record.histories[match][index].key
    journal = _copied(record.journal)
    journal.asks = [ask for ask in journal.asks if ask.key != key]
    return Record(journal, record.histories)


def with_an_early_clock(record: Record) -> Record:
    """Let a clock have fired a millisecond before its time."""
    for match, version, lateness, _ in checks.timeouts(record.histories):
        history = list(record.histories[match])
        early = history[version - 1].at - lateness - timedelta(milliseconds=1)
        history[version - 1] = history[version - 1]._replace(at=early)
        return _changed(record, match, history)
    raise LookupError("no clock fired")


def without_an_end(record: Record) -> Record:
    """Cut the last event off."""
    match = record.journal.matches[0]
    return _changed(record, match, record.histories[match][:-1])


def with_swapped_views(record: Record) -> Record:
    """Give two seats what the other one was shown."""
    journal = _copied(record.journal)
    for index, look in enumerate(journal.looks):
        for number, other in enumerate(journal.looks):
            is_other = other.account != look.account and other.digest != look.digest
            if is_other and (other.match, other.version) == (look.match, look.version):
                journal.looks[index] = replace(look, digest=other.digest)
                journal.looks[number] = replace(other, digest=look.digest)
                return Record(journal, record.histories)
    raise LookupError("no two seats looked at the same version")


def with_a_phantom(record: Record) -> Record:
    """Show a version that was never stored."""
    journal = _copied(record.journal)
    look = journal.looks[0]
    journal.looks.append(replace(look, version=len(record.histories[look.match]) + 1))
    return Record(journal, record.histories)


def with_a_gap(record: Record) -> Record:
    """Take an event out of a stream."""
    journal = _copied(record.journal)
    watch = next(each for each in journal.watches if each.ended)
    cut = Watch(watch.match, watch.account, watch.events[:3] + watch.events[4:], ended=True)
    journal.watches = [cut]
    return Record(journal, record.histories)


def with_a_hidden_card(record: Record) -> Record:
    """Put an event into a stream as only those see it who may see everything."""
    for watch in record.journal.watches:
        if not watch.ended:
            continue
        history = record.histories[watch.match]
        state = fold(MatchState(watch.match), history[:-1])
        for index, event in enumerate(history):
            open_line = {**redaction.event_line(state, event, ALL), "hash": None}
            told = watch.events[index]
            if told["hash"] is None and told["data"] != open_line["data"]:
                events = [*watch.events]
                events[index] = open_line
                journal = _copied(record.journal)
                journal.watches = [replace(watch, events=events)]
                return Record(journal, record.histories)
    raise LookupError("no stream hid anything")


def _copied(journal: Journal) -> Journal:
    copy = Journal()
    copy.asks, copy.looks, copy.watches = [*journal.asks], [*journal.looks], [*journal.watches]
    copy.matches, copy.finished = [*journal.matches], [*journal.finished]
    return copy
